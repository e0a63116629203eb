"""Sixty frames a second in principle: styles move only what a browser moves without laying out or painting anything anew.

What scripts animate is caught in the browser while every kind of event is told (`test_told`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web/src"
SMOOTH = {"transform", "translate", "rotate", "scale", "opacity"}
"""What a browser moves without laying out or painting anything anew."""
KEYFRAMES = re.compile(r"@keyframes\s+[\w-]+\s*\{(?:[^{}]*\{[^{}]*\})*\s*\}")


def moved(styles: str) -> Iterator[str]:
    """Every property that these styles move, by a transition or by keyframes."""
    for listed in re.findall(r"\btransition:([^;}]*)", styles):
        yield from (one.split()[0] for one in re.sub(r"\([^()]*\)", "", listed).split(",") if one.strip() != "none")
    for found in KEYFRAMES.findall(styles):
        for block in re.findall(r"\{([^{}]*)\}", found):
            yield from re.findall(r"([\w-]+)\s*:", block)


def test_what_moves_is_found() -> None:
    styles = """a { transition: left var(--fast) cubic-bezier(0.2, 0.8, 0.2, 1), opacity 0.2s; } b { transition: none }
    @keyframes grow { from { width: 0; opacity: 0.5 } 50%, 60% { transform: none } }"""
    assert set(moved(styles)) == {"left", "opacity", "width", "transform"}


def test_styles_move_only_what_moves_smoothly() -> None:
    sheets = [path for path in SOURCES.rglob("*") if path.suffix in (".svelte", ".css")]
    found = {path.relative_to(SOURCES).as_posix(): set(moved(path.read_text("utf-8"))) for path in sheets}
    assert any(found.values())
    assert not {path: properties - SMOOTH for path, properties in found.items() if properties - SMOOTH}
