"""Trouble in a pocket house: workers killed, pages reloaded, the device full. What was accepted stays, and words say the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.familiar import QUICK
from tests.web.hands import Hand, finish, my_turn
from tests.web.stick import LONG, UNKNOWN, Browsing, Stall, begin, kept

pytestmark = pytest.mark.soak

ACCEPTED = """
const Real = Worker
window.Worker = class extends Real {
  constructor(...args) {
    super(...args)
    this.addEventListener('message', ({ data }) => {
      const told = data.kind === 'reply' && data.reply.kind === 'told' ? JSON.parse(data.reply.text) : {}
      if (told.type === 'accepted') sessionStorage.setItem('accepted', told.seq)
    })
  }
}
"""
"""Notes, beyond reloads, up to where the house has accepted moves."""
STORED = """async (table) => {
  const [{ name }] = await indexedDB.databases()
  const data = await new Promise((resolve) => {
    const asked = indexedDB.open(name)
    asked.onsuccess = () => resolve(asked.result)
  })
  const names = await new Promise((resolve) => {
    const asked = data.transaction('texts').objectStore('texts').getAllKeys()
    asked.onsuccess = () => resolve(asked.result)
  })
  data.close()
  return names.filter((name) => name.startsWith(`log/${table}/`)).length
}"""
REMEMBERED = 31_000
"""Milliseconds for which Chromium remembers how much room there was."""
GONE = "La maison s’était arrêtée"
REFUSED = "rien n’a été joué"
FULL = "plus de place sur cet appareil"


def nothing_is_lost(page: Any, table: str, least: int = 1) -> None:
    """As much is on the device as was ever accepted, and that is something."""
    accepted = int(page.evaluate("sessionStorage.getItem('accepted') ?? 0"))
    assert page.evaluate(STORED, table.rpartition("/")[2]) >= accepted >= least


def kill(page: Any, which: str) -> None:
    """A worker is no more, without a word to anybody."""
    [worker] = [worker for worker in page.workers if which in worker.url]
    worker.evaluate("self.close()")


def started(browsing: Browsing, stall: Stall) -> tuple[Any, str]:
    page = browsing(stall.url, ACCEPTED)
    kept(page)
    stall.stop()
    return page, begin(page, stall.url, QUICK)


def wait_for_my_turn(page: Any) -> None:
    page.locator(".sentence.mine:not(.pending)").wait_for(timeout=LONG)


def test_the_house_comes_back_when_its_worker_was_killed(stall: Stall, browsing: Browsing) -> None:
    page, table = started(browsing, stall)

    def strike(moves: int) -> None:
        if moves in (1, 3):
            kill(page, "house.worker")
            page.get_by_text(GONE).wait_for(timeout=LONG)
            page.get_by_text(GONE).wait_for(state="detached", timeout=LONG)
            nothing_is_lost(page, table)

    assert finish([Hand(page, 0, UNKNOWN)], every=strike) > 3


def test_bots_think_on_when_the_worker_in_which_they_think_was_killed(stall: Stall, browsing: Browsing) -> None:
    page, table = started(browsing, stall)

    def strike(moves: int) -> None:
        if moves == 2:
            kill(page, "thinker.worker")

    assert finish([Hand(page, 0, UNKNOWN)], every=strike) > 2
    nothing_is_lost(page, table)


def test_a_page_may_be_reloaded_after_every_move(stall: Stall, browsing: Browsing) -> None:
    page, table = started(browsing, stall)

    def reload(moves: int) -> None:
        if moves <= 3:  # at once: the move may be on its way
            page.reload()
            page.locator(".board").wait_for(timeout=LONG)
            nothing_is_lost(page, table, least=0)  # on a slow machine none of them was accepted before the page went

    assert finish([Hand(page, 0, UNKNOWN)], every=reload) > 3
    nothing_is_lost(page, table)


def quota(page: Any, url: str) -> Callable[[int | None], None]:
    """How many bytes this origin may keep; None: as many as ever."""
    session = page.context.new_cdp_session(page)
    origin = "/".join(url.split("/")[:3])

    def set_to(size: int | None) -> None:
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **({} if size is None else {"quotaSize": size})})

    return set_to


def test_a_full_device_is_told_and_the_game_goes_on_when_there_is_room(stall: Stall, browsing: Browsing) -> None:
    page, table = started(browsing, stall)
    hand, room = Hand(page, 0, UNKNOWN), quota(page, stall.url)
    wait_for_my_turn(page)
    hand.play()
    wait_for_my_turn(page)
    room(1)
    page.wait_for_timeout(REMEMBERED)
    hand.play()
    page.locator(".pocket-notice").get_by_text(FULL).wait_for()
    page.get_by_text(REFUSED).wait_for()
    nothing_is_lost(page, table)
    page.reload()  # the house opens on a full device too, and nothing of the refused move is left
    page.locator(".board").wait_for(timeout=LONG)
    nothing_is_lost(page, table)
    wait_for_my_turn(page)
    hand.play()
    page.get_by_text(REFUSED).wait_for()
    room(None)
    finish([hand])
    assert page.locator(".pocket-notice").count() == 0
    assert not my_turn(page)
