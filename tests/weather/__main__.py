"""`python -m tests.weather SEED [UNTIL]`: play one seed again with its diary, or all seeds up to another one."""

from __future__ import annotations

import sys
import time

from tests.weather.runner import run, set_up


def main(first: int, until: int | None = None) -> int:
    """How many worlds went wrong."""
    wrong = 0
    began = time.process_time()
    with set_up():
        for seed in range(first, until or first + 1):
            world = run(seed)
            if until is None:
                print("\n".join(world.story()))
            if world.wrong is not None:
                wrong += 1
                print(f"seed {seed}: {world.wrong}", flush=True)
    print(f"{(until or first + 1) - first} worlds, {wrong} wrong, {time.process_time() - began:.1f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
