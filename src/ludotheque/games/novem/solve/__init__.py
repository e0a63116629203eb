"""Novem, solved exactly: what `ludotheque solve` asks for, and what elephant plays from.

`solution` holds the values and mixes of every position, `chances` what elephant's play comes to against uniform play and against
a best response, `response` an independent check, `report` the tables to print; `kernels` is what runs compiled.
"""

from ludotheque.games.novem.solve.report import MEASURES, position, values

__all__ = ["MEASURES", "position", "values"]
