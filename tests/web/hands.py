"""Hands on boards: games played by clicking, by somebody who knows the deal so that they are short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError

from tests.web.box import box_of

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
        box_of(str(game)).hand(self)


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
