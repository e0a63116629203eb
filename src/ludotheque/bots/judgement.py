"""A learned judgement of one game, ready to be asked: compiled kernels, what was learned, and the arrays they work on.

A game that has one brings `bots/kernels/features.py` (what is told of a position) and `bots/learned.json`; and, to look ahead
in it turn by turn, `bots/kernels/turns.py` (what a turn may come to).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ludotheque.bots import parts
from ludotheque.bots.kernels.judgement import DEEP, MOST_SEATS, WIDE, Mind, Thought
from ludotheque.bots.learned import FILE, learned_of
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.game import Game

KERNELS = "ludotheque.bots.kernels"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a game tells its judgement, as machine code and as ordinary Python, and the judgement bound to it."""

    plain: Any
    features: ModuleType
    turns: ModuleType
    judgement: ModuleType
    bound: dict[str, ModuleType]
    """All of that, the rules and the engine besides, by the names that kernels know them by."""
    label: str


def parts_of(game: Game) -> Parts | None:
    """The parts of a game that can be judged, or None."""
    names = [parts.module_name(game, f"bots.kernels.{part}") for part in ("features", "turns")]
    plain = parts.module(game, "bots.kernels.features")
    if None in names or plain is None:
        return None
    compiled, label = game.compiled, f"{game.package}/judgement"
    bound = {"rules": compiled.rules, "engine": compiled.engine}
    policy = parts.module_name(game, "bots.kernels.policy")
    if policy is not None:  # bound like all others, so that the cache of machine code knows of it
        bound["policy"] = kernel.compiled(policy, label=f"{game.package}/{policy}", **bound)
    bound["folding"] = kernel.compiled(f"{KERNELS}.folding", label=label)
    bound["features"] = kernel.compiled(str(names[0]), label=label, **bound)
    bound["turns"] = kernel.compiled(str(names[1]), label=label, **bound)
    bound["judgement"] = kernel.compiled(f"{KERNELS}.judgement", label=label, **bound)
    return Parts(plain, bound["features"], bound["turns"], bound["judgement"], bound, label)


def shape_of(plain: Any, seats: int) -> tuple[int, ...]:
    """How many numbers of each kind a mind has: of parts, of the whole, to mix them, and for each seat."""
    return plain.rows(seats) * WIDE, plain.wholes(seats) * DEEP, plain.KINDS_OF_PARTS * WIDE * DEEP, (DEEP + 1) * seats


def mind_of(plain: Any, seats: int, weights: Sequence[float]) -> Mind:
    """A mind for so many seats."""
    shape = shape_of(plain, seats)
    made = Mind(reals(sum(shape)), ints(4))
    made.weights[:] = weights
    made.places[:] = [seats, shape[0], shape[0] + shape[1], shape[0] + shape[1] + shape[2]]
    return made


def thought_of(plain: Any) -> Thought:
    """Room for judging one position."""
    kinds = plain.KINDS_OF_PARTS * WIDE
    return Thought(ints(plain.TELLS), reals(plain.PARTS, WIDE), reals(kinds), reals(DEEP), reals(MOST_SEATS))


def learned_mind(game: Game, plain: Any, seats: int) -> Mind | None:
    """The mind of a game for so many seats in play."""
    learned = learned_of(game.folder)
    mind = None if learned is None else learned.mind(seats)
    if mind is None:
        return None
    if mind.shape != shape_of(plain, seats):
        raise ValueError(f"{game.folder / 'bots' / FILE}: learned by other features; ludotheque learn {game.slug} makes it anew")
    return mind_of(plain, seats, mind.weights())
