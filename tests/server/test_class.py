"""A class of thirty behind one address sits down within two minutes, with the limits as they come; a flood does not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.limits import Limits
from tests.familiar import MEMORY, QUICK
from tests.server.people import OpenHouse, open_house

pytestmark = pytest.mark.anyio

DEFAULTS = vars(Limits())


async def test_thirty_pupils_sit_down(tmp_path: Path) -> None:
    """All of them open the pages, fifteen make tables with bots and invite the fifteen others, everybody plays."""
    async with open_house(tmp_path, **DEFAULTS) as house, asyncio.timeout(120):
        pupils = [await house.guest() for _ in range(30)]

        async def arrive(number: int) -> None:
            pupil = pupils[number]
            for path in ("/", "/api/house", "/api/texts/fr", "/api/me", "/api/tables"):
                assert (await pupil.http.get(path)).status_code == 200
            await pupil.introduce(f"Élève {number + 1}")

        await asyncio.gather(*map(arrive, range(30)))

        async def sit_down(number: int) -> None:
            host, other = pupils[2 * number], pupils[2 * number + 1]
            table = await host.table(MEMORY, "me", "open", "child", "goldfish")
            code = (await host.post(f"/api/tables/{table}/invitation"))["code"]
            await other.post("/api/join", {"code": "BCDFG"}, status=404)  # one letter was misread
            assert (await other.post("/api/join", {"code": code}))["table"] == table
            await other.post(f"/api/tables/{table}/join")
            pages = [await host.page(table), await other.page(table)]
            await host.post(f"/api/tables/{table}/start")
            for page in pages:
                await page.until(lambda page: page.view is not None, seconds=60)

        await asyncio.gather(*map(sit_down, range(15)))


async def many(house: OpenHouse, count: int, path: str, form: Any, *, guests: int = 1) -> list[tuple[int, str]]:
    """The same request again and again, by so many guests in turn."""
    people = [await house.guest(f"Guest {number}") for number in range(guests)]
    answers = [await people[number % guests].http.post(path, json=form) for number in range(count)]
    return [(answer.status_code, answer.json().get("code", "")) for answer in answers]


BOTS = {"game": QUICK, "seats": [{"kind": "bot"}, {"kind": "bot"}], "start": True}
OPEN = {"game": QUICK, "seats": [{"kind": "me"}, {"kind": "open"}]}


async def test_one_guest_makes_so_many_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_tables=5) as house:
        assert await many(house, 7, "/api/tables", OPEN) == [(201, "")] * 5 + [(429, "too_many_tables")] * 2


async def test_guests_are_free_so_their_address_counts_too(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_tables=5, address_tables=8) as house:
        assert await many(house, 10, "/api/tables", OPEN, guests=10) == [(201, "")] * 8 + [(429, "too_many_tables")] * 2


@pytest.mark.parametrize(("limit", "guests"), [("guest_bots", 1), ("address_bots", 7)])
async def test_so_many_seats_go_to_bots(limit: str, guests: int, tmp_path: Path) -> None:
    async with open_house(tmp_path, **{limit: 10}) as house:
        assert await many(house, 7, "/api/tables", BOTS, guests=guests) == [(201, "")] * 5 + [(429, "too_many_bots")] * 2


async def test_bots_that_come_later_count_too(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_bots=2) as house:
        lea = await house.guest("Léa")
        tables = [await lea.table(QUICK, "me", "open") for _ in range(3)]
        for table in tables[:2]:
            await lea.post(f"/api/tables/{table}/seat-bot", {"seat": 1})
        assert (await lea.post(f"/api/tables/{tables[2]}/seat-bot", {"seat": 1}, status=429))["code"] == "too_many_bots"


async def test_so_many_guests_come_from_one_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_guests=3) as house:
        answers = [await (await house.guest()).http.post("/api/me", json={"name": "x"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["code"] == "too_many_guests"


@pytest.mark.parametrize("path", ["/api/join", "/api/device"])
async def test_so_many_codes_are_tried(path: str, tmp_path: Path) -> None:
    async with open_house(tmp_path, address_codes=3) as house:
        tried = await many(house, 5, path, {"code": "ABCDEFGHJK"})
        assert tried == [(404, "unknown_code")] * 3 + [(429, "too_many_codes")] * 2


async def test_right_codes_are_not_counted(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_codes=2) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "open")
        code = (await lea.post(f"/api/tables/{table}/invitation"))["code"]
        assert await many(house, 6, "/api/join", {"code": code}, guests=3) == [(200, "")] * 6
        assert await many(house, 3, "/api/join", {"code": "AAAAA"}) == [(404, "unknown_code")] * 2 + [(429, "too_many_codes")]
        assert await many(house, 1, "/api/join", {"code": code}) == [(429, "too_many_codes")], "nor can one find out by trying"


async def test_a_house_that_is_asked_for_many_wrong_codes_listens_to_links_only(tmp_path: Path) -> None:
    """Guessers may have many addresses; what is found by a link needs no code."""
    async with open_house(tmp_path, trusted_proxies=("127.0.0.1",), wrong_codes=5) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "open")
        code = (await lea.post(f"/api/tables/{table}/invitation"))["code"]
        tried = [
            (await lea.http.post("/api/join", json={"code": "AAAAA"}, headers={"x-forwarded-for": f"198.51.100.{n}"})).status_code
            for n in range(7)
        ]
        assert tried == [404] * 5 + [429] * 2
        tom = await house.guest("Tom")
        assert (await tom.post("/api/join", {"code": code}, status=429))["code"] == "too_many_codes"
        await tom.post(f"/api/tables/{table}/join")


async def test_an_invitation_holds_for_half_an_hour_and_never_leads_to_two_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    async with open_house(tmp_path, now=lambda: time[0]) as house:
        lea, tom = await house.guest("Léa"), await house.guest("Tom")
        tables = [await lea.table(QUICK, "me", "open") for _ in range(2)]
        letters = iter(["BBBBB", "BBBBB", "CCCCC"])
        monkeypatch.setattr("ludotheque.tables.guests.new_invitation", lambda: next(letters))
        codes = [(await lea.post(f"/api/tables/{table}/invitation"))["code"] for table in tables]
        assert codes == ["BBBBB", "CCCCC"], "a code that is taken is not given again"
        time[0] += 29 * 60
        assert [(await tom.post("/api/join", {"code": code.lower()}))["table"] for code in codes] == tables
        time[0] += 2 * 60
        assert (await tom.post("/api/join", {"code": codes[0]}, status=404))["code"] == "unknown_code"


async def test_commands_of_many_guests_count_together(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_commands=4.0) as house:
        guests = [await house.guest(f"Guest {number}") for number in range(4)]
        table = await guests[0].table(QUICK, "me", "open")
        pages = [await guest.page(table) for guest in guests]
        answers = []
        for number in range(20):
            await pages[number % 4].send({"type": "ping", "id": "p"})
            answers.append((await pages[number % 4].next("pong", "refused"))["type"])
        assert answers[:12] == ["pong"] * 12
        assert "refused" in answers


async def test_coming_and_going_is_told_so_often(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_notices=4) as house:
        lea, tom = await house.guest("Léa"), await house.guest("Tom")
        table = await lea.table(QUICK, "me", "open")
        for _ in range(6):
            await tom.post(f"/api/tables/{table}/join")
            await tom.post(f"/api/tables/{table}/leave")
        assert len(await house.hall.house.store.talk(table)) == 4
