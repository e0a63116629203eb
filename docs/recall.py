"""Draw docs/recall.png: how much of what was seen each level still knows, has mistaken or has lost, against time."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from ludotheque.bots import LEVELS
from ludotheque.bots.levels import USUAL
from ludotheque.bots.memory import Memory

AGES = [0, 1, 2, 3, 5, 8, 12, 18, 26, 38, 55, 80, 115, 160]
SEEDS = 1500


def shares(level: str, age: int) -> tuple[float, float]:
    """Known where it was seen, and believed at a neighbouring place instead."""
    right = wrong = 0
    for seed in range(SEEDS):
        memory = Memory(USUAL[level].recall, seed)
        memory.note("here", "something", 0, ["there"])
        believed = memory.beliefs(age)
        right += "here" in believed
        wrong += "there" in believed
    return right / SEEDS, wrong / SEEDS


def main() -> None:
    """Draw it next to this file."""
    figure, axes = plt.subplots(figsize=(7, 4))
    for number, level in enumerate(LEVELS):
        found = [shares(level, age) for age in AGES]
        axes.plot(AGES, [right for right, _ in found], color=f"C{number}", marker="o", markersize=3, label=level)
        axes.plot(AGES, [wrong for _, wrong in found], color=f"C{number}", linestyle=":")
    axes.set_xlabel("entries of the record since it was seen")
    axes.set_ylabel("share of facts: known (solid), mistaken (dotted)")
    axes.set_ylim(0, 1.03)
    axes.legend()
    figure.tight_layout()
    figure.savefig(Path(__file__).with_name("recall.png"), dpi=110)


if __name__ == "__main__":
    main()
