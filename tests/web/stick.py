"""A pocket house on a stick: the folder, a web server that knows nothing of us, and a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ludotheque.packing.folder import PAGES, pack

UNKNOWN = {"rounds": [[]] * 6, "squares": []}
"""The deal, to who does not know it."""
LONG = 180_000
"""Milliseconds until a house has been unpacked on a busy machine."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


class Stall:
    """A web server that knows nothing of us, with the folder somewhere in it."""

    def __init__(self, root: Path) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
        self.url = f"http://127.0.0.1:{self.server.server_port}/some/where/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (PAGES / "index.html").exists():
        pytest.fail("the pages of a pocket house are not built: npm run build:pocket in web/")
    made = tmp_path_factory.mktemp("stick")
    (made / "some").mkdir()
    pack(made / "some" / "where")
    return made


@pytest.fixture
def stall(root: Path) -> Iterator[Stall]:
    running = Stall(root)
    yield running
    running.stop()


Browsing = Callable[..., Any]


@pytest.fixture
def browsing(chromium: Any) -> Iterator[Browsing]:
    """Opens pages of one browser, which sees to it that nobody else is asked anything."""
    from tests.web.conftest import IMPATIENT

    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR", reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script("localStorage.setItem('later', 'yes'); localStorage.setItem('figure', 'owl')")
    context.add_init_script(IMPATIENT)
    errors: list[str] = []
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))

    def browse(url: str, script: str = "") -> Any:
        page = context.new_page()
        page.add_init_script(script)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        page.locator("#opening").wait_for(state="detached", timeout=LONG)
        return page

    yield browse
    context.close()
    assert errors == [], errors
    assert {"/".join(url.split("/")[:3]) for url in asked if url.startswith("http")} <= {asked[0].rsplit("/some/", 1)[0]}


def kept(page: Any) -> None:
    """Wait until the device has all of it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")


def begin(page: Any, url: str, slug: str) -> str:
    page.goto(f"{url}#/games/{slug}")
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()
    return str(page.url)
