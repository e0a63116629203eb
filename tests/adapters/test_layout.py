"""Observations: an array says what the view says, and nothing else."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from examples.tictactoe import GAME as SMALL

from ludotheque.adapters.kinds import BYTE, Counts, Maybe, Misfit, Number, OneOf, Parts, Row, Word
from ludotheque.adapters.layout import arrays_of, layout_of
from ludotheque.games import GAMES
from ludotheque.rules.core import Fault
from ludotheque.testing.arrays import check_arrays
from tests.adapters.variants import every_variant
from tests.familiar import HANDS, QUICK
from tests.testing.guests import copy_of


class Card(msgspec.Struct, frozen=True, tag="card"):
    name: str | None


class Coin(msgspec.Struct, frozen=True, tag="coin"):
    worth: int


def written(kind, value):
    out = [0] * kind.width
    kind.write(value, out, 0)
    assert len(list(kind.slots("it"))) == kind.width
    assert all(number < slot.values for number, slot in zip(out, kind.slots("it"), strict=True))
    assert kind.read(out, 0) == value
    return out


@every_variant
def test_a_house_game_declares_all_its_bounds(game, players, options, monkeypatch):
    def measured(*_):
        raise AssertionError("a bound is missing")

    monkeypatch.setattr("ludotheque.adapters.measured.Measured.__call__", measured)
    assert layout_of.__globals__["_layout"].__wrapped__(game, players, tuple(options.items())).width > 0


def test_a_number_is_counted_from_one():
    assert written(Number(range(3, 8)), 3) == [1]
    assert written(Number(range(3, 8)), 7) == [5]
    assert written(Number(range(-2, 3)), -2) == [1]


@pytest.mark.parametrize("value", [0, 1, 254, 255, 256, 4999, 5000])
def test_a_high_number_takes_more_slots(value):
    assert written(Number(range(5001)), value) == [value // BYTE + 1, value % BYTE]


@pytest.mark.parametrize("count", [1, 255, 256, 255 * BYTE, 255 * BYTE + 1])
def test_the_highest_and_the_lowest_number_can_be_told_apart_from_nothing(count):
    for value in (0, count - 1):
        assert any(written(Maybe(Number(range(count))), value))


def test_nothing_is_all_zero():
    assert written(Maybe(Word(("a", "b"))), None) == [0]
    assert written(Maybe(Row(Word(("a", "b")), 3, varies=True)), None) == [0, 0, 0, 0]
    assert written(Maybe(Row(Word(("a", "b")), 3, varies=True)), ()) == [1, 0, 0, 0]


def test_a_row_begins_with_its_length_if_that_may_vary():
    assert written(Row(Maybe(Word(("a", "b"))), 3, varies=True), (None, "b")) == [3, 0, 2, 0]
    assert written(Row(Word(("a", "b")), 2, varies=False), ("b", "a")) == [2, 1]


def test_pieces_without_order_are_counted():
    assert written(Counts(("red", "blue"), 3), ("red", "red")) == [3, 1]


def test_each_structure_of_a_union_has_slots_of_its_own():
    kind = OneOf([Parts(Card, {"name": Maybe(Word(("ace",)))}), Parts(Coin, {"worth": Number(range(1, 6))})])
    assert written(kind, Card("ace")) == [1, 1, 0]
    assert written(kind, Coin(4)) == [2, 0, 4]
    assert written(kind, Card(None)) == [1, 0, 0]


def test_a_structure_that_may_be_all_zero_says_that_it_is_there():
    kind = Maybe(Parts(Card, {"name": Maybe(Word(("ace",)))}))
    assert written(kind, None) == [0, 0]
    assert written(kind, Card(None)) == [1, 0]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Number(range(1, 5)), 5),
        (Number(range(1, 5)), 0),
        (Word(("a",)), "b"),
        (Word((False, True)), 1),
        (Row(Word(("a",)), 2, varies=True), ("a", "a", "a")),
        (Row(Word(("a",)), 2, varies=False), ("a",)),
        (Counts(("a",), 1), ("a", "a")),
        (Counts(("a",), 1), ("b",)),
    ],
)
def test_what_does_not_fit_is_refused(kind, value):
    with pytest.raises(Misfit):
        kind.write(value, [0] * kind.width, 0)


def test_a_slot_has_a_name_and_a_field_its_place():
    layout = layout_of(SMALL, 2)
    assert [slot.name for slot in layout.slots[layout.where("cells")]] == [f"cells[{cell}]" for cell in range(9)]
    with pytest.raises(KeyError, match="no field of this layout"):
        layout.where("clouds")


def test_one_hot_has_an_indicator_for_each_value_but_nothing():
    layout = layout_of(SMALL, 2)
    play = SMALL.new(seed=1)
    play.play(SMALL.rules.MOVES[4])
    observation = layout.encode(play.view(0))
    spread = layout.one_hot(np.stack([observation, observation]))
    assert spread.shape == (2, layout.indicators)
    assert spread.sum(axis=1).tolist() == [np.count_nonzero(observation)] * 2
    starts = np.cumsum(layout.values - 1) - (layout.values - 1)
    back = [int(row.argmax()) + 1 if row.any() else 0 for row in np.split(spread[0], starts[1:])]
    assert back == observation.tolist()


def test_options_that_do_not_fit_are_a_fault():
    with pytest.raises(Fault):
        layout_of(GAMES[QUICK], 5)
    with pytest.raises(Fault):
        layout_of(GAMES[HANDS], 2, {"clouds": 3})


def test_a_guest_that_declares_nothing_is_measured(tmp_path, monkeypatch):
    guest = copy_of(tmp_path, "undeclared", monkeypatch)
    (guest.folder / "arrays.py").unlink()
    assert arrays_of(guest) is None
    assert layout_of(guest, 2).slots == layout_of(SMALL, 2).slots
    check_arrays(guest, 2, {}, 200, seed=1)


def test_what_was_never_seen_says_where_to_declare_it(tmp_path, monkeypatch):
    guest = copy_of(tmp_path, "tight", monkeypatch, arrays={"range(players)": "range(1)"})
    play = guest.new(seed=1, named={"first": 1})
    play.play(guest.rules.MOVES[0])
    with pytest.raises(Misfit, match=r"View.cells: 1 is not from 0 to 0; .*tight.arrays.bounds"):
        layout_of(guest, 2).encode(play.view(0))


def test_a_kernel_that_says_more_than_the_view_is_caught(tmp_path, monkeypatch):
    guest = copy_of(tmp_path, "talkative", monkeypatch, arrays={"2 * (s.marks[1]": "1 * (s.marks[1]"})
    with pytest.raises(AssertionError, match=r"the kernel writes 1 for cells\[\d\] instead of 2"):
        check_arrays(guest, 2, {}, 50, seed=1)
