"""Records in which everything happens that a game can tell: `test_told` walks them entry by entry, `strips` films them.

A game can say the verbs that stand in its `events.py`, and tell what its catalogue has words for (`told.<code>`). The records of
a box, `tests/games/<slug>/walk-<n>.json`, have all of it between them. `python -m tests.web.walks [BOX]...` searches for them and
writes them anew: games of given tables, dealt and played from seeds, that end when nothing new is left to come.
"""

from __future__ import annotations

import ast
import itertools
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludotheque.games import GAMES
from ludotheque.records import check
from ludotheque.rules.core import CHANCE, OVER, Event, Told, Value
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.testing.playthroughs import NAMES
from ludotheque.texts import catalogue
from tests.web.box import BOXES, Walk, box_of
from tests.web.scripts import FOLDER, again

SEEDS = 60
"""How many games are tried for a record."""
LENGTH = 400
"""Entries after which nothing new is expected any more."""

# What a game can tell ------------------------------------------------------------------------------------------------


def verbs_in(path: Path) -> set[str]:
    """Every verb of an events module: each is written out where an event is made, or a name that is given one just before."""
    tree = ast.parse(path.read_text("utf-8"))
    given = [
        keyword.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event"
        for keyword in node.keywords
        if keyword.arg == "verb"
    ]
    names = {node.id for node in given if isinstance(node, ast.Name)}
    named = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and names & {getattr(target, "id", "") for target in node.targets}
    ]
    return {verb for node in given + named if not isinstance(node, ast.Name) for verb in _written(node, path)}


def _written(node: ast.expr, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _written(node.body, path)
        yield from _written(node.orelse, path)
    else:
        raise AssertionError(f"{path}:{node.lineno}: write out which verb this is, so that a record that has it can be demanded")


@cache
def verbs_of(slug: str) -> frozenset[str]:
    """The verbs that a game can say."""
    return frozenset(verbs_in(GAMES[slug].folder / "events.py"))


@cache
def codes_of(slug: str) -> frozenset[str]:
    """What a game has words for when it is told to everybody."""
    told = (key.split(".") for key in catalogue(GAMES[slug].folder, "en") if key.startswith("told."))
    return frozenset(code for _, code, *whom in told if not whom)


class Happened(NamedTuple):
    """What everybody sees happen with one entry."""

    events: tuple[Event, ...]
    told: Told

    @property
    def verbs(self) -> set[str]:
        """What happened, by its verbs."""
        return {event.verb for event in self.events}

    @property
    def kinds(self) -> set[str]:
        """The verbs, what is told now, and what is left of it later."""
        return {*self.verbs, f"told.{self.told.now.code}", f"told.{self.told.later.code}"}


def happened(play: Play) -> Iterator[Happened]:
    """What happens with each entry of a play."""
    stage = again(play, 0)
    views = [stage.view()]
    for entry in play.entries:
        stage.enter(*entry)
        views.append(stage.view())
    for (before, after), told in zip(itertools.pairwise(views), play.told(), strict=True):
        yield Happened(play.game.happened(before, after), told)


def walks(slug: str) -> list[tuple[Path, Play]]:
    """The records of a box, played again."""
    paths = sorted((FOLDER / slug).glob("walk-*.json"))
    return [(path, check(json.loads(path.read_text("utf-8")))) for path in paths]


def lacking(slug: str, plays: Iterable[Play]) -> set[str]:
    """What a game can tell and none of these plays has."""
    wanted = verbs_of(slug) | {f"told.{code}" for code in codes_of(slug)}
    return set(wanted.difference(*(one.kinds for play in plays for one in happened(play))))


# Searching for them --------------------------------------------------------------------------------------------------


def _kinds(play: Play, value: Value) -> set[str]:
    """What would happen."""
    game, before, twin = play.game, play.view(), play.copy()
    twin.enter(play.to_act, value)
    after = twin.view()
    return Happened(game.happened(before, after), game.rules.tell(before, value, after)).kinds


def _eager(play: Play, walk: Walk, wanted: set[str], dice: random.Random) -> None:
    """Whatever brings something new; else what leads there, kinds of moves first, or drawing and discarding go on for ever."""
    while wanted and play.to_act != OVER and len(play.entries) < LENGTH:
        values: list[Value] = [chance for chance, _ in play.chances()] if play.to_act == CHANCE else list(play.legal())
        by_kind: dict[str, list[Value]] = {}
        for value in walk.lean(play, values) or values:
            by_kind.setdefault(getattr(value, "type", ""), []).append(value)
        found = {value: _kinds(play, value) & wanted for value in dice.sample(values, min(len(values), 12))}
        best = max(found, key=lambda value: len(found[value]))
        if not found[best]:
            best = dice.choice(by_kind[dice.choice(sorted(by_kind))])
        wanted = wanted - _kinds(play, best)
        play.enter(play.to_act, best)


def _told(play: Play, wanted: set[str]) -> Play:
    """A play up to the last moment that has something new."""
    seen: set[str] = set()
    last = 0
    for at, one in enumerate(happened(play)):
        if (one.kinds & wanted) - seen:
            last = at + 1
        seen |= one.kinds
    return again(play, last)


def _record(game: Game, walk: Walk, wanted: set[str]) -> Play:
    """Of many games the one that lacks least, and the shortest of those."""
    best: tuple[tuple[int, int], Play] | None = None
    for seed in range(SEEDS):
        play = again(game.new(walk.players, seed=seed, named={"first": 0}, **game.options(walk.options)), 0)
        _eager(play, walk, set(wanted), random.Random(seed))
        play = _told(play, wanted)
        left = wanted.difference(*(one.kinds for one in happened(play)))
        price = len(left), len(play.entries)
        if best is None or price < best[0]:
            best = price, play
    assert best is not None
    return best[1]


def write(boxes: Sequence[str]) -> None:
    """Search, and write what was found."""
    for box in boxes:
        plays: list[Play] = []
        for at, walk in enumerate(box_of(box).walks, 1):
            wanted = lacking(box, plays)
            plays.append(_record(GAMES[box], walk, wanted))
            record = {**plays[-1].record(), "seats": [{"name": name} for name in NAMES[: walk.players]]}
            check(record)
            moves = ",\n  ".join(json.dumps(entry) for entry in record.pop("moves"))
            head = json.dumps(record).removesuffix("}")
            (FOLDER / box / f"walk-{at}.json").write_text(f'{head},\n "moves": [\n  {moves}\n ]\n}}\n', "utf-8")
            left = ", ".join(sorted(lacking(box, plays))) or "nothing"
            print(f"{box} {at}: {len(plays[-1].entries)} entries; still lacking: {left}", flush=True)


if __name__ == "__main__":
    write(sys.argv[1:] or BOXES)
