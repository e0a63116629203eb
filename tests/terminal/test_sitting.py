"""An evening at a terminal: what happened is told, and Enter goes on."""

from __future__ import annotations

import io
import os
from contextlib import suppress

import pytest
from rich.console import Console

from ludotheque.bots import make_bot
from ludotheque.games import HOUSE, game
from ludotheque.rules.core import SPECTATOR
from ludotheque.rules.play import Play
from ludotheque.terminal import sitting
from ludotheque.terminal.sitting import Sitting, Stopped
from ludotheque.texts import Words
from tests.familiar import CHANCY


def sit_down(slug: str, rests: list[str], language: str = "en") -> tuple[Sitting, io.StringIO, list[float]]:
    """A person who always plays the first thing, and says this while opponents are looked at."""
    box, file, waited = game(slug), io.StringIO(), list[float]()
    play: Play = box.new(seed=3, named={"first": 0})
    opponents = {seat: make_bot(box, seat, "random", 1) for seat in range(1, play.players)}

    def rest(seconds: float) -> str:
        waited.append(seconds)
        return rests.pop(0)

    words = Words(language, box, ["Anna", *["Ben"] * (play.players - 1)])
    console = Console(file=file, width=100, force_terminal=False)
    return Sitting(play, opponents, words, console, lambda _: "1", 1.5, lambda: None, rest), file, waited


def test_opponents_wait_until_they_were_looked_at_and_one_may_stop_meanwhile() -> None:
    evening, _, waited = sit_down(CHANCY, ["", "", "q"])
    with pytest.raises(Stopped):
        evening.run()
    assert waited == [1.5] * 3


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_last_thing_is_told_to_who_looks(slug: str, language: str) -> None:
    evening, file, _ = sit_down(slug, ["", "", "", "q"], language)
    with suppress(Stopped):  # a short game is over before
        evening.run()
    line = evening.told[-1].now
    piece = next((event.piece for event in evening.happened[0] if event.piece is not None), None)
    assert evening.looking == 0 != SPECTATOR
    told = evening.words.told(line, 0, piece)
    assert " ".join(told.split()) in " ".join(file.getvalue().split())
    if f"told.{line.code}" in evening.words and told == evening.words.line(line):
        assert evening.words(f"told.{line.code}", line.args) == told, "it is told in other words than the log's"


def test_enter_goes_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait is long; only a key can end it."""
    master, slave = os.openpty()
    os.write(master, b" q \n")
    with os.fdopen(slave, "r") as keyboard:
        monkeypatch.setattr(sitting.sys, "stdin", keyboard)
        assert sitting.rest(100_000.0) == "q"
    os.close(master)


def test_without_a_keyboard_it_just_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(sitting.sys, "stdin", io.StringIO("typed"))
    monkeypatch.setattr(sitting.time, "sleep", waited.append)
    assert sitting.rest(2.0) == ""
    assert waited == [2.0]
