"""The service: bots think in processes of their own, which are replaced, asked in turn, and sent only what is new."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

import ludotheque
from ludotheque.bots import LEVELS, Budget
from ludotheque.bots.advice import Hint, Review, review
from ludotheque.bots.offhand import offhand
from ludotheque.bots.service import Busy, ThinkingService, jobs, service
from ludotheque.bots.service.messages import Choose, Judge, Request
from ludotheque.bots.service.process import WorkerProcess
from ludotheque.bots.warm import warm_up
from ludotheque.games import HOUSE
from ludotheque.rules.core import Fault
from tests.familiar import CHANCY, MEMORY, QUICK, RACE

pytestmark = pytest.mark.anyio
SMALL = Budget(playouts=40)
GAME = RACE
"""The box that is compiled soonest."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def one(asked: list[Request]) -> AsyncIterator[ThinkingService]:
    """A service with a single worker, and a box that is warm."""
    warm_up(GAME)
    made = ThinkingService(1)
    yield made
    await made.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Everything that workers are asked."""
    requests: list[Request] = []
    ask = WorkerProcess.ask

    async def note(self: WorkerProcess, request: Request, seconds: float) -> Any:
        requests.append(request)
        return await ask(self, request, seconds)

    monkeypatch.setattr(WorkerProcess, "ask", note)
    return requests


def play_some(slug: str, moves: int) -> tuple[Any, list[list[bytes]]]:
    """A game under way and every view of both seats."""
    game = ludotheque.game(slug)
    play = game.new(2, seed=6)
    views = [[msgspec.json.encode(play.view(seat))] for seat in range(2)]
    for number in range(moves):
        play.play(play.legal()[number % len(play.legal())])
        for seat in range(2):
            views[seat].append(msgspec.json.encode(play.view(seat)))
    return play, views


def test_a_server_never_imports_numba() -> None:
    code = (
        "import sys, ludotheque.bots.service as s; s.ThinkingService(1); sys.exit({'numba', 'numpy'} & set(sys.modules) != set())"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_memory_is_kept_and_rebuilt(one: ThinkingService) -> None:
    play, views = play_some(GAME, 9)
    seat = play.to_act
    found = [
        await one.choose(GAME, seat, "child", 3, views[seat], budget=SMALL, table=table)
        for table in ("table", "table", "another", "")  # new, kept, new, not kept
    ]
    assert len(set(found)) == 1
    assert found[0] in play.legal()


async def test_only_new_views_are_sent_and_all_of_them_to_a_worker_that_has_lost_the_bot(
    one: ThinkingService, asked: list[Request]
) -> None:
    play, views = play_some(GAME, 9)
    seat = play.to_act
    bot = (GAME, seat, "child", 3)
    await one.choose(*bot, views[seat][:8], budget=SMALL, table="T")
    first = await one.choose(*bot, views[seat], budget=SMALL, table="T")
    (worker,) = one._workers
    os.kill(worker.process.pid, signal.SIGKILL)
    assert await one.choose(*bot, views[seat], budget=SMALL, table="T") == first
    sent = [(request.since, len(request.views)) for request in asked if isinstance(request, Choose)]
    assert sent[:2] == [(0, 8), (8, 2)]
    assert sent[-1] == (0, 10)
    assert one.status().deaths == 1


async def test_a_worker_that_forgot_is_told_again(one: ThinkingService) -> None:
    play, views = play_some(GAME, 9)
    seat = play.to_act
    right = await one.choose(GAME, seat, "child", 3, views[seat], budget=SMALL)
    (worker,) = one._workers
    worker.note(f"T/{GAME}/{seat}/child/3", 7)  # it never was told
    assert await one.choose(GAME, seat, "child", 3, views[seat], budget=SMALL, table="T") == right


async def test_hints_and_reviews_are_what_pages_get(one: ThinkingService) -> None:
    play, views = play_some(GAME, 6)
    seat = play.to_act
    hint = msgspec.json.decode(await one.hint(GAME, seat, views[seat]), type=Hint)
    assert {str(play.game.move(weighed.move)) for weighed in hint.moves} == set(map(str, play.legal()))
    assert all(0 <= weighed.chance <= 1 for weighed in hint.moves)
    found = msgspec.json.decode(await one.review(play.record(), seat), type=Review)
    assert [judged.index for judged in found.moves] == [at for at, (who, _) in enumerate(play.entries) if who == seat]
    assert (found.game, found.seat) == (GAME, seat)
    with pytest.raises(Fault, match="no_hint_now"):
        await one.hint(GAME, 1 - seat, views[1 - seat])
    with pytest.raises(Fault, match="no_such_seat"):
        await one.review(play.record(), 7)


async def test_a_table_never_waits_behind_a_review(one: ThinkingService, asked: list[Request]) -> None:
    """With a single worker: it is asked for one move of the review at a time, and a table's move goes before the next."""
    play, views = play_some(GAME, 24)
    seat = play.to_act
    reviewing = asyncio.create_task(one.review(play.record(), seat))
    while not asked:
        await asyncio.sleep(0.001)
    await one.choose(GAME, seat, "child", 3, views[seat], budget=SMALL)
    assert not reviewing.done()
    assert [type(request) for request in asked[:2]] == [Judge, Choose]
    assert msgspec.json.decode(await reviewing, type=Review).moves


async def test_a_review_that_nobody_waits_for_goes_no_further(one: ThinkingService, asked: list[Request]) -> None:
    play, _ = play_some(GAME, 24)
    reviewing = asyncio.create_task(one.review(play.record(), 0))
    while not asked:
        await asyncio.sleep(0.001)
    reviewing.cancel()
    await asyncio.gather(reviewing, return_exceptions=True)
    begun = len(asked)
    await one.hint(GAME, play.to_act, play_some(GAME, 24)[1][play.to_act])
    assert len(asked) == begun + 1


async def test_a_review_goes_on_where_it_was_when_its_worker_dies(one: ThinkingService, asked: list[Request]) -> None:
    play, _ = play_some(GAME, 16)
    reviewing = asyncio.create_task(one.review(play.record(), 0))
    while len(asked) < 3:
        await asyncio.sleep(0.001)
    for worker in one._workers:
        os.kill(worker.process.pid, signal.SIGKILL)
    found = msgspec.json.decode(await reviewing, type=Review)
    assert [judged.index for judged in found.moves] == [judged.index for judged in review(play.record(), 0).moves]
    assert one.status().deaths == 1


async def test_hints_and_reviews_are_refused_when_too_many_wait(one: ThinkingService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(jobs.MOST_OF_ONE, jobs.Kind.REVIEW, 1)
    play, _ = play_some(GAME, 12)
    reviewing = asyncio.create_task(one.review(play.record(), 0, payer="class"))
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="thinking_busy"):
        await one.review(play.record(), 0, payer="class")
    await one.review(play.record(), 0, payer="somebody else")
    await reviewing
    await one.review(play.record(), 0, payer="class")


async def test_a_bot_whose_workers_all_die_plays_its_policys_choice_and_the_house_says_so(
    one: ThinkingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never a random move."""

    async def deadly(self: WorkerProcess, request: Request, seconds: float) -> Any:
        os.kill(self.process.pid, signal.SIGKILL)
        return await ask(self, request, seconds)

    ask = WorkerProcess.ask
    play, views = play_some(MEMORY, 5)
    seat = play.to_act
    monkeypatch.setattr(WorkerProcess, "ask", deadly)
    assert await one.choose(MEMORY, seat, "child", 3, views[seat], table="T") == offhand(MEMORY, seat, "child", 3, views[seat])
    assert (one.status().fallbacks, one.status().deaths) == (1, service.TRIES)
    assert await one.probe() == "silent"


async def test_without_workers_tables_play_on_and_hints_are_refused(
    one: ThinkingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody() -> WorkerProcess:
        raise OSError("no more processes")

    monkeypatch.setattr(WorkerProcess, "start", nobody)
    play, views = play_some(GAME, 2)
    seat = play.to_act
    assert await one.choose(GAME, seat, "child", 3, views[seat]) in play.legal()
    with pytest.raises(Busy, match="no_thought"):
        await one.hint(GAME, seat, views[seat])
    assert await one.probe() == "away"


async def stuck(one: ThinkingService, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, asyncio.Task[Any]]:
    """A game, a worker that did not answer and is about to go, and who still waits for a move."""
    play, views = play_some(GAME, 2)
    seat = play.to_act
    await one.choose(GAME, seat, "child", 3, views[seat])
    (worker,) = one._workers
    monkeypatch.setitem(jobs.LIMIT, jobs.Kind.MOVE, 0.2)
    os.kill(worker.process.pid, signal.SIGSTOP)
    asking = asyncio.create_task(one.choose(GAME, seat, "child", 3, views[seat]))
    while not one.status().deaths:
        await asyncio.sleep(0)
    return play, worker, asking


async def test_a_job_that_takes_too_long_is_not_given_to_the_next_worker(
    one: ThinkingService, asked: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take too long there as well. The bot plays its policy's choice, and the next job finds a new worker."""
    play, worker, asking = await stuck(one, monkeypatch)
    assert await asking in play.legal()
    assert (len(asked), one.status().deaths, one.status().fallbacks) == (2, 1, 1)
    monkeypatch.setitem(jobs.LIMIT, jobs.Kind.MOVE, 10.0)
    views = [msgspec.json.encode(play.view(play.to_act))]
    assert await one.choose(GAME, play.to_act, "child", 3, views) in play.legal()
    assert one.status().fallbacks == 1
    await asyncio.gather(*one._ending)
    assert worker.process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("new_loop", [uvloop.new_event_loop, asyncio.new_event_loop])
def test_an_idle_worker_that_is_killed_is_replaced(new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    """Also if the next job comes before its end was noticed. uvloop and asyncio report a closed pipe by different errors."""
    warm_up(GAME)
    play, views = play_some(GAME, 4)
    bot = (GAME, play.to_act, "child", 3, views[play.to_act])

    async def kill_and_ask() -> None:
        one = ThinkingService(1)
        try:
            first = await one.choose(*bot, budget=SMALL)
            for deaths, noticed in enumerate((True, False, True), 1):
                (worker,) = one._workers
                os.kill(worker.process.pid, signal.SIGKILL)
                while noticed and one.status().workers:
                    await asyncio.sleep(0.001)
                assert await one.choose(*bot, budget=SMALL) == first
                assert (one.status().deaths, one.status().workers, one.status().fallbacks) == (deaths, 1, 0)
        finally:
            await one.close()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(kill_and_ask(), 60))


async def test_no_job_is_lost_when_asking_fails_in_an_unknown_way(one: ThinkingService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: WorkerProcess, request: Request, seconds: float) -> Any:
        raise RuntimeError("unknown")

    play, views = play_some(GAME, 2)
    seat = play.to_act
    monkeypatch.setattr(WorkerProcess, "ask", broken)
    async with asyncio.timeout(60):
        assert await one.choose(GAME, seat, "child", 3, views[seat]) in play.legal()
    assert one.status().deaths == service.TRIES


async def test_closing_takes_no_time_whatever_is_thought_about(one: ThinkingService, asked: list[Request]) -> None:
    play, _ = play_some(GAME, 24)
    reviewing = asyncio.create_task(one.review(play.record(), 0))
    while not asked:
        await asyncio.sleep(0.001)
    workers = list(one._workers)
    async with asyncio.timeout(5):
        await one.close()
    assert all(worker.process.returncode is not None for worker in workers)
    assert isinstance((await asyncio.gather(reviewing, return_exceptions=True))[0], BaseException)


async def test_who_was_about_to_be_replaced_is_gone_too_when_a_house_closes(
    one: ThinkingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, worker, asking = await stuck(one, monkeypatch)
    await one.close()
    assert worker.process.returncode == -signal.SIGKILL
    await asyncio.gather(asking, return_exceptions=True)


def test_workers_and_compilers_leave_when_their_server_is_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, signal\n"
        "from ludotheque.bots.service import ThinkingService\n"
        "from tests.bots.test_service import play_some\n"
        "async def main():\n"
        "    service = ThinkingService(1)\n"
        f"    play, views = play_some('{QUICK}', 0)\n"
        f"    await service.choose('{QUICK}', play.to_act, 'adult', 1, views[play.to_act])\n"
        "    (worker,) = service._workers\n"
        "    print(worker.process.pid, service.warming._process.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    cold = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=cold, capture_output=True, text=True, check=False, timeout=60)
    processes = [Path(f"/proc/{pid}/cmdline") for pid in done.stdout.split()]
    assert len(processes) == 2, done.stderr
    for _ in range(200):
        if not any(process.exists() and process.read_bytes() for process in processes):
            return
        time.sleep(0.1)
    raise AssertionError("a worker is still there")


COLD = """
import asyncio, resource, sys, time
from ludotheque.bots.service import ThinkingService
from tests.bots.test_service import play_some

async def main(slug, levels):
    service = ThinkingService(1)
    play, views = play_some(slug, 0)
    seat = play.to_act
    for level in levels:
        assert await service.choose(slug, seat, level, 3, views[seat], table="T", payer="x") in play.legal()
        if level == levels[0]:
            (worker,) = service._workers
            with open(f"/proc/{worker.process.pid}/stat") as stat:
                fields = stat.read().rpartition(")")[2].split()
            print(time.process_time() + (int(fields[11]) + int(fields[12])) / 100)
    status = service.status()
    assert (status.offhand, status.fallbacks, status.warming) == (len(levels), 0, [slug]), status
    await service.close()

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


@pytest.mark.parametrize("slug", HOUSE)
def test_the_first_move_in_a_house_that_has_compiled_nothing(slug: str, tmp_path: Path) -> None:
    """Within two seconds of processor time, by the policy, for every level; the box is compiled beside it."""
    cold = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", COLD, slug, *LEVELS]
    done = subprocess.run(command, env=cold, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 2.0


async def test_a_cold_box_is_warmed_first_when_somebody_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = ThinkingService(1)
    try:
        await made.open()
        assert made.warming.boxes == list(HOUSE)
        await asyncio.sleep(0)
        made.prepare(CHANCY)
        assert made.warming.boxes[:2] == [HOUSE[0], CHANCY]
        assert await made.probe() == "warming"
        with pytest.raises(Busy, match="warming_up"):
            await made.hint(CHANCY, 0, [])
    finally:
        await made.close()
    assert made.warming.boxes == [] or made.warming._process is None or made.warming._process.returncode is not None
