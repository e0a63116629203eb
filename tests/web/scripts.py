"""Whole games that are short and have everything in them: the tests in the browser play them move by move.

A script is a record. The house of the tests deals, draws and lets its bots play by it, so that what people click is always the
same and every kind of move comes up in few clicks. `python -m tests.web.scripts [BOX]...` searches for
them and writes them anew.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.games import GAMES
from ludotheque.records import check
from ludotheque.rules.core import CHANCE, OVER, Fault, Json, Refused
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

FOLDER = Path(__file__).parents[1] / "games"
OPTIONS: dict[str, dict[str, bool | int]] = {
    "bonbons": {"quick": True},
    "novem": {"games": 1},
    "tableaux": {},
    "tuiles": {"stretch": 6},
    "tonoo": {},
}
BOXES = tuple(OPTIONS)
RARE = {"stop", "cover", "pass", "lay_hand"}
"""Moves that come up in some games only; a short game need not have them."""
SLOW = {"discard": 0.05}
"""Moves that lead nowhere."""


def seats_of(box: str, people: int) -> int:
    """How many play a box when so many people sit down: a bot joins them, except in Novem, which is for two.

    A game of Tableaux lasts until all 96 cards are taken, so most of them go to bots.
    """
    return {"novem": 2, "tableaux": 6}.get(box, people + 1)


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


def _price(play: Play, kinds: set[str]) -> float:
    """How long a game takes to click, and what it lacks."""
    people = play.players - 1 if play.players < 6 else 2
    moves = [(who, value) for who, value in play.entries if who >= 0]
    lacking = kinds - {str(getattr(value, "type", "")) for _, value in moves}
    shares = [sum(who == seat for who, _ in moves) for seat in range(play.players)]
    unfair = sum(max(0, 3 - share) for share in shares) * 3
    clicks = sum(1.0 if who < people else 0.3 for who, _ in moves)
    return clicks + 6 * len(lacking) + unfair + (1000 if play.outcome is None else 0)


def _again(play: Play, until: int) -> Play:
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
        found = _again(found, 0)
        _go_on(found, dice, 5000)
        for _ in range(tries):
            other = _again(found, dice.randrange(len(found.entries)))
            _go_on(other, dice, len(found.entries) + 4)
            if _price(other, kinds) <= _price(found, kinds):
                found = other
        if best is None or _price(found, kinds) < _price(best, kinds):
            best = found
    assert best is not None
    return best


# Tableaux: the pile is laid so that nearly everybody draws what they wish for ----------------------------------------------


def _together(cards: Sequence[str]) -> int:
    """How many cards of a hand belong to one tableau."""
    alike = [
        {card for card in cards if card.split("-")[part] == value} for part in (0, 1) for value in "-".join(cards).split("-")
    ]
    return max(len(one) for one in alike)


def _wish(play: Play, dice: random.Random) -> None:
    """Before somebody draws: what they need most comes to the top of the pile."""
    state: Any = play.state
    hand = list(play.view(play.to_act).hand)  # type: ignore[attr-defined]
    names = play.game.rules.CARDS  # type: ignore[attr-defined]
    top = state.in_pile - 1
    if top >= 0 and dice.random() < 0.9:
        at = max(range(state.in_pile), key=lambda n: _together([*hand, names[state.pile[n]]]))
        state.pile[at], state.pile[top] = state.pile[top], state.pile[at]


def tableaux(players: int, seed: int) -> Play:
    """A whole game in which hands are laid as soon as they come together."""
    game, dice = GAMES["tableaux"], random.Random(seed)
    play = _again(game.new(players, seed=seed, named={"first": 0}, **game.options({})), 0)
    drawn: list[str] = []
    while play.to_act != OVER:
        legal = {move.type: move for move in sorted(play.legal(), key=lambda move: dice.random())}
        early = len(play.entries) < players * 8  # the first rounds have everything in them
        order = ["lay_hand", "start", "lay", "draw", "discard", "pass"] if not early or dice.random() < 0.6 else list(legal)
        move = next(legal[kind] for kind in order if kind in legal)
        if move.type == "draw" and move["from"] == "pile":
            _wish(play, dice)
            state: Any = play.state
            drawn.append(game.rules.CARDS[state.pile[state.in_pile - 1]])  # type: ignore[attr-defined]
        play.play(move)
    deal = {**play.deal, "pile": drawn[: len(play.deal["pile"])]}
    told = Play(game, players, play.options, deal)
    for _, value in play.entries:
        told.play(value)  # type: ignore[arg-type]
    return told


def short_tableaux(players: int, tries: int) -> Play:
    """The shortest of many such games in which the piles were never turned over."""
    found: list[Play] = []
    kinds = {move.type for move in GAMES["tableaux"].rules.MOVES} - {"pass"}
    for seed in range(tries):
        with contextlib.suppress(Fault, Refused):  # a discard pile that was turned over does not fit the deal
            found.append(tableaux(players, seed))
    return min(found, key=lambda play: _price(play, kinds))


def write(boxes: Sequence[str], tries: int = 3000) -> None:
    """Search, and write what was found."""
    for box in boxes:
        for players in sorted({seats_of(box, people) for people in (1, 2)}):
            play = short_tableaux(players, 200) if box == "tableaux" else shorten(GAMES[box], players, OPTIONS[box], tries)
            record = play.record()
            check(record)
            (FOLDER / box / f"browser-{players}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
            print(box, players, "players:", sum(who >= 0 for who, _ in play.entries), "moves")


if __name__ == "__main__":
    write(sys.argv[1:] or BOXES)
