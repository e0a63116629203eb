"""What a page still holds of something that is hidden again: in its document, its storage, and its memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludotheque.rules.core import Json
from tests.web.box import box_of

KEPT = {"language", "theme", "sounds", "last box", "later", "figure", "calls"}
"""What the page may keep in the browser: the guest's own habits."""
STORAGE = """async () => ({
  local: { ...localStorage }, session: { ...sessionStorage },
  databases: (await indexedDB.databases()).map((one) => one.name), caches: globalThis.caches ? await caches.keys() : [],
})"""
MEMORY = (Path(__file__).parent / "js/memory.js").read_text("utf-8")


def memory(page: Any, game: str) -> Json:
    """Views in the page's memory that show what is hidden again, and every line of a log in it, garbage left out."""
    session = page.context.new_cdp_session(page)
    root = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
    found = session.send("Runtime.queryObjects", {"prototypeObjectId": root})["objects"]["objectId"]
    call = {
        "objectId": found,
        "functionDeclaration": MEMORY.replace("SHOWS", box_of(game).shows),
        "arguments": [{"value": game}],
        "returnByValue": True,
    }
    answer = session.send("Runtime.callFunctionOn", call)
    session.detach()
    told: Json = json.loads(answer["result"]["value"])
    return told


def shown(page: Any, game: str, said: str) -> Iterator[str]:
    """Where something that was on show can still be seen or read again; `said` is how the log told it."""
    if drawn := page.locator(box_of(game).on_show).count():
        yield f"the board still shows {drawn} things"
    document = page.evaluate("document.documentElement.textContent")
    if said in document:
        yield f"the document still says {said!r}"
    storage = page.evaluate(STORAGE)
    if storage["session"] or storage["databases"] or set(storage["local"]) - KEPT:
        yield f"the browser keeps {storage}"


def held(page: Any, game: str, line: Json) -> Iterator[str]:
    """What the page's memory holds of it; `line` is how the log told it, as data."""
    found = memory(page, game)
    if found["views"]:
        yield f"the memory holds what was on show at {found['views']}"
    if line in found["lines"]:
        yield f"the memory holds the line {line}"


def remains(page: Any, game: str, said: str, line: Json) -> Iterator[str]:
    """Everything that is still there of something that was on show."""
    yield from shown(page, game, said)
    yield from held(page, game, line)
