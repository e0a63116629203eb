"""A random game of Bonbons that looks like a given view: what could lie face down, and in the reserve."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludotheque.games.bonbons.rules import (
    COIN,
    COINS,
    DECLINED,
    GAVE,
    KINDS,
    LAID_COINS,
    LYING,
    NO_TILE,
    PHASES,
    PICTURES,
    RESULTS,
    ROW,
    START,
    STOPPED,
    SWEETS,
    WRAPPER,
    State,
    in_play,
    round_place,
)
from ludotheque.games.bonbons.seen import Covered, Gave, Place, Square, Stopped, Tile, View
from ludotheque.rules.dice import Dice, shuffle


class Known(msgspec.Struct, frozen=True):
    """What a player still knows of face-down tiles, besides the view. What the view rules out is ignored."""

    squares: dict[int, str] = {}
    """The picture of a square, by its cell."""
    rounds: tuple[tuple[int, int, str], ...] = ()
    """Seat, slot and picture of a round."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; the tiles that are face down are drawn from those that nobody sees."""
    restore_table(s, view)
    restore_last_action(s, view)
    sweets = [picture for picture in range(SWEETS) if in_play(s, picture)]
    squares, rounds = [*sweets, WRAPPER], list(sweets)
    if not s.quick and all(tile.state != "gone" for tile in view.grid):
        squares += [COIN] * COINS
    hidden_squares = restore_tiles(s, enumerate(view.grid), squares)
    hidden_rounds: list[int] = []
    for seat, row in enumerate(view.rounds):
        hidden_rounds += restore_tiles(s, ((round_place(seat, slot), tile) for slot, tile in enumerate(row)), rounds)
    facts = [(round_place(seat, slot), picture) for seat, slot, picture in known.rounds if 0 <= slot < ROW]
    fill_in(s, hidden_squares, squares, list(known.squares.items()), dice)
    fill_in(s, hidden_rounds, rounds, facts, dice)
    s.reserve[: s.reserve_left] = rounds


def restore_table(s: State, view: View) -> None:
    """What everybody knows."""
    s.removed = [KINDS.index(kind) for kind in view.removed] or [0, 0]
    s.turn = view.turn
    s.phase = PHASES.index(view.phase)
    s.again = int(view.may_stop and s.phase == START)
    for seat, row in enumerate(view.rounds):
        s.held[seat] = len(row)
        s.found[seat] = sum(tile.state in ("up", "covered") for tile in row)
    s.reserve_left = view.reserve
    s.shown_count = len(view.shown)
    for i, place in enumerate(view.shown):
        s.shown[i] = number(place)


def restore_last_action(s: State, view: View) -> None:
    """What was seen of the last action."""
    last = view.last
    if last is None:
        return
    s.did_seat = last.seat
    if isinstance(last, Stopped):
        s.did = DECLINED if last.declined else STOPPED
    elif isinstance(last, Covered):
        s.did, s.did_place = LAID_COINS, round_place(last.seat, last.slot)
    elif isinstance(last, Gave):
        s.did, s.did_place = GAVE, round_place(last.seat, last.slot)
        s.did_other = round_place(last.victim, last.victim_slot)
    else:
        s.did = next(did for did, result in RESULTS.items() if result == last.result)
        s.did_place, s.did_draw = number(last.place), int(last.drew)


def number(place: Place) -> int:
    """The number of a place."""
    return place.cell if isinstance(place, Square) else round_place(place.seat, place.slot)


def restore_tiles(s: State, tiles: Iterable[tuple[int, Tile]], loose: list[int]) -> list[int]:
    """Lay the tiles as they lie, those that are seen off the loose ones; answer the places of the others."""
    hidden = []
    for place, tile in tiles:
        s.lies[place] = LYING.index(tile.state)
        if tile.picture is not None:
            s.tiles[place] = PICTURES.index(tile.picture)
            loose.remove(s.tiles[place])
        elif s.lies[place] == NO_TILE:
            s.tiles[place] = COIN
        else:
            hidden.append(place)
    return hidden


def fill_in(s: State, hidden: list[int], loose: list[int], facts: list[tuple[int, str]], dice: Dice) -> None:
    """Lay loose tiles face down: where something is known that tile, elsewhere any. Those that are left over stay loose."""
    for place, name in facts:
        picture = PICTURES.index(name) if name in PICTURES else -1
        if place in hidden and picture in loose:
            s.tiles[place] = picture
            hidden.remove(place)
            loose.remove(picture)
    shuffle(dice, loose, len(loose))
    for place in hidden:
        s.tiles[place] = loose.pop()
