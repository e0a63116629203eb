"""A house with fixed deals and a browser to look at it. Run on its own: `pytest tests/web` (needs the pages to be built)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.routes import pages
from tests.web.second_look import pytest_runtest_logreport, pytest_runtest_protocol, pytest_sessionfinish, pytest_terminal_summary
from tests.web.stage import DEALS, ELSEWHERE, STAGE, Running, dealer, draw, running_house
from tests.web.stick import browsing, root, stall

__all__ = ["CHROMIUM", "DEALS", "FLAGS", "dealer", "draw"]
__all__ += ["browsing", "root", "stall"]
__all__ += ["pytest_runtest_logreport", "pytest_runtest_protocol", "pytest_sessionfinish", "pytest_terminal_summary"]
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
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not (pages.FOLDER / "index.html").exists():
        pytest.skip("the pages are not built")
    with running_house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _no_script() -> Iterator[None]:
    yield
    STAGE.script = None


Visitor = Callable[..., Any]


@pytest.fixture
def visitor(house: Running, chromium: Any) -> Iterator[Visitor]:
    """Opens pages, each in a browser of its own; a page that throws fails the test."""
    house.door.open()
    contexts: list[Any] = []
    errors: list[str] = []

    def visit(
        path: str = "/",
        *,
        size: tuple[int, int] = (1280, 800),
        language: str = "fr-FR",
        theme: str = "light",
        url: str = "",
        before: Callable[[Any], None] = lambda page: None,
        patient: bool = False,
        asked: bool = True,
        **more: Any,
    ) -> Any:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=theme,
            reduced_motion="reduce",
            service_workers=more.pop("service_workers", "block"),
            **more,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if asked:  # who they are was put off: they come in as the owl, and are not asked at the door
            context.add_init_script("localStorage.setItem('later', 'yes'); localStorage.setItem('figure', 'owl')")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if not patient:
            page.add_init_script(IMPATIENT)
        before(page)
        page.goto((url or house.url) + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


IMPATIENT = (Path(__file__).parent / "js/impatient.js").read_text("utf-8")
"""Whoever visits goes on as soon as something is told, and waits only for what everybody looks at."""
PATIENCE = 15_000
"""Milliseconds to wait for a thing to be there; machines that test are busy."""
