"""What a game's rules need not say: the names here stand in for those that a rules module leaves out, in both carriers."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ludotheque.rules.core import Chance, Json, Option, View
from ludotheque.rules.kernel import Numbers, kernel

OPTIONS: tuple[Option, ...] = ()
CHANCES: tuple[Chance, ...] = ()


@kernel
def chances(state: Any, weights: Numbers) -> int:
    """Nothing is drawn during play."""
    return 0


@kernel
def careless(state: Any, action: int) -> bool:
    """No move throws the game away at once."""
    return False


@kernel
def playing(state: Any, seat: int) -> bool:
    """Everybody plays to the end."""
    return True


def material(state: Any) -> Any:
    """Nothing is counted."""
    return ()


def fits(players: int, options: Mapping[str, bool | int]) -> None:
    """All options go together."""


def sides(players: int, options: Mapping[str, bool | int]) -> int:
    """Everybody plays alone."""
    return players


def name_deal(deal: Json, named: Json) -> tuple[Json, Json]:
    """The host names nothing but who starts."""
    return deal, named


def eyes(state: Any, seat: int) -> int:
    """Every seat may see something else."""
    return seat


def reveals(before: View, after: View) -> bool:
    """Nothing on show is hidden again."""
    return False


def secret(options: Mapping[str, bool | int]) -> bool:
    """Seats hold secrets from each other: a curtain too many harms nobody."""
    return True


NAMES = (
    "OPTIONS",
    "CHANCES",
    "chances",
    "careless",
    "playing",
    "material",
    "fits",
    "sides",
    "name_deal",
    "eyes",
    "reveals",
    "secret",
)


def complete(rules: ModuleType, defaults: ModuleType) -> ModuleType:
    """The rules with whatever they leave out; `defaults` is this module, or its compiled twin for compiled rules."""
    for name in NAMES:
        if not hasattr(rules, name):
            setattr(rules, name, getattr(defaults, name))
    return rules
