"""A move before it is stored: who may play it, what it leads to, and what changes at the table with it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable

import msgspec

from ludotheque.rules.core import CHANCE, OVER, Chance, Fault, Move, Refusal, Refused
from ludotheque.rules.play import Play
from ludotheque.tables import hosting
from ludotheque.tables.draft import Draft
from ludotheque.tables.live import LiveTable
from ludotheque.tables.position import Moment, Position, played_by_house

TAKEN_OVER_AFTER = 3
"""Turns in a row that the timer plays before goldfish takes the seat."""


class Mover(msgspec.Struct, frozen=True):
    """Who wants to move: the seats that are theirs, and the one they look as. The house looks as whom it plays for."""

    seats: Collection[int]
    looks_as: int | None = None
    house: bool = False
    late: bool = False
    """The timer moves for somebody who is late."""


class Command(msgspec.Struct, frozen=True):
    """A move that somebody wants to play, made when the log had `seq` entries."""

    id: str | None
    """Whose and which it is; sent twice it is answered the same. None for the house's own bots."""
    seq: int
    move: object
    """As JSON; the house's own bots bring the move itself."""


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: `refusal` is None if it was carried out (now or, sent twice, before)."""

    seq: int
    refusal: Refusal | None = None


def draw_at_random(play: Play) -> Chance:
    """What chance gives, from the system's generator."""
    possible = play.chances()
    rest = secrets.randbelow(sum(weight for _, weight in possible))
    for chance, weight in possible:
        rest -= weight
        if rest < 0:
            return chance
    raise AssertionError("nothing to draw")


def decide(
    live: LiveTable,
    mover: Mover,
    command: Command,
    moment: Moment,
    draw: Callable[[Play], Chance],
    looked_at: Iterable[int],
) -> tuple[Answer, Draft | None]:
    """What to answer, and what becomes of the table if the move is played, with what chance adds to it. Nothing changes yet."""
    before = live.answered(command.id) if command.id is not None else None
    if before is not None:
        return Answer(before), None
    refusal = refused(live, mover, command.seq, moment)
    if refusal is not None:
        return Answer(live.seq, refusal), None
    acting = live.turn
    live.legal()  # found out once for this position, whatever comes of the move
    draft = Draft(live, looked_at)
    play = draft.play
    assert play is not None
    try:
        move = command.move if isinstance(command.move, Move) else play.game.move(command.move)
        draft.enter(acting, move, moment.wall, command.id, moment)
    except Refused as refusing:
        return Answer(live.seq, refusing.refusal), None
    except Fault as fault:
        return Answer(live.seq, fault.refusal), None
    draft.write_down(acting, move, moment.wall, command.id)
    while draft.turn == CHANCE:
        drawn = draw(play)
        draft.enter(CHANCE, drawn, moment.wall, None, moment)
        draft.write_down(CHANCE, drawn, moment.wall, None)
    _note_what_follows(draft, acting, mover, moment)
    return Answer(live.seq + 1), draft


def refused(at: Position, mover: Mover, seq: int, moment: Moment) -> Refusal | None:
    """Why somebody may not move now, or None: the one answer to who may move. What they may play is for the rules to say."""
    play, seats = at.play, at.stored.seats
    if play is None:
        return Refusal("not_started" if at.stored.status == "open" else "table_closed", "house")
    turn = at.turn
    if at.stored.status != "playing" or turn == OVER:
        return Refusal("over", "any.4")
    if turn in mover.seats and not mover.house:
        if seats[turn].resigned or seats[turn].stand_in is not None:
            return Refusal("stand_in", "house")
        if mover.looks_as != turn:
            return Refusal("look_first", "house", {"seat": turn})
    if seq != at.seq or (mover.house and not _for_the_house(at, mover, turn, moment)):
        return Refusal("old_position", "house")
    if not mover.seats:
        return Refusal("not_seated", "house")
    if turn not in mover.seats:
        return Refusal("not_your_turn", "any.3", {"turn": turn})
    if at.looking(moment) and not mover.late:
        return Refusal("look", "house")
    return None


def _for_the_house(at: Position, mover: Mover, turn: int, moment: Moment) -> bool:
    """Whether the house still plays for a seat: a human may have taken it back while a bot was thinking."""
    if not mover.late:
        return played_by_house(at.stored.seats[turn])
    until = at.turn_until
    return until is not None and until <= moment.tick


def _note_what_follows(draft: Draft, acting: int, mover: Mover, moment: Moment) -> None:
    """How the table itself changes with a move: it is over, or somebody was late or is back in time."""
    play, stored = draft.play, draft.stored
    assert play is not None
    outcome, sitting = play.outcome if draft.turn == OVER else None, stored.seats[acting]
    if outcome is not None:
        table = draft.alter()
        table.version, table.changed, table.status, table.outcome = stored.version + 1, moment.wall, "over", outcome
        return
    if sitting.kind != "guest" or (draft.turn == acting if mover.late else sitting.late == 0):
        return
    table = draft.alter()
    table.version, table.changed = stored.version + 1, moment.wall
    late = sitting.late + 1 if mover.late else 0
    taken_over = "goldfish" if late >= TAKEN_OVER_AFTER else sitting.stand_in
    hosting.put(table, acting, msgspec.structs.replace(sitting, late=late, stand_in=taken_over))
