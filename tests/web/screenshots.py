"""Pictures of every page and board, phone and desktop, day and night: `python -m tests.web.screenshots FOLDER`.

Look at them after every change to the pages, and keep improving until you would show them to a designer.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.server.people import OpenHouse, open_house
from tests.web.conftest import CHROMIUM, DEALS, FLAGS, dealer, draw
from tests.web.hands import Hand, finish, my_turn, new_table, origin

SIZES = {"small": (360, 640), "phone": (390, 844), "desktop": (1280, 800)}
THEMES = {"day": "light", "night": "dark"}
BOXES = {"bonbons": 4, "novem": 2, "tableaux": 3, "tuiles": 4, "tonoo": 3}
MOVES = {"bonbons": 3, "novem": 3, "tableaux": 9, "tuiles": 4, "tonoo": 7}
"""How many moves are made before a board's picture is taken."""


def pages(page: Any, folder: Path, name: str) -> None:
    """The shelf, a box, a lesson and the page of files."""
    for label, path in {"shelf": "/", "box": "/games/bonbons", "learn": "/games/tonoo/learn", "record": "/record"}.items():
        page.goto(origin(page) + path)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(900)
        page.screenshot(path=folder / f"{label}-{name}.png")


def boards(page: Any, folder: Path, name: str) -> None:
    """Every board a few moves into a game, and one ending."""
    for game, players in BOXES.items():
        bots = [{"kind": "bot", "level": level} for level in ("child", "adult", "elephant")]
        table = new_table(page, game, [{"kind": "me"}, *bots[: players - 1]], start=True)
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".sentence.mine").wait_for()
        hand, made = Hand(page, 0, DEALS[-1]), 0
        while made < MOVES[game] and not page.locator(".ending").count():
            if my_turn(page):
                hand.play()
                made += 1
            page.wait_for_timeout(150)
        page.wait_for_timeout(600)
        page.screenshot(path=folder / f"{game}-{name}.png")
    table = new_table(page, "bonbons", [{"kind": "me"}, {"kind": "bot", "level": "child"}], options={"quick": True}, start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".sentence.mine").wait_for()
    finish([Hand(page, 0, DEALS[-1])])
    page.wait_for_timeout(900)
    page.screenshot(path=folder / f"ending-{name}.png")


def take(url: str, folder: Path) -> None:
    """All of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for size, (width, height) in SIZES.items():
            for theme, scheme in THEMES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    locale="fr-FR",
                    color_scheme=scheme,
                    device_scale_factor=2 if width < 600 else 1,
                )
                page = context.new_page()
                page.goto(url)
                pages(page, folder, f"{size}-{theme}")
                boards(page, folder, f"{size}-{theme}")
                context.close()
        browser.close()


def main() -> None:
    """A house of its own, with fixed deals."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    ready, done = threading.Event(), threading.Event()
    found: list[OpenHouse] = []

    async def keep() -> None:
        with tempfile.TemporaryDirectory() as data:
            async with open_house(Path(data), dealer=dealer, draw=draw) as opened:
                found.append(opened)
                ready.set()
                while not done.is_set():
                    await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(keep()), daemon=True)
    thread.start()
    ready.wait(30)
    try:
        take(found[0].url, folder)
    finally:
        done.set()
        thread.join(10)


if __name__ == "__main__":
    main()
