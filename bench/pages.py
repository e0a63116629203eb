"""The pages: what Lighthouse says of the shelf, a box and a table, and how much a browser has to load.

    python -m bench.pages [--runs 3]

Lighthouse looks as a mid-range phone would (its own emulation, throttled) at a house of our own on this machine, with
Debian's Chromium. It counts by the clock for how long a page was blocked; the last column counts the same tasks in processor
time, which depends little on what else the machine does. Sizes are of compressed JavaScript; beside ours stands a trivial
game with boardgame.io's React client.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LIGHTHOUSE = HERE / "peers" / "lighthouse"
PEER = HERE / "peers" / "boardgameio_client"
WEB = HERE.parent / "web"
CHROMIUM = "/usr/bin/chromium"
START = "from ludotheque.cli import main; main()"
CATEGORIES = ("performance", "accessibility", "best-practices")
GOALS = {"the shelf": 95, "a box": 95, "a table": 90}
BLOCKED = 100
"""Milliseconds of processor time for which a table may be blocked."""
SLOWER = 4
"""How many times slower than this machine's Lighthouse's phone reckons."""
LONG = 50
"""Milliseconds: whatever a task takes longer, the page is blocked for."""
TRIES = 3
"""On a busy machine a trace is now and then lost."""
FIRST_LOAD, BOARD = 50_000, 18_000


def packages(folder: Path) -> None:
    """What a peer needs from npm, as its lock file says."""
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)


# A house of our own --------------------------------------------------------------------------------------------------


@contextmanager
def house() -> Iterator[str]:
    """A server with nobody in it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench") as folder:
        command = [sys.executable, "-c", START, "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(url + "/api/house", timeout=5).close()
                    break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def post(url: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """A POST, and the cookie that came back."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", "Cookie": cookie})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read()), (answer.headers.get("Set-Cookie") or "").split(";")[0]


def table(url: str) -> tuple[str, str]:
    """A game of Bonbons that waits for its first move, and the cookie of the one to make it."""
    _, cookie = post(url + "/api/me", {"name": "Anna"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "child"}]
    made, _ = post(url + "/api/tables", {"game": "bonbons", "seats": seats, "first": 0, "start": True}, cookie)
    return f"/tables/{made['id']}", cookie


# Lighthouse ----------------------------------------------------------------------------------------------------------


def looked_at(url: str, cookie: str = "") -> dict[str, Any]:
    """One run of Lighthouse; `blocked` is its total blocking time in processor time."""
    command = ["node", "node_modules/lighthouse/cli/index.js", url, "--output=json", "--quiet", "--no-enable-error-reporting"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    if cookie:
        command += ["--extra-headers", json.dumps({"Cookie": cookie})]
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory(prefix="ludotheque-bench") as folder:
            saved = [*command, "--save-assets", f"--output-path={folder}/seen.json"]
            done = subprocess.run(saved, cwd=LIGHTHOUSE, env=environment, stdout=subprocess.DEVNULL, timeout=300)
            if done.returncode == 0:
                found: dict[str, Any] = json.loads(Path(folder, "seen.json").read_bytes())
                (trace,) = Path(folder).glob("*.trace.json")
                return {**found, "blocked": blocked(json.loads(trace.read_bytes())["traceEvents"], url)}
    raise SystemExit(f"Lighthouse could not look at {url}")


def blocked(trace: list[dict[str, Any]], url: str) -> float:
    """For how long (ms) a page's main thread is blocked after its first paint, as Lighthouse reckons, but in processor time."""
    starts = [one for one in trace if one["name"] == "navigationStart" and one["args"]["data"].get("documentLoaderURL") == url]
    page = starts[-1]["pid"], starts[-1]["tid"]
    on_page = [one for one in trace if (one["pid"], one["tid"]) == page]
    painted = max(one["ts"] for one in on_page if one["name"] == "firstContentfulPaint")
    tasks = [one["tdur"] / 1000 for one in on_page if one["name"] == "RunTask" and one["ts"] > painted and "tdur" in one]
    return sum(max(0.0, SLOWER * ms - LONG) for ms in tasks)


def lighthouse(runs: int) -> bool:
    """The table of scores, medians of some runs; says what costs points."""
    packages(LIGHTHOUSE)
    good, lost = True, set()
    print(
        f"| Lighthouse, median of {runs} | {' | '.join(CATEGORIES)} | first paint | largest paint | blocked | in processor time |"
    )
    print("|---|" + "--:|" * (len(CATEGORIES) + 4))
    with house() as url:
        path, cookie = table(url)
        for name, where, who in (("the shelf", "/", ""), ("a box", "/games/bonbons", ""), ("a table", path, cookie)):
            seen = [looked_at(url + where, who) for _ in range(runs)]
            scores = [
                round(100 * statistics.median(one["categories"][category]["score"] for one in seen)) for category in CATEGORIES
            ]
            timings = [
                statistics.median(one["audits"][audit]["numericValue"] for one in seen)
                for audit in ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
            ]
            timings.append(statistics.median(one["blocked"] for one in seen))
            goal = GOALS[name]
            good = good and min(scores) >= goal and (who == "" or timings[-1] < BLOCKED)
            shown = [str(score) if score >= goal else f"**{score}**" for score in scores] + [f"{ms:,.0f} ms" for ms in timings]
            print(f"| {name} | {' | '.join(shown)} |", flush=True)
            for category in CATEGORIES:
                for part in seen[-1]["categories"][category]["auditRefs"]:
                    audit = seen[-1]["audits"][part["id"]]
                    if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                        lost.add(f"{name}, {category}: {audit['title']} ({audit['score']:.2f})")
    print("\n" + "\n".join(sorted(lost)) if lost else "\nNothing costs a point.")
    return good


# Sizes ---------------------------------------------------------------------------------------------------------------


def peer_size() -> int:
    """A trivial game with boardgame.io's React client, built for production, compressed."""
    packages(PEER)
    build = ["node_modules/.bin/esbuild", "client.jsx", "--bundle", "--minify", "--format=esm", "--loader:.js=jsx"]
    build += ['--define:process.env.NODE_ENV="production"', "--define:global=globalThis", "--log-level=error"]
    done = subprocess.run(build, cwd=PEER, stdout=subprocess.PIPE, check=True)
    return len(gzip.compress(done.stdout, 9))


def sizes() -> bool:
    """The table of sizes."""
    done = subprocess.run(["node", "scripts/sizes.mjs", "--json"], cwd=WEB, stdout=subprocess.PIPE)
    ours, theirs = json.loads(done.stdout), peer_size()
    rows = [("first load: the shelf in French", ours["first"], FIRST_LOAD), ("a table, frame and network", ours["table"], None)]
    rows += [(f"board of {game}", size, BOARD) for game, size in sorted(ours["boards"].items())]
    whole = ours["first"] + ours["table"] + max(ours["boards"].values())
    rows += [("all of these for the heaviest table", whole, None), ("boardgame.io, React client of a trivial game", theirs, None)]
    print("\n| JavaScript, gzip | kB | at most |\n|---|--:|--:|")
    for name, size, most in rows:
        print(f"| {name} | {size / 1000:.1f} | {'' if most is None else f'{most / 1000:.0f}'} |")
    return done.returncode == 0


def main() -> None:
    """Both tables; the exit code says whether the goals are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    small = sizes()
    print()
    good = lighthouse(arguments.runs)
    sys.exit(0 if good and small else 1)


if __name__ == "__main__":
    main()
