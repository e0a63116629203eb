"""Whole games that are short and have everything in them: the tests in the browser play them move by move.

A script is a record. The house of the tests deals, draws and lets its bots play by it, so that what people click is always the
same and every kind of move comes up in few clicks. `python -m tests.web.scripts [BOX]...` searches for
them and writes them anew.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.games import GAMES
from ludotheque.records import check
from ludotheque.rules.core import CHANCE, OVER, Json
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from tests.web.box import BOXES, box_of

FOLDER = Path(__file__).parents[1] / "games"
RARE = {"stop", "cover", "pass", "lay_hand"}
"""Moves that come up in some games only; a short game need not have them."""
SLOW = {"discard": 0.05}
"""Moves that lead nowhere."""


def seats_of(box: str, people: int) -> int:
    """How many play a box when so many people sit down."""
    return box_of(box).seats(people)


def script(box: str, players: int) -> Json:
    """The short game of a box for so many players."""
    found: Json = json.loads((FOLDER / box / f"browser-{players}.json").read_text("utf-8"))
    return found


# Searching for them --------------------------------------------------------------------------------------------------


def _go_on(play: Play, dice: random.Random, limit: int) -> None:
    while play.to_act != OVER and len(play.entries) < limit:
        if play.to_act == CHANCE:
            play.draw(dice.choice(play.chances())[0])
        else:
            legal = play.legal()
            kinds = sorted({move.type for move in legal})  # kinds first, or drawing and discarding go on for ever
            kind = dice.choices(kinds, [SLOW.get(kind, 1.0) for kind in kinds])[0]
            play.play(dice.choice([move for move in legal if move.type == kind]))


def price(play: Play, kinds: set[str]) -> float:
    """How long a game takes to click, and what it lacks."""
    people = play.players - 1 if play.players < 6 else 2
    moves = [(who, value) for who, value in play.entries if who >= 0]
    lacking = kinds - {str(getattr(value, "type", "")) for _, value in moves}
    shares = [sum(who == seat for who, _ in moves) for seat in range(play.players)]
    unfair = sum(max(0, 3 - share) for share in shares) * 3
    clicks = sum(1.0 if who < people else 0.3 for who, _ in moves)
    return clicks + 6 * len(lacking) + unfair + (1000 if play.outcome is None else 0)


def again(play: Play, until: int) -> Play:
    """The same game up to a moment."""
    twin = Play(play.game, play.players, play.options, play.deal)
    for who, value in play.entries[:until]:
        (twin.draw if who == CHANCE else twin.play)(value)  # type: ignore[operator]
    return twin


def shorten(game: Game, players: int, options: Any, tries: int) -> Play:
    """A short game: play at random, go back to some moment, play on differently, keep what is shorter."""
    dice = random.Random(f"{game.slug} {players}")
    kinds = {move.type for move in game.rules.MOVES} - RARE
    best: Play | None = None
    for _ in range(4):
        found = game.new(players, seed=dice.randrange(10**6), named={"first": 0}, **game.options(options))
        found = again(found, 0)
        _go_on(found, dice, 5000)
        for _ in range(tries):
            other = again(found, dice.randrange(len(found.entries)))
            _go_on(other, dice, len(found.entries) + 4)
            if price(other, kinds) <= price(found, kinds):
                found = other
        if best is None or price(found, kinds) < price(best, kinds):
            best = found
    assert best is not None
    return best


def write(boxes: Sequence[str], tries: int = 3000) -> None:
    """Search, and write what was found."""
    for box in boxes:
        for players in sorted({seats_of(box, people) for people in (1, 2)}):
            found = box_of(box)
            play = found.search(players) if found.search else shorten(GAMES[box], players, found.options, tries)
            record = play.record()
            check(record)
            (FOLDER / box / f"browser-{players}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
            print(box, players, "players:", sum(who >= 0 for who, _ in play.entries), "moves")


if __name__ == "__main__":
    write(sys.argv[1:] or BOXES)
