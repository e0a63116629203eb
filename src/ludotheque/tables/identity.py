"""Who somebody is: secret tokens, codes to hand on, and names that are safe to show."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

TOKEN_LIFE = 400 * 24 * 3600.0
BOT_KEY_LIFE = 30 * 24 * 3600.0
DEVICE_CODE_LIFE = 10 * 60.0
INVITATION_LIFE = 30 * 60.0

CODE_LENGTH = 10
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32 letters: no I, O, 0, 1; ten of them are 50 bits
INVITATION_LENGTH = 5
INVITATION_LETTERS = "BCDFGHJKLMNPRSTVWXYZ"
"""Nothing that looks like another letter (I, O, Q, U) and no vowels, so that no code is a word. Five of them are 3.2 million:
few enough to be read out, and safe because a code lives for minutes and wrong ones are counted (docs/hosting.md)."""
NAME_LENGTH, CHAT_LENGTH = 24, 300


def new_token() -> str:
    """A secret of 192 bits from the system's generator."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A name for a table or a guest that cannot be guessed: 96 bits. No dash in front: it is typed after commands, too."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def new_code() -> str:
    """A code that people can read out: 50 bits."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_invitation() -> str:
    """A code of five letters, to be called across a room: it leads to a table, and to nothing else."""
    return "".join(secrets.choice(INVITATION_LETTERS) for _ in range(INVITATION_LENGTH))


def hashed(secret: str) -> str:
    """What is stored of a token or code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def read_code(typed: str) -> str:
    """A code as somebody typed it."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())[:CODE_LENGTH]


def clean(text: str, length: int) -> str:
    """Text that only says what it seems to say: no control, bidi or invisible characters, no towers of accents."""
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", text[: length * 8]):
        category = unicodedata.category(character)
        if category in ("Zs", "Zl", "Zp") or character in "\t\n\r":
            character = " "
        elif category[0] == "C" and character != "\u200d":  # the joiner inside emoji stays
            continue
        accents = accents + 1 if category in ("Mn", "Me") else 0
        if accents <= 2 and not (character == " " and (not kept or kept[-1] == " ")):
            kept.append(character)
    return "".join(kept)[:length].strip(" \u200d")
