"""Records: whatever is wrong with one is said in one line, with its place and its clause."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ludotheque import records
from ludotheque.games import GAMES
from ludotheque.rules.core import Fault
from ludotheque.testing import random_play
from tests.familiar import CHANCY, HANDS, QUICK, RACE


def finished() -> dict[str, Any]:
    return random_play(GAMES[CHANCY], 3, {"capacity": 6, "show_counts": False}, seed=4, careful=True).record()


def fault_of(record: dict[str, Any]) -> Fault:
    with pytest.raises(Fault) as caught:
        records.check(record)
    return caught.value


def test_a_finished_record_is_in_order():
    record = finished()
    assert records.check(record).outcome is not None
    assert set(record) == {"format", "game", "players", "options", "deal", "moves", "result"}


def test_keys_that_a_later_version_adds_are_left_alone():
    record = finished()
    record["seats"] = [{"name": "Anna"}]
    record["moves"][0]["at"] = "20:15"
    record["result"]["reason"] = f"{CHANCY}.12"
    records.check(record)


def test_an_unfinished_record_needs_no_result():
    record = finished()
    del record["result"]
    record["moves"] = record["moves"][:10]
    assert records.check(record).outcome is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"format": "ludotheque.record/1", "game": "ton', "not_json"),
        ("[1, 2]", "not_an_object"),
        ('{"a": NaN}', "unreadable_json"),
        ("[" * 100_000, "unreadable_json"),
        ("9" * 10_000, "unreadable_json"),
        ("", "not_json"),
    ],
)
def test_a_line_that_is_no_record(line: str, code: str):
    with pytest.raises(Fault) as caught:
        records.loads(line)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "ludotheque.record/2"}, "unknown_format"),
        ({"format": None}, "unknown_format"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": 7}, "unknown_game"),
        ({"players": "3"}, "wrong_type"),
        ({"players": True}, "wrong_type"),
        ({"players": 1}, "bad_players"),
        ({"players": 7}, "bad_players"),
        ({"options": []}, "wrong_type"),
        ({"options": {"capacity": 6}}, "missing_option"),
        ({"options": {"capacity": 8, "show_counts": False}}, "bad_option"),
        ({"options": {"capacity": 6, "show_counts": 0}}, "bad_option"),
        ({"options": {"capacity": 6, "show_counts": False, "magic": 1}}, "unknown_option"),
        ({"deal": {}}, "missing_key"),
        ({"deal": {"first": 3}}, "bad_seat"),
        ({"deal": {"first": True}}, "bad_seat"),
        ({"deal": 5}, "wrong_type"),
        ({"moves": {}}, "wrong_type"),
    ],
)
def test_a_beginning_that_is_wrong(change: dict[str, Any], code: str):
    fault = fault_of({**finished(), **change})
    assert (fault.code, fault.where) == (code, "deal")


def test_a_key_that_is_missing():
    for key in ("players", "options", "deal", "moves"):
        record = finished()
        del record[key]
        assert fault_of(record).code == "missing_key"


@pytest.mark.parametrize(
    ("entry", "code", "clause"),
    [
        (7, "not_an_object", "record"),
        ({}, "no_move", "record"),
        ({"seat": 0}, "no_move", "record"),
        ({"seat": 0, "move": {"type": "draw"}, "chance": {"pawn": "red"}}, "move_and_chance", "record"),
        ({"seat": "0", "move": {"type": "draw"}}, "bad_seat", "any.3"),
        ({"seat": 9, "move": {"type": "draw"}}, "bad_seat", "any.3"),
        ({"seat": 0, "move": "draw"}, "not_an_object", "record"),
        ({"seat": 0, "move": {"type": "fly"}}, "unknown_move_type", "record"),
        ({"seat": 0, "move": {"type": "lift"}}, "bad_arguments", f"{CHANCY}.5"),
        ({"seat": 0, "move": {"type": "lift", "cylinder": 4}}, "bad_argument", f"{CHANCY}.5"),
        ({"seat": 0, "move": {"type": "lift", "cylinder": "0"}}, "bad_argument", f"{CHANCY}.5"),
        ({"seat": 0, "move": {"type": "lift", "cylinder": True}}, "bad_argument", f"{CHANCY}.5"),
        ({"seat": 0, "move": {"type": "draw", "twice": 1}}, "bad_arguments", f"{CHANCY}.3"),
        ({"seat": 0, "move": {"type": "place", "cylinder": 1}}, "draw_first", f"{CHANCY}.3"),
        ({"seat": 1, "move": {"type": "draw"}}, "not_your_turn", "any.3"),
        ({"chance": {"pawn": "red"}}, "nothing_to_draw", "any.3"),
        ({"chance": {"pawn": "pink"}}, "bad_argument", "record"),
        ({"chance": "red"}, "not_an_object", "record"),
    ],
)
def test_an_entry_that_is_wrong(entry: object, code: str, clause: str):
    record = finished()
    record["deal"] = {"first": 0}
    record["moves"] = [entry]
    fault = fault_of(record)
    assert (fault.code, fault.clause, fault.where, fault.index) == (code, clause, "move", 0)


def test_a_move_while_chance_is_to_act():
    record = finished()
    record["deal"] = {"first": 0}
    record["moves"] = [{"seat": 0, "move": {"type": "draw"}}, {"seat": 0, "move": {"type": "place", "cylinder": 0}}]
    fault = fault_of(record)
    assert (fault.code, fault.clause, fault.index) == ("chance_first", "any.3", 1)


def test_a_pawn_that_is_not_in_the_bag():
    record = finished()
    record["deal"] = {"first": 0}
    record["moves"] = []
    for turn in range(7):
        record["moves"] += [
            {"seat": turn % 3, "move": {"type": "draw"}},
            {"chance": {"pawn": "red"}},
            {"seat": turn % 3, "move": {"type": "place", "cylinder": turn % 4}},
        ]
    fault = fault_of(record)
    assert (fault.code, fault.clause, fault.index) == ("not_in_the_bag", f"{CHANCY}.3", 19)


def test_nothing_is_played_after_the_end():
    record = finished()
    record["moves"].append({"seat": 0, "move": {"type": "draw"}})
    fault = fault_of(record)
    assert (fault.code, fault.clause, fault.index) == ("over", "any.4", len(record["moves"]) - 1)


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (None, "result_missing"),
        (5, "not_an_object"),
        ({"winners": [0, 1, 2], "scores": [9, 9, 9]}, "wrong_result"),
        ({"winners": "all", "scores": []}, "bad_result"),
        ({"winners": [True]}, "bad_result"),
        ({}, "bad_result"),
    ],
)
def test_a_result_that_is_wrong(result: object, code: str):
    record = copy.deepcopy(finished())
    if result is None:
        del record["result"]
    else:
        record["result"] = result
    fault = fault_of(record)
    assert (fault.code, fault.where) == (code, "result")
    if code != "not_an_object":
        assert fault.clause.startswith(f"{CHANCY}.")


def test_a_result_before_the_end():
    record = finished()
    record["moves"] = record["moves"][:5]
    assert fault_of(record).code == "result_too_early"


def test_what_is_played_after_the_end_is_too_late_whatever_it_is():
    for entry in ({"seat": 0, "move": {"type": "fly"}}, {"chance": {"pawn": "red"}}, {"seat": 99}):
        record = finished()
        record["moves"].append(entry)
        assert fault_of(record).clause == "any.4"


def test_a_draw_in_a_game_without_chance():
    record = random_play(GAMES[QUICK], 2, {"games": 1, "show_totals": False}, seed=1).record()
    record["moves"][0] = {"chance": {"pawn": "red"}}
    assert fault_of(record).code == "nothing_is_drawn"


@pytest.mark.parametrize(
    ("slug", "option", "value", "clause"),
    [(HANDS, "teams", 4, f"{HANDS}.18"), (RACE, "stretch", 7, f"{RACE}.13"), (QUICK, "games", 3, f"{QUICK}.10")],
)
def test_an_option_out_of_range_names_its_clause(slug: str, option: str, value: int, clause: str):
    players, options = next(GAMES[slug].variants())
    record = random_play(GAMES[slug], players, options, seed=1).record()
    record["options"][option] = value
    assert fault_of(record).clause == clause
