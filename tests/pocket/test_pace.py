"""A slow device gives its bots more time, so that they come as far: measured, up to a limit, and said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec
import pytest

from ludotheque.bots.base import Budget
from ludotheque.bots.levels import USUAL, budget_of
from ludotheque.bots.service import worker
from ludotheque.bots.service.messages import Advise, Choose, Chosen
from ludotheque.bots.service.worker import Mind
from ludotheque.games import game as find_game
from ludotheque.pocket import pace
from ludotheque.pocket.pace import LIMIT, Pace
from tests.familiar import QUICK, RACE


def clock(step: float) -> Callable[[], float]:
    """Each look at it is so many seconds after the last."""
    ticks: Iterator[int] = count()
    return lambda: next(ticks) * step


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thoughts that were timed; nobody thinks them."""
    found: list[str] = []
    monkeypatch.setattr(pace, "_think", found.append)
    return found


@pytest.mark.parametrize(("took", "patience"), [(0.1, 1.0), (0.2, 1.0), (0.5, 2.5), (3.0, LIMIT)])
def test_a_slower_device_has_as_much_more_time_up_to_a_limit(thoughts: list[str], took: float, patience: float) -> None:
    measured = Pace({RACE: 0.2}, clock(took))
    assert measured.patience(RACE) == pytest.approx(patience)
    timed = len(thoughts)
    assert measured.patience(RACE) == pytest.approx(patience)
    assert len(thoughts) == timed, "it is measured once"


def test_a_box_without_machine_code_has_all_the_time_there_is(thoughts: list[str]) -> None:
    assert Pace({RACE: 0.2}).patience("a guest's") == LIMIT
    assert thoughts == []


def test_a_box_that_answers_at_once_everywhere_needs_no_more_time(thoughts: list[str]) -> None:
    assert Pace({RACE: 0.001}, clock(3.0)).patience(RACE) == 1.0


def test_the_positions_to_think_of_leave_a_choice() -> None:
    for slug in (QUICK, RACE):
        choices = [len(play.legal()) for play in pace._positions(slug)]
        assert len(choices) == pace.THOUGHTS
        assert min(choices) > 1


@pytest.mark.parametrize("level", USUAL.values(), ids=USUAL)
def test_patience_lengthens_the_seconds_of_every_level_and_no_given_budget(level) -> None:  # type: ignore[no-untyped-def]
    assert budget_of(level, Budget(patience=3.0)) == Budget(seconds=3 * level.seconds, playouts=level.playouts)
    assert budget_of(level, Budget(seconds=0.1, patience=3.0)).seconds == 0.1
    assert budget_of(level, Budget(playouts=5, patience=3.0)).seconds is None


def choosing(**more: int) -> Choose:
    play = find_game(QUICK).new(seed=1)
    seat = play.to_act
    return Choose(QUICK, seat, "goldfish", 1, "", 0, [msgspec.json.encode(play.view(seat))], True, **more)


def test_a_worker_gives_it_to_moves_and_hints_and_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Budget | None] = []
    made, hinted = worker.make_player, worker.hint

    def make(game, seat, level, seed, budget):  # type: ignore[no-untyped-def]
        given.append(budget)
        return made(game, seat, level, seed, Budget(playouts=1))

    def hint(game, seat, views, budget):  # type: ignore[no-untyped-def]
        given.append(budget)
        return hinted(game, seat, views, Budget(playouts=1))

    monkeypatch.setattr(worker, "make_player", make)
    monkeypatch.setattr(worker, "hint", hint)
    mind = Mind(lambda slug: 2.5)
    answer = mind.answer(choosing())
    assert isinstance(answer, Chosen)
    assert (answer.patience, given.pop()) == (2.5, Budget(patience=2.5))
    answer = mind.answer(choosing(playouts=1))
    assert isinstance(answer, Chosen)
    assert (answer.patience, given.pop()) == (1.0, Budget(playouts=1)), "whoever says how long to think is obeyed"
    asked = choosing()
    mind.answer(Advise(asked.game, asked.seat, asked.views))
    last = given.pop()
    assert last is not None
    assert last.seconds == pytest.approx(2.5 * 0.24)
