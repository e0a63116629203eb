"""Pictures of every page and board, phone and desktop, day and night: `python -m tests.web.screenshots FOLDER [SCENE...]`.

Look at them after every change to the pages, and keep improving until you would show them to a designer. A scene is played
once, on one page; every picture of it is the same page at another size and another time of day.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from ludotheque.bots.service import ThinkingService
from ludotheque.games import all_games
from ludotheque.server.routes import house as house_routes
from tests.familiar import CHANCY, HANDS, MEMORY, QUICK, RACE
from tests.server.people import Chancers, OpenHouse, open_house
from tests.web.box import BOXES, box_of
from tests.web.conftest import CHROMIUM, DEALS, FLAGS, dealer, draw
from tests.web.hands import Hand, ask, finish, is_over, my_turn, new_table, origin

SIZES = {"small": (360, 640), "phone": (390, 844), "desktop": (1280, 800)}
"""Every scene, day and night."""
MORE_SIZES = {"narrow": (320, 568), "landscape": (640, 360), "large": (1920, 1080)}
"""The boards, by day only."""
PATIENCE = 120_000
"""Milliseconds: pictures are also taken on busy machines."""
BOTS = [{"kind": "bot", "level": level} for level in ("child", "adult", "elephant", "goldfish", "child")]


class Thinkers(Chancers):
    """Bots that play at once, but hints and reviews by those who think."""

    def __init__(self) -> None:
        super().__init__()
        self.wise = ThinkingService(1)
        self.hint, self.review, self.close = self.wise.hint, self.wise.review, self.wise.close  # type: ignore[method-assign]


@dataclass
class Camera:
    """One page that changes its size and its light."""

    page: Any
    folder: Path

    def take(self, label: str, *, more: bool = False) -> None:
        """The page as it is, at every size."""
        for size, (width, height) in {**SIZES, **(MORE_SIZES if more else {})}.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for light, scheme in {"day": "light", "night": "dark"}.items():
                if size in MORE_SIZES and light == "night":
                    continue
                self.page.emulate_media(color_scheme=scheme)
                self.page.wait_for_timeout(350)
                scale = "css" if width > 700 else "device"
                self.page.screenshot(path=self.folder / f"{label}-{size}-{light}.png", scale=scale)
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.page.emulate_media(color_scheme="light")

    def visit(self, path: str, wait_for: str = "h1") -> None:
        """Go to a page of the house."""
        self.page.goto(origin(self.page) + path)
        self.page.locator(wait_for).first.wait_for()
        self.page.wait_for_timeout(500)

    def table(self, game: str, players: int, **more: Any) -> str:
        """A table with bots, started, with me to move."""
        table = new_table(self.page, game, [{"kind": "me"}, *BOTS[: players - 1]], start=True, **more)
        self.visit(f"/tables/{table}", ".sentence.mine")
        return table

    def play(self, moves: int) -> None:
        """Some moves of mine, and the bots' between them."""
        hand, made = Hand(self.page, 0, DEALS[-1]), 0
        while made < moves and not is_over(self.page):
            if my_turn(self.page):
                hand.play()
                made += 1
            self.page.wait_for_timeout(120)
        self.page.wait_for_timeout(1200)


# Scenes --------------------------------------------------------------------------------------------------------------


def house(camera: Camera) -> None:
    """The first visit, the shelf, one's games, the boxes, the lessons' first steps, files, and an address that leads nowhere."""
    camera.visit("/", ".portrait")
    camera.take("you", more=True)
    table = new_table(camera.page, QUICK, [{"kind": "me"}, BOTS[0]], start=True, name="Camille")
    ask(camera.page, "POST", f"/tables/{table}/resign")
    new_table(camera.page, CHANCY, [{"kind": "me"}, *BOTS[:2]], start=True, name="Camille")
    camera.visit("/", ".shelf")
    camera.take("shelf", more=True)
    camera.visit("/mine", ".record")
    camera.take("mine", more=True)
    for game in BOXES:
        camera.visit(f"/games/{game}")
        camera.take(f"box-{game}")
        camera.visit(f"/games/{game}/learn", ".board")
        camera.take(f"learn-{game}")
    for label, path in {"record": "/record", "nowhere": "/nowhere"}.items():
        camera.visit(path)
        camera.take(label)


def board(game: str) -> Callable[[Camera], None]:
    """A game at its start, in the middle and at its end, and looked back at."""

    def scene(camera: Camera) -> None:
        box = box_of(game)
        camera.table(game, box.players)
        camera.take(f"{game}-start")
        camera.play(box.moves)
        camera.take(f"{game}-middle", more=True)
        table = camera.table(game, 2, options=box.options)
        if box.endless:
            camera.play(2 * box.moves)
            ask(camera.page, "POST", f"/tables/{table}/resign")
            camera.page.locator(".ending").wait_for()
        else:
            finish([Hand(camera.page, 0, DEALS[-1])])
        camera.page.wait_for_timeout(600)
        camera.take(f"{game}-ending")
        camera.visit(f"/tables/{table}/replay", ".board")
        camera.page.get_by_role("slider").fill("5")
        camera.take(f"{game}-replay")
        camera.page.locator("select").first.select_option("all")
        camera.page.wait_for_timeout(600)
        camera.take(f"{game}-replay-all")
        if game == MEMORY:
            camera.page.locator("select").first.select_option("0")
            camera.page.locator(".fold").click()
            camera.page.get_by_role("button", name="Analyser").click()
            camera.page.locator("figure svg").first.wait_for(timeout=300_000)
            camera.take("review")

    return scene


def around(camera: Camera) -> None:
    """What is not the board: waiting room, sheet, refusal, menu, curtain, shared screen."""
    page = camera.page
    table = new_table(page, RACE, [{"kind": "me"}, {"kind": "open"}, BOTS[1]])
    camera.visit(f"/tables/{table}", ".room")
    page.get_by_role("button", name="Inviter").click()
    page.locator(".picture svg").wait_for()
    camera.take("waiting-room")
    camera.visit(f"/tables/{table}?screen", ".picture svg")
    camera.take("screen-waiting")
    table = camera.table(MEMORY, 3)
    page.locator(".mine .tile").nth(1).click()
    page.wait_for_timeout(400)
    page.locator(".mine .tile").nth(2).click(force=True)  # it says itself that it is impossible
    page.locator(".refused").wait_for()
    camera.take("refusal")
    for tab in ("rules", "hint", "chat", "log"):
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator(".bottom button").nth(["log", "rules", "hint", "chat"].index(tab)).click()
        page.wait_for_timeout(500)
        if tab == "hint":
            page.locator(".coach .acts .go").wait_for(timeout=60_000)
        if tab == "chat":
            page.locator(".reactions button").first.click()
            page.wait_for_timeout(300)
        camera.take(f"sheet-{tab}")
        page.keyboard.press("Escape")
    page.locator(".round[aria-haspopup]").click()
    camera.take("menu")
    table = new_table(page, HANDS, [{"kind": "me"}, {"kind": "me", "name": "Zoé"}], start=True)
    camera.visit(f"/tables/{table}", ".curtain")
    camera.take("curtain")


def screens(camera: Camera) -> None:
    """The big board for all, without hands."""
    for game in BOXES:
        table = camera.table(game, box_of(game).players)
        camera.play(5)
        camera.visit(f"/tables/{table}?screen", ".board")
        camera.take(f"screen-{game}", more=game == HANDS)


def crowd(camera: Camera) -> None:
    """Six at a table."""
    for game in (MEMORY, CHANCY, HANDS):
        camera.table(game, 6)
        camera.play(3)
        camera.take(f"{game}-six", more=True)


def guest(camera: Camera) -> None:
    """A game that somebody else brings by an entry point, without a board of its own: the tic-tac-toe of examples/."""
    camera.visit("/", ".shelf")
    camera.take("guest-shelf")
    camera.visit("/games/tictactoe")
    camera.take("guest-box")
    camera.table("tictactoe", 2)
    for _ in range(2):
        camera.page.locator(".sentence.mine:not(.pending)").wait_for()
        camera.page.locator(".cell.can").first.click()
        camera.page.wait_for_timeout(600)
    camera.take("guest-middle", more=True)
    while not is_over(camera.page):
        if my_turn(camera.page):
            camera.page.locator(".cell.can").first.click()
        camera.page.wait_for_timeout(300)
    camera.take("guest-ending")


SCENES: dict[str, Callable[[Camera], None]] = {
    "house": house,
    **{game: board(game) for game in BOXES},
    "around": around,
    "screens": screens,
    "crowd": crowd,
    "guest": guest,
}


# The house -----------------------------------------------------------------------------------------------------------


@contextmanager
def brought_along(folder: Path) -> Iterator[None]:
    """As if a distribution with the tic-tac-toe of examples/ were installed."""
    about = folder / "morpion-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: morpion\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[ludotheque.games]\ntictactoe = examples.tictactoe:GAME\n", "utf-8")
    sys.path.insert(0, str(folder))
    known = (all_games, house_routes._house, house_routes._texts)
    for one in known:
        one.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for one in known:
            one.cache_clear()


@contextmanager
def opened(**more: Any) -> Iterator[OpenHouse]:
    """A house of its own, with fixed deals and real bots."""
    ready, done = threading.Event(), threading.Event()
    found: list[OpenHouse] = []

    async def keep() -> None:
        with tempfile.TemporaryDirectory() as data:
            async with open_house(Path(data), dealer=dealer, draw=draw, thinkers=Thinkers(), **more) as house:
                found.append(house)
                ready.set()
                while not done.is_set():
                    await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(keep()), daemon=True)
    thread.start()
    ready.wait(30)
    try:
        yield found[0]
    finally:
        done.set()
        thread.join(10)


def main() -> None:
    """All scenes, or those that are named."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or list(SCENES)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for name in wanted:
            with ExitStack() as things:
                if name == "guest":
                    things.enter_context(brought_along(Path(things.enter_context(tempfile.TemporaryDirectory()))))
                house = things.enter_context(opened())
                context = browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR", device_scale_factor=2)
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                page.goto(house.url)
                SCENES[name](Camera(page, folder))
                context.close()
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
