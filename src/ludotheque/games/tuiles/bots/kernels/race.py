"""The race of De tuile en tuile searched as what it is once all values are known: no chance, nothing hidden.

Alpha-beta over make and unmake, without recursion. The seat that thinks gains, all others stand against it (with two players
that is the game itself, with more it is caution). A leaf is judged by how many turns each seat still needs; a table of
positions met before saves meeting them again by another order of moves.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Annotated, Any

from ludotheque.games.tuiles.rules import CORNERS, HIGHEST, PAWNS, State, home, place_of
from ludotheque.rules.kernel import Ints, kernel

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
PLIES = DEEPEST + 2
MOST = 24
"""Room for the moves of a position."""

ALPHA, BETA, LOW, HIGH, BEST, BEST_MOVE, NEXT, COUNT, KEY, FROM = range(10)
"""Columns of the stack: the window, the window as it was given, what was found, and the move under way."""
FRAME = 10
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class Board(State):
    """A game of De tuile en tuile, and everything that thinking about it needs: one record, so that kernels hold one pointer."""

    home: int
    """The step at which a pawn is home."""
    own: int
    """The seat that thinks."""
    width: int
    """Of the others' moves, so many are looked at."""
    salt: int
    """Positions met while thinking about another one have another."""
    place: Annotated[list[int], CORNERS * STEPS]
    """By seat and step: where that is,"""
    value: Annotated[list[int], CORNERS * STEPS]
    """the tile there,"""
    need: Annotated[list[int], CORNERS * STEPS]
    """and how many turns a pawn needs from there."""
    stack: Annotated[list[int], PLIES * FRAME]
    """By move ahead: the columns above,"""
    moves: Annotated[list[int], PLIES * MOST]
    """the moves of the position,"""
    gains: Annotated[list[int], PLIES * MOST]
    """and how far they bring a seat on."""
    words: Annotated[list[int], CORNERS * STEPS + CORNERS]
    """Random numbers by which a position is known."""
    spent: int
    """How many positions were looked at."""
    stopped: int
    """Whether the limit came first."""


@kernel
def prepare(boards: Any) -> None:
    """Lay out every seat's way, and find how many turns a pawn needs from each step, if tiles are taken as often as `TAKEN` says.

    That is in 64ths of a turn. Every choice may turn out to bounce once, and the best of what the choices turn out to be is
    played.
    """
    b = boards[0]
    b.home = home(b)
    for seat in range(b.players):
        way = seat * STEPS
        for step in range(b.home):
            b.place[way + step] = place_of(b, seat, step)
            b.value[way + step] = b.tile[b.place[way + step]]
        b.need[way + b.home] = 0
        for back in range(b.home):
            step = b.home - 1 - back
            ways = b.value[way + step]
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
                    least = min(least, b.need[way + min(there, b.home)])
                mean += share * least
            b.need[way + step] = TURN + int(mean + 0.5)


@kernel
def landing(b: Board, seat: int, step: int, advance: int) -> int:
    """Where a pawn comes to stand: the rule (tuiles.9) on a table of places, since reckoning them made the search 40 % slower."""
    step += advance
    while step < b.home and b.occupied[b.place[seat * STEPS + step]] == 1:
        step += advance
    return min(step, b.home)


@kernel
def moves_of(b: Board, seat: int, first: int, ply: int) -> int:
    """Every different move of a seat, the promising ones before others and `first` before all; answer how many."""
    count, way = 0, seat * STEPS
    for pawn in range(PAWNS):
        at = b.step[seat * PAWNS + pawn]
        if at >= b.home:
            continue
        met = 0
        for advance in range(1, b.value[way + at] + 1):
            there = landing(b, seat, at, advance)
            if (met >> there) & 1 == 1:
                continue
            met |= 1 << there
            move = pawn * STEPS + there
            gain = b.need[way + at] - b.need[way + there]
            if move == first:
                gain = 1 << 30
            put_in(b, ply * MOST, count, move, gain)
            count += 1
    if may_wait(b, seat):
        put_in(b, ply * MOST, count, WAIT, 1 << 30 if first == WAIT else 0)
        count += 1
    return count


@kernel
def put_in(b: Board, start: int, count: int, move: int, gain: int) -> None:
    """Keep the moves from `start` on in order."""
    at = start + count
    while at > start and b.gains[at - 1] < gain:
        b.gains[at] = b.gains[at - 1]
        b.moves[at] = b.moves[at - 1]
        at -= 1
    b.gains[at] = gain
    b.moves[at] = move


@kernel
def may_wait(b: Board, seat: int) -> bool:
    """Whether some announcement is sure to fail: a number that is too high, or a wrong value."""
    if b.expert == 1:
        return True
    for pawn in range(PAWNS):
        at = b.step[seat * PAWNS + pawn]
        if at < b.home and b.value[seat * STEPS + at] < HIGHEST:
            return True
    return False


@kernel
def go(b: Board, seat: int, move: int) -> int:
    """Play a move that is no waiting, and answer the step the pawn came from."""
    at, there = seat * PAWNS + move // STEPS, move % STEPS
    before = b.step[at]
    b.occupied[b.place[seat * STEPS + before]] = 0
    b.step[at] = there
    if there < b.home:
        b.occupied[b.place[seat * STEPS + there]] = 1
    return before


@kernel
def go_back(b: Board, seat: int, move: int, before: int) -> None:
    """Take a move back."""
    at, there = seat * PAWNS + move // STEPS, move % STEPS
    if there < b.home:
        b.occupied[b.place[seat * STEPS + there]] = 0
    b.step[at] = before
    b.occupied[b.place[seat * STEPS + before]] = 1


@kernel
def is_home(b: Board, seat: int) -> bool:
    """tuiles.12."""
    at = seat * PAWNS
    return b.step[at] == b.home and b.step[at + 1] == b.home and b.step[at + 2] == b.home


@kernel
def turns_left(b: Board, seat: int) -> int:
    """What a seat still needs, in 64ths of a turn."""
    at, way = seat * PAWNS, seat * STEPS
    return b.need[way + b.step[at]] + b.need[way + b.step[at + 1]] + b.need[way + b.step[at + 2]]


@kernel
def judge(b: Board, mover: int) -> int:
    """How many turns the seat that thinks is ahead of the best of the others, the rest counting a little."""
    players, own = b.players, b.own
    least, total = 1 << 30, 0
    for back in range(1, players):
        seat = (own + back) % players
        # who moves sooner is ahead: a share of a turn by the order of play from here on
        left = turns_left(b, seat) + TURN * ((seat - mover) % players) // players
        least = min(least, left)
        total += left
    mine = turns_left(b, own) + TURN * ((own - mover) % players) // players
    if players == 2:
        return least - mine
    return (3 * least + total // (players - 1)) // 4 - mine


@kernel
def options(boards: Any) -> int:
    """The moves of the seat that thinks, put where the first move ahead has its own; answer how many."""
    return moves_of(boards[0], boards[0].own, -1, 0)


@kernel
def worth_of(boards: Any, table: Ints, move: int, depth: int, alpha: int, limit: int) -> int:
    """What a move of the seat that thinks is worth to it, looking `depth` more moves ahead. The position is left as it was."""
    b = boards[0]
    if move == WAIT:
        return search(b, table, depth, alpha, limit)
    came_from = go(b, b.own, move)
    worth = WIN
    if not is_home(b, b.own):
        worth = search(b, table, depth, alpha, limit)
    go_back(b, b.own, move, came_from)
    return worth


@kernel
def search(b: Board, table: Ints, depth: int, alpha: int, limit: int) -> int:
    """What a position is worth to the seat that has just moved, looking `depth` moves ahead.

    Of the others' moves those are looked at that bring their own pawns on most. `table` keeps positions met before: what each is
    known by, what it is worth, and how far it was searched. Beyond `limit` positions it stops and answers nothing of use.
    """
    players, own, turn, base = b.players, b.own, (b.own + 1) % b.players, 1
    stack, moves = b.stack, b.moves
    ply, entering, worth = 0, True, 0
    stack[ALPHA], stack[BETA] = alpha, 2 * WIN
    while True:
        seat = (turn + ply) % players
        frame = ply * FRAME
        gains_most = seat == own
        if entering:
            b.spent += 1
            left = depth - ply
            finished = False
            if left == 0:
                worth = judge(b, seat)
                finished = True
            else:
                key = b.salt ^ b.words[CORNERS * STEPS + seat]
                for at in range(players * PAWNS):
                    if b.step[at] < b.home:
                        key ^= b.words[(at // PAWNS) * STEPS + b.step[at]]
                stack[frame + KEY] = key
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
                            or (kind == AT_LEAST and kept >= stack[frame + BETA])
                            or (kind == AT_MOST and kept <= stack[frame + ALPHA])
                        ):
                            worth = kept
                            finished = True
                if not finished:
                    stack[frame + COUNT] = moves_of(b, seat, first, ply)
                    if not gains_most:
                        stack[frame + COUNT] = min(stack[frame + COUNT], b.width)
                    stack[frame + NEXT] = 0
                    stack[frame + LOW], stack[frame + HIGH] = stack[frame + ALPHA], stack[frame + BETA]
                    stack[frame + BEST] = -2 * WIN if gains_most else 2 * WIN
                    stack[frame + BEST_MOVE] = moves[ply * MOST]
            if finished:
                if ply == 0:
                    return worth
                ply -= 1
                entering = False
                continue
        else:  # a move was looked at
            move = moves[ply * MOST + stack[frame + NEXT]]
            if move != WAIT:
                go_back(b, seat, move, stack[frame + FROM])
            stack[frame + NEXT] += 1
            if gains_most:
                if worth > stack[frame + BEST]:
                    stack[frame + BEST], stack[frame + BEST_MOVE] = worth, move
                    stack[frame + ALPHA] = max(stack[frame + ALPHA], worth)
            elif worth < stack[frame + BEST]:
                stack[frame + BEST], stack[frame + BEST_MOVE] = worth, move
                stack[frame + BETA] = min(stack[frame + BETA], worth)
            if stack[frame + ALPHA] >= stack[frame + BETA]:
                stack[frame + COUNT] = stack[frame + NEXT]
        if b.spent > limit:
            b.stopped = 1
            for up in range(ply):
                back = ply - 1 - up
                move = moves[back * MOST + stack[back * FRAME + NEXT]]
                if move != WAIT:
                    go_back(b, (turn + back) % players, move, stack[back * FRAME + FROM])
            return 0
        if stack[frame + NEXT] < stack[frame + COUNT]:
            move = moves[ply * MOST + stack[frame + NEXT]]
            if move != WAIT:
                stack[frame + FROM] = go(b, seat, move)
                if move % STEPS == b.home and is_home(b, seat):
                    worth = WIN - base - ply if gains_most else base + ply - WIN
                    entering = False
                    continue
            stack[frame + FRAME + ALPHA], stack[frame + FRAME + BETA] = stack[frame + ALPHA], stack[frame + BETA]
            ply += 1
            entering = True
            continue
        worth = stack[frame + BEST]
        kind = EXACT
        if worth >= stack[frame + HIGH]:
            kind = AT_LEAST
        elif worth <= stack[frame + LOW]:
            kind = AT_MOST
        kept = worth
        if kept > SURE:
            kept += base + ply
        elif kept < -SURE:
            kept -= base + ply
        entry = table[stack[frame + KEY] & (len(table) - 1)]
        entry[0], entry[1] = stack[frame + KEY], kept
        entry[2] = ((depth - ply) << 10) | (kind << 8) | stack[frame + BEST_MOVE]
        if ply == 0:
            return worth
        ply -= 1
        entering = False
