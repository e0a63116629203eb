"""What `ludotheque solve` prints of this game: the value of the first turn, and every plan of any position with its cost."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.games.bonbons.rules import DEALT
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.kernels.solution import (
    COINS,
    NO_COINS,
    OF_MINE_LOST,
    OF_THEIRS_LOST,
    ON_DEAD_SEEN,
    SEEN_COINS,
    WRAPPED,
    A,
    B,
    C,
    D,
    E,
    O,
    U,
)
from ludotheque.games.bonbons.solve.solution import Progress, Solution, reserve_of, solution, start_of
from ludotheque.rules.core import Options

MEASURES = ("chance",)
"""The chance to win of the seat whose turn it is, between two who forget nothing; a shared win counts half."""

FORM = (
    "MINE/THEIRS/SQUARES[/COINS[/WRAPPER]], e.g. 0,1,3/1,0,3/5/0/0. MINE and THEIRS: face-down rounds seen whose square was "
    "seen, seen whose square was not, never seen; SQUARES: squares seen whose round was not; COINS: how many were seen (0 to "
    "3), or 4, 5, 6 when they lie on a round never seen, on one whose square was not seen, or was; WRAPPER: 0 hidden, 1 I have "
    "five rounds, 2 they have"
)


def values(measure: str, options: Options, progress: Progress) -> list[dict[str, str]]:
    """The first turn: what it is worth, and every way to begin it."""
    quick = bool(options["quick"])
    return _rows(solution(quick, progress), start_of(quick))


def position(text: str, measure: str, options: Options, progress: Progress) -> list[dict[str, str]]:
    """Every plan of a position, best first; a ValueError says how a position is written."""
    quick = bool(options["quick"])
    try:
        mine, theirs, *more = ([int(count) for count in part.split(",")] for part in text.split("/"))
        (a, c, u), (b, d, o), [e] = mine, theirs, more[0]
        [coins], [wrapper] = (more[1] if len(more) > 1 else [0]), (more[2] if len(more) > 2 else [0])
    except (ValueError, IndexError):
        raise ValueError(FORM) from None
    if quick:
        coins = NO_COINS
    p = a * A + c * C + u * U + b * B + d * D + o * O + e * E + coins * COINS + wrapper * WRAPPED
    held = [DEALT + (wrapper == seat + 1) for seat in (0, 1)]
    fits = min(a, b, c, d, u, o, e) >= 0 and 0 < a + c + u <= held[0] and 0 < b + d + o <= held[1]
    if not fits or not 0 <= wrapper <= 2 or not (quick or 0 <= coins < NO_COINS) or e > solver.hidden(p, reserve_of(quick)):
        raise ValueError(f"there is no such position. {FORM}")
    return _rows(solution(quick, progress), p)


def _rows(solved: Solution, p: int) -> list[dict[str, str]]:
    found = sorted(plans(solved, p), key=lambda plan: -plan[1])
    best = found[0][1]
    return [{"plan": name, "chance to win": f"{worth:.9f}", "costs": f"{best - worth:.9f}"} for name, worth in found]


def plans(solved: Solution, p: int) -> Iterator[tuple[str, float]]:
    """Every way to begin a turn that is not the same as another, and what it is worth if all goes on as well as can be."""
    values, reserve = solved.values, solved.reserve
    if p & 7:
        yield "find a pair of mine", solver.again(values, p - A)
    if p >> 9 & 7:
        yield "steal a round whose square was seen", solver.give(values, p - B)
    if solver.seen_squares(p):
        yield "turn a square that was seen, and stop", solver.end(values, p)
    for fits, which, seen in ((True, "whose round was never seen", p >> 18 & 63), (False, "whose round is elsewhere", _idle(p))):
        for row, own in (("mine", True), ("theirs", False)):
            if seen and p >> (6 if own else 15) & 7:
                worth = solver.unseen_round(values, reserve, p, fits, own)
                yield f"turn a seen square {which}, then an unseen round of {row}", worth
    if 0 < solver.coins(p) <= SEEN_COINS:
        yield "turn a coin that was seen, and look for the others", solver.after_coin(values, reserve, p)
    if solver.unseen_squares(p, reserve):
        yield "turn an unseen square", solver.first_unseen_square(values, reserve, p)
    for row, own, lost, sort in (("mine", True, OF_MINE_LOST, p >> 3 & 7), ("theirs", False, OF_THEIRS_LOST, p >> 12 & 7)):
        if p >> (6 if own else 15) & 7:
            yield f"turn an unseen round of {row}", solver.first_unseen_round(values, reserve, p, own)
        if sort:
            yield f"turn a seen round of {row} whose square was not seen", solver.after_round(values, reserve, p, lost)


def _idle(p: int) -> int:
    """Squares that were seen and, once turned, can only be compared in vain with an unseen round."""
    return (p & 7) + (p >> 9 & 7) + (solver.coins(p) == ON_DEAD_SEEN)
