"""How fast the referee is, next to C, to straightforward Python and to other houses of games.

Nothing here is part of the package: run it from the root of the repository, `python -m bench.referee`.
"""
