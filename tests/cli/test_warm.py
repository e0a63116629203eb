"""`ludotheque warm`: everything that bots think with is compiled beforehand, and nothing of it at a table."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ludotheque.cli
from ludotheque.bots import LEVELS, Budget, make_bot
from ludotheque.bots.advice import hint, review
from ludotheque.bots.warm import compile_all, is_warm, trace_of
from ludotheque.cli import warm
from ludotheque.games import HOUSE
from ludotheque.games import game as find_game
from ludotheque.rules.core import View
from tests.familiar import CHANCY, QUICK, RACE


def type_in(*words: str):
    return CliRunner().invoke(ludotheque.cli.app, [*words, "--lang", "en"])


def test_a_box_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not is_warm(RACE)
    first = type_in("warm", RACE, "--no-research")
    assert (first.exit_code, first.stdout) == (0, f"{RACE}: compiled\n")
    assert is_warm(RACE)
    assert not is_warm(CHANCY)
    assert type_in("warm", RACE, "--no-research").stdout == f"{RACE}: was compiled already\n"
    assert not warm.is_warm(RACE, steps=True), "nobody asked for the steps of the vector environment"


@pytest.mark.soak
def test_where_somebody_learns_the_steps_are_compiled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert type_in("warm", QUICK).stdout == f"{QUICK}: compiled\n"
    assert warm.is_warm(QUICK, steps=True)
    assert type_in("warm", QUICK).stdout == f"{QUICK}: was compiled already\n"


def test_the_same_house_elsewhere_or_unpacked_anew_is_cold(tmp_path: Path):
    """Numba would compile it again."""
    for name in ("here", "there"):
        (tmp_path / name).write_text("the same", encoding="utf-8")
        os.utime(tmp_path / name, (1, 1))
    here = trace_of(tmp_path / "here")
    assert here == trace_of(tmp_path / "here")
    assert here != trace_of(tmp_path / "there")
    os.utime(tmp_path / "here", (2, 2))
    assert here != trace_of(tmp_path / "here")


def test_what_cannot_be_compiled_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("NUMBA_OPT", "no such thing")
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    done = type_in("warm", RACE, "--no-research")
    assert done.exit_code == 1
    assert f"{RACE}: could not be compiled" in done.stdout
    assert type_in("warm", "chess").exit_code == 2


@pytest.mark.parametrize("slug", HOUSE)
def test_nothing_is_compiled_or_solved_at_a_warm_table(slug: str):
    """In a new process: what it loads after warming up would have to be made there if the cache had been empty before."""
    code = f"from tests.cli.test_warm import think_on; print(*think_on({slug!r}), sep='\\n', end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def think_on(slug: str) -> list[str]:
    """What is loaded, compiled or solved by each level, a hint and a review, after warming up."""
    from numba.core.dispatcher import Dispatcher

    from ludotheque.rules.native import Native

    compile_all(slug)
    made: list[str] = []
    for kind, name in ((Dispatcher, "compile"), (Native, "keep"), (Native, "kept")):
        setattr(kind, name, noted(name, getattr(kind, name), made))
    game = find_game(slug)
    for seed, (level, players) in enumerate(product(LEVELS, {min(game.players), max(game.players)})):
        play = game.new(players, seed=seed)
        bots = [make_bot(game, seat, level, seat, Budget(playouts=16)) for seat in range(players)]
        views: list[list[View]] = [[] for _ in bots]
        for number in range(60):
            if play.to_act < 0:
                break
            for seat, bot in enumerate(bots):
                views[seat].append(play.view(seat))
                bot.see(play.view(seat))
            if number % 4 == seed % 4:
                hint(game, play.to_act, views[play.to_act], Budget(seconds=0.01))
            play.play(bots[play.to_act].choose(play.view(play.to_act), play.legal()))
        review(play.record(), 0, Budget(seconds=0.01, playouts=16))
    return made


def noted(name: str, method: Callable[..., Any], made: list[str]) -> Callable[..., Any]:
    """The same method, which also writes down that it was called."""

    def call(self: Any, *args: Any) -> Any:
        made.append(f"{name} {getattr(self, '__name__', '')} {args[0]}")
        return method(self, *args)

    return call
