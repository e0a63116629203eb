"""Mistakes that somebody might make, each in a few lines of the house's own source. The weather has to find every one.

The first four are those that lost or showed something when the house was attacked (GROUND 1 to 4).
"""

from __future__ import annotations

from ludotheque.server import audience, connection, conversation, looks
from ludotheque.server.routes import play
from ludotheque.tables import attendant, house, live, moves, position, room
from ludotheque.tables.store import fitting, memory
from tests.weather.planting import Bug

APPEND = "writing = self.store.append(draft.change(live, wake), *also)"
DOUBT = """
except BaseException:
    # Cancelled or failed: whether it happened is not known, and the store has to be asked.
    self.room.doubt(live, writing)
    raise
"""
KEEP = "if (said := await self._keep(live, draft)) is not None:"
ANSWER = """
acknowledge(answer)
self._show(live, draft, said)
"""
FITS = "if change.version not in (version, ANY) or (change.seq is not None and change.seq != seq):"

AHEAD_OF_THE_STORE = [
    Bug(
        "a move stays in memory although it could not be stored",
        house.House,
        "_keep",
        (DOUBT, "except BaseException:\n    live.adopt(draft)\n    raise"),
    ),
    Bug(
        "a game runs on a deal that is not stored",
        house.House,
        "_keep",
        (
            DOUBT,
            """
            except Unavailable:
                if live.play is not None or draft.play is None:
                    self.room.doubt(live, writing)
                    raise
                said = []
            """,
        ),
    ),
    Bug(
        "an outcome opens the record before it is stored",
        house.House,
        "_keep",
        (APPEND, f"{APPEND}\nlive.stored = draft.stored"),
    ),
    Bug(
        "a table that is dropped while its bot thinks is there twice",
        room.Room,
        "_make_room",
        ("del self._kept[live.stored.id]", "del self._kept[live.stored.id]\nself._known.pop(live.stored.id, None)"),
    ),
    Bug(
        "a new table is there twice when somebody was faster to look at it",
        room.Room,
        "making",
        ("self._loading.update((live.stored.id, future) for live, future in waiting.items())", "pass"),
    ),
    Bug(
        "a failed write is taken for one that did not happen",
        room.Room,
        "doubt",
        ("live.doubt = writing\nself.mend(live)", "return"),
    ),
    Bug(
        "a conflict is taken for a success",
        house.House,
        "_keep",
        ("except Conflict:\n    self.room.doubt(live, writing)\n    return None", "except Conflict:\n    said = []"),
    ),
]

IN_ANOTHER_ORDER = [
    Bug(
        "a move is acknowledged before it is stored",
        house.House,
        "play",
        (ANSWER, "self._show(live, draft, said)"),
        (KEEP, f"acknowledge(answer)\n{KEEP}"),
    ),
    Bug(
        "a move is shown before it is stored",
        house.House,
        "play",
        (ANSWER, "acknowledge(answer)"),
        (KEEP, f"self._show(live, draft, [])\n{KEEP}"),
    ),
    Bug(
        "a rematch is two writes",
        house.House,
        "_keep",
        (
            APPEND,
            """
            writing = self.store.append(draft.change(live, wake))
            if also:
                await writing
                await self.store.append(*also)
            """,
        ),
    ),
    Bug(
        "the end of a game is stored later than its last move",
        moves,
        "_note_what_follows",
        ("if outcome is not None:", "if outcome is not None and mover.house:"),
    ),
    Bug(
        "what is drawn is drawn again for the store",
        house,
        "decide",
        ("draft.write_down(CHANCE, drawn, moment.wall, None)", "draft.write_down(CHANCE, again, moment.wall, None)"),
        ("drawn = draw(play)", "drawn, again = draw(play), draw(play)"),
    ),
]

COMMANDS = [
    Bug(
        "a log may have holes and doubles",
        fitting,
        "_moved_on",
        (FITS, "if change.version not in (version, ANY):"),
        ("if any(move.seq != seq + offset for offset, move in enumerate(change.entries)):", "if False:"),
    ),
    Bug(
        "who changes an older table is not told",
        fitting,
        "_moved_on",
        (FITS, "if change.seq is not None and change.seq != seq:"),
    ),
    Bug(
        "a command that is sent again is not recognised",
        house,
        "decide",
        ("before = live.answered(command.id) if command.id is not None else None", "before = None"),
    ),
    Bug(
        "a command is recognised only while it is the last one",
        live.LiveTable,
        "adopt",
        ("self._commands += draft.commands", "self._commands = bytearray(len(self._commands)) + draft.commands"),
    ),
    Bug(
        "a command is answered twice",
        house.House,
        "play",
        (ANSWER, f"{ANSWER}acknowledge(answer)"),
    ),
    Bug(
        "a server that lags refuses what another one has stored",
        house.House,
        "play",
        ("looked = not self.store.shared", "looked = True"),
    ),
    Bug(
        "anybody may move for the seat to act",
        moves,
        "refused",
        ("if turn not in mover.seats:", "if False:"),
        ("if not mover.seats:", "if False:"),
    ),
    Bug(
        "a bot that thinks moves for who has come back",
        moves,
        "_for_the_house",
        ("return played_by_house(at.stored.seats[turn])", "return True"),
    ),
]

WHO_SEES_WHAT = [
    Bug(
        "of several entries only the last is shown",
        audience.Audience,
        "show",
        ("for step in steps:", "for step in steps[-1:]:"),
    ),
    Bug(
        "everybody is sent what the first one sees",
        audience.Audience,
        "show",
        ("connection.send_bytes(encoded[looks_as])", "connection.send_bytes(next(iter(encoded.values())))"),
    ),
    Bug(
        "who comes while a move is being stored misses it",
        house.House,
        "at_rest",
        ("async with live.lock:\n    await self.room.settle(live)\n    yield", "yield"),
    ),
    Bug(
        "one may look as anybody",
        connection.Connection,
        "look_as",
        ("if wanted != SPECTATOR and wanted not in self.seats(live):", "if wanted >= live.stored.players:"),
    ),
    Bug(
        "after looking as another seat one is shown the seat to act",
        conversation._Talker,
        "_look_as",
        (
            "self.connection.send(seen(live, self.connection.looks_as, house.moment()))",
            "self.connection.send(seen(live, live.play.state.first, house.moment()))",
        ),
    ),
    Bug(
        "who was sent away stays",
        audience.Audience,
        "changed",
        ("connection.close(denied.code, retry=False)\ncontinue", "pass"),
    ),
    Bug(
        "the record is open while the game is under way",
        play,
        "_over",
        ("if live.play is None or live.stored.outcome is None:", "if live.play is None:"),
    ),
]

LOOKING = [
    Bug(
        "who comes after the look sees what was revealed",
        position.Position,
        "shown",
        (
            "return view if view is None or self.play is None or not self.looked(moment) else self.play.game.forget(view)",
            "return view",
        ),
    ),
    Bug(
        "the log goes on telling what is hidden again",
        position.Position,
        "line",
        (
            "return None if self.last is None else self.last.later if self.looked(moment) else self.last.now",
            "return None if self.last is None else self.last.now",
        ),
    ),
    Bug(
        "nobody is told that the look is over",
        looks.Looks,
        "wait",
        ("if live.looking(moment):", "if False:"),
    ),
    Bug(
        "one who has seen it ends the look for everybody",
        looks.Looks,
        "_note",
        ("if live.seen_by_all != seq and all(self._absent(live, playing[seat]) for seat in missing):", "if True:"),
    ),
    Bug(
        "whoever watches ends the look",
        looks.Looks,
        "saw",
        ("seats = connection.seats(live)", "seats = range(live.stored.players)"),
    ),
    Bug(
        "what is looked at now was looked at before",
        looks.Looks,
        "_note",
        (
            'if live.stored.status != "playing" or seq != live.seq or not playing.keys() & set(seats):',
            'if live.stored.status != "playing" or (seq := live.seq) < 0 or not playing.keys() & set(seats):',
        ),
    ),
]

GOING_ON = [
    Bug("nobody notes when a bot is due", house.House, "_wake", ("return Wake(at, self.server, at + LEASE)", "return Wake()")),
    Bug(
        "a dead server is waited for, for ever",
        memory.MemoryStore,
        "claim",
        ("free = wake.until is None or not now < wake.until <= now + 2 * lease", "free = wake.until is None"),
    ),
    Bug(
        "durations go by the time of day",
        house.House,
        "moment",
        ("return Moment(self.now(), self.monotonic())", "return Moment(self.now(), self.now())"),
    ),
    Bug(
        "a bot that never answers is waited for",
        attendant.Attendant,
        "_think",
        ("async with asyncio.timeout(PATIENCE):", "if True:"),
    ),
    Bug(
        "what was not heard is not looked for",
        room.Room,
        "catch_up",
        ("watched = [table_id for table_id in list(self._known) if self._watched(table_id)]", "watched = []"),
    ),
    Bug(
        "moves are taken while everybody still looks",
        moves,
        "refused",
        ("if at.looking(moment) and not mover.late:", "if False:"),
    ),
    Bug(
        "the timer does not wait for the turn to pass",
        position.Position,
        "turn_until",
        ("return self.turn_began + self.stored.settings.timer", "return self.turn_began + self.stored.settings.timer / 4"),
    ),
]

TALK = [
    Bug(
        "what is sent again is said again",
        conversation._Talker,
        "_talk",
        ("kept = await house.say(self.table_id, line, command)", "kept = await house.say(self.table_id, line)"),
    ),
    Bug("what is heard twice is said twice", room.Room, "_say", ("if line.n >= live.said:", "if True:")),
    Bug(
        "what was said elsewhere is lost with the bus",
        room.Room,
        "catch_up",
        (
            "if live is not None and (live.seq < entries or live.stored.version < version or live.said < said):",
            "if live is not None and (live.seq < entries or live.stored.version < version):",
        ),
    ),
    Bug(
        "what was said before is left out",
        room.Room,
        "pass_on",
        ("if line.n > live.said and self._watched(table_id):", "if False:"),
    ),
]

BUGS = [*AHEAD_OF_THE_STORE, *IN_ANOTHER_ORDER, *COMMANDS, *WHO_SEES_WHAT, *LOOKING, *GOING_ON, *TALK]
