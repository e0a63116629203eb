"""What is known of a game comes out of a study within its interval, and intervals hold what they promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt

import numpy as np
import pytest
from examples.tictactoe import GAME as TICTACTOE

from ludotheque.lab.playouts import playouts
from ludotheque.lab.study import intervals
from ludotheque.lab.study.chunks import play_chunk
from ludotheque.lab.study.entrants import Entrant
from ludotheque.lab.study.plan import Cell, Plan, Table
from ludotheque.lab.study.statistics import Estimate, estimate, statistics_of
from ludotheque.lab.study.sums import Total
from ludotheque.rules.state import RUNNING, copy_state
from tests.familiar import CHANCY, QUICK, RACE
from tests.lab.guests import guests

COINS = {"first": 0.0, "seat 0": 1 / 8, "seat 1": -1 / 8, "luck": 7 / 15, "stake": sqrt(1 / 2), "shared": 0.0, "choices": 2.0}
"""By hand. Seat 0 wins with three faces, seat 1 with one, four are left to a choice: 5/8 for seat 0, whose variance is 15/64;
what the face explains of it is 3/8 (3/8)^2 + 1/8 (5/8)^2 + 1/2 (1/8)^2 = 7/64. Two moves differ by a win half the time."""


@pytest.fixture(autouse=True)
def _guests() -> Iterator[None]:
    with guests("examples.tictactoe:GAME", "tests.lab.coins:GAME"):
        yield


def random_table(slug: str, players: int = 2, **options: int) -> Table:
    return Table(slug, players, options, (Entrant("random"),) * players)


def total(table: Table, deals: int, start: int = 0, chunks: int = 1, seed: int = 0) -> Total:
    found = Total()
    for number in range(chunks):
        found.add(play_chunk(Plan((Cell((table,), deals),), seed), 0, (start + number) * deals, deals))
    return found


def measured(table: Table, found: Total) -> dict[str, Estimate | None]:
    return {
        one.name if one.seat is None else f"{one.name} {one.seat}": estimate(one, found, 0, table) for one in statistics_of(table)
    }


def holds(found: Estimate | None, truth: float) -> bool:
    return found is not None and found.interval[0] <= truth <= found.interval[1]


def test_the_coins_come_out_as_they_are():
    table = random_table("coins")
    found = measured(table, total(table, 5000, chunks=4, seed=3))
    assert {name: found[name] for name, truth in COINS.items() if not holds(found[name], truth)} == {}
    for name in ("luck", "seat 0", "stake"):
        low, high = found[name].interval
        assert high - low < 0.06, name


@pytest.mark.parametrize("name", ["first", "seat 0", "luck", "stake"])
def test_intervals_of_small_studies_hold_the_truth_as_often_as_they_say(name: str, scaled: Callable[[int], int]):
    """95 in a hundred; of the root of a mean square a little more, since it is never below nought."""
    table, studies = random_table("coins"), max(scaled(1000), 200)
    statistic = next(one for one in statistics_of(table) if (one.name if one.seat is None else f"{one.name} {one.seat}") == name)
    held = sum(
        holds(estimate(statistic, total(table, 80, start=number, seed=11), 0, table), COINS[name]) for number in range(studies)
    )
    noise = 3 * sqrt(0.95 * 0.05 / studies)
    assert 0.945 - noise <= held / studies <= min(0.965 + noise, 1.0)


# Tic-tac-toe ---------------------------------------------------------------------------------------------------------


@cache
def tictactoe_at_random() -> dict[str, float]:
    """Who wins and how long it takes, by going through all positions."""
    rules, engine = TICTACTOE.rules, TICTACTOE.engine
    reached = {(0, 0): (1.0, TICTACTOE.new(named={"first": 0}).state)}
    first = shared = length = 0.0
    for _ in range(9):
        further: dict[tuple[int, int], tuple[float, object]] = {}
        for chance, state in reached.values():
            buffer = [0] * 9
            count = rules.legal(state, buffer)
            for action in buffer[:count]:
                after = copy_state(state)
                engine.step(after, action)
                weight = chance / count
                if after.ended != RUNNING:
                    wins = [engine.wins(after, seat) for seat in (0, 1)]
                    shared += weight * all(wins)
                    first += weight * wins[0] / sum(wins)
                    length += weight * after.entries
                else:
                    key = (after.marks[0], after.marks[1])
                    further[key] = (further.get(key, (0.0, after))[0] + weight, after)
        reached = further
    spread = 1 / 4 - shared / 4
    return {"first": first - 0.5, "shared": shared, "entries": length, "luck": (first - 0.5) ** 2 / spread}


def test_tictactoe_is_as_everybody_knows():
    assert tictactoe_at_random()["shared"] == pytest.approx(8 / 63)
    assert tictactoe_at_random()["first"] + 0.5 == pytest.approx(737 / 1260 + 4 / 63)
    table = random_table("tictactoe")
    found = measured(table, total(table, 5000, chunks=4))
    assert {name: found[name] for name, truth in tictactoe_at_random().items() if not holds(found[name], truth)} == {}
    assert found["changes"].value == found["drama"].value == found["limited"].value == 0
    assert found["turns"].value == found["decisions"].value == found["entries"].value
    assert holds(found["seat 0"], 0.0)


# Against what the house knows already -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), [(CHANCY, 3), (QUICK, 2), (RACE, 2)])
def test_random_games_are_as_long_as_simulate_says(slug: str, players: int):
    from ludotheque.games import game as find_game

    table = random_table(slug, players, **find_game(slug).options({}))
    found = measured(table, total(table, 1000, chunks=2))
    tally = playouts(slug, players=players, games=4000, seed=5)
    for name, theirs, error in [
        ("entries", tally.mean_entries, tally.mean_entries_error),
        ("first", tally.first_rate()[0] - 1 / players, tally.first_rate()[1]),
        *((f"seat {seat}", tally.win_rate(seat)[0] - 1 / players, tally.win_rate(seat)[1]) for seat in range(players)),
    ]:
        ours = found[name]
        assert abs(ours.value - theirs) < 4 * sqrt(ours.error**2 + error**2), name
    assert found["decisions"].value == pytest.approx(tally.decisions / tally.games, rel=0.1)


# Intervals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deals", "t"), [(6, 2.571), (11, 2.228), (31, 2.042), (101, 1.984), (100_000, 1.960)])
def test_students_t_is_as_in_the_tables(deals: int, t: float):
    assert intervals.student(deals) == pytest.approx(t, abs=0.004)


def test_the_interval_of_a_share_is_wilsons_when_games_are_independent():
    for won, games in [(8, 10), (60, 100)]:
        p = won / games
        n, z = games, intervals.student(games)
        low, high = intervals.share(p, sqrt(p * (1 - p) / n), games, games)
        middle, reach = (p + z * z / 2 / n) / (1 + z * z / n), z * sqrt(p * (1 - p) / n + z * z / 4 / n / n) / (1 + z * z / n)
        assert (low, high) == pytest.approx((middle - reach, middle + reach))
    assert intervals.share(0.0, 0.0, 100, 200)[1] == pytest.approx(0.0193, abs=0.001)


def test_quantiles_lie_within_their_intervals_and_narrow():
    histogram = [(value, 10) for value in range(100)]
    middle, low, high = intervals.quantile(histogram, 0.5, 500)
    assert low < middle == 49 < high
    many = intervals.quantile([(value, 1000) for value in range(100)], 0.5, 50_000)
    assert many[2] - many[1] < high - low


def test_who_looks_all_the_time_is_still_wrong_no_more_often_than_said(scaled: Callable[[int], int]):
    """A coin that is tossed on and on: an interval for one time fixed before fails often, the sequence does not."""
    runs, looks = max(scaled(2000), 400), range(100, 4001, 50)
    tossed = np.random.default_rng(5).random((runs, 4000)) < 0.3
    kept, fixed = 0, 0
    for run in tossed:
        heads = run.cumsum()
        strayed = strayed_fixed = False
        for n in looks:
            mean = heads[n - 1] / n
            error = sqrt(mean * (1 - mean) / (n - 1))
            strayed |= abs(mean - 0.3) > intervals.at_all_times(error, n, intervals.patience(0.02))
            strayed_fixed |= abs(mean - 0.3) > 1.96 * error
        kept += not strayed
        fixed += not strayed_fixed
    assert kept / runs > 0.95 - 3 * sqrt(0.05 * 0.95 / runs)
    assert fixed / runs < 0.9
