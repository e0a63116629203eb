"""A table of Bonbons as a handful of counts: all that matters to players who forget nothing, with any number of seats.

Everything that is turned is seen by all, and tiles that were never seen are exchangeable (`solve.kernels.solution` has the same
for two). Of each seat, the mover first and then in the order of play, the rounds that it has still to find:

    A   seen, and its square too: a pair for whoever turns it
    C   seen, its square not
    U   seen by nobody

and E: squares seen whose round nobody has seen; COINS: how many coins have been seen, or what lies under them; WRAPPED: whether
the wrapper was found. A position is one integer: one more of something of seat i is `+ (A << BITS * i)`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.rules.kernel import kernel

SORTS = 6
"""A seat has none to five rounds of each sort."""
A, C, U = 1, SORTS, SORTS * SORTS
BITS = 8
"""What a seat takes."""
E = 1 << 48
COINS = 1 << 54
WRAPPED = 1 << 57
BEYOND = 58
"""Bits above this are not used."""

SEEN_COINS = 3
"""COINS up to this: so many of the three were seen and lie in the grid. Beyond: they were laid on a round ..."""
ON_UNSEEN, ON_DEAD_UNSEEN, ON_DEAD_SEEN, NO_COINS = 4, 5, 6, 7
"""... that nobody has seen; or that was seen, its square (which no round fits any more) unseen or seen; or there are none."""

INLINE = False


@kernel
def row_of(p: int, seat: int) -> int:
    """The rounds of a seat, all in one number."""
    return p >> BITS * seat & 255


@kernel
def both(p: int, seat: int) -> int:
    """A: rounds seen, and their squares too."""
    return (p >> BITS * seat & 255) % SORTS


@kernel
def lone(p: int, seat: int) -> int:
    """C: rounds seen, their squares not."""
    return (p >> BITS * seat & 255) // SORTS % SORTS


@kernel
def unseen(p: int, seat: int) -> int:
    """U: rounds that nobody has seen."""
    return (p >> BITS * seat & 255) // U


@kernel
def one(sort: int, seat: int) -> int:
    """What a position grows by with one more round of a sort."""
    return sort << BITS * seat


@kernel
def squares_alone(p: int) -> int:
    """E: squares seen whose round nobody has seen."""
    return p >> 48 & 63


@kernel
def coins(p: int) -> int:
    """What is known of the coins."""
    return p >> 54 & 7


@kernel
def wrapped(p: int) -> int:
    """Whether the wrapper was found."""
    return p >> 57 & 1


@kernel
def to_find(p: int, seat: int) -> int:
    """Rounds that a seat has still to find."""
    row = p >> BITS * seat & 255
    return row % SORTS + row // SORTS % SORTS + row // U


@kernel
def hidden(p: int, seats: int, reserve: int) -> int:
    """Rounds that nobody has seen, wherever they are; `reserve` is how many were set aside in the beginning."""
    count = reserve
    for seat in range(seats):
        count += unseen(p, seat)
    if wrapped(p) == 1 and reserve > 0:
        count -= 1
    if coins(p) == ON_UNSEEN:
        count += 1
    return count


@kernel
def unseen_coins(p: int) -> int:
    """Coins in the grid that nobody has seen."""
    return SEEN_COINS - coins(p) if coins(p) <= SEEN_COINS else 0


@kernel
def unseen_squares(p: int, seats: int, reserve: int) -> int:
    """Squares in the grid that nobody has seen."""
    count = hidden(p, seats, reserve) - squares_alone(p) + unseen_coins(p) + 1 - wrapped(p)
    for seat in range(seats):
        count += lone(p, seat)
    if coins(p) == ON_DEAD_UNSEEN:
        count += 1
    return count


@kernel
def seen_squares(p: int, seats: int) -> int:
    """Squares in the grid that lie face down and were seen: with one of them a turn can be passed."""
    count = squares_alone(p)
    for seat in range(seats):
        count += both(p, seat)
    if coins(p) <= SEEN_COINS:
        count += coins(p)
    if coins(p) == ON_DEAD_SEEN:
        count += 1
    return count


@kernel
def passed_on(p: int, seats: int) -> int:
    """The same position when the turn has passed: the seat that was second is first."""
    rows = p & (1 << BITS * seats) - 1
    return (p - rows) | rows >> BITS | (rows & 255) << BITS * (seats - 1)


@kernel
def unwrapped(p: int, reserve: int) -> int:
    """bonbons.18: the mover has found the wrapper, and draws a round if there is one (bonbons.19)."""
    return p + WRAPPED + (U if reserve > 0 else 0)
