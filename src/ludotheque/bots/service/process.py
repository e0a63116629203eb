"""Processes of our own, as the server sees them: started with a pipe, replaced when they die or do not answer."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import OrderedDict
from typing import Protocol

from ludotheque.bots.service.messages import LENGTH, Answer, Request, framed, read_answer

KEPT = 256
"""Of how many seats and reviews it is remembered what a worker has of them."""
GONE = 5.0
"""Seconds to wait for a process that was killed."""


async def start(code: str, *, pipe: bool) -> asyncio.subprocess.Process:
    """A Python process that finds what this one finds.

    It has a session of its own: Ctrl+C is for the server, which closes its workers. It holds one end of a pipe from here, so
    that it notices when this process is gone.
    """
    path = f"import sys; sys.path[:] = {sys.path!r}; "
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        path + code,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE if pipe else None,
        start_new_session=True,
    )


class Worker(Protocol):
    """Somebody who thinks: a process, or in a page a worker beside it."""

    def has(self, key: str) -> int:
        """How much of something was sent to it and is probably still there."""

    def note(self, key: str, size: int) -> None:
        """So much of it is there now; nothing for 0."""

    async def ask(self, request: Request, seconds: float) -> Answer:
        """Ask, and wait for the answer. Whatever this raises, the worker is of no more use; TimeoutError: it took too long."""

    async def gone(self) -> str:
        """Wait until it has ended by itself, and say how."""

    async def end(self) -> None:
        """End it, whatever it does."""


class Noted:
    """What was sent to a worker."""

    def __init__(self) -> None:
        self._has: OrderedDict[str, int] = OrderedDict()

    def has(self, key: str) -> int:
        """How much of something was sent to it and is probably still there."""
        return self._has.get(key, 0)

    def note(self, key: str, size: int) -> None:
        """So much of it is there now; nothing for 0."""
        self._has.pop(key, None)
        if key and size:
            self._has[key] = size
            if len(self._has) > KEPT:
                self._has.popitem(last=False)


class WorkerProcess(Noted):
    """A `Worker` that is a process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__()
        self.process = process

    @classmethod
    async def start(cls) -> WorkerProcess:
        """A new one; it is asked as soon as it is there, and answers when it has read its modules."""
        return cls(await start("from ludotheque.bots.service.worker import main; main()", pipe=True))

    async def ask(self, request: Request, seconds: float) -> Answer:
        """Ask, and wait for the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        async with asyncio.timeout(seconds):
            self.process.stdin.write(framed(request))
            await self.process.stdin.drain()
            length = int.from_bytes(await self.process.stdout.readexactly(LENGTH))
            answer: Answer = read_answer(await self.process.stdout.readexactly(length))
            return answer

    async def gone(self) -> str:
        """Wait until the process has ended."""
        return f"exit status {await self.process.wait()}"

    async def end(self) -> None:
        """End it, whatever it does."""
        await end(self.process)


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process and see it go, its pipes too; it has nothing that could be lost."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    # RuntimeError: somebody was still waiting for its answer
    with contextlib.suppress(TimeoutError, RuntimeError):
        async with asyncio.timeout(GONE):
            await process.communicate()
    await asyncio.sleep(0)
