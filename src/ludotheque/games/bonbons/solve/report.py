"""What `ludotheque solve` prints of this game: the value of the first turn, and every plan of any position with its cost.

Headings, plans and mistakes are codes; the words behind them are the game's.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.bots.solved import Progress, Rows
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
from ludotheque.games.bonbons.solve.response import best_response
from ludotheque.games.bonbons.solve.solution import Solution, limited, reserve_of, solution, start_of
from ludotheque.rules.core import Options

MEASURES = ("chance", "limited", "response")
"""The chance to win of the seat whose turn it is, between two who forget nothing; a shared win counts half.
Without a limit, or with as many entries as any.1 allows and no more. And what a best response wins against the solution."""


def values(measure: str, options: Options, progress: Progress) -> Rows:
    """The first turn: what it is worth, and every way to begin it."""
    quick = bool(options["quick"])
    if measure == "response":
        return _responses(solution(quick, progress))
    return _rows(_solution(measure, quick, progress), start_of(quick))


def _responses(solved: Solution) -> Rows:
    """A best response to who plays the solution, and to elephant, who passes once in a position at most."""
    rows: Rows = []
    for name, waits_once in (("solve.against_solution", False), ("solve.against_elephant", True)):
        found, value = best_response(solved, waits_once=waits_once), solved.value(start_of(solved.quick))
        chances = {"solve.begins": (found.begins, ".9f"), "solve.follows": (found.follows, ".9f")}
        gain = max(found.begins - value, found.follows - 1.0 + value)
        gains = {"solve.gains": (gain, ".1e"), "solve.gains_most": (found.gain, ".1e")}
        rows.append({"solve.against": name, **chances, **gains})
    return rows


def position(text: str, measure: str, options: Options, progress: Progress) -> Rows:
    """Every plan of a position, best first; a ValueError has the code of what is wrong with it."""
    quick = bool(options["quick"])
    if measure == "response":
        raise ValueError("solve.response_is_of_all")
    try:
        mine, theirs, *more = ([int(count) for count in part.split(",")] for part in text.split("/"))
        (a, c, u), (b, d, o), [e] = mine, theirs, more[0]
        [coins], [wrapper] = (more[1] if len(more) > 1 else [0]), (more[2] if len(more) > 2 else [0])
    except (ValueError, IndexError):
        raise ValueError("solve.form") from None
    if quick:
        coins = NO_COINS
    p = a * A + c * C + u * U + b * B + d * D + o * O + e * E + coins * COINS + wrapper * WRAPPED
    held = [DEALT + (wrapper == seat + 1) for seat in (0, 1)]
    fits = min(a, b, c, d, u, o, e) >= 0 and 0 < a + c + u <= held[0] and 0 < b + d + o <= held[1]
    if not fits or not 0 <= wrapper <= 2 or not (quick or 0 <= coins < NO_COINS) or e > solver.hidden(p, reserve_of(quick)):
        raise ValueError("solve.no_such_position")
    return _rows(_solution(measure, quick, progress), p)


def _solution(measure: str, quick: bool, progress: Progress) -> Solution:
    return limited(quick, progress) if measure == "limited" else solution(quick, progress)


def _rows(solved: Solution, p: int) -> Rows:
    found = sorted(plans(solved, p), key=lambda plan: -plan[1])
    best = found[0][1]
    return [{"solve.plan": name, "solve.chance": (worth, ".9f"), "solve.costs": (best - worth, ".9f")} for name, worth in found]


def plans(solved: Solution, p: int) -> Iterator[tuple[str, float]]:
    """Every way to begin a turn that is not the same as another, and what it is worth if all goes on as well as can be."""
    values, reserve, turned = solved.values, solved.reserve, solved.left - 1
    both = turned - 1
    if p & 7:
        yield "solve.own_pair", solver.again(values, both, p - A)
    if p >> 9 & 7:
        yield "solve.steal", solver.give(values, both, p - B)
    if solver.seen_squares(p):
        yield "solve.wait", solver.end(values, both, p)
    for fits, which, seen in ((True, "solve.hopeful", p >> 18 & 63), (False, "solve.idle", _idle(p))):
        for row, own in (("own", True), ("theirs", False)):
            if seen and p >> (6 if own else 15) & 7:
                worth = solver.unseen_round(values, reserve, both, p, fits, own)
                yield f"{which}.{row}", worth
    if 0 < solver.coins(p) <= SEEN_COINS:
        yield "solve.coins", solver.after_coin(values, reserve, turned, p)
    if solver.unseen_squares(p, reserve):
        yield "solve.square", solver.first_unseen_square(values, reserve, turned, p)
    for row, own, lost, sort in (("own", True, OF_MINE_LOST, p >> 3 & 7), ("theirs", False, OF_THEIRS_LOST, p >> 12 & 7)):
        if p >> (6 if own else 15) & 7:
            yield f"solve.round.{row}", solver.first_unseen_round(values, reserve, turned, p, own)
        if sort:
            yield f"solve.lost.{row}", solver.after_round(values, reserve, turned, p, lost)


def _idle(p: int) -> int:
    """Squares that were seen and, once turned, can only be compared in vain with an unseen round."""
    return (p & 7) + (p >> 9 & 7) + (solver.coins(p) == ON_DEAD_SEEN)
