"""Turns are told: each kind of event of each box, by the stage's own clock, in both languages.

A golden record is looked back at entry by entry; the page's clock stands still and is moved on by the test, so that how long
something can be read does not depend on how busy the machine is. What happens at a live table stands at the end.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import GAMES
from ludotheque.rules.core import Json
from ludotheque.testing.playthroughs import NAMES
from ludotheque.texts import Words
from tests.familiar import QUICK
from tests.web.box import BOXES
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, sit_down
from tests.web.scripts import seats_of
from tests.web.test_smooth import SMOOTH
from tests.web.walks import Happened, happened, lacking, walks

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

BOARD = """() => {
  const board = document.querySelector('.board').cloneNode(true)
  for (const one of board.querySelectorAll('*')) {
    one.removeAttribute('data-halo')
    if (!one.getAttribute('style')) one.removeAttribute('style')
    if (one.classList.length) one.setAttribute('class', [...one.classList].sort().join(' '))
  }
  return board.outerHTML.replace(/<!--.*?-->/g, '').replace(/></g, '>\\n<').split('\\n')
}"""
MOTIONS = (Path(__file__).parent / "js/motions.js").read_text("utf-8")


def look_back(page: Any, record: Path) -> None:
    """A record file is opened, and the page's clock stands still."""
    page.locator("input[type=file]").set_input_files(record)
    page.locator(".board").wait_for()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))


FLIGHTS_ENDED = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.playState === 'running' && !(one instanceof CSSAnimation || one instanceof CSSTransition))
  .map((one) => one.finished))"""


def run_for(page: Any, ms: int) -> None:
    """Let the page's clock go on, and wait for the flights that the browser times itself."""
    page.clock.run_for(ms)
    page.evaluate(FLIGHTS_ENDED)


def arrived(page: Any, moment: int) -> Json:
    """The page when it has come to a moment: at once, or when its result is shown."""
    for _ in range(500):
        look = dict(page.evaluate(LOOK))
        if look["moment"] == moment:
            return look
        run_for(page, 20)
    raise AssertionError(f"it never comes to moment {moment}: {look}")


def come_to_rest(page: Any) -> Json:
    """The page when everything was shown."""
    for _ in range(200):
        look = dict(page.evaluate(LOOK))
        if not look["busy"]:
            return look
        run_for(page, 1000)
    raise AssertionError(f"it never ends: {look}")


@pytest.mark.parametrize("box", BOXES)
def test_the_records_have_everything_that_can_be_told(box: str) -> None:
    left = lacking(box, (play for _, play in walks(box)))
    assert not left, f"no record of {box} has {sorted(left)}: python -m tests.web.walks {box}, with a table where it happens"


@pytest.mark.parametrize(("language", "motion"), [("fr-FR", "no-preference"), ("en-GB", "reduce")])
@pytest.mark.parametrize("box", BOXES)
def test_every_kind_of_event_is_told(visitor: Visitor, box: str, language: str, motion: str) -> None:
    def prepare(page: Any) -> None:
        page.clock.install()
        page.emulate_media(reduced_motion=motion)
        page.add_init_script(MOTIONS)

    words = Words(language[:2], GAMES[box], NAMES)
    seen: set[str] = set()
    for path, play in walks(box):
        page = visitor("/record", language=language, size=(390, 844), patient=True, before=prepare)
        look_back(page, path)
        for at, one in enumerate(happened(play)):
            if one.kinds <= seen:
                continue
            seen |= one.kinds
            page.get_by_role("slider").fill(str(at))
            come_to_rest(page)
            is_told(page, at, one, words)
        moved = page.evaluate("moved")
        assert moved
        assert not {name: set(on) for name, on in moved.items() if name not in SMOOTH}, "only this moves smoothly everywhere"


def is_told(page: Any, at: int, one: Happened, words: Words) -> None:
    """The next entry of what is looked back at: said and spoken, for long enough, it glows, and leaves nothing behind."""
    before = page.evaluate(LOOK)["moment"]
    page.keyboard.press("ArrowRight")
    look = arrived(page, before + 1)
    where = f"entry {at}: {sorted(one.kinds)}, {look}"
    piece = next((event.piece for event in one.events if event.piece is not None), None)
    assert look["words"] == words.told(one.told.now, None, piece), where
    assert look["spoken"] == look["words"], f"the live region says the same: {where}"
    actors = {event.seat for event in one.events if event.seat is not None}
    assert look["face"] == bool(actors), where
    assert len(actors) != 1 or words.seat(*actors) in look["words"], f"who it was: {where}"
    page.clock.run_for(READABLE)
    read = page.evaluate(LOOK)
    assert (read["busy"], read["words"]) == (True, look["words"]), f"it can be read: {where}"
    rested = come_to_rest(page)
    assert rested["words"] == look["words"], f"it stays: {where}"
    assert rested["halos"], f"what changed glows: {where}"
    assert not rested["ghosts"], f"nothing flies any more: {where}"
    left = page.evaluate(BOARD)
    page.keyboard.press("Home")
    page.get_by_role("slider").fill(str(at + 1))
    come_to_rest(page)
    page.clock.run_for(100)
    assert left == page.evaluate(BOARD), f"who has watched sees what somebody sees who comes now: {where}"


RESULTS = """() => {
  const texts = (what) => [...document.querySelectorAll(what)].map((one) => one.textContent)
  const fronts = () => [...document.querySelectorAll('.marker .front')]
  const look = () => ({
    words: texts('.told .words'),
    counts: texts('.things, .games'),
    tiles: texts('.cells .unseen'),
    sentence: texts('.sentence'),
    turned: fronts().filter((one) => getComputedStyle(one).opacity === '1').length,
  })
  window.results = [look()]
  const every = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(() => results.push(look())).observe(document, every)
}"""
"""Write down whenever something on the page changes: what tells a result, and how many markers are turned up."""


def test_nothing_tells_what_is_taken_before_the_markers_turn(visitor: Visitor) -> None:
    path, play = next(iter(walks(QUICK)))
    reveals = [at for at, one in enumerate(happened(play)) if any(event.verb == "take" for event in one.events)]
    page = visitor("/record", language="fr-FR", size=(390, 844), patient=True, before=lambda page: page.clock.install())
    look_back(page, path)
    for at in (reveals[0], reveals[-1]):
        page.get_by_role("slider").fill(str(at))
        come_to_rest(page)
        page.evaluate(RESULTS)
        moment = page.evaluate(LOOK)["moment"]
        page.keyboard.press("ArrowRight")
        arrived(page, moment + 1)
        before, *later = page.evaluate("results")
        hidden = [look for look in later if look["turned"] < 2]
        assert any("Les marqueurs se retournent" in str(look["sentence"]) for look in hidden)
        for part in ("words", "counts", "tiles"):
            assert all(look[part] == before[part] for look in hidden), f"{part}: the result is told while markers lie face down"
            assert later[-1][part] != before[part], part


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
