"""What a page holds: nothing of what is hidden again. And the tests that look for leaks do find leaks.

What a seat is sent over a whole game of each box is compared with the referee in `test_boxes`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludotheque.server.audience import Audience
from ludotheque.tables.draft import Step
from ludotheque.tables.live import LiveTable
from tests.familiar import MEMORY, QUICK
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES, box_of
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, Performance, Person, invited, scripted_table, sit_down, words
from tests.web.hands import origin
from tests.web.remains import held, remains, shown
from tests.web.scripts import script
from tests.web.wire import Wire, leaks, spilled

LOOK = 4
"""Seconds: long enough for a busy machine to find out what is on show."""
LINGERS = 25
"""How often the memory is looked at again: what the page has let go of may still be in use by the browser for a moment."""
SHOWING = [box for box in BOXES if box_of(box).on_show]
"""Boxes in which something that ends a turn is hidden again."""


def revealed(anna: Any, bob: Any, wire: Wire, box: str, look: int = LOOK) -> tuple[str, dict[str, Any]]:
    """Two people play until something is on show that will be hidden again; how the log tells it, in words and as data."""
    table, record = scripted_table(anna, box, [{"kind": "me"}, {"kind": "open"}], settings={"look": look})
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob.goto(origin(bob) + invited(anna, table))
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    anna.get_by_role("button", name="Commencer").click()
    game = Performance(record, Person(anna, 0), Person(bob, 1))
    while not any(frame["type"] == "view" and frame["clock"]["look_until"] for frame in wire.frames):
        game.until(game.at + 1)
        anna.locator(".sentence:not(.pending)").wait_for()
    last = [frame for frame in wire.frames if frame["type"] == "view"][-1]
    assert last["clock"]["look_until"], "still on show"
    return words(anna, "[role=tabpanel] li.now p"), last["line"]


@pytest.mark.parametrize("box", SHOWING)
def test_what_was_on_show_is_gone_after_the_time_to_look(visitor: Visitor, box: str) -> None:
    wires: list[Wire] = []
    anna, bob = visitor(before=lambda page: wires.append(Wire(page))), visitor()
    said, line = revealed(anna, bob, wires[0], box)
    assert list(remains(anna, box, said, line)), "as long as it is on show it is there, and is found"
    for page in (anna, bob):
        page.locator("[role=timer]").wait_for(state="detached")
        assert not list(shown(page, box, said)), "at once, from the board, the document and what the browser keeps"
        found = list(held(page, box, line))
        for _ in range(LINGERS):
            if found:
                page.wait_for_timeout(400)
                found = list(held(page, box, line))
        assert not found


@pytest.mark.parametrize("box", SHOWING)
def test_the_time_to_look_is_open_to_everybody(visitor: Visitor, box: str) -> None:
    wires: list[Wire] = []
    anna, bob = visitor(before=lambda page: wires.append(Wire(page))), visitor(size=(390, 844))
    revealed(anna, bob, wires[0], box, look=20)
    for page in (anna, bob):
        page.locator("[role=timer]").wait_for()
        open_to_everybody(page, "something is on show")


LEAKS = {
    "storage": "sessionStorage.setItem(String(Math.random()), text)",
    "memory": "(window.kept ??= []).push(JSON.parse(text))",
    "document": "document.body.append(Object.assign(document.createElement('template'), { title: text }), text)",
}
EAR = """const Plain = WebSocket
window.WebSocket = class extends Plain {
  constructor(address) { super(address); this.addEventListener('message', ({ data: text }) => { LEAK }) }
}"""


@pytest.mark.parametrize("way", LEAKS)
def test_a_page_that_keeps_what_it_saw_is_found_out(visitor: Visitor, way: str) -> None:
    wires: list[Wire] = []

    def prepare(page: Any) -> None:
        wires.append(Wire(page))
        page.add_init_script(EAR.replace("LEAK", LEAKS[way]))

    anna, bob = visitor(before=prepare), visitor()
    said, line = revealed(anna, bob, wires[0], MEMORY)
    anna.locator("[role=timer]").wait_for(state="detached")
    anna.wait_for_timeout(300)
    told = said if way != "document" else '"line":{"code":"' + line["code"]
    assert any(way in found or "browser" in found for found in remains(anna, MEMORY, told, line))


def test_a_server_that_shows_another_hand_is_found_out(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Audience.show

    def leaky(desk: Audience, live: LiveTable, steps: list[Step]) -> None:
        altered = [
            msgspec.structs.replace(step, views={seat: live.view(1) if seat == 0 else view for seat, view in step.views.items()})
            for step in steps
        ]
        honest(desk, live, altered)

    wires: list[Wire] = []
    page = visitor(before=lambda page: wires.append(Wire(page)))
    _, game = sit_down(page, QUICK, BOT)
    monkeypatch.setattr(Audience, "show", leaky)
    game.until(1)
    page.wait_for_timeout(300)
    monkeypatch.undo()
    assert any("shows another" in leak for leak in leaks(wires[0].frames, game.record, 0))


def test_a_server_that_tells_the_deal_is_found_out(visitor: Visitor) -> None:
    wires: list[Wire] = []
    page = visitor(before=lambda page: wires.append(Wire(page)))
    page.route("**/api/tables", lambda route: route.fulfill(json={"tables": [], "deal": {"first": 0}}))
    page.reload()
    page.locator(".shelf").wait_for()
    page.wait_for_timeout(300)
    assert list(spilled(wires[0].answers)) == ["api/tables carries deal"]
    frame = {"type": "table", "table": {"id": "x", "deal": {}}}
    assert list(leaks([frame], script(QUICK, 2), 0)) == ["frame 0 (table, seq None) says of the table {'deal'}"]
