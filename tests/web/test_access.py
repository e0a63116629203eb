"""axe finds nothing on any page, in both languages and both themes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Visitor
from tests.web.hands import new_table, origin

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
BOT = {"kind": "bot", "level": "goldfish"}
RUN = "axe.run(document)"


def faults(page: Any) -> list[str]:
    """What axe complains about. The house allows no foreign script, so axe comes through the debugger."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN)["violations"]
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for fault in found
        for node in fault["nodes"][:4]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_pages_are_open_to_everybody(visitor: Visitor, theme: str, language: str) -> None:
    page = visitor(language=language, theme=theme, size=(390, 844))
    page.locator(".shelf").wait_for()
    found = faults(page)
    assert not found, "\n".join(found)
    for path in ("/games/bonbons", "/games/tuiles", "/record", "/games/tonoo/learn", "/nowhere/at/all"):
        page.goto(origin(page) + path)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(300)
        found = faults(page)
        assert not found, f"{path}\n" + "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["bonbons", "novem", "tableaux", "tuiles", "tonoo"])
def test_boards_are_open_to_everybody(visitor: Visitor, theme: str, game: str) -> None:
    page = visitor(theme=theme, language="fr-FR" if theme == "light" else "en-GB")
    for size in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        table = new_table(page, game, [{"kind": "me"}, BOT] + ([] if game == "novem" else [BOT]), start=True)
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".sentence.mine").wait_for()
        page.wait_for_timeout(500)
        found = faults(page)
        assert not found, f"{size}\n" + "\n".join(found)
