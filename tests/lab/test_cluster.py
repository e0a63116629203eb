"""A study on a cluster: whoever plays it, and whoever is killed, the file is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import distributed
import msgspec
import pytest
from typer.testing import CliRunner

from ludotheque import cli
from ludotheque.lab.study import cluster as clusters
from ludotheque.lab.study.chunks import warm
from ludotheque.lab.study.cluster import Cluster
from ludotheque.lab.study.file import StudyFile, header_of
from ludotheque.lab.study.plan import Work
from ludotheque.lab.study.run import NoCluster, play_study
from tests.familiar import QUICK
from tests.lab.test_studies import plan, whole
from tests.tables.backends import free_port


class Machines:
    """A scheduler and its workers, as `dask scheduler` and `dask worker` start them."""

    def __init__(self, stack: ExitStack, log: Path) -> None:
        self._stack, self._log = stack, stack.enter_context(log.open("wb"))
        self.address = f"tcp://127.0.0.1:{(port := free_port())}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.workers: list[subprocess.Popen[bytes]] = []

    def hire(self) -> None:
        """One worker more."""
        told = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--name", str(len(self.workers)))
        self.workers.append(self._start("worker", self.address, *told))

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        started = subprocess.Popen([sys.executable, "-m", "dask", *command], stdout=self._log, stderr=self._log)
        self._stack.callback(started.wait)
        self._stack.callback(started.kill)
        return started


@contextmanager
def machines(log: Path, workers: int) -> Iterator[Machines]:
    warm(plan())  # or every worker would compile the same
    with ExitStack() as stack:
        found = Machines(stack, log)
        for _ in range(workers):
            found.hire()
        with distributed.Client(found.address, set_as_default=False) as client:
            client.wait_for_workers(workers, 60)
        yield found


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines(tmp_path_factory.mktemp("dask") / "log", 2) as found:
        yield found


def join(found: Machines) -> Cluster:
    return Cluster(header_of(plan()), found.address)


def play(path: Path, crew: Cluster, rounds: int = 3, at: dict[int, Callable[[], object]] | None = None) -> bytes:
    """Play a study on a cluster; when it has so many chunks, something happens."""
    with StudyFile(plan(), path) as study:
        play_study(study, wanted=study.plan.rounds(rounds), crew=crew, progress=lambda done, totals: (at or {}).get(done, int)())
    return path.read_bytes()


def test_kernels_are_warmed_once_in_every_worker(two: Machines, tmp_path: Path):
    crew = join(two)
    assert set(crew._client.run(lambda: clusters._get_ready.cache_info().misses).values()) == {1}, "before the first chunk"
    play(tmp_path / "study", join(two))
    assert set(crew._client.run(lambda: clusters._get_ready.cache_info().misses).values()) == {1}, "and not again"
    crew.leave()


def test_other_code_is_refused(two: Machines):
    other = msgspec.structs.replace(header_of(plan()), sources="0123456789abcdef")
    with pytest.raises(NoCluster) as refused:
        Cluster(other, two.address)
    assert refused.value.code == "other_code"
    assert "0123456789abcdef" in refused.value.told["wanted"]
    assert header_of(plan()).sources in refused.value.told["worker"]


def test_a_worker_that_comes_later_is_asked_for_its_code_too(two: Machines):
    """Dask lets a worker in that could not get ready; so every chunk asks."""
    crew = join(two)
    crew._wanted = msgspec.json.encode(msgspec.structs.replace(header_of(plan()), version="0.0.0"))
    crew.begin(Work(0, 0, 40))
    with pytest.raises(NoCluster, match="other_code"):
        list(iter(crew.finished, None))
    crew.leave()


def test_the_commands_take_a_cluster(two: Machines, tmp_path: Path):
    expected, tables = {}, ["--a", "games=1", "--b", "games=2"]
    for name, more in {"here": ["--workers", "1"], "there": ["--cluster", two.address]}.items():
        for command in (["study", QUICK], ["compare", QUICK, *tables]):
            file = tmp_path / f"{name}.{command[0]}"
            done = CliRunner().invoke(cli.app, [*command, "--games", "10000", "--file", str(file), *more], catch_exceptions=False)
            assert done.exit_code == 0, done.output
            assert file.read_bytes() == expected.setdefault(command[0], file.read_bytes())


def test_a_worker_that_is_killed_changes_nothing(two: Machines, tmp_path: Path):
    victim = two.workers[0]
    found = play(tmp_path / "cluster", join(two), at={2: victim.kill})
    assert victim.wait(10) < 0
    assert found == whole(tmp_path / "one")


@pytest.mark.soak
def test_workers_that_come_and_go_change_nothing(tmp_path: Path):
    with machines(tmp_path / "log", 3) as found:

        def replace(number: int) -> None:
            found.workers[number].kill()
            found.hire()

        deaths = {10 * (number + 1): lambda number=number: replace(number) for number in range(8)}
        assert play(tmp_path / "cluster", join(found), 34, deaths) == whole(tmp_path / "one", 34)


def test_when_the_scheduler_dies_the_study_can_be_resumed(tmp_path: Path):
    path = tmp_path / "study"
    with machines(tmp_path / "log", 1) as found:
        with pytest.raises(NoCluster) as lost:
            play(path, join(found), at={3: found.scheduler.kill})
        assert lost.value.code == "lost"
        assert 4 <= len(path.read_bytes().splitlines()) < 10
    assert whole(path) == whole(tmp_path / "one")


@pytest.mark.soak
@pytest.mark.parametrize("who", ["scheduler", "worker"])
def test_a_machine_without_the_house_is_named(who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "ludotheque.py").write_text("raise ModuleNotFoundError('not here', name='ludotheque')")
    start, path = Machines._start, os.environ.get("PYTHONPATH", "")

    def without(self: Machines, command: str, *more: str) -> subprocess.Popen[bytes]:
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{path}" if command == who else path)
        return start(self, command, *more)

    monkeypatch.setattr(Machines, "_start", without)
    with machines(tmp_path / "log", 1) as found, pytest.raises(NoCluster, match="not_installed"):
        play(tmp_path / "study", join(found))


def test_where_nobody_answers_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(clusters, "ANSWERS_WITHIN", 0.5)
    file = tmp_path / "study"
    command = ["study", QUICK, "--file", str(file), "--lang", "en", "--cluster", f"tcp://127.0.0.1:{free_port()}"]
    done = CliRunner().invoke(cli.app, command)
    assert done.exit_code == 1
    assert "no Dask scheduler answers" in done.output
    assert "goes on from there" in done.output
    assert len(file.read_bytes().splitlines()) == 1


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "ludotheque.lab.study.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = CliRunner().invoke(cli.app, ["study", QUICK, "--lang", "en", "--cluster", "tcp://127.0.0.1:1"])
    assert done.exit_code == 2
    assert "pip install ludotheque[lab]" in done.output
