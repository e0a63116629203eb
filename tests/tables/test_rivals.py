"""The record of a guest, from finished games."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.rules.core import Outcome
from ludotheque.tables.model import Seat, StoredTable
from ludotheque.tables.rivals import Rival, rivals
from tests.familiar import CHANCY, QUICK

ME = Seat(kind="guest", guest="me", name="Camille", picture="fox")
TOM = Seat(kind="guest", guest="tom", name="Tom", picture="dog")
CHILD, ELEPHANT = Seat(kind="bot", level="child"), Seat(kind="bot", level="elephant")


def game(*seats: Seat, won: tuple[int, ...] | None, box: str = QUICK, **more: Any) -> StoredTable:
    """A finished game, or with None one that is not."""
    outcome = None if won is None else Outcome(winners=won, scores=(0,) * len(seats), clause="x.1")
    return StoredTable(
        id="t", game=box, players=len(seats), options={}, seats=list(seats), status="over", outcome=outcome, **more
    )


def told(found: list[Rival]) -> list[tuple[str, str, int, int]]:
    return [(one.game, one.level or one.name, one.won, one.lost) for one in found]


def test_wins_and_losses_are_counted_by_box_and_opponent() -> None:
    games = [
        game(ME, CHILD, won=(0,)),
        game(ME, CHILD, won=(1,)),
        game(CHILD, ME, won=(1,)),
        game(ME, ELEPHANT, won=(1,)),
        game(ME, CHILD, won=(0,), box=CHANCY),
    ]
    assert told(rivals(games, "me")) == [
        (QUICK, "child", 2, 1),
        (QUICK, "elephant", 0, 1),
        (CHANCY, "child", 1, 0),
    ]


def test_who_neither_beat_me_nor_was_beaten_does_not_count() -> None:
    assert told(rivals([game(ME, CHILD, ELEPHANT, won=(2,))], "me")) == [(QUICK, "elephant", 0, 1)]
    assert rivals([game(ME, CHILD, won=(0, 1))], "me") == [], "a shared win is nobody's defeat"
    assert rivals([game(ME, CHILD, won=None)], "me") == []
    assert rivals([game(TOM, CHILD, won=(0,))], "me") == []


def test_people_are_told_apart_by_who_they_are_and_called_as_they_were_last() -> None:
    before = msgspec.structs.replace(TOM, name="Thomas")
    other = msgspec.structs.replace(TOM, guest="other")
    found = rivals([game(ME, TOM, won=(0,)), game(ME, before, won=(1,)), game(ME, other, won=(1,))], "me")
    assert told(found) == [(QUICK, "Tom", 1, 1), (QUICK, "Tom", 0, 1)]
    assert found[0].picture == "dog"


def test_who_shares_my_device_is_an_opponent_under_their_own_name() -> None:
    zoe, leo = msgspec.structs.replace(ME, name="Zoé", picture="frog"), msgspec.structs.replace(ME, name="Léo")
    found = rivals([game(ME, zoe, leo, won=(0,)), game(ME, zoe, won=(1,))], "me")
    assert told(found) == [(QUICK, "Zoé", 1, 1), (QUICK, "Léo", 1, 0)]
