"""Who may do what: every route and message, for everybody who should not be let in."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.server.about_guests import ROUTES as GUEST_ROUTES
from ludotheque.server.about_play import ROUTES as PLAY_ROUTES
from ludotheque.server.about_tables import ROUTES as TABLE_ROUTES
from ludotheque.tables.identity import hashed
from tests.server.people import Guest, OpenHouse

pytestmark = pytest.mark.anyio

DRAW = {"type": "draw"}
CHANGES: dict[str, Any] = {
    "/join": {},
    "/leave": {},
    "/seat-bot": {"seat": 1},
    "/start": {},
    "/rematch": {},
    "/stand-in": {"seat": 1},
    "/return": {},
    "/resign": {},
    "/remove": {"guest": "somebody"},
    "/mute": {"guest": "somebody"},
    "/settings": {"chat": False},
    "/invitation": {},
    "/bot-key": {"seat": 0},
    "/hint": {},
}
"""Everything that changes a table or tells a secret, with a form that would do if one might."""
CLOSED = ("/record", "/replay", "/replay?seat=0", "/replay?all=true", "/review?seat=0")
"""What opens when the game is over."""


async def a_table(house: OpenHouse) -> tuple[Guest, Guest, str]:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table("tonoo", "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    return lea, tom, table


async def intruder(house: OpenHouse, kind: str, table: str, lea: Guest) -> Guest:
    """Somebody who has no business at the table."""
    if kind == "no cookie":
        return await house.guest()
    if kind == "other guest":
        return await house.guest("Mallory")
    if kind == "other table's seat":
        mallory = await house.guest("Mallory")
        await mallory.table("tonoo", "me", "goldfish", first=0, start=True)
        return mallory
    if kind == "spectator":
        mallory = await house.guest("Mallory")
        await mallory.page(table)
        return mallory
    stranger = await house.guest()
    store = house.hall.house.store
    if kind == "expired token":
        await store.add_key(hashed("an-expired-token-of-lea"), lea.id, expires=1.0)
        stranger.http.cookies.set("ludotheque", "an-expired-token-of-lea")
    elif kind == "wrong token":
        stranger.http.cookies.set("ludotheque", "not-a-token-at-all-0000")
    else:  # a bot's key to seat 0 of another table
        other = await lea.table("tonoo", "me", "goldfish", first=0, start=True)
        key = await lea.post(f"/api/tables/{other}/bot-key", {"seat": 0})
        stranger.http.headers["authorization"] = f"Bearer {key['token']}"
    return stranger


INTRUDERS = ["no cookie", "other guest", "other table's seat", "spectator", "expired token", "wrong token", "other table's bot"]


def test_every_changing_route_of_a_table_is_in_the_matrix() -> None:
    paths = {path.removeprefix("/api/tables/{table_id:str}") for route in TABLE_ROUTES + PLAY_ROUTES for path in route.paths}
    posted = {path for route in TABLE_ROUTES + PLAY_ROUTES if "POST" in route.http_methods for path in route.paths}
    at_tables = {path.removeprefix("/api/tables/{table_id:str}") for path in posted if "{table_id" in path}
    assert at_tables == set(CHANGES)
    assert {"/record", "/replay", "/review"} <= paths
    assert GUEST_ROUTES


@pytest.mark.parametrize("kind", INTRUDERS)
async def test_nobody_changes_a_table_that_is_not_theirs(house: OpenHouse, kind: str) -> None:
    lea, _, table = await a_table(house)
    mallory = await intruder(house, kind, table, lea)
    before = await house.hall.house.store.table(table)
    for path, form in CHANGES.items():
        answer = await mallory.http.post(f"/api/tables/{table}{path}", json=form)
        assert answer.status_code in (400, 401, 403, 404, 409), (path, answer.status_code)
    for path in CLOSED:
        answer = await mallory.http.get(f"/api/tables/{table}{path}")
        assert answer.status_code in (401, 403, 409), (path, answer.status_code)
    for path in ("/legal", "/fairness", "/log", ""):
        answer = await mallory.http.get(f"/api/tables/{table}{path}")
        assert answer.status_code in (200, 403)
        assert answer.json().get("moves", []) == []
        assert answer.json().get("deal") is None
    assert await house.hall.house.store.table(table) == before


@pytest.mark.parametrize("kind", [kind for kind in INTRUDERS if kind != "other table's bot"])
async def test_nobody_plays_or_speaks_for_another(house: OpenHouse, kind: str) -> None:
    lea, _, table = await a_table(house)
    mallory = await intruder(house, kind, table, lea)
    page = await mallory.page(table, look_as=0)
    assert page.welcome["looks_as"] is None
    assert page.legal == []
    # the seat is never read from the payload
    for extra in ({}, {"seat": 0}, {"guest": lea.id}, {"token": "x"}):
        await page.send({"type": "move", "id": "m", "seq": 0, "move": DRAW, **extra})
        assert (await page.next("refused"))["code"] == "not_seated"
    for message in ({"type": "look_as", "seat": 0}, {"type": "say", "text": "hi"}, {"type": "react", "reaction": "bravo"}):
        await page.send({**message, "id": "n"})
        assert (await page.next("refused"))["code"] == "not_seated"
    assert await house.hall.house.store.moves(table) == []


async def test_the_other_player_cannot_play_for_me(house: OpenHouse) -> None:
    _, tom, table = await a_table(house)
    page = await tom.page(table)
    assert (await page.move(DRAW))["code"] == "not_your_turn"
    await page.send({"type": "look_as", "id": "l", "seat": 0})
    assert (await page.next("refused"))["code"] == "not_seated"


async def test_a_bots_key_opens_its_seat_and_nothing_else(house: OpenHouse) -> None:
    lea, _, table = await a_table(house)
    key = await lea.post(f"/api/tables/{table}/bot-key", {"seat": 0})
    bot = await house.guest()
    bot.http.headers["authorization"] = f"Bearer {key['token']}"
    for path, form in CHANGES.items():
        answer = await bot.http.post(f"/api/tables/{table}{path}", json=form)
        assert answer.status_code == 403, path
    table_form = {"game": "tonoo", "seats": [{"kind": "me"}]}
    for path, form in (("/api/me", {"name": "X"}), ("/api/me/device", {}), ("/api/tables", table_form)):
        assert (await bot.http.post(path, json=form)).status_code == 403
    assert (await bot.http.delete("/api/me")).status_code == 403
    assert (await bot.get("/api/me"))["guest"] is None
    assert (await bot.get(f"/api/tables/{table}/legal"))["seat"] == 0
    page = await bot.page(table, token=key["token"])
    assert page.welcome["looks_as"] == 0
    await page.send({"type": "say", "id": "s", "text": "hi"})
    assert (await page.next("refused"))["code"] == "not_seated"
    assert (await page.move(DRAW))["type"] == "accepted"


async def test_a_bots_key_does_not_open_another_tables_socket(house: OpenHouse) -> None:
    lea, _, table = await a_table(house)
    other = await lea.table("tonoo", "me", "goldfish", first=0, start=True)
    key = await lea.post(f"/api/tables/{other}/bot-key", {"seat": 0})
    bot = await house.guest()
    with pytest.raises(Exception, match=r"1008|bye|closed|policy"):
        await bot.page(table, token=key["token"])


async def test_device_codes_work_once_and_bring_the_same_guest(house: OpenHouse) -> None:
    lea, phone, thief = await house.guest("Léa"), await house.guest(), await house.guest()
    code = (await lea.post("/api/me/device"))["code"]
    assert len(code) == 10
    assert (await phone.post("/api/device", {"code": code.lower()}))["guest"]["id"] == lea.id
    assert (await thief.post("/api/device", {"code": code}, status=404))["code"] == "unknown_code"
    assert (await phone.get("/api/me"))["guest"]["name"] == "Léa"


async def test_an_invitation_leads_to_the_table_but_does_not_seat(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table("tonoo", "me", "open")
    code = (await lea.post(f"/api/tables/{table}/invitation"))["code"]
    assert (await tom.post("/api/join", {"code": code}))["table"] == table
    assert (await tom.get(f"/api/tables/{table}"))["seats"][1]["kind"] == "open"
    await tom.post("/api/join", {"code": "AAAAAAAAAA"}, status=404)


async def test_tokens_and_codes_are_stored_hashed(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    token = lea.http.cookies["ludotheque"]
    code = (await lea.post("/api/me/device"))["code"]
    kept = b"".join(path.read_bytes() for path in house.hall.config.data.glob("house.sqlite3*"))
    assert token.encode() not in kept
    assert code.encode() not in kept
    assert len(token) * 6 >= 128


async def test_a_removed_guest_is_sent_away_and_cannot_come_back(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table("tonoo", "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    page = await tom.page(table)
    await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id})
    assert (await page.next("bye"))["code"] == "removed"
    assert (await tom.post(f"/api/tables/{table}/join", status=403))["code"] == "removed"


async def test_a_guest_who_deletes_themselves_leaves_no_name(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom the Unforgettable")
    table = await lea.table("tonoo", "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    page = await tom.page(table)
    await page.send({"type": "say", "id": "s", "text": "I was here"})
    await page.next("accepted")
    await lea.post(f"/api/tables/{table}/start")
    assert (await tom.http.delete("/api/me")).status_code == 200
    info = await lea.get(f"/api/tables/{table}")
    assert (info["seats"][1]["kind"], info["seats"][1]["name"]) == ("bot", "")
    assert "Unforgettable" not in str(info)
    assert [line.text for line in await house.hall.house.store.talk(table) if line.kind == "chat"] == []
    assert (await tom.get("/api/me"))["guest"] is None


async def test_the_host_leaves_and_hands_the_role_on(house: OpenHouse) -> None:
    lea, tom, table = await a_table(house)
    info = await lea.post(f"/api/tables/{table}/leave")
    assert info["host"] == tom.id
    assert info["seats"][0]["stand_in"] == "adult"
