"""Turns are told: each kind of event of each box, by the stage's own clock, in both languages.

A golden record is looked back at entry by entry; the page's clock stands still and is moved on by the test, so that how long
something can be read does not depend on how busy the machine is. What happens at a live table stands at the end.
"""

from __future__ import annotations

import itertools
import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ludotheque.records import steps
from ludotheque.rules.core import SPECTATOR, Event, Json
from tests.familiar import QUICK
from tests.web.box import BOXES
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, sit_down
from tests.web.scripts import FOLDER, script, seats_of

READABLE = 1200
"""Milliseconds for which what is told can be read at normal pace."""
AT_REST = ".told:not([data-busy])"
LOOK = """() => {
  const seen = (element) => !!element && element.getClientRects().length > 0 && getComputedStyle(element).opacity !== '0'
  const told = document.querySelector('.told'), words = told?.querySelector('.words')
  return {
    words: seen(words) ? words.innerText.trim() : '',
    spoken: told?.querySelector('[aria-live]').textContent.trim(),
    face: seen(told?.querySelector('.face')),
    busy: told?.hasAttribute('data-busy'),
    moment: Number(told?.dataset.moment),
    halos: [...document.querySelectorAll('[data-halo]')].filter(seen).map((one) => one.dataset.place),
    ghosts: document.querySelectorAll('.board [inert]').length,
  }
}"""


def happened(record: Json) -> list[tuple[Event, ...]]:
    """What everybody sees happen with each entry of a record."""
    views = [play.view(SPECTATOR) for play in steps(record)]
    game = next(iter(steps(record))).game
    return [game.happened(before, after) for before, after in itertools.pairwise(views)]


def look_back(page: Any, record: Path) -> None:
    """A record file is opened, and the page's clock stands still."""
    page.locator("input[type=file]").set_input_files(record)
    page.locator(".board").wait_for()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


def arrived(page: Any, moment: int) -> Json:
    """The page when it has come to a moment and nothing flies any more."""
    page.locator(f".told[data-moment='{moment}']").wait_for()
    return dict(page.evaluate(LOOK))


def come_to_rest(page: Any) -> Json:
    """The clock goes on, between flights that the browser times itself, until everything was shown."""
    for _ in range(200):
        look = dict(page.evaluate(LOOK))
        if not look["busy"]:
            return look
        page.clock.run_for(1000)
        page.wait_for_timeout(20)
    raise AssertionError(f"it never ends: {look}")


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("box", BOXES)
def test_every_kind_of_event_is_told(visitor: Visitor, box: str, language: str) -> None:
    players = seats_of(box, 2)
    path, record = FOLDER / box / f"browser-{players}.json", script(box, players)
    page = visitor("/record", language=language, size=(390, 844), patient=True, before=lambda page: page.clock.install())
    look_back(page, path)
    seen: set[str] = set()
    before = page.evaluate(LOOK)["moment"]
    for at, events in enumerate(happened(record)):
        verbs = {event.verb for event in events}
        page.keyboard.press("ArrowRight")
        look = arrived(page, before + 1)
        before = look["moment"]
        if verbs <= seen:
            continue
        seen |= verbs
        where = f"{box}, entry {at}: {sorted(verbs)}, {look}"
        assert look["words"], where
        assert not re.search(r"[{}]|told\.|log\.", look["words"]), where
        assert look["spoken"] == look["words"], f"the live region says the same: {where}"
        assert look["face"] == any(event.seat is not None for event in events), where
        page.clock.run_for(READABLE)
        read = page.evaluate(LOOK)
        assert (read["busy"], read["words"]) == (True, look["words"]), f"it can be read: {where}"
        rested = come_to_rest(page)
        assert rested["words"] == look["words"], f"it stays: {where}"
        assert rested["halos"], f"what changed glows: {where}"
        assert not rested["ghosts"], f"nothing flies any more: {where}"
    assert seen


# At a live table -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", BOXES)
def test_what_a_bot_does_is_told_before_it_is_said_to_be_seen(visitor: Visitor, box: str) -> None:
    sent: list[Json] = []

    def listen(page: Any) -> None:
        page.on("websocket", lambda wire: wire.on("framesent", lambda frame: sent.append(json.loads(frame))))

    page = visitor(patient=True, before=listen)
    _, game = sit_down(page, box, *[BOT] * (seats_of(box, 1) - 1))
    first = next(n for n, entry in enumerate(game.record["moves"]) if entry.get("seat", 0) != 0)
    game.until(first)
    page.locator(".told[data-busy]").wait_for()
    page.locator(".told .words", has_text="Poisson rouge").wait_for()
    look = page.evaluate(LOOK)
    assert look["spoken"] == look["words"]
    assert look["face"]
    page.locator(AT_REST).wait_for()
    page.wait_for_timeout(100)
    assert max(frame["seq"] for frame in sent if frame["type"] == "seen") >= first + 1


def test_a_tap_on_the_board_goes_on(visitor: Visitor) -> None:
    page = visitor(patient=True, before=lambda page: page.clock.install())
    _, game = sit_down(page, QUICK, BOT)
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    game.until(1)
    page.locator(".told[data-busy]").wait_for()
    for _ in range(20):
        page.wait_for_timeout(50)
        if page.locator(AT_REST).count():
            return
        page.locator(".board .say").click(force=True)
    raise AssertionError("the clock stands still, and no tap goes on")
