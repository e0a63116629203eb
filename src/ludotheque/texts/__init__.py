"""What people read: the words behind codes, and the clauses of the rules, in French and in English.

Common words lie in this folder, a game's own in the game's folder; a code is looked up in the game first. A catalogue is a flat
JSON object. Its values are sentences with placeholders: `{count}` as it is, `{cell:number}` counted from one,
`{seat:seat}` the name of a seat, `{pawn:pawn}` the word under `pawn.<value>`. A value with `one` and `other`
(and `zero`, where none is worth its own words) is chosen by the argument `count`. Before a vowel the French `de {seat:seat}`
becomes `d’Anna`.
"""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from ludotheque.rules.core import Fault, Line, Move, Refusal
from ludotheque.rules.game import Game
from ludotheque.rules.story import Deed

LANGUAGES = ("fr", "en")

Args: TypeAlias = "Mapping[str, int | str]"
Catalogue: TypeAlias = "Mapping[str, str | Mapping[str, str]]"

_PLACEHOLDER = re.compile(r"(\bde )?\{(\w+)(?::(\w+))?\}")
_OWNERS = ("owner", "on")
"""Arguments of a line that name whose things something was done to."""
_VOWEL = re.compile("[aeiouyàâæéèêëîïôœûü]", re.IGNORECASE)
_COUNTS = re.compile(r"^[^e]*[1-9]")
"""A number that is not nought as it is printed."""
_MINUS = "−"
_FRENCH = str.maketrans({",": "\u202f", ".": ",", "%": "\u00a0%"})


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """The words of one folder."""
    words: Catalogue = json.loads((folder / f"words.{language}.json").read_text("utf-8"))
    return words


class Words:
    """Words in one language, of one game and of the house."""

    def __init__(self, language: str, game: Game | None = None, seats: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is not one of {', '.join(LANGUAGES)}")
        self.language = language
        self.seats = tuple(seats)
        self._catalogues = [catalogue(Path(__file__).parent, language)]
        if game is not None:
            self._catalogues.insert(0, catalogue(game.folder, language))

    def __contains__(self, key: str) -> bool:
        return any(key in words for words in self._catalogues)

    def __call__(self, key: str, args: Args | None = None) -> str:
        """The words of a code, filled in."""
        args = args or {}
        for words in self._catalogues:
            if key in words:
                found = words[key]
                text = found if isinstance(found, str) else self._form(found, args.get("count", 0))
                return _PLACEHOLDER.sub(lambda hole: self._of(hole[1], self._fill(args, hole[2], hole[3])), text)
        raise KeyError(key)

    def _form(self, forms: Mapping[str, str], count: int | str) -> str:
        """The words for so many: those for none where there are some; otherwise nought is singular in French."""
        if count == 0 and "zero" in forms:
            return forms["zero"]
        return forms["one" if count == 1 or (count == 0 and self.language == "fr") else "other"]

    def _of(self, de: str | None, word: str) -> str:
        """French drops the vowel of "de" before another one."""
        if de and self.language == "fr" and _VOWEL.match(word):
            return "d’" + word
        return (de or "") + word

    def _fill(self, args: Args, name: str, kind: str | None) -> str:
        value = args[name]
        if kind is None:
            return printable(str(value))
        if kind == "number":
            return str(int(value) + 1)
        if kind == "seat":
            return self.seat(int(value))
        return self(f"{kind}.{value}")

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        if 0 <= seat < len(self.seats) and self.seats[seat]:
            return self.seats[seat]
        return self("seat", {"seat": seat})

    def number(self, value: float, form: str) -> str:
        """A number in one of Python's forms (`.9f`, `+,.2f`, `.1%`) as the language writes it; nought has no sign.

        `−1,234.5` and `46.3%`, in French `−1 234,5` and `46,3 %`.
        """
        text = format(value, form)
        if not _COUNTS.search(text):
            text = text.lstrip("+-")
        if text.startswith("-"):
            text = _MINUS + text[1:]
        return text.translate(_FRENCH) if self.language == "fr" else text

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of a hundred, as it is printed."""
        return self.number(share, f".{digits}%")

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused: the rules forbid it, or the game has no such move."""
        key = f"refuse.{refusal.code}"
        return self(key if key in self else f"fault.{refusal.code}", refusal.args)

    def fault(self, fault: Fault) -> str:
        """What is wrong with data from outside; a move that the rules refuse keeps the refusal's words."""
        return self.refusal(fault.refusal)

    def line(self, line: Line, me: int | None = None) -> str:
        """A line of the log: to who did it, to whose things it was done, to others."""
        return self(self._to("log", line, me) or f"log.{line.code}", line.args)

    def _to(self, kind: str, line: Line, me: int | None) -> str | None:
        """The key of what is said to somebody: to who did it (`.you`), to whose things it was done (`.yours`), to others."""
        mine = me is not None and me in [line.args.get(name) for name in _OWNERS]
        form = ".you" if me is not None and line.args.get("seat") == me else ".yours" if mine else ""
        return next((key for key in (f"{kind}.{line.code}{form}", f"{kind}.{line.code}") if key in self), None)

    def told(self, line: Line, me: int | None = None, piece: str | None = None) -> str:
        """What just happened, as one tells it: to who did it (`.you`), to whose things it was done (`.yours`), to others.

        `piece` is the piece of the first event that names one, as far as whoever is told may know it.
        """
        key = self._to("told", line, me)
        return self.line(line, me) if key is None else self(key, line.args if piece is None else {**line.args, "piece": piece})

    def deed(self, deed: Deed, me: int | None = None) -> str:
        """What somebody did in a game that is over, told to one of them or to all."""
        return self.told(deed.line, me, deed.piece)

    def several(self, names: Sequence[str]) -> str:
        """Several names as one speaks: "Anna, Malik and Zoé"."""
        if len(names) < 2:
            return "".join(names)
        return self("several", {"first": ", ".join(names[:-1]), "last": names[-1]})

    def move(self, move: Move, me: int | None = None) -> str:
        """What a move would do; to whose own things it is done has words of its own where a game has them (`.yours`)."""
        args = dict(move.args)
        named = f"move.{move.type}.{'.'.join(args)}"
        key = named if named in self else f"move.{move.type}"
        mine = me is not None and me in [args.get(name) for name in (*_OWNERS, "seat")]
        return self(f"{key}.yours" if mine and f"{key}.yours" in self else key, args)


def printable(text: str) -> str:
    """Text from outside in a message: whatever would break or forge a line is shown as an escape."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)


def preferred_language() -> str:
    """The language of the surroundings: French where the locale says so, English otherwise."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return "fr" if told.lower().startswith("fr") else "en"
