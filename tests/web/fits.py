"""Whether a page fits small phones, phones held sideways and large letters: nothing scrolls sideways, all can be touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.web.hands import origin

SCREENS = {"a small phone": (320, 568, 100), "large letters": (390, 844, 200), "a phone held sideways": (740, 360, 100)}
"""Width, height, and the size of letters in per cent."""
MEASURE = (Path(__file__).parent / "js/fits.js").read_text("utf-8")
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))"
"""Boards measure themselves before they choose how to lie."""
LEAST = 43.5
"""A finger needs 44 px; half a one is a rounding."""


def misfits(page: Any, screens: Mapping[str, tuple[int, int, int]] = SCREENS) -> Iterator[str]:
    """What does not fit, on each of the screens."""
    was = page.viewport_size
    for screen, (width, height, letters) in screens.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
        page.evaluate(SETTLED)
        for fault in misfits_here(page):
            yield f"{screen}: {fault}"
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(was)


def misfits_here(page: Any) -> list[str]:
    """What does not fit on the page as it is now."""
    return list(page.evaluate(MEASURE, LEAST))


def review_fits(page: Any, table: str, *phones: tuple[int, int]) -> None:
    """On phones the whole board stands above a review: above a costly move, and above the list of them."""
    page.goto(f"{origin(page)}/tables/{table}/replay?review")
    page.locator("select").select_option("0")
    page.locator(".turning").wait_for()
    cut = {}
    for part in (".turning", ".costs"):
        for width, height in phones:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            page.locator(part).wait_for()
            cut[part, width] = page.locator(".stage").evaluate("it => it.scrollHeight - it.clientHeight")
        if part == ".turning":
            page.locator(".turning .list").click()
    assert max(cut.values()) <= 1, f"pixels that are cut: {cut}"
