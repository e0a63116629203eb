"""Records in and out of the store."""

from __future__ import annotations

import msgspec

from ludotheque import records
from ludotheque.rules.core import Json
from ludotheque.rules.play import FORMAT
from ludotheque.tables.identity import NAME_LENGTH, clean, new_id
from ludotheque.tables.live import published_hash
from ludotheque.tables.model import Seat, StoredTable
from ludotheque.tables.store import NEW, Change, Store, StoredMove


async def export_table(store: Store, table_id: str) -> tuple[Json, bool] | None:
    """A table's record, made from the stored moves alone (a frozen one too, as far as it goes), and whether its game is over."""
    found = await store.read(table_id)
    if found is None or found[0].deal is None:
        return None
    stored, log = found
    whole = [move for place, move in enumerate(log) if move.seq == place]
    record: Json = {
        "format": FORMAT,
        "game": stored.game,
        "players": stored.players,
        "options": dict(stored.options),
        "deal": stored.deal,
        "moves": [msgspec.json.decode(move.entry) for move in whole],
    }
    if stored.outcome is not None and stored.outcome.clause != "resigned" and len(whole) == len(log):
        record["result"] = {"winners": list(stored.outcome.winners), "scores": list(stored.outcome.scores)}
    record["seats"] = [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in stored.seats]
    record["fairness"] = {"sha256": published_hash(stored), "salt": stored.salt}
    return record, stored.outcome is not None


async def import_record(store: Store, record: Json) -> str:
    """Store a record as a table, and answer which."""
    play = records.check(record)
    promise = record.get("fairness")
    table = StoredTable(
        id=new_id(),
        game=play.game.slug,
        players=play.players,
        options=dict(play.options),
        first=play.state.first,
        deal=play.deal,
        salt=str(promise.get("salt")) if isinstance(promise, dict) else "",
        seeds=[0] * play.players,
        status="over" if play.outcome is not None else "playing",
        seats=[Seat(kind="bot", level="adult", name=clean(name, NAME_LENGTH)) for name in records.names(record)],
        outcome=play.outcome,
    )
    turns = [step.to_act for step in records.steps(record)][1:]
    texts = [msgspec.json.encode(entry).decode() for entry in record["moves"]]
    entries = [StoredMove(seq, text, 0.0, turn=turn) for seq, (text, turn) in enumerate(zip(texts, turns, strict=True))]
    await store.append(Change(table.id, NEW, entries=entries, table=table))
    return table.id
