"""Film strips of every kind of event of every box, on a phone and on a desktop: `python -m tests.web.strips FOLDER`.

They are contact sheets, `strip-<box>-<size>-<n>.png`, a row for each kind: what is told, by which verbs, and after how many
milliseconds each frame was taken. The records are those that `test_told` walks, seen by the first seat. `make screenshots` makes
them; boxes and looks (`phone`, `desktop`, `night`, `still`) can be named: `python -m tests.web.strips FOLDER BOX phone`.
"""

from __future__ import annotations

import base64
import html
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.box import BOXES
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.screenshots import PATIENCE, opened
from tests.web.walks import Happened, happened, walks

FILM = (Path(__file__).parent / "js/film.js").read_text("utf-8")
FRAMES = 5
STEP = 40
"""Milliseconds between two moments of a film; nothing shorter is seen."""
LONGEST = 12_000
TABLE = """() => {
  const boxes = [...document.querySelectorAll('.told, .board')].map((one) => one.getBoundingClientRect())
  const [x, y] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const [u, v] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
  return { x, y, width: u - x, height: v - y }
}"""
"""The part of the page that is filmed: the board, and what is told above it."""


@dataclass(frozen=True)
class Look:
    """A screen to film on, and how large its frames are on a sheet, of which it fits so many rows."""

    size: tuple[int, int]
    width: int
    rows: int
    media: dict[str, str] = field(default_factory=dict)


LOOKS = {
    "phone": Look((390, 844), 300, 3),
    "desktop": Look((1440, 900), 420, 4),
    "night": Look((390, 844), 300, 3, {"color_scheme": "dark"}),
    "still": Look((390, 844), 300, 3, {"reduced_motion": "reduce"}),
}
USUAL = ("phone", "desktop")
Row = tuple[str, list[tuple[int, bytes]]]


class Film:
    """One page whose time is the film's."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def open(self, record: Path) -> None:
        """A record, seen by its first seat, with time standing still."""
        self.page.locator("input[type=file]").set_input_files(record)
        self.page.locator(".board").wait_for()
        self.page.locator("select").first.select_option("0")
        self.page.locator(".board").wait_for()
        self.page.wait_for_timeout(600)
        self.page.clock.pause_at(datetime.now() + timedelta(hours=1))

    def on(self, ms: int = STEP) -> bool:
        """Time goes on; whether something still moves."""
        self.page.clock.run_for(ms)
        return bool(self.page.evaluate("ms => (film.advance(ms), film.moving())", ms))

    def stand_before(self, at: int) -> None:
        """Just before an entry, with nothing moving."""
        self.page.get_by_role("slider").fill(str(at))
        for _ in range(8):
            self.on(1000)

    def length(self, at: int) -> int:
        """How long an entry moves."""
        self.stand_before(at)
        self.page.keyboard.press("ArrowRight")
        last = 0
        for ms in range(STEP, LONGEST, STEP):
            if self.on():
                last = ms
            elif ms > last + 1500:
                break
        return max(last, 400)

    def strip(self, at: int) -> list[tuple[int, bytes]]:
        """Frames from an entry's beginning to when it lies at rest."""
        length = self.length(at)
        self.stand_before(at)
        self.page.keyboard.press("ArrowRight")
        wanted = [length * n // (FRAMES - 1) for n in range(FRAMES - 1)] + [length + 600]
        wanted[0] = min(160, length // 4)
        now, frames = 0, []
        for ms in wanted:
            while now < ms:
                self.on()
                now += STEP
            frames.append((now, self.page.screenshot(type="jpeg", quality=80, clip=self.page.evaluate(TABLE))))
        return frames


SHEET = """<body style="margin:0;background:#fff;font:15px/1.3 sans-serif;color:#111;width:max-content">{}</body>"""
ROW = """<h2 style="font-size:17px;margin:10px 8px 4px">{}</h2><div style="display:flex;gap:6px;padding:0 8px 6px">{}</div>"""
FRAME = """<figure style="margin:0"><img src="data:image/jpeg;base64,{}" style="width:{}px;display:block">
<figcaption>{} ms</figcaption></figure>"""


def sheet(page: Any, rows: list[Row], width: int, path: Path) -> None:
    """A contact sheet."""
    made = []
    for caption, frames in rows:
        pictures = "".join(FRAME.format(base64.b64encode(frame).decode(), width, ms) for ms, frame in frames)
        made.append(ROW.format(html.escape(caption), pictures))
    page.set_content(SHEET.format("".join(made)))
    page.set_viewport_size({"width": FRAMES * (width + 6) + 16, "height": 400})
    page.screenshot(path=path, full_page=True)


def film(browser: Any, url: str, box: str, look: Look) -> list[Row]:
    """Every kind of event of a box."""
    rows: list[Row] = []
    seen: set[str] = set()
    for path, play in walks(box):
        context = browser.new_context(
            viewport=dict(zip(("width", "height"), look.size, strict=True)), locale="fr-FR", **look.media
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script("localStorage.setItem('later', 'yes'); localStorage.setItem('figure', 'owl')")
        page = context.new_page()
        page.add_init_script(FILM)
        page.clock.install()
        page.goto(url + "/record")
        running = Film(page)
        running.open(path)
        for at, one in enumerate(happened(play)):
            if new(one) - seen:
                seen |= new(one)
                frames = running.strip(at)
                told = page.locator(".told .words").inner_text()
                rows.append((f"{box}: {', '.join(dict.fromkeys(event.verb for event in one.events))} · « {told} »", frames))
        context.close()
    return rows


def new(one: Happened) -> set[str]:
    """What would be worth a row of its own."""
    return {*one.verbs, one.told.now.code}


def main() -> None:
    """All boxes on a phone and on a desktop, or what is named."""
    folder, *named = sys.argv[1:] or ["screenshots"]
    Path(folder).mkdir(parents=True, exist_ok=True)
    boxes = [box for box in BOXES if box in named] or BOXES
    looks = [look for look in LOOKS if look in named] or USUAL
    with opened() as house, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        table = browser.new_page()
        for box in boxes:
            for name in looks:
                rows, size = film(browser, house.url, box, LOOKS[name]), LOOKS[name].rows
                for n, first in enumerate(range(0, len(rows), size), 1):
                    sheet(table, rows[first : first + size], LOOKS[name].width, Path(folder) / f"strip-{box}-{name}-{n}.png")
                print(box, name, len(rows), "strips", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
