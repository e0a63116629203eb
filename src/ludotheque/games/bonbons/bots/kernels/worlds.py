"""Bonbons dealt anew: whatever lies face down and was not seen may change places, squares with squares and rounds with rounds."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.games.bonbons.bots.kernels.policy import SEEN
from ludotheque.games.bonbons.rules import COVERED, DOWN, PLACES, SQUARES, State
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel


@kernel
def hidden(s: State, notes: Numbers, place: int) -> bool:
    """Whether nobody knows what lies there."""
    return (s.lies[place] == DOWN or s.lies[place] == COVERED) and notes[SEEN + place] == 0


@kernel
def redeal(s: State, notes: Numbers, buffer: Numbers, dice: Dice) -> None:
    """Shuffle the hidden squares, and the hidden rounds together with the reserve."""
    count = 0
    for place in range(SQUARES):
        buffer[count] = place
        count += hidden(s, notes, place)
    shuffle_places(s, buffer, count, dice)
    count = 0
    for place in range(SQUARES, PLACES):
        buffer[count] = place
        count += hidden(s, notes, place)
    shuffle_places(s, buffer, count, dice)
    for left in range(s.reserve_left):
        other = below(dice, count + left + 1)
        if other < count:
            picture = s.tiles[buffer[other]]
            s.tiles[buffer[other]] = s.reserve[left]
            s.reserve[left] = picture
        else:
            picture = s.reserve[other - count]
            s.reserve[other - count] = s.reserve[left]
            s.reserve[left] = picture


@kernel
def shuffle_places(s: State, places: Numbers, count: int, dice: Dice) -> None:
    """Shuffle the pictures at these places."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        picture = s.tiles[places[last]]
        s.tiles[places[last]] = s.tiles[places[other]]
        s.tiles[places[other]] = picture
