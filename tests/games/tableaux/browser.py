"""Tableaux in a browser: where its moves are touched, how a short game is found, and cards that are dragged."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from typing import Any

from ludotheque.games import GAMES
from ludotheque.rules.core import OVER, Fault, Json, Move, Refused, Value
from ludotheque.rules.play import Play
from tests.games.tableaux.gallery import (
    a_few_keys_make_any_move_and_the_focus_is_never_lost,
    every_part_is_seen_whole_at_every_size,
    partners_can_be_helped_from_a_phone_that_is_a_hand,
)
from tests.web.box import Box, Walk
from tests.web.hands import Hand


def touch(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    kind = move["type"]
    if kind == "draw":
        return [page.locator(".pile").nth(("pile", "discard").index(move["from"]))]
    if kind in ("lay_hand", "pass"):
        both = len({one.type for one in play.legal()} & {"lay_hand", "pass"}) == 2
        return [page.locator(".say .button").nth(1 if both and kind == "pass" else 0)]
    held = page.locator(".held").nth(list(play.view(seat).hand).index(move["card"]))  # type: ignore[attr-defined]
    if kind == "discard":
        return [held, page.locator(".pile").nth(1)]
    where = ".wait" if move["on"] == seat else f".other[data-seat='{move['on']}'] .target"
    return [held, page.locator(where)]


def hand(self: Hand) -> None:
    """Draw, lay what can be laid, throw away the rest."""
    page = self.page
    if self.first(".say .button", ".pile.can"):
        return
    useful = page.locator(".held.useful")
    self.act(useful.first if useful.count() else page.locator(".held").first)
    if not self.first(".wait.can", ".other .target"):
        self.first(".pile[data-drop]")


def cards_are_laid_and_thrown_away_by_dragging(visitor: Any) -> None:
    from tests.web.fingers import BOT, drag, sit_down
    from tests.web.hands import ask

    page = visitor(size=(390, 844))
    table, game = sit_down(page, "tableaux", *[BOT] * (BOX.seats(1) - 1))
    dragged = set()
    while dragged != {"lay", "discard"}:
        game.until(game.waiting(0))
        move = game.record["moves"][game.at]["move"]
        if move["type"] in ("lay", "discard"):
            game.people[0].ready(game.play)
            drag(page, *touch(page, game.play, 0, move))
            dragged.add(move["type"])
            game.made()
        else:
            game.until(game.at + 1)
    game.until(game.waiting(0))
    game.people[0].ready(game.play)
    assert ask(page, "GET", f"/tables/{table}/log")["seq"] == game.at


# A short game: the pile is laid so that nearly everybody draws what they wish for ------------------------------------------


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


def whole_game(players: int, seed: int) -> Play:
    """A whole game in which hands are laid as soon as they come together."""
    from tests.web.scripts import again

    game, dice = GAMES["tableaux"], random.Random(seed)
    play = again(game.new(players, seed=seed, named={"first": 0}, **game.options({})), 0)
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


def search(players: int, tries: int = 200) -> Play:
    """The shortest of many such games in which the piles were never turned over."""
    from tests.web.scripts import price

    found: list[Play] = []
    kinds = {move.type for move in GAMES["tableaux"].rules.MOVES} - {"pass"}
    for seed in range(tries):
        with contextlib.suppress(Fault, Refused):  # a discard pile that was turned over does not fit the deal
            found.append(whole_game(players, seed))
    return min(found, key=lambda play: price(play, kinds))


def use_up_the_pile(play: Play, values: list[Value]) -> list[Value]:
    """Turned over it is only when nobody takes what was thrown away; alone the last card becomes it when all others are laid."""
    view: Any = play.view()
    source = "pile" if view.pile > 1 else "discard"
    by = {
        kind: [value for value in values if isinstance(value, Move) and value.type == kind] for kind in ("draw", "lay", "discard")
    }
    return [draw for draw in by["draw"] if draw["from"] == source] or by["lay"] or by["discard"]


BOX = Box(
    touch=touch,
    seats=lambda people: 6,  # a game lasts until all 96 cards are taken, so most of them go to bots
    search=search,
    walks=(Walk(6, {"teams": 3}, lean=use_up_the_pile),),
    out_of_turn=".pile",
    forbidden=("play", ".pile >> nth=0", "tableaux.6"),
    shows="view.last !== null && view.last.type === 'drew' && view.last.seat !== view.seat",
    language="en-GB",
    recalls=False,
    players=3,
    moves=13,
    hand=hand,
    held=(".hand .held", 76),
    parts=".other, .piles, .trophies, .gauge, .own, .hand",
    endless=True,
    checks=(
        cards_are_laid_and_thrown_away_by_dragging,
        every_part_is_seen_whole_at_every_size,
        a_few_keys_make_any_move_and_the_focus_is_never_lost,
        partners_can_be_helped_from_a_phone_that_is_a_hand,
    ),
)
