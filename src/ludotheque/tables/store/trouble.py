"""What can be wrong below the store, in one word each, and what is raised then."""

from __future__ import annotations

import logging
from typing import Literal, TypeAlias

log = logging.getLogger("ludotheque.store")

PATIENCE = 3.0
"""Seconds for which a read or a write is waited for before it is called busy."""

Trouble: TypeAlias = Literal["away", "hung", "connections", "locked", "full", "readonly", "damaged", "disk", "closed"]
"""Away: nobody answers. Hung: it does not answer in time. Connections: it takes no more of them. The rest is about its disk."""


class Unavailable(Exception):
    """The store does not answer now. Whether something was written is not known until it can be read again."""

    def __init__(self, reason: object = "", trouble: Trouble = "away", *, unknown: bool = False) -> None:
        super().__init__(f"{trouble}: {reason}"[:300])
        self.trouble, self.reason = trouble, str(reason)[:300]
        self.unknown = unknown
        """Whether what was to be written may have been stored all the same; else it certainly was not."""

    @property
    def code(self) -> str:
        """What people are told."""
        return "damaged" if self.trouble == "damaged" else "busy"


class CannotOpen(Exception):
    """The house cannot open; `code` names a sentence in the server's catalogue (`open.…`) that says what to do."""

    def __init__(self, code: str, **details: str) -> None:
        super().__init__(f"{code} {details}")
        self.code, self.details = code, details


class Spell:
    """Whether something goes well at present; the log is told once when it begins to fail and once when that is over."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.now: Trouble | None = None
        self.reason = ""
        self.quiet = True
        """Until a house is open, whoever opens it is told, and not the log."""
        self._times = 0

    def failed(self, error: Unavailable) -> None:
        """It went wrong."""
        if self.now != error.trouble and not self.quiet:
            log.error("%s fails (%s)", self.what, error)
        self.now, self.reason, self._times = error.trouble, error.reason, self._times + 1

    def well(self) -> None:
        """It went well."""
        if self.now is not None:
            if not self.quiet:
                log.warning("%s works again; it failed %d times", self.what, self._times)
            self.now, self._times = None, 0
