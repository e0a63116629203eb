"""A house that knows you: a name and a face on the first visit, and all one's games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.familiar import CHANCY, QUICK, title
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, READY, scripted_table, sit_down
from tests.web.fits import misfits
from tests.web.hands import ask, new_table, origin
from tests.web.stage import running_house

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900)]


def fits_everywhere(page: Any, where: str) -> None:
    """At every size that is designed for: nothing scrolls sideways, everything can be touched."""
    was = page.viewport_size
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{where}, {width} x {height}: {fault}" for fault in misfits(page, {"as it is": (width, height, 100)})]
    page.set_viewport_size(was)
    found += [f"{where}: {fault}" for fault in misfits(page)]
    assert not found, "\n".join(found)


def test_who_comes_for_the_first_time_is_asked_once_and_in_two_taps(visitor: Visitor) -> None:
    page = visitor(size=(390, 844), asked=False)
    page.get_by_role("heading", name="Comment vous appelle-t-on").wait_for()
    open_to_everybody(page, "the first visit")
    fits_everywhere(page, "the first visit")
    page.locator(".figures label", has_text="Renard").click()
    page.get_by_role("button", name="Entrer dans la maison").click()
    page.locator(".shelf").wait_for()
    assert ask(page, "GET", "/me")["guest"] | {"id": ""} == {"id": "", "name": "Renard", "picture": "fox"}
    page.get_by_text(re.compile("Bon(jour|soir) Renard")).wait_for()
    page.reload()
    page.locator(".shelf").wait_for()


def test_a_name_and_a_figure_are_seen_at_the_table_and_can_be_changed(visitor: Visitor) -> None:
    page = visitor(size=(390, 844), asked=False)
    page.get_by_label("Votre prénom").fill("Camille")
    page.locator(".figures label", has_text="Capitaine").click()
    page.get_by_role("button", name="Entrer dans la maison").click()
    page.locator(".shelf").wait_for()
    table = ask(page, "POST", "/tables", {"game": CHANCY, "seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".room [data-seat='0']", has_text="Camille").wait_for()
    page.locator("[data-seat='0'] use[href='#face-captain']").wait_for(state="attached")
    other = visitor(f"/tables/{table}")
    page.goto(origin(page))
    page.get_by_role("link", name="Changer de nom ou de figure").click()
    page.get_by_role("heading", name="Votre portrait").wait_for()
    open_to_everybody(page, "one's portrait")
    page.get_by_label("Votre prénom").fill("Zoé")
    page.get_by_role("button", name="Au hasard").click()
    page.get_by_role("button", name="Garder ce portrait").click()
    page.locator(".shelf").wait_for()
    other.locator(".room [data-seat='0']", has_text="Zoé").wait_for()
    assert other.locator("[data-seat='0'] use[href='#face-captain']").count() == 0


def test_who_puts_it_off_is_somebody_all_the_same_and_not_asked_again(visitor: Visitor) -> None:
    page = visitor(size=(360, 640), asked=False)
    later = page.get_by_role("button", name=re.compile("^Plus tard : appelez-moi"))
    name = later.inner_text().split("appelez-moi ")[1]
    later.click()
    page.locator(".dock .play").click()
    page.locator(".board").wait_for()
    assert ask(page, "GET", "/me")["guest"]["name"] == name
    page.goto(origin(page))
    page.locator(".shelf").wait_for()


def test_my_games_under_way_over_and_put_away(visitor: Visitor) -> None:
    page = visitor(size=(390, 844))
    running = new_table(page, CHANCY, [{"kind": "me"}, BOT], start=True, name="Camille")
    over, game = sit_down(page, QUICK, name="Camille")
    game.until()
    page.locator(".ending").wait_for()
    page.goto(f"{origin(page)}/mine")
    page.locator(f".running [data-table='{running}']", has_text="À vous de jouer").wait_for()
    finished = page.locator(f".finished [data-table='{over}']")
    finished.wait_for()
    page.get_by_role("region", name="Votre palmarès").get_by_role("region", name=title(QUICK)).wait_for()
    assert page.get_by_role("listitem", name=re.compile("^Poisson rouge : (1 à 0|0 à 1)$")).count() == 1
    open_to_everybody(page, "my games")
    fits_everywhere(page, "my games")
    finished.get_by_role("button", name=re.compile("Ranger")).click()
    page.locator(f".finished [data-table='{over}']").wait_for(state="detached")
    page.get_by_text("Le tiroir des parties rangées").click()
    page.locator(f".away [data-table='{over}']").get_by_role("button", name=re.compile("Sortir")).click()
    page.locator(f".finished [data-table='{over}']").wait_for()
    page.locator(f".finished [data-table='{over}']").get_by_role("link", name=re.compile("Analyser")).click()
    page.locator(".review").wait_for()  # all that cost something, or the first move if that did
    page.goto(f"{origin(page)}/mine")
    page.locator(f"[data-table='{over}']").get_by_role("button", name=re.compile("Encore")).click()
    page.locator(".board").wait_for()
    assert over not in page.url


@pytest.mark.parametrize("path", ["/", "/mine"])
def test_my_turn_is_known_after_a_restart(chromium: Any, tmp_path: Path, path: str) -> None:
    context = chromium.new_context(locale="fr-FR")
    context.add_init_script("localStorage.setItem('later', 'yes')")
    page = context.new_page()
    with running_house(tmp_path) as house:
        port = house.house.port
        page.goto(house.url)
        table, _ = scripted_table(page, CHANCY, [{"kind": "me"}, BOT], start=True)
        page.goto(f"{house.url}/tables/{table}")
        page.locator(READY).wait_for()
        page.locator(".board button:not([disabled])").first.wait_for()
    with running_house(tmp_path, port=port) as house:
        page.goto(house.url + path)
        page.get_by_text("À vous de jouer").first.wait_for()
    context.close()
