"""Games between houses: a record becomes a table at which people play on, and a game leaves with who plays it alone."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import game as find_game
from ludotheque.records import steps
from ludotheque.rules.core import CHANCE
from ludotheque.server.audience import LINES
from ludotheque.tables.fairness import digest
from tests.familiar import CHANCY, HANDS, QUICK
from tests.pocket.shelves import DictShelf
from tests.pocket.test_house import Page as PocketPage
from tests.pocket.test_house import ask, opened, play_one
from tests.server.people import Guest, OpenHouse, Page, open_house

pytestmark = pytest.mark.anyio


def begun(slug: str, moves: int, seed: int = 2) -> dict[str, Any]:
    """The record of a game under way between somebody and a bot, after so many moves; another seed may end one at once."""
    play, any_of = find_game(slug).new(2, seed=seed), random.Random(seed).choice
    while play.outcome is None and (moves or play.to_act == CHANCE):
        if play.to_act == CHANCE:
            play.draw(any_of(play.chances())[0])
        else:
            play.play(any_of(play.legal()))
            moves -= 1
    record = play.record()
    record["seats"] = [{"name": "Ada", "kind": "guest", "level": None}, {"name": "", "kind": "bot", "level": "elephant"}]
    record["fairness"] = {"salt": "grains", "sha256": digest(record["deal"], "grains")}
    return record


ME, FREE, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "child"}


async def bring(guest: Guest, record: dict[str, Any], *seats: dict[str, Any], **more: Any) -> Any:
    return await guest.post("/api/records/tables", {"record": record, "seats": list(seats), "settings": {"look": 0}, **more})


async def test_a_game_is_brought_and_played_on_by_people(house: OpenHouse) -> None:
    lea, bob = await house.guest("Léa"), await house.guest("Bob")
    record = begun(QUICK, 4)
    table = await bring(lea, record, ME, FREE)
    assert (table["status"], table["carried"], table["sha256"]) == ("open", len(record["moves"]), None)
    assert (await bob.get(f"/api/tables/{table['id']}"))["carried"] == len(record["moves"]), "who sits down knows it beforehand"
    await bob.post(f"/api/tables/{table['id']}/join", {})
    page = await bob.page(table["id"])
    started = await lea.post(f"/api/tables/{table['id']}/start")
    assert (started["status"], started["seq"]) == ("playing", len(record["moves"]))
    assert started["sha256"] == record["fairness"]["sha256"], "the promise made before the first move still holds"
    await page.until(lambda page: page.view is not None)
    assert page.seq == started["seq"], "who waited there sees where the game stands"
    who = (await lea.page(table["id"]), page)[started["to_act"]]
    assert (await who.move(who.legal[0]["move"]))["type"] == "accepted"
    told = [line["code"] for line in (await lea.page(table["id"])).welcome["talk"]]
    assert "carried" in told


async def waits_for_a_game(house: OpenHouse, record: dict[str, Any], **settings: Any) -> tuple[Guest, list[Page]]:
    """Léa has brought a game, Bob has sat down and Eve looks on: their pages wait in the room for it to go on."""
    lea, bob, eve = [await house.guest(name) for name in ("Léa", "Bob", "Eve")]
    form = {"record": record, "seats": [ME, FREE], "settings": {"look": 0, **settings}, "public": True}
    table = (await lea.post("/api/records/tables", form))["id"]
    await bob.post(f"/api/tables/{table}/join", {})
    return lea, [await guest.page(table) for guest in (lea, bob, eve)]


async def has_the_story_whole(page: Page) -> None:
    """The page was shown the game once, where it stands, and has of its log what one who comes now is told."""
    await page.until(lambda page: page.view is not None)
    again = await page.guest.page(page.table)
    shown = [message for message in map(json.loads, page.frames) if message["type"] == "view"]
    assert len(shown) == 1, "nobody sits through what was played elsewhere, move by move"
    for told in ("seq", "looks_as", "view", "legal", "lines", "later"):
        assert shown[0][told] == again.welcome[told], told
    assert len(shown[0]["lines"]) == min(page.seq, LINES)


@pytest.mark.parametrize("slug", [QUICK, CHANCY, HANDS])
async def test_who_waits_while_a_game_is_brought_reads_its_story_from_the_beginning(house: OpenHouse, slug: str) -> None:
    lea, pages = await waits_for_a_game(house, begun(slug, 4))
    await lea.post(f"/api/tables/{pages[0].table}/start")
    for page in pages:
        await has_the_story_whole(page)


async def test_of_a_long_game_as_much_is_told_as_whoever_comes_is_told(house: OpenHouse) -> None:
    lea, pages = await waits_for_a_game(house, up_to(LINES + 9, begun(HANDS, 10_000)))
    await lea.post(f"/api/tables/{pages[0].table}/start")
    for page in pages:
        await has_the_story_whole(page)


async def test_it_is_told_at_another_server_too(house: OpenHouse, tmp_path: Path) -> None:
    lea, pages = await waits_for_a_game(house, begun(QUICK, 4))
    async with open_house(tmp_path) as beside:
        there = await beside.guest()
        there.http.headers["cookie"] = lea.cookie
        await there.post(f"/api/tables/{pages[0].table}/start")
        await house.hall.house.room.catch_up()
        for page in pages:
            await has_the_story_whole(page)


async def test_a_game_brought_in_the_middle_of_a_look_is_looked_at_and_hidden_again(house: OpenHouse) -> None:
    record = until_a_reveal(begun(CHANCY, 10_000))
    lea, pages = await waits_for_a_game(house, record, look=1)
    await lea.post(f"/api/tables/{pages[0].table}/start")
    for page in pages:
        assert (await page.next("view"))["clock"]["look_until"] is not None
        assert (await page.next("forgotten"))["seq"] == len(record["moves"])


def up_to(entries: int, record: dict[str, Any]) -> dict[str, Any]:
    """A game as it was after so many entries."""
    assert len(record["moves"]) > entries
    return {name: part for name, part in record.items() if name != "result"} | {"moves": record["moves"][:entries]}


def until_a_reveal(record: dict[str, Any]) -> dict[str, Any]:
    """A game up to the first entry that shows something for a while."""
    game, views = find_game(record["game"]), [step.view() for step in steps(record)]
    return up_to(next(at for at in range(1, len(views)) if game.reveals(views[at - 1], views[at])), record)


async def test_there_and_back_again_it_is_one_game_and_one_story(house: OpenHouse) -> None:
    record = begun(CHANCY, 3)
    pocket = await opened(DictShelf())
    await ask(pocket, "POST", "/me", {"name": "Ada"})
    table = await ask(pocket, "POST", "/records/tables", {"record": record, "seats": [ME, ME], "settings": {"look": 0}})
    page = PocketPage(pocket, table["id"])
    assert (await page.hear("welcome"))["view"] is None
    await ask(pocket, "POST", f"/tables/{table['id']}/start", {})
    shown = await page.hear("view")
    assert len(shown["lines"]) == len(record["moves"]), "who waits in the pocket reads it all, too"
    page.say(type="look_as", id="l", seat=shown["view"]["to_act"])
    shown = await page.hear("view")
    await play_one(page, shown["seq"], shown["legal"])
    record = await ask(pocket, "POST", f"/tables/{table['id']}/carry", {})
    await pocket.close()
    lea, pages = await waits_for_a_game(house, record)
    await lea.post(f"/api/tables/{pages[0].table}/start")
    for page in pages:
        await has_the_story_whole(page)
    live = house.hall.house.known(pages[0].table)
    assert live is not None
    assert live.record()["moves"][: len(record["moves"])] == record["moves"]


async def test_what_was_brought_is_the_same_game_entry_by_entry(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    record = begun(CHANCY, 3)
    table = await bring(lea, record, ME, ME, start=True)
    left = await lea.post(f"/api/tables/{table['id']}/carry")
    assert left["deal"] == record["deal"]
    assert left["moves"][: len(record["moves"])] == record["moves"]
    assert left["fairness"] == record["fairness"]


async def test_a_game_that_is_over_is_kept_among_mine_and_counts_against_nobody(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    record = begun(QUICK, 10_000)
    table = await bring(lea, record, ME, {"kind": "bot", "name": "Zoé"}, start=True)
    assert table["status"] == "over"
    assert table["outcome"]["winners"] == record["result"]["winners"]
    games = await lea.get("/api/me/games")
    assert [game["table"]["id"] for game in games["games"]] == [table["id"]]
    assert games["games"][0]["table"]["seats"][1]["name"] == "Zoé"
    assert games["rivals"] == []


async def test_a_game_leaves_with_who_plays_it_alone_or_at_one_screen(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    for seats in (("me", "goldfish"), ("me", "me")):
        table = await lea.table(QUICK, *seats, first=0, start=True)
        record = await lea.post(f"/api/tables/{table}/carry")
        assert record["deal"]
        page = await lea.page(table)
        assert "taken_along" in [line["code"] for line in page.welcome["talk"]], "it is told at the table"


async def test_a_game_of_several_people_does_not_leave_before_its_end(house: OpenHouse) -> None:
    lea, bob, eve = [await house.guest(name) for name in ("Léa", "Bob", "Eve")]
    table = await lea.table(QUICK, "me", "open")
    assert (await lea.http.post(f"/api/tables/{table}/carry", json={})).json()["code"] == "not_started"
    await bob.post(f"/api/tables/{table}/join", {})
    await lea.post(f"/api/tables/{table}/start")
    for guest, code in ((lea, "others_play"), (bob, "others_play"), (eve, "not_seated")):
        answer = await guest.http.post(f"/api/tables/{table}/carry", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, code)
        assert "deal" not in answer.text
    await bob.post(f"/api/tables/{table}/leave")  # a bot stands in, and the seat is still Bob's
    assert (await lea.http.post(f"/api/tables/{table}/carry", json={})).json()["code"] == "others_play"
    await bob.post(f"/api/tables/{table}/return")
    await bob.post(f"/api/tables/{table}/resign")
    assert (await bob.post(f"/api/tables/{table}/carry"))["deal"], "over is over"


async def test_nobody_is_shown_what_waits_at_a_table(house: OpenHouse) -> None:
    lea, bob = await house.guest("Léa"), await house.guest("Bob")
    table = await bring(lea, begun(QUICK, 4), ME, FREE, public=True)
    page = await bob.page(table["id"])
    assert page.view is None
    for path in ("", "/log", "/legal"):
        assert "grains" not in (await bob.http.get(f"/api/tables/{table['id']}{path}")).text
    assert (await bob.http.get(f"/api/tables/{table['id']}/record")).json()["code"] == "not_over"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "chess"}, "unknown_format"),
        ({"game": "go"}, "unknown_game"),
        ({"deal": {}}, None),
        ({"moves": [{"seat": 0}]}, "no_move"),
        ({"moves": [{}] * 1501}, "too_large"),
        ({"moves": 7}, "wrong_type"),
        ({"result": {"winners": [0], "scores": [1, 0]}}, "result_too_early"),
    ],
)
async def test_a_bad_file_is_refused_with_its_reason(house: OpenHouse, change: dict[str, Any], code: str | None) -> None:
    lea = await house.guest("Léa")
    answer = await lea.http.post("/api/records/tables", json={"record": begun(QUICK, 2) | change, "seats": [ME, ME]})
    assert answer.status_code == 400
    assert code in (None, answer.json()["code"])
    assert (await lea.get("/api/me/tables"))["tables"] == []


async def test_each_seat_needs_somebody(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    answer = await lea.http.post("/api/records/tables", json={"record": begun(QUICK, 2), "seats": [ME, ME, BOT]})
    assert (answer.status_code, answer.json()["code"], answer.json()["args"]) == (400, "wrong_seats", {"players": 2})
    table = await bring(lea, begun(QUICK, 2), ME, FREE)
    answer = await lea.http.post(f"/api/tables/{table['id']}/start", json={})
    assert answer.json()["code"] == "seats_open"


async def test_a_long_record_may_come_as_a_body(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    record = begun(QUICK, 2) | {"note": "x" * 200_000}
    assert (await bring(lea, record, ME, BOT))["status"] == "open"


async def test_it_survives_a_restart_before_and_after_it_goes_on(tmp_path: Path) -> None:
    record = begun(QUICK, 4)
    async with open_house(tmp_path) as house:
        lea = await house.guest("Léa")
        table, cookie = await bring(lea, record, ME, FREE), lea.cookie
    async with open_house(tmp_path) as house:
        lea = await house.guest()
        lea.http.headers["cookie"] = cookie
        await lea.post(f"/api/tables/{table['id']}/seat-bot", {"seat": 1, "level": "child"})
        started = await lea.post(f"/api/tables/{table['id']}/start")
        assert started["seq"] >= len(record["moves"])
    async with open_house(tmp_path) as house:
        lea = await house.guest()
        lea.http.headers["cookie"] = cookie
        left = await lea.post(f"/api/tables/{table['id']}/carry")
        assert left["moves"][: len(record["moves"])] == record["moves"]
