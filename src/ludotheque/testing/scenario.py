"""Scenarios that read like the rule sheet: start from a given deal, play moves by their text, look at what players notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.games import game as find_game
from ludotheque.rules.core import CHANCE, SPECTATOR, Chance, Json, Move, Refusal, View
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

F = TypeVar("F", bound=Callable[..., Any])


def rule(*clauses: str) -> Callable[[F], F]:
    """`@rule("mygame.12")`: this test proves that clause."""
    import pytest

    return pytest.mark.rule(*clauses)


def start(game: Game | str, players: int, deal: Json, **options: bool | int) -> Play:
    """A play from a given deal. Chance waits to be told."""
    found = find_game(game) if isinstance(game, str) else game
    return Play(found, players, found.options(options), deal)


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
    assert isinstance(move, Move), f"{text} is drawn by chance, nobody plays it"
    found = play.refusal(play.to_act if seat is None else seat, move)
    assert found is not None, f"{text} is allowed"
    return found


def clause(play: Play, text: str, seat: int | None = None) -> str:
    """The clause that forbids a move."""
    return refusal(play, text, seat).clause


def legal(play: Play) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in play.legal()}


def sees(play: Play, seat: int = SPECTATOR) -> Any:
    """What a seat sees (typed as Any: each game has its own view)."""
    view: View = play.view(seat)
    return view


def waits(play: Play, *texts: str) -> list[bool]:
    """After which of these entries a table waits until all have looked: a turn ended with something on show (`reveals`)."""
    found = []
    for text in texts:
        before = sees(play)
        run(play, text)
        found.append(play.game.reveals(before, sees(play)))
    return found


__all__ = ["CHANCE", "Play", "clause", "legal", "refusal", "rule", "run", "sees", "start", "waits"]
