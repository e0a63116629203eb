"""Games that are over, with all their deeds and their logs: a story is held against the log, which other lines of code write."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque import records
from ludotheque.games import game
from ludotheque.rules.play import Play
from ludotheque.rules.story import Deed, steps_of
from ludotheque.testing import random_play

GAMES = Path(__file__).parent / "games"


def finished(slug: str) -> Iterator[Play]:
    """The golden records of a game, and a random game in each variant."""
    for path in sorted(GAMES.joinpath(slug).glob("browser-*.json")):
        yield records.replay(json.loads(path.read_text("utf-8")))
    for players, options in game(slug).variants():
        yield random_play(game(slug), players, options, 7, careful=True, until=1500)


class Logged(NamedTuple):
    """What the log said of an entry while it was new."""

    entry: int
    code: str
    args: dict[str, Any]


class Retold(NamedTuple):
    """A game with everything that is worth telling of it, and its log."""

    deeds: dict[str, list[Deed]]
    log: list[Logged]

    def deed(self, code: str) -> Deed | None:
        """The deed of this name, if there was one."""
        found = self.deeds.get(code, [])
        assert len(found) < 2, found
        return found[0] if found else None

    def of(self, *codes: str) -> list[Logged]:
        """What the log has under these codes."""
        return [line for line in self.log if line.code in codes]

    def most(self, *codes: str, least: int) -> tuple[int, int, int] | None:
        """Who alone did most of these things, how many, and the last of them; nothing when it is too little to tell."""
        counts = Counter(line.args["seat"] for line in self.of(*codes))
        best = [seat for seat, count in counts.items() if count == max(counts.values())]
        if len(best) != 1 or counts[best[0]] < least:
            return None
        return best[0], counts[best[0]], max(line.entry for line in self.of(*codes) if line.args["seat"] == best[0])


def told(deed: Deed | None) -> tuple[int, int, int] | None:
    """Who, how often and when at last, as `Retold.most` says it."""
    return None if deed is None else (deed.seat, int(deed.args["count"]), deed.entry)


def retold(slug: str) -> list[Retold]:
    """Every finished game of a box with its deeds and its log."""
    found = []
    for play in finished(slug):
        teller = play.game.storyteller
        assert teller is not None
        deeds: dict[str, list[Deed]] = {}
        for deed in teller.deeds(steps_of(play), play.game.rules.sides(play.players, play.options)):
            deeds.setdefault(deed.code, []).append(deed)
        lines = [Logged(entry, line.now.code, dict(line.now.args)) for entry, line in enumerate(play.told(), 1)]
        found.append(Retold(deeds, lines))
    return found
