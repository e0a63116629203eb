"""What people do around a table: hot-seat, watching, coming back, playing again, learning, looking back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.web.conftest import DEALS, Visitor
from tests.web.hands import Hand, ask, finish, new_table, origin

BOT = {"kind": "bot", "level": "goldfish"}


def quick_bonbons(page: Any, *seats: dict[str, Any]) -> str:
    table = new_table(page, "bonbons", [{"kind": "me"}, *(seats or (BOT,))], options={"quick": True}, start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    return table


def test_a_guest_plays_within_two_taps(visitor: Visitor) -> None:
    page = visitor(size=(360, 640))
    page.locator(".dock .play").click()
    page.locator(".board").wait_for()
    assert page.locator(".stage").evaluate("stage => stage.scrollHeight <= stage.clientHeight")


def test_a_box_explains_itself_and_starts_a_table(visitor: Visitor) -> None:
    page = visitor()
    page.get_by_role("link", name="Ouvrir la boîte Tonoo").click()
    page.locator("[data-clause='tonoo.6']").wait_for()
    assert page.locator(".mark").count() > 0
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()


def test_hot_seat_has_a_curtain_before_a_hand(visitor: Visitor) -> None:
    page = visitor()
    table = new_table(page, "tableaux", [{"kind": "me"}, {"kind": "me", "name": "Zoé"}], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Je suis Anna").click()
    page.locator(".held").first.click()
    page.locator(".wait.can").click()
    page.get_by_text("Passez l’écran à Zoé").wait_for()
    assert page.locator(".held").count() == 0
    page.get_by_role("button", name="Je suis Zoé").click()
    page.locator(".held").first.wait_for()
    hidden = DEALS[-1]["hands"][0]
    assert page.locator(".held").count() == len(hidden)


def test_a_spectator_sees_no_hand_and_may_not_play(visitor: Visitor) -> None:
    anna, watcher = visitor(), visitor()
    table = new_table(anna, "tableaux", [{"kind": "me"}, BOT], start=True)
    watcher.goto(f"{origin(watcher)}/tables/{table}")
    watcher.get_by_text("vous regardez").wait_for()
    assert watcher.locator(".held").count() == 0


def test_a_shared_screen_shows_no_hands_and_a_code(visitor: Visitor) -> None:
    page = visitor()
    table = new_table(page, "tableaux", [{"kind": "me"}, {"kind": "open"}])
    page.goto(f"{origin(page)}/tables/{table}?screen")
    page.locator(".join .picture svg").wait_for()


def test_again_is_one_tap(visitor: Visitor) -> None:
    page = visitor()
    table = quick_bonbons(page)
    finish([Hand(page, 0, DEALS[-1])])
    page.get_by_role("button", name="Encore une !").click()
    page.wait_for_url(lambda url: "/tables/" in url and table not in url)


def test_a_stand_in_plays_until_one_is_back(visitor: Visitor) -> None:
    page, bob = visitor(), visitor()
    table = new_table(page, "bonbons", [{"kind": "me"}, {"kind": "open"}])
    ask(bob, "POST", "/me", {"name": "Bob"})
    ask(bob, "POST", f"/tables/{table}/join", {})
    ask(page, "POST", f"/tables/{table}/start")
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    ask(page, "POST", f"/tables/{table}/leave")
    page.locator(".round[aria-haspopup]").click()
    page.get_by_role("button", name="Reprendre ma place").click()
    page.locator(".menu").wait_for(state="detached")
    info = ask(page, "GET", f"/tables/{table}")
    assert info["seats"][0]["stand_in"] is None


def test_the_language_changes_everywhere_at_once(visitor: Visitor) -> None:
    page = visitor()
    quick_bonbons(page)
    page.locator(".round[aria-haspopup]").click()
    page.get_by_role("button", name="EN, English").click()
    page.locator(".sentence", has_text="Your turn").wait_for()
    page.locator('html[lang="en"]').wait_for(state="attached")


def test_learning_by_playing_from_start_to_end(visitor: Visitor) -> None:
    for game in ("tonoo", "novem"):
        page = visitor(f"/games/{game}/learn")
        page.locator(".board").wait_for()
        lesson = ask(page, "GET", f"/lessons/{game}")
        for at, frame in enumerate(lesson["frames"][:-1]):
            if frame["view"]["to_act"] == 0:
                wait_for_step(page, at)
                follow(page, lesson["frames"][at + 1]["entry"]["move"])
        page.get_by_role("dialog").wait_for()
        page.get_by_role("button", name="Jouer pour de vrai").wait_for()


def wait_for_step(page: Any, step: int, seconds: float = 12) -> None:
    """The house forbids evaluated scripts, so waiting is done from here."""
    for _ in range(int(seconds * 20)):
        if page.locator("progress").evaluate("bar => bar.value") == step:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"step {step} never came")


def follow(page: Any, move: dict[str, Any]) -> None:
    """Do what the lesson asks for."""
    if move["type"] == "lay":
        page.locator(".hand button").nth("ABC123".index(move["line"]) % 3).click()
        page.locator("section.mine .button.go").click()
    elif move["type"] == "draw":
        page.locator(".bag").click()
    elif move["type"] == "return":
        page.locator(".pawn.hinted").click()
    else:
        page.locator(".cylinder").nth(move["cylinder"]).click()


def test_a_finished_game_is_watched_again_and_its_file_opened(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor()
    table = quick_bonbons(page)
    finish([Hand(page, 0, DEALS[-1])])
    page.goto(f"{origin(page)}/tables/{table}/replay")
    page.get_by_text("Donne honnête").wait_for()
    page.get_by_role("button", name="Un pas en avant").click()
    page.get_by_role("button", name="À la fin").click()
    record = ask(page, "GET", f"/tables/{table}/record")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), "utf-8")
    page.goto(f"{origin(page)}/record")
    page.locator("input[type=file]").set_input_files(str(file))
    page.locator(".board").wait_for()


def test_a_closed_house_is_said_in_words_and_comes_back(visitor: Visitor) -> None:
    page = visitor()
    page.route("**/api/house", lambda route: route.abort())
    page.goto(f"{origin(page)}/")
    page.locator("[data-lost]").wait_for()
    page.unroute("**/api/house")
    page.locator(".shelf").wait_for()
