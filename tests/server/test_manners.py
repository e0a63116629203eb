"""What one guest may do to the others: notices, stand-ins, sending somebody away, keys of bots, lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.server import audience
from ludotheque.tables import hosting
from ludotheque.tables.bus import News
from ludotheque.tables.model import Guest, StoredTable
from tests.familiar import CHANCY, DRAW, QUICK
from tests.server.people import OpenHouse, Page, open_house

pytestmark = pytest.mark.anyio


async def open_table(house: OpenHouse, *, start: bool = False) -> tuple[Any, Any, str]:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    if start:
        await lea.post(f"/api/tables/{table}/start")
    return lea, tom, table


async def notices(house: OpenHouse, table: str) -> list[str]:
    return [line.code for line in await house.hall.house.store.talk(table, limit=1000) if line.kind == "notice"]


async def test_notices_with_chosen_words_are_limited_and_end_with_mute_and_chat(tmp_path: Path) -> None:
    """GROUND 15: 150 notices with chosen words by renaming, leaving and returning; they went around mute and chat-off."""
    async with open_house(tmp_path, guest_coming=5) as house:
        lea, tom, table = await open_table(house)
        statuses = []
        for _ in range(10):
            await tom.http.post(f"/api/tables/{table}/leave", json={})
            statuses.append((await tom.http.post(f"/api/tables/{table}/join", json={})).status_code)
        assert statuses == [200] * 4 + [429] * 6
        assert len(await notices(house, table)) <= 11
        ann = await house.guest("Ann")
        await ann.post(f"/api/tables/{table}/join")
        before = len(await notices(house, table))
        await lea.post(f"/api/tables/{table}/mute", {"guest": ann.id, "muted": True})
        await ann.post(f"/api/tables/{table}/leave")
        await ann.post(f"/api/tables/{table}/join")
        assert len(await notices(house, table)) == before
        await lea.post(f"/api/tables/{table}/mute", {"guest": ann.id, "muted": False})
        await lea.post(f"/api/tables/{table}/settings", {"chat": False})
        await ann.post(f"/api/tables/{table}/leave")
        assert len(await notices(house, table)) == before


async def test_nobody_who_is_there_is_swapped_for_a_bot(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """GROUND 19: the host can put a stand-in on somebody who is present."""
    lea, tom, table = await open_table(house, start=True)
    page = await tom.page(table)
    monkeypatch.setattr(audience, "AWAY_AFTER", 0.0)
    refused = await lea.post(f"/api/tables/{table}/stand-in", {"seat": 1}, status=409)
    assert refused["code"] == "still_there"
    monkeypatch.setattr(audience, "AWAY_AFTER", 3600.0)
    await page.close()
    assert (await lea.post(f"/api/tables/{table}/stand-in", {"seat": 1}, status=409))["code"] == "still_there"
    monkeypatch.setattr(audience, "AWAY_AFTER", 0.0)
    while house.hall.audience.tables.get(table):
        await house.hall.house.store.table(table)
    assert (await lea.post(f"/api/tables/{table}/stand-in", {"seat": 1}))["seats"][1]["stand_in"] is not None


async def test_who_was_sent_away_neither_watches_nor_reads(house: OpenHouse) -> None:
    """GROUND 24: a removed guest can still watch."""
    lea, tom, table = await open_table(house, start=True)
    page = await tom.page(table)
    await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id})
    assert (await page.next("bye"))["code"] == "removed"
    with pytest.raises(ConnectionClosed):
        await page.receive()
    for path in ("", "/log", "/legal", "/fairness"):
        assert (await tom.get(f"/api/tables/{table}{path}", status=403))["code"] == "removed"


async def test_who_was_sent_away_does_not_come_back_as_nobody_or_somebody_else(house: OpenHouse) -> None:
    lea, tom, table = await open_table(house, start=True)
    nobody, friend = await house.guest(), await house.guest("Friend")
    pages = [await nobody.page(table), await friend.page(table)]
    await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id})
    assert [(await page.next("bye"))["code"] for page in pages] == ["sitters_only"] * 2
    for stranger in (nobody, friend):
        for path in ("", "/log", "/legal", "/fairness"):
            assert (await stranger.get(f"/api/tables/{table}{path}", status=403))["code"] == "sitters_only"
    late = Page(nobody, table)
    with pytest.raises(ConnectionClosed):
        await late.open()
    assert json.loads(late.frames[-1])["code"] == "sitters_only"
    await lea.page(table)
    await lea.post(f"/api/tables/{table}/resign")
    again = (await lea.post(f"/api/tables/{table}/rematch"))["table"]
    assert (await nobody.get(f"/api/tables/{again}", status=403))["code"] == "sitters_only"


async def test_a_table_that_is_listed_or_has_not_begun_stays_open_to_others(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    for more in ({"public": True}, {}):
        table = await lea.table(QUICK, "me", "open", **more)
        await tom.post(f"/api/tables/{table}/join")
        if more:
            await lea.post(f"/api/tables/{table}/start")
        await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id})
        await (await house.guest()).page(table)
        assert (await tom.get(f"/api/tables/{table}", status=403))["code"] == "removed"
    bob = await house.guest("Bob")
    await bob.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    await bob.page(table)


def test_the_list_of_those_sent_away_does_not_grow_without_end() -> None:
    """GROUND 20."""
    host = Guest("host", "Host", "fox")
    table = StoredTable(id="t", game=CHANCY, players=2, options={}, host="host")
    for number in range(500):
        hosting.remove(table, host, f"guest {number % 200}")
    assert len(table.banned) == hosting.REMEMBERED
    assert len(set(table.banned)) == hosting.REMEMBERED
    assert table.banned[-1] == "guest 99"


async def test_a_bots_key_ends_with_a_newer_one_and_with_its_seat(house: OpenHouse) -> None:
    """CODE: bot keys could not be revoked."""
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open", first=0)
    first = (await lea.post(f"/api/tables/{table}/bot-key", {"seat": 0}))["token"]
    second = (await lea.post(f"/api/tables/{table}/bot-key", {"seat": 0}))["token"]
    bot = (await lea.post(f"/api/tables/{table}/bot-key", {"seat": 1}))["token"]
    from ludotheque.tables import guests

    opens = {token: await guests.recognise(house.hall.house, token) for token in (first, second, bot)}
    assert [opens[token] is not None for token in (first, second, bot)] == [False, True, True]
    owner = (await lea.get(f"/api/tables/{table}"))["seats"][1]["guest"]
    await lea.post(f"/api/tables/{table}/remove", {"guest": owner})
    assert await guests.recognise(house.hall.house, bot) is None


async def test_who_came_in_with_a_bots_key_leaves_when_it_opens_no_longer(house: OpenHouse) -> None:
    lea, bot = await house.guest("Léa"), await house.guest()
    table = await lea.table(CHANCY, "me", "open")
    keys = [(await lea.post(f"/api/tables/{table}/bot-key", {"seat": seat}))["token"] for seat in (0, 1)]
    mine, other, own = await bot.page(table, token=keys[0]), await bot.page(table, token=keys[1]), await lea.page(table)
    await lea.post(f"/api/tables/{table}/bot-key", {"seat": 0})
    assert (await mine.next("bye"))["code"] == "token"
    again = await bot.page(table, token=(await lea.post(f"/api/tables/{table}/bot-key", {"seat": 0}))["token"])
    house.hall.audience.told(News("keys", table, "another server", 0))
    assert (await again.next("bye"))["code"] == "token"
    for page in (other, own):
        await page.send({"type": "ping", "id": "p"})
        await page.next("pong")


async def test_long_lists_count_by_their_length(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_rate=10.0, guest_tables=1000) as house:  # sixty requests at once
        lea, tom = await house.guest("Léa"), await house.guest("Tom")
        for seats in [("me", "open")] * 16:
            house.hall.allow.requests.give_back("127.0.0.1", 60)
            await lea.table(CHANCY, *seats, public=True)
        for guest, path in ((tom, "/api/me/games"), (tom, "/api/me/tables")):
            house.hall.allow.requests.give_back("127.0.0.1", 60)
            assert [(await guest.http.get(path)).status_code for _ in range(30)] == [200] * 30
        for path in ("/api/me/games", "/api/me/tables", "/api/tables"):
            house.hall.allow.requests.give_back("127.0.0.1", 200)
            assert 429 in [(await lea.http.get(path)).status_code for _ in range(30)], path


async def test_the_shelf_says_whose_turn_it_is_after_a_restart(tmp_path: Path) -> None:
    """CODE, fault 3: a list built a table without its log."""
    async with open_house(tmp_path) as house:
        lea, _, table = await open_table(house, start=True)
        page = await lea.page(table)
        await page.move(DRAW)
        await page.until(lambda page: page.view["phase"] == "place")
        await page.move(page.legal[0]["move"])
        await page.until(lambda page: page.view["to_act"] == 1)
        seq, cookie = page.seq, lea.http.cookies["ludotheque"]
    async with open_house(tmp_path) as house:
        again = await house.guest()
        again.http.cookies.set("ludotheque", cookie)
        [listed] = (await again.get("/api/me/tables"))["tables"]
        assert (listed["id"], listed["to_act"], listed["seq"]) == (table, 1, seq)
        assert house.hall.house.known(table) is None, "and without replaying it"
