"""Running a server: Uvicorn with small frames, no compression, and an end that does not wait for ever."""

from __future__ import annotations

import gc
import logging
import math
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType

import uvicorn

from ludotheque.server.app import make_app, make_hall
from ludotheque.server.config import Config
from ludotheque.server.door import Door, Gate
from ludotheque.server.hall import Hall
from ludotheque.server.websocket.pulse import Pulse
from ludotheque.server.websocket.socket import Socket

FILES = 128
"""Files that a server needs besides its connections."""
END_WITHIN = 8.0
"""Seconds from the signal to the end, at most."""
SWITCH = 0.0005
"""Seconds until a busy loop lets the writer's thread go on; with the usual 5 ms a commit waits for nothing."""


def run(config: Config, on_open: Callable[[], None] | None = None) -> None:
    """Serve until told to stop; CannotOpen says why if the house cannot be opened."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    made = server(config, on_open=on_open)
    # What is here now stays; looking through all of it again and again would only make people wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    # Uvicorn closes the house and then raises the signal again: leaving by the door lets the worker processes be cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    made.run()


class Server(uvicorn.Server):
    """Opens the house before its doors, closes it after them, and ends when it is told to, whatever hangs.

    What it has acknowledged is stored already.
    """

    def __init__(self, config: uvicorn.Config, hall: Hall, on_open: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._hall, self._on_open = hall, on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house; whoever comes in finds a table."""
        await self._hall.open()
        await super().startup(sockets)
        if self._on_open is not None:
            self._on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send everybody home, then close."""
        await super().shutdown(sockets)
        await self._hall.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants us to end."""
        if not self.should_exit:
            last = threading.Timer(END_WITHIN, _end_now)
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)


def _end_now() -> None:
    """Without another word, and nobody is left behind."""
    logging.getLogger("ludotheque.server").error("ended after %s s although something was still going on", END_WITHIN)
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(0)


def room_for_connections() -> int:
    """How many connections the system has files for, with some left for the store, the pages and the workers."""
    return max(8, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES)


def server(config: Config, hall: Hall | None = None, on_open: Callable[[], None] | None = None) -> Server:
    """A server that is ready to run. Tests bring a hall of their own."""
    sys.setswitchinterval(SWITCH)
    hall = hall or make_hall(config)
    limits = replace(config.limits, connections=min(config.limits.connections, room_for_connections()))
    gate = Gate(limits, hall.allow, config.trusted_proxies)
    return Server(
        uvicorn.Config(
            make_app(config, hall),
            host=config.listen,
            port=config.port,
            interface="asgi3",
            loop="uvloop",
            http=partial(Door, gate, limits),  # type: ignore[arg-type]
            ws=partial(Socket, Pulse(), limits),  # type: ignore[arg-type]
            backlog=4096,
            server_header=False,
            access_log=False,
            log_level="error",  # whoever sends nonsense shall not fill the log
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies),
            timeout_keep_alive=math.ceil(limits.idle_within),
            timeout_graceful_shutdown=4,
            lifespan="off",
        ),
        hall,
        on_open,
    )
