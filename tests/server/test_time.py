"""What takes time: looking, turn timers, bots. The clock is the test's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import game as find_game
from ludotheque.rules.core import Chance
from ludotheque.tables import attendant
from tests.familiar import CHANCY, DRAW, LIFT, PLACE, QUICK, lay
from tests.server.people import Chancers, OpenHouse, open_house

pytestmark = pytest.mark.anyio


class Clock:
    """Time that stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def house(tmp_path: Path, clock: Clock) -> AsyncIterator[OpenHouse]:
    first_legal = Chancers(lambda moves: moves[0])
    async with open_house(tmp_path, now=clock, thinkers=first_legal, draw=lambda play: Chance(pawn="red")) as opened:
        yield opened


async def two(house: OpenHouse, game: str = CHANCY, **settings: Any) -> tuple[Any, Any, str]:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(game, "me", "open", first=0, settings=settings)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    return await lea.page(table), await tom.page(table), table


async def test_after_a_reveal_that_ends_a_turn_nobody_moves_until_all_have_looked(house: OpenHouse, clock: Clock) -> None:
    lea, tom, _ = await two(house, look=3)
    for page in (lea, tom):  # each puts a pawn into cylinder 1: nothing is revealed, nobody waits
        await page.move(DRAW)
        await page.until(lambda page: bool(page.legal) and page.view["phase"] == "place")
        answer = await page.move(PLACE)
        assert answer["type"] == "accepted"
        for both in (lea, tom):
            await both.until(lambda page, seq=answer["seq"]: page.seq == seq)  # type: ignore[misc]
    answer = await lea.move(LIFT)
    await tom.until(lambda page: page.seq >= answer["seq"])
    seen = json.loads(tom.frames[-1])
    assert seen["clock"]["look_until"] == seen["clock"]["now"] + 3000
    assert (await tom.move(DRAW))["code"] == "look"
    clock.now += 2.9
    assert (await tom.move(DRAW))["code"] == "look"
    clock.now += 0.2
    assert (await tom.move(DRAW))["type"] == "accepted"


async def test_an_attack_is_looked_at_though_the_defender_attacks_next(house: OpenHouse, clock: Clock) -> None:
    lea, tom, _ = await two(house, QUICK, look=3)
    await lea.move(lay("A"))
    await tom.until(lambda page: page.seq == 1)
    assert (await tom.move(lay("1")))["type"] == "accepted"
    seen = await tom.next("view")
    assert (seen["seq"], seen["view"]["to_act"]) == (2, 1)
    assert seen["clock"]["look_until"] == seen["clock"]["now"] + 3000
    assert (await tom.move(lay("2")))["code"] == "look"
    clock.now += 3.1
    assert (await tom.move(lay("2")))["type"] == "accepted"


async def test_a_bot_waits_too(house: OpenHouse, clock: Clock) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", "goldfish", first=0, start=True, settings={"look": 3})
    page = await lea.page(table)
    await page.move({"type": "lift", "cylinder": 0})  # it is empty: out, and the turn passes
    await asyncio.sleep(1.2)
    assert (await lea.get(f"/api/tables/{table}"))["seq"] == 1
    clock.now += 3.1
    await page.until(lambda page: page.seq > 1)


async def test_the_timer_plays_for_who_is_late_and_after_three_turns_takes_the_seat(house: OpenHouse, clock: Clock) -> None:
    lea, tom, table = await two(house, look=0, timer=30)
    thinkers: Any = house.hall.thinkers
    for late in range(1, 4):
        assert lea.view["to_act"] == 0
        clock.now += 29
        await asyncio.sleep(0.7)
        assert (await lea.guest.get(f"/api/tables/{table}"))["to_act"] == 0
        clock.now += 2
        await lea.until(lambda page: page.view["to_act"] == 1)  # draws and places: the whole turn
        seat = (await lea.guest.get(f"/api/tables/{table}"))["seats"][0]
        assert (seat["late"], seat["stand_in"]) == (late, "goldfish" if late == 3 else None)
        await tom.until(lambda page: page.view["to_act"] == 1 and page.seq == lea.seq)
        await tom.move(DRAW)
        await tom.until(lambda page: page.view["phase"] == "place")
        await tom.move(tom.legal[0]["move"])
        if late < 3:
            await lea.until(lambda page: page.view["to_act"] == 0)
    late = [views for _, seat, _, views in thinkers.asked if seat == 0][:3]
    assert late == [1] * 3  # goldfish without memory
    await tom.until(lambda page: page.view["to_act"] == 1 and page.seq > 12)  # the stand-in plays at once
    await lea.guest.post(f"/api/tables/{table}/return")
    seat = (await lea.guest.get(f"/api/tables/{table}"))["seats"][0]
    assert (seat["late"], seat["stand_in"]) == (0, None)


async def test_who_moves_in_time_is_not_late_any_more(house: OpenHouse, clock: Clock) -> None:
    lea, tom, table = await two(house, look=0, timer=30)
    clock.now += 31
    await tom.until(lambda page: page.view["to_act"] == 1)
    await tom.move(DRAW)
    await tom.until(lambda page: page.view["phase"] == "place")
    await tom.move(tom.legal[0]["move"])
    await lea.until(lambda page: page.view["to_act"] == 0 and page.seq > 3)
    assert (await lea.guest.get(f"/api/tables/{table}"))["seats"][0]["late"] == 1
    assert (await lea.move(DRAW))["type"] == "accepted"
    assert (await lea.guest.get(f"/api/tables/{table}"))["seats"][0]["late"] == 0


async def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a worker died")


async def hung(*_: Any, **__: Any) -> Any:
    await asyncio.sleep(3600)


async def cheating(*_: Any, **__: Any) -> Any:
    return find_game(QUICK).rules.MOVES[-1]  # of the other side


@pytest.mark.parametrize("choose", [broken, hung, cheating])
async def test_a_bot_without_an_answer_plays_what_comes_to_its_mind(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, choose: Any
) -> None:
    """Never a random move: the service is asked for the policy's choice."""
    monkeypatch.setattr(attendant, "PATIENCE", 0.05)
    house.hall.thinkers.choose = choose
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "goldfish", "me", first=0, start=True)
    page = await lea.page(table)
    await page.until(lambda page: page.view["to_act"] == 1)
    asked: Any = house.hall.thinkers
    assert asked.asked == [(QUICK, 0, "offhand", 1)]


async def test_a_game_goes_on_also_when_nothing_comes_to_a_bots_mind(house: OpenHouse) -> None:
    house.hall.thinkers.choose = house.hall.thinkers.offhand = broken
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "goldfish", "me", first=0, start=True)
    page = await lea.page(table)
    await page.until(lambda page: page.view["to_act"] == 1)


async def test_a_stand_in_is_shown_what_its_seat_saw_and_nothing_else(house: OpenHouse) -> None:
    shown: list[tuple[int, list[bytes]]] = []
    thinkers: Any = house.hall.thinkers
    usual = thinkers.choose

    async def note(slug: str, seat: int, level: str, seed: int, views: Any, **more: Any) -> Any:
        shown.append((seat, list(views)))
        return await usual(slug, seat, level, seed, views, **more)

    thinkers.choose = note
    lea, _, table = await two(house, look=0)
    await lea.guest.post(f"/api/tables/{table}/stand-in", {"seat": 0})
    await lea.until(lambda page: page.view["to_act"] == 1)
    live = house.hall.house.known(table)
    assert live is not None
    assert shown
    for seat, views in shown:
        assert seat == 0
        assert views == live.seen(0)[: len(views)]
