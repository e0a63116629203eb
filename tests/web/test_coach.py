"""The coach on the board: a hint is a ghost with a sentence, a review shows two, and says what had been seen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotheque.games import game as find_game
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES, box_of
from tests.web.conftest import PATIENCE, Visitor
from tests.web.fingers import BOT, Performance, Person, played_out, scripted_table
from tests.web.hands import ask, origin
from tests.web.scripts import seats_of

PHONE = (390, 844)
WAITING = 3
"""So many entries into the game a hint is asked for: then something has been seen."""


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("box", BOXES)
def test_a_hint_is_a_ghost_on_the_board_with_one_sentence_and_can_be_played(visitor: Visitor, box: str, language: str) -> None:
    page = visitor(size=PHONE, language=language)
    table, record = scripted_table(page, box, [{"kind": "me"}, *[BOT] * (seats_of(box, 1) - 1)], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    game = Performance(record, Person(page, 0))
    game.until(game.waiting(0, WAITING))
    game.people[0].ready(game.play)
    page.keyboard.press("h")
    page.locator(".coach .acts .go").wait_for(timeout=PATIENCE)
    ghost = page.locator("[data-ghost=hint]")
    ghost.wait_for(state="attached")
    move, why = page.locator(".coach [role=status] p").all_inner_texts()
    assert move
    assert why.rstrip().endswith((".", "!")), "one sentence"
    assert "{" not in why
    assert "why." not in why, "in words of the box"
    assert seen_on(page, ghost) or page.locator(".board .hinted").count(), "something on the board shows it"
    french = language == "fr-FR"
    chances = page.locator(".coach .chance").first.inner_text()
    assert ("\u00a0%" in chances) == french
    assert "environ" in chances or "about" in chances or "exact" in chances
    if box == BOXES[0] or not french:
        open_to_everybody(page, "a hint")
    before = record["moves"][game.at]["move"]
    asked = page.evaluate("fetch(location.pathname.replace('/tables', '/api/tables')).then(answer => answer.json())")["seq"]
    page.locator(".coach .acts .go").click()
    page.locator("[data-ghost=hint]").wait_for(state="detached", timeout=PATIENCE)
    for _ in range(100):
        if ask(page, "GET", f"/tables/{table}")["seq"] > asked:
            break
        page.wait_for_timeout(50)
    assert ask(page, "GET", f"/tables/{table}")["seq"] > asked, f"{before} was played"


def seen_on(page: Any, ghost: Any) -> bool:
    """Whether a ghost has something that can be seen inside the board."""
    return bool(
        ghost.evaluate(
            """ghost => [...ghost.querySelectorAll('.ring, .piece, .way')].some(one => {
              const box = one.getBoundingClientRect()
              return box.width + box.height > 8 && box.top < innerHeight && box.bottom > 0
            })"""
        )
    )


def test_another_idea_is_shown_and_the_hint_is_closed(visitor: Visitor) -> None:
    page = visitor(size=PHONE)
    box = BOXES[0]
    table, record = scripted_table(page, box, [{"kind": "me"}, *[BOT] * (seats_of(box, 1) - 1)], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    game = Performance(record, Person(page, 0))
    game.until(game.waiting(0, WAITING))
    game.people[0].ready(game.play)
    page.locator(".bottom button").nth(2).click()
    page.locator(".coach .acts .go").wait_for(timeout=PATIENCE)
    first = page.locator(".coach .move").inner_text()
    page.get_by_role("button", name="Autre idée").click()
    assert page.locator(".coach .move").inner_text() != first
    page.keyboard.press("Escape")
    page.locator(".coach").wait_for(state="detached")
    page.locator("[data-ghost]").wait_for(state="detached")
    page.locator(".bottom").wait_for()


@pytest.mark.parametrize("box", BOXES)
def test_a_review_shows_both_moves_on_the_board_and_what_had_been_seen(visitor: Visitor, box: str) -> None:
    language = box_of(box).language
    french = language == "fr-FR"
    page = visitor(size=PHONE, language=language)
    table = played_out(page, box)
    page.goto(f"{origin(page)}/tables/{table}/replay?review")
    page.locator("select").select_option("0")
    page.locator(".turning").wait_for(timeout=PATIENCE)
    for kind, label in (("played", "Joué" if french else "Played"), ("better", "Mieux" if french else "Better")):
        ghost = page.locator(f"[data-ghost={kind}]")
        ghost.wait_for(state="attached")
        assert ghost.locator(".label").inner_text() == label, "told apart by more than colour"
        assert seen_on(page, ghost), kind
    assert page.locator("[data-ghost=played] .ring").first.evaluate("ring => getComputedStyle(ring).outlineStyle") == "solid"
    assert page.locator("[data-ghost=better] .ring").first.evaluate("ring => getComputedStyle(ring).outlineStyle") == "dotted"
    assert ("points" if french else "percentage point") in page.locator(".turning .cost").inner_text()
    open_to_everybody(page, "a costly move")
    if box_of(box).recalls:
        while not (page.locator(".known.seen").count() and page.locator(".turning > .button").count()):
            page.get_by_role("button", name="Suivant" if french else "Next", exact=True).click()
        assert ("Vous l’aviez vu" if french else "You had seen it") in page.locator(".known.seen").inner_text()
        page.locator(".turning > .button").click()
        page.locator("[data-ghost]").first.wait_for(state="detached")
        page.locator(".turning > .button").click()
        page.locator("[data-ghost=better]").wait_for(state="attached")


def test_what_the_coach_says_is_said_in_every_box() -> None:
    """Reasons have words in both languages, the same ones."""
    for box in BOXES:
        codes = [
            {
                key
                for key in json.loads((find_game(box).folder / f"words.{language}.json").read_text("utf-8"))
                if key[:4] == "why."
            }
            for language in ("fr", "en")
        ]
        assert codes[0] == codes[1]
        assert codes[0]
