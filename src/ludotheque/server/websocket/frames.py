"""Frames of a WebSocket: reading those of a page, writing those of the house. Section numbers are those of RFC 6455."""

from __future__ import annotations

from typing import NamedTuple

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KINDS = frozenset({CONTINUED, TEXT, BINARY, CLOSE, PING, PONG})
NORMAL, BROKEN, NOT_UTF8, POLICY, TOO_BIG, FAILED, AGAIN = 1000, 1002, 1007, 1008, 1009, 1011, 1012
"""Codes with which a connection is closed (7.4.1)."""
MAY_BE_SENT = frozenset({1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)})


class Breach(Exception):
    """The other side does not keep to the rules; the code says to which."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Frame(NamedTuple):
    """One frame, unmasked, and where it ends."""

    kind: int
    final: bool
    payload: bytes
    end: int


def read(data: bytes, at: int, limit: int) -> Frame | None:
    """The frame that begins here (5.2), with at most `limit` bytes in it if it is not a control; None if it is not all there."""
    if len(data) - at < 2:
        return None
    final, kind, size, start = data[at] & 128, data[at] & 15, data[at + 1] & 127, at + 2
    if kind not in KINDS or not data[at + 1] & 128:  # nothing we know, or not masked (5.1)
        raise Breach(BROKEN)
    if size >= 126:
        wide = 2 if size == 126 else 8
        if len(data) - start < wide:
            return None
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    if kind < CLOSE and size > limit:
        raise Breach(TOO_BIG)
    if data[at] & 0x70 or (kind >= CLOSE and (not final or size > 125)):  # an extension nobody agreed to (5.2); 5.5
        raise Breach(BROKEN)
    begin, end = start + 4, start + 4 + size
    if len(data) < end:
        return None
    return Frame(kind, bool(final), _unmask(data[begin:end], data[start:begin]), end)


def _unmask(payload: bytes, mask: bytes) -> bytes:
    """As one large number: quick, and frames are short (5.3)."""
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def head(kind: int, size: int) -> bytes:
    """The head of a frame that we send: whole and not masked."""
    if size < 126:
        return bytes((128 | kind, size))
    if size < 65536:
        return bytes((128 | kind, 126)) + size.to_bytes(2, "big")
    return bytes((128 | kind, 127)) + size.to_bytes(8, "big")


def is_utf8(payload: bytes) -> bool:
    """Whether this is a text (8.1)."""
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def answer_to_close(payload: bytes) -> bytes:
    """What is said to a good-bye (5.5.1): the same, if it is a code that may be sent, and a text."""
    if len(payload) == 1:
        raise Breach(BROKEN)
    if not is_utf8(payload[2:]):
        raise Breach(NOT_UTF8)
    if payload and int.from_bytes(payload[:2], "big") not in MAY_BE_SENT:
        raise Breach(BROKEN)
    return payload
