"""A page comes over a WebSocket: which table its address names, and which secrets it brings."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

from ludotheque.server.conversation import converse
from ludotheque.server.hall import Hall, tokens_of
from ludotheque.server.websocket.socket import Socket

_ADDRESS = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")


async def arrive(hall: Hall, socket: Socket, scope: MutableMapping[str, Any]) -> None:
    """Let a page in, and talk until it goes."""
    found = _ADDRESS.fullmatch(scope["path"])
    if found is None:
        socket.reject(404)
        return
    headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
    authorization = next((value for name, value in headers if name == b"authorization"), "")
    tokens = tokens_of(authorization, (value for name, value in headers if name == b"cookie"))
    address = hall.address_of(scope)
    scope.clear()  # a conversation lasts for hours, and this is a good part of what it would keep
    del headers
    socket.accept()
    await converse(hall, socket, found["table"], address, tokens)
