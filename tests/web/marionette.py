"""Firefox, driven by its own Marionette protocol, as much of it as a test needs. (Playwright's Firefox is not Debian's.)"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = "firefox-esr"
PORT = 2828
START = 120.0
"""Seconds until it has to listen, on a busy machine."""
PATIENCE = 1800.0
"""Seconds for a page to answer."""
TOLD = "return document.documentElement.dataset.told ?? null"
PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("intl.accept_languages", "fr");
"""


class Firefox:
    """A browser of its own, without a window."""

    def __init__(self, profile: Path) -> None:
        path = shutil.which(FIREFOX)
        assert path is not None
        port = _free_port()
        profile.mkdir(parents=True, exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES.format(port=port))
        command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile), "about:blank"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = self._connect(port)
        self._heard = b""
        self._packet()  # its greeting
        self._count = 0
        self.ask("WebDriver:NewSession", {"timeouts": {"script": 1_800_000, "pageLoad": 300_000}})

    def ask(self, command: str, params: dict[str, Any] | None = None) -> Any:
        """A command, and what comes of it."""
        self._count += 1
        text = json.dumps([0, self._count, command, params or {}]).encode()
        self._socket.sendall(f"{len(text)}:".encode() + text)
        _, _, error, found = self._packet()
        assert error is None, error
        return found.get("value", found)

    def open(self, url: str) -> None:
        """Go there."""
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *args: Any) -> Any:
        """The body of an asynchronous function, run by the page itself: what it returns."""
        body = f"(async (...args) => {{{script}}})(...{json.dumps(args)})"
        body += ".then((answer) => ({ answer }), (error) => ({ error: String(error) }))"
        body += ".then((told) => (document.documentElement.dataset.told = JSON.stringify(told)))"
        adding = "const tag = document.createElement('script'); tag.textContent = arguments[0]; document.head.append(tag)"
        self.ask("WebDriver:ExecuteScript", {"script": f"delete document.documentElement.dataset.told; {adding}", "args": [body]})
        until = time.monotonic() + PATIENCE
        while (told := self.ask("WebDriver:ExecuteScript", {"script": TOLD, "args": []})) is None:
            assert time.monotonic() < until, "the page does not answer"
            time.sleep(0.2)
        found = json.loads(told)
        assert "error" not in found, found["error"]
        return found.get("answer")

    def end(self) -> None:
        """Close it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(60)

    def _connect(self, port: int) -> socket.socket:
        until = time.monotonic() + START
        while True:
            try:
                found = socket.create_connection(("127.0.0.1", port))
            except ConnectionRefusedError:
                assert self._process.poll() is None, f"{FIREFOX} has ended"
                assert time.monotonic() < until, f"{FIREFOX} does not listen"
                time.sleep(0.3)
            else:
                return found

    def _packet(self) -> Any:
        while b":" not in self._heard[:12]:
            self._more()
        length, _, rest = self._heard.partition(b":")
        while len(rest) < int(length):
            self._more()
            rest = self._heard.partition(b":")[2]
        self._heard = rest[int(length) :]
        return json.loads(rest[: int(length)])

    def _more(self) -> None:
        part = self._socket.recv(65_536)
        assert part, f"{FIREFOX} has closed the line"
        self._heard += part


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
