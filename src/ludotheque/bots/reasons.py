"""Why a move: one reason that is true and that the seat may know, as a code with words (`why.<code>`).

A game gives its own reasons in `bots/reasons.py`: a function `why(case)` that answers a `Reason`, or None where it knows none.
Then, and in a game without that file, the numbers speak.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ludotheque.bots import parts
from ludotheque.bots.foresight import Course, Foresight
from ludotheque.bots.notebook import Notebook, Recalled
from ludotheque.rules.core import Move, View


class Reason(msgspec.Struct, frozen=True):
    """Words under `why.<code>`, in the game's catalogue or in the common one."""

    code: str
    args: dict[str, int | str] = {}


@dataclass(frozen=True, slots=True)
class Case:
    """A move, and everything that may speak for it."""

    move: Move
    legal: Sequence[Move]
    foresight: Foresight
    notebook: Notebook
    seen: tuple[Recalled, ...]
    """What the seat was shown earlier that bears on it."""
    share: float
    """In an exact mix, how often to play it."""
    ahead: float
    """How much more it wins than the best of the others (less than nothing: than the best move)."""
    noise: float
    """How much of that may be chance."""

    @property
    def view(self) -> View:
        """What the seat sees."""
        return self.foresight.view

    @property
    def course(self) -> Course:
        """What comes of it."""
        return self.foresight.course(self.move)

    def told(self, verb: str) -> bool:
        """Whether something of this kind will surely happen."""
        return any(event.verb == verb for event in self.course.events)


def reason(case: Case) -> Reason:
    """Why this move: because it wins, because of the game's own reasons, or by the numbers alone."""
    if case.course.wins:
        return Reason("wins")
    if len(case.legal) == 1:
        return Reason("only")
    own = parts.module(case.foresight.game, "bots.reasons")
    found: Reason | None = None if own is None else own.why(case)
    return found or by_numbers(case)


def by_numbers(case: Case) -> Reason:
    """How far it is ahead of the next best move, or behind the best; or that this cannot be told."""
    points = round(100 * abs(case.ahead))
    if points == 0 or abs(case.ahead) <= case.noise:
        return Reason("alike")
    return Reason("better" if case.ahead > 0 else "worse", {"count": points})
