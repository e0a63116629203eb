"""The end of a game: the last move is held, then everybody reads who did what; on phones, wide pages and the big screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludotheque.games import game
from ludotheque.rules.play import Play
from ludotheque.rules.story import story_of
from ludotheque.texts import Words
from tests.familiar import MEMORY, QUICK
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, Performance, Person, played_out, scripted_table, sit_down
from tests.web.fits import SETTLED
from tests.web.hands import ask, origin
from tests.web.scripts import seats_of


def deeds_on(page: Any) -> list[str]:
    """What stands there, title and words of each deed, in one line."""
    page.locator(".deed").first.wait_for()
    return [re.sub(r"\s+", " ", text).strip() for text in page.locator(".deed .words").all_inner_texts()]


def deeds_of(play: Play, language: str, page: Any, table: str, me: int | None) -> list[str]:
    """The same by the referee, told to a seat (or to everybody)."""
    names = [seat["name"] for seat in ask(page, "GET", f"/tables/{table}")["seats"]]
    shown = page.locator(".podium b").all_inner_texts()
    bots = [name for name in shown if name not in names]
    words = Words(language, game(play.game.slug), [name or bots.pop() for name in names])
    told = [f"{words(f'deed.{deed.code}')} {words.deed(deed, me)}" for deed in story_of(play).deeds]
    return [re.sub(r"\s+", " ", line) for line in told]


@pytest.mark.parametrize("box", BOXES)
def test_the_end_of_a_box_tells_who_did_what(visitor: Visitor, box: str) -> None:
    players = seats_of(box, 1)
    page = visitor(size=(390, 844))
    table, performance = sit_down(page, box, *[BOT] * (players - 1))
    performance.until()
    page.locator(".ending").wait_for()
    outcome = performance.play.outcome
    assert outcome is not None
    assert page.locator(".podium li").count() == players
    assert page.locator(".podium .winner").count() == len(outcome.winners)
    words = Words("fr", game(box))
    scores = sorted(words("score", {"count": score}) for score in outcome.scores)
    assert sorted(text.strip() for text in page.locator(".podium small").all_inner_texts()) == scores
    if players == 2:
        assert deeds_on(page) == deeds_of(performance.play, "fr", page, table, 0)
    else:
        assert len(deeds_on(page)) == len(story_of(performance.play).deeds)
    open_to_everybody(page, f"the ending of {box}")
    page.set_viewport_size({"width": 1440, "height": 900})
    open_to_everybody(page, f"the ending of {box}, wide")
    board, ending = page.locator(".stage").bounding_box(), page.locator(".ending").bounding_box()
    assert board["x"] + board["width"] <= ending["x"] + 1, "the board stays in sight beside it"


def test_the_last_move_is_held_under_a_ribbon_and_a_touch_goes_on(visitor: Visitor) -> None:
    page = visitor(size=(390, 844))
    _, performance = sit_down(page, QUICK)
    performance.until()
    page.locator(".ribbon, .ending").first.wait_for()
    page.locator(".ending").wait_for()
    page.reload()
    page.locator(".ending").wait_for()
    assert page.locator(".ribbon").count() == 0, "what is no news is not announced"


def test_the_end_can_be_put_aside_and_a_deed_looked_at_again(visitor: Visitor) -> None:
    page = visitor(size=(390, 844))
    table, performance = sit_down(page, MEMORY)
    performance.until()
    page.locator(".deed").first.wait_for()
    page.locator(".ending").get_by_role("button", name="Fermer").click()
    page.get_by_role("button", name="Qui a fait quoi").click()
    entry = story_of(performance.play).deeds[0].entry
    page.locator(".deed").first.click()
    page.wait_for_url(f"**/tables/{table}/replay?at={entry}")
    page.get_by_text(f"Moment {entry} sur").first.wait_for(state="attached")


PARTS = """() => Object.fromEntries(['header', '.told', '.stage', '.board', '.after', '.sheet', '.bottom'].flatMap((name) => {
  const part = document.querySelector(`.table ${name}`)
  return part ? [[name, part.getBoundingClientRect().toJSON()]] : []
}))"""


@pytest.mark.parametrize("box", BOXES)
def test_the_board_stays_where_it_was_when_the_end_is_put_aside(visitor: Visitor, box: str) -> None:
    page = visitor(size=(390, 844))
    page.goto(f"{origin(page)}/tables/{played_out(page, box)}")
    page.locator(".ending").get_by_role("button", name="Fermer").click()
    for width, height in ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 700), (1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        parts = page.evaluate(PARTS)
        where = f"{box}, {width} x {height}: {parts}"
        assert all(part["left"] >= -1 and part["right"] <= width + 1 for part in parts.values()), where
        stage, after = parts[".stage"], parts[".after"]
        assert stage["left"] == 0, where
        assert stage["width"] >= width - 330, where  # only the sheet, or the tabs of a phone held sideways, stand beside it
        assert after["left"] >= stage["left"], where
        assert after["right"] <= stage["right"], where
        assert after["top"] >= stage["bottom"], f"nothing of the board is covered: {where}"


def test_in_english_and_without_a_colon_too_many(visitor: Visitor) -> None:
    page = visitor(size=(390, 844), language="en-GB")
    table, performance = sit_down(page, MEMORY)
    performance.until()
    page.locator(".ending").wait_for()
    assert deeds_on(page) == deeds_of(performance.play, "en", page, table, 0)
    assert " :" not in page.locator(".ending").inner_text()


def test_the_big_screen_tells_it_to_nobody_in_particular(visitor: Visitor) -> None:
    anna = visitor(size=(390, 844))
    table, record = scripted_table(anna, MEMORY, [{"kind": "me"}, BOT], start=True)
    screen = visitor(f"/tables/{table}?screen", size=(1920, 1080))
    screen.locator(".board").wait_for()
    anna.goto(f"{origin(anna)}/tables/{table}")
    performance = Performance(record, Person(anna, 0))
    performance.until()
    screen.locator(".ending").wait_for()
    told = deeds_on(screen)
    assert told == deeds_of(performance.play, "fr", screen, table, None)
    assert not [line for line in told if "Vous" in line]
    assert screen.locator(".ending .button").count() == 0
    story = screen.locator(".story")
    assert story.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), "nobody scrolls the big screen"
    open_to_everybody(screen, "the end on the big screen")
    anna.get_by_role("button", name="Encore une !").click()
    screen.wait_for_url(lambda url: table not in url and url.endswith("?screen"))
