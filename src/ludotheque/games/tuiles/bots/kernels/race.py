"""The race of De tuile en tuile searched as what it is once all values are known: no chance, nothing hidden.

Alpha-beta over make and unmake, without recursion. The seat that thinks gains, all others stand against it (with two players
that is the game itself, with more it is caution). A leaf is judged by how many turns each seat still needs; a table of
positions met before saves meeting them again by another order of moves. Compiled; makes no arrays.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from ludotheque.games.tuiles.rules import PAWNS
from ludotheque.rules.kernel import kernel

TURN = 64
"""A turn, as values count."""
WIN = 1 << 20
"""What a win at once is worth; one less for each move that it takes."""
SURE = WIN - 1000
TAKEN = 0.3
"""How often a tile that is aimed at turns out to be one to bounce on: more often than pawns stand on tiles, since one aims at
them. Measured: 0.3 won 58 % of 200 games against nought."""
DEEPEST = 40
STEPS = 64
"""Room for the steps of a way; a move is its pawn times this, plus the step it leads to."""
WAIT = PAWNS * STEPS
"""The announcement that is meant to fail."""
MOST = 24
"""Room for the moves of a position."""

ALPHA, BETA, LOW, HIGH, BEST, BEST_MOVE, NEXT, COUNT, KEY, PAWN, FROM = range(11)
"""Columns of the stack: the window, the window as it was given, what was found, and the move under way."""
FRAME = 11
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


@kernel
def turns_needed(value: Any, need: Any, seats: int, home: int) -> None:
    """How many turns a pawn needs from each step, in 64ths of a turn, if tiles are taken at random as often as `TAKEN` says.

    Every choice may turn out to bounce once, and the best of what the choices turn out to be is played.
    """
    for seat in range(seats):
        need[seat, home] = 0
        for back in range(home):
            step = home - 1 - back
            ways = value[seat, step]
            mean = 0.0
            for taken in range(1 << ways):
                share, least = 1.0, 1 << 30
                for advance in range(1, ways + 1):
                    there = step + advance
                    if (taken >> (advance - 1)) & 1 == 1:
                        share *= TAKEN
                        there += advance
                    else:
                        share *= 1.0 - TAKEN
                    least = min(least, need[seat, min(there, home)])
                mean += share * least
            need[seat, step] = TURN + int(mean + 0.5)


@kernel
def landing(place: Any, occupied: Any, seat: int, step: int, advance: int, home: int) -> int:
    """Where a pawn comes to stand (tuiles.9)."""
    step += advance
    while step < home and occupied[place[seat, step]] == 1:
        step += advance
    return min(step, home)


@kernel
def moves_of(
    place: Any, value: Any, need: Any, occupied: Any, step: Any, seat: int, home: int, can_wait: bool, first: int, moves: Any,
    gains: Any,
) -> int:  # fmt: skip
    """Every different move of a seat, the promising ones first and `first` before all."""
    count = 0
    for pawn in range(PAWNS):
        at = step[seat * PAWNS + pawn]
        if at >= home:
            continue
        met = 0
        for advance in range(1, value[seat, at] + 1):
            there = landing(place, occupied, seat, at, advance, home)
            if (met >> there) & 1 == 1:
                continue
            met |= 1 << there
            move = pawn * STEPS + there
            gain = need[seat, at] - need[seat, there]
            if move == first:
                gain = 1 << 30
            count = put_in(moves, gains, count, move, gain)
    if can_wait:
        count = put_in(moves, gains, count, WAIT, 1 << 30 if first == WAIT else 0)
    return count


@kernel
def put_in(moves: Any, gains: Any, count: int, move: int, gain: int) -> int:
    """Keep the moves in order."""
    at = count
    while at > 0 and gains[at - 1] < gain:
        gains[at] = gains[at - 1]
        moves[at] = moves[at - 1]
        at -= 1
    gains[at] = gain
    moves[at] = move
    return count + 1


@kernel
def may_wait(value: Any, step: Any, seat: int, home: int, expert: int) -> bool:
    """Whether some announcement is sure to fail: a number that is too high, or a wrong value."""
    if expert == 1:
        return True
    for pawn in range(PAWNS):
        at = step[seat * PAWNS + pawn]
        if at < home and value[seat, at] < 6:
            return True
    return False


@kernel
def go(place: Any, occupied: Any, step: Any, seat: int, move: int, home: int) -> int:
    """Play a move that is no waiting, and answer the step the pawn came from."""
    at, there = seat * PAWNS + move // STEPS, move % STEPS
    before = step[at]
    occupied[place[seat, before]] = 0
    step[at] = there
    if there < home:
        occupied[place[seat, there]] = 1
    return before


@kernel
def go_back(place: Any, occupied: Any, step: Any, seat: int, move: int, before: int, home: int) -> None:
    """Take a move back."""
    at, there = seat * PAWNS + move // STEPS, move % STEPS
    if there < home:
        occupied[place[seat, there]] = 0
    step[at] = before
    occupied[place[seat, before]] = 1


@kernel
def is_home(step: Any, seat: int, home: int) -> bool:
    """tuiles.12."""
    at = seat * PAWNS
    return step[at] == home and step[at + 1] == home and step[at + 2] == home


@kernel
def turns_left(need: Any, step: Any, seat: int) -> int:
    """What a seat still needs, in 64ths of a turn."""
    at = seat * PAWNS
    return need[seat, step[at]] + need[seat, step[at + 1]] + need[seat, step[at + 2]]


@kernel
def judge(need: Any, step: Any, players: int, own: int, mover: int) -> int:
    """How many turns the seat that thinks is ahead of the best of the others, the rest counting a little."""
    least, total = 1 << 30, 0
    for back in range(1, players):
        seat = (own + back) % players
        # who moves sooner is ahead: a share of a turn by the order of play from here on
        left = turns_left(need, step, seat) + TURN * ((seat - mover) % players) // players
        least = min(least, left)
        total += left
    mine = turns_left(need, step, own) + TURN * ((own - mover) % players) // players
    if players == 2:
        return least - mine
    return (3 * least + total // (players - 1)) // 4 - mine


@kernel
def search(
    place: Any, value: Any, need: Any, occupied: Any, step: Any, stack: Any, moves: Any, gains: Any, words: Any, table: Any,
    spent: Any, players: int, home: int, expert: int, own: int, turn: int, salt: int, base: int, depth: int, width: int,
    alpha: int, beta: int, limit: int,
) -> int:  # fmt: skip
    """What a position is worth to the seat `own`, looking `depth` moves ahead; `base` moves were played since it began to think.

    Of the others' moves those are looked at that bring their own pawns on most, `width` of them. Positions are counted in
    `spent[0]`; beyond `limit` it stops, sets `spent[1]` and answers nothing of use. The position is left as it was.
    """
    ply, entering, worth = 0, True, 0
    stack[0, ALPHA], stack[0, BETA] = alpha, beta
    while True:
        seat = (turn + ply) % players
        frame = stack[ply]
        gains_most = seat == own
        if entering:
            spent[0] += 1
            left = depth - ply
            finished = False
            if left == 0:
                worth = judge(need, step, players, own, seat)
                finished = True
            else:
                key = salt ^ words[4 * STEPS + seat]
                for at in range(players * PAWNS):
                    if step[at] < home:
                        key ^= words[(at // PAWNS) * STEPS + step[at]]
                frame[KEY] = key
                entry = table[key & (len(table) - 1)]
                first = -1
                if entry[0] == key:
                    first = entry[2] & 255
                    if entry[2] >> 10 >= left:
                        kept, kind = entry[1], (entry[2] >> 8) & 3
                        if kept > SURE:
                            kept -= base + ply
                        elif kept < -SURE:
                            kept += base + ply
                        if (
                            kind == EXACT
                            or (kind == AT_LEAST and kept >= frame[BETA])
                            or (kind == AT_MOST and kept <= frame[ALPHA])
                        ):
                            worth = kept
                            finished = True
                if not finished:
                    can_wait = may_wait(value, step, seat, home, expert)
                    frame[COUNT] = moves_of(
                        place, value, need, occupied, step, seat, home, can_wait, first, moves[ply], gains[ply]
                    )
                    if not gains_most:
                        frame[COUNT] = min(frame[COUNT], width)
                    frame[NEXT] = 0
                    frame[LOW], frame[HIGH] = frame[ALPHA], frame[BETA]
                    frame[BEST] = -2 * WIN if gains_most else 2 * WIN
                    frame[BEST_MOVE] = moves[ply, 0]
            if finished:
                if ply == 0:
                    return worth
                ply -= 1
                entering = False
                continue
        else:  # a move was looked at
            move = moves[ply, frame[NEXT]]
            if move != WAIT:
                go_back(place, occupied, step, seat, move, frame[FROM], home)
            frame[NEXT] += 1
            if gains_most:
                if worth > frame[BEST]:
                    frame[BEST], frame[BEST_MOVE] = worth, move
                    frame[ALPHA] = max(frame[ALPHA], worth)
            elif worth < frame[BEST]:
                frame[BEST], frame[BEST_MOVE] = worth, move
                frame[BETA] = min(frame[BETA], worth)
            if frame[ALPHA] >= frame[BETA]:
                frame[COUNT] = frame[NEXT]
        if spent[0] > limit:
            spent[1] = 1
            for up in range(ply):
                back = ply - 1 - up
                move = moves[back, stack[back, NEXT]]
                if move != WAIT:
                    go_back(place, occupied, step, (turn + back) % players, move, stack[back, FROM], home)
            return 0
        if frame[NEXT] < frame[COUNT]:
            move = moves[ply, frame[NEXT]]
            if move != WAIT:
                frame[FROM] = go(place, occupied, step, seat, move, home)
                if move % STEPS == home and is_home(step, seat, home):
                    worth = WIN - base - ply if gains_most else base + ply - WIN
                    entering = False
                    continue
            stack[ply + 1, ALPHA], stack[ply + 1, BETA] = frame[ALPHA], frame[BETA]
            ply += 1
            entering = True
            continue
        worth = frame[BEST]
        kind = EXACT
        if worth >= frame[HIGH]:
            kind = AT_LEAST
        elif worth <= frame[LOW]:
            kind = AT_MOST
        kept = worth
        if kept > SURE:
            kept += base + ply
        elif kept < -SURE:
            kept -= base + ply
        entry = table[frame[KEY] & (len(table) - 1)]
        entry[0], entry[1] = frame[KEY], kept
        entry[2] = ((depth - ply) << 10) | (kind << 8) | frame[BEST_MOVE]
        if ply == 0:
            return worth
        ply -= 1
        entering = False
