"""Every board on every screen: nothing cut, nothing covered, a finger's size, and most of the room for what is played on.

With as few, three and as many players as a box allows, long names, in both languages; at the start of one's turn and once
something was told; and with letters twice as large, when one may scroll, in one direction. English and large letters meet
fewer numbers of players without --soak.
"""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.games import GAMES
from tests.web.box import BOXES
from tests.web.conftest import DEALS, Visitor
from tests.web.fingers import READY
from tests.web.hands import Hand, new_table, origin
from tests.web.lies import LONG, call_everybody, faults

LEVELS = ("goldfish", "child", "adult", "elephant", "adult")


def numbers(slug: str) -> list[int]:
    """As few, three and as many as may play."""
    allowed = sorted(GAMES[slug].players)
    return sorted({allowed[0], *({3} & set(allowed)), allowed[-1]})


FEWER = {("fr-FR", 100): slice(None), ("en-GB", 100): slice(-1, None), ("fr-FR", 200): slice(None, None, 2)}
"""How many may play in which language and with which letters, without --soak."""


def sit(page: Any, slug: str, players: int) -> None:
    """A table with so many, all with long names, and my turn."""
    bots = [{"kind": "bot", "level": level} for level in LEVELS[: players - 1]]
    page.goto(f"{origin(page)}/tables/{new_table(page, slug, [{'kind': 'me'}, *bots], start=True)}")
    page.locator(READY).wait_for()


def something_happens(page: Any, slug: str) -> None:
    """One move of mine; what is told last stays."""
    if slug in BOXES:
        Hand(page, 0, DEALS[-1]).play()
    else:
        page.locator(".board button:not([aria-disabled=true]):not(:disabled)").first.click()
    page.locator(".told[data-moment]:not([data-moment='0']):not([data-busy])").wait_for()


@pytest.mark.parametrize(("language", "letters", "posing"), [("fr-FR", 100, True), ("en-GB", 100, False), ("fr-FR", 200, False)])
@pytest.mark.parametrize("slug", GAMES)
def test_every_board_lies_well_on_every_screen(
    visitor: Visitor, slug: str, language: str, letters: int, posing: bool, soak: bool
) -> None:
    page = visitor(language=language, before=lambda page: call_everybody(page, LONG))
    page.locator(".shelf").wait_for()
    found: list[str] = []
    for players in numbers(slug) if soak else numbers(slug)[FEWER[language, letters]]:
        sit(page, slug, players)
        if posing:
            found += [f"{players} players, {fault}" for fault in faults(page, slug)]
        something_happens(page, slug)
        found += [f"{players} players, told: {fault}" for fault in faults(page, slug, letters=letters, posing=False)]
    assert not found, "\n".join(found)
