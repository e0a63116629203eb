"""What to expect of a box: on its page, for the table that is being set up, and for designers side by side."""

from __future__ import annotations

from typing import Any

from ludotheque.games import GAMES
from ludotheque.studied import StudiedPlay, read_studied
from ludotheque.texts import Words
from tests.familiar import MEMORY, QUICK, title
from tests.web.axe import open_in_another_language, open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fits import misfits
from tests.web.hands import origin


def usual_play(slug: str, at: int = 0) -> tuple[float, StudiedPlay]:
    """Seconds for a decision, and the play of bots at the usual table (or the so-manyth one that was studied)."""
    found = read_studied(GAMES[slug].folder)
    assert found is not None
    return found.seconds, [play for play in found.plays if play.by != "random"][at]


def minutes(slug: str, part: str, at: int = 0) -> int:
    seconds, play = usual_play(slug, at)
    return int(play.lengths.parts[part][0] * seconds / 60 + 0.5)


def come_near(page: Any) -> Any:
    page.locator(".expected").evaluate("one => one.scrollIntoView()")
    section = page.locator(".expect")
    section.locator("h3").nth(3).wait_for()
    return section


def test_a_box_says_what_to_expect_of_the_table_that_is_set_up(visitor: Visitor) -> None:
    page = visitor(f"/games/{MEMORY}", size=(390, 844))
    section = come_near(page)
    told = section.locator("section").first.locator("p").first
    assert f"de {minutes(MEMORY, '10')} à {minutes(MEMORY, '90')} minutes" in told.inner_text()
    assert section.get_by_role("table").count() == 3
    assert section.get_by_role("row").count() > 20, "bars, places and numbers of players are tables as well as drawings"
    rows = section.get_by_role("table").nth(1).get_by_role("row")
    assert rows.count() == 1 + usual_play(MEMORY)[1].players
    open_to_everybody(page, "what to expect")
    faults = list(misfits(page))
    assert not faults, "\n".join(faults)

    page.locator(".options").get_by_role("switch").first.press("Enter")  # by keyboard: the first option of the box
    section.locator("[role=status]", has_text="oui").wait_for()
    assert f"de {minutes(MEMORY, '10', 1)} à {minutes(MEMORY, '90', 1)} minutes" in told.inner_text()
    page.locator(".level").last.click()  # one more bot: together they were not studied
    section.locator("[role=status]", has_text="n’a pas été jouée").wait_for()
    link = section.get_by_role("link")
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name=title(MEMORY)).wait_for()
    assert page.url.endswith(f"/games/{MEMORY}/study")


def test_designers_see_everything_side_by_side(visitor: Visitor) -> None:
    page = visitor(size=(1280, 900))
    page.get_by_role("link", name="Ce que font les règles").click()
    page.locator("fieldset").nth(1).wait_for()
    page.goto(f"{origin(page)}/games/{QUICK}/study")
    page.locator("fieldset").nth(1).wait_for()
    open_to_everybody(page, "measurements")
    french = Words("fr")
    for name in usual_play(QUICK)[1].results:
        plain, _, seat = name.partition(".")
        said = french(f"study.name.{plain}", {"seat": int(seat or 0)})
        assert page.get_by_role("table").filter(has_text=said).count() >= 1, said
    starting = page.get_by_role("table").filter(has_text=french("study.name.first"))
    assert starting.get_by_role("row").count() == 2
    assert french("study.means.first") in starting.inner_text()

    page.keyboard.press("Tab")
    add = page.get_by_role("button", name="Ajouter une table")
    add.focus()
    page.keyboard.press("Enter")
    assert starting.get_by_role("row").count() == 3
    who = page.get_by_label("Qui joue").nth(2)
    who.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    seconds, _ = usual_play(QUICK)
    assert seconds
    assert "hasard" in who.evaluate("one => one.selectedOptions[0].textContent")
    page.get_by_role("button", name="Retirer la table A").press("Enter")
    assert starting.get_by_role("row").count() == 2
    faults = list(misfits(page))
    assert not faults, "\n".join(faults)


def test_in_english_too(visitor: Visitor) -> None:
    page = visitor(f"/games/{MEMORY}", language="en-GB")
    section = come_near(page)
    assert section.get_by_role("heading", name="What to expect").count() == 1
    open_in_another_language(page, "what to expect")
    page.goto(f"{origin(page)}/games/{MEMORY}/study")
    page.locator("fieldset").nth(1).wait_for()
    assert page.get_by_text("Advantage of starting").count() >= 1
    open_in_another_language(page, "measurements")
