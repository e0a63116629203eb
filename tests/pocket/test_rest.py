"""Who thinks in a page comes when bots are about to be asked, and goes when it is quiet; nobody at a table notices."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludotheque.bots.offhand import offhand
from ludotheque.bots.service.messages import LENGTH, Choose, Chosen, Lost, framed, read_request
from ludotheque.games import game as find_game
from ludotheque.pocket.house import Pocket
from tests.familiar import QUICK
from tests.pocket.shelves import DictShelf
from tests.pocket.test_house import Page, ask, play_one

pytestmark = pytest.mark.anyio

QUIET = 0.2


class Thinker:
    """A worker that plays by the policy, and has seen of each bot only what it was sent."""

    def __init__(self) -> None:
        self.seen: dict[str, list[bytes]] = {}
        self.ended = asyncio.Event()

    async def ask(self, data: bytes) -> bytes:
        assert not self.ended.is_set(), "it was let go"
        request = read_request(data)
        assert isinstance(request, Choose)
        views = self.seen.setdefault(request.key, [])
        if request.since > len(views):
            return framed(Lost())[LENGTH:]
        views[request.since :] = request.views
        move = offhand(request.game, request.seat, request.level, request.seed, views)
        return framed(Chosen(find_game(request.game).rules.MOVES.index(move)))[LENGTH:]

    def end(self) -> None:
        self.ended.set()


class Agency:
    """Hires thinkers, and remembers them."""

    def __init__(self) -> None:
        self.hired: list[Thinker] = []

    async def __call__(self) -> Thinker:
        self.hired.append(Thinker())
        return self.hired[-1]


async def opened(agency: Agency) -> Pocket:
    pocket = Pocket(DictShelf(), agency, pace=0.0, quiet=QUIET)
    await pocket.open()
    await ask(pocket, "POST", "/me", {"name": "Ada"})
    return pocket


async def table(pocket: Pocket, second: dict[str, Any]) -> str:
    form = {"game": QUICK, "seats": [{"kind": "me"}, second], "first": 0, "start": True, "settings": {"look": 0}}
    return str((await ask(pocket, "POST", "/tables", form))["id"])


async def moves(page: Page, count: int) -> None:
    """Somebody comes to the table and makes so many moves; the bot makes those between them, and the next one."""
    shown = await page.hear("welcome")
    for _ in range(count + 1):
        while not shown["legal"]:
            shown = await page.hear("view")
        if count:
            await play_one(page, shown["seq"], shown["legal"])
            shown, count = await page.hear("view"), count - 1


async def test_nobody_is_hired_before_bots_are_about_to_be_asked() -> None:
    agency = Agency()
    pocket = await opened(agency)
    hot_seat = Page(pocket, await table(pocket, {"kind": "me", "name": "Bob"}))
    await hot_seat.hear("welcome")
    assert agency.hired == []
    against_a_bot = Page(pocket, await table(pocket, {"kind": "bot", "level": "child"}))
    await against_a_bot.hear("welcome")
    assert len(agency.hired) == 1, "it is there before the first move"
    await pocket.close()


async def test_whoever_thinks_stays_with_a_table_and_goes_when_it_is_left_and_comes_again() -> None:
    agency = Agency()
    pocket = await opened(agency)
    where = await table(pocket, {"kind": "bot", "level": "child"})
    page = Page(pocket, where)
    await moves(page, 3)
    await asyncio.sleep(3 * QUIET)
    [first] = agency.hired
    assert not first.ended.is_set(), "somebody thinks about their move, and the bot has not gone"
    page.line.leave()
    async with asyncio.timeout(5):
        await first.ended.wait()
    page = Page(pocket, where)
    await moves(page, 3)
    [_, second] = agency.hired
    live = pocket.hall.house.known(where)
    assert live is not None
    [(_, views)] = second.seen.items()
    assert views == live.seen(1)[: len(views)], "the new one has seen the game from its beginning"
    assert pocket.thinkers.status().fallbacks == 0
    await pocket.close()
