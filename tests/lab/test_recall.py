"""The recall bench: memories that are known come out as they are, from what is believed and from moves alone."""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec
import pytest
from typer.testing import CliRunner

from ludotheque import cli
from ludotheque.bots.memory import Memory, Recall
from ludotheque.lab.recall import drawn
from ludotheque.lab.recall.beliefs import Examiner, Life, class_of, span_of
from ludotheque.lab.recall.bench import Agent, Part, Played, RecallReport, Recollection, Span, play_one, recollection
from ludotheque.lab.recall.fitting import fit_span, span_minds, table_of
from ludotheque.lab.recall.witness import Mind, listen
from ludotheque.lab.study.entrants import read_entrant
from tests.familiar import MEMORY, QUICK, RACE

MOMENT = "policy~0.01"
"""Knows what it saw a moment ago, and nothing else."""


def plays(agent: str, slug: str, games: int) -> list[Played]:
    return [play_one(read_entrant(agent), slug, 5, number) for number in range(games)]


def by_moves(agent: str, slug: str, games: int) -> Span:
    """Nothing is handed on but records and the seat."""
    heard = [listen(played.record, played.seat, span_minds()) for played in plays(agent, slug, games)]
    return Span(*fit_span([table_of(one, len(span_minds())) for one in heard])[0])


def within(span: Span, truth: float) -> bool:
    return span.low <= truth and (span.high < 0 or truth <= span.high)


# From beliefs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [MEMORY, RACE])
def test_a_memory_that_lasts_so_long_is_found_to_last_so_long(slug: str):
    found = recollection_of_beliefs("policy~16", slug, 12)
    assert found.believed_span is not None
    assert within(found.believed_span, 16)
    assert found.believed_span.high < 2 * found.believed_span.low
    known = [part.value for part in found.believed]
    assert known == sorted(known, reverse=True), "the longer ago the less"


def test_who_forgets_nothing_knows_everything_and_who_forgets_at_once_nothing():
    perfect, moment = (recollection_of_beliefs(agent, RACE, 4) for agent in ("policy", MOMENT))
    assert {part.value for part in perfect.believed} == {1.0}
    assert perfect.believed_span is not None
    assert (perfect.believed_span.value, perfect.believed_span.high) == (-1, -1)
    assert perfect.believed_span.low > 100
    assert {part.value for part in moment.believed if part.since > 1} == {0.0}


def test_a_slip_is_a_mistake_and_not_knowledge():
    memory = Memory(Recall(span=3, slips=0.5), seed=1)
    for number in range(400):
        memory.note(f"{number}/here", "something", 0, [f"{number}/there"])
    examiner = Examiner(memory)
    examiner.ask(17)
    share = examiner.told().shares[class_of(17)]
    assert share.asked == 400
    assert share.known < 10, "exp(-16/3) of them"
    assert 150 < share.mistaken < 250


def recollection_of_beliefs(agent: str, slug: str, games: int) -> Recollection:
    return recollection([msgspec.structs.replace(played, record=SILENT, seat=0) for played in plays(agent, slug, games)])


SILENT = play_one(read_entrant("random"), QUICK, 1, 0).record
"""A game whose moves tell nothing of memory, so that only beliefs are looked at."""


def test_the_span_of_lives_is_their_mean():
    assert span_of([]) is None
    value, low, high = span_of([Life(known=9, gone=12)] * 40) or (0, 0, 0)
    assert low < value < high
    assert 5 < value < 13
    assert span_of([Life(known=40, gone=0)] * 40)[0] == -1


# From moves ------------------------------------------------------------------------------------------------------------


def test_moves_tell_how_long_a_memory_lasts(scaled: Callable[[int], int]):
    games = max(scaled(40), 8)
    found = by_moves("policy~8", RACE, games)
    assert within(found, 8)
    assert 0 <= found.high < 100


def test_moves_of_who_forgets_nothing_say_so():
    found = by_moves("policy", RACE, 6)
    assert found.high == -1
    assert found.low > 16


def test_moves_of_who_forgets_at_once_are_no_better_than_chance():
    found = recollection([msgspec.structs.replace(played, beliefs=None) for played in plays(MOMENT, RACE, 4)])
    assert found.span is not None
    assert found.span.value < 1
    assert 0 <= found.span.high < 4
    old = [part.value for part in found.parts if part.since >= 8]
    assert sum(old) / len(old) < 0.3
    assert found.believed == ()


@pytest.mark.soak
@pytest.mark.parametrize(("agent", "truth"), [("policy~8", 8), ("policy~32", 32), ("elephant@48~16", 16)])
def test_moves_in_a_game_of_memory_tell_too(agent: str, truth: float):
    found = by_moves(agent, MEMORY, 24)
    assert within(found, truth)
    assert 0 < found.high < 12 * truth


def test_moves_that_hang_on_nothing_seen_tell_nothing():
    assert listen(SILENT, 0, span_minds()) == []
    assert recollection([Played(SILENT, 0)] * 2).span is None


def test_a_mind_forgets_as_memories_do():
    assert Mind(10.0).chance(1, 1) == 1
    assert Mind(10.0).chance(11, 1) == pytest.approx(0.3679, abs=1e-4)
    assert Mind(10.0).chance(11, 2) > Mind(10.0).chance(11, 1)
    assert Mind(-1.0).chance(1000, 1) == 1
    assert Mind(10.0, 8, 16, 0.25).chance(11, 1) == 0.25


# The command -----------------------------------------------------------------------------------------------------------


def test_a_bot_from_outside_sits_down_in_a_house_and_is_measured():
    command = [f"{sys.executable} examples/bot.py", "--boxes", QUICK, "--games", "2", "--no-rungs", "--workers", "1"]
    done = CliRunner().invoke(cli.app, ["recall", *command, "--json", "-"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    report = msgspec.json.decode(done.stdout, type=RecallReport)
    assert [(box.game, box.games) for box in report.agents[0].boxes] == [(QUICK, 2)]


@pytest.mark.soak
def test_a_bot_that_gives_up_is_named_with_what_it_said():
    command = f"{sys.executable} -c 'raise SystemExit(\"no more\")'"
    done = CliRunner().invoke(cli.app, ["recall", command, "--boxes", QUICK, "--games", "2", "--no-rungs", "--lang", "en"])
    assert done.exit_code == 1
    assert "ended (code 1) before its game did. no more" in done.output


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("hippopotamus", "neither a bot of this house"),
        ("'", "neither a bot"),
        ("elephant~0", "more than 0"),
        ("random~3", "memory"),
    ],
)
def test_what_is_neither_a_bot_nor_a_command_is_refused(agent: str, why: str):
    done = CliRunner().invoke(cli.app, ["recall", agent, "--lang", "en"])
    assert done.exit_code == 2
    assert why in done.output


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_needs_nothing_else(language: str):
    parts = (Part(1, 4, 0.9, 0.7, 1.0, 40), Part(4, 8, 0.5, 0.2, 0.7, 30))
    box = Recollection(RACE, 3, 8, 70, Span(12.0, 6.0, -1.0), parts, 0.1, Span(-1.0, 300.0, -1.0), parts)
    agents = [Agent(name, (box, Recollection(QUICK, 2, 8, 0))) for name in ("python <my bot>.py", "goldfish@48", "elephant@48")]
    page = drawn.page(RecallReport(tuple(agents), 1), language)
    assert page.count("<svg") == 2
    assert "http" not in page
    assert "python &lt;my bot&gt;.py" in page
    assert ("12 (6,0 … toujours)" if language == "fr" else "12 (6.0 … for ever)") in page
