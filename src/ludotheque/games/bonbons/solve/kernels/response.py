"""The best response to a way of playing Bonbons for two: written apart, from the clauses, without a function of the solver's.

One player goes by a table of values (what each position is worth when a turn begins) and plays what is best by it; the other, who
responds, knows that and does whatever is best against it. A turn is played out on a table of counts, tile by tile, and taken
back. Every way through it comes to two numbers: what the table says of it, by which the first one chooses, and what it is worth
to who responds. Moves that are as good by the table are chosen among as suits who responds: nothing hangs on how ties are broken.

With the solver it shares how positions are numbered, and the order in which they come.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ludotheque.rules.kernel import Ints, Reals, kernel

INLINE = False

UNKNOWN, ACTS, WAITS, UNDER, COIN = 0, 1, 2, 3, 4
"""Pictures that are not found, by their round: never seen, seen in the row of who acts or of who waits, seen under the coins;
and coins."""
SEEN = 5
"""Added to these when the square was seen; without it, it lies somewhere in the grid."""
WRAPPER, ROW, BURIED, FIVE, COINS = 10, 10, 13, 14, 15
"""Further counts: the wrapper, while it lies hidden; ROW + ACTS and ROW + WAITS: rounds never seen in a row; one under the coins;
who has five rounds; whether the game has coins. (ROW is no count of its own.)"""
COUNTS = 16

GIVEN = 3
"""Coins that are needed."""
SAME = 1e-12
"""What differs by less is as good."""
PASSED, BARRED = -9.0, -1.0
"""What a pass is worth when it is only asked whether there is one, and when there shall be none."""

Worth: TypeAlias = tuple[float, float]
"""What the table says to who acts, and what it is worth to who responds."""


class Turn(NamedTuple):
    """One turn, and what is known of those after it."""

    table: Ints
    """The counts."""
    root: int
    """The position in which the turn began: who comes back to it has passed."""
    responds: bool
    """Whether the one who responds acts."""
    chances: Reals
    """By position: what it is worth to who begins a turn there, as the table of values says."""
    same: Reals
    """By position: what it is worth to who responds when who acts begins another turn there;"""
    other: Reals
    """when the other one begins a turn there."""
    passed: Worth
    """What passing is worth."""


# Counts --------------------------------------------------------------------------------------------------------------


@kernel
def lay_out(table: Ints, p: int, reserve: int) -> None:
    """The counts of a position."""
    table[:] = 0
    table[SEEN + ACTS], table[ACTS], table[ROW + ACTS] = p & 7, p >> 3 & 7, p >> 6 & 7
    table[SEEN + WAITS], table[WAITS], table[ROW + WAITS] = p >> 9 & 7, p >> 12 & 7, p >> 15 & 7
    table[SEEN + UNKNOWN] = p >> 18 & 63
    known, table[FIVE] = p >> 24 & 15, p >> 28
    table[WRAPPER] = 1 if table[FIVE] == 0 else 0
    table[COINS] = 0 if known == 7 else 1
    if known <= GIVEN:
        table[SEEN + COIN], table[COIN] = known, GIVEN - known
    elif known == 4:
        table[BURIED] = 1
    elif known == 5:
        table[UNDER] = 1
    elif known == 6:
        table[SEEN + UNDER] = 1
    drawn = 1 - table[WRAPPER]
    never = table[ROW + ACTS] + table[ROW + WAITS] + table[BURIED] + reserve - drawn
    table[UNKNOWN] = never - table[SEEN + UNKNOWN]


@kernel
def numbered(table: Ints, own: int) -> int:
    """The position of these counts, from the side of who acts or of who waits."""
    other = ACTS + WAITS - own
    p = table[SEEN + own] | table[own] << 3 | table[ROW + own] << 6
    p |= table[SEEN + other] << 9 | table[other] << 12 | table[ROW + other] << 15 | table[SEEN + UNKNOWN] << 18
    known = table[SEEN + COIN] + 4 * table[BURIED] + 5 * table[UNDER] + 6 * table[SEEN + UNDER]
    if table[COINS] == 0:
        known = 7
    five = table[FIVE]
    if five != 0 and own == WAITS:
        five = ACTS + WAITS - five
    return p | known << 24 | five << 28


@kernel
def place_of(p: int) -> int:
    """Where the numbers of a position stand."""
    rest = p >> 18
    own = place_of_row(p & 511)
    return ((own * 56 + place_of_row(p >> 9 & 511)) * 35 + (rest & 63)) * 24 + (rest >> 6 & 15) * 3 + (rest >> 10)


@kernel
def place_of_row(row: int) -> int:
    """The number of a row among those of at most five rounds of three sorts, in the order of their counts."""
    both, lost, never = row & 7, row >> 3 & 7, row >> 6
    at = never
    for fewer in range(both):
        at += (6 - fewer) * (7 - fewer) // 2
    for fewer in range(lost):
        at += 6 - both - fewer
    return at


@kernel
def to_find(table: Ints, own: int) -> int:
    """Rounds that somebody has still to find."""
    return table[own] + table[SEEN + own] + table[ROW + own]


@kernel
def ahead(table: Ints) -> float:
    """any.1: what it comes to for who acts when nobody ever finds anything again."""
    lead = to_find(table, WAITS) - to_find(table, ACTS)
    if table[FIVE] == ACTS:
        lead += 1
    if table[FIVE] == WAITS:
        lead -= 1
    return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0


# Ends of a turn ------------------------------------------------------------------------------------------------------


@kernel
def better(turn: Turn, one: Worth, two: Worth) -> Worth:
    """What who acts chooses."""
    if turn.responds:
        return one if one[1] >= two[1] else two
    if one[0] > two[0] + SAME:
        return one
    if two[0] > one[0] + SAME:
        return two
    return max(one[0], two[0]), max(one[1], two[1])


@kernel
def over(turn: Turn) -> Worth:
    """The turn passes to the other one."""
    if numbered(turn.table, ACTS) == turn.root:
        return turn.passed
    at = place_of(numbered(turn.table, WAITS))
    return 1.0 - turn.chances[at], turn.other[at]


@kernel
def won(turn: Turn) -> Worth:
    """bonbons.20: who acts has found all."""
    return 1.0, 1.0 if turn.responds else 0.0


@kernel
def once_more(turn: Turn) -> Worth:
    """bonbons.8: a pair was found. It was the last one, or another turn follows, or it is declined."""
    if to_find(turn.table, ACTS) == 0:
        return won(turn)
    at = place_of(numbered(turn.table, ACTS))
    return better(turn, (turn.chances[at], turn.same[at]), over(turn))


@kernel
def pair(turn: Turn, whose: int) -> Worth:
    """A square was turned with its round, both seen now. One that was stolen is paid for with one's own (bonbons.11, 12)."""
    table = turn.table
    table[SEEN + whose] -= 1
    best = (BARRED, BARRED)
    if whose == ACTS:
        best = once_more(turn)
    else:
        for sort in (0, SEEN, ROW):
            if table[sort + ACTS] > 0:
                table[sort + ACTS] -= 1
                table[sort + WAITS] += 1
                best = better(turn, best, once_more(turn))
                table[sort + WAITS] -= 1
                table[sort + ACTS] += 1
    table[SEEN + whose] += 1
    return best


@kernel
def lay_coins(turn: Turn) -> Worth:
    """bonbons.15: three coins were turned; they are laid on a round of one's own, which ends the turn."""
    table = turn.table
    if to_find(table, ACTS) == 1:
        return won(turn)
    table[SEEN + COIN] -= GIVEN
    best = (BARRED, BARRED)
    for sort, under in ((0, UNDER), (SEEN, SEEN + UNDER), (ROW, BURIED)):
        if table[sort + ACTS] > 0:
            table[sort + ACTS] -= 1
            table[under] += 1
            best = better(turn, best, over(turn))
            table[under] -= 1
            table[sort + ACTS] += 1
    table[SEEN + COIN] += GIVEN
    return best


# Tiles that nobody has seen ------------------------------------------------------------------------------------------


@kernel
def unseen_squares(table: Ints) -> int:
    """Squares that nobody has seen."""
    return table[UNKNOWN] + table[ACTS] + table[WAITS] + table[UNDER] + table[COIN] + table[WRAPPER]


@kernel
def unwrap(table: Ints, sign: int) -> None:
    """bonbons.18: the wrapper stays face up, and who turned it draws a round (or, taken back, has not)."""
    table[WRAPPER] -= sign
    table[ROW + ACTS] += sign
    table[FIVE] += sign * ACTS


@kernel
def show_square(table: Ints, sort: int, sign: int) -> None:
    """A square of this sort has been seen (or, taken back, has not)."""
    table[sort] -= sign
    table[SEEN + sort] += sign


@kernel
def show_round(table: Ints, whose: int, square: int, sign: int) -> None:
    """A round in a row has been seen, its square being SEEN or not (0)."""
    table[square + UNKNOWN] -= sign
    table[square + whose] += sign
    table[ROW + whose] -= sign


# In the middle of a turn ---------------------------------------------------------------------------------------------


@kernel
def missed_square(turn: Turn, spared: int, coin: Worth) -> Worth:
    """All unseen squares together that end the turn: but one of the sort `spared`; a coin is worth `coin`, if that is not BARRED.

    The sum, not the mean.
    """
    table = turn.table
    told, worth = 0.0, 0.0
    for sort in range(COIN + 1):
        count = table[sort] - (1 if sort == spared else 0)
        if count > 0:
            show_square(table, sort, 1)
            found = coin if sort == COIN and coin[0] != BARRED else over(turn)
            show_square(table, sort, -1)
            told += count * found[0]
            worth += count * found[1]
    if table[WRAPPER] > 0:
        unwrap(table, 1)
        found = over(turn)
        unwrap(table, -1)
        told += found[0]
        worth += found[1]
    return told, worth


@kernel
def next_square(turn: Turn, seen_coin: Worth, new_coin: Worth) -> Worth:
    """bonbons.14, 17: after coins another square: a coin that was seen (unless that is BARRED), or any unseen square."""
    best, all_ = seen_coin, unseen_squares(turn.table)
    if all_ > 0:
        told, worth = missed_square(turn, -1, new_coin)
        best = better(turn, best, (told / all_, worth / all_))
    return best


@kernel
def coins_turned(turn: Turn) -> Worth:
    """Two coins lie turned: stop, or turn one more square."""
    table = turn.table
    seen = lay_coins(turn) if table[SEEN + COIN] == GIVEN else (BARRED, BARRED)
    new = (0.0, 0.0)
    if table[COIN] > 0:
        show_square(table, COIN, 1)
        new = lay_coins(turn)
        show_square(table, COIN, -1)
    return better(turn, over(turn), next_square(turn, seen, new))


@kernel
def coin_turned(turn: Turn) -> Worth:
    """A coin lies turned first, and a square follows."""
    table = turn.table
    seen = coins_turned(turn) if table[SEEN + COIN] > 1 else (BARRED, BARRED)
    new = (0.0, 0.0)
    if table[COIN] > 0:
        show_square(table, COIN, 1)
        new = coins_turned(turn)
        show_square(table, COIN, -1)
    return next_square(turn, seen, new)


@kernel
def square_turned(turn: Turn, sort: int) -> Worth:
    """bonbons.7: a square that has been seen lies turned first (WRAPPER: that one). Stop, or turn a round.

    A round that was seen and does not fit comes to the same as stopping.
    """
    table = turn.table
    best = over(turn)
    for whose in (ACTS, WAITS):
        if sort == whose:
            best = better(turn, best, pair(turn, whose))
        if table[ROW + whose] > 0:
            best = better(turn, best, round_after(turn, sort, whose))
    if sort == COIN:
        best = better(turn, best, coin_turned(turn))
    return best


@kernel
def round_after(turn: Turn, sort: int, whose: int) -> Worth:
    """After a square, a round that nobody has seen."""
    table = turn.table
    told, worth = 0.0, 0.0
    never = table[UNKNOWN] + table[SEEN + UNKNOWN]
    for square in (0, SEEN):
        count = table[square + UNKNOWN]
        if count == 0:
            continue
        show_round(table, whose, square, 1)
        if square == SEEN and sort == UNKNOWN:
            found = pair(turn, whose)
            told, worth, count = told + found[0], worth + found[1], count - 1
        if count > 0:
            found = over(turn)
            told, worth = told + count * found[0], worth + count * found[1]
        show_round(table, whose, square, -1)
    return told / never, worth / never


@kernel
def round_turned(turn: Turn, whose: int, square: int) -> Worth:
    """bonbons.6, 7: a round lies turned first, its square SEEN or not (0); a square must follow."""
    table = turn.table
    best = (BARRED, BARRED)
    seen = table[SEEN] + table[SEEN + ACTS] + table[SEEN + WAITS] + table[SEEN + UNDER] + table[SEEN + COIN]
    if square == SEEN:
        best = pair(turn, whose)
        seen -= 1
    if seen > 0:
        best = better(turn, best, over(turn))
    if unseen_squares(table) > 0:
        told, worth = missed_square(turn, -1 if square == SEEN else whose, (BARRED, BARRED))
        if square != SEEN:
            show_square(table, whose, 1)
            found = pair(turn, whose)
            show_square(table, whose, -1)
            told, worth = told + found[0], worth + found[1]
        best = better(turn, best, (told / unseen_squares(table), worth / unseen_squares(table)))
    return best


# A turn --------------------------------------------------------------------------------------------------------------


@kernel
def begin(turn: Turn) -> Worth:
    """The best of a turn: a square first, or a round."""
    table = turn.table
    best = (BARRED, BARRED)
    for sort in range(COIN + 1):
        if table[SEEN + sort] > 0:
            best = better(turn, best, square_turned(turn, sort))
    if unseen_squares(table) > 0:
        best = better(turn, best, unseen_square_first(turn))
    for whose in (ACTS, WAITS):
        for square in (0, SEEN):
            if table[square + whose] > 0:
                best = better(turn, best, round_turned(turn, whose, square))
        if table[ROW + whose] > 0:
            best = better(turn, best, unseen_round_first(turn, whose))
    return best


@kernel
def unseen_square_first(turn: Turn) -> Worth:
    """A turn that begins with a square nobody has seen."""
    table, all_ = turn.table, unseen_squares(turn.table)
    told, worth = 0.0, 0.0
    for sort in range(COIN + 1):
        count = table[sort]
        if count > 0:
            show_square(table, sort, 1)
            found = square_turned(turn, sort)
            show_square(table, sort, -1)
            told, worth = told + count * found[0], worth + count * found[1]
    if table[WRAPPER] > 0:
        unwrap(table, 1)
        found = square_turned(turn, WRAPPER)
        unwrap(table, -1)
        told, worth = told + found[0], worth + found[1]
    return told / all_, worth / all_


@kernel
def unseen_round_first(turn: Turn, whose: int) -> Worth:
    """A turn that begins with a round nobody has seen."""
    table = turn.table
    never = table[UNKNOWN] + table[SEEN + UNKNOWN]
    told, worth = 0.0, 0.0
    for square in (0, SEEN):
        count = table[square + UNKNOWN]
        if count > 0:
            show_round(table, whose, square, 1)
            found = round_turned(turn, whose, square)
            show_round(table, whose, square, -1)
            told, worth = told + count * found[0], worth + count * found[1]
    return told / never, worth / never


# Responding ----------------------------------------------------------------------------------------------------------


class Responses(NamedTuple):
    """What is known so far."""

    table: Ints
    chances: Reals
    """What each position is worth as the table of values says, to who begins a turn there."""
    responder: Reals
    """What it is worth to who responds, when that one begins a turn there;"""
    player: Reals
    """when the other one does, who goes by the table."""


@kernel
def respond(known: Responses, reserve: int, p: int, passed: float) -> float:
    """Who responds begins a turn, and passing is worth so much."""
    lay_out(known.table, p, reserve)
    found = begin(Turn(known.table, p, True, known.chances, known.responder, known.player, (0.0, passed)))
    return found[1]


@kernel
def play(known: Responses, reserve: int, p: int, told: float, passed: float) -> float:
    """Who goes by the table begins a turn; of passing it says `told`, and to who responds it is worth `passed`."""
    lay_out(known.table, p, reserve)
    found = begin(Turn(known.table, p, False, known.chances, known.player, known.responder, (told, passed)))
    return found[1]


@kernel
def against_the_table(known: Responses, reserve: int, p: int, q: int) -> None:
    """A position and the same from the other side, against who passes only where that is better than anything else."""
    chances, here, there = known.chances, place_of(p), place_of(q)
    plays_p = play(known, reserve, p, 1.0 - chances[there] - 3 * SAME, PASSED)
    plays_q = play(known, reserve, q, 1.0 - chances[here] - 3 * SAME, PASSED)
    lay_out(known.table, p, reserve)
    waiting = ahead(known.table)
    known.responder[here] = respond(known, reserve, p, waiting if plays_q == PASSED else plays_q)
    known.responder[there] = respond(known, reserve, q, 1.0 - waiting if plays_p == PASSED else plays_p)
    known.player[here] = known.responder[there] if plays_p == PASSED else plays_p
    known.player[there] = known.responder[here] if plays_q == PASSED else plays_q


@kernel
def against_elephant(known: Responses, reserve: int, p: int, q: int) -> None:
    """The same against who passes once at most: whose turn begins again where the last one did goes on."""
    chances, here, there = known.chances, place_of(p), place_of(q)
    impatient_p, impatient_q = play(known, reserve, p, BARRED, 0.0), play(known, reserve, q, BARRED, 0.0)
    back_p, back_q = respond(known, reserve, p, impatient_q), respond(known, reserve, q, impatient_p)
    known.player[here] = play(known, reserve, p, 1.0 - chances[there], back_q)
    known.player[there] = play(known, reserve, q, 1.0 - chances[here], back_p)
    known.responder[here] = respond(known, reserve, p, known.player[there])
    known.responder[there] = respond(known, reserve, q, known.player[here])


@kernel
def respond_to_all(known: Responses, reserve: int, positions: Ints, waits_once: bool) -> float:
    """Respond in all positions, in an order in which none comes before what it leads to; the most that is gained in any."""
    worst = -1.0
    for i in range(len(positions)):
        p = positions[i]
        here = place_of(p)
        if known.responder[here] == PASSED:
            lay_out(known.table, p, reserve)
            q = numbered(known.table, WAITS)
            if waits_once:
                against_elephant(known, reserve, p, q)
            else:
                against_the_table(known, reserve, p, q)
        worst = max(worst, known.responder[here] - known.chances[here], known.player[here] - 1.0 + known.chances[here])
    return worst
