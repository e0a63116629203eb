"""What happened is told, what was revealed is over after the look, for everybody; and who is there may go on sooner, together."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import all_games, game
from ludotheque.records import steps
from ludotheque.rules.core import CHANCE, Move
from ludotheque.rules.play import Play
from ludotheque.server.audience import Audience
from ludotheque.server.connection import Connection
from ludotheque.tables import hosting
from ludotheque.tables.bus import Listener, News
from ludotheque.tables.house import House
from ludotheque.tables.model import Pace, Settings
from ludotheque.tables.moves import Command, Mover
from ludotheque.tables.store.memory import MemoryStore
from ludotheque.testing.plays import random_play
from ludotheque.testing.playthroughs import read_recipe
from tests.familiar import QUICK
from tests.server.people import OpenHouse, Page, open_house
from tests.server.test_time import Clock
from tests.tables.guests import LEA, TOM, welcome
from tests.web.wire import leaks, moments

pytestmark = pytest.mark.anyio

GAMES = Path(__file__).parents[1] / "games"
ENTRIES, LOOKS = 60, 4
"""So many entries of a golden playthrough are played, or until so many looks were over."""
LAY = [{"type": "lay", "line": line} for line in ("A", "1", "2")]


# Every box -----------------------------------------------------------------------------------------------------------


def golden(slug: str) -> Play:
    """The beginning of the box's golden playthrough."""
    box, recipe = all_games()[slug], read_recipe(GAMES / slug)
    players, options = recipe.players or box.facts.seats, box.options(recipe.options)
    return random_play(box, players, options, recipe.seed, careful=True, until=ENTRIES)


def reveals(play: Play) -> int:
    """How many entries of a game reveal something that is hidden again."""
    views = [step.view() for step in steps(play.record())]
    return sum(play.game.reveals(before, after) for before, after in itertools.pairwise(views))


async def all_sit_down(house: OpenHouse, play: Play, **settings: Any) -> tuple[list[Page], str]:
    """One guest for every seat, and last somebody who watches."""
    guests = [await house.guest(f"Guest {seat}") for seat in range(play.players)]
    seats = ["me", *["open"] * (play.players - 1)]
    table = await guests[0].table(play.game.slug, *seats, options=dict(play.options), settings=settings)
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join")
    await guests[0].post(f"/api/tables/{table}/start")
    return [await guest.page(table) for guest in [*guests, await house.guest()]], table


async def all_have_seen(pages: Iterable[Page]) -> None:
    for page in pages:
        await page.send({"type": "seen", "seq": page.seq})


@pytest.mark.parametrize("slug", list(all_games()))
async def test_every_entry_tells_what_happened_and_after_the_look_nobody_sees_more_than_who_stayed(
    slug: str, tmp_path: Path
) -> None:
    play = golden(slug)
    drawn = iter([value for who, value in play.entries if who == CHANCE])
    looks = 0
    given: Any = {"dealer": lambda *_: play.deal, "draw": lambda _: next(drawn)}
    async with open_house(tmp_path, now=Clock(), **given) as house:
        pages, table = await all_sit_down(house, play, look=20)
        live = house.hall.house.known(table)
        assert live is not None
        for who, value in play.entries:
            if who == CHANCE or looks == LOOKS:
                continue
            assert isinstance(value, Move)
            assert (await pages[who].move(value.to_json()))["type"] == "accepted"
            for page in pages:
                await page.until(lambda page: page.seq == live.seq)
            if live.looking(house.hall.house.moment()):
                looks += 1
                assert await look_is_over(pages, table), "nothing was hidden again; the test shows nothing"
        assert looks == min(LOOKS, reveals(play))
        for seat, page in enumerate(pages):
            told_and_no_more(page, live.record(), seat if seat < play.players else None)


async def look_is_over(pages: list[Page], table: str) -> bool:
    """All who play have seen it: everybody is told what is left, and who comes or asks now sees that; whether it is less."""
    less = False
    before = [page.view for page in pages]
    await all_have_seen(pages[:-1])
    for page, full in zip(pages, before, strict=True):
        over = await page.next("forgotten")
        less |= over["view"] != full
        again = await page.guest.page(table)
        welcome = again.welcome
        assert (welcome["view"], welcome["lines"][-1]) == (over["view"], over["line"])
        assert (welcome["seq"], welcome["looks_as"]) == (over["seq"], over["looks_as"])
        assert (welcome["later"], welcome["clock"]["look_until"]) == (None, None)
        for asked in (
            {"type": "look_as", "id": "l", "seat": over["looks_as"]},
            {"type": "move", "id": "m", "seq": 0, "move": {}},
        ):
            await again.send(asked)
            assert (await again.next("view", "refused"))["view"] == over["view"]
        await again.close()
        log = await page.guest.get(f"/api/tables/{table}/log?since={over['seq'] - 1}")
        assert log["lines"] == [over["line"]]
    return less


def told_and_no_more(page: Page, record: Any, seat: int | None) -> None:
    """Every entry came with what this seat saw happen, and nothing came that it might not see."""
    frames, at = [json.loads(frame) for frame in page.frames], moments(record, seat)
    told = {frame["seq"]: frame["events"] for frame in frames if frame["type"] == "view" and frame["line"] is not None}
    assert told == {seq: at[seq]["events"] for seq in range(1, len(at))}
    assert all(told.values())
    assert list(leaks(frames, record, seat)) == []


async def test_a_replay_tells_what_happened_as_whoever_looks_saw_it(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    for play in map(golden, all_games()):
        for seat in (None, 1):
            replay = await lea.post("/api/records", {"record": play.record(), "seat": seat})
            at = moments(play.record(), seat)
            assert [frame["events"] for frame in replay["frames"]] == [moment["events"] for moment in at]
            now = [frame["line"] for frame in replay["frames"][1:]]
            assert now == [moment["log"][-1] for moment in at[1:]]
            later = [frame["later"] or frame["line"] for frame in replay["frames"][1:-1]]
            assert later == at[-1]["log"][:-1]


# The time to look ----------------------------------------------------------------------------------------------------


async def an_attack(house: OpenHouse, *, look: float) -> tuple[Page, Page, Page, str]:
    """Léa and Tom have revealed their markers, it is Tom's turn, and everybody looks; somebody watches."""
    pages, table = await all_sit_down(house, game(QUICK).new(2, seed=1), look=look)
    lea, tom = sorted(pages[:2], key=lambda page: not page.legal)
    for page, line in ((lea, "A1"[lea.view["seat"]]), (tom, "A1"[tom.view["seat"]])):
        await page.until(lambda page: bool(page.legal))
        assert (await page.move({"type": "lay", "line": line}))["type"] == "accepted"
    for page in pages:
        await page.until(lambda page: page.seq == 2)
    return lea, tom, pages[2], table


async def test_when_the_time_is_over_all_are_told_also_who_came_meanwhile(house: OpenHouse) -> None:
    lea, tom, watcher, table = await an_attack(house, look=1.0)
    late = await tom.guest.page(table)
    for page in (lea, tom, watcher, late):
        over = await page.next("forgotten")
        assert (over["seq"], over["view"]["last"], over["line"]) == (2, None, (await page.guest.page(table)).welcome["lines"][-1])


async def test_after_a_restart_a_look_that_was_over_stays_over(tmp_path: Path) -> None:
    clock = Clock()
    async with open_house(tmp_path, now=clock) as house:
        lea, _, _, table = await an_attack(house, look=20)
        cookies = lea.guest.http.cookies
        assert lea.view["last"] is not None
    for passed, shown in ((1, True), (20, False)):
        clock.now += passed
        async with open_house(tmp_path, now=clock) as house:
            again = await house.guest()
            again.http.cookies = cookies
            assert ((await again.page(table)).view["last"] is not None) is shown


async def test_a_move_after_the_look_needs_no_news(tmp_path: Path) -> None:
    """The next entry brings its own view; nobody is told of a look that was over before it."""
    clock = Clock()
    async with open_house(tmp_path, now=clock) as house:
        _, tom, _, _ = await an_attack(house, look=20)
        clock.now += 21
        assert (await tom.move(tom.legal[0]["move"]))["type"] == "accepted"
        await tom.until(lambda page: page.seq == 3)
        assert all(json.loads(frame)["type"] != "forgotten" for frame in tom.frames)


# Having seen ---------------------------------------------------------------------------------------------------------


async def test_nobody_shortens_the_look_for_others(tmp_path: Path) -> None:
    async with open_house(tmp_path, now=Clock()) as house:
        lea, tom, watcher, table = await an_attack(house, look=20)
        second = await lea.guest.page(table)
        for page in (lea, second, watcher):
            for seq in (2, 2, 1, 3, 10**9, -1):
                await page.send({"type": "seen", "seq": seq})
        for seq in (0, 1, 3):  # another moment than this one
            await tom.send({"type": "seen", "seq": seq})
        for page in (lea, second, watcher):
            await page.send({"type": "ping", "id": "p"})
            await page.next("pong")
        assert (await tom.move(tom.legal[0]["move"]))["code"] == "look"
        await all_have_seen([tom])
        assert (await tom.move(tom.legal[0]["move"]))["type"] == "accepted"
        for page in (lea, second, watcher, tom):
            await page.until(lambda page: page.seq == 3)
            assert sum(json.loads(frame)["type"] == "forgotten" for frame in page.frames) == 1


async def test_who_reloads_is_waited_for_and_who_is_away_is_not(tmp_path: Path) -> None:
    clock = Clock()
    async with open_house(tmp_path, now=clock) as house:
        lea, tom, _, table = await an_attack(house, look=20)
        await lea.close()
        while len(house.hall.audience.present(table)) > 1:
            await asyncio.sleep(0.01)
        await all_have_seen([tom])
        assert (await tom.move(tom.legal[0]["move"]))["code"] == "look"
        clock.now += 9
        await tom.send({"type": "seen", "seq": 1})
        assert (await tom.move(tom.legal[0]["move"]))["code"] == "look"
        await all_have_seen([tom])
        await tom.next("forgotten")


async def test_a_bot_does_not_wait_once_all_have_seen(tmp_path: Path) -> None:
    async with open_house(tmp_path, pace=600.0) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "goldfish", first=0, start=True, settings={"look": 30})
        page = await lea.page(table)
        await page.move(page.legal[0]["move"])
        await page.until(lambda page: page.seq == 1)
        await all_have_seen([page])
        await page.until(lambda page: page.seq == 2)  # both turn up their markers
        await all_have_seen([page])
        await page.until(lambda page: page.seq == 3)


async def test_saying_it_over_and_over_counts_as_commands(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_rate=1.0) as house:
        lea = await house.guest("Léa")
        page = await lea.page(await lea.table(QUICK, "me", "goldfish", first=0, start=True))
        for _ in range(10):
            await all_have_seen([page])
        assert (await page.next("refused"))["code"] == "rate"


@pytest.mark.parametrize(("pace", "seconds"), [("calm", 1.6), ("normal", 1.0), ("brisk", 0.5)])
async def test_the_pace_of_a_table_is_the_pace_of_its_bots(house: OpenHouse, pace: Pace, seconds: float) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "me", "goldfish", first=1, settings={"pace": "calm"})
    await lea.post(f"/api/tables/{table}/settings", {"pace": pace})
    info = await lea.post(f"/api/tables/{table}/settings", {"chat": False})
    assert (info["settings"]["pace"], info["settings"]["chat"]) == (pace, False)
    await lea.post(f"/api/tables/{table}/settings", {"pace": "hasty"}, status=400)
    house.hall.house.on_due = None
    await lea.post(f"/api/tables/{table}/start")
    live = house.hall.house.known(table)
    assert live is not None
    assert live.due(1.0) == live.at + seconds
    live.seen_by_all = live.seq
    assert live.due(1.0) == live.at + 0.25
    assert live.due(0.1) == live.at + 0.1 * min(seconds, 2.5)


# Several servers -----------------------------------------------------------------------------------------------------


class Street:
    """A bus between houses in one process."""

    listeners: list[Listener]

    def __init__(self, listeners: list[Listener]) -> None:
        self.listeners = listeners

    async def open(self, listener: Listener, on_return: Any) -> None:
        self.listeners.append(listener)

    async def publish(self, news: News) -> None:
        for listener in self.listeners:
            await listener(news)

    async def probe(self) -> str | None:
        return None

    async def close(self) -> None:
        self.listeners.clear()


class Drain:
    """A socket that keeps what it is sent."""

    full = False

    def __init__(self) -> None:
        self.got: list[Any] = []

    def write(self, texts: Iterable[bytes]) -> None:
        self.got += [json.loads(text) for text in texts]

    def close(self, code: int) -> None: ...


async def test_servers_tell_each_other_who_has_seen_it() -> None:
    store, listeners = MemoryStore(shared=True), list[Listener]()
    houses = [House(store, Street(listeners), server=f"server {number}") for number in range(2)]
    people = [LEA, TOM]
    crowds = [Audience(house) for house in houses]
    for house in houses:
        await house.open()
    await welcome(store)
    table = hosting.lay(game(QUICK), {}, [hosting.sit(guest) for guest in people], 0, Settings(look=20))
    table.host = "lea"
    hosting.start(table, people[0], houses[0].dealer, houses[0].now())
    await houses[0].add(table)
    lives = [await house.table(table.id) for house in houses]
    sockets = [Drain(), Drain()]
    pages = [Connection(table.id, guest, None, socket, 10**6) for guest, socket in zip(people, sockets, strict=True)]
    for crowd, page, live in zip(crowds, pages, lives, strict=True):
        await crowd.add(page, live, None)
    for seat, (house, live) in enumerate(zip(houses, lives, strict=True)):
        answer = await house.play(live, lambda seat=seat: Mover([seat], seat), Command(f"c{seat}", seat, LAY[seat]))
        assert answer.refusal is None
    assert [live.looking(house.moment()) for live, house in zip(lives, houses, strict=True)] == [True, True]
    await crowds[0].looks.saw(pages[0], lives[0], 2)
    assert [live.seen_by_all for live in lives] == [-1, -1], "Tom is at the other server"
    await crowds[1].looks.saw(pages[1], lives[1], 2)
    assert [live.seen_by_all for live in lives] == [2, 2]
    await asyncio.sleep(0)
    assert [[frame["type"] for frame in socket.got].count("forgotten") for socket in sockets] == [1, 1]
    for crowd, house in zip(crowds, houses, strict=True):
        await crowd.close()
        await house.room.close()
