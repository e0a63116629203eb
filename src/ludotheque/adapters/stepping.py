"""Thousands of tables, one move at each, inside one compiled call. Bound to one game's compiled rules, engine and arrays.

Every array lies flat: table `i` has `masks[i * moves]` and what follows, `observations[i * width]` and what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import Dice, below, seed_dice
from ludotheque.rules.kernel import Ints, Numbers, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.adapters import unwritten as arrays
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

WHIMS = 1 << 62
"""Streams from here on choose moves at random; those below deal and draw."""


LONG = 128
"""A longer mask is cleared where it was set, which is therefore noted."""


class Room(NamedTuple):
    """All tables at once, and what is shown of them."""

    states: Any
    blank: Any
    numbers: Ints
    """Which game of the seed each of them plays."""
    dice: Ints
    whims: Ints
    actions: Ints
    """What is to be played next."""
    choices: Ints
    """A legal action for each, drawn at random."""
    seats: Any
    set_at: Any
    """Where long masks are set, table by table, and how many places that are."""
    set_count: Any
    masks: Any
    observations: Any
    rewards: Any
    over: Any


class Sizes(NamedTuple):
    """What is the same for all tables of a room."""

    seed: int
    tables: int
    players: int
    moves: int
    width: int
    kept: int
    kept_until: int
    """Numbers of an observation that stay from one step to the next: `encode` changes them where they have changed."""


@kernel
def first_illegal(room: Room, sizes: Sizes) -> int:
    """The first table whose action is not legal, or -1."""
    for i in range(sizes.tables):
        action = room.actions[i]
        if action < 0 or action >= sizes.moves or room.masks[i * sizes.moves + action] == 0:
            return i
    return -1


@kernel
def start_games(room: Room, sizes: Sizes, buffer: Numbers, dice: Dice, start: int, stop: int) -> None:
    """Deal anew at tables `start` to `stop` - 1 and show them."""
    for i in range(start, stop):
        seed_dice(dice, sizes.seed, WHIMS + i)
        room.whims[i] = dice[0]
        deal(room, sizes, i, dice)
        room.dice[i] = dice[0]
        room.over[i] = 0
        clear_rewards(room, sizes, i)
        clear_whole_mask(room, sizes, i)
        show(room, sizes, i, buffer, dice)


@kernel
def step_games(room: Room, sizes: Sizes, buffer: Numbers, dice: Dice, start: int, stop: int) -> None:
    """Play the action of each table, let chance settle what it has to, deal anew where it is over, and show them."""
    for i in range(start, stop):
        state = room.states[i]
        dice[0] = room.dice[i]
        clear_mask(room, sizes, i)
        engine.step(state, room.actions[i])
        if engine.OUTCOMES > 0:
            while state.ended == RUNNING and rules.to_act(state) == CHANCE:
                engine.step(state, engine.draw(state, buffer, dice))
        clear_rewards(room, sizes, i)
        if state.ended == RUNNING:
            room.over[i] = 0
        else:
            room.over[i] = 1
            reward(room, sizes, i)
            room.numbers[i] += sizes.tables
            deal(room, sizes, i, dice)
        room.dice[i] = dice[0]
        show(room, sizes, i, buffer, dice)


@kernel
def deal(room: Room, sizes: Sizes, i: int, dice: Dice) -> None:
    """A new game, dealt by dice of its own."""
    room.states[i] = room.blank[0]
    seed_dice(dice, sizes.seed, room.numbers[i])
    rules.deal(room.states[i], dice)


@kernel
def clear_rewards(room: Room, sizes: Sizes, i: int) -> None:
    """Nothing was won."""
    for seat in range(sizes.players):
        room.rewards[i * sizes.players + seat] = 0.0


@kernel
def clear_whole_mask(room: Room, sizes: Sizes, i: int) -> None:
    """Nothing is legal."""
    for action in range(sizes.moves):
        room.masks[i * sizes.moves + action] = 0


@kernel
def clear_mask(room: Room, sizes: Sizes, i: int) -> None:
    """What was legal before the move is no longer shown."""
    if sizes.moves <= LONG:
        clear_whole_mask(room, sizes, i)
    else:
        row = i * sizes.moves
        for at in range(room.set_count[i]):
            room.masks[row + room.set_at[row + at]] = 0


@kernel
def reward(room: Room, sizes: Sizes, i: int) -> None:
    """Everyone put in one, and the winners share it (`stakes.py`)."""
    state = room.states[i]
    winners = 0
    for seat in range(sizes.players):
        winners += engine.wins(state, seat)
    if winners == 0:
        return
    for seat in range(sizes.players):
        room.rewards[i * sizes.players + seat] = sizes.players / winners - 1.0 if engine.wins(state, seat) else -1.0


@kernel
def show(room: Room, sizes: Sizes, i: int, buffer: Numbers, dice: Dice) -> None:
    """What is legal, one such action at random, and what the seat to act sees."""
    state = room.states[i]
    seat = rules.to_act(state)
    room.seats[i] = seat
    mask = i * sizes.moves
    count = rules.legal(state, buffer)
    for at in range(count):
        room.masks[mask + buffer[at]] = 1
    if sizes.moves > LONG:
        room.set_count[i] = count
        for at in range(count):
            room.set_at[mask + at] = buffer[at]
    dice[0] = room.whims[i]
    room.choices[i] = buffer[below(dice, count)]
    room.whims[i] = dice[0]
    row = i * sizes.width
    clear(room.observations, row, row + sizes.kept)
    clear(room.observations, row + sizes.kept_until, row + sizes.width)
    arrays.encode(state, seat, seat, room.observations, row)


@kernel
def clear(out: Any, start: int, stop: int) -> None:
    """Nothing is there."""
    for slot in range(start, stop):
        out[slot] = 0


@kernel
def observe_all(states: Any, seats: Ints, out: Any, width: int) -> None:
    """What one seat sees of each state, whoever is to act."""
    for i in range(len(states)):
        clear(out, i * width, (i + 1) * width)
        arrays.encode(states[i], seats[i], engine.to_act(states[i]), out, i * width)
