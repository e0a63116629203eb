"""What a seat has seen fades, slips and strengthens, always in the same way for a seed."""

from __future__ import annotations

import pytest

from ludotheque.bots import LEVELS
from ludotheque.bots.levels import USUAL
from ludotheque.bots.memory import Memory, Recall


def recalled(recall: Recall, age: int, seeds: int = 400) -> float:
    """The share of facts that are known at their own place after a while."""
    kept = 0
    for seed in range(seeds):
        memory = Memory(recall, seed)
        memory.note("here", "caramel", 0, ["there"])
        kept += "here" in memory.beliefs(age)
    return kept / seeds


def test_an_elephant_forgets_nothing():
    assert recalled(USUAL["elephant"].recall, 100_000) == 1.0


@pytest.mark.parametrize("age", [3, 10, 40])
def test_each_level_remembers_more_than_the_one_below(age):
    shares = [recalled(USUAL[level].recall, age) for level in LEVELS]
    assert shares == sorted(shares)
    assert shares[0] < shares[-1]


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_recall_falls_with_time(level):
    shares = [recalled(USUAL[level].recall, age) for age in (1, 10, 50, 400)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.6


def test_some_facts_that_fade_turn_up_at_a_neighbour():
    slipped = 0
    for seed in range(300):
        memory = Memory(Recall(span=5, slips=0.5), seed)
        memory.note("here", "caramel", 0, ["there"])
        believed = memory.beliefs(20)
        slipped += "there" in believed
        assert len(believed) <= 1
    assert 60 < slipped < 220


def test_what_is_seen_again_lasts_longer():
    once, twice = 0, 0
    for seed in range(300):
        memory = Memory(Recall(span=10), seed)
        memory.note("here", "caramel", 0)
        once += memory.knows("here", 20)
        memory.note("here", "caramel", 5)
        twice += memory.knows("here", 25)
    assert twice > once * 1.3


def test_a_seed_always_forgets_the_same_things():
    def believed(seed: int) -> list[str]:
        memory = Memory(Recall(span=8, slips=0.4), seed)
        for number in range(30):
            memory.note(str(number), str(number % 7), number, [str(number + 1)])
        return sorted(f"{place}={fact.what}" for place, fact in memory.beliefs(30).items())

    assert believed(3) == believed(3)
    assert believed(3) != believed(4)


def test_a_thing_that_changes_its_place_is_known_there():
    memory = Memory()
    memory.note("mine", "cane", 1)
    memory.move("mine", "elsewhere")
    assert memory.knows("elsewhere", 4)
    assert not memory.knows("mine", 4)


def test_a_thing_that_moves_is_remembered_for_as_long_as_if_it_had_stayed():
    for seed in range(50):
        stays, moves = Memory(Recall(span=10), seed), Memory(Recall(span=10), seed)
        for memory in (stays, moves):
            memory.note("here", "caramel", 0)
        moves.move("here", "there")
        assert stays.knows("here", 9) == moves.knows("there", 9)
