"""The opponent made to measure on the pages: chosen at the box, told at the table, and where it goes at the end."""

from __future__ import annotations

import pytest

from tests.familiar import QUICK
from tests.web.axe import open_to_everybody
from tests.web.conftest import PATIENCE, Visitor
from tests.web.hands import ask, origin

WORDS = {
    "fr-FR": ("À ma mesure", "en ce moment : enfant", "comme : enfant", "La prochaine fois : entre poisson rouge et enfant"),
    "en-GB": ("My match", "now: child", "as: child", "Next time: between goldfish and child"),
}


@pytest.mark.parametrize(("language", "size"), [("fr-FR", (390, 844)), ("en-GB", (1280, 800))])
def test_it_says_how_strong_it_is_and_where_it_goes(visitor: Visitor, language: str, size: tuple[int, int]) -> None:
    name, now, plays, later = (text.replace(" :", "\u00a0:") if language == "fr-FR" else text for text in WORDS[language])
    page = visitor(f"/games/{QUICK}", size=size, language=language)
    chosen = page.locator(".level.measure")
    chosen.wait_for(timeout=PATIENCE)
    assert now in chosen.inner_text()
    chosen.click()
    assert chosen.get_attribute("aria-pressed") == "true"
    open_to_everybody(page, "a box with an opponent made to measure")
    page.locator(".dock .go").click()
    page.locator(".chip", has_text=name).first.wait_for(timeout=PATIENCE)
    assert plays in page.locator(".chip .unseen", has_text=name).first.text_content()
    table = page.url.rpartition("/")[2].partition("?")[0]
    ask(page, "POST", f"/tables/{table}/resign")
    told = page.locator(".ending .measure")
    told.wait_for(timeout=PATIENCE)
    assert later in told.inner_text()
    page.goto(f"{origin(page)}/games/{QUICK}")
    page.locator(".level.measure", has_text=later.partition(":")[2].strip()).wait_for(timeout=PATIENCE)
