"""What a page and its table say to each other: commands come in, each is answered once; views go out.

Over what they talk does not matter: a WebSocket (`websocket/`), or a port to a page that has the house beside it.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import msgspec

from ludotheque.rules.core import Refusal
from ludotheque.server import protocol
from ludotheque.server.audience import seen
from ludotheque.server.connection import Connection, Outlet, Talking
from ludotheque.server.hall import Hall, key_among
from ludotheque.server.protocol import (
    Accepted,
    Bye,
    Declined,
    HaveSeen,
    Hello,
    Incoming,
    LookAs,
    Ping,
    PlayMove,
    Pong,
    React,
    Say,
)
from ludotheque.server.websocket.frames import AGAIN, POLICY
from ludotheque.tables import hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.identity import CHAT_LENGTH, clean
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import REACTIONS, Guest, Talk
from ludotheque.tables.moves import Answer, Command, Mover
from ludotheque.tables.position import millis
from ludotheque.tables.store import Key, Unavailable

LONGEST_ID = 64

_decode = msgspec.json.Decoder(Incoming).decode


class Wire(Outlet, Protocol):
    """What a page and its table talk over."""

    talking: Talking | None
    """Who is told when there is room to write again."""
    rude: bool
    """Whether the page asked for too much and is sent away for it."""

    async def receive(self) -> bytes:
        """The next message; what it raises when the page is gone ends the conversation."""


async def converse(hall: Hall, wire: Wire, table_id: str, address: str, tokens: list[str]) -> None:
    """A page comes to a table, with the secrets that it has."""
    await _Talker(hall, wire, table_id, address).run(tokens)


class _Talker:
    """One conversation."""

    __slots__ = ("address", "connection", "hall", "live", "table_id", "unreadable", "wire")

    def __init__(self, hall: Hall, wire: Wire, table_id: str, address: str) -> None:
        self.hall, self.wire, self.table_id, self.address = hall, wire, table_id, address
        self.unreadable = 0
        self.connection: Connection
        self.live: LiveTable

    async def run(self, tokens: list[str]) -> None:
        """From hello to good-bye."""
        hall = self.hall
        try:
            key, hello = await self._hello(tokens)
            live = await hall.house.table(self.table_id, fresh=True)
            hosting.may_look(live.stored, None if key is None else key.guest.id)
        except Denied as denied:
            self.wire.write([msgspec.json.encode(Bye(denied.code, False))])
            self.wire.close(POLICY)
            return
        except Unavailable:
            self.wire.write([msgspec.json.encode(Bye("busy", True))])
            self.wire.close(AGAIN)
            return
        self.live = live
        guest, only_seat = (None, None) if key is None else (key.guest, key.seat)
        self.connection = self.wire.talking = Connection(
            self.table_id, guest, only_seat, self.wire, hall.config.limits.waiting_bytes
        )
        if hello.look_as is not None:
            self.connection.look_as(live, hello.look_as)
        hall.metrics.connections += 1
        try:
            await hall.audience.add(self.connection, live, hello.since)
            while True:
                await self._read(await self.wire.receive())
        except Unavailable:  # what was said here before could not be read
            self.connection.close("busy", retry=True)
        except Denied as denied:  # removed in this very moment
            self.connection.close(denied.code, retry=False)
        finally:
            hall.audience.drop(self.connection)
            hall.metrics.connections -= 1

    async def _hello(self, tokens: list[str]) -> tuple[Key | None, Hello]:
        try:
            async with asyncio.timeout(self.hall.config.limits.hello_within):
                hello = _decode(await self.wire.receive())
        except (TimeoutError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise Denied("hello", "form") from None
        if not isinstance(hello, Hello):
            raise Denied("hello", "form")
        if hello.version != protocol.VERSION:
            raise Denied("version", "form")
        key = await key_among(self.hall.house, [hello.token] if hello.token else tokens)
        if hello.token and key is None:
            raise Denied("token", "stranger")
        if key is not None and key.table_id is not None and key.table_id != self.table_id:
            raise Denied("token", "stranger")
        return key, hello

    async def _read(self, frame: bytes) -> None:
        """Answer a frame."""
        began = time.perf_counter()
        allow = self.hall.allow
        if not (allow.commands.take(self._name()) and allow.address_commands.take(self.address)):
            self.hall.metrics.refusals["rate"] += 1
            self.unreadable += 1
            self._refuse(_id_of(frame), Refusal("rate", "house"), with_view=False)
        else:
            try:
                message = _decode(frame)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                self.unreadable += 1
                self.hall.metrics.refusals["unreadable"] += 1
                self._refuse("", Refusal("unreadable", "house"), with_view=False)
            else:
                await self._command(message, began)
        if self.unreadable >= self.hall.config.limits.nonsense:
            self.wire.rude = True
            self.connection.close("rate", retry=False)

    def _name(self) -> str:
        guest = self.connection.guest
        return guest.id if guest is not None else f"address {self.address}"

    def _refuse(self, command: str, refusal: Refusal, *, with_view: bool = True) -> None:
        live, moment = self.live, self.hall.house.moment()
        self.connection.send(
            Declined(
                id=command,
                code=refusal.code,
                clause=refusal.clause,
                args=dict(refusal.args),
                seq=live.seq,
                view=live.shown(self.connection.looks_as, moment) if with_view and live.doubt is None else None,
            )
        )

    async def _command(self, message: Incoming, began: float) -> None:
        if isinstance(message, HaveSeen):
            await self.hall.audience.looks.saw(self.connection, self.live, message.seq)
            return
        # the id of a command is stored with its move, and not every database takes every character
        if isinstance(message, Hello) or len(message.id) > LONGEST_ID or not message.id.isprintable():
            self._refuse("", Refusal("unreadable", "house"), with_view=False)
            return
        try:
            if isinstance(message, PlayMove):
                await self._move(message, began)
            elif isinstance(message, Ping):
                self.connection.send(Pong(message.id, millis(self.hall.house.now())))
            elif isinstance(message, LookAs):
                await self._look_as(message)
            else:
                await self._talk(message)
        except Denied as denied:
            self.hall.metrics.refusals[denied.code] += 1
            self._refuse(message.id, Refusal(denied.code, denied.clause, denied.args_), with_view=False)
        except Unavailable as error:
            self.hall.metrics.refusals[error.code] += 1
            self._refuse(message.id, Refusal(error.code, "house"), with_view=False)

    async def _move(self, message: PlayMove, began: float) -> None:
        hall, live, connection = self.hall, self.live, self.connection

        def acknowledge(answer: Answer) -> None:
            if answer.refusal is None:
                connection.send(Accepted(message.id, answer.seq))
                hall.metrics.latency.add(time.perf_counter() - began)
            else:
                hall.metrics.refusals[answer.refusal.code] += 1
                self._refuse(message.id, answer.refusal)

        guest = connection.guest
        command = Command(None if guest is None else _command_of(guest, message.id), message.seq, message.move)
        await hall.house.play(live, lambda: Mover(connection.seats(live), connection.looks_as), command, acknowledge)

    async def _look_as(self, message: LookAs) -> None:
        house, live = self.hall.house, self.live
        async with house.at_rest(live):
            if not self.connection.look_as(live, message.seat):
                raise Denied("not_seated", "forbidden")
            self.connection.send(Accepted(message.id, live.seq))
            if live.play is not None:
                self.connection.send(seen(live, self.connection.looks_as, house.moment()))

    async def _talk(self, message: Say | React) -> None:
        guest, house = self.connection.guest, self.hall.house
        if guest is None or self.connection.only_seat is not None:
            raise Denied("not_seated", "forbidden")
        if not self.hall.allow.chatter.take(guest.id):
            raise Denied("rate", "rate")
        command = _command_of(guest, message.id)
        try:
            line = self._line(message, guest)
        except Denied:
            # sent twice it is answered the same, whatever has changed since
            kept = await house.store.said(self.table_id, command) if command is not None else None
            if kept is None:
                raise
        else:
            kept = await house.say(self.table_id, line, command)
        self.connection.send(Accepted(message.id, kept.n))

    def _line(self, message: Say | React, guest: Guest) -> Talk:
        """What is to be said, if it may be said now."""
        stored = self.live.stored
        if not self.connection.seats(self.live):
            raise Denied("not_seated", "forbidden")
        if guest.id in stored.muted:
            raise Denied("muted", "forbidden")
        line = Talk(n=0, at=0, kind="reaction", guest=guest.id, name=guest.name)
        if isinstance(message, Say):
            if not stored.settings.chat:
                raise Denied("chat_off", "forbidden")
            text = clean(message.text, CHAT_LENGTH)
            if not text:
                raise Denied("nothing_said", "form")
            return msgspec.structs.replace(line, kind="chat", text=text)
        if message.reaction not in REACTIONS:
            raise Denied("unknown_reaction", "form")
        return msgspec.structs.replace(line, code=message.reaction)


def _command_of(guest: Guest, given: str) -> str | None:
    """Whose and which command this is. An empty id is none: nothing that bears it is taken for the same thing sent again."""
    return f"{guest.id} {given}" if given else None


def _id_of(frame: bytes) -> str:
    """The id of a command that is refused unread, if it has one."""
    try:
        found = msgspec.json.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    given = found.get("id") if isinstance(found, dict) else None
    return given if isinstance(given, str) and len(given) <= LONGEST_ID else ""
