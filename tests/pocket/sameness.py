"""Whether another Python plays as this one does: records equal, and every number of hints and reviews within a hair.

`nice python -m tests.pocket.sameness [COUNT]` compares so many games of every box with those of a page's Python in Node, and says
how far it has come.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ludotheque.games import HOUSE
from tests.pocket import games
from tests.pocket.inside import Inside, lay

COUNT = 1000
"""Games of every box."""
ADVISED = 10
"""Of so many games one is looked at for a hint and a review."""
PLAYOUTS = 24
HAIR = 1e-12

Ask = Callable[..., Any]


def differences(ask: Ask, slug: str, numbers: Iterable[int], advised: Iterable[int]) -> list[str]:
    """What differs between these games here and there; nothing, if all is well."""
    found = []
    for number in numbers:
        ours, theirs = _both(ask, "whole", slug, number)
        if ours != theirs:
            found.append(f"{slug} {number}: the record")
    for number in advised:
        ours, theirs = _both(ask, "advised", slug, number)
        assert ours, f"{slug} {number}: there is something to compare"
        found += [f"{slug} {number}: {place}" for place in unlike(ours, theirs)]
    return found


def _both(ask: Ask, *question: Any) -> tuple[Any, Any]:
    function, *args = question
    ours = getattr(games, function)(*args, PLAYOUTS)
    return json.loads(json.dumps(ours)), ask(function, *args, PLAYOUTS)


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
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    with tempfile.TemporaryDirectory() as place:
        lay(Path(place))
        inside = Inside(Path(place))
        for first in range(0, count, ADVISED):
            for slug in HOUSE:
                numbers = range(first, min(first + ADVISED, count))
                for line in differences(inside.ask, slug, numbers, numbers[:1]):
                    print(line, flush=True)
            spent = f"{time.process_time():.0f} s here, {inside.seconds():.0f} s there, {inside.megabytes():.0f} MB there"
            print(f"{numbers[-1] + 1} games of each of {len(HOUSE)} boxes compared; {spent}", flush=True)
        inside.end()


if __name__ == "__main__":
    main()
