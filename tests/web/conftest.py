"""A house with fixed deals and a browser to look at it. Run on its own: `pytest tests/web` (needs the pages to be built)."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.rules.core import Chance
from ludotheque.rules.play import Play
from ludotheque.server import pages
from tests.server.people import OpenHouse, open_house

playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DEALS: list[dict[str, Any]] = []
"""The deals of the tables made so far, the last one last: the tests know what is hidden, the pages must not."""


def dealer(game: Any, players: int, options: Any, first: int | None) -> dict[str, Any]:
    """Always the same deal."""
    deal = game.new(players, seed=11, named={"first": first or 0}, **options).deal
    DEALS.append(deal)
    return dict(deal)


def draw(play: Play) -> Chance:
    """Pawns in turn, so that games are short and always the same."""
    possible = play.chances()
    return possible[(len(play.entries) // 6) % len(possible)][0]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    if not (pages.FOLDER / "index.html").exists():
        pytest.skip("the pages are not built")
    ready, done = threading.Event(), threading.Event()
    found: list[OpenHouse] = []

    async def keep() -> None:
        async with open_house(tmp_path_factory.mktemp("house"), dealer=dealer, draw=draw) as opened:
            found.append(opened)
            ready.set()
            while not done.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(keep()), daemon=True)
    thread.start()
    assert ready.wait(30)
    yield found[0]
    done.set()
    thread.join(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


Visitor = Callable[..., Any]


@pytest.fixture
def visitor(house: OpenHouse, chromium: Any) -> Iterator[Visitor]:
    """Opens pages, each in a browser of its own; a page that throws fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def visit(
        path: str = "/", *, size: tuple[int, int] = (1280, 800), language: str = "fr-FR", theme: str = "light", **more: Any
    ) -> Any:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, color_scheme=theme, reduced_motion="reduce", **more
        )
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(house.url + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def dice() -> random.Random:
    return random.Random(3)
