"""A shelf for tests: a dictionary, which may be full, and from which a second house can be opened."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from ludotheque.pocket.store import NoRoom


class DictShelf:
    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.full = False
        self.refused: Collection[str] = ()

    async def read(self) -> Mapping[str, str]:
        await asyncio.sleep(0)
        return dict(self.texts)

    async def write(self, put: Mapping[str, str], drop: Collection[str]) -> None:
        await asyncio.sleep(0)  # others get their turn while it is being written
        if self.full or set(put) & set(self.refused):
            raise NoRoom("no room left")
        for name in drop:
            self.texts.pop(name, None)
        self.texts.update(put)
        await asyncio.sleep(0)


async def nobody() -> Any:
    """A house without anybody who thinks."""
    raise OSError("nobody thinks here")
