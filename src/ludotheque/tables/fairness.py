"""Fair deals: the hash of the deal and a salt is shown before the first move, both are shown after the end."""

from __future__ import annotations

import hashlib
import json
import secrets

from ludotheque.rules.core import Json


def new_salt() -> str:
    """A salt that makes the deal impossible to guess from its hash."""
    return secrets.token_hex(16)


def digest(deal: Json, salt: str) -> str:
    """SHA-256 of the UTF-8 of `{"deal":...,"salt":...}` as compact JSON with sorted keys."""
    text = json.dumps({"deal": deal, "salt": salt}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
