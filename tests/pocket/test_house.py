"""The house that a page has beside it: the routes and conversations of every house, over a shelf instead of a database."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from ludotheque.pocket.house import Pocket
from tests.familiar import QUICK
from tests.pocket.shelves import DictShelf, nobody

pytestmark = pytest.mark.anyio


class Page:
    """A page at a table."""

    def __init__(self, pocket: Pocket, table: str) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.line = pocket.sit(table, lambda text: self.heard.put_nowait(json.loads(text)), lambda: self.heard.put_nowait(None))
        self.say(type="hello", version=2)

    def say(self, **message: Any) -> None:
        self.line.hear(json.dumps(message))

    async def hear(self, *kinds: str) -> Any:
        async with asyncio.timeout(5):
            while (message := await self.heard.get()) is not None and message["type"] not in kinds:
                pass
        return message


async def opened(shelf: DictShelf) -> Pocket:
    pocket = Pocket(shelf, nobody, pace=0.0)
    await pocket.open()
    return pocket


async def ask(pocket: Pocket, method: str, target: str, body: Any = None) -> Any:
    answer = await pocket.ask(method, f"/api{target}", json.dumps(body).encode() if body is not None else b"")
    assert answer.status < 300, answer
    return json.loads(answer.body)


async def table_for_two(pocket: Pocket) -> str:
    """A hot-seat table that has begun."""
    await ask(pocket, "POST", "/me", {"name": "Ada"})
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
    settings = {"look": 0}
    made = await ask(pocket, "POST", "/tables", {"game": QUICK, "seats": seats, "start": True, "settings": settings})
    return str(made["id"])


async def play_one(page: Page, seq: int, legal: Any) -> None:
    page.say(type="move", id=f"m{seq}", seq=seq, move=legal[0]["move"])
    assert (await page.hear("accepted", "refused"))["type"] == "accepted"


async def test_a_game_goes_on_where_it_was_when_the_page_is_opened_again() -> None:
    shelf = DictShelf()
    pocket = await opened(shelf)
    table = await table_for_two(pocket)
    page = Page(pocket, table)
    welcome = await page.hear("welcome")
    turn = welcome["view"]["to_act"]
    page.say(type="look_as", id="l1", seat=turn)
    view = await page.hear("view")
    await play_one(page, view["seq"], view["legal"])
    assert any(name.startswith(f"log/{table}/") for name in shelf.texts), "it is on the shelf when it is accepted"
    again = await opened(shelf)  # the first one was killed
    assert (await ask(again, "GET", "/me"))["guest"]["name"] == "Ada"
    [mine] = (await ask(again, "GET", "/me/tables"))["tables"]
    assert mine["id"] == table
    welcome = await Page(again, table).hear("welcome")
    assert welcome["seq"] == view["seq"] + 1
    for house in (pocket, again):
        await house.close()


async def test_when_the_device_is_full_nothing_is_accepted_and_nothing_is_shown() -> None:
    shelf = DictShelf()
    pocket = await opened(shelf)
    page = Page(pocket, await table_for_two(pocket))
    turn = (await page.hear("welcome"))["view"]["to_act"]
    page.say(type="look_as", id="l1", seat=turn)
    view = await page.hear("view")
    shelf.full = True
    page.say(type="move", id="m1", seq=view["seq"], move=view["legal"][0]["move"])
    refused = await page.hear("accepted", "refused", "view")
    assert (refused["type"], refused["code"]) == ("refused", "no_room")
    shelf.full = False
    page.say(type="move", id="m1", seq=view["seq"], move=view["legal"][0]["move"])
    assert (await page.hear("accepted", "refused"))["type"] == "accepted"
    await pocket.close()


async def test_who_cannot_be_remembered_is_told_so_and_may_ask_again() -> None:
    shelf = DictShelf()
    pocket = await opened(shelf)
    shelf.full = True
    answer = await pocket.ask("POST", "/api/me", b'{"name": "Ada"}')
    assert (answer.status, json.loads(answer.body)["code"]) == (503, "no_room")
    shelf.full = False
    shelf.refused = ("me",)  # the guest was written, and there is no room for the key
    answer = await pocket.ask("POST", "/api/me", b'{"name": "Ada"}')
    assert (answer.status, json.loads(answer.body)["code"]) == (503, "no_room")
    shelf.refused = ()
    assert (await ask(pocket, "POST", "/me", {"name": "Ada"}))["guest"]["name"] == "Ada"
    await pocket.close()


async def test_a_game_is_carried_from_one_house_to_another() -> None:
    here, there = await opened(DictShelf()), await opened(DictShelf())
    page = Page(here, table := await table_for_two(here))
    turn = (await page.hear("welcome"))["view"]["to_act"]
    page.say(type="look_as", id="l1", seat=turn)
    view = await page.hear("view")
    await play_one(page, view["seq"], view["legal"])
    record = await ask(here, "POST", f"/tables/{table}/carry", {})
    await ask(there, "POST", "/me", {"name": "Eve"})
    seats = [{"kind": "me", "name": "Eve"}, {"kind": "me", "name": "Bob"}]
    made = await ask(there, "POST", "/records/tables", {"record": record, "seats": seats, "start": True})
    assert (made["status"], made["carried"], made["seq"]) == ("playing", len(record["moves"]), len(record["moves"]))
    assert (await ask(there, "POST", f"/tables/{made['id']}/carry", {}))["moves"] == record["moves"]
    for house in (here, there):
        await house.close()


@pytest.mark.parametrize(
    ("method", "target", "body", "status", "code"),
    [
        ("GET", "/api/nowhere", b"", 404, "no_such_page"),
        ("POST", "/api/tables", b"{", 400, "bad_form"),
        ("POST", "/api/tables", b'{"game": 3}', 400, "bad_form"),
        ("GET", "/api/tables/none/log?since=x", b"", 400, "bad_form"),
        ("GET", "/api/tables/none", b"", 404, "no_such_table"),
        ("GET", "/api/me/games", b"", 401, "no_guest"),
        ("GET", "/api/texts/xx", b"", 404, "unknown_language"),
    ],
)
async def test_what_cannot_be_answered_says_why(method: str, target: str, body: bytes, status: int, code: str) -> None:
    pocket = await opened(DictShelf())
    answer = await pocket.ask(method, target, body)
    assert (answer.status, json.loads(answer.body)["code"]) == (status, code)
    await pocket.close()


async def test_every_route_of_the_house_is_there_but_those_of_who_keeps_it() -> None:
    from ludotheque.server.app import ROUTES

    pocket = await opened(DictShelf())
    assert {place.route.path for place in pocket._desk._places} == {route.path for route in ROUTES}
    for language in ("fr", "en"):
        assert (await ask(pocket, "GET", f"/texts/{language}"))["language"] == language
    assert QUICK in [game["slug"] for game in (await ask(pocket, "GET", "/house"))["games"]]
    await pocket.close()
