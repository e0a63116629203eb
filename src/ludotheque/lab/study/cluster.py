"""A crew of workers on other machines: a Dask cluster. When one is killed, others do what it was at.

What is sent is the plan, the cell and the numbers of the deals. A worker plays them only if it has the same code. It compiles
what the plan needs once, as soon as it is told of the study. Needs the extra `lab`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any

import distributed
import msgspec
from distributed.diagnostics.plugin import WorkerPlugin

from ludotheque.lab.study.chunks import play_chunk, warm
from ludotheque.lab.study.file import Header, header_of
from ludotheque.lab.study.plan import Plan, Work
from ludotheque.lab.study.run import NoCluster
from ludotheque.lab.study.sums import Sums

_wait: Any = distributed.wait

AHEAD = 3
"""Chunks that are given out for each thread of the cluster."""
ANSWERS_WITHIN = 10
"""Seconds that a scheduler may take to answer."""
LOOKS_EVERY = 5.0
"""After so many seconds without news we look whether there are workers at all."""
COUNTS_EVERY = 1.0
NOT_INSTALLED = ("ModuleNotFoundError", "deserialization of the task graph")
"""What Dask says, of whatever kind, when a worker or the scheduler lacks a module."""


class OtherCode(Exception):
    """The answer of a worker that would play something else: which code it has."""


# In a worker -----------------------------------------------------------------------------------------------------------

_one_by_one = Lock()


def play_for(wanted: bytes, cell: int, start: int, deals: int) -> Sums:
    """Play one chunk of the study that has this first line."""
    return play_chunk(ready(wanted), cell, start, deals)


def ready(wanted: bytes) -> Plan:
    """The plan of a study for which everything is compiled here."""
    with _one_by_one:
        return _get_ready(wanted)


@cache
def _get_ready(wanted: bytes) -> Plan:
    where = f"{platform.node()}, process {os.getpid()}"
    try:
        header = msgspec.json.decode(wanted, type=Header)
        ours = header_of(header.plan)
    except (msgspec.DecodeError, LookupError) as error:
        raise OtherCode(f"{where}: {error}") from None
    if msgspec.json.encode(ours) != wanted:
        raise OtherCode(f"{where}: {ours.version} {ours.sources}")
    warm(header.plan)
    return header.plan


class GetReady(WorkerPlugin):
    """Lets every worker, those that come later too, compile what a study needs before its first chunk."""

    def __init__(self, name: str, wanted: bytes) -> None:
        self.name, self._wanted = name, wanted

    async def setup(self, worker: distributed.Worker) -> None:
        """Beside the worker's own loop, which goes on saying that it lives."""
        await asyncio.to_thread(ready, self._wanted)


# Here --------------------------------------------------------------------------------------------------------------------


class Cluster:
    """The workers of a scheduler; `address` is its own, or a file that it has written. `alone` is told that there are none."""

    def __init__(self, header: Header, address: str, alone: Callable[[], object] = lambda: None) -> None:
        self._wanted, self._address, self._alone = msgspec.json.encode(header), address, alone
        self._sources = f"{header.version} {header.sources}"
        self._running: dict[Any, Work] = {}
        self._ahead, self._counted = AHEAD, -COUNTS_EVERY
        self._run = f"ludotheque-{uuid.uuid4().hex[:12]}"
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong we say ourselves
        try:
            self._client = _client(address)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster("unreachable", address=address, why=str(error) or type(error).__name__) from None
        try:
            self._told(lambda: self._client.register_plugin(GetReady(self._run, self._wanted)))
        except BaseException:
            self.leave()
            raise

    @property
    def ahead(self) -> int:
        """Workers come and go; now and then somebody counts them."""
        if time.monotonic() > self._counted + COUNTS_EVERY:
            self._ahead, self._counted = AHEAD * max(self._threads(), 1), time.monotonic()
        return self._ahead

    def begin(self, work: Work) -> None:
        """Give a chunk out."""
        key = f"{self._run}-{work.cell}-{work.start}"
        self._running[self._told(lambda: self._client.submit(play_for, self._wanted, *work, key=key, pure=False))] = work

    def finished(self) -> Sequence[tuple[Work, Sums]]:
        """Wait for a chunk, though not for ever."""
        try:
            done = self._told(lambda: _wait(list(self._running), LOOKS_EVERY, "FIRST_COMPLETED").done)
        except TimeoutError:
            if self._threads() == 0:
                self._alone()
            return []
        return [(self._running.pop(future), self._told(future.result)) for future in done]

    def leave(self) -> None:
        """Cancel what is under way."""
        with suppress(Exception, asyncio.CancelledError):  # whatever has become of it, we are leaving
            if self._client.status == "running":
                self._client.cancel(list(self._running), force=True)
                self._client.unregister_worker_plugin(self._run)
        self._client.close(timeout=ANSWERS_WITHIN)

    def _threads(self) -> int:
        return sum(self._told(self._client.nthreads).values())

    def _told(self, ask: Callable[[], Any]) -> Any:
        """Ask the cluster; what goes wrong is said in our words."""
        try:
            with self._client.as_current():
                return ask()
        except TimeoutError:
            raise
        except OtherCode as error:
            raise NoCluster("other_code", worker=str(error), wanted=self._sources) from None
        except distributed.KilledWorker as error:
            raise NoCluster("killed", why=str(error)) from None
        except (CancelledError, asyncio.CancelledError, OSError) as error:
            raise NoCluster("lost", address=self._address, why=str(error) or type(error).__name__) from None
        except Exception as error:
            if not any(sign in f"{type(error)} {error}" for sign in NOT_INSTALLED):
                raise
            raise NoCluster("not_installed", why=str(error).partition("\n")[0]) from None


def _client(address: str) -> Any:
    make: Any = distributed.Client
    where = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
    return make(**where, timeout=ANSWERS_WITHIN, set_as_default=False)
