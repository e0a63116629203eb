"""Bonbons for two who forget nothing, exactly: the value of every position to the seat whose turn it is.

Everything that is turned is seen by all, nobody sees what lies face down, and names and places do not matter. So a position is a
handful of counts, and tiles that were never seen are exchangeable. The pictures that are not found yet, by what is known:

    count   square   round            count   square    round
    A       seen     mine, seen       C       unseen    mine, seen
    B       seen     theirs, seen     D       unseen    theirs, seen
    E       seen     unseen           (f)     unseen    unseen, which follows from the others

and U, O: how many rounds in my row and in theirs nobody has seen; WRAPPED: who holds five rounds for the wrapper; COINS: how many
coins have been seen, or what lies under them. A position is one integer: one more of something is `+ A`.

Whatever turns up something new, or finds a pair, cannot be undone. What can be repeated is only a turn that shows nothing new,
and such a turn changes nothing but whose turn it is. So positions are solved in the order of what is still hidden, each together
with the same one seen from the other side, and nothing is iterated (`settle`).

That is play without a limit. With the limit of any.1 in earnest there are `left` entries before it, and a turn leads to fewer:
the same functions answer, from the values for two to four entries less (`settle_limited`).
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Protocol

from ludotheque.rules.kernel import Ints, Reals, kernel

A, C, U = 1, 1 << 3, 1 << 6
B, D, O = 1 << 9, 1 << 12, 1 << 15  # noqa: E741
E = 1 << 18
COINS = 1 << 24
WRAPPED = 1 << 28

SEEN_COINS = 3
"""COINS up to this: so many of the three were seen and lie in the grid. Beyond: they were laid on a round ..."""
ON_UNSEEN, ON_DEAD_UNSEEN, ON_DEAD_SEEN, NO_COINS = 4, 5, 6, 7
"""... that nobody has seen; or that was seen, its square (which no round fits any more) unseen or seen; or there are none."""
NOBODY, MINE, THEIRS = 0, 1, 2
"""WRAPPED: the wrapper lies hidden; I have five rounds; they have."""

ROW = 6
ROWS = 56
"""Ways to have at most five rounds of three sorts."""
MOST_E, CASES = 35, 24
SIZE = ROWS * ROWS * MOST_E * CASES

ROW_NUMBER = tuple(
    sum(1 for x in range(a + 1) for y in range(ROW - x) for z in range(ROW - x - y) if (x, y, z) < (a, c, u))
    for a in range(ROW)
    for c in range(ROW)
    for u in range(ROW)
)
"""The number of a row by its three counts; rows of more than five do not come up."""

NO_LIMIT = 1 << 40
"""Entries left when nobody counts them. Then values are kept once."""
KEPT = 8
"""For how many numbers of entries values are kept when they are counted: more than the entries of any turn."""

INLINE = False
"""Kernels here call each other in many places (see `rules.kernel`): all put into one they take nine seconds to compile."""
UNSOLVED = 2.0
"""Where no value is known yet: the end of such a turn is worth less than anything else."""

ON_MINE, ON_THEIRS, ON_HIDDEN, ON_NOTHING = 0, 1, 2, 3
"""What the round of a turned square is: mine and seen, theirs and seen, unseen; or the square fits no round."""
OF_MINE, OF_THEIRS, OF_MINE_LOST, OF_THEIRS_LOST = 0, 1, 2, 3
"""What a round turned first is: mine or theirs with its square seen, or with its square unseen."""


# A position ----------------------------------------------------------------------------------------------------------


class Values(Protocol):
    """The chance to win, by entries left (modulo how many are kept) and number of the position."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: tuple[int, int], /) -> float: ...


@kernel
def mine(p: int) -> int:
    """Rounds that I have still to find."""
    return (p & 7) + (p >> 3 & 7) + (p >> 6 & 7)


@kernel
def theirs(p: int) -> int:
    """Rounds that they have still to find."""
    return (p >> 9 & 7) + (p >> 12 & 7) + (p >> 15 & 7)


@kernel
def coins(p: int) -> int:
    """What is known of the coins."""
    return p >> 24 & 15


@kernel
def wrapped(p: int) -> int:
    """Who holds five rounds."""
    return p >> 28


@kernel
def hidden(p: int, reserve: int) -> int:
    """Rounds that nobody has seen, wherever they are; `reserve` is how many were set aside in the beginning."""
    count = (p >> 6 & 7) + (p >> 15 & 7) + reserve
    if wrapped(p) != NOBODY:
        count -= 1
    if coins(p) == ON_UNSEEN:
        count += 1
    return count


@kernel
def unseen_coins(p: int) -> int:
    """Coins in the grid that nobody has seen."""
    if coins(p) <= SEEN_COINS:
        return SEEN_COINS - coins(p)
    return 0


@kernel
def unseen_squares(p: int, reserve: int) -> int:
    """Squares in the grid that nobody has seen."""
    count = (p >> 3 & 7) + (p >> 12 & 7) + hidden(p, reserve) - (p >> 18 & 63) + unseen_coins(p)
    if coins(p) == ON_DEAD_UNSEEN:
        count += 1
    if wrapped(p) == NOBODY:
        count += 1
    return count


@kernel
def seen_squares(p: int) -> int:
    """Squares in the grid that lie face down and were seen: with one of them a turn can be passed."""
    count = (p & 7) + (p >> 9 & 7) + (p >> 18 & 63)
    if coins(p) <= SEEN_COINS:
        count += coins(p)
    if coins(p) == ON_DEAD_SEEN:
        count += 1
    return count


@kernel
def turned_round(p: int) -> int:
    """The same position from the other side."""
    wrapper = 0
    if wrapped(p) != NOBODY:
        wrapper = 3 - wrapped(p)
    return (p & 511) << 9 | (p >> 9 & 511) | (p & 1023 << 18) | wrapper << 28


@kernel
def number(p: int) -> int:
    """Where the value of a position stands."""
    own = ROW_NUMBER[((p & 7) * ROW + (p >> 3 & 7)) * ROW + (p >> 6 & 7)]
    other = ROW_NUMBER[((p >> 9 & 7) * ROW + (p >> 12 & 7)) * ROW + (p >> 15 & 7)]
    return ((own * ROWS + other) * MOST_E + (p >> 18 & 63)) * CASES + coins(p) * 3 + wrapped(p)


# Ends of a turn ------------------------------------------------------------------------------------------------------


@kernel
def for_ever(p: int) -> float:
    """any.1: what it is worth when nobody has found all: who has found more wins, as many share."""
    ahead = theirs(p) - mine(p)
    if wrapped(p) == MINE:
        ahead += 1
    if wrapped(p) == THEIRS:
        ahead -= 1
    if ahead > 0:
        return 1.0
    if ahead < 0:
        return 0.0
    return 0.5


@kernel
def kept(values: Values, left: int, p: int) -> float:
    """The value of a position when a turn begins."""
    return values[left % len(values), number(p)]


@kernel
def end(values: Values, left: int, p: int) -> float:
    """The turn passes."""
    return 1.0 - kept(values, left, turned_round(p))


@kernel
def again(values: Values, left: int, p: int) -> float:
    """bonbons.8: a pair was found; it was the last one (bonbons.20), or I play again, or I decline."""
    if mine(p) == 0:
        return 1.0
    if left == 0:
        return for_ever(p)
    return max(kept(values, left, p), end(values, left - 1, p))


@kernel
def give(values: Values, left: int, p: int) -> float:
    """bonbons.12: a round was stolen; one of mine goes over: with its square seen, or not, or itself unseen."""
    if left == 0:
        return for_ever(p + B)  # it counts when it is mine
    best = -1.0
    if p & 7:
        best = max(best, again(values, left - 1, p - A + B))
    if p >> 3 & 7:
        best = max(best, again(values, left - 1, p - C + D))
    if p >> 6 & 7:
        best = max(best, again(values, left - 1, p - U + O))
    return best


@kernel
def cover(values: Values, left: int, p: int) -> float:
    """bonbons.15: the coins are laid on one of mine, which ends the turn."""
    if left == 0:
        return for_ever(p)
    if mine(p) == 1:
        return 1.0
    rest = p - coins(p) * COINS
    best = -1.0
    if p & 7:
        best = max(best, end(values, left - 1, rest - A + ON_DEAD_SEEN * COINS))
    if p >> 3 & 7:
        best = max(best, end(values, left - 1, rest - C + ON_DEAD_UNSEEN * COINS))
    if p >> 6 & 7:
        best = max(best, end(values, left - 1, rest - U + ON_UNSEEN * COINS))
    return best


# The second tile -----------------------------------------------------------------------------------------------------


@kernel
def unseen_round(values: Values, reserve: int, left: int, p: int, fits: bool, own: bool) -> float:
    """After a square, a round that nobody has seen, mine or theirs; `fits`: the square's round is among the unseen ones."""
    all_, seen = hidden(p, reserve), p >> 18 & 63
    total = 0.0
    row, with_square, without = O, B, D
    if own:
        row, with_square, without = U, A, C
    if fits:
        total += again(values, left, p - row - E) if own else give(values, left, p - row - E)
    others = seen - fits
    if others > 0:
        total += others * end(values, left, p - row - E + with_square)
    if all_ > seen:
        total += (all_ - seen) * end(values, left, p - row + without)
    return total / all_


@kernel
def after_square(values: Values, reserve: int, left: int, p: int, what: int) -> float:
    """bonbons.7: a square is turned; stop, or turn a round. A round that was seen and does not fit is as good as stopping."""
    if left == 0:
        return for_ever(p)
    best = end(values, left - 1, p)
    if what == ON_MINE:
        best = max(best, again(values, left - 1, p - A))
    if what == ON_THEIRS:
        best = max(best, give(values, left - 1, p - B))
    if p >> 6 & 7:
        best = max(best, unseen_round(values, reserve, left - 1, p, what == ON_HIDDEN, True))
    if p >> 15 & 7:
        best = max(best, unseen_round(values, reserve, left - 1, p, what == ON_HIDDEN, False))
    return best


@kernel
def unseen_square(values: Values, reserve: int, left: int, p: int, what: int, coin: float) -> float:
    """A square that nobody has seen, which ends the turn unless it fits the round `what`, or is a coin, worth `coin` then."""
    total = 0.0
    of_mine, of_theirs = p >> 3 & 7, p >> 12 & 7
    nowhere = hidden(p, reserve) - (p >> 18 & 63)
    if what == OF_MINE_LOST:
        total += again(values, left, p - C)
        of_mine -= 1
    if what == OF_THEIRS_LOST:
        total += give(values, left, p - D)
        of_theirs -= 1
    if of_mine > 0:
        total += of_mine * end(values, left, p - C + A)
    if of_theirs > 0:
        total += of_theirs * end(values, left, p - D + B)
    if nowhere > 0:
        total += nowhere * end(values, left, p + E)
    if coins(p) == ON_DEAD_UNSEEN:
        total += end(values, left, p + COINS)
    if wrapped(p) == NOBODY:
        total += end(values, left, p + U + MINE * WRAPPED)  # bonbons.18
    if unseen_coins(p) > 0:
        total += unseen_coins(p) * coin
    return total / unseen_squares(p, reserve)


@kernel
def after_round(values: Values, reserve: int, left: int, p: int, what: int) -> float:
    """bonbons.7: a round was turned first, and a square must follow: the one that fits, another seen one, or an unseen one."""
    if left == 0:
        return for_ever(p)
    best = -1.0
    if what == OF_MINE:
        best = again(values, left - 1, p - A)
    if what == OF_THEIRS:
        best = give(values, left - 1, p - B)
    others = seen_squares(p)
    if what == OF_MINE or what == OF_THEIRS:
        others -= 1
    if others > 0:
        best = max(best, end(values, left - 1, p))
    if unseen_squares(p, reserve) > 0:
        coin = 0.0
        if unseen_coins(p) > 0:
            coin = end(values, left - 1, p + COINS)  # bonbons.17: no match
        best = max(best, unseen_square(values, reserve, left - 1, p, what, coin))
    return best


# Coins ---------------------------------------------------------------------------------------------------------------


@kernel
def after_two_coins(values: Values, reserve: int, left: int, p: int) -> float:
    """bonbons.17: stop, or turn one more square."""
    if left == 0:
        return for_ever(p)
    best = end(values, left - 1, p)
    if coins(p) == SEEN_COINS:
        return max(best, cover(values, left - 1, p))
    return max(best, unseen_square(values, reserve, left - 1, p, -1, cover(values, left - 1, p)))


@kernel
def after_coin(values: Values, reserve: int, left: int, p: int) -> float:
    """bonbons.14: a coin was turned first; stop, look at a round (no match), or go on for the other two."""
    if left == 0:
        return for_ever(p)
    best = end(values, left - 1, p)
    if p >> 6 & 7:
        best = max(best, unseen_round(values, reserve, left - 1, p, False, True))
    if p >> 15 & 7:
        best = max(best, unseen_round(values, reserve, left - 1, p, False, False))
    if coins(p) > 1:
        best = max(best, after_two_coins(values, reserve, left - 1, p))
    if coins(p) < SEEN_COINS:
        second = after_two_coins(values, reserve, left - 1, p + COINS)
        best = max(best, unseen_square(values, reserve, left - 1, p, -1, second))
    return best


# The first tile ------------------------------------------------------------------------------------------------------


@kernel
def first_unseen_square(values: Values, reserve: int, left: int, p: int) -> float:
    """A turn that begins with a square that nobody has seen."""
    total = 0.0
    nowhere = hidden(p, reserve) - (p >> 18 & 63)
    if p >> 3 & 7:
        total += (p >> 3 & 7) * after_square(values, reserve, left, p - C + A, ON_MINE)
    if p >> 12 & 7:
        total += (p >> 12 & 7) * after_square(values, reserve, left, p - D + B, ON_THEIRS)
    if nowhere > 0:
        total += nowhere * after_square(values, reserve, left, p + E, ON_HIDDEN)
    if coins(p) == ON_DEAD_UNSEEN:
        total += after_square(values, reserve, left, p + COINS, ON_NOTHING)
    if wrapped(p) == NOBODY:
        total += after_square(values, reserve, left, p + U + MINE * WRAPPED, ON_NOTHING)
    if unseen_coins(p) > 0:
        total += unseen_coins(p) * after_coin(values, reserve, left, p + COINS)
    return total / unseen_squares(p, reserve)


@kernel
def first_unseen_round(values: Values, reserve: int, left: int, p: int, own: bool) -> float:
    """A turn that begins with a round that nobody has seen, mine or theirs."""
    all_, seen = hidden(p, reserve), p >> 18 & 63
    total = 0.0
    if own:
        if seen > 0:
            total += seen * after_round(values, reserve, left, p - U - E + A, OF_MINE)
        if all_ > seen:
            total += (all_ - seen) * after_round(values, reserve, left, p - U + C, OF_MINE_LOST)
    else:
        if seen > 0:
            total += seen * after_round(values, reserve, left, p - O - E + B, OF_THEIRS)
        if all_ > seen:
            total += (all_ - seen) * after_round(values, reserve, left, p - O + D, OF_THEIRS_LOST)
    return total / all_


@kernel
def best_turn(values: Values, reserve: int, left: int, p: int) -> float:
    """The best that a turn can come to. While the position is unsolved, passing is left out: it is worth less than anything."""
    best = -1.0
    if p & 7:
        best = max(after_square(values, reserve, left - 1, p, ON_MINE), after_round(values, reserve, left - 1, p, OF_MINE))
    if p >> 9 & 7:
        best = max(
            best, after_square(values, reserve, left - 1, p, ON_THEIRS), after_round(values, reserve, left - 1, p, OF_THEIRS)
        )
    if p >> 18 & 63:
        best = max(best, after_square(values, reserve, left - 1, p, ON_HIDDEN))
    if coins(p) == ON_DEAD_SEEN:
        best = max(best, after_square(values, reserve, left - 1, p, ON_NOTHING))
    if coins(p) > 0 and coins(p) <= SEEN_COINS:
        best = max(best, after_coin(values, reserve, left - 1, p))
    if p >> 3 & 7:
        best = max(best, after_round(values, reserve, left - 1, p, OF_MINE_LOST))
    if p >> 12 & 7:
        best = max(best, after_round(values, reserve, left - 1, p, OF_THEIRS_LOST))
    if unseen_squares(p, reserve) > 0:
        best = max(best, first_unseen_square(values, reserve, left - 1, p))
    if p >> 6 & 7:
        best = max(best, first_unseen_round(values, reserve, left - 1, p, True))
    if p >> 15 & 7:
        best = max(best, first_unseen_round(values, reserve, left - 1, p, False))
    return best


# Solving -------------------------------------------------------------------------------------------------------------


@kernel
def settle(values: Reals, reserve: int, p: int) -> bool:
    """Solve a position without limit, and the same from the other side; whether both would rather wait.

    Say that going on is worth `here` to me, and `there` to them in my place. If that is 1 or more together, whoever is to
    play goes on. If not, both would rather pass, which can go on for ever; so it is worth what waiting for ever is worth,
    unless going on is better for me than that, or leaving it to them worse.
    """
    other = turned_round(p)
    here, there = best_turn(values, reserve, NO_LIMIT, p), best_turn(values, reserve, NO_LIMIT, other)
    waits = seen_squares(p) > 0 and here < 1.0 - there
    if waits:
        here = min(max(for_ever(p), here), 1.0 - there)
        there = 1.0 - here
    values[0, number(p)] = here
    values[0, number(other)] = there
    return waits


@kernel
def settle_all(values: Reals, reserve: int, positions: Ints) -> int:
    """Solve positions in this order, in which nothing comes before what it leads to; how many both would rather wait in."""
    waits = 0
    for i in range(len(positions)):
        if values[0, number(positions[i])] == UNSOLVED:
            if settle(values, reserve, positions[i]):
                waits += 1
    return waits


@kernel
def worst_gap(values: Reals, reserve: int, positions: Ints) -> float:
    """How far any solved position is from the best that a turn can come to there, passing included."""
    worst = 0.0
    for i in range(len(positions)):
        worst = max(worst, abs(best_turn(values, reserve, NO_LIMIT, positions[i]) - values[0, number(positions[i])]))
    return worst


@kernel
def settle_limited(values: Reals, reserve: int, positions: Ints, left: int) -> int:
    """Solve all positions with so many entries left; how many are not worth what they are with `KEPT` // 2 fewer."""
    changed = 0
    row, before = left % len(values), (left - len(values) // 2) % len(values)
    for i in range(len(positions)):
        at = number(positions[i])
        worth = for_ever(positions[i]) if left == 0 else best_turn(values, reserve, left, positions[i])
        values[row, at] = worth
        if worth != values[before, at]:
            changed += 1
    return changed
