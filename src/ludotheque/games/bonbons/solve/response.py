"""How much a best response gains against the solution of two, and against elephant at a table: an independent check of both."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ludotheque.bots.solved import Progress
from ludotheque.games.bonbons.solve.kernels import response as kernels
from ludotheque.games.bonbons.solve.kernels.response import COUNTS, PASSED, Responses
from ludotheque.games.bonbons.solve.solution import PARTS, Solution, positions, start_of
from ludotheque.rules import arrays, kernel
from ludotheque.rules.kernel import Reals


@dataclass(frozen=True, slots=True)
class Response:
    """What a best response comes to."""

    begins: float
    """The chance to win of who responds and has the first turn;"""
    follows: float
    """of who responds and has the second."""
    gain: float
    """The most that is gained in any position, in either role, over what the solution says."""


def best_response(solved: Solution, *, waits_once: bool, progress: Progress | None = None) -> Response:
    """The best response to who plays what is best by these values.

    That one passes only where it is better than anything else, or (`waits_once`) as elephant does at a table: where its last turn
    began in the same position, it goes on.
    """
    order, twin = positions(solved.quick), kernel.compiled(kernels.__name__)
    known = Responses(arrays.ints(COUNTS), solved.values[0], _unknown(solved.values), _unknown(solved.values))
    gain, cuts = -1.0, [len(order) * part // PARTS for part in range(PARTS + 1)]
    for number, (start, stop) in enumerate(pairwise(cuts), start=1):
        gain = max(gain, twin.respond_to_all(known, solved.reserve, order[start:stop], waits_once))
        if progress is not None:
            progress(number / PARTS)
    first = kernels.place_of(start_of(solved.quick))
    return Response(float(known.responder[first]), float(known.player[first]), gain)


def _unknown(values: Reals) -> Reals:
    made = arrays.reals(len(values[0]))
    made[:] = PASSED
    return made
