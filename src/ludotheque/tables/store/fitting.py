"""Whether a change fits what is stored: the same answer in every store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotheque.tables.model import StoredTable
from ludotheque.tables.store import ANY, NEW, Change

Head = tuple[int, int]
"""The version of a table, and how many entries its log has."""


def fit(changes: Iterable[Change], heads: dict[str, Head]) -> bool:
    """Whether all that these changes were decided on is so; then the heads are as they will be after them."""
    ahead: dict[str, Head] = {}
    for change in changes:
        moved = _moved_on(change, ahead.get(change.table_id) or heads.get(change.table_id))
        if moved is None:
            return False
        ahead[change.table_id] = moved
    heads.update(ahead)
    return True


def _moved_on(change: Change, head: Head | None) -> Head | None:
    """The head of a table after a change; None if the change was decided on something else, or would leave a hole."""
    if head is None and change.version != NEW:
        return None
    version, seq = head or (NEW, 0)
    if change.version not in (version, ANY) or (change.seq is not None and change.seq != seq):
        return None
    if any(move.seq != seq + offset for offset, move in enumerate(change.entries)):
        return None
    return version if change.table is None else change.table.version, seq + len(change.entries)


def seated_by(changes: Iterable[Change]) -> Iterator[str]:
    """The guests whom these changes seat, except those who are stored by the same change, with a key."""
    for change in changes:
        if change.table is not None:
            yield from set(sitting(change.table).values()) - {key.owner.id for key in change.keys}


def sitting(table: StoredTable) -> dict[int, str]:
    """Whose table it is: the guests by their seats, and under -1 a host without one."""
    found = {number: seat.guest for number, seat in enumerate(table.seats) if seat.guest is not None}
    if table.host and table.host not in found.values():
        found[-1] = table.host
    return found
