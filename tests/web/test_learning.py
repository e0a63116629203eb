"""Learning by playing, and looking back: the lesson of each box from start to end, replay, review, record files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import game as find_game
from ludotheque.rules.play import Play
from tests.familiar import CHANCY
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES, box_of
from tests.web.conftest import PATIENCE, Visitor
from tests.web.fingers import BOT, Performance, Person, scripted_table, words
from tests.web.hands import ask, origin
from tests.web.scripts import seats_of


class Pupil(Person):
    """Follows the lesson. The partner takes time to be looked at; a clock of ours makes that short."""

    def ready(self, play: Play) -> None:
        for _ in range(60):
            if self.page.locator("progress").evaluate("bar => bar.value") == len(play.entries):
                return
            self.page.clock.run_for(800)
        raise AssertionError(f"step {len(play.entries)} never came")


@pytest.mark.parametrize("box", BOXES)
def test_a_lesson_from_start_to_end_leads_to_a_real_game(visitor: Visitor, box: str) -> None:
    languages = ("fr-FR", "en-GB")
    page = visitor(
        f"/games/{box}/learn",
        size=(390, 844),
        language=languages[BOXES.index(box) % 2],
        before=lambda page: page.clock.install(),
    )
    page.locator(".board").wait_for()
    record = json.loads((find_game(box).folder / "lesson.json").read_text("utf-8"))
    pupil = Pupil(page, 0)
    lesson = Performance(record, pupil)
    lesson.until(lesson.waiting(0))
    pupil.ready(lesson.play)
    open_to_everybody(page, "a lesson")
    lesson.until()
    pupil.ready(lesson.play)
    page.get_by_role("dialog").wait_for()
    open_to_everybody(page, "the end of a lesson")
    page.get_by_role("dialog").get_by_role("button").first.click()
    page.wait_for_url("**/tables/*")
    page.locator(".board").wait_for()


def test_a_lesson_explains_a_wrong_move(visitor: Visitor) -> None:
    page = visitor(f"/games/{CHANCY}/learn")
    page.locator(".bag.hinted").wait_for()
    page.locator(".cylinder").first.click()
    page.locator(".ask .go").click()
    page.get_by_role("alert").wait_for()
    open_to_everybody(page, "a lesson's answer")
    assert page.locator("progress").evaluate("bar => bar.value") == 0


def moment(page: Any, at: int, last: int) -> None:
    page.locator(".slider", has_text=f"{at}/{last}").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("box", BOXES)
def test_a_finished_game_is_watched_again_and_its_file_opened(visitor: Visitor, tmp_path: Path, box: str) -> None:
    language, recalled = box_of(box).recalled
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
    assert recalled in page.locator(".costs li button").first.inner_text()
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
    page.get_by_role("button", name="À la fin" if french else "To the end").click()
    moment(page, last, last)
    open_to_everybody(page, "an opened file")


def finished(page: Any, box: str, folder: Path) -> tuple[str, Path]:
    """A game that is over: its guest gets up at once, and the house plays the script to its end."""
    seats = [{"kind": "me"}, *[BOT] * (seats_of(box, 1) - 1)]
    table, _ = scripted_table(page, box, seats, start=True)
    ask(page, "POST", f"/tables/{table}/leave")
    for _ in range(400):
        if ask(page, "GET", f"/tables/{table}")["status"] == "over":
            break
        page.wait_for_timeout(50)
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
