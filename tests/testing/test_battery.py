"""What the battery says when a game is broken: seed, entry, field and both values."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from examples.tictactoe import GAME
from msgspec.structs import replace

from ludotheque.rules.core import View
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState
from ludotheque.testing import check_carriers_agree, check_declaration, check_moves, check_no_leaks, check_plays
from tests.testing.guests import copy_of

PLACE = r"tictactoe, 2 players, seed \d+, after \d+ entries(, the last one mark cell=\d)?: "
Broken = Callable[..., Game]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Broken:
    name = re.sub(r"\W", "_", request.node.name)
    return lambda **changes: copy_of(tmp_path, name, monkeypatch, **changes)


def said_by(check: Callable[..., None], game: Game, **more: object) -> str:
    with pytest.raises(AssertionError) as caught:
        check(game, 2, {}, 10, seed=1, **more)
    return str(caught.value)


def test_a_leak_names_the_field_and_both_values():
    def leaky(state: BaseState, seat: int) -> View:
        view = GAME.view(state, seat)
        return replace(view, cells=(*view.cells[:4], state.first, *view.cells[5:]))  # who started is not in a view

    said = said_by(check_no_leaks, GAME, look=leaky)
    assert re.match(PLACE + r"seat 0 can tell two positions apart that look the same to it: view\.cells\[4\]: 1, not 0$", said), (
        said
    )


def test_a_refusal_that_tells_names_the_move_and_both_values(broken: Broken):
    game = broken(
        rules={'Refusal("taken", "tictactoe.1", {"cell": value["cell"]})': 'Refusal("taken", "tictactoe.1", {"cell": s.first})'}
    )
    said = said_by(check_no_leaks, game)
    assert re.search(r"seat \d can tell .*: moves\.mark cell=\d\.args\.cell: 1, not 0$", said), said


def test_a_piece_that_vanished_is_counted(broken: Broken):
    game = broken(
        rules={"def dealt(": "def material(s: State) -> dict[str, int]:\n    return {'cells': s.marks[0]}\n\n\ndef dealt("}
    )
    said = said_by(check_moves, game)
    assert re.match(PLACE + r"mark cell=\d: a piece appeared or vanished \(`material`\): cells: \d+, not \d+$", said), said


def test_a_move_that_is_refused_although_it_is_legal_is_named(broken: Broken):
    game = broken(rules={"            n += 1\n": "            n += 1 if cell > 0 or taken == 0 else 0\n"})
    said = said_by(check_plays, game)
    assert "seed 1" in said


def test_looking_that_changes_the_position_names_the_field(broken: Broken):
    game = broken(
        rules={
            '    """Everything is open."""\n    return View(': '    """Everything is open."""\n    s.first += 1\n    return View('
        }
    )
    said = said_by(check_moves, game)
    assert re.match(PLACE + r"looking, or playing a copy, changed the position: first: \d+, not \d+$", said), said


def test_carriers_that_part_ways_name_game_and_entry(broken: Broken):
    game = broken(
        rules={
            "        s.turn = 1 - s.turn\n": "        s.turn = 1 - s.turn if STILL else s.turn\n",
            "CELLS = 9\n": "CELLS = 9\nSTILL = True\n",
        }
    )
    game.compiled.warm_up()  # compiled with the constant as it is
    vars(game.rules)["STILL"] = False
    said = said_by(check_carriers_agree, game)
    assert said == "tictactoe, 2 players, {}, seed 1, game 0: the plain carrier ended before entry 4"


def test_a_game_without_a_winner_says_so(broken: Broken):
    game = broken(rules={"    return won_by_row(s, seat) or not won_by_row(s, 1 - seat)": "    return False"})
    assert re.match(PLACE + "nobody won$", said_by(check_plays, game))


def test_chance_does_not_act_before_anybody_has_moved(broken: Broken):
    game = broken(
        rules={
            "    return s.turn\n": "    return s.turn if s.marks[0] + s.marks[1] else -1\n",
            "MOVE_CLAUSES =": "CHANCES = (core.Chance(cell=0),)\nMOVE_CLAUSES =",
        }
    )
    said = said_by(check_plays, game)
    assert re.match(PLACE + "no seat is to act after the deal: what is drawn before anybody moves belongs to the deal$", said), (
        said
    )


def test_a_view_that_json_changes_is_named(broken: Broken):
    game = broken(rules={"cells: tuple[int | None, ...]": "cells: list[int | None]"})
    assert re.search(r"on its way to JSON and back: cells: \[.*\], not \(", said_by(check_plays, game))


def test_seats_that_are_said_to_see_the_same_and_do_not_are_named(broken: Broken):
    game = broken(
        rules={
            "def tell(": "def eyes(s: State, seat: int) -> int:\n    return 0\n\n\ndef tell(",
            '    """Everything is open."""\n': '    """Not the middle, but for who starts."""\n    middle = s.first == seat\n',
            "None) for cell in range(CELLS)": "None) for cell in range(CELLS) if cell != 4 or middle",
        }
    )
    said = said_by(check_plays, game)
    assert re.search(r"`eyes` gives seat \d somebody else's view: cells", said), said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({'SLUG = "tictactoe"': 'SLUG = "Tic-Tac-Toe"'}, "SLUG: 'Tic-Tac-Toe' is not a slug: 2 to 24 lower-case letters"),
        ({'SLUG = "tictactoe"': 'SLUG = "any"'}, "SLUG: 'any' cannot be a slug: the house needs the word itself"),
        ({"for cell in range(CELLS))\nMOVE": "for cell in (0, 1, 1))\nMOVE"}, "MOVES names a move twice: mark cell=1"),
        (
            {'{"mark": "tictactoe.1"}': '{"put": "tictactoe.1"}'},
            "MOVE_CLAUSES lacks ['mark'] and names ['put'], which is no move",
        ),
    ],
)
def test_a_declaration_that_is_not_whole(broken: Broken, changes: dict[str, str], words: str):
    with pytest.raises(AssertionError) as caught:
        check_declaration(broken(rules=changes))
    assert str(caught.value).startswith(words)
