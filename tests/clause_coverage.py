"""Which clauses are proven by which tests: `python -m tests.clause_coverage` prints the table and fails below 100 %."""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque.games import GAMES
from ludotheque.testing.words import proven
from ludotheque.texts.clauses import rules_text

TESTS = Path(__file__).parent


def all_clauses() -> list[str]:
    """The ids of all clauses of the house, each once."""
    return list(dict.fromkeys(clause.id for game in GAMES.values() for clause in rules_text(game, "en").clauses))


def main() -> int:
    """Print clauses x tests."""
    clauses, tests = all_clauses(), proven(TESTS)
    for game in dict.fromkeys(clause.partition(".")[0] for clause in clauses):
        own = [clause for clause in clauses if clause.startswith(f"{game}.")]
        print(f"{game:<10} " + " ".join(f"{clause.partition('.')[2]}:{tests[clause]}" for clause in own))
    missing = [clause for clause in clauses if not tests[clause]]
    print(
        f"clauses with a test: {len(clauses) - len(missing)} of {len(clauses)}, {100 * (1 - len(missing) / len(clauses)):.0f} %"
    )
    if missing:
        print("without a test: " + ", ".join(missing))
    unknown = sorted(set(tests) - set(clauses))
    if unknown:
        print("no such clause: " + ", ".join(unknown))
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
