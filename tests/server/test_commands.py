"""Commands duplicated, reordered, dropped, late, and from many at once: each is applied exactly once."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable

import pytest

from tests.familiar import CHANCY, DRAW, QUICK, lay
from tests.server.people import OpenHouse, Page

pytestmark = pytest.mark.anyio

WRITERS = 64


async def test_sixty_four_writers_at_one_table_leave_each_move_once(house: OpenHouse, scaled: Callable[[int], int]) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "me", "me", start=True)
    pages = [await lea.page(table, look_as=number % 2) for number in range(WRITERS)]
    rounds = scaled(400)
    answers: dict[str, list[dict[str, object]]] = {}
    chance = random.Random(2)

    async def write(number: int, page: Page) -> None:
        for turn in range(rounds):
            if chance.random() < 0.1:
                continue  # dropped
            # The same command from several devices, for a position that may be old or still to come.
            name = f"{turn}-{number // 8}"
            line = "A" if page.view["to_act"] == 0 else "1"
            move = lay(line)
            seq = max(0, page.seq - chance.choice([0, 0, 0, 1, 2]))
            await page.send({"type": "move", "id": name, "seq": seq, "move": move})
            while True:
                message = await page.receive(30)
                if message["type"] in ("accepted", "refused"):
                    assert message["id"] == name
                    answers.setdefault(name, []).append(message)
                    break

    await asyncio.gather(*(write(number, page) for number, page in enumerate(pages)))
    log = await house.hall.house.store.moves(table)
    assert [move.seq for move in log] == list(range(len(log)))
    applied = {str(move.command).split()[1]: move.seq + 1 for move in log}
    assert len(applied) == len(log) > rounds / 4
    for name, given in answers.items():
        accepted = {answer["seq"] for answer in given if answer["type"] == "accepted"}
        assert accepted == ({applied[name]} if name in applied else set()), name
    for move in log:
        entry = json.loads(move.entry)
        assert entry["move"]["line"] == ("A" if entry["seat"] == 0 else "1")


async def test_every_command_is_answered_exactly_once(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open")
    page = await lea.page(table)
    names = [f"c{number}" for number in range(200)]
    kinds = [
        {"type": "move", "seq": 0, "move": DRAW},
        {"type": "look_as", "seat": 0},
        {"type": "look_as", "seat": 1},
        {"type": "say", "text": "hello"},
        {"type": "say", "text": ""},
        {"type": "react", "reaction": "bravo"},
        {"type": "react", "reaction": "boo"},
        {"type": "ping"},
    ]
    for number, name in enumerate(names):
        await page.send({**kinds[number % len(kinds)], "id": name})
    answered = [(await page.next("accepted", "refused", "pong"))["id"] for _ in names]
    assert answered == names


async def test_what_is_said_and_sent_again_is_said_once_and_answered_the_same(house: OpenHouse) -> None:
    lea, bob = await house.guest("Léa"), await house.guest("Bob")
    table = await lea.table(CHANCY, "me", "open")
    await bob.post(f"/api/tables/{table}/join")
    page, listener = await bob.page(table), await lea.page(table)
    said = {"type": "say", "id": "c1", "text": "hello"}
    thought = {"type": "react", "id": "c2", "reaction": "think"}
    for message in (said, said, thought, {**said, "text": "something else"}, thought):
        await page.send(message)
    kept = [await page.next("accepted") for _ in range(5)]
    assert {(answer["id"], answer["seq"]) for answer in kept} == {("c1", kept[0]["seq"]), ("c2", kept[2]["seq"])}
    # Whatever has changed meanwhile, and wherever it comes from; but others' ids are their own.
    await lea.post(f"/api/tables/{table}/mute", {"guest": bob.id, "muted": True})
    again = await bob.page(table)
    await again.send(said)
    assert (await again.next("accepted", "refused")) == kept[0]
    await again.send({"type": "say", "id": "c3", "text": "and now"})
    assert (await again.next("accepted", "refused"))["code"] == "muted"
    await listener.send(said)
    await listener.next("accepted")
    lines = [line for line in await house.hall.house.store.talk(table) if line.kind != "notice"]
    assert [(line.guest, line.text or line.code) for line in lines] == [(bob.id, "hello"), (bob.id, "think"), (lea.id, "hello")]
    heard = [json.loads(frame)["talk"] for frame in listener.frames if json.loads(frame)["type"] == "talk"]
    assert [line["text"] for line in heard if line["kind"] == "chat"] == ["hello", "hello"]


async def test_what_bears_no_id_is_never_taken_for_the_same_thing(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "me", "me", start=True)
    pages = [await lea.page(table, look_as=seat) for seat in (0, 1)]
    for _ in range(4):
        acting = next(page for page in pages if page.legal)
        await acting.send({"type": "move", "id": "", "seq": acting.seq, "move": acting.legal[0]["move"]})
        seq = (await acting.next("accepted"))["seq"]
        for page in pages:
            await page.until(lambda page, seq=seq: page.seq >= seq)  # type: ignore[misc]
        await acting.send({"type": "say", "id": "", "text": "hm"})
        await acting.next("accepted")
    assert len(await house.hall.house.store.moves(table)) >= 4
    assert [line.text for line in await house.hall.house.store.talk(table)] == ["hm"] * 4


async def test_a_move_for_an_old_position_is_refused_with_the_new_one(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(QUICK, "me", "me", start=True)
    page = await lea.page(table, look_as=0)
    other = await lea.page(table, look_as=1)
    first = page if page.view["to_act"] == 0 else other
    await first.move(first.legal[0]["move"])
    refused = await first.move(lay("A"), seq=0)
    assert (refused["code"], refused["seq"]) in (("old_position", 1), ("look_first", 1))
    assert refused["view"]["entries"] == 1
