"""The twin test at the socket and over HTTP: two tables that differ only in what a seat is not shown send it the same bytes.

From a random moment of a random game another game is imagined that looks the same from a seat. Both are put on tables with the
same ids and a fixed clock; everything that a fresh connection gets, asks and is refused there must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import all_games
from ludotheque.rules.core import SPECTATOR
from ludotheque.rules.dice import new_dice
from ludotheque.rules.play import Play
from ludotheque.rules.state import copy_state
from ludotheque.server import audience
from ludotheque.server.connection import Connection
from ludotheque.tables.draft import Draft
from ludotheque.tables.identity import hashed
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Guest, Seat, Settings, StoredTable
from ludotheque.tables.position import Moment
from tests.familiar import HANDS
from tests.server.people import OpenHouse, Page, open_house

pytestmark = pytest.mark.anyio

NOW = 1_000_000.0
MOMENT = Moment(NOW, NOW)
TABLE = "twin-table"
PATHS = (
    "",
    "/log",
    "/log?since=2",
    "/legal?language=en",
    "/record",
    "/replay?seat=0",
    "/replay?all=true",
    "/story",
    "/review",
    "/nothing",
)
PLAYERS = [Guest(f"guest-{seat}", f"Guest {seat}", "fox") for seat in range(6)]
TOKENS = [f"token-of-guest-number-{seat}" for seat in range(6)]


def random_moment(slug: str, seed: int) -> Play:
    """Some moment of some game, with a seat to act."""
    chance = random.Random(seed)
    game = all_games()[slug]
    players, options = chance.choice(list(game.variants()))
    play = game.new(players, seed=seed, **options)
    for _ in range(chance.randrange(60)):
        if play.outcome is not None:
            break
        before = play.copy()
        play.play(chance.choice(play.legal()))
        if play.outcome is not None:
            play = before
            break
    return play


def lay(play: Play, state: Any, *, look: float = 0.0, since: float = 0.0) -> LiveTable:
    """A table at that moment, whose hidden part is `state`; everybody has looked at it `since` so many seconds."""
    seats = [Seat(kind="guest", guest=PLAYERS[seat].id, name=PLAYERS[seat].name, picture="fox") for seat in range(play.players)]
    stored = StoredTable(
        id=TABLE,
        game=play.game.slug,
        players=play.players,
        options=dict(play.options),
        deal=play.deal,
        salt="",
        seeds=[1] * play.players,
        status="playing",
        host=PLAYERS[0].id,
        seats=seats,
        settings=Settings(look=look, hints=True),
        created=NOW,
        changed=NOW,
    )
    live = LiveTable(stored, MOMENT)
    # The log is of what all saw, which is the same in both; the state is what differs.
    draft = Draft(live)
    for who, value in play.entries:
        draft.enter(who, value, NOW - since, None, MOMENT)
    live.adopt(draft)
    assert live.play is not None
    live.play.state = state
    live.turn, live._views, live._legal = live.play.to_act, {}, None
    return live


async def everything(house: OpenHouse, live: LiveTable, seat: int, moves: list[Any]) -> list[str]:
    """Every byte that one who looks as this seat can get at the table."""
    hall = house.hall
    while hall.audience.tables.get(TABLE) or TABLE in hall.audience._announcing:
        await asyncio.sleep(0.001)  # who was here before has gone, and everybody knows
    room = hall.house.room
    room._kept.pop(TABLE, None)
    room._known.pop(TABLE, None)
    assert room.admit(live) is live, "it is the table before this one that would be looked at"
    guest = await house.guest()
    if seat != SPECTATOR:
        guest.http.cookies.set("ludotheque", TOKENS[seat])
    got: list[str] = []
    page: Page = await guest.page(TABLE)
    await page.next("presence")
    for move in moves:
        # Refusals: moves that are not allowed, for the wrong position or the wrong seat; nothing is played.
        for seq in (live.seq, max(0, live.seq - 1)):
            play = live.play
            assert play is not None
            if seq == live.seq and seat == play.to_act and play.refusal(seat, play.game.move(move)) is None:
                continue
            await page.send({"type": "move", "id": "x", "seq": seq, "move": move})
            await page.next("refused")
    for other in range(live.stored.players):
        if other != seat:
            await page.send({"type": "look_as", "id": "l", "seat": other})
            await page.next("refused")
    await page.send({"type": "ping", "id": "p"})
    await page.next("pong")
    got += page.frames
    await page.close()
    while hall.audience.tables.get(TABLE) or TABLE in hall.audience._announcing:
        await asyncio.sleep(0.001)
    again = await guest.page(TABLE, since=max(0, live.seq - 3))
    await again.next("presence")
    got += again.frames
    await again.close()
    for path in PATHS:
        answer = await guest.http.get(f"/api/tables/{TABLE}{path}")
        assert answer.status_code != 500
        got.append(f"{answer.status_code} {answer.headers.get('content-length')} {answer.text}")
    answer = await guest.http.get(f"/api/tables/{TABLE}/fairness")
    got.append(f"{answer.status_code} {sorted(answer.json())} {answer.json().get('deal')}")
    metrics = (await guest.http.get("/metrics")).text
    got.append("\n".join(line for line in metrics.splitlines() if line.startswith("ludotheque_tables")))
    await guest.close()
    house.guests.remove(guest)
    return [_without_hash(text) for text in got]


def _without_hash(text: str) -> str:
    at = text.find('"sha256":"')
    return text if at < 0 else text[: at + 10] + text[at + 74 :]


@pytest.mark.parametrize("slug", list(all_games()))
async def test_what_a_seat_is_not_shown_changes_no_byte(
    slug: str, tmp_path: Path, scaled: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "PRESENCE_DELAY", 0.0)
    differed = 0
    async with open_house(tmp_path, now=lambda: NOW) as house:
        for guest, token in zip(PLAYERS, TOKENS, strict=True):
            await house.hall.house.store.add_guest(guest, hashed(token), NOW, NOW + 1000)
        for seed in range(scaled(60)):
            play = random_moment(slug, seed)
            chance = random.Random(seed)
            for seat in (*range(play.players), SPECTATOR):
                view = play.view(seat)
                twin = play.game.imagine(view, dice=new_dice(seed))
                differed += twin != play.state
                moves = [move.to_json() for move in chance.sample(play.game.rules.MOVES, min(3, len(play.game.rules.MOVES)))]
                one = await everything(house, lay(play, copy_state(play.state)), seat, moves)
                two = await everything(house, lay(play, twin), seat, moves)
                assert one == two, (slug, seed, seat)
    assert differed > 0, "the twins were never different; the test shows nothing"


@pytest.mark.parametrize("slug", list(all_games()))
async def test_after_the_look_what_was_revealed_changes_no_byte(
    slug: str, tmp_path: Path, scaled: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other game is imagined from what a seat sees once it was looked at: there, something else was revealed."""
    monkeypatch.setattr(audience, "PRESENCE_DELAY", 0.0)
    differed = revealed = 0
    async with open_house(tmp_path, now=lambda: NOW) as house:
        for guest, token in zip(PLAYERS, TOKENS, strict=True):
            await house.hall.house.store.add_guest(guest, hashed(token), NOW, NOW + 1000)
        for seed in range(scaled(60)):
            play = random_moment(slug, seed)
            if not lay(play, play.state, look=3.0).looking(MOMENT):
                continue
            revealed += 1
            for seat in (seed % play.players, SPECTATOR):
                left = play.game.forget(play.view(seat))
                twin = play.game.imagine(left, dice=new_dice(seed))
                assert play.game.forget(play.game.view(twin, seat)) == left
                differed += twin != play.state
                one, two = [
                    await everything(house, lay(play, copy_state(state), look=3.0, since=4.0), seat, [])
                    for state in (play.state, twin)
                ]
                assert one == two, (slug, seed, seat)
    assert differed > 0 or not revealed, "the twins were never different; the test shows nothing"


async def test_a_game_in_play_sends_each_seat_only_its_views(house: OpenHouse) -> None:
    """Frames of one seat over a whole game hold that seat's view of that moment and nothing more."""
    lea, tom = await house.guest("Léa"), await house.guest("Tom")
    table = await lea.table(HANDS, "me", "open")
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    pages = [await lea.page(table), await tom.page(table)]
    for _ in range(40):
        acting = next(page for page in pages if page.legal)
        answer = await acting.move(random.Random(1).choice(acting.legal)["move"])
        for page in pages:
            await page.until(lambda page, seq=answer["seq"]: page.seq >= seq)  # type: ignore[misc]
    live = house.hall.house.known(table)
    assert live is not None
    for seat, page in enumerate(pages):
        views = [json.loads(view) for view in live.seen(seat)]
        for frame in page.frames:
            message = json.loads(frame)
            if message["type"] in ("view", "welcome"):
                assert message["view"] == views[message["seq"]]
                assert set(message) <= {
                    *("type", "seq", "looks_as", "view", "legal", "line", "later", "events", "lines", "clock"),
                    *("version", "me", "table", "first_line", "lines", "talk", "present"),
                }
                assert message["legal"] == [] or message["view"]["to_act"] == seat


class Drain:
    """A socket that swallows."""

    full = False

    def write(self, texts: Iterable[bytes]) -> None:
        pass

    def close(self, code: int) -> None:
        pass


async def test_a_connection_never_looks_as_a_seat_that_is_not_its_own() -> None:
    play = random_moment(HANDS, 3)
    live = lay(play, play.state)
    stranger = Connection(TABLE, Guest("stranger", "X", "fox"), None, Drain(), 1000)
    stranger.settle(live)
    assert stranger.looks_as == SPECTATOR
    bot = Connection(TABLE, PLAYERS[1], 1, Drain(), 1000)
    bot.settle(live)
    assert bot.looks_as == 1
    assert bot.seats(live) == [1]
