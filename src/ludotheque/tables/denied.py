"""What the house does not allow, as a value: a code with words under `refuse.<code>`."""

from __future__ import annotations

from typing import Literal

Kind = Literal["form", "unknown", "stranger", "forbidden", "conflict", "rate", "busy"]


class Denied(Exception):
    """Not allowed, and why. `kind` tells what sort of answer this is; the clause is a rule's, or "house"."""

    def __init__(self, code: str, kind: Kind = "conflict", clause: str = "house", /, **args: int | str) -> None:
        super().__init__(code)
        self.code, self.kind, self.clause, self.args_ = code, kind, clause, args


def not_a_guest() -> Denied:
    """The answer to a key of no guest, or of a deleted one."""
    return Denied("no_guest", "stranger")
