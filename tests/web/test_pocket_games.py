"""Games in Chromium's own WebAssembly, with the network off: the same as natively, a thousand of every box."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import HOUSE
from tests.pocket import inside
from tests.pocket.sameness import ADVISED, COUNT, differences
from tests.web.stick import LONG, Stall

pytestmark = pytest.mark.soak

BEGIN = """() => new Promise((resolve, reject) => {
  window.python = new Worker('worker.mjs', { type: 'module' })
  window.python.onerror = (event) => reject(new Error(event.message))
  window.python.onmessage = () => resolve()
})"""
ASK = """(question) => new Promise((resolve, reject) => {
  window.python.onerror = (event) => reject(new Error(event.message))
  window.python.onmessage = (event) => resolve(event.data)
  window.python.postMessage(question)
})"""

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[Ask]:
    """Asks a page's Python, which can reach nobody."""
    root = tmp_path_factory.mktemp("games")
    place = root / "some" / "where"
    place.mkdir(parents=True)
    inside.lay(place)
    shutil.copy(inside.HERE / "worker.mjs", place)
    (place / "names.json").write_text(json.dumps([path.name for path in place.iterdir()]))
    (place / "index.html").write_text("<!doctype html><title>games</title>")
    stall = Stall(Path(root))
    context = chromium.new_context()
    context.set_default_timeout(LONG)
    page = context.new_page()
    page.goto(stall.url)
    page.evaluate(BEGIN)
    stall.stop()
    context.set_offline(True)
    yield lambda *question: json.loads(page.evaluate(ASK, json.dumps(question)))["answer"]
    context.close()


@pytest.mark.parametrize("slug", HOUSE)
def test_a_thousand_games_of_every_box_are_the_same(slug: str, ask: Ask) -> None:
    assert differences(ask, slug, range(COUNT), range(0, COUNT, ADVISED)) == []
