"""Scenarios that read like the rule sheet: start from a given deal, play moves by their text, look at what players notice."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque
from ludotheque.rules.core import CHANCE, Chance, Move, Refusal, View
from ludotheque.rules.play import Play

rule = pytest.mark.rule
"""`@rule("bonbons.12")`: this test proves that clause."""


def start(slug: str, players: int, deal: dict[str, Any], **options: bool | int) -> Play:
    """A play from a given deal. Chance waits to be told."""
    game = ludotheque.game(slug)
    return Play(game, players, game.options(options), deal)


def run(play: Play, *texts: str) -> Play:
    """Play moves and draws by their text form: `run(play, "draw", "pawn=red", "place cylinder=2")`."""
    for text in texts:
        value = play.game.parse(text)
        if isinstance(value, Chance):
            play.draw(value)
        else:
            assert isinstance(value, Move)
            play.play(value)
    return play


def refusal(play: Play, text: str, seat: int | None = None) -> Refusal:
    """The refusal of a move for the seat to act (or another one); the position stays as it is."""
    move = play.game.parse(text)
    assert isinstance(move, Move)
    found = play.refusal(play.to_act if seat is None else seat, move)
    assert found is not None, f"{text} is allowed"
    return found


def clause(play: Play, text: str, seat: int | None = None) -> str:
    """The clause that forbids a move."""
    return refusal(play, text, seat).clause


def legal(play: Play) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in play.legal()}


def seen(play: Play, seat: int = ludotheque.SPECTATOR) -> Any:
    """What a seat sees (typed as Any: each game has its own view)."""
    view: View = play.view(seat)
    return view


__all__ = ["CHANCE", "Play", "clause", "legal", "refusal", "rule", "run", "seen", "start"]
