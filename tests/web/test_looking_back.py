"""Looking back: replay, review, record files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.familiar import CHANCY
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES, box_of
from tests.web.conftest import PATIENCE, Visitor
from tests.web.fingers import played_out, words
from tests.web.fits import review_fits
from tests.web.hands import ask, origin


def moment(page: Any, at: int, last: int) -> None:
    page.locator(".slider", has_text=f"{at}/{last}").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("box", BOXES)
def test_a_finished_game_is_watched_again_and_its_file_opened(visitor: Visitor, tmp_path: Path, box: str) -> None:
    language = box_of(box).language
    page = visitor(language=language, accept_downloads=True)
    french = language == "fr-FR"
    table, file = finished(page, box, tmp_path)
    last = len(json.loads(file.read_text("utf-8"))["moves"])
    page.goto(f"{origin(page)}/tables/{table}/replay")
    page.locator(".fair:not(.bad)", has_text="Donne honnête" if french else "fair").wait_for()
    page.get_by_role("button", name="Un pas en avant" if french else "One step on").click()
    moment(page, 1, last)
    page.keyboard.press("ArrowRight")
    moment(page, 2, last)
    page.locator(".slider input").fill(str(last // 2))
    moment(page, last // 2, last)
    open_to_everybody(page, "a replay")
    page.locator("select").select_option("1")
    page.get_by_role("button", name="À la fin" if french else "To the end").click()
    moment(page, last, last)
    page.locator(".more button").click()
    page.locator("figure svg").wait_for()
    open_to_everybody(page, "a review")
    with page.expect_download() as waiting:
        page.locator("a[download]").click()
    saved = tmp_path / "saved.json"
    waiting.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["moves"] == json.loads(file.read_text("utf-8"))["moves"]

    page.goto(f"{origin(page)}/record")
    page.locator("input[type=file]").set_input_files(str(saved))
    page.locator(".fair:not(.bad)").wait_for()
    page.locator(".board").wait_for()
    assert ("Poisson rouge" if french else "Goldfish") in page.locator("select").inner_text(), "bots keep their names"
    page.get_by_role("button", name="À la fin" if french else "To the end").click()
    moment(page, last, last)
    open_to_everybody(page, "an opened file")


@pytest.mark.parametrize("box", BOXES)
def test_a_review_leaves_the_whole_board_in_sight_on_a_phone(visitor: Visitor, box: str) -> None:
    page = visitor(size=(390, 844))
    review_fits(page, played_out(page, box), (390, 844))


@pytest.mark.parametrize("box", BOXES)
def test_who_looks_back_as_a_seat_is_that_seat_in_every_sentence(visitor: Visitor, tmp_path: Path, box: str, soak: bool) -> None:
    """Without --soak at every third moment."""
    page = visitor(language=box_of(box).language)
    table, file = finished(page, box, tmp_path)
    last = len(json.loads(file.read_text("utf-8"))["moves"])
    page.goto(f"{origin(page)}/tables/{table}/replay")
    page.locator("select").select_option("0")
    page.locator(".board").wait_for()
    mine = 0
    moments = range(0, last + 1, 1 if soak else 3)
    for at in moments:
        page.locator(".slider input").fill(str(at))
        moment(page, at, last)
        said = words(page, ".told") + words(page, ".sentence")
        assert "Anna" not in said, (at, said)
        mine += "Vous" in said or "You" in said
    assert mine > len(moments) // 5, "and is spoken to"
    assert page.locator(".board .button.go:visible").count() == 0, "when it is over there is nothing to choose"


def finished(page: Any, box: str, folder: Path) -> tuple[str, Path]:
    """A game that is over, and its record."""
    table = played_out(page, box)
    file = folder / f"{box}.json"
    file.write_text(json.dumps(ask(page, "GET", f"/tables/{table}/record")), "utf-8")
    return table, file


def test_a_forged_file_is_called_forged(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor()
    _, file = finished(page, CHANCY, tmp_path)
    record = json.loads(file.read_text("utf-8"))
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps({**record, "fairness": {**record["fairness"], "salt": "00"}}), "utf-8")
    page.goto(f"{origin(page)}/record")
    page.locator("input[type=file]").set_input_files(str(forged))
    page.locator(".fair.bad").wait_for()
    forged.write_text(json.dumps({**record, "moves": record["moves"][1:]}), "utf-8")
    page.goto(f"{origin(page)}/record")
    page.locator("input[type=file]").set_input_files(str(forged))
    page.get_by_role("alert").wait_for()
    assert words(page, "[role=alert]")
    forged.write_text('{"moves": []}', "utf-8")
    page.goto(f"{origin(page)}/record")
    page.locator("input[type=file]").set_input_files(str(forged))
    page.get_by_role("alert").wait_for()
    assert "None" not in words(page, "[role=alert]")
