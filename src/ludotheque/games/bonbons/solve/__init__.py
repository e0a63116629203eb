"""Bonbons for two, solved exactly for players who forget nothing: what `ludotheque solve` asks for.

`kernels` solves, `solution` keeps what was solved, `reading` makes a position of a table and says what each move is worth,
`report` prints.
"""

from ludotheque.games.bonbons.solve.report import MEASURES, position, values

__all__ = ["MEASURES", "position", "values"]
