"""Each box, played to the end by clicking in two browsers with a bot, and by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import DEALS, Visitor
from tests.web.hands import Hand, ask, finish, is_over, my_turn, new_table, origin

BOXES: dict[str, dict[str, Any]] = {
    "bonbons": {"quick": True},
    "novem": {"games": 1},
    "tableaux": {},
    "tuiles": {"stretch": 6},
    "tonoo": {},
}
IMPOSSIBLE = {
    "bonbons": ".grid .tile",
    "novem": ".hand button",
    "tableaux": ".pile",
    "tuiles": ".map .pawn[aria-pressed]",
    "tonoo": ".cylinder",
}


def refuse(page: Any, selector: str) -> None:
    """A move out of turn is answered at once with the reason, and the clause opens."""
    page.locator(selector).first.click(force=True)
    page.locator(".refused").wait_for()
    page.locator(".refused .why").click()
    page.locator('[data-clause="any.3"].at').wait_for()


@pytest.mark.parametrize("game", BOXES)
def test_two_browsers_and_a_bot_play_a_whole_game(visitor: Visitor, game: str) -> None:
    anna, bob = visitor(), visitor()
    seats = [{"kind": "me"}, {"kind": "open"}] + ([] if game == "novem" else [{"kind": "bot", "level": "goldfish"}])
    table = new_table(anna, game, seats, options=BOXES[game])
    code = ask(anna, "POST", f"/tables/{table}/invitation")["code"]
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob.goto(f"{origin(bob)}/join/{code}")
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    anna.get_by_role("button", name="Commencer").click()
    anna.locator(".sentence.mine").wait_for()
    bob.locator(".board").wait_for()
    deal = DEALS[-1]

    hands = [Hand(anna, 0, deal), Hand(bob, 1, deal)]
    if game == "novem":  # in Novem the defender may choose early, so it is the attacker who is refused
        hands[0].play()
        anna.locator(".sentence:not(.mine)").wait_for()
    refuse(anna if game == "novem" else bob, IMPOSSIBLE[game])
    if game != "novem":
        hands[0].play()
    anna.reload()
    anna.locator(".board").wait_for()
    bob.context.set_offline(True)
    bob.evaluate("dispatchEvent(new Event('offline'))")
    bob.context.set_offline(False)
    finish(hands, 900)
    assert is_over(anna)
    assert anna.locator(".ending li").count() == len(seats)


@pytest.mark.parametrize("game", BOXES)
def test_a_whole_game_by_keyboard_alone(visitor: Visitor, game: str) -> None:
    anna = visitor(size=(390, 844))
    table = new_table(anna, game, [{"kind": "me"}, {"kind": "bot", "level": "goldfish"}], options=BOXES[game], start=True)
    anna.goto(f"{origin(anna)}/tables/{table}")
    anna.locator(".board").wait_for()
    hand = Hand(anna, 0, DEALS[-1])
    arrows = [1, 2, 3]

    def by_keyboard(locator: Any) -> None:
        """Arrows lead there, Enter acts; the arrows are tried first, as a person would."""
        if arrows:
            arrows.pop()
            anna.keyboard.press("ArrowDown")
            assert anna.evaluate("document.activeElement?.closest('.stage') !== null")
        locator.press("Enter")

    hand.act = by_keyboard
    finish([hand], 900)
    assert is_over(anna)
    assert not my_turn(anna) or is_over(anna)
