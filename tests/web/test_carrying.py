"""A game leaves a table as a file, is opened again on the shelf, and somebody else takes a seat in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.familiar import QUICK
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.hands import ask, my_turn, origin


def begun(page: Any, table: str) -> None:
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()


def test_a_game_is_carried_out_and_in_and_played_on_with_somebody_else(visitor: Visitor, tmp_path: Path) -> None:
    ada, bob = visitor("/", size=(390, 844)), visitor("/")
    ask(ada, "POST", "/me", {"name": "Ada"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "child"}]
    made = ask(ada, "POST", "/tables", {"game": QUICK, "seats": seats, "start": True, "settings": {"look": 0}})
    begun(ada, made["id"])
    ada.get_by_role("button", name="Menu de la table").click()
    with ada.expect_download() as leaving:
        ada.get_by_role("button", name="Continuer ailleurs").click()
    file = tmp_path / "game.json"
    leaving.value.save_as(file)
    record = json.loads(file.read_text("utf-8"))
    assert record["game"] == QUICK
    ada.goto(f"{origin(ada)}/record")
    ada.locator("input[type=file]").set_input_files(file)
    ada.get_by_role("button", name="Continuer cette partie ici").click()
    ada.locator("#carry-1").select_option("open")
    open_to_everybody(ada, "who sits where in a game from a file")
    ada.get_by_role("button", name="Mettre la table").click()
    ada.get_by_text("qui l’a apportée a pu tout voir", exact=False).wait_for()
    bob.goto(ada.url)
    bob.get_by_text("qui l’a apportée a pu tout voir", exact=False).wait_for()
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    ada.get_by_role("button", name="Commencer").click()
    for page in (ada, bob):
        page.locator(".board").wait_for()
    assert my_turn(ada) or my_turn(bob)


def test_a_file_that_is_no_game_is_refused_in_words(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor("/record")
    file = tmp_path / "letter.json"
    file.write_text('{"format": "letter"}', "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").get_by_text("letter", exact=False).wait_for()
    assert page.get_by_role("button", name="Continuer cette partie ici").count() == 0
