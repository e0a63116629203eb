"""What is seen of a table of Tableaux, and what the log says of it. Nothing here knows a state."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ludotheque.rules import core
from ludotheque.rules.core import Line, Told, Value

# What a seat sees ----------------------------------------------------------------------------------------------------


class Trick(msgspec.Struct, frozen=True):
    """A tableau that was won, and who laid its last card."""

    seat: int
    cards: tuple[str, ...]
    points: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The first card of a tableau was laid; in the opening it is hidden until everybody has laid one."""

    seat: int
    card: str | None
    on: int


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    """A card was drawn: from the draw pile only its owner sees which, from the discard pile everybody."""

    seat: int
    source: Literal["pile", "discard"]
    card: str | None
    turned: bool
    """Whether the discard pile was turned over (tableaux.13)."""


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A card was laid on a tableau under way; with points if it was the fourth."""

    seat: int
    card: str
    on: int
    points: int


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A card was discarded, in sight of all."""

    seat: int
    card: str
    turned: bool


class LaidHand(msgspec.Struct, frozen=True, tag="laid_hand"):
    """A whole hand was laid."""

    seat: int
    cards: tuple[str, ...]
    points: int


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """Nothing to draw and nothing that fits."""

    seat: int


Last: TypeAlias = Started | Drew | Laid | Discarded | LaidHand | Passed
Phase: TypeAlias = Literal["opening", "turn", "play", "bonus", "new", "refill"]
PHASES: tuple[Phase, ...] = ("opening", "turn", "play", "bonus", "new", "refill")


class View(core.View, frozen=True, kw_only=True):
    """A table of Tableaux, as a seat sees it."""

    first: int
    turn: int
    phase: Phase
    due: int | None
    """In front of whom a tableau is to be started."""
    hand: tuple[str, ...] | None
    """One's own cards; a spectator has none."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    tableaux: tuple[tuple[str | None, ...], ...]
    """The tableau under way in front of each seat; None is an opening card that is still face down."""
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    """Per seat; in teams, the team's."""
    pile: int
    discard: int
    top: str | None
    """The top card of the discard pile."""
    turnings: int
    """How often the discard pile was turned over since the last card laid (tableaux.16)."""
    turns: int
    """Whole turns since the last card laid."""
    last: Last | None


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """The cards laid; later neither those discarded nor those taken."""
    last = after.last
    if isinstance(last, Drew) and last.card is not None:
        return Told(Line("took", {"seat": last.seat, "card": last.card}), Line("took_one", {"seat": last.seat}))
    if isinstance(last, Discarded):
        now = Line("discarded_and_turned" if last.turned else "discarded", {"seat": last.seat, "card": last.card})
        later = Line("discarded_one_and_turned" if last.turned else "discarded_one", {"seat": last.seat})
        return Told(now, later)
    line = tell_what_stays(before, after)
    return Told(line, line)


def tell_what_stays(before: View, after: View) -> Line:
    """What was done in the open and stays so, or in secret."""
    last = after.last
    if isinstance(last, Drew):
        return Line("drew_and_turned" if last.turned else "drew", {"seat": last.seat})
    if isinstance(last, Started) and before.phase == "opening":
        return Line("opened" if after.phase == "opening" else "opened_all", {"seat": last.seat})
    if isinstance(last, Started):
        args: dict[str, int | str] = {"seat": last.seat, "card": last.card or "", "on": last.on}
        return Line("started" if last.on == last.seat else "started_for", args)
    if isinstance(last, Laid):
        args = {"seat": last.seat, "card": last.card, "on": last.on, "count": last.points}
        if last.on == last.seat:
            return Line("completed" if last.points else "laid", args)
        return Line("completed_for" if last.points else "laid_for", args)
    if isinstance(last, LaidHand):
        cards = dict(zip(("a", "b", "c", "d"), last.cards, strict=True))
        return Line("laid_hand", {"seat": last.seat, **cards, "count": last.points})
    assert isinstance(last, Passed)
    return Line("passed", {"seat": last.seat})


def reveals(before: View, after: View) -> bool:
    """tableaux.13: a card is discarded and at once turned over with the pile. All other cards that are laid lie open."""
    return isinstance(after.last, Discarded) and after.last.turned
