"""Arrays without NumPy do what NumPy's do, as far as `ludotheque.rules.arrays` promises it."""

from __future__ import annotations

import ctypes
import random
from typing import Annotated, Any

import numpy as np
import pytest

from ludotheque.pocket import arrays
from ludotheque.rules.native import record_type
from ludotheque.rules.state import BaseState, carrier, from_record, to_record

KINDS = {int: np.int64, float: np.float64, bool: np.bool_}
DOINGS: list[Any] = [
    lambda a: a.tolist(),
    lambda a: len(a),
    lambda a: [a[i].tolist() if len(a.shape) > 1 else a[i] for i in range(len(a))],
    lambda a: a[1:3].tolist(),
    lambda a: a[:0].tolist(),
    lambda a: a[2:][0:1].tolist(),
    lambda a: a[-1].tolist() if len(a.shape) > 1 else a[-1],
    lambda a: a.__setitem__(slice(None), 1),
    lambda a: a.__setitem__(slice(1, 3), 0),
]
FLAT: list[Any] = [
    lambda a: a.__setitem__(slice(1, 3), [0, 1]),
    lambda a: a.__setitem__(slice(0, 2), a[1:3]),
    lambda a: a.__setitem__(2, 1),
]
SQUARE: list[Any] = [
    lambda a: a[1, 2],
    lambda a: a[1, :2].tolist(),
    lambda a: a.__setitem__((2, 1), 1),
    lambda a: a.__setitem__((2, slice(0, 2)), [1, 0]),
    lambda a: a.__setitem__((1, slice(None)), a[0]),
    lambda a: a.__setitem__(0, a[2]),
    lambda a: a[2].__setitem__(0, 1),
]


def as_list(found: Any) -> Any:
    return (
        found.item() if isinstance(found, np.generic) else [as_list(one) for one in found] if isinstance(found, list) else found
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("shape", "more"), [((4,), FLAT), ((3, 3), SQUARE)])
def test_whatever_is_done_to_both_they_stay_the_same(kind: type, shape: tuple[int, ...], more: list[Any]):
    chance = random.Random(7)
    for _ in range(50):
        ours, theirs = arrays.room(kind, shape), np.zeros(shape, KINDS[kind])
        for doing in chance.choices(DOINGS + more, k=12):
            assert as_list(doing(ours)) == as_list(doing(theirs))
        assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(3,), (0,), (2, 3), (2, 3, 4), (0, 5)])
def test_kernels_are_told_what_numpy_says_of_the_same_array(kind: type, shape: tuple[int, ...]):
    ours, theirs = arrays.room(kind, shape), np.zeros(shape, KINDS[kind])
    count, size, address, *rest = ours.slots()[2:]
    assert (count, size) == (theirs.size, theirs.itemsize)
    assert rest[: len(shape)] == list(shape)
    if theirs.size:
        assert rest[len(shape) :] == list(theirs.strides)
        (ctypes.c_char * size).from_address(address).raw = np.ones(1, KINDS[kind]).tobytes()
        assert ours[(0,) * len(shape)] == 1


class Sweets(BaseState):
    """Four numbers of every state, one of its own and three in a row."""

    turn: int
    bag: Annotated[list[int], 3]


def test_states_lie_as_numpys_do_and_hold_the_same():
    state = carrier(Sweets)()
    state.players, state.turn, state.bag[:] = 3, 1, [7, 8, 9]
    ours, theirs = arrays.states(Sweets, 2), np.zeros(2, record_type(Sweets))
    for made in (ours, theirs):
        to_record(state, Sweets, made[1])
        assert from_record(made[1], Sweets) == state
    count, size, address = ours.slots()[2:5]
    assert (ctypes.c_char * (count * size)).from_address(address).raw == theirs.tobytes()
    assert ours[1:].slots()[2:] == (1, size, address + size, 1, size)


def test_a_plain_kernel_works_on_a_state():
    made = arrays.states(Sweets, 2)
    state = made[0]
    state.turn, state.bag[2] = 5, 6
    made[1] = made[0]
    assert made[1].turn == 5
    assert made[1].bag.tolist() == [0, 0, 6]
    with pytest.raises(AttributeError, match="purse"):
        _ = state.purse


def test_what_numpy_would_refuse_is_refused():
    made = arrays.room(int, (3, 2))
    for wrong in (lambda: made[3], lambda: made[0][2], lambda: made[::2], lambda: arrays.states(Sweets, 1)[1]):
        with pytest.raises(IndexError):
            wrong()
    for values in ([1, 2, 3], arrays.room(int, (3,)), arrays.room(float, (2,))):
        with pytest.raises(ValueError, match=r"no room|different"):
            made[0] = values
