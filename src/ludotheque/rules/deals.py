"""Reading a recorded deal: every way in which it can be wrong gets a Fault that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.rules.core import Fault, Json


def read(deal: Json, key: str, clause: str = "record") -> Any:
    """What the deal holds under a key."""
    if key not in deal:
        raise Fault("missing_key", clause, key=key)
    return deal[key]


def read_seat(deal: Json, key: str, players: int, clause: str) -> int:
    """A seat number."""
    seat = read(deal, key)
    if type(seat) is not int or not 0 <= seat < players:
        raise Fault("bad_seat", clause, key=key, seat=str(seat)[:40], last=players - 1)
    return seat


def read_list(value: object, what: str, length: int | None, clause: str) -> list[Any]:
    """A list, of a given length unless that is None."""
    if type(value) is not list:
        raise Fault("not_a_list", clause, what=what)
    if length is not None and len(value) != length:
        raise Fault("wrong_length", clause, what=what, length=len(value), expected=length)
    return value


def read_pieces(value: object, what: str, length: int | None, names: Sequence[str], clause: str) -> list[int]:
    """A list of pieces by name, as their numbers."""
    numbers = {name: number for number, name in enumerate(names)}
    pieces = []
    for name in read_list(value, what, length, clause):
        if type(name) is not str or name not in numbers:
            raise Fault("unknown_piece", clause, what=what, piece=str(name)[:40])
        pieces.append(numbers[name])
    return pieces


def check_material(pieces: Iterable[int], material: Iterable[int], names: Sequence[str], what: str, clause: str) -> None:
    """The pieces are exactly the material: none missing, none too many."""
    given, wanted = Counter(pieces), Counter(material)
    for piece, count in (given - wanted).items():
        raise Fault("piece_too_often", clause, what=what, piece=names[piece], count=count)
    for piece, count in (wanted - given).items():
        raise Fault("piece_missing", clause, what=what, piece=names[piece], count=count)
