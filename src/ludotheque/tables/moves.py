"""A move before it is stored: who may play it, what it leads to, and what changes at the table with it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from ludotheque.rules.core import CHANCE, OVER, Chance, Fault, Move, Outcome, Refusal, Refused
from ludotheque.rules.play import Play, entry_to_json
from ludotheque.tables import hosting
from ludotheque.tables.live import LiveTable, Step
from ludotheque.tables.model import StoredTable
from ludotheque.tables.store import StoredMove

Row: TypeAlias = StoredMove
_encode = msgspec.json.encode


class Command(msgspec.Struct, frozen=True):
    """A move that somebody (or, `late`, the timer) wants to play, made when the log had `seq` entries."""

    id: str | None
    """Whose and which it is; sent twice it is answered the same. None for the house's own bots."""
    seq: int
    move: object
    late: bool = False


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


def attempt(
    live: LiveTable,
    seats: Iterable[int],
    command: Command,
    now: float,
    draw: Callable[[Play], Chance],
    looked_at: tuple[int, ...],
) -> tuple[Answer, list[Row], list[Step] | None]:
    """Play a move in memory, with what chance adds to it: the answer, what to store, what to show (None if it was not played)."""
    before = live.answered(command.id) if command.id is not None else None
    if before is not None:
        return Answer(before), [], None
    refusal, move = examine(live, seats, command, now)
    if refusal is not None or move is None:
        return Answer(live.seq, refusal), [], None
    play = live.play
    assert play is not None
    first, acting = live.seq, play.to_act
    try:
        steps = [live.enter(acting, move, now, command.id, looked_at)]
    except Refused as refused:
        return Answer(first, refused.refusal), [], None
    rows = [row(live, first, acting, move, now, command.id)]
    while play.to_act == CHANCE:
        drawn = draw(play)
        rows.append(row(live, live.seq, CHANCE, drawn, now, None))
        steps.append(live.enter(CHANCE, drawn, now, None, looked_at))
    return Answer(first + 1), rows, steps


def row(live: LiveTable, seq: int, who: int, value: Move | Chance, now: float, command: str | None) -> Row:
    """An entry, as the store keeps it."""
    entry = _encode(entry_to_json(who, value)).decode()
    return StoredMove(seq, entry, now, command)


def examine(live: LiveTable, seats: Iterable[int], command: Command, now: float) -> tuple[Refusal | None, Move | None]:
    """The move that a command means, or why none may be played; whether the rules allow it is theirs to say."""
    play = live.play
    if play is None:
        return Refusal("not_started" if live.stored.status == "open" else "table_closed", "house"), None
    if live.stored.status != "playing" or play.to_act == OVER:
        return Refusal("over", "any.4"), None
    if command.seq != live.seq:
        return Refusal("old_position", "house"), None
    seat = play.to_act
    mine = set(seats)
    if not mine:
        return Refusal("not_seated", "house"), None
    if seat not in mine:
        return Refusal("not_your_turn", "any.3", {"turn": seat}), None
    if now < live.look_until and not command.late:
        return Refusal("look", "house"), None
    try:
        move = play.game.move(command.move)
    except Fault as fault:
        return Refusal(fault.code, fault.clause, fault.details), None
    return None, move


def after(live: LiveTable, rows: list[Row], now: float, *, late: bool) -> StoredTable | None:
    """How the table itself changes with a move: it is over, or somebody was late or is back in time."""
    play, stored = live.play, live.stored
    assert play is not None
    outcome: Outcome | None = play.outcome
    if outcome is not None:
        return msgspec.structs.replace(stored, version=stored.version + 1, changed=now, status="over", outcome=outcome)
    seat = int(msgspec.json.decode(rows[0].entry)["seat"]) if late or stored.settings.timer is not None else -1
    if seat < 0 or stored.seats[seat].kind != "guest":
        return None
    sitting = stored.seats[seat]
    if (late and play.to_act == seat) or (not late and sitting.late == 0):
        return None
    count = sitting.late + 1 if late else 0
    taken_over = "goldfish" if count >= 3 else sitting.stand_in
    changed = msgspec.structs.replace(stored, version=stored.version + 1, changed=now)
    hosting.put(changed, seat, msgspec.structs.replace(sitting, late=count, stand_in=taken_over))
    return changed
