"""Studies: stopped, resumed, extended, by one process or several, they are byte for byte the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from ludotheque.games import game as find_game
from ludotheque.lab.study import file as files
from ludotheque.lab.study import processes
from ludotheque.lab.study.chunks import play_chunk
from ludotheque.lab.study.entrants import Entrant, read_entrant
from ludotheque.lab.study.file import StudyFile, WrongFile
from ludotheque.lab.study.plan import Cell, Plan, Table, Work, duel, memory_cells, skill_cells
from ludotheque.lab.study.report import report_of, schema
from ludotheque.lab.study.run import play_study
from ludotheque.lab.study.until import Until
from tests.familiar import QUICK, RACE
from tests.lab.guests import guests


@pytest.fixture(autouse=True)
def _guests() -> Iterator[None]:
    with guests("examples.tictactoe:GAME", "tests.lab.coins:GAME"):
        yield


def table(slug: str = QUICK, bots: str = "random", **options: int) -> Table:
    game = find_game(slug)
    return Table(slug, 2, game.options(options), tuple(map(read_entrant, bots.split("+"))) * (1 if "+" in bots else 2))


def plan(seed: int = 1) -> Plan:
    return Plan((Cell((table(games=1),), 40), Cell((table(bots="policy+random", games=1),), 2, 2)), seed)


def whole(
    path: Path, rounds: int = 3, workers: int = 1, chosen: Plan | None = None, wanted: Sequence[int] | None = None
) -> bytes:
    with StudyFile(chosen or plan(), path) as study:
        play_study(study, wanted=wanted or study.plan.rounds(rounds), workers=workers)
    return path.read_bytes()


def test_the_work_goes_round_by_round():
    found = plan().work([0, 0], plan().rounds(2))
    assert list(found) == [(0, 0, 40), (1, 0, 2), (1, 2, 2), (0, 40, 40), (1, 4, 2), (1, 6, 2)]


def test_as_many_deals_are_played_as_are_wanted_and_no_more():
    assert list(plan().work([0, 0], [50, 1])) == [(0, 0, 40), (1, 0, 1), (0, 40, 10)]
    assert list(plan().work([50, 1], [50, 1])) == []
    assert list(plan().work([50, 1], [90, 4])) == [(1, 1, 1), (1, 2, 2), (0, 50, 30), (0, 80, 10)]


def test_a_study_that_ended_within_a_chunk_is_extended(tmp_path: Path):
    wanted = (90, 5)
    whole(tmp_path / "study", wanted=(50, 1))
    whole(tmp_path / "study", wanted=wanted)
    whole(tmp_path / "at once", wanted=wanted)
    found = []
    for name in ("study", "at once"):
        with StudyFile(plan(), tmp_path / name) as study:
            assert study.totals.deals == [*wanted]
            found.append(msgspec.json.encode(report_of(study.header, study.totals)))
    assert found[0] == found[1]


@pytest.mark.parametrize("cut", [0, 5, 300, 0.3, 0.5, 0.77, 0.9999])
def test_stopped_anywhere_and_resumed_it_is_the_same(tmp_path: Path, cut: float):
    expected = whole(tmp_path / "whole")
    stopped = tmp_path / "stopped"
    stopped.write_bytes(expected[: int(cut if cut > 1 else cut * len(expected))])
    assert whole(stopped) == expected


def test_what_was_cut_short_is_gone_even_if_nothing_is_added(tmp_path: Path):
    expected = whole(tmp_path / "study", rounds=1)
    (tmp_path / "study").write_bytes(expected + b'{"cell":0,"chunk":1,"su')
    assert whole(tmp_path / "study", rounds=1) == expected


def test_extended_it_is_what_a_longer_one_is(tmp_path: Path):
    whole(tmp_path / "study", rounds=1)
    assert whole(tmp_path / "study") == whole(tmp_path / "at once")


def test_two_workers_write_what_one_does(tmp_path: Path):
    assert whole(tmp_path / "two", workers=2) == whole(tmp_path / "one")


@pytest.mark.parametrize("busy", [True, False])
def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, busy: bool):
    """Only what it was playing is played again; others play on. Killed idle, it is replaced when it is to play."""
    crews: list[processes.Processes] = []
    given: list[Work] = []
    begin, send = processes.Processes.begin, processes.Connection.send

    def begin_and_kill(self: processes.Processes, work: Work) -> None:
        if not crews:
            crews.append(self)
            if not busy:
                kill(self._workers[0])
        begin(self, work)
        if busy and not pids and all(worker.work for worker in self._workers):
            kill(self._workers[0])

    def note(self: processes.Connection, sent: object) -> None:
        given.append(sent)  # type: ignore[arg-type]
        send(self, sent)

    def kill(worker: processes.Worker) -> None:
        pids.extend(worker.process.pid for worker in crews[0]._workers)
        os.kill(worker.process.pid or 0, signal.SIGKILL)
        worker.process.join()

    pids: list[int | None] = []
    expected = whole(tmp_path / "one")
    monkeypatch.setattr(processes.Processes, "begin", begin_and_kill)
    monkeypatch.setattr(processes.Connection, "send", note)
    assert whole(tmp_path / "killed", workers=2) == expected
    assert [worker.process.pid in pids for worker in crews[0]._workers] == [False, True]
    assert len(given) == 10
    assert len(set(given)) == 9


def test_what_a_chunk_raises_is_raised_here(tmp_path: Path):
    chosen = Plan((Cell((msgspec.structs.replace(table(games=1), bots=(Entrant("no_such_bot"), Entrant("random"))),), 1),))
    with pytest.raises(Exception, match="no_such_bot") as raised:
        whole(tmp_path / "study", workers=2, chosen=chosen)
    assert "play_chunk" in "".join(raised.value.__notes__), "where it happened"


def test_workers_that_are_always_killed_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(processes, "_work", _leave)
    with pytest.raises(processes.WorkersLost, match=f"{processes.LOST} workers ended in a row, the last one with exit code 7"):
        whole(tmp_path / "never", workers=2)


def _leave(*_: object) -> None:
    os._exit(7)


def test_a_study_that_is_killed_goes_on(tmp_path: Path):
    """The whole command, killed after its third chunk, with a worker in the middle of the next one."""
    path = tmp_path / "study"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert len(path.read_bytes().splitlines()) == 4
    assert whole(path) == whole(tmp_path / "whole")


KILLED = """
import os, pathlib, signal, sys
from ludotheque.lab.study.file import StudyFile
from ludotheque.lab.study.run import play_study
from tests.lab.test_studies import plan

def kill(done, totals):
    if done == 3:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    study = StudyFile(plan(), pathlib.Path(sys.argv[1]))
    play_study(study, wanted=study.plan.rounds(3), workers=2, progress=kill)
"""


def test_another_study_is_not_gone_on_with(tmp_path: Path):
    whole(tmp_path / "study", rounds=1)
    before = (tmp_path / "study").read_bytes()
    with pytest.raises(WrongFile, match="holds another study"):
        StudyFile(plan(seed=2), tmp_path / "study")
    (tmp_path / "letter").write_text("Dear Anna,\n")
    with pytest.raises(WrongFile, match="is not a study"):
        StudyFile(plan(), tmp_path / "letter")
    assert (tmp_path / "study").read_bytes() == before


def test_other_rules_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    whole(tmp_path / "study", rounds=1)
    monkeypatch.setattr(files, "_digest", lambda plan: "changed")
    with pytest.raises(WrongFile, match="other rules or bots"):
        StudyFile(plan(), tmp_path / "study")


def test_chunks_out_of_order_are_noticed(tmp_path: Path):
    lines = whole(tmp_path / "study", rounds=1).splitlines(keepends=True)
    (tmp_path / "study").write_bytes(b"".join([lines[0], lines[3], lines[2]]))
    with pytest.raises(WrongFile, match="should be"):
        StudyFile(plan(), tmp_path / "study")


def test_it_stops_when_it_is_narrow_enough_and_not_later():
    until = Until("first", 0.03)
    chosen = Plan((Cell((table("coins"),), 50),))
    study = StudyFile(chosen)
    totals = play_study(study, wanted=chosen.rounds(500), enough=until)
    end = study.chunks
    statistic, found = until.result(chosen.cells[0], totals.cells[0])
    assert statistic.name == "first"
    assert (found.interval[1] - found.interval[0]) / 2 <= 0.03
    assert 2 < end < 500
    shorter = play_study(StudyFile(chosen), wanted=chosen.rounds(end - 1))
    assert not until(shorter)
    play_study(study, wanted=chosen.rounds(500), enough=until)
    assert study.chunks == end, "what is enough is enough"


# What is played ---------------------------------------------------------------------------------------------------------


def test_entrants_are_read_as_they_are_written():
    for text in ("random", "elephant@50", "elephant~16", "child@7~inf", "policy"):
        assert str(read_entrant(text)) == text
    assert read_entrant("elephant~16") == Entrant("elephant", span=16.0)
    for text in ("nobody", "elephant@0", "random~5", "elephant~0", "elephant@", "e l"):
        with pytest.raises(ValueError, match=r"@|playout|memory|span"):
            read_entrant(text)


def test_a_bot_that_sees_the_coin_wins_by_as_much_as_it_should():
    """By hand: half of the coins leave nothing to choose, and of the others who starts decides well or just anyhow.

    So the bot wins 5 in 8; seat 0 wins 3 in 4 with the bot on it and 1 in 2 without, both 1 in 2 on the same deal.
    """
    chosen = Plan((Cell((duel(table("coins"), Entrant("elephant", 64), Entrant("random")),), 300),), 4)
    study = StudyFile(chosen)
    report = report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0].tables[0]
    for name, truth in {"hero": 1 / 8, "skill": 1 / 15, "luck": 8 / 15, "seat": 1 / 8}.items():
        found = report.find(name, 0 if name == "seat" else None)
        assert found.low <= truth <= found.high, name
        assert found.high - found.low < 0.2, name
    assert report.find("distinct").value == 2
    assert report.find("judged").value < 0.1, "who decides and wins has seen it coming, as far as 48 playouts tell"


def test_bots_that_are_all_alike_choose_anew_when_a_deal_is_played_again():
    """By the policy, which is at random here: seven fifteenths are luck, as in the kernels (test_known_answers says why)."""
    study = StudyFile(Plan((Cell((table("coins", "policy"),), 300),), 6))
    found = report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0].tables[0]
    for name, truth in {"luck": 7 / 15, "seat": 1 / 8}.items():
        result = found.find(name, 0 if name == "seat" else None)
        assert result.low <= truth <= result.high < 0.7, name


def test_who_wins_after_bad_moments_has_lived_through_drama():
    """In tic-tac-toe the score tells nothing before the end, but there are moments when even the best move is none too good."""
    study = StudyFile(Plan((Cell((table("tictactoe", "policy"),), 40),), 4))
    found = report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0].tables[0]
    assert found.find("drama").value == 0
    assert 0 < found.find("judged").value < found.find("judged").high < 0.1


def test_seats_are_exchanged_on_every_deal():
    """Who always wins wins from both seats: then skill is all there is, and luck is none."""
    chosen = Plan((Cell((table(RACE, "elephant@30+random", stretch=6),), 4),), 2)
    study = StudyFile(chosen)
    found = report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0].tables[0]
    assert found.find("hero").value == 0.5
    assert found.find("skill").value == 1
    assert found.find("luck").value == 0
    assert found.find("seat", 0).value == 0


def test_a_memory_that_lasts_longer_knows_more():
    cells = memory_cells(table(), 1)
    assert [cell.tables[0].bots[0].span for cell in cells] == [4, 8, 16, 32, 64, 128]
    assert {cell.tables[0].bots[1].span for cell in cells} == {-1}
    names = [(str(cell.tables[0].bots[0]), str(cell.tables[0].bots[1])) for cell in skill_cells(table(), 1)]
    assert names[0] == ("goldfish", "random")
    assert ("elephant@50", "elephant@25") in names


def test_a_report_keeps_to_its_schema():
    study = StudyFile(Plan((Cell((table(games=1),), 30), Cell((table(games=1), table(games=2)), 30, purpose="compare"))))
    report = report_of(study.header, play_study(study, wanted=study.plan.rounds(1)))
    data = json.loads(msgspec.json.encode(report))
    known = schema()["$defs"]
    assert set(known["TableReport"]["properties"]) == set(data["cells"][0]["tables"][0])
    assert set(known["Result"]["properties"]) == set(data["cells"][1]["differences"][0])
    longer = {one["name"]: one for one in data["cells"][1]["differences"]}["entries"]
    assert longer["high"] < 0, "one game is shorter than two"


def test_differences_on_the_same_deals_are_surer_than_apart():
    one, other = table("coins"), table("coins", bots="careful")
    study = StudyFile(Plan((Cell((one, other), 400, purpose="compare"),)))
    cell = report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0]
    change = next(found for found in cell.differences if (found.name, found.seat) == ("seat", 0))
    alone = cell.tables[0].find("seat", 0)
    assert change.low <= 0 <= change.high
    assert change.high - change.low < 1.3 * (alone.high - alone.low), "apart it would be 1.41 times as wide"


def test_a_chunk_is_a_function_of_its_deals():
    line = msgspec.json.encode(play_chunk(plan(), 0, 120, 40))
    assert line == msgspec.json.encode(play_chunk(plan(), 0, 120, 40))
    assert line != msgspec.json.encode(play_chunk(plan(), 0, 160, 40))
