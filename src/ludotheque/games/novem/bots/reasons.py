"""Why a marker: how often a player who cannot be outguessed would lay it."""

from __future__ import annotations

from ludotheque.bots.reasons import Case, Reason

ALWAYS = 0.995


def why(case: Case) -> Reason | None:
    """The share of the marker in the exact mix."""
    if case.share >= ALWAYS:
        return Reason("always", {"line": str(case.move["line"])})
    count = round(100 * case.share)
    return Reason("mix", {"line": str(case.move["line"]), "count": count}) if count else None
