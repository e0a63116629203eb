"""A game without a board of its own is drawn from its view, in words, on places that its moves name."""

from __future__ import annotations

import io
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
from examples.tictactoe import GAME
from rich.console import Console, RenderableType

from ludotheque.rules.core import Move, View
from ludotheque.rules.game import Game
from ludotheque.rules.shapes import fields_of_seats
from ludotheque.terminal.boards import board_of
from ludotheque.terminal.generic import GenericBoard, places_of
from ludotheque.texts import Words
from tests.web.stalls import GAME as STALLS

COMMON: Mapping[str, Any] = {"game": "x", "players": 2, "options": {}, "seat": 0, "entries": 0, "to_act": 0}


class Drew(msgspec.Struct):
    seat: int
    card: int | None


class Everything(View, frozen=True, kw_only=True):
    reserve: int
    open_hand: tuple[str, ...]
    flags: tuple[bool, ...]
    scores: tuple[int, ...]
    rows: tuple[tuple[int | None, ...], ...]
    last: Drew | None
    nothing: tuple[int, ...]
    ready: bool


def drawn(shown: RenderableType) -> list[str]:
    file = io.StringIO()
    Console(file=file, width=80, no_color=True).print(shown)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def board(*moves: Move) -> GenericBoard:
    game: Any = SimpleNamespace(rules=SimpleNamespace(MOVES=moves))
    return GenericBoard(places_of(game), {"scores"})


VIEW = Everything(
    **COMMON,
    reserve=1,
    open_hand=("[red]", "fox"),
    flags=(False, False, True),
    scores=(3, 4),
    rows=((1, None, 2), (None, 0, 1), (1, 1, 1)),
    last=Drew(1, None),
    nothing=(),
    ready=True,
)


def test_tic_tac_toe_is_a_board_with_numbers_where_one_may_mark():
    play = GAME.new(named={"first": 0})
    play.play(GAME.move({"type": "mark", "cell": 4}))
    play.play(GAME.move({"type": "mark", "cell": 0}))
    assert drawn(board_of(GAME)(play.view(), Words("en", GAME))) == [
        "Cells",
        "┌───┬───┬───┐",
        "│ ○ │ 2 │ 3 │",
        "├───┼───┼───┤",
        "│ 4 │ ✕ │ 6 │",
        "├───┼───┼───┤",
        "│ 7 │ 8 │ 9 │",
        "└───┴───┴───┘",
    ]


def test_everything_a_view_may_hold_is_said_in_words():
    said = drawn(board()(VIEW, Words("en", seats=["Anna", "Ben"])))
    assert "Reserve  1" in said
    assert "Open hand  [red]  fox" in said  # what looks like markup is printed; two cards are not one for each of two players
    assert " Ben    4" in said
    assert "Flags  no  no  yes" in said
    assert "│ 1 │ · │ 2 │" in said
    assert "Last  seat Ben, card ·" in said
    assert "Nothing  ·" in said
    assert "Ready  yes" in said


def test_places_are_numbered_only_where_moves_name_exactly_these():
    nine = [Move("put", row=place) for place in range(9)]
    assert "│ 1 │ 2 │ 2 │" in drawn(board(*nine)(VIEW, Words("en")))
    for others in (nine[:8], [Move("put", cell=place) for place in range(9)], [Move("put", row=place + 1) for place in range(9)]):
        assert "│ 1 │ · │ 2 │" in drawn(board(*others)(VIEW, Words("en")))


def test_words_of_the_game_come_before_names_of_fields(monkeypatch):
    own = {"board.reserve": "In the bag", "piece.fox": "Renard", "rows.0": "void", "board.flags": "{count} flags"}
    words = Words("en", seats=["Anna", "Ben"])
    words._catalogues.insert(0, own)
    said = drawn(board()(VIEW, words))
    assert "In the bag  1" in said
    own["board.reserve"] = "{seat:seat} has the bag"
    assert "Ben has the bag" in drawn(board()(VIEW, words))
    assert "Open hand  [red]  Renard" in said
    assert any("void" in line for line in said)
    assert "Flags  no  no  yes" in said  # words with a hole that nobody fills are not for this


def test_what_is_hidden_stays_a_dot():
    hidden = msgspec.structs.replace(VIEW, rows=((None,) * 3,) * 3)
    assert drawn(board()(hidden, Words("fr"))).count("│ · │ · │ · │") == 3


def test_what_every_seat_has_is_found_by_playing_with_different_numbers():
    assert fields_of_seats(Game("ludotheque.skeleton.game")) == ("counts", "stopped", "hands")
    assert fields_of_seats(GAME) == ()
    assert len(STALLS.new().view().stalls) == 2  # type: ignore[attr-defined]
    assert fields_of_seats(STALLS) == (), "one for each of two players, and a place that moves name"
