"""The ladder: the same deals for all, seats in turn, and figures that follow from the games."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import ludotheque
from ludotheque import records
from ludotheque.bots import Budget, bot_names, parts
from ludotheque.games import GAMES
from ludotheque.lab.bouts import EARLIER, Bout, bout, ladder_names, make_entrant
from ludotheque.lab.ladder import Pairing, climb, elo, pairings, tasks
from tests.familiar import CHANCY, MEMORY


def test_pairings_share_their_deals_and_rotate_the_seats():
    planned = list(tasks(CHANCY, {}, pairings(["random", "child", "adult"], False), 3, 6, 10, {}))
    assert len(planned) == 3 * 6
    assert Counter(task.seed for task in planned) == {10: 9, 11: 9}
    for task in planned:
        (seat,) = task.seats
        assert task.names[seat] != task.names[seat - 1]
        assert len(set(task.names)) == 2
    assert {(task.seed, task.seats) for task in planned if task.pairing == 0} == {(s, (at,)) for s in (10, 11) for at in range(3)}


@pytest.mark.parametrize("slug", GAMES)
def test_the_elephant_of_before_still_plays_and_no_table_offers_it(slug: str):
    assert not set(EARLIER) & set(bot_names())
    played = ludotheque.game(slug)
    play = played.new(seed=4)
    seat = play.to_act
    bots = {name: make_entrant(played, seat, name, 1, Budget(playouts=16)) for name in ("elephant", *EARLIER)}
    found = {}
    for name, bot in bots.items():
        bot.see(play.view(seat))
        found[name] = bot.choose(play.view(seat), play.legal())
        assert found[name] in play.legal()
        assert hasattr(bot, "weigh")
    if parts.module(played, "bots.earlier") is None:
        assert len(set(found.values())) == 1, "where nothing has changed it is today's"
    else:
        basis = {name: bot.basis(play.view(seat)) for name, bot in bots.items()}  # type: ignore[attr-defined]
        assert basis["elephant-1"] == "playouts"
        assert basis["elephant"] in ("exact", "positions"), "it rests on something better now"


def test_neighbours_meet_only_neighbours():
    assert pairings(["random", "child", "adult"], True) == [("child", "random"), ("adult", "child")]


def test_a_ladder_plays_counts_and_keeps_its_records():
    kept = []
    seen = []
    board = climb(
        CHANCY,
        players=2,
        options=ludotheque.game(CHANCY).options({}),
        pairs=[("elephant", "random"), ("cheat", "plain")],
        games=2,
        budgets=dict.fromkeys(ladder_names(), Budget(playouts=20)),
        workers=1,
        progress=lambda done, of: seen.append((done, of)),
        keep=kept.append,
    )
    assert [pairing.games for pairing in board] == [2, 2]
    assert seen[-1] == (4, 4)
    assert [[seat["name"] for seat in record["seats"]] for record in kept[:2]] == [["elephant", "random"], ["cheat", "plain"]]
    for record in kept:
        records.check(record)


def test_every_pairing_and_every_seat_plays_the_same_deals():
    kept = []
    climb(
        MEMORY,
        players=2,
        options=ludotheque.game(MEMORY).options({"quick": True}),
        pairs=[("goldfish", "random"), ("elephant", "random")],
        games=4,
        seed=30,
        budgets=dict.fromkeys(ladder_names(), Budget(playouts=4)),
        workers=1,
        keep=kept.append,
    )
    names = [tuple(seat["name"] for seat in record["seats"]) for record in kept]
    for deal in range(2):
        played = kept[4 * deal : 4 * deal + 4]
        assert all(record["deal"] == played[0]["deal"] for record in played)
        first, second = ("goldfish", "random"), ("elephant", "random")
        assert names[4 * deal : 4 * deal + 4] == [first, second, first[::-1], second[::-1]]
    assert kept[0]["deal"] != kept[4]["deal"]


def test_the_workers_of_a_ladder_that_is_killed_leave_with_it():
    """Killed after its first game, with many more to come."""
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    workers = [Path(f"/proc/{worker}") for worker in done.stdout.split()]
    assert workers, done.stderr
    until = time.monotonic() + 120
    while any(worker.exists() for worker in workers):
        assert time.monotonic() < until, "a worker is still there"
        time.sleep(0.1)


KILLED = """
import multiprocessing, os, signal
import ludotheque
from ludotheque.lab.ladder import climb
from tests.familiar import RACE

def kill(done, of):
    print(*(worker.pid for worker in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    options, pairs = ludotheque.game(RACE).options({}), [("random", "random")]
    climb(RACE, players=2, options=options, pairs=pairs, games=20_000, workers=1, progress=kill)
"""


def has(slug, part):
    return parts.module_name(GAMES[slug], part) is not None


HIDING = [slug for slug in GAMES if has(slug, "cheat")]
"""Games that say what there is to see beyond what an elephant knows."""
REMEMBERED = [slug for slug in GAMES if has(slug, "bots.notebook") and slug not in HIDING]
"""Games in which whoever forgets nothing knows everything: they have a notebook, and no `cheat.py`."""


@pytest.mark.parametrize("slug", REMEMBERED)
def test_where_nothing_is_hidden_from_who_forgets_nothing_a_cheat_plays_as_elephant_does(slug):
    game = ludotheque.game(slug)
    honest, cheating = (
        bout(game, game.options({}), [name, "goldfish"], 6, [Budget(playouts=12)] * 2).record["moves"]
        for name in ("elephant", "cheat")
    )
    assert cheating == honest, "more is hidden than an elephant knows: `cheat.py` says what (docs/strength.md, the ladder)"


@pytest.mark.parametrize("slug", HIDING)
def test_where_something_is_hidden_a_cheat_gains_by_seeing_it(slug):
    game = ludotheque.game(slug)
    won = 0.0
    for seed in range(6):
        names = ["cheat", "elephant"] if seed % 2 == 0 else ["elephant", "cheat"]
        won += bout(game, game.options({}), names, seed // 2, [Budget(playouts=24)] * 2).shares[seed % 2]
    assert won >= 4


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(8, 10, 0.4902, 0.9433), (0, 5, 0.0, 0.4345), (60, 100, 0.5020, 0.6906)]
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert Pairing("a", "b", 2, games=games, won=float(won)).interval == pytest.approx((low, high), abs=2e-4)


def test_a_shared_win_counts_in_parts_for_the_seat_of_the_first():
    pairing = Pairing("a", "b", 3)
    pairing.count(Bout({}, (0.5, 0.0, 0.5)), [2])
    pairing.count(Bout({}, (1.0, 0.0, 0.0)), [1])
    assert (pairing.games, pairing.won, pairing.rate) == (2, 0.5, 0.25)


def test_the_interval_holds_the_rate_and_narrows():
    few, many = Pairing("a", "b", 2), Pairing("a", "b", 2)
    for number in range(400):
        (few if number < 40 else many).count(Bout({}, (1.0, 0.0) if number % 4 else (0.0, 1.0)), [0])
    for pairing in (few, many):
        low, high = pairing.interval
        assert low < pairing.rate < high
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]


def test_elo_gives_three_wins_in_four_about_190_points():
    board = [Pairing("b", "a", 2, games=4000, won=3000.0), Pairing("c", "b", 2, games=4000, won=3000.0)]
    ratings = elo(board)
    assert ratings["a"] == 0
    assert ratings["b"] == pytest.approx(191, abs=2)
    assert ratings["c"] == pytest.approx(382, abs=4)
