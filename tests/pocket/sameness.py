"""Whether another Python plays as this one does: records equal, and every number of hints and reviews within a hair.

`nice python -m tests.pocket.sameness [COUNT [FIRST]]` compares so many games of every box, from the given one on, with those of
a page's Python in Node and of one in Chromium with the network off, and says how far it has come.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from ludotheque.games import HOUSE
from tests.pocket import games
from tests.pocket.in_chromium import page_python
from tests.pocket.inside import Inside, lay
from tests.web.conftest import CHROMIUM, FLAGS

COUNT = 1000
"""Games of every box."""
ADVISED = 10
"""Of so many games one is looked at for a hint and a review."""
PLAYOUTS = 24
HAIR = 1e-12

Ask = Callable[..., Any]


def differences(asks: Mapping[str, Ask], slug: str, numbers: Iterable[int], advised: Iterable[int]) -> list[str]:
    """What differs between these games here and there; nothing, if all is well."""
    found = []
    for number in numbers:
        for where, ours, theirs in _compared(asks, "whole", slug, number):
            if ours != theirs:
                found.append(f"{slug} {number} in {where}: the record")
    for number in advised:
        for where, ours, theirs in _compared(asks, "advised", slug, number):
            assert ours, f"{slug} {number}: there is something to compare"
            found += [f"{slug} {number} in {where}: {place}" for place in unlike(ours, theirs)]
    return found


def _compared(asks: Mapping[str, Ask], function: str, slug: str, number: int) -> Iterator[tuple[str, Any, Any]]:
    """One answer of ours beside the same of everybody else."""
    ours = json.loads(json.dumps(getattr(games, function)(slug, number, PLAYOUTS)))
    for where, ask in asks.items():
        yield where, ours, ask(function, slug, number, PLAYOUTS)


def unlike(ours: Any, theirs: Any, place: str = "") -> Iterator[str]:
    """Where two answers differ: numbers by more than a hair, anything else at all."""
    if isinstance(ours, float) and isinstance(theirs, int | float):
        if abs(ours - theirs) > HAIR:
            yield f"{place}: {ours} and {theirs}"
    elif isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for name in ours:
            yield from unlike(ours[name], theirs[name], f"{place}.{name}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from unlike(one, other, f"{place}[{at}]")
    elif ours != theirs:
        yield f"{place}: {ours!r} and {theirs!r}"


def main() -> None:
    """All boxes, a few games of each at a time."""
    count, start = [*map(int, sys.argv[1:]), *(COUNT, 0)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as place, sync_playwright() as running:
        lay(Path(place))
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        with Inside(Path(place)) as inside, page_python(browser, Path(place)) as ask:
            _compare({"Node": inside.ask, "Chromium": ask}, inside, range(start, start + count))


def _compare(asks: Mapping[str, Ask], inside: Inside, games: range) -> None:
    for first in games[::ADVISED]:
        numbers = range(first, min(first + ADVISED, games.stop))
        for slug in HOUSE:
            for line in differences(asks, slug, numbers, numbers[:1]):
                print(line, flush=True)
        spent = f"{time.process_time():.0f} s here, {inside.seconds():.0f} s and {inside.megabytes():.0f} MB in Node"
        print(f"{numbers.stop - games.start} games of each of {len(HOUSE)} boxes compared; {spent}", flush=True)


if __name__ == "__main__":
    main()
