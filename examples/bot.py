"""A bot of one's own, in forty lines: takes a seat with a token and plays any legal move.

    python examples/bot.py http://localhost:8000 TABLE TOKEN

The token comes from `POST /api/tables/TABLE/bot-key` with `{"seat": 1}`. A bot sees what a human at its seat would see
(`docs/protocol.md`).
"""

import asyncio
import json
import random
import secrets
import sys
from typing import Any

from websockets.asyncio.client import connect


async def play(house: str, table: str, token: str) -> Any:
    """Play one game to its end; answers the outcome."""
    address = house.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    async for socket in connect(address, additional_headers={"Authorization": f"Bearer {token}"}, compression=None):
        await socket.send(json.dumps({"type": "hello", "version": 2}))
        seen: Any = None
        async for text in socket:  # ends when the connection is lost; then we come back
            message = json.loads(text)
            if message["type"] in ("welcome", "view"):
                seen = message  # what my seat sees, and what it may do
                if seen["clock"]["look_until"]:  # all look at what was revealed; I need no longer
                    await socket.send(json.dumps({"type": "seen", "seq": seen["seq"]}))
            elif message["type"] == "refused":
                await asyncio.sleep(0.2)  # everybody is still looking; then try again
            elif message["type"] == "table" and message["table"]["outcome"]:
                return message["table"]["outcome"]
            elif message["type"] == "bye" and not message["retry"]:
                raise SystemExit(f"sent away: {message['code']}")
            if message["type"] in ("welcome", "view", "refused") and seen["legal"]:
                move = random.choice(seen["legal"])["move"]  # think here
                await socket.send(json.dumps({"type": "move", "id": secrets.token_hex(8), "seq": seen["seq"], "move": move}))
    return None


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:4])))
