"""A study of exact play agrees with the exact solution."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games import game as find_game
from ludotheque.games.novem.solve.solution import UPPER, solution
from ludotheque.lab.study.entrants import Entrant
from ludotheque.lab.study.file import StudyFile
from ludotheque.lab.study.plan import Cell, Plan, Table
from ludotheque.lab.study.report import TableReport, report_of
from ludotheque.lab.study.run import play_study


def studied(deals: int, **options: int) -> TableReport:
    table = Table("novem", 2, find_game("novem").options(options), (Entrant("elephant"),) * 2)
    study = StudyFile(Plan((Cell((table,), deals),), 7))
    return report_of(study.header, play_study(study, wanted=study.plan.rounds(1))).cells[0].tables[0]


def test_attacking_first_is_worth_what_the_solution_says(scaled: Callable[[int], int]):
    """One game: half of all layouts lie the one way, half the other, and either side attacks first."""
    solved = solution()
    across = tuple(UPPER[cell % 3 * 3 + cell // 3] for cell in range(9))
    first = sum(
        rows if attacker == 0 else 1 - rows
        for upper in (UPPER, across)
        for attacker in (0, 1)
        for rows in [solved.match(upper, (2,) * 9, attacker, 0, None).value]
    )
    found = studied(max(scaled(1500), 150), games=1).find("first")
    assert found.low <= first / 4 - 0.5 <= found.high
    assert found.low > 0.08, "and it is worth much"
