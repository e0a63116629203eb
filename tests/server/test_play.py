"""Playing over the socket: what people at a table would notice."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import records
from ludotheque.games import all_games
from ludotheque.server import audience
from tests.familiar import CHANCY, DRAW, HANDS, PLACE
from tests.server.people import OpenHouse, play_out

pytestmark = pytest.mark.anyio


def players(slug: str) -> int:
    return next(count for count in all_games()[slug].players if count >= 2)


@pytest.mark.parametrize("slug", list(all_games()))
async def test_two_people_play_a_whole_game(house: OpenHouse, slug: str) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    more = ["goldfish"] * (players(slug) - 2)
    table = await lea.table(slug, "me", "open", *more)
    await tom.post(f"/api/tables/{table}/join")
    first, second = await lea.page(table), await tom.page(table)
    await lea.post(f"/api/tables/{table}/start")
    for page in (first, second):
        await page.next("view")
    await play_out([first, second])
    assert first.view["outcome"] == second.view["outcome"]
    record = await tom.get(f"/api/tables/{table}/record")
    play = records.check(record)
    assert play.outcome is not None
    assert (await lea.get(f"/api/tables/{table}"))["status"] == "over"


async def test_a_human_and_three_bots_play_a_whole_game(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", "child", "elephant", start=True)
    page = await lea.page(table)
    await play_out([page])
    assert page.view["outcome"] is not None


async def test_a_move_is_acknowledged_then_seen_by_all_with_its_line(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    first, second, watcher = await lea.page(table), await tom.page(table), await (await house.guest()).page(table)
    assert (first.welcome["looks_as"], second.welcome["looks_as"], watcher.welcome["looks_as"]) == (0, 1, None)
    assert {"move": DRAW} in first.legal
    assert second.legal == watcher.legal == []
    answer = await first.move(DRAW)
    assert (answer["type"], answer["seq"]) == ("accepted", 1)
    for page in (first, second, watcher):
        drawn, announced = await page.next("view"), await page.next("view")
        assert [drawn["seq"], announced["seq"]] == [1, 2]
        assert (drawn["line"]["code"], drawn["later"]) == ("draws", None)
        assert (announced["line"]["code"], announced["later"]["code"]) == ("drew", "drew_one")
    assert first.view["full"] is not None
    assert second.view["full"] is None


async def test_a_refusal_names_the_clause_and_shows_the_position(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
    page = await lea.page(table)
    answer = await page.move(PLACE)
    assert (answer["type"], answer["code"], answer["clause"]) == ("refused", "draw_first", f"{CHANCY}.3")
    assert answer["view"] == page.view
    assert (await page.move({"type": "place", "cylinder": 9}))["clause"] == f"{CHANCY}.3"
    assert (await page.move(DRAW, seq=5))["code"] == "old_position"


async def test_a_command_sent_twice_is_applied_once_and_answered_the_same(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await (await house.guest("Tom")).post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    page, other = await lea.page(table), await lea.page(table)
    one = await page.move(DRAW, seq=0, command="same")
    two = await other.move(DRAW, seq=0, command="same")
    assert one == two
    assert (await lea.get(f"/api/tables/{table}"))["seq"] == 2


async def test_hot_seat_one_guest_looks_as_one_seat_at_a_time(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    seats = [{"kind": "me", "name": "Léa"}, {"kind": "me", "name": "Papi"}]
    form = {"game": CHANCY, "seats": seats, "first": 1, "start": True, "settings": {"look": 0}}
    table = (await lea.post("/api/tables", form))["id"]
    page = await lea.page(table)
    assert page.welcome["looks_as"] is None  # the curtain
    assert (await page.move(DRAW))["code"] == "look_first"
    await page.send({"type": "look_as", "id": "l", "seat": 1})
    seen = await page.next("view")
    assert seen["view"]["seat"] == 1
    assert (await page.move(DRAW))["type"] == "accepted"
    await page.send({"type": "look_as", "id": "m", "seat": 5})
    assert (await page.next("refused"))["code"] == "not_seated"


async def test_reconnecting_with_the_last_seq_gets_the_lines_since(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
    page = await lea.page(table)
    await page.move(DRAW)
    await page.close()
    again = await lea.page(table, since=1)
    assert again.welcome["first_line"] == 1
    assert [line["code"] for line in again.welcome["lines"]] == ["drew"]


async def test_a_stand_in_plays_and_the_human_takes_the_seat_back(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open", first=1)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    page = await lea.page(table)
    await tom.post(f"/api/tables/{table}/stand-in", {"seat": 1}, status=403)
    asked: Any = house.hall.thinkers
    asked.pick = lambda moves: moves[0]  # draws and places; never lifts an empty cylinder
    house.hall.audience._opened -= audience.AWAY_AFTER  # nobody has seen Tom for a while
    await lea.post(f"/api/tables/{table}/stand-in", {"seat": 1, "level": "child"})
    await page.until(lambda page: page.view["to_act"] == 0)
    assert {ask[1:3] for ask in asked.asked} <= {(1, "child")}
    back = await tom.page(table)
    assert (await back.move(DRAW))["type"] == "refused"
    await tom.post(f"/api/tables/{table}/return")
    info = await tom.get(f"/api/tables/{table}")
    assert info["seats"][1]["stand_in"] is None


async def test_rematch_is_one_table_for_all_with_the_next_starter(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    await lea.post(f"/api/tables/{table}/rematch", status=409)
    await lea.post(f"/api/tables/{table}/resign")
    info = await lea.get(f"/api/tables/{table}")
    assert (info["status"], info["outcome"]["winners"], info["outcome"]["clause"]) == ("over", [1], "resigned")
    again = [(await guest.post(f"/api/tables/{table}/rematch"))["table"] for guest in (lea, tom)]
    assert again[0] == again[1]
    assert (await tom.page(again[0])).view["to_act"] == 1


async def test_hints_are_shown_to_all_and_only_where_allowed(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
    watcher = await (await house.guest()).page(table)
    hint = await lea.post(f"/api/tables/{table}/hint")
    assert DRAW in [weighed["move"] for weighed in hint["moves"]]
    assert (await watcher.next("talk"))["talk"]["code"] == "hint"
    closed = await lea.table(CHANCY, "me", "goldfish", first=0, start=True, settings={"hints": False})
    assert (await lea.post(f"/api/tables/{closed}/hint", status=403))["code"] == "hints_off"


async def test_records_open_when_the_game_is_over_and_the_deal_was_promised(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
    for what in ("record", "replay", "story", "review"):
        assert (await lea.get(f"/api/tables/{table}/{what}", status=409))["code"] == "not_over"
    promise = await lea.get(f"/api/tables/{table}/fairness")
    assert promise["deal"] is None
    await play_out([await lea.page(table)])
    kept = await lea.get(f"/api/tables/{table}/fairness")
    from ludotheque.tables.fairness import digest

    assert digest(kept["deal"], kept["salt"]) == promise["sha256"] == kept["sha256"]
    replay = await lea.get(f"/api/tables/{table}/replay?seat=0")
    assert replay["frames"][-1]["view"]["outcome"] is not None
    assert (await lea.get(f"/api/tables/{table}/review?seat=0"))["seat"] == 0
    story = await (await house.guest()).get(f"/api/tables/{table}/story")
    assert story["thread"][-1]["scores"] == replay["frames"][-1]["view"]["outcome"]["scores"]
    assert story["deeds"]
    record = await lea.get(f"/api/tables/{table}/record")
    shown = await lea.post("/api/records", {"record": record, "seat": 1})
    assert len(shown["frames"]) == len(record["moves"]) + 1


async def test_chat_reactions_mute_and_chat_off(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    page, other = await lea.page(table), await tom.page(table)
    await other.send({"type": "say", "id": "1", "text": "salut \u202e<b>toi</b>\x07"})
    assert (await page.next("talk"))["talk"]["text"] == "salut <b>toi</b>"
    await other.send({"type": "react", "id": "2", "reaction": "bravo"})
    assert (await page.next("talk"))["talk"]["code"] == "bravo"
    await lea.post(f"/api/tables/{table}/mute", {"guest": tom.id})
    await other.send({"type": "say", "id": "3", "text": "encore"})
    assert (await other.next("refused"))["code"] == "muted"
    await lea.post(f"/api/tables/{table}/settings", {"chat": False})
    await page.send({"type": "say", "id": "4", "text": "encore"})
    assert (await page.next("refused"))["code"] == "chat_off"


async def test_presence_says_who_is_looking(house: OpenHouse) -> None:
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(CHANCY, "me", "open")
    page = await lea.page(table)
    other = await tom.page(table)
    await page.until(lambda page: '"Tom"' in page.frames[-1] and "presence" in page.frames[-1])
    await other.close()
    await page.until(lambda page: '"Tom"' not in page.frames[-1] and "presence" in page.frames[-1])


async def test_a_lesson_is_played_against_the_real_referee(house: OpenHouse) -> None:
    somebody = await house.guest()
    lesson = await somebody.get(f"/api/lessons/{CHANCY}")
    first = lesson["frames"][1]["entry"]["move"]
    right = await somebody.post(f"/api/lessons/{CHANCY}", {"at": 0, "move": first})
    assert (right["allowed"], right["expected"], right["next"]) == (True, True, 1)
    wrong = await somebody.post(f"/api/lessons/{CHANCY}", {"at": 0, "move": {"type": "return", "pawn": "red"}})
    assert (wrong["allowed"], wrong["clause"]) == (False, f"{CHANCY}.7")


async def test_once_it_is_over_all_may_be_looked_back_at(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    seats = [{"kind": "me"}, {"kind": "me", "name": "Zoé"}]
    table = (await lea.post("/api/tables", {"game": HANDS, "seats": seats, "first": 0, "start": True}))["id"]
    await lea.post(f"/api/tables/{table}/resign", {})
    full = await lea.get(f"/api/tables/{table}/replay?all=true")
    record = await lea.get(f"/api/tables/{table}/record")
    first = full["frames"][0]
    assert [sorted(seen["hand"]) for seen in first["seats"]] == [sorted(hand) for hand in record["deal"]["hands"]]
    assert first["view"]["hand"] is None
    as_seat = await lea.get(f"/api/tables/{table}/replay?seat=0")
    assert as_seat["frames"][0]["seats"] == []
