"""Who may do what: every route and message, for everybody who should not be let in."""

from __future__ import annotations

import re
import typing
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.hall import Hall
from ludotheque.server.protocol import VERSION, Incoming
from ludotheque.tables.bus import LocalBus
from ludotheque.tables.house import House
from ludotheque.tables.identity import hashed
from ludotheque.tables.store.sql import SqlStore
from tests.familiar import CHANCY, DRAW
from tests.server.people import Guest, OpenHouse

pytestmark = pytest.mark.anyio

AT = "/api/tables/{table_id:str}"
CHANGES: dict[str, Any] = {
    f"POST {AT}/join": {},
    f"POST {AT}/leave": {},
    f"POST {AT}/seat-bot": {"seat": 1},
    f"POST {AT}/start": {},
    f"POST {AT}/rematch": {},
    f"POST {AT}/stand-in": {"seat": 1},
    f"POST {AT}/return": {},
    f"POST {AT}/resign": {},
    f"POST {AT}/remove": {"guest": "somebody"},
    f"POST {AT}/mute": {"guest": "somebody"},
    f"POST {AT}/settings": {"chat": False},
    f"POST {AT}/invitation": {},
    f"POST {AT}/bot-key": {"seat": 0},
    f"POST {AT}/hint": {},
    f"POST {AT}/carry": {},
}
"""Everything that changes a table or tells a secret, with a form that would do if one might: refused."""
CLOSED = (f"GET {AT}/record", f"GET {AT}/replay", f"GET {AT}/story", f"GET {AT}/review")
"""What opens when the game is over: refused until then."""
OPEN = (f"GET {AT}", f"GET {AT}/log", f"GET {AT}/legal", f"GET {AT}/fairness")
"""What whoever has the link may see of a table: no legal moves for others, no deal."""
ONES_OWN: dict[str, Any] = {
    "GET /api/me": None,
    "GET /api/me/tables": None,
    "GET /api/me/games": None,
    "GET /api/me/measures": None,
    "POST /api/me/games/{table_id:str}": {},
    "POST /api/me": {"name": "Léa"},
    "POST /api/me/device": {},
    "POST /api/device": {"code": "AAAAAAAAAA"},
    "POST /api/join": {"code": "AAAAAAAAAA"},
    "POST /api/tables": {"game": CHANCY, "seats": [{"kind": "me"}, {"kind": "open"}]},
    "POST /api/records/tables": {"record": {}, "seats": [{"kind": "me"}]},
    "DELETE /api/me": None,
}
"""What is about whoever asks, and touches nobody else."""
EVERYBODY: dict[str, Any] = {
    "GET /": None,
    "GET /{path:path}": None,
    "GET /health": None,
    "GET /metrics": None,
    "GET /openapi.json": None,
    "GET /api/openapi": None,
    "GET /api/openapi/openapi.json": None,
    "GET /api/openapi/{path:str}": None,
    "GET /api/house": None,
    "GET /api/texts/{language:str}": None,
    "GET /api/rules/{slug:str}/{language:str}": None,
    "GET /api/tables": None,
    "GET /api/lessons/{slug:str}": None,
    "GET /api/studies/{slug:str}": None,
    "POST /api/lessons/{slug:str}": {"at": 0, "move": DRAW},
    "POST /api/records": {"record": {}},
}
"""What is the same for all, and knows nothing of a private table."""
MESSAGES: dict[str, dict[str, Any]] = {
    "hello": {"version": VERSION, "look_as": 0},
    "move": {"id": "m", "seq": 0, "move": DRAW},
    "look_as": {"id": "l", "seat": 0},
    "say": {"id": "s", "text": "hi"},
    "react": {"id": "r", "reaction": "bravo"},
    "ping": {"id": "p"},
    "seen": {"seq": 0},
}
"""Every message of the socket, as somebody would send it who wanted to be seat 0."""
ANSWERS = {"hello": "unreadable", "ping": None}
"""How those are answered that are not simply refused as `not_seated`."""
SILENT = {"seen"}
"""Those that are not answered at all; then the next answer is to what was said next."""


async def a_table(house: OpenHouse) -> tuple[Guest, Guest, str]:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open", first=0)
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
        await mallory.table(CHANCY, "me", "goldfish", first=0, start=True)
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
        other = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
        key = await lea.post(f"/api/tables/{other}/bot-key", {"seat": 0})
        stranger.http.headers["authorization"] = f"Bearer {key['token']}"
    return stranger


INTRUDERS = ["no cookie", "other guest", "other table's seat", "spectator", "expired token", "wrong token", "other table's bot"]


def test_every_route_and_message_is_in_the_matrix(tmp_path: Path) -> None:
    """A new route or message fails here until it is said above who may use it."""
    config = Config(data=tmp_path)
    app: Any = make_app(config, Hall(config, House(SqlStore(config.store_url), LocalBus()), None))
    routes = {f"{method} {route.path_format}" for route in app.app.routes for method in route.methods if method != "OPTIONS"}
    listed = [*CHANGES, *CLOSED, *OPEN, *ONES_OWN, *EVERYBODY]
    assert len(listed) == len(set(listed))
    assert {re.sub(r":\w+}", "}", path) for path in listed} == routes
    assert {kind.__struct_config__.tag for kind in typing.get_args(Incoming)} == set(MESSAGES)


def path_of(route: str, table: str) -> tuple[str, str]:
    """A route as a request: the method, and the path at this table."""
    method, path = route.split()
    stands_for = {"table_id:str": table, "language:str": "fr", "slug:str": CHANCY, "path:path": "nothing", "path:str": "nothing"}
    for name, value in stands_for.items():
        path = path.replace(f"{{{name}}}", value)
    return method, path


@pytest.mark.parametrize("kind", INTRUDERS)
async def test_nobody_changes_a_table_that_is_not_theirs(house: OpenHouse, kind: str) -> None:
    lea, _, table = await a_table(house)
    mallory = await intruder(house, kind, table, lea)
    store = house.hall.house.store
    before = await store.table(table)

    async def ask(route: str, form: Any = None) -> Any:
        method, path = path_of(route, table)
        return await mallory.http.request(method, path, json=form)

    for route, form in CHANGES.items():
        answer = await ask(route, form)
        assert answer.status_code in (400, 401, 403, 404, 409), (route, answer.status_code)
        assert "token" not in answer.json()
    for route in CLOSED:
        for more in ("", "?seat=0", "?all=true"):
            method, path = path_of(route, table)
            answer = await mallory.http.request(method, path + more)
            assert answer.status_code in (401, 403, 409), (route, answer.status_code)
    for route in OPEN:
        answer = await ask(route)
        assert answer.status_code in (200, 403)
        assert answer.json().get("moves", []) == []
        assert answer.json().get("deal") is None
    for route, form in {**EVERYBODY, **ONES_OWN}.items():
        answer = await ask(route, form)
        assert answer.status_code < 500, route
        assert table not in answer.text, route  # a private table is nowhere listed
        assert lea.id not in answer.text, route
    assert await store.table(table) == before
    assert (await lea.get("/api/me"))["guest"]["id"] == lea.id


@pytest.mark.parametrize("kind", [kind for kind in INTRUDERS if kind != "other table's bot"])
async def test_nobody_plays_or_speaks_for_another(house: OpenHouse, kind: str) -> None:
    lea, _, table = await a_table(house)
    mallory = await intruder(house, kind, table, lea)
    page = await mallory.page(table, look_as=0)
    assert page.welcome["looks_as"] is None
    assert page.legal == []
    # the seat is never read from the payload
    for extra in ({}, {"seat": 0}, {"guest": lea.id}, {"token": "x"}, {"looks_as": 0}):
        for name, message in MESSAGES.items():
            await page.send({"type": name, **extra, **message})
            if name in SILENT:
                continue
            answer = await page.next("refused", "accepted", "pong", "view", "welcome")
            assert answer.get("code") == ANSWERS.get(name, "not_seated"), (name, answer)
    assert await house.hall.house.store.moves(table) == []
    assert [line.kind for line in await house.hall.house.store.talk(table)] == ["notice"]  # that Tom sat down


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
    for route, form in CHANGES.items():
        method, path = path_of(route, table)
        assert (await bot.http.request(method, path, json=form)).status_code == 403, path
    table_form = {"game": CHANCY, "seats": [{"kind": "me"}]}
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
    other = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
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
    table = await lea.table(CHANCY, "me", "open")
    code = (await lea.post(f"/api/tables/{table}/invitation"))["code"]
    assert (await tom.post("/api/join", {"code": code}))["table"] == table
    assert (await tom.get(f"/api/tables/{table}"))["seats"][1]["kind"] == "open"
    await tom.post("/api/join", {"code": "AAAAA"}, status=404)


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
    table = await lea.table(CHANCY, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    page = await tom.page(table)
    await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id})
    assert (await page.next("bye"))["code"] == "removed"
    assert (await tom.post(f"/api/tables/{table}/join", status=403))["code"] == "removed"


async def test_a_guest_who_deletes_themselves_leaves_no_name(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom the Unforgettable")
    table = await lea.table(CHANCY, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    page = await tom.page(table)
    await page.send({"type": "say", "id": "s", "text": "I was here"})
    await page.next("accepted")
    await lea.post(f"/api/tables/{table}/start")
    assert (await tom.http.delete("/api/me")).status_code == 200
    info = await lea.get(f"/api/tables/{table}")
    assert (info["seats"][1]["kind"], info["seats"][1]["name"]) == ("bot", "")
    assert "Unforgettable" not in str(info)
    assert await house.hall.house.store.talk(table) == [], "neither what he said nor that he sat down"
    assert (await tom.get("/api/me"))["guest"] is None


async def test_the_host_leaves_and_hands_the_role_on(house: OpenHouse) -> None:
    lea, tom, table = await a_table(house)
    info = await lea.post(f"/api/tables/{table}/leave")
    assert info["host"] == tom.id
    assert info["seats"][0]["stand_in"] == "adult"


async def test_around_a_big_screen_whoever_sits_first_starts_the_game(house: OpenHouse) -> None:
    """The screen made the table and has no seat; it stays the host, and who sits there may do what a game needs."""
    screen, lea, tom = await house.guest("Screen"), await house.guest("Léa"), await house.guest("Tom")
    table = await screen.table(CHANCY, "open", "open", "open")
    await lea.post(f"/api/tables/{table}/join", {"seat": 0})
    await tom.post(f"/api/tables/{table}/join", {"seat": 1})
    assert (await tom.post(f"/api/tables/{table}/seat-bot", {"seat": 2}, status=403))["code"] == "not_host"
    await lea.post(f"/api/tables/{table}/seat-bot", {"seat": 2})
    assert (await tom.post(f"/api/tables/{table}/start", status=403))["code"] == "not_host"
    assert (await lea.post(f"/api/tables/{table}/remove", {"guest": tom.id}, status=403))["code"] == "not_host"
    assert (await lea.post(f"/api/tables/{table}/start"))["status"] == "playing"
    mine = await lea.table(CHANCY, "me", "open")
    await tom.post(f"/api/tables/{mine}/join")
    assert (await tom.post(f"/api/tables/{mine}/start", status=403))["code"] == "not_host", "a host who sits keeps the box"
