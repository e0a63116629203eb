"""axe: what would stand in somebody's way on a page, by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


EVERYTHING = "axe.run(document, { resultTypes: ['violations'] })"
CONTRAST = "axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] })"
"""What the theme changes, and the language does not; it is most of the work."""
WORDS = "axe.run(document, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })"
"""Everything else."""

PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"
"""Colours change over a millisecond."""


def faults(page: Any, run: str = EVERYTHING) -> list[str]:
    """What axe complains about. The house allows no foreign script, so axe comes through the debugger."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for fault in page.evaluate(run)["violations"]
        for node in fault["nodes"][:4]
    ]


def open_to_everybody(page: Any, where: str) -> None:
    """axe finds nothing, in both themes. The page follows the browser's theme, so it is switched in place."""
    for theme, run in (("dark", CONTRAST), ("light", EVERYTHING)):
        page.emulate_media(color_scheme=theme)
        page.locator(f"html[data-theme='{'night' if theme == 'dark' else 'day'}']").wait_for(state="attached")
        page.evaluate(PAINTED)
        found = faults(page, run)
        assert not found, f"{where}, {theme}, {page.url}\n" + "\n".join(found)


def open_in_another_language(page: Any, where: str) -> None:
    """axe finds nothing in the words of a page whose colours were looked at in the other language."""
    found = faults(page, WORDS)
    assert not found, f"{where}, {page.url}\n" + "\n".join(found)
