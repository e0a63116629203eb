"""Sensible quick play of Bonbons: take known pairs, steal, lay known coins, and otherwise turn what was not seen yet.

Everybody sees what is turned, so all players of an imagined game share one set of notes: the places they have seen. What was
not seen is not used, also where the imagined game has a picture there.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.dice import below
from ludotheque.rules.games.bonbons.rules import (
    COIN,
    COIN_FIRST,
    COVER,
    COVERING,
    DOWN,
    GIVE,
    GIVING,
    PLACES,
    ROUND,
    ROW,
    SQUARE,
    SQUARES,
    START,
    STOP,
    SWEETS,
    TWO_COINS,
    round_place,
)
from ludotheque.rules.kernel import kernel

if TYPE_CHECKING:
    from ludotheque.rules.core import Rules

    rules: Rules

KNOWS_ALL, SEEN = 0, 1
NOTES = SEEN + PLACES


@kernel
def knows(s: Any, notes: Any, place: int) -> bool:
    """Whether the seat to act knows the picture of a face-down tile."""
    return s.lies[place] == DOWN and (notes[SEEN + place] == 1 or notes[KNOWS_ALL] == s.turn)


@kernel
def known_square(s: Any, notes: Any, picture: int) -> int:
    """Where a picture is known to lie in the grid, or -1."""
    for place in range(SQUARES):
        if s.tiles[place] == picture and knows(s, notes, place):
            return place
    return -1


@kernel
def known_round(s: Any, notes: Any, picture: int) -> int:
    """Where a picture is known to lie in front of somebody, one's own first, or -1."""
    for ahead in range(s.players):
        seat = (s.turn + ahead) % s.players
        for place in range(round_place(seat, 0), round_place(seat, s.held[seat])):
            if s.tiles[place] == picture and knows(s, notes, place):
                return place
    return -1


@kernel
def unseen(s: Any, notes: Any, start: int, stop: int, dice: Any) -> int:
    """Any face-down tile among these places that was not seen yet, or -1."""
    found, count = -1, 0
    for place in range(start, stop):
        if s.lies[place] == DOWN and notes[SEEN + place] == 0 and notes[KNOWS_ALL] != s.turn:
            count += 1
            if below(dice, count) == 0:
                found = place
    return found


@kernel
def pick(s: Any, notes: Any, buffer: Any, count: int, dice: Any) -> int:
    """A move for the seat to act."""
    choice = -1
    if s.phase == START:
        choice = begin(s, notes, dice)
    elif s.phase == SQUARE:
        choice = after_square(s, notes, dice)
    elif s.phase == COIN_FIRST or s.phase == TWO_COINS:
        choice = known_square(s, notes, COIN)
        if choice < 0 and below(dice, 2) == 0:
            choice = unseen(s, notes, 0, SQUARES, dice)
        if choice < 0:
            choice = STOP
    elif s.phase == ROUND:
        choice = known_square(s, notes, s.tiles[s.shown[0]])
        if choice < 0:
            choice = unseen(s, notes, 0, SQUARES, dice)
    elif s.phase == GIVING:
        choice = spare_round(s, notes, GIVE, dice)
    elif s.phase == COVERING:
        choice = spare_round(s, notes, COVER, dice)
    return choice if choice >= 0 else buffer[below(dice, count)]


@kernel
def begin(s: Any, notes: Any, dice: Any) -> int:
    """The first tile of a turn."""
    coins, squares, seen_squares = 0, 0, 0
    stolen, coin = -1, -1
    for place in range(SQUARES):
        if s.lies[place] != DOWN:
            continue
        squares += 1
        if not knows(s, notes, place):
            continue
        seen_squares += 1
        picture = s.tiles[place]
        if picture == COIN:
            coins += 1
            coin = place
        elif picture < SWEETS:
            found = known_round(s, notes, picture)
            if found >= 0:
                if (found - SQUARES) // ROW == s.turn:
                    return place
                stolen = place
    if coins == 3:
        return coin
    if stolen >= 0:
        return stolen
    own = unseen(s, notes, round_place(s.turn, 0), round_place(s.turn, s.held[s.turn]), dice)
    if own >= 0 and below(dice, squares) < seen_squares:
        return own
    square = unseen(s, notes, 0, SQUARES, dice)
    if square >= 0:
        return square
    return own if own >= 0 else unseen(s, notes, SQUARES, round_place(s.players, 0), dice)


@kernel
def after_square(s: Any, notes: Any, dice: Any) -> int:
    """A square lies open: its round if it is known, otherwise a try, or leave it."""
    picture = s.tiles[s.shown[0]]
    if picture < SWEETS:
        found = known_round(s, notes, picture)
        if found >= 0:
            return found
    luck = below(dice, 8)
    choice = -1
    if luck < 5:
        choice = unseen(s, notes, round_place(s.turn, 0), round_place(s.turn, s.held[s.turn]), dice)
    elif luck == 5:
        choice = unseen(s, notes, SQUARES, round_place(s.players, 0), dice)
    return choice if choice >= 0 else STOP


@kernel
def spare_round(s: Any, notes: Any, action: int, dice: Any) -> int:
    """Of one's own face-down rounds one whose square is not known; to give, rather one that nobody has seen."""
    best, best_worth = -1, -1
    for slot in range(s.held[s.turn]):
        place = round_place(s.turn, slot)
        if s.lies[place] != DOWN:
            continue
        worth = below(dice, 4)
        if not knows(s, notes, place):
            worth += 4
        elif known_square(s, notes, s.tiles[place]) < 0:
            worth += 3
        if worth > best_worth:
            best, best_worth = slot, worth
    return action + best if best >= 0 else -1


@kernel
def watch(s: Any, notes: Any, actor: int, action: int) -> int:
    """Everybody sees a tile that is turned; a given round keeps its picture, seen or not."""
    if action < STOP:
        notes[SEEN + action] = 1
        return s.tiles[action] + 1
    if GIVE <= action < COVER:
        notes[SEEN + max(s.shown[0], s.shown[1])] = notes[SEEN + round_place(s.turn, action - GIVE)]
    return 0
