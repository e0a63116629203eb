"""The service that a server has: it keeps the workers, gives them the next job, and always has an answer for a table."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence

import msgspec

from ludotheque.bots.base import Budget
from ludotheque.bots.offhand import offhand
from ludotheque.bots.service.jobs import LIMIT, Busy, Job, Jobs, Kind, NoAnswer
from ludotheque.bots.service.messages import Advise, Answer, Choose, Chosen, Faulty, Judge, Lost, Opinion, Request
from ludotheque.bots.service.process import Worker, WorkerProcess
from ludotheque.bots.service.rest import Rest
from ludotheque.bots.service.warming import Warming, Warms
from ludotheque.games import all_games
from ludotheque.games import game as find_game
from ludotheque.rules.core import Fault, Json, Move

log = logging.getLogger("ludotheque.bots")

TRIES = 2
"""A job that so many workers died of is given up; one that took too long is not tried again."""
PAUSE = 5.0
"""Seconds before a worker is started again where none could be."""
LATELY = 60.0
"""A bot that had no answer is in the health of the house for so many seconds."""


class Status(msgspec.Struct, frozen=True):
    """How thinking goes, for health and metrics."""

    workers: int
    """How many there are; they are started when they are needed."""
    wanted: int
    waiting: dict[str, int]
    """How many moves, hints and reviews wait."""
    warming: list[str]
    """Boxes that are being compiled; until then their bots play by their policy."""
    failed: list[str]
    """Boxes that could not be compiled."""
    deaths: int
    """Workers that died, or were ended because they did not answer."""
    offhand: int
    """Moves played by the policy because a box was not warm yet."""
    fallbacks: int
    """Moves played by the policy because a bot had no answer."""
    waited: dict[str, tuple[int, float]]
    """How many jobs of each kind a worker has begun, and how many seconds they waited for it together."""
    patience: float = 1.0
    """How many times their usual seconds bots were given last: on a slow device, more than one."""


class ThinkingService:
    """Bots, hints and reviews. Open it with the server, close it with the server."""

    def __init__(
        self,
        workers: int | None = None,
        hire: Callable[[], Awaitable[Worker]] | None = None,
        warming: Warms | None = None,
        rest: Rest | None = None,
    ) -> None:
        self.wanted = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.warming: Warms = warming or Warming()
        self._hire: Callable[[], Awaitable[Worker]] = hire or (lambda: WorkerProcess.start())
        self._rest = rest
        self._jobs = Jobs()
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[None]] = set()
        """Jobs that workers have, and who watches the workers: cancelled when the server closes."""
        self._ending: set[asyncio.Task[None]] = set()
        """Workers that are let go or buried: nobody gives that up half way."""
        self._closed = False
        self._not_before = 0.0
        self._fell_back = -LATELY
        self._counts: Counter[str] = Counter()
        self._patience = 1.0
        self._waited: dict[Kind, tuple[int, float]] = dict.fromkeys(Kind, (0, 0.0))

    async def open(self) -> None:
        """Begin to compile what is not compiled yet."""
        self.warming.want(all_games())

    async def close(self) -> None:
        """Let everybody go at once; what they were thinking of is given up."""
        self._closed = True
        if self._rest is not None:
            self._rest.end()
        for job in self._jobs.take_all():
            job.answer.cancel()
        serving = list(self._serving)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, *self._starting, return_exceptions=True)
        going = (worker.end() for worker in self._workers)
        await asyncio.gather(self.warming.close(), *self._ending, *going, return_exceptions=True)
        self._workers.clear()
        self._idle.clear()

    def prepare(self, slug: str) -> None:
        """Somebody has opened this box: its bots are asked soon."""
        self.warming.want([slug], first=True)

    def expect(self) -> None:
        """Somebody will ask soon: one worker begins now, if there is none."""
        if not self._workers and not self._starting and not self._closed:
            self._run(self._starting, self._start())

    # What is asked ---------------------------------------------------------------------------------------------------

    async def choose(
        self,
        game_slug: str,
        seat: int,
        level: str,
        seed: int,
        views: Sequence[bytes],
        *,
        budget: Budget | None = None,
        table: str = "",
        payer: str = "",
    ) -> Move:
        """The move of a bot that was shown these views, in order; the last one is the view to move in.

        With a `table` a worker keeps the bot, and is sent only what is new. `payer` is who made the table: all get their turn.
        """
        self.prepare(game_slug)
        given = budget or Budget()
        thinks = self.warming.is_warm(game_slug)

        key = f"{table}/{game_slug}/{seat}/{level}/{seed}" if table else ""

        def request(has: int) -> Request:
            since = min(has, len(views) - 1)
            return Choose(game_slug, seat, level, seed, key, since, list(views[since:]), thinks, given.seconds, given.playouts)

        try:
            answer = await self._answer(Kind.MOVE, payer, table, key, len(views), request)
        except NoAnswer as problem:
            log.error("a bot of level %s gave no move in %s: %s", level, game_slug, problem)
            return await self.offhand(game_slug, seat, level, seed, views)
        assert isinstance(answer, Chosen)
        if answer.problem:
            log.error("a bot of level %s gave no move in %s: %s", level, game_slug, answer.problem)
            self._count_fallback()
        self._counts["offhand"] += not thinks
        self._patience = answer.patience
        return find_game(game_slug).rules.MOVES[answer.action]

    async def offhand(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes]) -> Move:
        """What a bot plays that had no answer: its policy's choice, made here and now."""
        self._count_fallback()
        return await asyncio.to_thread(offhand, game_slug, seat, level, seed, views)

    async def hint(self, game_slug: str, seat: int, views: Sequence[bytes], *, table: str = "", payer: str = "") -> bytes:
        """What elephant would play from these views: a `Hint` in JSON."""
        self._must_be_warm(game_slug)
        self._jobs.admit(Kind.HINT, payer)
        try:
            request = Advise(game_slug, seat, list(views))
            answer = await self._answer(Kind.HINT, payer, table, "", 0, lambda has: request)
        except NoAnswer:
            raise Busy("no_thought") from None
        finally:
            self._jobs.dismiss(Kind.HINT, payer)
        assert isinstance(answer, Opinion)
        return answer.body

    async def review(self, record: Json, seat: int, *, table: str = "", payer: str = "") -> bytes:
        """What each move of a seat in a finished game cost: a `Review` in JSON. One job a move; cancelled, it goes no further."""
        self._must_be_warm(str(record["game"]))
        self._jobs.admit(Kind.REVIEW, payer)
        name, whole, since, judged = secrets.token_hex(8), msgspec.json.encode(record), 0, list[bytes]()
        try:
            while since >= 0:

                def request(has: int, since: int = since) -> Request:
                    return Judge(name, seat, since, None if has else whole)

                answer = await self._answer(Kind.REVIEW, payer, table or name, name, 1, request)
                assert isinstance(answer, Opinion)
                since = answer.since
                judged += [answer.body] if answer.body else []
        except NoAnswer:
            raise Busy("no_thought") from None
        finally:
            self._jobs.dismiss(Kind.REVIEW, payer)
        return b'{"game":%s,"seat":%d,"moves":[%s]}' % (msgspec.json.encode(record["game"]), seat, b",".join(judged))

    def status(self) -> Status:
        """How it goes; nothing is asked of anybody for it."""
        waiting = {kind.name.lower(): self._jobs.length(kind) for kind in Kind}
        return Status(
            workers=len(self._workers),
            wanted=self.wanted,
            waiting=waiting,
            warming=self.warming.boxes,
            failed=sorted(self.warming.failed),
            deaths=self._counts["deaths"],
            offhand=self._counts["offhand"],
            fallbacks=self._counts["fallbacks"],
            waited={kind.name.lower(): self._waited[kind] for kind in Kind},
            patience=self._patience,
        )

    async def probe(self) -> str | None:
        """What is wrong, in one word, or None; the worst first."""
        if time.monotonic() < self._not_before:
            return "away"
        if time.monotonic() - self._fell_back < LATELY:
            return "silent"
        if self.warming.failed:
            return "uncompiled"
        return "warming" if self.warming.boxes else None

    def _must_be_warm(self, slug: str) -> None:
        if not self.warming.is_warm(slug):
            self.prepare(slug)
            raise Busy("warming_up")

    def _count_fallback(self) -> None:
        self._counts["fallbacks"] += 1
        self._fell_back = time.monotonic()

    # Who answers it --------------------------------------------------------------------------------------------------

    async def _answer(self, kind: Kind, payer: str, table: str, key: str, size: int, request: Callable[[int], Request]) -> Answer:
        if self._closed:
            raise NoAnswer("the house is closing")
        job = Job(kind, payer, table, key, size, request, asyncio.get_running_loop().create_future())
        self._jobs.add(job)
        self._go_on()
        answer = await job.answer
        if isinstance(answer, Faulty):
            raise Fault(answer.code, answer.clause, **answer.args)
        if not isinstance(answer, Chosen | Opinion):
            raise NoAnswer(getattr(answer, "problem", "lost"))
        return answer

    def _go_on(self) -> None:
        """Give idle workers something to do, and start one more if there are too few."""
        while self._idle and (job := self._jobs.take()) is not None:
            worker = next((idle for idle in self._idle if idle.has(job.key)), self._idle[0])
            self._idle.remove(worker)
            count, seconds = self._waited[job.kind]
            self._waited[job.kind] = count + 1, seconds + time.monotonic() - job.since
            self._run(self._serving, self._serve(worker, job))
        waiting = sum(self._jobs.length(kind) for kind in Kind)
        if waiting > len(self._starting) and len(self._workers) + len(self._starting) < self.wanted and not self._closed:
            self._run(self._starting, self._start())
        if self._rest is not None:
            if len(self._idle) == len(self._workers):
                self._rest.begin(self._let_go)
            else:
                self._rest.end()

    def _let_go(self) -> None:
        """End everybody who is idle; whoever asks next waits for a new one."""
        for worker in self._idle:
            self._workers.discard(worker)
            self._run(self._ending, worker.end())
        self._idle.clear()

    @staticmethod
    def _run(tasks: set[asyncio.Task[None]], work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _start(self) -> None:
        try:
            if time.monotonic() < self._not_before:
                raise OSError("no worker could be started a moment ago")
            worker = await self._hire()
        except Exception as error:
            if not self._workers:
                self._give_up(error)
            return
        self._workers.add(worker)
        self._idle.append(worker)
        self._run(self._serving, self._watch(worker))
        asyncio.get_running_loop().call_soon(self._go_on)

    async def _watch(self, worker: Worker) -> None:
        """Remove a worker that ends by itself, also while it is idle."""
        self._remove(worker, await worker.gone())
        self._go_on()

    def _give_up(self, error: Exception) -> None:
        """There is nobody to ask: tables play on by the policy, everything else is refused; later it is tried again."""
        log.error("no worker for bots can be started: %s", error)
        self._not_before = max(self._not_before, time.monotonic() + PAUSE)
        for job in self._jobs.take_all():
            job.answer.set_exception(NoAnswer(str(error)))

    async def _serve(self, worker: Worker, job: Job) -> None:
        try:
            answer = await worker.ask(job.asked_of(worker), LIMIT[job.kind])
            if isinstance(answer, Lost):
                worker.note(job.key, 0)
                answer = await worker.ask(job.asked_of(worker), LIMIT[job.kind])
            worker.note(job.key, job.size)
        except Exception as error:
            self._remove(worker, repr(error))
            self._try_again(job, error)
        except asyncio.CancelledError:  # the server closes
            job.answer.cancel()
            raise
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
            if worker in self._workers:
                self._idle.append(worker)
        self._go_on()

    def _try_again(self, job: Job, error: Exception) -> None:
        """Give a job to another worker, unless that would only cost that one too."""
        job.tries += 1
        if job.tries < TRIES and not isinstance(error, TimeoutError):
            self._jobs.add_again(job)
        elif not job.answer.done():
            job.answer.set_exception(NoAnswer(repr(error)))

    def _remove(self, worker: Worker, reason: str) -> None:
        """End a worker that died or did not answer; `_go_on` starts another one when there is a job for it."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self._counts["deaths"] += 1
        log.warning("a bot worker is gone: %s", reason)
        self._run(self._ending, worker.end())
