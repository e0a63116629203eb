"""Which clauses are proven by which tests: `python -m tests.clause_coverage` prints the table and fails below 100 %."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

from ludotheque.games import GAMES
from ludotheque.texts.clauses import rules_text


def all_clauses() -> list[str]:
    """The ids of all clauses of the house, each once."""
    return list(dict.fromkeys(clause.id for game in GAMES.values() for clause in rules_text(game, "en").clauses))


def proven(folder: Path = Path(__file__).parent) -> Counter[str]:
    """How many test functions name each clause in `@rule(...)`."""
    found: Counter[str] = Counter()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found.update(_named(node))
    return found


def _named(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [
        argument.value
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


def main() -> int:
    """Print clauses x tests."""
    clauses, tests = all_clauses(), proven()
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
