"""The pocket house: what it weighs, how soon the first move is made, how fast its bots think and how much memory it takes.

    python -m bench.pocket [--playing-only]

Bytes are counted at a web server that compresses nothing, over a whole first visit, and reckoned for servers that do. Thinking is
compared in processor time: elephant's sixth move in each box here and in a page's Python in Node, with the same budget in
playouts; the rounds take turns. Times to the first move are by the clock, in Debian's Chromium: they say something on an
idle machine only.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.pocket import games
from tests.pocket.inside import Inside, lay
from tests.web.hands import Hand
from tests.web.stick import UNKNOWN

from ludotheque.games import HOUSE
from ludotheque.packing.folder import pack
from ludotheque.pocket.house import QUIET

ROUNDS = 3
FIRST, MOST = 500, 1 << 17
"""Playouts: so many at first, twice as many until it takes long enough to be measured."""
LONG_ENOUGH = 0.4
"""Seconds of processor time."""
AT_ONCE = 0.02
"""Whoever needs less for all of them has not searched."""
WEIGHT, RATIO, COLD, WARM, MEMORY = 4_500_000, 0.5, 6.0, 2.0, 150
"""The goals: bytes, playouts over native, seconds, megabytes."""
CHROMIUM = "/usr/bin/chromium"
PATIENCE = 300_000
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('ludotheque-begun'))
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return kept.flat().length > 0
}"""
"""What later starts take up from is on the device."""
WEIGH = """
const { readFileSync } = require('node:fs')
const { brotliCompressSync, gzipSync } = require('node:zlib')
const sizes = [0, 0, 0]
for (const file of JSON.parse(readFileSync(0, 'utf8'))) {
  const data = readFileSync(file)
  const tight = /\\.(lzma|woff2|png)$/.test(file)
  sizes[0] += data.length
  sizes[1] += tight ? data.length : gzipSync(data, { level: 9 }).length
  sizes[2] += tight ? data.length : brotliCompressSync(data).length
}
console.log(JSON.stringify(sizes))
"""


def weight(folder: Path) -> None:
    """What the folder weighs as it lies there, and as servers that compress hand it out."""
    files = [str(path) for path in folder.rglob("*") if path.is_file()]
    done = subprocess.run(["node", "-e", WEIGH], input=json.dumps(files), capture_output=True, text=True, check=True)
    plain, gzip, brotli = json.loads(done.stdout)
    print(
        f"the whole folder: {plain:,} bytes; by a server that gzips {gzip:,}; with brotli {brotli:,} ({_met(brotli <= WEIGHT)})"
    )


def pace() -> None:
    """Thinking, here and in a page."""
    with tempfile.TemporaryDirectory() as place:
        lay(Path(place))
        with Inside(Path(place)) as inside:
            for slug in HOUSE:
                playouts = FIRST
                _here(slug, playouts)  # compiled, or read from the cache
                while _here(slug, playouts) < LONG_ENOUGH and playouts < MOST:
                    playouts *= 2
                if _here(slug, playouts) < AT_ONCE:
                    print(f"{slug}: it is solved, and nothing is searched")
                    continue
                _there(inside, slug, playouts)  # machine code gets better with use
                both = [(_here(slug, playouts), _there(inside, slug, playouts)) for _ in range(ROUNDS)]
                here, there = (statistics.median(times) for times in zip(*both, strict=True))
                told = f"{slug}: {playouts} playouts in {here:.3f} s here, {there:.3f} s in a page"
                print(f"{told}: {here / there:.2f} of native ({_met(here / there >= RATIO)})", flush=True)
            print(f"all of that in {inside.megabytes():.0f} MB, Node included")


def _here(slug: str, playouts: int) -> float:
    """Seconds of processor time for a move."""
    began = time.process_time()
    games.think(slug, playouts)
    return time.process_time() - began


def _there(inside: Inside, slug: str, playouts: int) -> float:
    """The same in Node, as the system counts it: a page's Python knows the clock only."""
    began = inside.seconds()
    inside.ask("think", slug, playouts)
    return inside.seconds() - began


class Counting(SimpleHTTPRequestHandler):
    """Counts what it hands out."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Hand a file out."""
        data = source.read()
        Counting.sent += len(data)
        outputfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder at an address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def visits(folder: Path, slug: str) -> None:
    """A first visit and a second one, each until the first move can be made."""
    from playwright.sync_api import sync_playwright

    with served(folder) as url, sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR", reduced_motion="reduce")
        context.add_init_script("localStorage.setItem('later', 'yes')")
        context.set_default_timeout(PATIENCE)
        for name, goal in (("cold", COLD), ("warm", WARM)):
            page = context.new_page()
            began, used = time.perf_counter(), _used(browser)
            page.goto(f"{url}#/games/{slug}")
            page.locator("#opening").wait_for(state="detached")
            opened, to_open = time.perf_counter() - began, _since(used, browser)
            page.get_by_role("button", name="Commencer").click()
            page.locator(".sentence.mine").wait_for()
            first, to_move = time.perf_counter() - began, _since(used, browser)
            print(f"{name}: the house is open after {opened:.1f} s, the first move after {first:.1f} s ({_met(first <= goal)})")
            print(f"{name}: that took {to_open:.1f} s and {to_move:.1f} s of processor time, with whoever thinks")
            page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
            page.wait_for_function(KEPT)
            if name == "cold":
                print(f"a first visit has fetched {Counting.sent:,} bytes from a server that compresses nothing")
            else:
                _stay(page, url, partial(_memory, browser))
            page.close()
        browser.close()


def _stay(page: Any, url: str, memory: Callable[[], float]) -> None:
    """How much the page's process holds: at a table with a bot, on the shelf afterwards, and when a new house is opened there."""
    hand = Hand(page, 0, UNKNOWN)
    for _ in range(3):
        page.locator(".sentence.mine:not(.pending)").wait_for()
        hand.play()
    page.locator(".sentence.mine:not(.pending)").wait_for()
    print(f"at a table with a bot, both workers: {memory():.0f} MB of the page's process (goal {MEMORY})")
    page.goto(f"{url}#/")
    page.wait_for_timeout((QUIET + 5) * 1000)
    print(f"on the shelf, {QUIET:.0f} s later: {memory():.0f} MB")
    page.reload()
    page.locator("#opening").wait_for(state="detached")
    page.wait_for_timeout(3000)
    print(f"on the shelf of a house just opened: {memory():.0f} MB")


def _used(browser: Any) -> dict[int, float]:
    """Seconds of processor time of every process that holds pages."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"]: process["cpuTime"] for process in found if process["type"] == "renderer"}


def _since(before: dict[int, float], browser: Any) -> float:
    return sum(seconds - before.get(process, 0.0) for process, seconds in _used(browser).items())


def _memory(browser: Any) -> float:
    """Memory of the process that holds the page and its workers: its fair share of what is shared."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in found:
        if process["type"] == "renderer":
            told = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
            sizes.append(int(told.partition("\nPss:")[2].split()[0]) / 1000)
    return max(sizes)


def _met(met: bool) -> str:
    return "met" if met else "**missed**"


def main() -> None:
    """Everything."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--playing-only", action="store_true", help="only how fast bots think")
    if not asked.parse_args().playing_only:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "house"
            pack(folder)
            weight(folder)
            visits(folder, HOUSE[0])
    pace()


if __name__ == "__main__":
    main()
