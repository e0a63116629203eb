"""What people do around a table: hot-seat, phones, watching, leaving and coming back, playing again, changing the language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludotheque.games import GAMES
from ludotheque.rules.play import Play
from tests.familiar import CHANCY, HANDS, MEMORY, QUICK, title
from tests.web.axe import open_to_everybody
from tests.web.conftest import DEALS, Visitor
from tests.web.fingers import BOT, READY, Performance, Person, invited, scripted_table, sit_down
from tests.web.hands import ask, new_table, origin
from tests.web.qr import dark_modules, read
from tests.web.scripts import seats_of
from tests.web.stage import Running
from tests.web.wire import Wire, leaks


def test_a_guest_plays_within_two_taps(visitor: Visitor) -> None:
    page = visitor(size=(360, 640))
    page.locator(".dock .play").click()
    page.locator(".board").wait_for()
    assert page.locator(".stage").evaluate("stage => stage.scrollHeight <= stage.clientHeight")


def test_a_box_explains_itself_and_starts_a_table(visitor: Visitor) -> None:
    page = visitor()
    page.get_by_role("link", name=f"Ouvrir la boîte {title(CHANCY)}").click()
    page.locator(f"[data-clause='{CHANCY}.6']").wait_for()
    assert page.locator(".mark").count() > 0
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()


class Passing(Person):
    """Somebody at a screen that goes from hand to hand: opens the curtain under their own name."""

    def __init__(self, page: Any, seat: int, name: str) -> None:
        super().__init__(page, seat)
        self.name = name

    def ready(self, play: Play) -> None:
        if not play.entries or play.entries[-1][0] != self.seat:  # whoever moves twice keeps the screen
            self.page.locator(".curtain").wait_for()
            assert self.page.locator(".board").count() == 0, "behind the curtain nothing is to be seen"
            self.page.get_by_role("button", name=f"Je suis {self.name}").click()
        super().ready(play)


def test_a_whole_game_at_one_screen_with_a_curtain_before_each_hand(visitor: Visitor) -> None:
    wires: list[Wire] = []
    page = visitor(before=lambda page: wires.append(Wire(page)))
    table, record = scripted_table(page, QUICK, [{"kind": "me"}, {"kind": "me", "name": "Zoé"}], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".curtain").wait_for()
    open_to_everybody(page, "the curtain")
    Performance(record, Passing(page, 0, "Anna"), Passing(page, 1, "Zoé")).until()
    page.locator(".ending").wait_for()
    for seat in (0, 1, None):
        looked = [frame for frame in wires[0].frames if "looks_as" in frame and frame["looks_as"] == seat]
        assert looked or seat is None
        assert not list(leaks(looked, record, seat))


def test_a_curtain_hides_the_hand_that_was_just_played(visitor: Visitor) -> None:
    page = visitor()
    table = new_table(page, HANDS, [{"kind": "me"}, {"kind": "me", "name": "Zoé"}], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Je suis Anna").click()
    page.locator(".held").first.click()
    page.locator(".wait.can").click()
    page.get_by_text("Passez l’écran à Zoé").wait_for()
    assert page.locator(".held").count() == 0
    page.get_by_role("button", name="Je suis Zoé").click()
    page.locator(".held").first.wait_for()
    assert page.locator(".held").count() == len(DEALS[-1]["hands"][1])


def test_what_hides_nothing_needs_no_curtain(visitor: Visitor) -> None:
    page = visitor()
    _, game = sit_down(page, CHANCY, {"kind": "me", "name": "Zoé"})
    game.people[1] = Person(page, 1)
    game.until()
    page.locator(".ending").wait_for()
    assert page.locator(".curtain").count() == 0


def test_phones_sit_down_at_a_shared_screen_by_its_picture(visitor: Visitor, house: Running) -> None:
    screen = visitor(size=(1600, 900))
    table, record = scripted_table(screen, QUICK, [{"kind": "open"}, {"kind": "open"}])
    screen.goto(f"{origin(screen)}/tables/{table}?screen")
    screen.locator(".way .picture svg").wait_for()
    picture = read(dark_modules(screen))
    assert picture == f"{house.elsewhere}/tables/{table}?hand"
    open_to_everybody(screen, "the shared screen, with a code")
    people = []
    for seat in (0, 1):
        phone = visitor(size=(390, 844), url=picture, path="", has_touch=True, is_mobile=True)
        chair = phone.locator(f".room li[data-seat='{seat}']")
        chair.get_by_role("button", name="S’asseoir ici").click()
        chair.get_by_text("vous", exact=True).wait_for()  # stored, else it would not be shown; a click alone is only asked for
        people.append(Person(phone, seat, lambda page, target: target.tap()))
    ask(screen, "POST", f"/tables/{table}/start")
    screen.locator(".board").wait_for()
    Performance(record, *people).until()
    screen.get_by_text("gagne").first.wait_for()
    assert screen.locator(".hand").count() == 0
    open_to_everybody(screen, "the shared screen at the end")


def test_a_spectator_sees_no_hand_and_may_not_play(visitor: Visitor) -> None:
    anna = visitor()
    table, game = sit_down(anna, QUICK, BOT)
    wires: list[Wire] = []
    watcher = visitor(f"/tables/{table}", before=lambda page: wires.append(Wire(page)))
    watcher.get_by_text("vous regardez").wait_for()
    assert watcher.locator(".hand").count() == 0
    open_to_everybody(watcher, "watching")
    game.until()
    watcher.locator(".ending").wait_for()
    assert watcher.get_by_role("button", name="Encore une !").count() == 0
    assert len(wires[0].frames) > game.length
    assert not list(leaks(wires[0].frames, game.record, None))


def test_again_is_one_tap_and_the_others_are_asked(visitor: Visitor) -> None:
    anna, bob = visitor(), visitor()
    table, record = scripted_table(anna, QUICK, [{"kind": "me"}, {"kind": "open"}])
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob.goto(origin(bob) + invited(anna, table))
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    anna.get_by_role("button", name="Commencer").click()
    Performance(record, Person(anna, 0), Person(bob, 1)).until()
    anna.get_by_role("button", name="Encore une !").click()
    anna.wait_for_url(lambda url: "/tables/" in url and table not in url)
    bob.get_by_role("link", name=re.compile("revanche|suivante|encore", re.IGNORECASE)).click()
    bob.wait_for_url(anna.url)
    for page in (anna, bob):
        page.locator(".board, .room").first.wait_for()


def test_a_stand_in_plays_until_one_is_back(visitor: Visitor) -> None:
    anna, bob = visitor(), visitor(size=(390, 844))
    table, record = scripted_table(anna, CHANCY, [{"kind": "me"}, {"kind": "open"}])
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob.goto(origin(bob) + invited(anna, table))
    bob.get_by_role("button", name="S’asseoir ici").first.click()
    anna.get_by_role("button", name="Commencer").click()
    game = Performance(record, Person(anna, 0), Person(bob, 1))
    game.until(game.waiting(0))
    bob.locator(".board").wait_for()
    bob.locator(".round[aria-haspopup]").click()
    open_to_everybody(bob, "the menu")
    bob.get_by_role("button", name="Quitter").click()
    bob.locator(".sure .button.go").click()
    bob.locator(".shelf").wait_for()
    anna.locator("[data-seat='1']", has_text=re.compile("rempla", re.IGNORECASE)).wait_for()
    away = game.people.pop(1)
    game.until(game.waiting(0, game.waiting(1) + 1))  # somebody else has moved for Bob meanwhile
    anna.locator(READY).wait_for()
    bob.goto(f"{origin(bob)}/tables/{table}")
    bob.get_by_role("button", name="Reprendre ma place").click()
    bob.get_by_role("button", name="Reprendre ma place").wait_for(state="detached")
    game.people[1] = away
    game.until()
    bob.locator(".ending").wait_for()
    assert ask(bob, "GET", f"/tables/{table}/record")["moves"] == record["moves"]


def test_the_host_changes_the_pace_while_playing(visitor: Visitor) -> None:
    page = visitor()
    table, game = sit_down(page, MEMORY)
    page.locator(READY).wait_for()
    page.locator(".round[aria-haspopup]").click()
    pace = page.locator(".menu").get_by_role("group", name="Rythme")
    assert pace.get_by_role("button", name="normal").get_attribute("aria-pressed") == "true"
    pace.get_by_role("button", name="vif").click()
    pace.locator("[aria-pressed=true]", has_text="vif").wait_for()
    assert ask(page, "GET", f"/tables/{table}")["settings"]["pace"] == "brisk"
    page.locator(".menu").get_by_role("button", name="Fermer").click()
    game.until(game.waiting(0, 2))


def test_the_language_changes_everywhere_at_once(visitor: Visitor) -> None:
    page = visitor()
    _, game = sit_down(page, MEMORY)
    game.until(game.waiting(0, 2))
    page.locator(READY).wait_for()
    assert page.locator(".grid button").first.get_attribute("aria-label").startswith("Rangée 1")
    page.locator(".round[aria-haspopup]").click()
    page.get_by_role("button", name="EN, English").click()
    page.locator(".sentence", has_text="Your turn").wait_for()
    page.locator('html[lang="en"]').wait_for(state="attached")
    page.locator(".menu").get_by_role("button", name="Close").click()
    assert page.locator(".grid button").first.get_attribute("aria-label").startswith("Row 1")
    page.get_by_role("tab", name="Rules").click()
    page.locator(f"[data-clause='{MEMORY}.1'] h4", has_text=f"({MEMORY}.1)").wait_for()
    page.reload()
    page.locator(".sentence", has_text="Your turn").wait_for()


@pytest.mark.parametrize(("language", "size"), [("fr-FR", (390, 844)), ("en-GB", (1280, 800))])
def test_pages_are_open_to_everybody(visitor: Visitor, language: str, size: tuple[int, int]) -> None:
    page = visitor(language=language, size=size)
    page.locator(".shelf").wait_for()
    open_to_everybody(page, "the shelf")
    paths = [f"/games/{box}" for box in GAMES]
    for path in [*paths, "/record", "/join/nothing", "/nowhere/at/all", "/tables/none"]:
        page.goto(origin(page) + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        open_to_everybody(page, path)


def test_a_table_says_while_its_bots_are_warming_up(visitor: Visitor) -> None:
    warming = [CHANCY]

    def house(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), "warming": warming})

    page = visitor(size=(360, 640), before=lambda page: page.route("**/api/house", house))
    line = page.get_by_text("Les adversaires s’échauffent", exact=True)
    page.goto(f"{origin(page)}/tables/{new_table(page, CHANCY, [{'kind': 'me'}, {'kind': 'me'}], start=True)}")
    page.locator(".board").wait_for()
    assert line.count() == 0, "nobody has to warm up at a table without bots"
    page.goto(f"{origin(page)}/tables/{new_table(page, CHANCY, [{'kind': 'me'}, BOT], start=True)}")
    line.wait_for()
    open_to_everybody(page, "a table whose bots are warming up")
    warming.clear()
    line.wait_for(state="detached")


def test_the_log_begins_with_the_newest_line_wherever_the_rules_were_left(visitor: Visitor) -> None:
    page = visitor(size=(1100, 480))
    table, _ = scripted_table(page, CHANCY, [{"kind": "me"}, *[BOT] * (seats_of(CHANCY, 1) - 1)], start=True)
    ask(page, "POST", f"/tables/{table}/leave")
    for _ in range(400):
        if ask(page, "GET", f"/tables/{table}")["status"] == "over":
            break
        page.wait_for_timeout(50)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".ending").wait_for()
    page.keyboard.press("Escape")
    page.locator("#tab-rules").click()
    page.locator("#sheet-panel h4").nth(4).wait_for()
    panel = page.locator("#sheet-panel")
    panel.evaluate("panel => (panel.scrollTop = 500)")
    page.locator("#tab-log").click()
    page.locator("#sheet-panel .now").wait_for()
    height, room, top = panel.evaluate("panel => [panel.scrollHeight, panel.clientHeight, panel.scrollTop]")
    assert height > room + 100, "a log that can be scrolled"
    assert top == 0
