"""Who sits where: changes of a table's seats and settings, as plain functions on a stored table.

Each one changes a copy that the caller made, or raises Denied. Storing it is the house's business.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ludotheque.games import all_games
from ludotheque.levels import ADAPTIVE, LEVELS, Opponent
from ludotheque.measure import BEGINS, level_at, neighbours
from ludotheque.rules.core import Fault, Json, Outcome
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.tables import fairness
from ludotheque.tables.denied import Denied
from ludotheque.tables.identity import NAME_LENGTH, clean
from ludotheque.tables.measures import strength_after
from ludotheque.tables.model import PICTURES, Guest, Seat, Settings, StoredTable
from ludotheque.tables.store.fitting import sitting

REMEMBERED = 50
"""So many guests whom the host has removed, or muted, are remembered at a table."""
MAX_LOOK, MIN_TIMER, MAX_TIMER = 30.0, 5.0, 7 * 24 * 3600.0

Dealer = Callable[[Game, int, dict[str, bool | int], int | None], Json]
"""How a deal is made: the game, the number of players, the options, and who starts if the host says so."""


def deal_at_random(game: Game, players: int, options: dict[str, bool | int], first: int | None) -> Json:
    """A deal from the system's generator, every number of it: no few bits lie behind the cards of a whole table."""
    return game.new(players, named=None if first is None else {"first": first}, **options).deal


def find_game(slug: str) -> Game:
    """A game of the house."""
    if slug not in all_games():
        raise Denied("unknown_game", "unknown", game=slug[:40])
    return all_games()[slug]


def lay(game: Game, options: dict[str, bool | int], seats: list[Seat], first: int | None, settings: Settings) -> StoredTable:
    """A table with these seats, not stored yet."""
    try:
        chosen = game.options(options)
        game.blank(len(seats), chosen)
    except Fault as fault:
        raise Denied(fault.code, "form", fault.clause, **fault.details) from None
    if first is not None and not 0 <= first < len(seats):
        raise Denied("no_such_seat", "form", seat=first, players=len(seats))
    if not 0 <= settings.look <= MAX_LOOK:
        raise Denied("bad_setting", "form", setting="look")
    if settings.timer is not None and not MIN_TIMER <= settings.timer <= MAX_TIMER:
        raise Denied("bad_setting", "form", setting="timer")
    return StoredTable(id="", game=game.slug, players=len(seats), options=chosen, first=first, seats=seats, settings=settings)


def sit(guest: Guest, name: str = "", picture: str = "") -> Seat:
    """A seat taken by a guest; at a shared device everybody has a name and a figure of their own."""
    figure = picture if picture in PICTURES else guest.picture
    return Seat(kind="guest", guest=guest.id, name=clean(name, NAME_LENGTH) or guest.name, picture=figure)


def rename(table: StoredTable, before: Guest, after: Guest) -> None:
    """A guest is called otherwise; who sits beside them at the same device keeps their own name."""
    for number, seat in enumerate(table.seats):
        if seat.guest == before.id and (seat.name, seat.picture) == (before.name, before.picture):
            put(table, number, replace(seat, name=after.name, picture=after.picture))


def bot(level: Opponent, strength: int = BEGINS) -> Seat:
    """A seat taken by a bot; by one made to measure, if it is asked for and so strong."""
    if level == ADAPTIVE:
        return Seat(kind="bot", level=neighbours(strength)[0], strength=strength)
    if level not in LEVELS:
        raise Denied("unknown_level", "form", level=str(level)[:20])
    return Seat(kind="bot", level=level)


def the_host(table: StoredTable, guest: Guest) -> None:
    """Only the host may."""
    if table.host != guest.id:
        raise Denied("not_host", "forbidden")


def runs_it(table: StoredTable, guest_id: str) -> bool:
    """Whether somebody may start a game and keep it going: the host; around a big screen, which has no seat, who sits first."""
    if table.host == guest_id:
        return True
    if not table.host or seats_of(table, table.host):
        return False
    sitting = (seat.guest for seat in table.seats if seat.kind == "guest" and seat.stand_in is None)
    return next(sitting, None) == guest_id


def _runs_it(table: StoredTable, guest: Guest) -> None:
    if not runs_it(table, guest.id):
        raise Denied("not_host", "forbidden")


def _status(table: StoredTable, *wanted: str) -> None:
    if table.status not in wanted:
        raise Denied({"open": "not_started", "playing": "already_started"}.get(table.status, "table_closed"))


def seats_of(table: StoredTable, guest_id: str | None, only: int | None = None) -> list[int]:
    """The seats that belong to a guest; with a bot's key, the one that it opens."""
    if guest_id is None:
        return []
    mine = [number for number, seat in enumerate(table.seats) if seat.kind == "guest" and seat.guest == guest_id]
    return mine if only is None else [number for number in mine if number == only]


def own_seats(table: StoredTable, guest: Guest) -> list[int]:
    """The seats of a guest, at least one."""
    mine = seats_of(table, guest.id)
    if not mine:
        raise Denied("not_seated", "forbidden")
    return mine


def _seat(table: StoredTable, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Denied("no_such_seat", "form", seat=number, players=table.players)
    return table.seats[number]


def put(table: StoredTable, number: int, seat: Seat) -> None:
    """Set one seat, in a list of its own."""
    table.seats = [*table.seats[:number], seat, *table.seats[number + 1 :]]


def may_speak(table: StoredTable, guest: Guest) -> bool:
    """Whether a guest's own words, their name among them, may be put before the table."""
    return table.settings.chat and guest.id not in table.muted


def look_denied(table: StoredTable, guest_id: str | None) -> Denied | None:
    """Why somebody may not even watch, or None.

    Whom the host has sent away neither plays nor watches. Guests are free, so at a table that is not listed for everybody they do
    not come back under another name, or none, either: once it has begun, only those who sit there look.
    """
    if guest_id is not None and guest_id in table.banned:
        return Denied("removed", "forbidden")
    if table.banned and not table.public and table.status != "open" and guest_id not in sitting(table).values():
        return Denied("sitters_only", "forbidden")
    return None


def may_look(table: StoredTable, guest_id: str | None) -> None:
    """Raise Denied if they may not."""
    if (denied := look_denied(table, guest_id)) is not None:
        raise denied


def join(table: StoredTable, guest: Guest, number: int | None, name: str, picture: str = "") -> None:
    """Sit down on an open seat."""
    _status(table, "open")
    may_look(table, guest.id)
    if number is None:
        number = next((at for at, seat in enumerate(table.seats) if seat.kind == "open"), None)
        if number is None:
            raise Denied("table_full")
    if _seat(table, number).kind != "open":
        raise Denied("seat_taken")
    put(table, number, sit(guest, name, picture))


def leave(table: StoredTable, guest: Guest) -> None:
    """Get up: before the start the seat is open again, later a stand-in plays. The host's role goes to the next human."""
    if table.host != guest.id:
        own_seats(table, guest)
    for number, seat in enumerate(table.seats):
        if seat.guest == guest.id:
            if table.status == "open":
                put(table, number, Seat(kind="open"))
            elif table.status == "playing" and seat.stand_in is None:
                put(table, number, replace(seat, stand_in="adult"))
    hand_on(table, guest.id)


def hand_on(table: StoredTable, guest_id: str) -> None:
    """Give the host's role to the next human who is there; with nobody left, an open table is closed."""
    if table.host != guest_id:
        return
    others = [seat.guest for seat in table.seats if seat.kind == "guest" and seat.guest not in (None, guest_id)]
    present = [seat.guest for seat in table.seats if seat.guest in others and seat.stand_in is None]
    table.host = (present or others or [table.host if table.status != "open" else ""])[0] or ""
    if table.status == "open" and not others:
        table.status = "archived"


def seat_bot(table: StoredTable, guest: Guest, number: int, level: Opponent, strength: int = BEGINS) -> None:
    """The host puts a bot on an open seat."""
    _runs_it(table, guest)
    _status(table, "open")
    if _seat(table, number).kind == "guest":
        raise Denied("seat_taken")
    put(table, number, bot(level, strength))


def start(table: StoredTable, guest: Guest, dealer: Dealer, now: float) -> None:
    """Deal, and begin. The hash of the deal is public from now on."""
    ready(table, guest)
    begin(table, dealer, now)


def ready(table: StoredTable, guest: Guest) -> None:
    """Whether this guest may let the game begin now, or Denied."""
    _runs_it(table, guest)
    _status(table, "open")
    if any(seat.kind == "open" for seat in table.seats):
        raise Denied("seats_open")


def begin(table: StoredTable, dealer: Dealer, now: float) -> None:
    """Deal for a table whose seats are all taken."""
    game = find_game(table.game)
    table.deal = dealer(game, table.players, table.options, table.first)
    Play(game, table.players, table.options, table.deal)  # a deal that cannot be laid out must not be stored
    table.first = int(table.deal["first"])
    table.salt = fairness.new_salt()
    table.seeds = [secrets.randbits(62) for _ in table.seats]
    for number, (seat, seed) in enumerate(zip(table.seats, table.seeds, strict=True)):
        if seat.strength is not None:
            put(table, number, replace(seat, level=level_at(seat.strength, seed)))
    table.status, table.changed = "playing", now


def stand_in(table: StoredTable, guest: Guest, number: int, level: Opponent, *, away: bool) -> None:
    """The host swaps a human who is away or late for a bot; or themselves, whenever they like."""
    _runs_it(table, guest)
    _status(table, "playing")
    seat = _seat(table, number)
    if seat.kind != "guest" or seat.resigned:
        raise Denied("not_a_human")
    if seat.guest != guest.id and not away and not seat.late:
        raise Denied("still_there", seat=number)
    if level not in LEVELS:
        raise Denied("unknown_level", "form", level=str(level)[:20])
    put(table, number, replace(seat, stand_in=level))


def take_back(table: StoredTable, guest: Guest) -> None:
    """A human comes back and takes the seat from the stand-in."""
    _status(table, "playing")
    for number in own_seats(table, guest):
        if not table.seats[number].resigned:
            put(table, number, replace(table.seats[number], stand_in=None, late=0))


def resign(table: StoredTable, guest: Guest, scores: tuple[int, ...]) -> None:
    """Give up: goldfish plays on for the others' sake; when only one is left, that one has won."""
    _status(table, "playing")
    mine = [number for number in own_seats(table, guest) if not table.seats[number].resigned]
    if not mine:
        raise Denied("resigned")
    for number in mine:
        put(table, number, replace(table.seats[number], resigned=True, stand_in=None))
    left = [number for number, seat in enumerate(table.seats) if not seat.resigned]
    humans = [number for number in left if table.seats[number].kind == "guest"]
    if len(left) <= 1 or not humans:
        table.status = "over"
        table.outcome = Outcome(winners=tuple(left), scores=scores, clause="resigned")


def remove(table: StoredTable, guest: Guest, whom: str) -> None:
    """The host sends somebody away; a bot takes the seat."""
    the_host(table, guest)
    if whom == guest.id:
        raise Denied("not_yourself", "form")
    for number, seat in enumerate(table.seats):
        if seat.guest == whom:
            put(table, number, Seat(kind="open") if table.status == "open" else replace(bot("adult"), name=seat.name))
    table.banned = _and(table.banned, whom)


def mute(table: StoredTable, guest: Guest, whom: str, muted: bool) -> None:
    """The host switches somebody's chat off or on."""
    the_host(table, guest)
    table.muted = _and(table.muted, whom) if muted else [other for other in table.muted if other != whom]


def _and(listed: list[str], whom: str) -> list[str]:
    """A list with one more in it; the longest there is forgotten when there are many."""
    return [*(other for other in listed if other != whom), whom][-REMEMBERED:]


def change_settings(table: StoredTable, guest: Guest, changes: Mapping[str, object]) -> None:
    """The host settles anew what may be changed at any time."""
    the_host(table, guest)
    table.settings = replace(table.settings, **changes)


def rematch(table: StoredTable, guest: Guest, new_id: str, dealer: Dealer, now: float) -> StoredTable | None:
    """A table for the same people, the next one starting, and a link to it; None if there is one already."""
    own_seats(table, guest)
    if table.rematch is not None:
        return None
    _status(table, "over")
    strength = strength_after(table)
    seats = [replace(seat, resigned=False, late=0, strength=None if seat.strength is None else strength) for seat in table.seats]
    again = lay(find_game(table.game), table.options, seats, ((table.first or 0) + 1) % table.players, table.settings)
    again.public, again.host, again.muted, again.banned = table.public, table.host, table.muted, table.banned
    begin(again, dealer, now)
    again.id = table.rematch = new_id
    return again


def forget(table: StoredTable, guest: Guest) -> None:
    """A guest who deletes themselves is gone from the table: no name, no picture, no seat."""
    for number, seat in enumerate(table.seats):
        if seat.guest != guest.id:
            continue
        if table.status == "open":
            put(table, number, Seat(kind="open"))
        else:
            put(table, number, replace(bot("adult"), resigned=seat.resigned))
    if table.host == guest.id:
        hand_on(table, guest.id)
        if table.host == guest.id:
            table.host = ""
    table.muted = [other for other in table.muted if other != guest.id]


def archive(table: StoredTable) -> None:
    """Put a table away at which nothing has happened for long."""
    table.status = "archived"
