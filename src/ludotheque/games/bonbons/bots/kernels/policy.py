"""Sensible quick play of Bonbons: take what is known, and turn first whatever is likelier to make a pair at once.

Everybody sees what is turned, so all players of an imagined game share one set of notes: the places they have seen. What was
not seen is not used, also where the imagined game has a picture there. A pair with a known round counts for whoever
turns its square, whosever round it is: so what is shown and not taken is a present to the next player.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.games.bonbons.rules import (
    COIN,
    COIN_FIRST,
    COINS,
    COVER,
    COVERED,
    COVERING,
    DOWN,
    GIVE,
    GIVING,
    PICTURES,
    PLACES,
    ROUND,
    ROW,
    SQUARE,
    SQUARES,
    START,
    STOP,
    SWEETS,
    TWO_COINS,
    State,
    round_place,
)
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel

SEEN = 0
"""By place: whether it was seen what lies there."""
SQUARE_OF = SEEN + PLACES
"""By picture: one more than the place where its square was seen, or 0."""
ROUND_OF = SQUARE_OF + len(PICTURES)
"""By picture: one more than the place where its round was seen, or 0."""
NOTES = ROUND_OF + len(PICTURES)

# What is known -------------------------------------------------------------------------------------------------------


@kernel
def knows(s: State, notes: Numbers, place: int) -> bool:
    """Whether the players know the picture of a face-down tile."""
    return s.lies[place] == DOWN and notes[SEEN + place] == 1


@kernel
def find(s: State, notes: Numbers, table: int, picture: int) -> int:
    """Where a picture is known to lie face down, looked up in one of the two tables, or -1."""
    place = notes[table + picture] - 1
    return place if place < 0 or s.lies[place] == DOWN else -1


@kernel
def square_of(s: State, notes: Numbers, picture: int) -> int:
    """Where the square of a sweet is known to lie face down, or -1."""
    return find(s, notes, SQUARE_OF, picture)


@kernel
def round_of(s: State, notes: Numbers, picture: int) -> int:
    """Where the round of a sweet is known to lie face down in front of somebody, or -1."""
    return find(s, notes, ROUND_OF, picture)


@kernel
def known_coin(s: State, notes: Numbers) -> int:
    """A face-down square that is known to be a coin, or -1."""
    for place in range(SQUARES):
        if s.tiles[place] == COIN and knows(s, notes, place):
            return place
    return -1


@kernel
def unseen(s: State, notes: Numbers, start: int, stop: int, dice: Dice) -> int:
    """Any face-down tile among these places that was not seen yet, or -1."""
    found, count = -1, 0
    for place in range(start, stop):
        if s.lies[place] == DOWN and notes[SEEN + place] == 0:
            count += 1
            if below(dice, count) == 0:
                found = place
    return found


@kernel
def dud(s: State, notes: Numbers, dice: Dice) -> int:
    """A square that shows nothing new, or -1."""
    start = below(dice, SQUARES)
    for ahead in range(SQUARES):
        place = (start + ahead) % SQUARES
        if knows(s, notes, place):
            return place
    return -1


# Playing -------------------------------------------------------------------------------------------------------------


@kernel
def pick(s: State, notes: Numbers, buffer: Numbers, count: int, dice: Dice) -> int:
    """A move for the seat to act."""
    choice = -1
    if s.phase == START:
        choice = begin(s, notes, dice)
    elif s.phase == SQUARE:
        choice = after_square(s, notes, dice)
    elif s.phase == ROUND:
        choice = after_round(s, notes, dice)
    elif s.phase == COIN_FIRST or s.phase == TWO_COINS:
        choice = after_coin(s, notes, dice)
    elif s.phase == GIVING:
        choice = spare_round(s, notes, GIVE, dice)
    elif s.phase == COVERING:
        choice = spare_round(s, notes, COVER, dice)
    return choice if choice >= 0 else buffer[below(dice, count)]


@kernel
def begin(s: State, notes: Numbers, dice: Dice) -> int:
    """The first tile of a turn: a known pair, three known coins, or what may make a pair."""
    squares_alone, rounds_alone = 0, 0
    for picture in range(SWEETS):
        square, round_ = square_of(s, notes, picture), round_of(s, notes, picture)
        if square >= 0 and round_ >= 0:
            return square
        squares_alone += square >= 0
        rounds_alone += round_ >= 0
    coins, coin, hidden_squares = 0, -1, 0
    for place in range(SQUARES):
        if s.lies[place] == DOWN:
            if not knows(s, notes, place):
                hidden_squares += 1
            elif s.tiles[place] == COIN:
                coins += 1
                coin = place
    if coins == COINS:
        return coin
    hidden_rounds = s.reserve_left
    for place in range(SQUARES, round_place(s.players, 0)):
        hidden_rounds += (s.lies[place] == DOWN or s.lies[place] == COVERED) and notes[SEEN + place] == 0
    try_round = squares_alone * hidden_squares > rounds_alone * hidden_rounds
    if below(dice, 8) == 0:
        try_round = not try_round
    choice = -1
    if try_round:
        choice = unseen(s, notes, SQUARES, round_place(s.players, 0), dice)
    if choice < 0:
        choice = unseen(s, notes, 0, SQUARES, dice)
    if choice < 0:
        choice = unseen(s, notes, SQUARES, round_place(s.players, 0), dice)
    return choice


@kernel
def after_square(s: State, notes: Numbers, dice: Dice) -> int:
    """A square lies open: its round if it is known; otherwise a try at most while that makes no presents."""
    picture = s.tiles[s.shown[0]]
    choice = -1
    if picture < SWEETS:
        choice = round_of(s, notes, picture)
    if choice < 0 and below(dice, 6) == 0:
        choice = unseen(s, notes, SQUARES, round_place(s.players, 0), dice)
    return choice if choice >= 0 else STOP


@kernel
def after_round(s: State, notes: Numbers, dice: Dice) -> int:
    """A round lies open: its square if it is known; otherwise a try, or a square that tells nothing."""
    choice = square_of(s, notes, s.tiles[s.shown[0]])
    if choice < 0 and below(dice, 2) == 0:
        choice = dud(s, notes, dice)
    return choice if choice >= 0 else unseen(s, notes, 0, SQUARES, dice)


@kernel
def after_coin(s: State, notes: Numbers, dice: Dice) -> int:
    """A coin lies open: another one if it is known; otherwise a try, or leave it."""
    choice = known_coin(s, notes)
    if choice < 0 and below(dice, 2) == 0:
        choice = unseen(s, notes, 0, SQUARES, dice)
    return choice if choice >= 0 else STOP


@kernel
def spare_round(s: State, notes: Numbers, action: int, dice: Dice) -> int:
    """One of one's own face-down rounds: to give, one that nobody has seen; to cover, one that others could steal."""
    best, best_worth = -1, -1
    for slot in range(s.held[s.turn]):
        place = round_place(s.turn, slot)
        if s.lies[place] != DOWN:
            continue
        worth = below(dice, 4)
        if knows(s, notes, place) == (action == COVER):
            worth += 3
        if worth > best_worth:
            best, best_worth = slot, worth
    return action + best if best >= 0 else -1


# For the search ------------------------------------------------------------------------------------------------------


@kernel
def watch(s: State, notes: Numbers, actor: int, action: int) -> int:
    """Everybody sees a tile that is turned; a given round keeps its picture, seen or not."""
    if action < STOP:
        picture = s.tiles[action]
        notes[SEEN + action] = 1
        notes[(SQUARE_OF if action < SQUARES else ROUND_OF) + picture] = action + 1
        return picture + 1
    if GIVE <= action < COVER:
        given, stolen = round_place(s.turn, action - GIVE), max(s.shown[0], s.shown[1])
        notes[SEEN + stolen] = notes[SEEN + given]
        notes[SEEN + given] = 1
        if notes[SEEN + stolen] == 1:
            notes[ROUND_OF + s.tiles[given]] = stolen + 1
    return 0


@kernel
def stands_for(s: State, notes: Numbers, action: int) -> int:
    """The first move that comes to the same: one unseen tile is like another, and so is one that tells nothing."""
    if action >= GIVE:
        kind = COVER if action >= COVER else GIVE
        for slot in range(action - kind):
            if alike(s, notes, round_place(s.turn, slot), round_place(s.turn, action - kind)):
                return kind + slot
        return action
    if action == STOP:
        return action
    one_shown = s.phase == SQUARE or s.phase == COIN_FIRST or s.phase == TWO_COINS
    if one_shown and knows(s, notes, action) and s.tiles[action] != s.tiles[s.shown[0]]:
        return STOP
    first = 0
    if action >= SQUARES:
        first = SQUARES if knows(s, notes, action) else action - (action - SQUARES) % ROW
    for place in range(first, action):
        if alike(s, notes, place, action):
            return place
    return action


@kernel
def alike(s: State, notes: Numbers, one: int, other: int) -> bool:
    """Whether two face-down tiles of one shape are worth the same to turn, to give or to cover."""
    if s.lies[one] != DOWN or knows(s, notes, one) != knows(s, notes, other):
        return False
    if not knows(s, notes, one):
        return True
    return useful(s, notes, one) == useful(s, notes, other)


@kernel
def useful(s: State, notes: Numbers, place: int) -> int:
    """What a known tile can be used for: 0 for nothing; otherwise a number that tells it from others."""
    picture = s.tiles[place]
    if picture >= SWEETS:
        return picture
    if s.shown_count > 0 and s.phase != START and picture == s.tiles[s.shown[0]]:
        return picture + 1
    if place < SQUARES:
        return picture + 1 if s.phase == START and round_of(s, notes, picture) >= 0 else 0
    return picture + 1 if square_of(s, notes, picture) >= 0 else 0
