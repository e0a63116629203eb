"""Who is next: the urgent before the rest, and nobody before everybody else has had their turn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludotheque.bots.service.jobs import MOST, MOST_OF_ONE, Busy, Job, Jobs, Kind


def job(kind: Kind, payer: str, table: str, answer: Any = None) -> Job:
    return Job(kind, payer, table, "", 0, lambda has: None, answer or asyncio.Future(loop=LOOP))  # type: ignore[arg-type, return-value]


LOOP = asyncio.new_event_loop()
LOOP.close()


def order(jobs: Jobs) -> list[str]:
    return [f"{found.kind.name.lower()} {found.payer}{found.table}" for found in jobs.take_all()]


def test_moves_go_before_hints_and_hints_before_reviews() -> None:
    jobs = Jobs()
    for kind in (Kind.REVIEW, Kind.HINT, Kind.MOVE):
        jobs.add(job(kind, "a", "1"))
    assert order(jobs) == ["move a1", "hint a1", "review a1"]


def test_addresses_take_turns_whoever_has_more_tables() -> None:
    jobs = Jobs()
    for number in range(150):
        jobs.add(job(Kind.MOVE, "flood", str(number)))
    jobs.add(job(Kind.MOVE, "honest", "x"))
    jobs.add(job(Kind.MOVE, "honest", "y"))
    assert order(jobs)[:5] == ["move flood0", "move honestx", "move flood1", "move honesty", "move flood2"]


def test_tables_of_one_address_take_turns() -> None:
    jobs = Jobs()
    for table in ("1", "1", "1", "2"):
        jobs.add(job(Kind.REVIEW, "a", table))
    assert order(jobs) == ["review a1", "review a2", "review a1", "review a1"]


def test_what_nobody_waits_for_is_left_out() -> None:
    jobs = Jobs()
    given_up: asyncio.Future[Any] = asyncio.Future(loop=LOOP)
    jobs.add(job(Kind.HINT, "a", "1", given_up))
    jobs.add(job(Kind.HINT, "a", "2"))
    assert jobs.length(Kind.HINT) == 2
    given_up.cancel()
    assert order(jobs) == ["hint a2"]
    assert jobs.length(Kind.HINT) == 0


def test_what_a_worker_died_of_is_next() -> None:
    jobs = Jobs()
    jobs.add(job(Kind.MOVE, "a", "1"))
    again = job(Kind.MOVE, "b", "2")
    jobs.add_again(again)
    assert jobs.take() is again


@pytest.mark.parametrize("kind", [Kind.HINT, Kind.REVIEW])
def test_one_address_and_all_of_them_have_a_limit(kind: Kind) -> None:
    jobs = Jobs()
    for _ in range(MOST_OF_ONE[kind]):
        jobs.admit(kind, "one")
    with pytest.raises(Busy):
        jobs.admit(kind, "one")
    for number in range(MOST[kind] - MOST_OF_ONE[kind]):
        jobs.admit(kind, str(number))
    with pytest.raises(Busy):
        jobs.admit(kind, "another")
    jobs.dismiss(kind, "one")
    jobs.admit(kind, "another")
