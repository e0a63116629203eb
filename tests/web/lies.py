"""Whether a board lies well: on six screens, with long names and large letters nothing is cut, covered or too small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.web.box import BOXES, Box, box_of
from tests.web.fits import misfits_here

SCREENS = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
LONG = ("Maximilienne-Eva", "Bartholomae-Luis", "Wilhelmine-Agnes", "Montgomery-Smith", "Anne-Sophie-Mary", "Guillaume-Andrea")
"""Names of sixteen letters, one for each seat."""
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"
MEASURE = (Path(__file__).parent / "js/lies.js").read_text("utf-8")


def call_everybody(page: Any, names: tuple[str, ...]) -> None:
    """From now on everybody at this page's tables is called so, bots included."""

    def converse(socket: Any) -> None:
        server = socket.connect_to_server()

        def rename(text: str) -> None:
            message = json.loads(text)
            for seat, name in zip((message.get("table") or {}).get("seats", ()), names, strict=False):
                seat["name"] = name
            socket.send(json.dumps(message))

        server.on_message(rename)

    page.route_web_socket("**/api/**", converse)


def box_or_none(slug: str) -> Box | None:
    """What is known of a box; nothing of a game that has only the generic board."""
    return box_of(slug) if slug in BOXES else None


def faults(page: Any, slug: str, *, letters: int = 100, posing: bool = True) -> Iterator[str]:
    """What does not lie well on each of the screens, at rest and in each pose of the box."""
    box = box_or_none(slug)
    wanted = {"ground": box.ground if box else ".board", "parts": box.parts if box else ".chip", "large": letters > 100}
    page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for pose, (take, leave) in {"at rest": (None, None), **(box.poses if box and posing else {})}.items():
            if take:
                take(page)
            page.evaluate(SETTLED)
            for fault in [*page.evaluate(MEASURE, wanted), *misfits_here(page)]:
                if take and "is covered by" in fault:
                    continue  # what is asked may lie over the rest
                yield f"{width} x {height}, letters at {letters} %, {pose}: {fault}"
            if leave:
                leave(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
