"""Lessons, as a newcomer goes through them: by the ring alone, back and on again, with the keyboard, and after a reload."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import GAMES
from ludotheque.server.lessons import SEAT, lesson
from tests.familiar import CHANCY, MEMORY, QUICK
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES
from tests.web.conftest import Visitor
from tests.web.hands import ask
from tests.web.stage import Running

PHONE = (390, 844)
RING = ".lead .ring"
RING_FAULTS = (Path(__file__).parent / "js/ring.js").read_text("utf-8")
TAPS = 4
"""No step takes more: a card and its place; a pawn, a number and the announcement; an open row; a pause before a marker."""

STATE = """() => {
  const shown = (one) => one && one.textContent.replace(/\\s+/g, ' ').trim()
  const called = (one) => one.dataset.place ?? one.getAttribute('aria-label') ?? shown(one)
  const board = document.querySelector('.board')
  return {
    step: shown(document.querySelector('header nav p')),
    told: shown(document.querySelector('.told .words')),
    face: document.querySelector('.told use')?.getAttribute('href') ?? null,
    sentence: shown(document.querySelector('.sentence')),
    taps: [...document.querySelectorAll('[data-tap]')].map(called),
    labels: [...board.querySelectorAll('[aria-label], .unseen')].map(called),
    pressed: board.querySelectorAll('[aria-pressed=true]').length,
    glows: [...board.querySelectorAll('[data-halo]')].map((one) => one.dataset.place),
  }
}"""
"""All that one reads, hears and could touch."""


def steps_of(box: str) -> list[int]:
    """The moments of a lesson at which the newcomer does something."""
    entries = [frame["entry"] for frame in lesson(GAMES[box])["frames"][1:]]
    return [at for at, entry in enumerate(entries) if entry is None or entry.get("seat") == SEAT]


def open_lesson(visitor: Visitor, box: str, **more: Any) -> Any:
    page = visitor(f"/games/{box}/learn", **{"size": PHONE, **more})
    page.locator(RING).wait_for()
    return page


def is_at(page: Any, step: int, count: int) -> None:
    """A step is there, told to its end, and ringed."""
    page.locator("header nav", has_text=f" {step} ").wait_for()
    page.locator(f"progress[max='{count}']").wait_for(state="attached")
    page.locator(".told:not([data-busy])").wait_for()
    page.locator(RING).wait_for()
    page.evaluate(PAINTED)


def is_as_it_was(page: Any, before: dict[str, Any], where: str) -> None:
    """What is shown, said and chosen is the same; what changed glows, if perhaps not all that a motion had lit on its way."""
    here = page.evaluate(STATE)
    lit, was_lit = set(here.pop("glows")), set(before["glows"])
    assert here == {name: value for name, value in before.items() if name != "glows"}, where
    assert lit <= was_lit, where
    assert bool(lit) == bool(was_lit), where


def tap_the_ring(page: Any) -> None:
    """Where the ring is, a finger goes down: on whatever lies there."""
    box = page.locator(RING).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def follow_the_ring(page: Any, box: str, step: int) -> None:
    """Touch what is ringed until the step is done; each touch leads to something else that is ringed, or to its end."""
    last = len(steps_of(box)) == step
    done = "!!document.querySelector('.done')" if last else f"{NUMBER} === {step + 1}"
    for _ in range(TAPS):
        assert page.evaluate(RING_FAULTS) == [], f"{box}, step {step}"
        page.evaluate(f"window.ringed = {RINGED}")
        tap_the_ring(page)
        page.wait_for_function(f"() => {done} || {RINGED} && {RINGED} !== window.ringed")
        if page.evaluate(done):
            return
        page.evaluate(PAINTED)
    raise AssertionError(f"{box}: step {step} is never done")


NUMBER = "Number(document.querySelector('header nav p').textContent.match(/[0-9]+/)[0])"
FIRST = "document.querySelector('[data-tap=first]')"
RINGED = f"(document.querySelector('.lead .ring') && ({FIRST} ?? [...document.querySelectorAll('[data-tap]')].at(-1)))"
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("language", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
@pytest.mark.parametrize("box", BOXES)
def test_a_lesson_is_walked_by_its_ring_alone_with_steps_back(visitor: Visitor, box: str, language: str, soak: bool) -> None:
    page = open_lesson(visitor, box, language=language)
    count = len(steps_of(box))
    before = None
    for step in range(1, count + 1):
        is_at(page, step, count)
        here = page.evaluate(STATE)
        assert here["step"] == (f"Étape {step} sur {count}" if language == "fr-FR" else f"Step {step} of {count}")
        if before is not None and (soak or step % 3 == 0 or step == count):
            page.keyboard.press("ArrowLeft")
            is_at(page, step - 1, count)
            is_as_it_was(page, before, f"{box}: a step back from {step}")
            page.keyboard.press("ArrowRight")
            is_at(page, step, count)
            is_as_it_was(page, here, f"{box}: on again to {step}")
        before = here
        if step in (1, count // 2):
            open_to_everybody(page, f"{box}, step {step} of its lesson")
        follow_the_ring(page, box, step)
    page.locator(".done").wait_for()
    open_to_everybody(page, "the end of a lesson")
    page.get_by_role("button", name="Étape précédente" if language == "fr-FR" else "One step back").click()
    is_at(page, count, count)
    page.get_by_role("button", name="Étape suivante" if language == "fr-FR" else "One step on").click()
    page.locator(".done .go").click()
    page.wait_for_url("**/tables/*")
    page.locator(".board").wait_for()
    seats = ask(page, "GET", f"/tables/{page.url.split('/')[-1]}")["seats"]
    assert {seat["level"] for seat in seats if seat["kind"] == "bot"} == {"child"}


@pytest.mark.parametrize("box", BOXES)
def test_the_ring_is_seen_on_every_screen(visitor: Visitor, box: str) -> None:
    page = open_lesson(visitor, box)
    count = len(steps_of(box))
    for step in range(1, 4):
        is_at(page, step, count)
        for width, height in ((320, 568), (844, 390), (768, 1024), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            assert page.evaluate(RING_FAULTS) == [], f"{box}, step {step}, {width} x {height}"
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_timeout(250)
        follow_the_ring(page, box, step)


def test_the_ring_is_seen_with_forced_colours_and_pulses_where_things_may_move(visitor: Visitor) -> None:
    page = open_lesson(visitor, MEMORY, forced_colors="active")
    edge = "getComputedStyle(document.querySelector('.lead .band'))"
    assert page.evaluate(f"{edge}.borderTopStyle + {edge}.outlineStyle") == "solidsolid"
    running = "document.querySelector('.lead .wave').getAnimations().map((one) => one.effect.getComputedTiming().iterations)"
    assert page.evaluate(running) != [float("inf")], "with reduced motion it stands still"
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function(f"() => {running}[0] === Infinity")


def test_a_wrong_touch_is_answered_with_what_to_do_instead(visitor: Visitor) -> None:
    page = open_lesson(visitor, CHANCY)
    page.locator(".cylinder").nth(1).click(force=True)
    page.get_by_role("alert").get_by_text("choisissez ce qui est entouré. Piocher un pion dans le sac").wait_for()
    open_to_everybody(page, "a lesson's answer")
    assert page.evaluate(RING_FAULTS) == [], "the answer does not lie over the ring"
    page.locator(".bag").click()
    is_at(page, 2, len(steps_of(CHANCY)))
    assert page.get_by_role("alert").count() == 0
    page.locator(".bag").click(force=True)
    page.get_by_role("alert").get_by_text("Choisissez plutôt ce qui est entouré.").wait_for()
    assert page.get_by_role("alert").get_by_text("règle").count() == 1, "and the rule that says why"
    page.locator(".drawn").click(force=True)
    page.get_by_role("alert").get_by_text("Pas tout à fait").wait_for()
    assert page.locator("header nav p").inner_text() == f"Étape 2 sur {len(steps_of(CHANCY))}"


def test_a_lesson_goes_on_after_a_reload_where_it_was_and_begins_anew_when_it_is_over(visitor: Visitor) -> None:
    page = open_lesson(visitor, QUICK)
    count = len(steps_of(QUICK))
    for step in (1, 2):
        follow_the_ring(page, QUICK, step)
        is_at(page, step + 1, count)
    here = page.evaluate(STATE)
    page.reload()
    is_at(page, 3, count)
    is_as_it_was(page, here, "after a reload")
    page.keyboard.press("ArrowLeft")
    is_at(page, 2, count)
    page.reload()
    is_at(page, 2, count)
    page.keyboard.press("ArrowRight")
    is_at(page, 3, count)
    page.evaluate(f"localStorage.setItem('lesson {QUICK}', JSON.stringify({{ at: {steps_of(QUICK)[-1]}, reached: 99 }}))")
    page.reload()
    is_at(page, count, count)
    follow_the_ring(page, QUICK, count)
    page.locator(".done").wait_for()
    page.reload()
    is_at(page, 1, count)


def test_while_the_house_is_away_the_lesson_stays_and_then_goes_on(visitor: Visitor, house: Running) -> None:
    page = open_lesson(visitor, CHANCY, url=house.door.url)
    count = len(steps_of(CHANCY))
    house.door.shut()
    tap_the_ring(page)
    page.get_by_role("alert").wait_for()
    is_at(page, 1, count)
    assert page.locator(".board").is_visible()
    house.door.open()
    follow_the_ring(page, CHANCY, 1)
    is_at(page, 2, count)
    assert page.get_by_role("alert").count() == 0


def test_with_keys_the_focus_goes_where_the_ring_is(visitor: Visitor) -> None:
    page = open_lesson(visitor, QUICK, size=(1280, 800))
    count = len(steps_of(QUICK))
    page.locator("[data-tap]").focus()
    for step in (1, 2, 3):
        is_at(page, step, count)
        for _ in ("marker", "button"):
            page.wait_for_function("() => document.activeElement.matches('[data-tap]')")
            page.keyboard.press("Enter")
            page.wait_for_timeout(60)
        page.wait_for_function(f"() => {NUMBER} === {step + 1}")
    page.keyboard.press("PageUp")
    is_at(page, 3, count)
