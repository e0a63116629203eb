"""A rest: workers with nothing to think about are let go after a while, where memory is dearer than their next beginning."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Rest:
    """How long it has to be quiet. Whoever comes to think again is sent all there is to see, so nothing is lost with them."""

    def __init__(self, quiet: float, expected: Callable[[], bool]) -> None:
        """`quiet`: so many seconds. `expected`: whether somebody will ask soon, however quiet it is."""
        self._quiet, self._expected = quiet, expected
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, let_go: Callable[[], None]) -> None:
        """Nobody thinks any more."""
        self.end()
        self._timer = asyncio.get_running_loop().call_later(self._quiet, self._over, let_go)

    def end(self) -> None:
        """Somebody thinks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _over(self, let_go: Callable[[], None]) -> None:
        if self._expected():
            self.begin(let_go)
        else:
            let_go()
