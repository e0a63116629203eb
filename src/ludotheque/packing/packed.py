"""Packing tightly: LZMA, which pages unpack themselves, since not every web server compresses what it hands out."""

from __future__ import annotations

import hashlib
import lzma
import os
from pathlib import Path

from ludotheque.rules.kernel import cache_home

SUFFIX = ".lzma"


def packed(data: bytes) -> bytes:
    """The same, packed; what was packed once is kept, since it takes seconds."""
    kept = _place() / hashlib.sha256(data).hexdigest()
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(lzma.compress(data, format=lzma.FORMAT_ALONE, preset=9 | lzma.PRESET_EXTREME))
        written.replace(kept)
    return kept.read_bytes()


def _place() -> Path:
    return cache_home() / "pocket" / "packed"
