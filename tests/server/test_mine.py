"""A house that knows its guests: names and figures, their games and their record, after a restart too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque.tables.model import PICTURES
from tests.familiar import CHANCY, MEMORY, QUICK
from tests.server.people import Guest, OpenHouse, open_house, play_out

pytestmark = pytest.mark.anyio
FACES = Path(__file__).parents[2] / "web/src/faces"


def test_every_figure_is_drawn_and_can_be_chosen() -> None:
    named = re.findall(r"^  (\w+): '#", (FACES / "faces.ts").read_text("utf-8").partition("const OPPONENTS")[0], re.MULTILINE)
    assert tuple(named) == PICTURES
    drawn = set(re.findall(r'<symbol id="face-([\w-]+)"', (FACES / "faces.svg").read_text("utf-8")))
    moods = {f"{level}-{mood}" for level in ("goldfish", "child", "adult", "elephant") for mood in ("calm", "glad", "sorry")}
    assert drawn == {*PICTURES, *moods}


async def finished(house: OpenHouse, lea: Guest, *others: Any, **more: Any) -> str:
    """A game that was given up: Léa has lost it."""
    table = await lea.table(QUICK, "me", "goldfish", *others, start=True, **more)
    await lea.post(f"/api/tables/{table}/resign")
    return table


async def games(guest: Guest) -> dict[str, dict[str, Any]]:
    return {game["table"]["id"]: game for game in (await guest.get("/api/me/games"))["games"]}


async def test_a_new_name_is_seen_at_running_tables_and_not_on_others_seats(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    await lea.post("/api/me", {"name": "Léa", "picture": "fox"})
    seats = [{"kind": "me"}, {"kind": "me", "name": "Zoé", "picture": "frog"}, {"kind": "bot"}]
    table = (await lea.post("/api/tables", {"game": MEMORY, "seats": seats, "start": True}))["id"]
    over = await finished(house, lea)
    page = await lea.page(table)
    await lea.post("/api/me", {"name": "Camille", "picture": "captain"})
    seats = (await page.next("table"))["table"]["seats"]
    assert [(seat["name"], seat["picture"]) for seat in seats] == [("Camille", "captain"), ("Zoé", "frog"), ("", "")]
    assert (await lea.get(f"/api/tables/{over}"))["seats"][0]["name"] == "Léa", "what is over stays as it was"


async def test_who_was_muted_does_not_speak_by_names(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(QUICK, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/mute", {"guest": tom.id})
    await tom.post("/api/me", {"name": "Something rude"})
    assert (await lea.get(f"/api/tables/{table}"))["seats"][1]["name"] == "Tom"


async def test_nobody_renames_themselves_all_the_time(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_coming=3) as house:
        lea = await house.guest("Léa")
        answers = [(await lea.http.post("/api/me", json={"name": f"Léa {n}"})).status_code for n in range(4)]
        assert answers == [200, 200, 200, 429]


async def test_who_chooses_no_figure_has_one_all_the_same(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    first = (await lea.get("/api/me"))["guest"]["picture"]
    assert first in PICTURES
    assert (await lea.post("/api/me", {"name": "Lou"}))["guest"]["picture"] == first
    assert (await lea.post("/api/me", {"name": "Lou", "picture": "a secret one"}))["guest"]["picture"] in PICTURES


async def test_my_games_are_there_finished_ones_and_those_put_away_too(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    over, running = await finished(house, lea), await lea.table(QUICK, "me", "open")
    found = await games(lea)
    assert {table: game["table"]["status"] for table, game in found.items()} == {over: "over", running: "open"}
    assert found[over]["table"]["outcome"]["winners"] == [1]
    assert await games(tom) == {}
    await lea.post(f"/api/me/games/{over}", {"away": True})
    await lea.post(f"/api/me/games/{running}", {"away": True})
    assert {game["put_away"] for game in (await games(lea)).values()} == {True}
    assert (await lea.get("/api/me/tables"))["tables"] == []
    await lea.post(f"/api/me/games/{running}", {"away": False})
    assert [table["id"] for table in (await lea.get("/api/me/tables"))["tables"]] == [running]
    assert (await tom.post(f"/api/me/games/{over}", status=404))["code"] == "no_such_table"


async def test_the_record_counts_what_was_played(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    await finished(house, lea)
    table = await lea.table(CHANCY, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    pages = [await lea.page(table), await tom.page(table)]
    await play_out(pages)
    winners = pages[0].view["outcome"]["winners"]
    told = [
        (one["game"], one["level"] or one["name"], one["won"], one["lost"]) for one in (await lea.get("/api/me/games"))["rivals"]
    ]
    assert (QUICK, "goldfish", 0, 1) in told
    assert winners in ([0], [1])
    assert (CHANCY, "Tom", int(winners == [0]), int(winners == [1])) in told


async def test_an_opponent_made_to_measure_moves_half_a_level_after_each_game_in_its_box(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        lea = await house.guest("Léa")
        assert (await lea.get("/api/me/measures"))["measures"] == {}
        table = await lea.table(QUICK, "me", "adaptive", start=True)
        seat = (await lea.get(f"/api/tables/{table}"))["seats"][1]
        assert (seat["kind"], seat["level"], seat["strength"]) == ("bot", "child", 2)
        over = await lea.post(f"/api/tables/{table}/resign")
        assert over["measure"] == 1, "it has won"
        again = (await lea.post(f"/api/tables/{table}/rematch"))["table"]
        assert (await lea.get(f"/api/tables/{again}"))["seats"][1]["strength"] == 1
        await lea.post(f"/api/tables/{again}/resign")
        cookies = dict(lea.http.cookies)
    async with open_house(tmp_path) as house:
        lea = await house.guest()
        lea.http.cookies.update(cookies)
        assert (await lea.get("/api/me/measures"))["measures"] == {QUICK: 0}
        table = await lea.table(QUICK, "me", "open")
        room = await lea.post(f"/api/tables/{table}/seat-bot", {"seat": 1, "level": "adaptive"})
        assert (room["seats"][1]["level"], room["seats"][1]["strength"], room["measure"]) == ("goldfish", 0, None)
        other = await lea.table(MEMORY, "me", "adaptive", start=True)
        assert (await lea.get(f"/api/tables/{other}"))["seats"][1]["strength"] == 2, "in another box it begins anew"


async def test_nobody_is_stood_in_for_by_an_opponent_made_to_measure(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "me", "adult", start=True)
    refused = await lea.post(f"/api/tables/{table}/stand-in", {"seat": 0, "level": "adaptive"}, status=400)
    assert refused["code"] == "unknown_level"


async def test_whose_turn_it_is_is_known_after_a_restart_without_a_replay(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        lea, tom = await house.guest("Léa"), await house.guest("Tom")
        table = await lea.table(CHANCY, "me", "open", first=0)
        await tom.post(f"/api/tables/{table}/join")
        await lea.post(f"/api/tables/{table}/start")
        page = await lea.page(table)
        for _ in range(2):  # draw a pawn, put it somewhere
            await page.until(lambda page: bool(page.legal))
            seq = (await page.move(page.legal[0]["move"]))["seq"]
            await page.until(lambda page, seq=seq: page.seq >= seq)  # type: ignore[misc]
        await page.until(lambda page: page.view["to_act"] == 1)
        moved = (await games(lea))[table]["at"]
        cookies = dict(lea.http.cookies)
    async with open_house(tmp_path) as house:
        again = await house.guest()
        again.http.cookies.update(cookies)
        found = (await games(again))[table]
        assert (found["table"]["to_act"], found["at"]) == (1, moved)
        assert house.hall.house.known(table) is None, "a list replays nothing"
        assert [one["to_act"] for one in (await again.get("/api/me/tables"))["tables"]] == [1]


async def test_a_deleted_guest_leaves_no_drawer_behind(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    over = await finished(house, lea)
    await lea.post(f"/api/me/games/{over}")
    who = lea.id
    assert await house.hall.house.store.put_away_by(who) == {over}
    assert (await lea.http.delete("/api/me")).status_code == 200
    assert await house.hall.house.store.put_away_by(who) == set()
