"""What is said at the door, before there is a page that could say it: a `Problem`, and its words for whoever reads them raw."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from ludotheque.texts import LANGUAGES, catalogue

FOLDER = Path(__file__).parent


@lru_cache(maxsize=64)
def refusal(code: str) -> bytes:
    """The body of a refusal."""
    words = {language: catalogue(FOLDER, language)[f"refuse.{code}"] for language in LANGUAGES}
    return msgspec.json.encode({"code": code, "clause": "house", "args": {}, "words": words})
