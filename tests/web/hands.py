"""Hands on boards: how each game is played by clicking, by somebody who knows the deal so that games are short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError

API = """async ([method, path, body]) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/api' + path, { method, headers, body: body ? JSON.stringify(body) : undefined })
  return { status: answer.status, body: await answer.json().catch(() => null) }
}"""


def ask(page: Any, method: str, path: str, body: Any = None) -> Any:
    """The page's own guest asks the house something."""
    answer = page.evaluate(API, [method, path, body])
    assert answer["status"] < 300, (path, answer)
    return answer["body"]


def new_table(page: Any, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """A table with time to look set to nought, made by the page's guest."""
    ask(page, "POST", "/me", {"name": more.pop("name", "Anna")})
    settings = {"look": 0, **more.pop("settings", {})}
    return str(ask(page, "POST", "/tables", {"game": game, "seats": seats, "settings": settings, "first": 0, **more})["id"])


def is_over(page: Any) -> bool:
    return bool(page.locator(".ending, .after").count())


def my_turn(page: Any) -> bool:
    return bool(page.locator(".sentence.mine:not(.pending)").count())


PATIENCE = 8_000
"""Milliseconds to wait for a thing to be touched."""
STUMBLES = 6
"""How often, in one game, a thing may slip away under the finger: the others play on meanwhile. A person looks again."""


class Hand:
    """Plays one seat on one page."""

    def __init__(self, page: Any, seat: int, deal: dict[str, Any]) -> None:
        self.page, self.seat, self.deal = page, seat, deal
        self.act: Callable[[Any], None] = lambda locator: locator.click(timeout=PATIENCE)
        self.memory: dict[Any, Any] = {}

    def first(self, *selectors: str) -> bool:
        """Touch the first thing that is there."""
        for selector in selectors:
            found = self.page.locator(selector)
            if found.count():
                self.act(found.first)
                return True
        return False

    def play(self) -> None:
        """One move."""
        game = self.page.locator(".table").get_attribute("data-game")
        getattr(self, str(game))()

    def bonbons(self) -> None:
        side = 5 if len(self.deal["squares"]) == 25 else 6
        tiles = self.page.locator(".grid .tile, .grid .hole")
        for slot, picture in enumerate(self.deal["rounds"][self.seat]):
            own = self.page.locator(".mine .tile").nth(slot)
            cell = self.deal["squares"].index(picture)
            if "up" in (own.locator(".face").get_attribute("class") or "").split() and (
                own.get_attribute("aria-disabled") == "true"
                and self.page.locator(".grid .face.fresh").count() + self.page.locator(".mine .face.fresh").count() == 0
            ):
                continue
            if own.locator(".face.fresh").count():
                assert cell < side * side
                self.act(tiles.nth(cell))
                return
            if own.get_attribute("aria-disabled") == "false":
                self.act(own)
                return
        self.first(".grid .tile.can", ".say .button")

    def novem(self) -> None:
        lines = self.page.locator(".hand button.can")
        turn = self.memory.setdefault("n", 0)  # rows change each round, columns each third, so that every crossing comes up
        self.act(lines.nth((turn if self.seat == 0 else turn // 3) % 3))
        self.memory["n"] += 1
        self.act(self.page.locator("section.mine .button.go"))

    def tableaux(self) -> None:
        page = self.page
        if self.first(".say .button", ".pile.can"):
            return
        useful = page.locator(".held.useful")
        card = useful.first if useful.count() else page.locator(".held").first
        self.act(card)
        if not self.first(".wait.can", ".other .target"):
            self.first(".pile[data-drop]")

    def tuiles(self) -> None:
        page = self.page
        pawns = page.locator(".pawns button:not(:disabled)")
        self.memory["n"] = self.memory.get("n", -1) + 1
        pawn = pawns.nth(self.memory["n"] % pawns.count())
        self.act(pawn)
        self.act(page.locator(".numbers button").nth(self.memory["n"] % 3))
        self.act(page.locator(".pick .button.go"))

    def tonoo(self) -> None:
        page = self.page
        if self.first(".pawn.can"):
            return
        held = page.locator(".drawn b")
        if held.count():
            colour = held.first.inner_text().lower()
            at = self.memory.setdefault(colour, len(self.memory) % 4)
            able = page.locator(".cylinder.can")
            wanted = page.locator(".cylinder").nth(at)
            self.act(wanted if "can" in (wanted.get_attribute("class") or "").split() else able.first)
            self.memory[("in", at)] = self.memory.get(("in", at), 0) + 1
            return
        for at in range(4):
            if self.memory.get(("in", at), 0) >= 2:
                self.memory[("in", at)] = 0
                self.act(page.locator(".cylinder").nth(at))
                return
        self.first(".bag.can", ".cylinder.liftable")


def finish(hands: list[Hand], limit: int = 400, every: Callable[[int], None] | None = None) -> int:
    """Plays until the game is over; answers how many moves the hands made."""
    moves = stumbles = 0
    while moves < limit:
        if all(is_over(hand.page) for hand in hands):
            return moves
        for hand in hands:
            if my_turn(hand.page):
                try:
                    hand.play()
                except TimeoutError:
                    stumbles += 1
                    assert stumbles <= STUMBLES, "the board cannot be touched"
                moves += 1
                if every:
                    every(moves)
                break
        else:
            hands[0].page.wait_for_timeout(40)
    raise AssertionError(f"not over after {limit} moves")


def origin(page: Any) -> str:
    """Where the house stands."""
    return "/".join(str(page.url).split("/")[:3])
