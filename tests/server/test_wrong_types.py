"""Wrong types in every place of every form, and records that are none: refused, never a 5xx, and nothing in the log."""

from __future__ import annotations

import copy
import json
import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ludotheque.games import GAMES
from ludotheque.games import game as find_game
from tests.familiar import CHANCY
from tests.server.people import OpenHouse
from tests.server.test_access import CHANGES, EVERYBODY, ONES_OWN, OPEN, path_of

pytestmark = pytest.mark.anyio

JUNK: list[Any] = [None, True, False, 0, -1, 5, 2**63, 2**70, -(2**70), 1.5, 1e308, "", "x", "é" * 500, "\ud800", "\0"]
JUNK += [[], [[]], {}, {"a": {}}, [None], [True, 5], {"type": 5}, {"type": None}, [{}] * 20]
DEEP = [b"[" * 900 + b"]" * 900, b"[" * 50_000, b'{"a":' * 5_000 + b"1" + b"}" * 5_000]
LONG = ["x" * 300, "x/" * 200, "é" * 300, "%2e%2e/" * 50, "a" * 5_000 + ".js", "assets/" + "y" * 256, "%ff%fe", "?" + "q" * 9000]


def wrong(form: Any) -> Iterator[Any]:
    """The form with something else in one place, at every depth, or in the place of all of it."""
    yield from JUNK
    if isinstance(form, dict):
        for name, value in form.items():
            yield {other: kept for other, kept in form.items() if other != name}
            for changed in wrong(value):
                yield {**form, name: changed}
    elif isinstance(form, list) and form:
        for changed in wrong(form[0]):
            yield [changed, *form[1:]]


def encoded(form: Any) -> bytes:
    return json.dumps(form).encode()


FORMS: dict[str, Any] = {
    **CHANGES,
    **{route: form for route, form in {**ONES_OWN, **EVERYBODY}.items() if form is not None},
    "POST /api/tables": {
        "game": CHANCY,
        "options": {},
        "seats": [{"kind": "me", "level": "child", "name": "x"}, {"kind": "bot"}],
        "settings": {"look": 0.0, "timer": 20.0, "hints": True, "chat": True},
        "first": 0,
        "start": True,
    },
    "POST /api/tables/{table_id:str}/join": {"seat": 1, "name": "x"},
    "POST /api/tables/{table_id:str}/stand-in": {"seat": 1, "level": "child"},
}


@pytest.mark.parametrize("route", sorted(FORMS))
async def test_wrong_types_in_forms_are_refused(house: OpenHouse, route: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open")
    method, path = path_of(route, table)
    headers = {"content-type": "application/json"}
    for body in [*map(encoded, wrong(FORMS[route])), *DEEP]:
        answer = await lea.http.request(method, path, content=body, headers=headers)
        assert answer.status_code < 500, (body[:300], answer.text)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_records_with_something_wrong_in_them_are_refused(
    house: OpenHouse, slug: str, scaled: Callable[[int], int], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    chance = random.Random(slug)
    play = find_game(slug).new(seed=3)
    for _ in range(12):
        if play.outcome is None and play.legal():
            play.play(chance.choice(play.legal()))
    good = play.record()
    somebody = await house.guest()
    for name in [*good, "nothing"]:
        for junk in JUNK[:: 1 if name in ("moves", "players", "deal") else 4]:
            await look_at(somebody, {**good, name: junk})
    for _ in range(scaled(1_000)):
        changed = copy.deepcopy(good)
        at: Any = changed
        while isinstance(at, dict | list) and at:
            key: Any = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
            if not isinstance(at[key], dict | list) or not at[key] or chance.random() < 0.3:
                at[key] = chance.choice(JUNK)
                break
            at = at[key]
        await look_at(somebody, changed)
    for deep in DEEP:
        answer = await somebody.http.post(
            "/api/records", content=b'{"record":{"moves":' + deep + b"}}", headers={"content-type": "application/json"}
        )
        assert answer.status_code in (400, 413), answer.text
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def look_at(somebody: Any, record: Any) -> None:
    for seat in (None, 0):
        body = encoded({"record": record, "seat": seat})
        answer = await somebody.http.post("/api/records", content=body, headers={"content-type": "application/json"})
        assert answer.status_code < 500, (body[:2000], answer.text)


async def test_long_and_odd_addresses_lead_nowhere(house: OpenHouse, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    somebody = await house.guest("Léa")
    for odd in LONG:
        for path in (
            "/%s",
            *(f"/api/{inner}" for inner in ("%s", "tables/%s", "texts/%s", "rules/%s/fr", "lessons/%s", "studies/%s")),
        ):
            answer = await somebody.http.get(path.replace("%s", odd))
            assert answer.status_code < 500, (path, odd[:100], answer.text)
    table = await somebody.table(CHANCY, "me", "me", start=True)
    for route in OPEN:
        for query in ("since=x", "since=9" + "9" * 400, "language=xx", "seat=-1", "seat=1e9", "all=maybe", "since=-5", "since="):
            answer = await somebody.http.get(f"{path_of(route, table)[1]}?{query}")
            assert answer.status_code < 500, (route, query, answer.text)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
