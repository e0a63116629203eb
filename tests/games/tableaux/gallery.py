"""The board of Tableaux at every size: positions laid into the page's own conversation, and measured part by part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.games import GAMES
from ludotheque.rules.core import OVER, Json, Move
from ludotheque.rules.play import Play

SCREENS = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
LARGE_LETTERS = ((390, 844), (1440, 900))
TABLES = ((2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (4, 2), (6, 2), (6, 3))
"""How many play, and in how many teams."""
TO_THE_END = ((2, 0), (3, 0), (6, 2))
"""Those that are looked at until the end: the fewest, the most that one alone can win, the most that a team can."""
MEASURE = (Path(__file__).parent / "gallery.js").read_text("utf-8")
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"


def related(one: str, other: str) -> bool:
    """Whether two cards could lie in one tableau."""
    return sum(a == b for a, b in zip(one.split("-"), other.split("-"), strict=True)) == 1


def sensible(play: Play) -> Move:
    """A move that gets on: lay what fits, keep what belongs together."""
    kinds = ("lay_hand", "lay", "start", "draw", "discard")
    legal = {kind: [move for move in play.legal() if move.type == kind] for kind in kinds}
    hand = list(play.view(play.to_act).hand)  # type: ignore[attr-defined]
    friends = {card: sum(related(card, other) for other in hand) for card in hand}
    if legal["start"]:
        return max(legal["start"], key=lambda move: friends[move["card"]])
    if legal["lay_hand"] or legal["lay"] or legal["draw"]:
        return (legal["lay_hand"] + legal["lay"] + legal["draw"])[0]
    return min(legal["discard"], key=lambda move: friends[move["card"]]) if legal["discard"] else play.legal()[0]


def game(players: int, teams: int) -> Iterator[Play]:
    """A whole game, moment by moment."""
    rules = GAMES["tableaux"]
    play = rules.new(players, seed=5, named={"first": 0}, **rules.options({"teams": teams}))
    while play.to_act != OVER:
        yield play
        play.play(sensible(play))
    yield play


def position(players: int, teams: int, wanted: Callable[[Any], bool]) -> Play:
    """The last moment of a game at which a view of the first seat is as wanted."""
    found = None
    for play in game(players, teams):
        if wanted(play.view(0)):
            found = play.copy()
    assert found is not None
    return found


MOMENTS: dict[str, Callable[[Any], bool]] = {
    "a card to lay": lambda view: view.to_act == 0 and view.phase == "play" and len(view.tricks) < 9,
    "many are won": lambda view: view.phase == "turn" and view.pile + view.discard > 0,
    "the end": lambda view: view.outcome is not None,
}


def lay_out(page: Any, play: Play) -> None:
    """From now on the page is welcomed to this position of its table."""
    page.unroute_all()
    legal = [{"move": move.to_json()} for move in play.legal()] if play.to_act == 0 else []
    shown: Json = {"view": json.loads(msgspec.json.encode(play.view(0))), "legal": legal}

    def converse(socket: Any) -> None:
        server = socket.connect_to_server()

        def answer(text: str) -> None:
            message = json.loads(text)
            if message["type"] == "welcome":
                message |= shown
            if message["type"] != "view":
                socket.send(json.dumps(message))

        server.on_message(answer)

    page.route_web_socket("**/api/**", converse)


def every_part_is_seen_whole_at_every_size(visitor: Any) -> None:
    from tests.web.hands import new_table, origin

    page = visitor(size=SCREENS[0])
    levels = ("goldfish", "child", "adult", "elephant", "adult")
    faults = []
    for players, teams in TABLES:
        seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in levels[: players - 1])]
        table = new_table(page, "tableaux", seats, start=True, options={"teams": teams})
        for moment, wanted in list(MOMENTS.items())[: 3 if (players, teams) in TO_THE_END else 1]:
            lay_out(page, position(players, teams, wanted))
            page.goto(f"{origin(page)}/tables/{table}")
            page.locator(".board .trophies").wait_for()
            for letters, screens in ((100, SCREENS), (200, LARGE_LETTERS)):
                page.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
                for width, height in screens:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(SETTLED)
                    where = f"{players} players, {teams} teams, {moment}, {width} x {height}, letters at {letters} %"
                    faults += [f"{where}: {fault}" for fault in page.evaluate(MEASURE, letters > 100)]
            page.evaluate("document.documentElement.style.fontSize = ''")
    assert not faults, "\n".join(faults)


def partners_can_be_helped_from_a_phone_that_is_a_hand(visitor: Any) -> None:
    """tableaux.18: a card may go on a partner's tableau, so partners are shown there, and no other opponents."""
    from tests.web.fingers import BOT
    from tests.web.hands import new_table, origin

    def helping(play: Play) -> list[Move]:
        return [move for move in play.legal() if play.to_act == 0 and move.type == "lay" and move["on"] != 0]

    page = visitor(size=(390, 844))
    table = new_table(page, "tableaux", [{"kind": "me"}, *[BOT] * 5], start=True, options={"teams": 2})
    play = next(play for play in game(6, 2) if helping(play))
    lay_out(page, play)
    page.goto(f"{origin(page)}/tables/{table}?hand")
    page.locator(".held").first.wait_for()
    assert sorted(page.locator(".other").evaluate_all("all => all.map(one => one.dataset.seat)")) == ["2", "4"]
    move = helping(play)[0]
    page.locator(".held").nth(list(play.view(0).hand).index(move["card"])).click()  # type: ignore[attr-defined]
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        target = page.locator(f".other[data-seat='{move['on']}'] .target")
        target.click(trial=True)
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 44, (width, height, box)


def a_few_keys_make_any_move_and_the_focus_is_never_lost(visitor: Any) -> None:
    """A number and Enter, with an arrow between them at most; from one move to the next nobody has to look for the focus."""
    from tests.web.fingers import BOT, sit_down

    page = visitor(size=(390, 844))
    _, game = sit_down(page, "tableaux", *[BOT] * 5)
    game.until(game.waiting(0))
    game.people[0].ready(game.play)
    page.locator(".held").first.focus()
    kinds: dict[str, int] = {}
    while len(kinds) < 4 and game.at < game.length:
        at = game.waiting(0)
        game.until(at)
        game.people[0].ready(game.play)
        move = game.record["moves"][at]["move"]
        pressed = press(page, list(game.play.view(0).hand), move)  # type: ignore[attr-defined]
        assert len(pressed) <= 3, f"{move} took {pressed}"
        kinds[move["type"]] = len(pressed)
        game.made()
        page.wait_for_function("seq => document.querySelector('.board') && !document.querySelector('.sentence.pending')", arg=0)
        assert page.evaluate("!!document.activeElement?.closest('.board')"), f"the focus is lost after {move}"
    assert set(kinds) == {"start", "draw", "lay", "discard"}, kinds


def press(page: Any, hand: list[str], move: Json) -> list[str]:
    """The keys of one move, pressed."""
    target = {"draw": f".pile >> nth={int(move.get('from') == 'discard')}", "discard": ".pile >> nth=1"}.get(
        move["type"], ".wait"
    )
    keys = [] if move["type"] == "draw" else [str(hand.index(move["card"]) + 1)]
    for key in keys:
        page.keyboard.press(key)
    there = "target => target === document.activeElement"
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", *keys):
        if page.locator(target).evaluate(there):
            break
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press(arrow)
        if page.locator(target).evaluate(there):
            keys.append(arrow)
            break
        before.evaluate("one => one.focus()")  # a wrong guess of the test's is not counted: a person sees where it is
    assert page.locator(target).evaluate(there), f"{move}: the keys {keys} do not lead there"
    page.keyboard.press("Enter")
    return [*keys, "Enter"]
