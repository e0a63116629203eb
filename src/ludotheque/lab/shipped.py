"""The studies that every box is shipped with: what is played, and how it becomes the small file in the game's folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ludotheque.lab.study.charts import bars
from ludotheque.lab.study.entrants import Entrant
from ludotheque.lab.study.file import Header
from ludotheque.lab.study.plan import Cell, Plan, Purpose, Table, duel
from ludotheque.lab.study.report import CellReport, Report, Result, TableReport
from ludotheque.rules.core import Fault, Options
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.state import RUNNING
from ludotheque.studied import Found, Studied, StudiedDuel, StudiedLengths, StudiedPlay

RANDOM, HASTY, PEOPLE, SHARP = Entrant("random"), Entrant("policy", span=16.0), Entrant("policy", span=64.0), Entrant("policy")
"""Who plays: any move; or what comes to mind first, with a memory of 16 entries, of 64 (more than a child's, less than an
adult's), or for ever."""
DUELS: tuple[tuple[Purpose, Entrant, Entrant], ...] = (("level", HASTY, RANDOM), ("memory", SHARP, HASTY))
"""What good sense is worth without much of a memory, and what remembering is worth to those who have it."""
PARTS = {0.1: "10", 0.5: "50", 0.9: "90"}
PACE = 10.0
"""Seconds that people take over a decision where no box says how long a game is."""
OURS = "record"
"""The clause of an option that no clause of the sheet offers: a help of the house, which changes no game."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Deals of one round, each played twice, for a variant at its usual number of players; other numbers get a quarter of it."""

    random: int = 5_000
    bots: int = 50
    duels: int = 10


USUAL = Counts()


def variants(game: Game) -> Iterator[tuple[int, dict[str, bool | int], bool]]:
    """The tables worth showing, and whether each is played often.

    Those are every variant of the sheet at the usual number of players (or the next that fits); the usual variant at every
    other number of players is played less often.
    """
    usual = game.options({})
    seen: list[dict[str, bool | int]] = []
    sheet = {option.name for option in game.rules.OPTIONS if option.clause != OURS}
    for _, options in game.variants():
        chosen = {**usual, **{name: value for name, value in options.items() if name in sheet}}
        if chosen not in seen:
            seen.append(chosen)
    for options in sorted(seen, key=lambda one: one != usual):
        fitting = [players for players in game.players if _fits(game, players, options)]
        yield min(fitting, key=lambda players: (abs(players - game.facts.seats), players)), options, True
    for players in game.players:
        if players != game.facts.seats and _fits(game, players, usual):
            yield players, usual, False


def _fits(game: Game, players: int, options: Options) -> bool:
    try:
        game.blank(players, options)
    except Fault:
        return False
    return True


def plan_of(game: Game, counts: Counts = USUAL, seed: int = 0) -> Plan:
    """What is played for a box; a hundred rounds are a million random games and ten thousand among bots of each variant."""
    cells = []
    for players, options, often in variants(game):
        part = 1 if often else 4
        everybody = [Table(game.slug, players, options, (who,) * players) for who in (RANDOM, PEOPLE)]
        cells.append(Cell((everybody[0],), -(-counts.random // part)))
        cells.append(Cell((everybody[1],), -(-counts.bots // part)))
        for purpose, hero, others in DUELS:
            cells.append(Cell((duel(everybody[0], hero, others),), -(-counts.duels // part), purpose=purpose))
    return Plan(tuple(cells), seed)


# What the rules do -----------------------------------------------------------------------------------------------------


def fingerprint(game: Game, games: int = 8) -> str:
    """A digest of what the rules do: deals, entries and results of a few careful random games of every table that is shown."""
    digest = hashlib.sha256()
    buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))
    for players, options, _ in variants(game):
        for number in range(games):
            state, dice = game.blank(players, options), new_dice(number)
            game.rules.deal(state, dice)
            digest.update(msgspec.json.encode(game.rules.dealt(state)))
            while state.ended == RUNNING:
                action = game.engine.next_entry(state, buffer, dice, True)
                digest.update(b"%d " % action)
                game.engine.step(state, action)
            digest.update(msgspec.json.encode(game.outcome(state)))
    return digest.hexdigest()[:16]


# Distilling ------------------------------------------------------------------------------------------------------------


def distil(game: Game, header: Header, report: Report, made: str, command: str) -> Studied:
    """What a page needs of a study."""
    plays = [_play(cell) for cell in report.cells if cell.purpose == "play"]
    return Studied(
        version=header.version,
        made=made,
        command=command,
        seed=header.plan.seed,
        sources=header.sources,
        rules=fingerprint(game),
        seconds=seconds_of(game, plays),
        minutes=game.facts.minutes,
        kinds={result.name: result.kind for cell in report.cells for table in cell.tables for result in table.results},
        plays=plays,
        duels=[_duel(cell, hero) for cell, hero in _heroes(report)],
    )


def seconds_of(game: Game, plays: list[StudiedPlay]) -> float:
    """How long people take over a decision: so long that half of the usual games last no longer than the box says.

    A box that says nothing is played at the pace of the house.
    """
    usual = (game.facts.seats, game.options({}), str(PEOPLE))
    for play in plays:
        if game.facts.minutes is not None and (play.players, play.options, play.by) == usual:
            return round(60 * game.facts.minutes / play.lengths.parts["50"][0], 1)
    return PACE


def _play(cell: CellReport) -> StudiedPlay:
    table = cell.tables[0]
    results = {_name(result): _found(result) for result in table.results if result.value is not None}
    return StudiedPlay(table.players, table.options, table.bots[0], cell.games, results, _lengths(table))


def _heroes(report: Report) -> Iterator[tuple[CellReport, Result]]:
    """The duels, and what became of who is looked at; a single deal tells nothing."""
    for cell in report.cells:
        hero = cell.tables[0].find("hero")
        if hero is not None and hero.value is not None:
            yield cell, hero


def _duel(cell: CellReport, hero: Result) -> StudiedDuel:
    table = cell.tables[0]
    fair = 1 / table.sides
    return StudiedDuel(
        players=table.players,
        options=table.options,
        what="memory" if cell.purpose == "memory" else "skill",
        hero=table.bots[0],
        others=next(bot for bot in table.bots if bot != table.bots[0]),
        games=cell.games,
        fair=_short(fair),
        wins=_found(hero, fair),
    )


def _lengths(table: TableReport) -> StudiedLengths:
    drawn = bars(table.lengths["decisions"])
    parts = {
        PARTS[one.part]: (float(one.value), float(one.low), float(one.high))
        for one in table.quantiles
        if one.of == "decisions" and one.part in PARTS
    }
    return StudiedLengths(drawn.first, drawn.size, drawn.games, parts)


def _name(result: Result) -> str:
    return result.name if result.seat is None else f"{result.name}.{result.seat}"


def _found(result: Result, more: float = 0.0) -> Found:
    assert result.value is not None
    assert result.low is not None
    assert result.high is not None
    return _short(result.value + more), _short(result.low + more), _short(result.high + more)


def _short(value: float) -> float:
    """With as many digits as a page may ever show."""
    return float(f"{value:.4g}") if abs(value) > 1e-9 else 0.0
