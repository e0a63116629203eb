"""What a server and its workers say to each other: one message is its length in four bytes and a MessagePack object."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ludotheque.rules.core import Scalar


class Choose(msgspec.Struct, tag="choose", frozen=True):
    """Which move does this bot play? The last of the views is the one to move in."""

    game: str
    seat: int
    level: str
    seed: int
    key: str
    """Under which the worker keeps the bot; nothing for a bot that is not kept."""
    since: int
    """How many views were sent before these."""
    views: list[bytes]
    think: bool
    """Whether there is machine code to think with; otherwise the move is played offhand."""
    seconds: float | None = None
    playouts: int | None = None


class Advise(msgspec.Struct, tag="advise", frozen=True):
    """What would elephant play from these views?"""

    game: str
    seat: int
    views: list[bytes]


class Judge(msgspec.Struct, tag="judge", frozen=True):
    """What did the next move of a seat cost, from the entry `since` on?"""

    review: str
    """Under which the worker keeps how far it has come."""
    seat: int
    since: int
    record: bytes | None = None
    """The record in JSON, for a worker that does not have it yet."""


Request: TypeAlias = Choose | Advise | Judge


class Chosen(msgspec.Struct, tag="chosen", frozen=True):
    """The action, and whether the bot had no answer of its own (`problem` says why)."""

    action: int
    problem: str = ""
    patience: float = 1.0
    """How many times its usual seconds it was given."""


class Opinion(msgspec.Struct, tag="opinion", frozen=True):
    """JSON that goes to a page as it is; of a review one judgement, and the entry to go on from (-1 at its end)."""

    body: bytes
    since: int = -1


class Lost(msgspec.Struct, tag="lost", frozen=True):
    """The worker does not have what the request builds upon: send all of it."""


class Faulty(msgspec.Struct, tag="faulty", frozen=True):
    """A `Fault`: something in the request cannot be."""

    code: str
    clause: str
    args: dict[str, Scalar]


class Failed(msgspec.Struct, tag="failed", frozen=True):
    """Our own mistake; the worker's standard error has the details."""

    problem: str


Answer: TypeAlias = Chosen | Opinion | Lost | Faulty | Failed

LENGTH = 4
_encoder = msgspec.msgpack.Encoder()
read_request = msgspec.msgpack.Decoder(Request).decode
read_answer = msgspec.msgpack.Decoder(Answer).decode


def framed(message: Request | Answer) -> bytes:
    """A message as it is sent."""
    body = _encoder.encode(message)
    return len(body).to_bytes(LENGTH) + body
