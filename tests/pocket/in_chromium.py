"""A page's Python in Chromium, with the parts of a pocket house and the network off; it is asked what `games.py` can do."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.pocket.inside import HERE
from tests.web.stick import LONG, Stall

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


@contextmanager
def page_python(browser: Any, parts: Path) -> Iterator[Callable[..., Any]]:
    """Asks a page that has loaded the parts and can reach nobody any more."""
    with tempfile.TemporaryDirectory() as root:
        place = Path(root) / "some" / "where"
        shutil.copytree(parts, place)
        shutil.copy(HERE / "worker.mjs", place)
        (place / "names.json").write_text(json.dumps([path.name for path in place.iterdir()]))
        (place / "index.html").write_text("<!doctype html><title>games</title>")
        stall = Stall(Path(root))
        context = browser.new_context()
        context.set_default_timeout(LONG)
        page = context.new_page()
        page.goto(stall.url)
        page.evaluate(BEGIN)
        stall.stop()
        context.set_offline(True)
    yield lambda *question: json.loads(page.evaluate(ASK, json.dumps(question)))["answer"]
    context.close()
