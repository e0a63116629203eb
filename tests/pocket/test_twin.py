"""The twin test at the house in a page: two tables that differ only in what a seat is not shown tell its page the same."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.games import all_games
from ludotheque.pocket.house import Pocket
from ludotheque.rules.core import SPECTATOR
from ludotheque.rules.dice import new_dice
from ludotheque.rules.state import copy_state
from ludotheque.server import audience
from ludotheque.server.limits import Buckets
from ludotheque.tables.identity import hashed
from ludotheque.tables.live import LiveTable
from tests.pocket.shelves import DictShelf, nobody
from tests.server.test_twin import NOW, PATHS, PLAYERS, TABLE, TOKENS, lay, random_moment

pytestmark = pytest.mark.anyio


class Ears:
    """A page that writes down every word; it is heard out with a ping."""

    def __init__(self, pocket: Pocket, since: int | None) -> None:
        self.texts: list[str] = []
        self.gone = asyncio.Event()
        self.line = pocket.sit(TABLE, self.texts.append, self.gone.set)
        self.say(type="hello", version=2, since=since)

    def say(self, **message: Any) -> None:
        self.line.hear(json.dumps(message))

    async def hear_out(self) -> list[str]:
        self.say(type="ping", id="p")
        async with asyncio.timeout(5):
            while not any(f'"type":"{last}"' in text for text in self.texts for last in ("pong", "bye")):
                await asyncio.sleep(0)
        self.line.leave()
        await self.gone.wait()
        return self.texts


async def everything(pocket: Pocket, live: LiveTable, seat: int, moves: list[Any]) -> list[str]:
    """Every word that the page of this seat can get at the table."""
    room = pocket.hall.house.room
    room._kept.pop(TABLE, None)
    room._known.pop(TABLE, None)
    assert room.admit(live) is live
    pocket.token = TOKENS[seat] if seat != SPECTATOR else ""
    page = Ears(pocket, None)
    for number, move in enumerate(moves):
        assert live.play is not None
        if seat != live.play.to_act or live.play.refusal(seat, live.play.game.move(move)) is not None:
            page.say(type="move", id=f"m{number}", seq=live.seq, move=move)
        page.say(type="move", id=f"o{number}", seq=max(0, live.seq - 1), move=move) if live.seq else None
    for other in range(live.stored.players):
        if other != seat:
            page.say(type="look_as", id=f"l{other}", seat=other)
    got = await page.hear_out()
    got += await Ears(pocket, max(0, live.seq - 3)).hear_out()
    for path in PATHS:
        answer = await pocket.ask("GET", f"/api/tables/{TABLE}{path}", b"")
        assert answer.status != 500, path
        got.append(f"{answer.status} {answer.body.decode()}")
    return got


@pytest.mark.parametrize("slug", list(all_games()))
async def test_what_a_seat_is_not_shown_changes_no_word(
    slug: str, scaled: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "PRESENCE_DELAY", 0.0)
    pocket, differed = Pocket(DictShelf(), nobody, pace=0.0), 0
    await pocket.open()
    monkeypatch.setattr(pocket.hall.house, "now", lambda: NOW)
    monkeypatch.setattr(Buckets, "take", lambda *_: True)  # nobody speaks as fast as a test
    for guest, token in zip(PLAYERS, TOKENS, strict=True):
        await pocket.hall.house.store.add_guest(guest, hashed(token), NOW, NOW + 1000)
    for seed in range(scaled(40)):
        play, chance = random_moment(slug, seed), random.Random(seed)
        for seat in (*range(play.players), SPECTATOR):
            twin = play.game.imagine(play.view(seat), dice=new_dice(seed))
            differed += twin != play.state
            moves = [move.to_json() for move in chance.sample(play.game.rules.MOVES, min(3, len(play.game.rules.MOVES)))]
            one, two = [await everything(pocket, lay(play, state), seat, moves) for state in (copy_state(play.state), twin)]
            assert len(one) > len(PATHS) + 4, "much was said"
            assert one == two, (slug, seed, seat)
    assert differed > 0, "the twins were never different; the test shows nothing"
    await pocket.close()
