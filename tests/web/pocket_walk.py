"""A walk through a pocket house as its reader takes it: `python -m tests.web.pocket_walk HOUSE PICTURES [LANGUAGE [BOX...]]`.

The folder is handed out by `python -m http.server`, opened on a phone-sized page, and the server is stopped. Then somebody says
who they are, plays each box against the elephant to its end by clicking, reads the review, takes a lesson, plays with somebody at
the same screen and looks at their games. A picture is taken at each station: would you show it to a friend?
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.familiar import MEMORY
from tests.tables.backends import free_port
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.hands import Hand, finish, my_turn
from tests.web.stick import LONG, UNKNOWN

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
HANDS_OVER = 6
"""So many moves of a game at one screen are played."""


@dataclass
class Walk:
    """One walker, and where their pictures go."""

    page: Any
    url: str
    folder: Path
    began: float

    def look(self, label: str, *, desktop: bool = False, whole: bool = False) -> None:
        """A picture of the page as it is."""
        self.page.wait_for_timeout(400)
        if desktop:
            self.page.set_viewport_size(DESKTOP)
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=self.folder / f"{label}-desktop.png", scale="css")
            self.page.set_viewport_size(PHONE)
            self.page.wait_for_timeout(300)
        self.page.screenshot(path=self.folder / f"{label}.png", full_page=whole, scale="css")
        print(f"{time.monotonic() - self.began:6.1f} s  {label}", flush=True)

    def go(self, place: str, wait_for: str) -> None:
        """To another page of the house."""
        self.page.goto(f"{self.url}#{place}")
        self.page.locator(wait_for).first.wait_for()


def come_in(walk: Walk, name: str) -> None:
    """Say who one is, and look around."""
    page = walk.page
    walk.look("01-door")
    if page.locator("input.entry").count():
        page.locator("input.entry").first.fill(name)
        page.locator(".button.go").first.click()
    page.locator(".house h1").first.wait_for()
    walk.look("02-shelf", desktop=True, whole=True)


def nobody(page: Any) -> None:
    """Send the bots away who stand ready."""
    while page.locator(".level[aria-pressed=true]").count():
        page.locator(".level[aria-pressed=true]").first.click()


def whole_game(walk: Walk, slug: str) -> None:
    """Against the elephant, to the end; then the review."""
    page = walk.page
    walk.go(f"/games/{slug}", ".level")
    nobody(page)
    page.locator(".levels .level").last.click()
    walk.look(f"{slug}-1-box", whole=True)
    page.locator(".dock .button.go").click()
    page.locator(".board").wait_for()
    walk.look(f"{slug}-2-table", desktop=True)
    hand = Hand(page, 0, UNKNOWN)

    def on_the_way(moves: int) -> None:
        if moves == 3:
            walk.look(f"{slug}-3-middle")

    finish([hand], every=on_the_way)
    page.wait_for_timeout(1500)
    walk.look(f"{slug}-5-end", desktop=True)
    page.goto(f"{page.url}/replay?review")
    page.locator(".review").first.wait_for(timeout=LONG)
    walk.look(f"{slug}-6-review", desktop=True, whole=True)


def menus(walk: Walk, slug: str) -> None:
    """What one is offered beside the game."""
    page = walk.page
    page.locator("header button").last.click()
    walk.look(f"{slug}-4-menu")
    page.keyboard.press("Escape")


def at_one_screen(walk: Walk, slug: str) -> None:
    """Two people with the curtain between them."""
    page = walk.page
    walk.go(f"/games/{slug}", ".level")
    nobody(page)
    page.locator(".who .counter button, .who [class*=counter] button").last.click()
    page.locator(".names input").first.fill("Bob")
    walk.look(f"{slug}-7-two-here", whole=True)
    page.locator(".dock .button.go").click()
    page.locator(".board, .curtain").first.wait_for()
    hand = Hand(page, 0, UNKNOWN)
    moves = 0
    while moves < HANDS_OVER:
        if page.locator(".curtain").count():
            walk.look(f"{slug}-8-curtain")
            page.locator(".curtain .button").click()
        elif my_turn(page):
            hand.play()
            moves += 1
        page.wait_for_timeout(60)
    walk.look(f"{slug}-9-together")
    menus(walk, slug)


def lesson(walk: Walk, slug: str) -> None:
    """The first things one learns."""
    walk.go(f"/games/{slug}/learn", ".board, .scene > *")
    walk.look(f"{slug}-A-lesson", desktop=True)


def walk_through(house: Path, folder: Path, language: str, boxes: list[str]) -> None:
    """The whole way."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    served = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(house)]
    server = subprocess.Popen(served, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        context = browser.new_context(viewport=PHONE, locale=language, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page, url = context.new_page(), f"http://127.0.0.1:{port}/"
        page.on("pageerror", lambda error: print("error:", error))
        while True:
            try:
                page.goto(url)
                break
            except Exception:
                time.sleep(0.2)
        walk = Walk(page, url, folder, time.monotonic())
        if page.locator("#opening").count():
            walk.look("00-opening")
        page.locator("#opening").wait_for(state="detached", timeout=LONG)
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        server.terminate()
        server.wait()
        come_in(walk, "Ada")
        for slug in boxes:
            whole_game(walk, slug)
            lesson(walk, slug)
            at_one_screen(walk, slug)
        for name, place in (("mine", "/mine"), ("open", "/record"), ("you", "/you")):
            walk.go(place, "h1")
            walk.look(f"90-{name}", desktop=name == "mine", whole=True)
        browser.close()


if __name__ == "__main__":
    walk_through(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "fr-FR", sys.argv[4:] or [MEMORY])
