"""Where Python and the browser meet: the shelf, the thinking worker and the house, as JavaScript has and wants them.

What comes from JavaScript is an object with `read`, `write` and `hire` (`web/src/pocket/house.worker.ts`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from ludotheque.pocket import thinking
from ludotheque.pocket.house import Line, Pocket
from ludotheque.pocket.store import NoRoom
from ludotheque.tables.store import Unavailable


class BrowserShelf:
    """A `Shelf` in the browser's own database."""

    def __init__(self, around: Any) -> None:
        self._around = around

    async def read(self) -> Mapping[str, str]:
        """Everything that is there."""
        found: dict[str, str] = json.loads(await self._around.read())
        return found

    async def write(self, put: Mapping[str, str], drop: Collection[str]) -> None:
        """Put these and drop those."""
        try:
            await self._around.write(json.dumps(put), json.dumps(list(drop)))
        except Exception as error:  # whatever JavaScript throws, it was aborted: nothing was written
            if str(getattr(error, "name", "")) == "QuotaExceededError":
                raise NoRoom(error) from error
            raise Unavailable(error, "disk") from error


class BrowserPort:
    """A `Port` to a worker of the browser."""

    def __init__(self, port: Any) -> None:
        self._port = port

    async def ask(self, data: bytes) -> bytes:
        """Send bytes, and wait for those that come back."""
        try:
            answer: bytes = (await self._port.ask(data)).to_bytes()
            return answer
        except Exception as error:
            raise OSError(str(error)) from error

    def end(self) -> None:
        """End the worker."""
        self._port.end()


class House:
    """The house, as JavaScript asks it."""

    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket

    async def ask(self, method: str, path: str, body: str) -> Any:
        """A route: status and text."""
        answer = await self._pocket.ask(method, f"/api{path}", body.encode())
        return _to_js([answer.status, answer.body.decode()])

    def expect(self) -> None:
        """Bots may be asked soon."""
        self._pocket.thinkers.expect()

    def sit(self, table: str, send: Callable[[str], None], closed: Callable[[], None]) -> Line:
        """A page at a table."""
        return self._pocket.sit(table, send, closed)


async def open_house(around: Any) -> House:
    """Open the house of this device."""

    async def hire() -> BrowserPort:
        try:
            return BrowserPort(await around.hire())
        except Exception as error:  # whatever JavaScript throws: there is nobody to ask
            raise OSError(str(error)) from error

    pocket = Pocket(BrowserShelf(around), hire)
    await pocket.open()
    return House(pocket)


def mind() -> Callable[[Any], Any]:
    """What the thinking worker does with bytes that come."""
    think = thinking.mind(json.loads(Path("/kernels.pace.json").read_bytes()))
    return lambda data: _to_js(think(data.to_bytes()))


def _to_js(value: Any) -> Any:
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    return to_js(value)
