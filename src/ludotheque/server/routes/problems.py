"""What is answered when a route cannot answer: a status and a `Problem`, the same however the request came."""

from __future__ import annotations

from ludotheque.bots.service.jobs import Busy
from ludotheque.rules.core import Fault
from ludotheque.server.routes.bodies import Problem
from ludotheque.tables.denied import Denied
from ludotheque.tables.store import Unavailable

STATUS = {"form": 400, "unknown": 404, "stranger": 401, "forbidden": 403, "conflict": 409, "rate": 429, "busy": 503}


def problem_of(error: Exception) -> tuple[int, Problem]:
    """What went wrong, as far as whoever asked may know."""
    if isinstance(error, Denied):
        return STATUS[error.kind], Problem(error.code, error.clause, error.args_)
    if isinstance(error, Fault):
        return 400, Problem(error.code, error.clause, dict(error.details))
    if isinstance(error, Unavailable | Busy):
        return 503, Problem(error.code)
    if isinstance(error, RecursionError):  # brackets within brackets, without end
        return 400, Problem("bad_form")
    return 500, Problem("broken")  # our own mistake: the log has the details, the answer has none
