"""Guests: made by a name and a picture, kept by a secret; on as many devices as they like."""

from __future__ import annotations

from contextlib import suppress

from ludotheque.tables import hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.draft import Draft
from ludotheque.tables.house import House
from ludotheque.tables.identity import (
    BOT_KEY_LIFE,
    DEVICE_CODE_LIFE,
    INVITATION_LIFE,
    NAME_LENGTH,
    TOKEN_LIFE,
    clean,
    hashed,
    new_code,
    new_id,
    new_invitation,
    new_token,
    read_code,
)
from ludotheque.tables.model import PICTURES, Guest
from ludotheque.tables.store import Conflict, Key, NewKey, Unavailable

OTHER_CODES = 20
"""So many codes are tried until one is found that leads nowhere yet."""
RENAMED_AT = 20
"""At so many tables, the last changed ones, a guest who changes their name is called by the new one at once."""


async def welcome(house: House, name: str, picture: str) -> tuple[Guest, str]:
    """A new guest and their secret."""
    guest_id, token = new_id(), new_token()
    guest = Guest(guest_id, _name(name), _picture(picture, guest_id))
    with suppress(Conflict):  # nobody else has this secret: it was stored, and the answer had been lost
        await house.store.add_guest(guest, hashed(token), house.now(), house.now() + TOKEN_LIFE)
    return guest, token


def _name(name: str) -> str:
    cleaned = clean(name, NAME_LENGTH)
    if not cleaned:
        raise Denied("no_name", "form")
    return cleaned


def _picture(picture: str, guest_id: str) -> str:
    """A figure; who has chosen none has one all the same, and always the same."""
    return picture if picture in PICTURES else PICTURES[sum(guest_id.encode()) % len(PICTURES)]


async def rename(house: House, guest: Guest, name: str, picture: str) -> Guest:
    """Another name or picture, also at the tables at which the guest sits under the old ones."""
    changed = Guest(guest.id, _name(name), _picture(picture or guest.picture, guest.id))
    if changed == guest:
        return guest
    await house.store.rename_guest(changed)
    running = [found.table for found in await house.store.tables_of(guest.id) if found.table.status in ("open", "playing")]
    for table in running[:RENAMED_AT]:
        if hosting.may_speak(table, guest):  # a name is chosen words, too
            with suppress(Denied):  # it was closed in the meantime
                await house.change(table.id, lambda draft: hosting.rename(draft.stored, guest, changed))
    return changed


async def recognise(house: House, token: str) -> Key | None:
    """Whose secret this is, and what it opens."""
    if not 16 <= len(token) <= 64:
        return None
    return await house.store.find_key(hashed(token), house.now())


async def device_code(house: House, guest: Guest) -> tuple[str, float]:
    """A code with which another device becomes this guest's too; it works once."""
    code, until = new_code(), house.now() + DEVICE_CODE_LIFE
    with suppress(Conflict):  # nobody else has this secret: it was stored, and the answer had been lost
        await house.store.add_code(hashed(code), "device", guest.id, until)
    return code, until


async def another_device(house: House, typed: str) -> str:
    """Use such a code up for a secret of one's own."""
    guest = await house.store.find_code(hashed(read_code(typed)), "device", house.now(), use_up=True)
    if guest is None:
        raise Denied("unknown_code", "unknown")
    token = new_token()
    with suppress(Conflict):  # nobody else has this secret: it was stored, and the answer had been lost
        await house.store.add_key(hashed(token), guest, house.now() + TOKEN_LIFE)
    return token


async def invitation(house: House, table_id: str) -> tuple[str, float]:
    """A code that leads to a table, for a while. It invites, it does not seat."""
    until = house.now() + INVITATION_LIFE
    for _ in range(OTHER_CODES):
        code = new_invitation()
        with suppress(Conflict):  # five letters may be taken by another table: these are not
            await house.store.add_code(hashed(code), "table", table_id, until)
            return code, until
    raise Unavailable("every code that was tried is taken")


async def invited(house: House, typed: str) -> str:
    """The table to which a code leads."""
    table = await house.store.find_code(hashed(read_code(typed)), "table", house.now(), use_up=False)
    if table is None:
        raise Denied("unknown_code", "unknown")
    return table


async def bot_key(house: House, guest: Guest, table_id: str, seat: int) -> str:
    """A token for one seat: one's own, or (for the host, before the start) an open one, which then belongs to the bot.

    Keys that opened the seat before open it no longer.
    """
    token, bot = new_token(), Guest(new_id(), "Bot", "")
    until = house.now() + BOT_KEY_LIFE

    def give(draft: Draft) -> None:
        table = draft.stored
        if not 0 <= seat < len(table.seats):
            raise Denied("no_such_seat", "form", seat=seat, players=len(table.seats))
        mine = table.seats[seat].guest == guest.id
        if not mine:
            hosting.the_host(table, guest)
            if table.seats[seat].kind != "open":
                raise Denied("seat_taken")
            hosting.join(table, bot, seat, "")
        draft.keys.append(NewKey(hashed(token), guest if mine else bot, seat, until, new_owner=not mine))

    await house.change(table_id, give)
    return token


async def farewell(house: House, guest: Guest) -> None:
    """Delete a guest and what is theirs. Concurrent requests may seat them again: repeat until they sit nowhere."""
    while not await house.store.delete_guest(guest.id):
        for listed in await house.store.tables_of(guest.id, archived=True):
            try:
                await house.change(listed.table.id, lambda draft: hosting.forget(draft.stored, guest))
            except Denied:  # frozen or archived: no play is changed, only the name is removed
                await house.change_row(listed.table.id, lambda table: hosting.forget(table, guest))
