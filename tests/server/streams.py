"""Streams of WebSocket frames, good and bad, as a page might send them; and how `websockets` answers them."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

LIMIT = 16 * 1024
LENGTHS = (0, 1, 2, 7, 124, 125, 126, 127, 128, 300, 4000, LIMIT - 1, LIMIT, LIMIT + 1, 65_535, 65_536)
USUAL = (20, 20, 20, 60, 3, 3, 3, 3, 3, 10, 3, 0.05, 0.05, 0.05, 0.05, 0.05)
TEXTS = ("a", "é", "’", "€", "🎲", "\u0000", "\U0010ffff", "{}", "Léa joue un 7")
NOT_TEXTS = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xf0\x9f\x8e")
CODES = (0, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1011, 1014, 1015, 1016, 2999, 3000, 4999, 5000, 65_535)
quiet = logging.getLogger("tests.streams")
quiet.setLevel(logging.CRITICAL)


def encode(kind: int, payload: bytes, chance: random.Random, **more: Any) -> bytes:
    """A frame as a client sends it, unless told otherwise."""
    size = len(payload)
    head = (128 if more.get("final", True) else 0) | more.get("reserved", 0) | kind
    wide = more.get("wide", 0) or (0 if size < 126 else 2 if size < 65_536 else 8)
    mask = chance.randbytes(4) if more.get("mask", True) else b""
    marked = {0: size, 2: 126, 8: 127}[wide] | (128 if mask else 0)
    if mask and size:
        key = (mask * (size // 4 + 1))[:size]
        payload = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
    return bytes((head, marked)) + (size.to_bytes(wide, "big") if wide else b"") + mask + payload


class Streams:
    """Makes up streams: mostly good frames, so that they last, and one fault in some."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def stream(self, frames: int) -> bytes:
        """About so many frames, one after the other."""
        parts: list[bytes] = []
        while len(parts) < frames:
            parts += self._good()
            if self.chance.random() < 0.012:
                parts += self._bad()
        if self.chance.random() < 0.3:
            parts.append(encode(8, self._closing(), self.chance))
            parts += self._good()  # nobody should read this
        data = b"".join(parts)
        if self.chance.random() < 0.3:
            data = self._mutated(data)
        return data or b"\x81"

    def chunks(self, data: bytes) -> Iterator[bytes]:
        """The same bytes, cut anywhere."""
        longest = self.chance.choice((1, 3, 40, 1500, 65_536, 262_144))
        if longest < 40 and len(data) > 4000:
            longest = 700
        at = 0
        while at < len(data):
            size = self.chance.randint(1, longest)
            yield data[at : at + size]
            at += size

    def _text(self) -> bytes:
        size = self.chance.choices(LENGTHS, USUAL)[0]
        text = "".join(self.chance.choices(TEXTS, k=size // 3 + 1)).encode() if size < 400 else b"x" * size
        return text[:size].decode(errors="ignore").encode() if size < 400 else text

    def _control(self) -> bytes:
        size = self.chance.choice((0, 1, 4, 20, 124, 125))
        return encode(
            self.chance.choice((9, 10)), self.chance.randbytes(size), self.chance, wide=self.chance.choice((0, 0, 0, 2, 8))
        )

    def _good(self) -> list[bytes]:
        chance, kind = self.chance, self.chance.choice((1, 1, 2))
        payload = self._text() if kind == 1 or chance.random() < 0.5 else chance.randbytes(chance.randrange(130))
        way = chance.random()
        if way < 0.15:
            return [self._control()]
        if way < 0.6:
            return [encode(kind, payload, chance, wide=chance.choice((0, 0, 0, 8)))]
        cuts = sorted(chance.randint(0, len(payload)) for _ in range(chance.randrange(6)))
        parts = [payload[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
        made = []
        for number, part in enumerate(parts):
            made.append(encode(0 if number else kind, part, chance, final=number == len(parts) - 1))
            if number < len(parts) - 1 and chance.random() < 0.4:
                made.append(self._control())
        return made

    def _closing(self) -> bytes:
        code = self.chance.choice(CODES).to_bytes(2, "big")
        reasons = (b"", b"bye", "adieu, à bientôt".encode(), self.chance.choice(NOT_TEXTS))
        return self.chance.choice((b"", code[:1], code, code + self.chance.choice(reasons)))

    def _bad(self) -> list[bytes]:
        """One thing that is not as it should be."""
        chance, payload = self.chance, self._text()
        return chance.choice(
            (
                lambda: [encode(chance.choice((3, 4, 7, 11, 15)), payload[:300], chance)],
                lambda: [encode(chance.choice((0, 1, 2, 8, 9)), payload, chance, reserved=chance.choice((16, 32, 64, 112)))],
                lambda: [encode(chance.choice((1, 9)), payload[:300], chance, mask=False)],
                lambda: [encode(chance.choice((9, 10, 8)), b"x" * chance.choice((126, 130, 40_000)), chance)],
                lambda: [encode(chance.choice((9, 10, 8)), b"x", chance, final=False)],
                lambda: [encode(0, payload, chance)],
                lambda: [encode(1, payload, chance, final=False), encode(chance.choice((1, 2)), payload, chance)],
                lambda: [encode(1, payload, chance, final=False), encode(8, self._closing(), chance)],
                lambda: [encode(1, payload[:200] + chance.choice(NOT_TEXTS), chance)],
                lambda: [
                    encode(1, payload[:200] + chance.choice(NOT_TEXTS), chance, final=False),
                    encode(0, b"\x82\xac", chance),
                ],
                lambda: [encode(1, b"x" * chance.choice(LENGTHS[-5:]), chance)],
                lambda: [encode(2, b"x" * 9000, chance, final=False), encode(0, b"x" * chance.randint(7300, 7500), chance)],
                lambda: [b"\x81\xff" + chance.choice((2**63, 2**64 - 1, 2**63 - 1)).to_bytes(8, "big") + b"mask"],
                lambda: [encode(8, self._closing(), chance)],
                lambda: [chance.randbytes(chance.randrange(1, 40))],
            )
        )()

    def _mutated(self, data: bytes) -> bytes:
        """Some bytes changed, dropped, doubled, or cut off."""
        chance, changed = self.chance, bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 10))):
            if not changed:
                break
            at = chance.randrange(len(changed))
            way = chance.randrange(4)
            if way == 0:
                changed[at] ^= 1 << chance.randrange(8)
            elif way == 1:
                del changed[at : at + chance.randrange(1, 5)]
            elif way == 2:
                changed[at:at] = changed[at : at + chance.randrange(1, 30)]
            elif chance.random() < 0.2:
                del changed[at:]
        return bytes(changed)


def ends(data: bytes, at: int) -> int | None:
    """Where the frame that begins here ends, according to its length alone; None when not even that can be read."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 127, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if len(data) < start + wide:
            return None
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    return start + (4 if data[at + 1] & 128 else 0) + size


def pieces(data: bytes) -> list[bytes]:
    """The same bytes, cut where frames begin."""
    found, at = [], 0
    while at < len(data):
        end = ends(data, at) or len(data)
        found.append(data[at:end])
        at = end
    return found


@dataclass
class Heard:
    """What became of a stream."""

    messages: list[bytes] = field(default_factory=list)
    pongs: list[bytes] = field(default_factory=list)
    close: bytes | None = None
    """What the close frame of the house said; None if it said nothing."""
    echoed: bool = False
    """Whether that was an answer to a good-bye, and not a failure or the house's own."""
    over: bool = False
    later: bytes | None = None
    """With what it would close when the rest of the last frame came."""
    frames: int = 0
    crowded: bytes | None = None
    """The control frame that was called too large for the message around it."""

    def read(self, sent: bytes) -> None:
        """Take in what the house has sent."""
        for frame in pieces(sent):
            if frame[0] & 15 == 10:
                self.pongs.append(frame[2:])
            elif frame[0] & 15 == 8 and self.close is None:
                self.close = frame[2:]


def reference(stream: list[bytes], house_closes: tuple[int, int] | None) -> Heard:
    """How `websockets` answers. It leaves texts to its caller, so messages are put together and read here."""
    protocol = ServerProtocol(state=State.OPEN, max_size=LIMIT, logger=quiet)
    heard, message = Heard(), Message()
    for number, piece in enumerate(stream):
        if house_closes is not None and number == house_closes[0] and protocol.state is State.OPEN:
            protocol.send_close(house_closes[1])
        protocol.receive_data(piece)
        for event in protocol.events_received():
            assert isinstance(event, Frame)
            heard.frames += 1
            try:
                text = message.take(event)
            except UnicodeDecodeError:
                protocol.fail(1007)
            else:
                if text is not None and protocol.state is State.OPEN:
                    heard.messages.append(text)
        if protocol.eof_sent:
            heard.over = True
            heard.echoed = protocol.parser_exc is None and protocol.close_rcvd_then_sent is True
            if isinstance(protocol.parser_exc, PayloadTooBig) and piece[0] & 8:
                heard.crowded = piece
            break
    heard.read(b"".join(protocol.data_to_send()))
    end = ends(stream[-1], 0)
    if not heard.over and end is not None and len(stream[-1]) < end < 2 * LIMIT:
        protocol.receive_data(bytes(end - len(stream[-1])))
        if protocol.eof_sent and protocol.parser_exc is not None:
            rest = Heard()
            rest.read(b"".join(protocol.data_to_send()))
            heard.later = rest.close if heard.close is None else heard.close
    return heard


class Message:
    """Puts frames together."""

    def __init__(self) -> None:
        self.kind, self.parts = Opcode.TEXT, b""

    def take(self, frame: Frame) -> bytes | None:
        """The message that this frame completes."""
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return None
        self.kind = self.kind if frame.opcode is Opcode.CONT else frame.opcode
        self.parts += bytes(frame.data)
        if not frame.fin:
            return None
        message, self.parts = self.parts, b""
        if self.kind is Opcode.TEXT:
            message.decode()
        return message
