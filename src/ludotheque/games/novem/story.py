"""What is worth telling of a match of Novem: great catches, parries, attacks on nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.rules.story import Deed, Steps, events_of, most_often

COMEBACK = 8
HIGH, LOW = 8, 2


def deeds(steps: Steps, sides: int) -> Iterator[Deed]:
    """The best first."""
    taken = [(event.count, step) for step, event in events_of(steps, "take")]
    if taken:
        tile, step = max(taken, key=lambda found: found[0])
        last = step.after.last
        if tile >= HIGH:
            yield Deed(code="catch", seat=last.seat, entry=step.number, args=crossing(last, tile))
        tile, step = min(taken, key=lambda found: found[0])
        last = step.after.last
        if tile <= LOW:
            args = {**crossing(last, tile), "owner": last.seat}
            yield Deed(code="parry", seat=1 - last.seat, entry=step.number, args=args)
    for deed in most_often(steps, "feints", "nothing", least=1, by=lambda event: 1 - (event.seat or 0)):
        yield Deed(code=deed.code, seat=deed.seat, entry=deed.entry, args={**deed.args, "owner": 1 - deed.seat})
    yield from widest(steps)


def crossing(last: object, tile: int) -> dict[str, int | str]:
    """Where a tile was taken."""
    return {"row": getattr(last, "row", ""), "column": getattr(last, "column", ""), "tile": tile}


def widest(steps: Steps) -> Iterator[Deed]:
    """novem.10: of two games, the one that was won by more."""
    games = [(step, step.after.totals[-1]) for step in steps if len(step.after.totals) > len(step.before.totals)]
    if len(games) < 2:
        return
    step, totals = max(games, key=lambda game: abs(game[1][0] - game[1][1]))
    if totals[0] != totals[1]:
        seat = int(totals[1] > totals[0])
        args = {"number": len(step.after.totals) - 1, "most": totals[seat], "least": totals[1 - seat]}
        yield Deed(code="game", seat=seat, entry=step.number, args=args)


def progress(steps: Steps) -> Iterator[tuple[int, ...]]:
    """novem.10: the points over all games, as everybody could have counted them."""
    points = [0, 0]
    for step in steps:
        for _, event in events_of([step], "take"):
            points[event.seat or 0] += event.count
        yield tuple(points)
