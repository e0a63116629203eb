"""What a page holds: only what its seat may see now, and nothing of what is hidden again."""

from __future__ import annotations

import json
from typing import Any

from ludotheque.rules.games import game
from ludotheque.texts import catalogue
from tests.web.conftest import DEALS, Visitor
from tests.web.hands import Hand, finish, new_table, origin

WORDS = catalogue(game("bonbons").folder, "fr")
BOT = {"kind": "bot", "level": "goldfish"}


def listen(page: Any) -> list[dict[str, Any]]:
    """Every message that reaches the page."""
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda wire: wire.on("framereceived", lambda frame: heard.append(json.loads(frame))))
    return heard


def test_a_turned_tile_is_gone_after_the_time_to_look(visitor: Visitor) -> None:
    page = visitor()
    table = new_table(page, "bonbons", [{"kind": "me"}, {"kind": "open"}], settings={"look": 1})
    bob = visitor()
    new_table(bob, "bonbons", [{"kind": "me"}, BOT])
    bob.goto(f"{origin(bob)}/tables/{table}")
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Commencer").click()
    page.locator(".sentence.mine").wait_for()
    squares, own = DEALS[-1]["squares"], DEALS[-1]["rounds"][0]
    cell = next(at for at, picture in enumerate(squares) if picture not in ("coin", "wrapper") and picture != own[0])
    page.locator(".grid .tile").nth(cell).click()
    page.locator(".grid .face.up").wait_for()
    page.locator(".mine .tile").first.click()
    bob.locator(".chips .face.up").first.wait_for()
    for watcher in (page, bob):
        watcher.locator(".face.up").first.wait_for(state="detached")
        assert watcher.locator(".face.up").count() == 0
        said = watcher.locator("[role=tabpanel]").inner_text().lower()
        assert not any(str(WORDS[f"picture.{picture}"]).lower() in said for picture in (squares[cell], own[0]))
        assert json.loads(watcher.evaluate("JSON.stringify(Object.keys({ ...localStorage, ...sessionStorage }))")) in (
            [],
            ["last box"],
        )


def test_frames_of_a_seat_hold_only_its_own_hand(visitor: Visitor) -> None:
    page = visitor()
    heard = listen(page)
    table = new_table(page, "novem", [{"kind": "me"}, BOT], options={"games": 1}, start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    finish([Hand(page, 0, DEALS[-1])])
    views = [frame["view"] for frame in heard if frame["type"] in ("welcome", "view") and frame["view"]]
    assert views
    for view in views:
        assert view["seat"] == 0
        assert view["marker"] is None or view["attacker"] == 0
    assert all("deal" not in frame and "salt" not in json.dumps(frame) for frame in heard)
