"""The studies that boxes are shipped with: what is played, how it is distilled, and that the files belong to these rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from ludotheque.cli import build
from ludotheque.games import GAMES, HOUSE
from ludotheque.games import game as find_game
from ludotheque.lab import shipped
from ludotheque.lab.shipped import PEOPLE, Counts, distil, fingerprint, plan_of, variants
from ludotheque.lab.study.file import Header, StudyFile
from ludotheque.lab.study.report import CellReport, Quantile, Report, Result, TableReport, report_of
from ludotheque.lab.study.run import play_study
from ludotheque.rules.facts import Facts
from ludotheque.rules.game import Game
from ludotheque.studied import FILE, Studied, read_studied, write_studied
from tests.familiar import CHANCY, HANDS, QUICK
from tests.lab.guests import guests


@pytest.fixture(autouse=True)
def _guests() -> Iterator[None]:
    with guests("tests.lab.coins:GAME"):
        yield


def studied(game: Game, counts: Counts, seed: int = 0) -> Studied:
    plan = plan_of(game, counts, seed)
    study = StudyFile(plan)
    totals = play_study(study, wanted=plan.rounds(1))
    return distil(game, study.header, report_of(study.header, totals), "2026-11-17", "by hand")


# What is played ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", HOUSE)
def test_every_variant_of_the_sheet_and_every_number_of_players_is_played(slug: str):
    game = find_game(slug)
    tables = list(variants(game))
    usual = game.options({})
    assert tables[0] == (game.facts.seats, usual, True)
    assert {players for players, options, _ in tables if options == usual} == set(game.players)
    for option in game.rules.OPTIONS:
        played = {options[option.name] for _, options, _ in tables}
        assert played == ({option.default} if option.clause == "record" else set(option.values)), option.name
    for players, options, often in tables:
        game.blank(players, options)
        assert often or options == usual


def test_a_variant_that_the_usual_number_cannot_play_is_played_by_the_next_that_can():
    """Three are no two teams: four are."""
    game = find_game(HANDS)
    assert {(options["teams"], players) for players, options, often in variants(game) if often} == {(0, 3), (2, 4), (3, 6)}


def test_a_hundred_rounds_are_as_many_games_as_we_say():
    cells = plan_of(find_game(CHANCY)).cells[:4]
    assert [200 * cell.deals for cell in cells] == [1_000_000, 10_000, 2_000, 2_000]
    assert [cell.purpose for cell in cells] == ["play", "play", "level", "memory"]
    assert [str(cell.tables[0].bots[0]) for cell in cells] == ["random", "policy~64", "policy~16", "policy"]


# Distilling -------------------------------------------------------------------------------------------------------------


def by_hand(slug: str, median: int) -> Report:
    """A study of one table, made up."""
    game = find_game(slug)
    results = (
        Result("first", "advantage", 0.0123456, -0.01, 0.03, fair=0.5),
        Result("place", "advantage", -0.0123456, -0.03, 0.01, 1, 0.5),
        Result("luck", "correlation", 1e-18, 0.0, 0.2),
        Result("judged", "part", None),
    )
    quantiles = tuple(Quantile("decisions", part, median, median - 1, median + 1) for part in (0.05, 0.1, 0.5, 0.9))
    lengths = {"decisions": [(10, 1), (median, 398), (90, 1)]}
    seats = game.facts.seats
    usual = TableReport(slug, seats, seats, game.options({}), (str(PEOPLE),) * seats, results, quantiles, lengths)
    hero = TableReport(slug, 2, 2, {}, ("policy", "policy~8"), (Result("hero", "advantage", 0.25, 0.2, 0.3),), (), {})
    cells = (CellReport("play", 200, 400, (usual,)), CellReport("memory", 50, 100, (hero,)))
    return Report("", "", "", 3, cells)


def test_what_is_distilled_is_what_was_found():
    game = find_game(QUICK)
    found = distil(game, Header(plan_of(game, seed=3), version="9", sources="abc"), by_hand(QUICK, 60), "today", "typed")
    assert (found.version, found.sources, found.seed, found.made, found.command) == ("9", "abc", 3, "today", "typed")
    (play,) = found.plays
    assert play.results == {"first": (0.01235, -0.01, 0.03), "place.1": (-0.01235, -0.03, 0.01), "luck": (0.0, 0.0, 0.2)}
    assert (play.games, play.by, play.players) == (400, "policy~64", game.facts.seats)
    assert play.lengths.parts == {"10": (60, 59, 61), "50": (60, 59, 61), "90": (60, 59, 61)}
    assert (play.lengths.first, sum(play.lengths.games), play.lengths.games[0]) == (10, 400, 1)
    (duel,) = found.duels
    assert (duel.what, duel.hero, duel.others, duel.fair, duel.wins) == ("memory", "policy", "policy~8", 0.5, (0.75, 0.7, 0.8))
    assert found.kinds["first"] == "advantage"


def test_people_take_as_long_over_a_decision_as_the_box_says(monkeypatch: pytest.MonkeyPatch):
    game = find_game(QUICK)
    header = Header(plan_of(game))
    for minutes, seconds in ((30, 30.0), (15, 15.0), (None, shipped.PACE)):
        monkeypatch.setitem(vars(game), "facts", Facts(minutes=minutes, seats=2))
        assert distil(game, header, by_hand(QUICK, 60), "", "").seconds == seconds


def test_coins_come_out_as_they_are():
    """What they are is reckoned in test_known_answers; their policy is at random, so skill and memory are worth nothing."""
    found = studied(find_game("coins"), Counts(random=4000, bots=300, duels=200), seed=2)
    assert [play.by for play in found.plays] == ["random", "policy~64"]
    for play in found.plays:
        for name, truth in {"luck": 7 / 15, "seat.0": 1 / 8, "seat.1": -1 / 8, "first": 0.0, "choices": 2.0}.items():
            _, low, high = play.results[name]
            assert low - 1e-9 <= truth <= high + 1e-9, (play.by, name)
    assert {duel.what for duel in found.duels} == {"skill", "memory"}
    for duel in found.duels:
        assert duel.wins[1] <= 0.5 <= duel.wins[2]


def test_what_is_written_is_read_again(tmp_path: Path):
    assert read_studied(tmp_path) is None
    found = studied(find_game("coins"), Counts(20, 2, 2))
    assert write_studied(tmp_path, found) == tmp_path / FILE
    assert read_studied(tmp_path) == found
    (tmp_path / FILE).write_text("{}")
    with pytest.raises(ValueError, match=f"{FILE}: .*missing"):
        read_studied(tmp_path)


# The files --------------------------------------------------------------------------------------------------------------


def of(slug: str) -> Studied:
    found = read_studied(find_game(slug).folder)
    assert found is not None, f"{slug} has no {FILE}: make studies"
    return found


STUDIED = [slug for slug in HOUSE if read_studied(find_game(slug).folder) is not None]
"""Whoever writes a new game need not play it for hours at once."""


@pytest.mark.parametrize("slug", STUDIED)
def test_the_files_belong_to_these_rules(slug: str):
    """By what the rules do, not by how they are written: another comment is no reason to play for hours."""
    game, found = find_game(slug), of(slug)
    assert found.rules == fingerprint(game), f"{slug} plays differently than when it was studied: ludotheque studies {slug}"
    tables = {(players, msgspec.json.encode(options)) for players, options, _ in variants(game)}
    assert {(play.players, msgspec.json.encode(play.options)) for play in found.plays} == tables
    assert found.minutes == game.facts.minutes
    assert (game.folder / FILE).stat().st_size < 60_000


@pytest.mark.parametrize("slug", STUDIED)
def test_a_box_is_shipped_with_as_many_games_as_we_say(slug: str):
    """10,000 games of bots and 1,000,000 at random of every variant of the sheet; a quarter at other numbers of players."""
    game, found = find_game(slug), of(slug)
    played = {(play.players, str(play.options), play.by): play.games for play in found.plays}
    for players, options, often in variants(game):
        for by, games in (("random", 1_000_000), (str(PEOPLE), 10_000)):
            assert played[players, str(options), by] >= (games if often else games // 4), (players, options, by)


def test_another_rule_is_another_digest(monkeypatch: pytest.MonkeyPatch):
    game = find_game("coins")
    before = fingerprint(game)
    assert fingerprint(game) == before
    won = game.rules.won
    monkeypatch.setattr(game.rules, "won", lambda state, seat: not won(state, seat))
    assert fingerprint(game) != before


def test_a_tiny_study_has_the_shape_of_the_file():
    game, found = GAMES[QUICK], of(QUICK)
    tiny = studied(game, Counts(random=20, bots=4, duels=4))
    assert [(play.players, play.options, play.by) for play in tiny.plays] == [
        (play.players, play.options, play.by) for play in found.plays
    ]
    assert [(duel.what, duel.hero, duel.others, duel.fair) for duel in tiny.duels] == [
        (duel.what, duel.hero, duel.others, duel.fair) for duel in found.duels
    ]
    for small, large in zip(tiny.plays, found.plays, strict=True):
        assert small.results.keys() <= large.results.keys(), "few games may not tell something; many do"
        assert large.results.keys() <= set(names(found, large.players))
    assert (tiny.kinds, tiny.rules, tiny.minutes) == (found.kinds, found.rules, found.minutes)


def names(found: Studied, players: int) -> Iterator[str]:
    for name in found.kinds:
        yield from (f"{name}.{seat}" for seat in range(players)) if name in ("seat", "place") else (name,)


def test_the_command_writes_into_the_folder_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Game, "folder", property(lambda self: tmp_path))
    monkeypatch.setattr(shipped, "plan_of", lambda game: plan_of(game, Counts(20, 2, 2)))
    for rounds in (1, 2):  # the second goes on where the first has stopped
        typed = ["studies", "coins", "--rounds", str(rounds), "--folder", str(tmp_path / "kept"), "--workers", "1"]
        done = CliRunner().invoke(build("studies", "warm"), typed)
        assert done.exit_code == 0, done.output
        found = read_studied(tmp_path)
        assert found is not None
        assert [play.games for play in found.plays] == [40 * rounds, 4 * rounds]
        assert found.command == f"ludotheque studies coins --rounds {rounds}"
