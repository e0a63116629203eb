"""The store, over SQLite, over PostgreSQL, in memory and in a page alike."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from msgspec.structs import replace

from ludotheque.tables.denied import Denied
from ludotheque.tables.model import Guest, Seat, StoredTable, Talk, notice
from ludotheque.tables.store import ANY, NEW, Change, Conflict, NewKey, Store, StoredMove, Wake
from tests.familiar import CHANCY, QUICK
from tests.tables.conftest import OpenStore
from tests.tables.guests import LEA, welcome

pytestmark = pytest.mark.anyio


def table(name: str = "t1", **more: object) -> StoredTable:
    seats = [Seat(kind="guest", guest="lea", name="Léa"), Seat(kind="open")]
    usual = {"game": CHANCY, "players": 2, "options": {}, "host": "lea", "seats": seats}
    return StoredTable(id=name, **(usual | more))  # type: ignore[arg-type]


async def add(store: Store, *tables: StoredTable) -> None:
    for made in tables:
        await store.append(Change(made.id, NEW, table=made))


def entries(name: str, first: int, count: int = 1, version: int = 0) -> Change:
    return Change(name, version, entries=[StoredMove(seq, f'"{seq}"', 1.0, turn=0) for seq in range(first, first + count)])


def said(text: str = "hello") -> Talk:
    return Talk(n=0, at=0, kind="chat", guest="lea", text=text)


async def seqs(store: Store, name: str = "t1") -> list[int]:
    return [move.seq for move in await store.moves(name)]


# Guests --------------------------------------------------------------------------------------------------------------


async def test_a_guest_is_found_by_a_key_until_it_expires(store: Store) -> None:
    found = await store.find_key("hash-lea", now=99)
    assert found is not None
    assert found.guest == LEA
    assert await store.find_key("hash-lea", now=100) is None
    assert await store.find_key("other", now=10) is None


async def test_a_guest_may_have_several_keys_and_another_name(store: Store) -> None:
    await store.add_key("second", "lea", 100)
    await store.rename_guest(Guest("lea", "Léo", "owl"))
    for name in ("hash-lea", "second"):
        found = await store.find_key(name, now=11)
        assert found is not None
        assert found.guest == Guest("lea", "Léo", "owl")
    await store.sweep(now=100)
    assert await store.find_key("second", now=11) is None


async def test_a_device_code_works_once_and_an_invitation_until_it_expires(store: Store) -> None:
    await store.add_code("d", "device", "lea", expires=100)
    await store.add_code("i", "table", "t1", expires=100)
    assert await store.find_code("d", "table", 1, use_up=False) is None
    assert [await store.find_code("d", "device", 1, use_up=True) for _ in range(2)] == ["lea", None]
    assert [await store.find_code("i", "table", 1, use_up=False) for _ in range(2)] == ["t1", "t1"]
    assert await store.find_code("i", "table", 100, use_up=False) is None


async def test_a_guest_who_sits_somewhere_is_not_deleted(store: Store) -> None:
    """Not even at a table that is archived: the name would stay there."""
    await add(store, replace(table(), status="archived"))
    assert not await store.delete_guest("lea")
    assert await store.find_key("hash-lea", 11) is not None
    assert [found.table.id for found in await store.tables_of("lea", archived=True)] == ["t1"]


async def test_who_is_no_guest_any_more_takes_no_seat_and_makes_no_table(store: Store, another: OpenStore) -> None:
    await add(store, table())
    assert await store.delete_guest("tom")
    seats = [table().seats[0], Seat(kind="guest", guest="tom", name="Tom")]
    other = await another()
    for change in (Change("t1", 0, table=table(version=1, seats=seats)), Change("t2", NEW, table=table("t2", host="tom"))):
        with pytest.raises(Denied, match="no_guest"):
            await other.append(change)
    assert await store.table("t1") == table()
    assert await store.table("t2") is None
    assert await store.append(Change("t1", 0, table=table(version=1, public=True))) == []


async def test_seats_and_deletion_at_once_leave_no_seat_without_a_guest(store: Store, another: OpenStore) -> None:
    other = await another()
    for number in range(20):
        guest, name = Guest(f"g{number}", "Zoé", "owl"), f"t{number}"
        await welcome(store, guest)
        asked = [other.append(Change(name, NEW, table=table(name, host=guest.id))), store.delete_guest(guest.id)]
        first, second = asked if number % 2 else reversed(asked)
        both = await asyncio.gather(first, second, return_exceptions=True)
        made, deleted = both if number % 2 else reversed(both)
        assert (made, deleted) == ([], False) or (isinstance(made, Denied) and deleted is True)


async def test_a_deleted_guest_leaves_nothing_behind(store: Store) -> None:
    await add(store, table())
    await store.append(Change("t1", ANY, talk=[said()]))
    await store.append(Change("t1", ANY, talk=[notice("joined", LEA)]))
    away = table(version=1, host="tom", seats=[Seat(kind="open"), Seat(kind="open")])
    await store.append(Change("t1", 0, table=away))
    assert await store.delete_guest("lea")
    assert await store.find_key("hash-lea", 11) is None
    assert await store.talk("t1") == []
    assert await store.tables_of("lea") == []


# Changing tables -----------------------------------------------------------------------------------------------------


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    await add(store, table(public=True))
    assert await store.table("t1") == table(public=True)
    assert await store.table("t2") is None
    assert [found.table.id for found in await store.tables_of("lea")] == ["t1"]
    assert [found.table.id for found in await store.public_tables(CHANCY)] == ["t1"]
    assert await store.public_tables(QUICK) == []


async def test_a_table_is_new_once(store: Store) -> None:
    await add(store, table())
    with pytest.raises(Conflict):
        await add(store, table(public=True))
    assert await store.table("t1") == table()


async def test_who_changes_an_older_version_of_a_table_is_told_so(store: Store) -> None:
    await add(store, table())
    await store.append(Change("t1", 0, table=table(version=1, public=True)))
    with pytest.raises(Conflict):
        await store.append(Change("t1", 0, table=table(version=1)))
    found = await store.table("t1")
    assert found is not None
    assert found.public


async def test_who_decided_before_the_last_move_is_told_so(store: Store) -> None:
    await add(store, table())
    await store.append(entries("t1", 0))
    with pytest.raises(Conflict):
        await store.append(Change("t1", 0, seq=0, table=table(version=1)))
    await store.append(Change("t1", 0, seq=1, table=table(version=1)))


async def test_an_entry_is_taken_once(store: Store) -> None:
    await add(store, table())
    await store.append(entries("t1", 0, 2))
    with pytest.raises(Conflict):
        await store.append(entries("t1", 1, 3))
    assert await seqs(store) == [0, 1]
    assert [move.seq for move in await store.moves("t1", since=1)] == [1]


@pytest.mark.parametrize("wrong", [[2], [3, 4], [1, 3], [2, 1], [1, 1]])
async def test_an_entry_that_would_leave_a_hole_is_refused(store: Store, wrong: list[int]) -> None:
    """GROUND 1: the log held 0, 1, 2, 3, 5."""
    await add(store, table(), table("t2"))
    await store.append(entries("t1", 0))
    holed = Change("t1", 0, entries=[StoredMove(seq, "0", 1.0) for seq in wrong])
    results = await asyncio.gather(store.append(holed), store.append(entries("t2", 0)), return_exceptions=True)
    assert isinstance(results[0], Conflict)
    assert results[1] == []
    assert await seqs(store) == [0]
    assert await seqs(store, "t2") == [0]


async def test_no_hole_comes_of_many_who_write_at_once(store: Store, another: OpenStore) -> None:
    """Each of two servers writes entries of any numbers; only those that follow the last one are taken."""
    await add(store, table())
    through = (store, await another())
    wanted = [seq for round_ in range(6) for seq in range(round_, 20, 3)]
    taken = await asyncio.gather(
        *(through[n % 2].append(entries("t1", seq, 1 + n % 2)) for n, seq in enumerate(wanted)), return_exceptions=True
    )
    found = await seqs(store)
    assert found == list(range(len(found)))
    assert found
    assert any(isinstance(result, Conflict) for result in taken)


async def test_entries_for_an_older_version_of_the_table_are_refused(store: Store) -> None:
    await add(store, table())
    await store.append(Change("t1", 0, table=table(version=1)))
    with pytest.raises(Conflict):
        await store.append(entries("t1", 0))
    with pytest.raises(Conflict):
        await store.append(entries("no such table", 0))


async def test_one_conflict_in_a_batch_does_not_touch_the_others(store: Store) -> None:
    await add(store, *(table(f"t{number}") for number in range(20)))
    await store.append(entries("t3", 0))
    results = await asyncio.gather(*(store.append(entries(f"t{n}", 0)) for n in range(20)), return_exceptions=True)
    assert [type(result) for result in results if result != []] == [Conflict]
    assert all([len(await store.moves(f"t{n}")) == 1 for n in range(20)])


async def test_an_outdated_table_in_a_batch_does_not_touch_the_others(store: Store) -> None:
    await add(store, *(table(f"t{number}") for number in range(20)))
    await store.append(Change("t3", 0, table=table("t3", version=1)))
    results = await asyncio.gather(*(store.append(entries(f"t{n}", 0)) for n in range(20)), return_exceptions=True)
    assert [type(result) for result in results if result != []] == [Conflict]
    assert [len(await store.moves(f"t{n}")) for n in range(20)] == [1, 1, 1, 0, *[1] * 16]


async def test_changes_that_belong_together_are_stored_together_or_not_at_all(store: Store) -> None:
    """GROUND 14: a rematch is a new table and a link to it."""
    await add(store, table(), table("taken"))
    linked = Change("t1", 0, table=table(version=1, rematch="t2"))
    with pytest.raises(Conflict):
        await store.append(linked, Change("taken", NEW, table=table("taken")))
    assert await store.table("t1") == table()
    await store.append(linked, Change("t2", NEW, table=table("t2")))
    assert await store.table("t1") == table(version=1, rematch="t2")
    assert await store.table("t2") == table("t2")


async def test_a_move_its_end_and_what_is_said_of_it_are_one(store: Store) -> None:
    await add(store, table())
    over = replace(table(), version=1, status="over")
    change = Change("t1", 0, entries=entries("t1", 0, 2).entries, table=over, wake=Wake(), talk=[said("a"), said("b")])
    assert [line.n for line in await store.append(change)] == [0, 1]
    with pytest.raises(Conflict):
        await store.append(change)
    assert await store.table("t1") == over
    assert await seqs(store) == [0, 1]
    assert [(line.n, line.text) for line in await store.talk("t1")] == [(0, "a"), (1, "b")]


async def test_entries_come_back_as_they_were_stored_whatever_is_in_them(store: Store) -> None:
    await add(store, table())
    entry, command, at = '{"seat":0,"move":{"type":"say","what":"\\"\u00e9\\u2028\'"}}', 'lea \u202e[1,"x"]', 1763251200.123456
    stored = [StoredMove(0, entry, at, command, turn=1), StoredMove(1, entry, at, None)]
    await store.append(Change("t1", 0, entries=stored))
    assert await store.moves("t1") == stored


async def test_many_writers_of_two_servers_at_one_table_leave_a_gapless_log(store: Store, another: OpenStore) -> None:
    await add(store, table())
    other = await another()
    won = 0

    async def write(through: Store) -> None:
        nonlocal won
        for seq in range(25):
            try:
                await through.append(entries("t1", seq))
                won += 1
            except Conflict:
                continue

    await asyncio.gather(*(write(through) for through in (store, other) * 8))
    assert await seqs(store) == list(range(25))
    assert won == 25


async def test_a_write_goes_on_when_who_waits_for_it_is_cancelled(store: Store) -> None:
    await add(store, table())
    writing = store.append(entries("t1", 0))

    async def wait() -> None:
        await writing

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await store.append(entries("t1", 1))
    assert writing.done()
    assert await seqs(store) == [0, 1]


# What is said --------------------------------------------------------------------------------------------------------


async def test_talk_is_numbered_without_gaps_also_from_two_servers(store: Store, another: OpenStore) -> None:
    await add(store, table())
    other = await another()
    await asyncio.gather(*(through.append(Change("t1", ANY, talk=[said()])) for through in (store, other) * 5))
    assert [line.n for line in await store.talk("t1")] == list(range(10))
    assert [line.n for line in await store.talk("t1", since=7)] == [7, 8, 9]
    assert [line.n for line in await store.talk("t1", limit=2)] == [8, 9]


# Lists ---------------------------------------------------------------------------------------------------------------


async def test_a_list_says_whose_turn_it_is_without_replaying(store: Store) -> None:
    """CODE, fault 3."""
    await add(store, table("t1", changed=1.0), table("t2", changed=2.0))
    await store.append(Change("t1", 0, entries=[StoredMove(0, "0", 1.0, turn=1), StoredMove(1, "0", 1.0, turn=0)]))
    found = await store.tables_of("lea")
    assert [(listed.table.id, listed.seq, listed.turn) for listed in found] == [("t2", 0, None), ("t1", 2, 0)]


async def test_versions_tell_what_has_changed(store: Store) -> None:
    await add(store, table("t1"), table("t2"))
    await store.append(Change("t1", 0, entries=entries("t1", 0, 3).entries, table=table(version=1), talk=[said()]))
    assert await store.versions(["t1", "t2", "t3"]) == {"t1": (1, 3, 1), "t2": (0, 0, 0)}


async def test_all_tables_can_be_walked_through_in_pages(store: Store) -> None:
    await add(store, *(table(f"t{number}") for number in range(7)))
    walked: list[str] = []
    while page := await store.all_tables(walked[-1] if walked else "", limit=3):
        assert all(noted.sitters == {0: "lea"} and noted.table == table(noted.id) for noted in page)
        walked += [noted.id for noted in page]
    assert len(walked) == 7
    assert all(one < two for one, two in pairwise(walked))


async def test_idle_tables_are_found_and_busy_ones_are_not(store: Store) -> None:
    await add(store, table("old", changed=1.0), table("new", changed=100.0), table("busy", changed=1.0))
    await add(store, replace(table("gone", changed=1.0), status="archived"))
    await store.append(Change("busy", 0, entries=[StoredMove(0, "0", 100.0)]))
    assert [found.id for found in await store.idle_tables(before=50.0)] == ["old"]
    assert await store.count_tables() == {"archived": 1, "open": 3}


async def test_what_a_command_says_is_said_once(store: Store, another: OpenStore) -> None:
    await add(store, table(), table("t2"))
    other = await another()
    saying = [who.append(Change("t1", ANY, talk=[said()], command="lea c1")) for who in (store, other) * 8]
    answers = await asyncio.gather(*saying)
    assert {line.n for [line] in answers} == {0}
    await store.append(Change("t1", ANY, talk=[said("again")], command="lea c2"))
    await store.append(Change("t2", ANY, talk=[said("elsewhere")], command="lea c1"))
    assert [line.text for line in await store.talk("t1")] == ["hello", "again"]
    assert [line.text for line in await store.talk("t2")] == ["elsewhere"]
    assert await store.said("t1", "lea c2") == (await store.talk("t1"))[1]
    assert await store.said("t1", "lea c3") is None
    for name in ("t1", "t2"):
        await store.append(Change(name, 0, table=table(name, version=1, host="tom", seats=[])))
    assert await store.delete_guest("lea")
    assert await store.said("t1", "lea c1") is None


# What is due ---------------------------------------------------------------------------------------------------------


async def test_what_is_due_is_claimed_by_one_server_until_its_time_is_up(store: Store, another: OpenStore) -> None:
    await store.append(Change("t1", NEW, table=table("t1"), wake=Wake(10.0)))
    await store.append(Change("t2", NEW, table=table("t2"), wake=Wake(50.0)))
    other = await another()
    first, second = await asyncio.gather(store.claim("a", 20, 5), other.claim("b", 20, 5))
    assert sorted([first, second]) == [[], ["t1"]]
    loser, name = (other, "b") if first else (store, "a")
    assert await loser.claim(name, 24, 5) == []
    assert await loser.claim(name, 26, 5) == ["t1"]


async def test_a_claim_by_a_clock_that_was_an_hour_ahead_does_not_last_an_hour(store: Store) -> None:
    await store.append(Change("t1", NEW, table=table("t1"), wake=Wake(10.0)))
    assert await store.claim("a", 3620, 5) == ["t1"]
    assert await store.claim("b", 20, 5) == ["t1"]
    assert await store.claim("c", 21, 5) == []


async def test_what_is_no_longer_due_is_not_claimed(store: Store) -> None:
    await store.append(Change("t1", NEW, table=table("t1"), wake=Wake(10.0)))
    await store.append(Change("t1", 0, seq=0, wake=Wake()))
    assert await store.claim("a", 20, 5) == []


async def test_tables_of_which_the_clock_says_that_they_lie_in_the_future_are_found(store: Store) -> None:
    """GROUND 13: the clock goes back an hour, and bots are silent for an hour."""
    for name, changed, wake in (("fine", 90.0, 130.0), ("moved", 3700.0, 3701.0), ("nobody", 3700.0, None)):
        await store.append(Change(name, NEW, table=table(name, changed=changed), wake=Wake(wake)))
    await store.append(Change("played", NEW, table=table("played", changed=90.0), wake=Wake(3701.0)))
    await store.append(Change("played", 0, entries=[StoredMove(0, "0", 3700.0)]))
    assert sorted(await store.misdated(100.0)) == ["moved", "played"]


async def test_a_table_that_waits_by_a_clock_that_was_ahead_is_found_though_all_that_happened_is_past(store: Store) -> None:
    """A server whose clock was an hour ahead noted anew when its bot is due, and died; then the clock went back."""
    await store.append(Change("bot", NEW, table=table("bot", changed=90.0), wake=Wake(91.0)))
    await store.append(Change("bot", 0, entries=[StoredMove(0, "0", 95.0)], wake=Wake(3701.0, "dead", 3706.0)))
    await store.append(Change("soon", NEW, table=table("soon", changed=90.0), wake=Wake(101.0)))
    await store.append(Change("played", NEW, table=table("played", changed=10.0), wake=Wake(101.0)))
    await store.append(Change("played", 0, entries=[StoredMove(0, "0", 95.0)], wake=Wake(120.0)))
    assert await store.misdated(100.0) == ["bot"]


# Keys of bots --------------------------------------------------------------------------------------------------------


async def test_a_bots_key_opens_one_seat_until_it_is_revoked(store: Store) -> None:
    await add(store, table())
    bot = Guest("bot", "Bot", "fox")
    await store.append(Change("t1", 0, table=table(version=1), keys=[NewKey("k", bot, 1, 100.0, new_owner=True)]))
    found = await store.find_key("k", 1)
    assert found is not None
    assert (found.guest, found.table_id, found.seat) == (bot, "t1", 1)
    await store.append(Change("t1", ANY, revoked=[1], keys=[NewKey("l", bot, 1, 100.0)]))
    assert await store.find_key("k", 1) is None
    assert await store.find_key("l", 1) is not None


async def test_what_a_guest_puts_away_is_theirs_alone(store: Store) -> None:
    await add(store, table())
    for _ in range(2):  # asked twice
        await store.put_away("lea", "t1", away=True)
    await store.put_away("lea", "t2", away=True)
    assert await store.put_away_by("lea") == {"t1", "t2"}
    assert await store.put_away_by("tom") == set()
    await store.put_away("lea", "t2", away=False)
    assert await store.put_away_by("lea") == {"t1"}


async def test_finished_games_are_found_when_they_are_archived_too(store: Store) -> None:
    for name, status in {"t1": "over", "t2": "archived", "t3": "playing", "t4": "over"}.items():
        row = table()
        row.id, row.status, row.changed = name, status, float(name[1])  # type: ignore[assignment]
        if name == "t4":
            row.seats = [seat for seat in row.seats if seat.guest != "lea"]  # played host only
        await add(store, row)
    assert [found.id for found in await store.finished_of("lea")] == ["t2", "t1"]
    assert [found.id for found in await store.finished_of("lea", limit=1)] == ["t2"]
