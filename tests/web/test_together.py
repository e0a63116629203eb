"""People around a table: the sofa and its big screen, one device for several, who is gone and who comes back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server import config
from tests.familiar import CHANCY, QUICK, RACE, title
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, READY, Performance, Person, scripted_table, sit_down
from tests.web.hands import ask, new_table, origin
from tests.web.qr import dark_modules, read
from tests.web.stage import Running, running_house
from tests.web.test_known import fits_everywhere


def tap(page: Any, target: Any) -> None:
    target.tap()


def phone(visitor: Visitor, url: str, name: str) -> Any:
    """Somebody scans the picture, says who they are and sits down."""
    page = visitor(size=(390, 844), url=url, path="", asked=False, has_touch=True, is_mobile=True)
    page.get_by_label("Votre prénom").fill(name)
    page.get_by_role("button", name="M’asseoir", exact=True).tap()
    page.locator(".room", has_text="vous").wait_for()
    return page


def test_the_big_screen_is_nobodys_seat_and_every_phone_is_a_hand(visitor: Visitor, house: Running) -> None:
    screen = visitor(f"/games/{QUICK}", size=(1600, 900))
    screen.get_by_role("switch", name=re.compile("Grand écran")).click()
    for _ in range(screen.locator(".level[aria-pressed=true]").count()):
        screen.locator(".level[aria-pressed=true]").first.click()
    screen.get_by_role("button", name="Ajouter").first.click()  # one more hand
    screen.get_by_role("button", name="Ouvrir la table").click()
    screen.locator(".sofa").wait_for()
    assert screen.url.endswith("?screen")
    screen.locator(".way .picture svg").wait_for()
    screen.locator(".way .code").wait_for()
    open_to_everybody(screen, "the sofa")
    picture = read(dark_modules(screen))
    table = screen.url.removeprefix(house.url).replace("?screen", "?hand")
    assert picture == house.elsewhere + table, "one scan leads to the table itself"
    lea = phone(visitor, picture, "Léa")
    screen.locator(".sofa", has_text="Léa").wait_for()
    screen.get_by_text("Léa tient la boîte").wait_for()
    fits_everywhere(screen, "the sofa")
    letters = str(screen.locator(".way .code").get_attribute("aria-label")).replace(" ", "")
    assert re.fullmatch("[BCDFGHJKLMNPRSTVWXYZ]{5}", letters)
    tom = visitor(size=(390, 844), has_touch=True, is_mobile=True)
    tom.locator("#code-field").fill(letters.lower())
    tom.get_by_role("button", name="Rejoindre", exact=True).tap()
    tom.get_by_role("button", name="M’asseoir", exact=True).tap()
    screen.get_by_text("Tout le monde est là").wait_for()
    lea.get_by_role("button", name="Commencer").tap()
    for page in (screen, lea, tom):
        page.locator(".board").wait_for()
    assert screen.locator(".hand").count() == 0, "the screen holds nobody's hand"
    lea.locator(READY).wait_for()


def test_who_sits_at_the_big_screen_takes_their_hand_to_a_phone(visitor: Visitor) -> None:
    screen = visitor(size=(1600, 900))
    table, game = sit_down(screen, QUICK, BOT)
    screen.goto(f"{origin(screen)}/tables/{table}?screen")
    screen.locator("aside.hand .picture svg").wait_for()
    open_to_everybody(screen, "the big screen with one's hand")
    hand = visitor(url=read(dark_modules(screen)), path="", size=(390, 844), has_touch=True, is_mobile=True)
    hand.locator(READY).wait_for()
    assert hand.url.endswith(f"/tables/{table}?hand")
    assert ask(hand, "GET", "/me")["guest"]["id"] == ask(screen, "GET", "/me")["guest"]["id"]
    screen.get_by_role("button", name="C’est fait").click()
    game.people[0] = Person(hand, 0, tap)
    game.until(game.waiting(0) + 1)


def test_everybody_at_one_device_has_a_name_and_a_face(visitor: Visitor) -> None:
    page = visitor(f"/games/{CHANCY}", size=(390, 844))
    page.get_by_role("button", name="Ajouter").last.click()
    page.get_by_label("Nom du joueur 2").fill("Zoé")
    page.get_by_role("button", name="Figure de Zoé").click()
    page.locator(".names .figures label", has_text="Grenouille").click()
    open_to_everybody(page, "who plays at this screen")
    for _ in range(page.locator(".level[aria-pressed=true]").count()):
        page.locator(".level[aria-pressed=true]").first.click()
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()
    table = page.url.split("/")[-1]
    seats = ask(page, "GET", f"/tables/{table}")["seats"]
    assert [(seat["name"], seat["picture"]) for seat in seats] == [("Hibou", "owl"), ("Zoé", "frog")]
    page.locator(READY).wait_for()
    first = page.locator(".sentence .meant b").inner_text()
    assert first in ("Hibou", "Zoé"), "the sentence says whom it means"
    assert page.get_by_text("Vous", exact=True).count() == 0, "nobody is called you"


def test_who_is_gone_is_said_and_the_host_may_let_a_bot_play(visitor: Visitor) -> None:
    anna = visitor(size=(390, 844))
    table, record = scripted_table(anna, CHANCY, [{"kind": "me"}, {"kind": "open"}])
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob = visitor(f"/tables/{table}", size=(390, 844))
    bob.get_by_role("button", name="M’asseoir", exact=True).click()
    anna.get_by_role("button", name="Commencer").click()
    game = Performance(record, Person(anna, 0), Person(bob, 1))
    bob.locator(".board").wait_for()
    game.until(game.waiting(1))
    bob.goto(origin(bob))
    anna.get_by_text("Hibou n’est plus là").wait_for()
    open_to_everybody(anna, "somebody is gone")
    anna.get_by_role("button", name="Un robot pour Hibou").click()
    anna.locator("[data-seat='1']", has_text=re.compile("rempla", re.IGNORECASE)).wait_for()
    bob.goto(f"{origin(anna)}/tables/{table}")
    bob.get_by_text("Un robot joue pour vous.").wait_for()
    open_to_everybody(bob, "a bot plays for me")
    bob.locator(".sentence").get_by_role("button", name="Reprendre ma place").click()
    bob.get_by_text("Un robot joue pour vous.").wait_for(state="detached")
    assert not any(seat["stand_in"] for seat in ask(bob, "GET", f"/tables/{table}")["seats"])


RESIGNED = "Vous avez abandonné"
OFFERS = ".sentence.mine, .board [aria-disabled=false]"
RECORDED = f"""() => {{
  window.recorded = []
  const look = () => document.querySelector('.sentence p')?.textContent.startsWith('{RESIGNED}') && recorded.push({{
    told: document.querySelector('.told').innerText,
    title: document.title,
    offers: document.querySelectorAll('{OFFERS}').length,
  }})
  new MutationObserver(look).observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true }})
}}"""


def test_a_bot_that_plays_for_somebody_who_resigned_is_not_called_you(visitor: Visitor) -> None:
    anna = visitor(size=(390, 844))
    table, record = scripted_table(anna, RACE, [{"kind": "me"}, {"kind": "open"}, BOT])
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob = visitor(f"/tables/{table}", size=(390, 844))
    bob.get_by_role("button", name="M’asseoir", exact=True).click()
    anna.get_by_role("button", name="Commencer").click()
    game = Performance(record, Person(anna, 0), Person(bob, 1))
    game.until(game.waiting(0, 1))
    anna.locator(READY).wait_for()
    assert anna.locator(OFFERS).count() > 0
    anna.evaluate(RECORDED)
    anna.locator(".round[aria-haspopup]").click()
    for _ in ("asked", "confirmed"):
        anna.locator(".menu").get_by_role("button", name="Abandonner").click()
    anna.locator(".sentence", has_text=RESIGNED).wait_for()
    open_to_everybody(anna, "after resigning")
    bob.locator("[data-seat='0']", has_text="a abandonné").wait_for()
    del game.people[0]
    anna.locator(".told .words", has_text="Anna").wait_for()
    game.until(game.waiting(1) + 1)
    bob.locator(READY).wait_for()  # the bot has moved for Anna once more
    anna.locator(".told .words", has_text=bob.locator(".told .words", has_text="Anna").inner_text()).wait_for()
    told = anna.evaluate("recorded.map(({ told }) => told)")
    assert not [words for words in told if re.search(r"\b(vous|votre|vos)\b", words, re.IGNORECASE)]
    assert not [title for title in anna.evaluate("recorded.map(({ title }) => title)") if "À vous" in title]
    assert anna.evaluate("Math.max(...recorded.map(({ offers }) => offers))") == 0
    anna.reload()
    anna.locator(".sentence", has_text=RESIGNED).get_by_role("link", name="Retour à l’étagère").click()
    anna.locator(".shelf").wait_for()


def test_the_board_stays_to_be_read_while_the_house_is_away(visitor: Visitor, house: Running) -> None:
    page = visitor(url=house.door.url, size=(390, 844))
    sit_down(page, CHANCY)
    page.locator(READY).wait_for()
    house.door.shut()
    page.locator(".sentence", has_text="nous revenons").wait_for()
    assert page.locator(".board").is_visible()
    house.door.open()
    page.locator(READY).wait_for()


def test_a_house_that_restarts_says_so_beside_the_board(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context(locale="fr-FR", reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('later', 'yes')")
    page = context.new_page()
    with running_house(tmp_path) as house:
        port = house.house.port
        page.goto(house.url)
        sit_down(page, CHANCY)
        page.locator(READY).wait_for()
    page.locator(".sentence", has_text="La maison redémarre").wait_for()
    assert page.locator(".board").is_visible()
    with running_house(tmp_path, port=port):
        page.locator(READY).wait_for()
    context.close()


NOTED = """
  window.shaken = []; window.notes = []
  navigator.vibrate = (pattern) => shaken.push(pattern)
  window.Notification = class { constructor(words, more) { notes.push(words + ', ' + more.body) } }
  Notification.permission = 'granted'; Notification.requestPermission = async () => 'granted'
"""
HIDE = "Object.defineProperty(document, 'hidden', { get: () => true })"


def test_my_turn_reaches_me(visitor: Visitor) -> None:
    page = visitor(before=lambda page: page.add_init_script(NOTED))
    _, game = sit_down(page, CHANCY)
    page.locator(READY).wait_for()
    assert page.title().startswith("● À vous")
    assert page.locator("link[rel=icon][href='/icons/house-turn.svg']").count() == 1
    page.locator(".round[aria-haspopup]").click()
    page.get_by_role("button", name="Me prévenir à mon tour : non").click()
    page.get_by_role("button", name="Me prévenir à mon tour : oui").wait_for()
    page.locator(".menu").get_by_role("button", name="Fermer").click()
    page.evaluate(HIDE)
    game.until(game.waiting(0, game.waiting(1) + 1))
    page.locator(READY).wait_for()
    page.wait_for_function("() => window.notes.length > 0")
    assert page.evaluate("notes[0]") == f"À vous, {title(CHANCY)}"
    assert page.evaluate("shaken.length") > 0
    page.goto(origin(page))
    page.locator(".shelf").wait_for()
    page.wait_for_function("() => document.title.startsWith('(1) ')")


SHARE = "window.shared = []; navigator.share = async (what) => { shared.push(what) }"


def test_a_link_is_handed_on_by_the_phones_own_sheet(visitor: Visitor, house: Running) -> None:
    page = visitor(before=lambda page: page.add_init_script(SHARE))
    table = new_table(page, QUICK, [{"kind": "me"}, {"kind": "open"}])
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Inviter").click()
    page.get_by_role("button", name="Envoyer le lien").click()
    assert page.evaluate("shared[0].url") == f"{house.elsewhere}/tables/{table}"


def test_a_page_opened_as_localhost_invites_to_the_address_in_the_network(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "lan_address", lambda: "192.168.1.17")
    with running_house(tmp_path, origins=(), lan=True) as house:
        port = house.house.port
        page = visitor(url=f"http://localhost:{port}", size=(390, 844), before=lambda page: page.add_init_script(SHARE))
        table = new_table(page, QUICK, [{"kind": "me"}, {"kind": "open"}])
        page.goto(f"{origin(page)}/tables/{table}")
        page.get_by_role("button", name="Inviter").click()
        page.get_by_role("button", name="Envoyer le lien").click()
        page.locator(".picture svg").wait_for()
        link = f"http://192.168.1.17:{port}/tables/{table}"
        assert page.evaluate("shared[0].url") == read(dark_modules(page)) == link
        page.goto(f"{origin(page)}/tables/{table}?screen")
        page.locator(".way .picture svg").wait_for()
        assert read(dark_modules(page)) == f"{link}?hand"
        ask(page, "POST", f"/tables/{table}/seat-bot", {"seat": 1, "level": "child"})
        ask(page, "POST", f"/tables/{table}/start")
        page.locator("aside.hand .picture svg").wait_for()
        assert read(dark_modules(page)).startswith(f"http://192.168.1.17:{port}/device/")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_where_no_other_device_can_come_an_invitation_says_what_to_do(visitor: Visitor, tmp_path: Path, language: str) -> None:
    with running_house(tmp_path, origins=()) as house:
        page = visitor(url=house.url, size=(390, 844), language=language)
        table = new_table(page, QUICK, [{"kind": "me"}, {"kind": "open"}])
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".actions [aria-expanded]").click()
        page.get_by_text("ludotheque serve --lan").wait_for()
        page.locator(".code").wait_for()
        fits_everywhere(page, "an invitation without an address")
        assert page.locator(".picture, figure button").count() == 0
        page.goto(f"{origin(page)}/tables/{table}?screen")
        page.locator(".way", has_text="ludotheque serve --lan").wait_for()
        assert page.locator(".picture").count() == 0
        ask(page, "POST", f"/tables/{table}/seat-bot", {"seat": 1, "level": "child"})
        ask(page, "POST", f"/tables/{table}/start")
        page.locator("aside.hand", has_text="ludotheque serve --lan").wait_for()
        assert page.locator(".picture").count() == 0


def test_what_somebody_writes_is_seen_on_a_phone_and_counted_until_it_is_read(visitor: Visitor) -> None:
    host, guest = visitor(size=(390, 844)), visitor(size=(390, 844))
    table = new_table(host, QUICK, [{"kind": "me"}, {"kind": "open"}])
    ask(guest, "POST", "/me", {"name": "Malik"})
    ask(guest, "POST", f"/tables/{table}/join", {})
    ask(host, "POST", f"/tables/{table}/start")
    for page in (host, guest):
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".board").wait_for()
    guest.locator(".bottom button").last.click()
    for text in ("Bonjour !", "On joue ?"):
        guest.locator("#chat-field").fill(text)
        guest.keyboard.press("Enter")
        host.locator(".floating .chat", has_text=text).wait_for()
        host.locator("[role=status]", has_text=text).wait_for(state="attached")
    chat = host.locator(".bottom button").last
    host.wait_for_function("() => document.querySelector('.bottom .unread')?.textContent === '2'")
    assert "2 nouveaux mots" in str(chat.text_content())
    assert guest.locator(".unread, .floating .chat").count() == 0, "nobody is told what they said themselves"
    open_to_everybody(host, "a word from somebody")
    chat.click()
    host.locator(".sheet li.chat", has_text="On joue ?").wait_for()
    host.keyboard.press("Escape")
    chat.wait_for()
    assert host.locator(".unread").count() == 0, "what was read is not counted"
    host.reload()
    host.locator(".board").wait_for()
    assert host.locator(".unread, .floating .chat").count() == 0, "nor what was said before"


def test_who_gets_up_alone_finds_a_closed_table_and_nothing_to_open(visitor: Visitor) -> None:
    page = visitor(size=(390, 844))
    table = new_table(page, QUICK, [{"kind": "me"}, {"kind": "open"}])
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Se lever").click()
    page.get_by_text("Cette table est fermée").wait_for()
    page.get_by_role("link", name="étagère").last.wait_for()
    assert page.locator(".bottom, .sheet").count() == 0
