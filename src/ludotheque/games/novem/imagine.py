"""A random match of Novem that looks like a given view: who took which tile, what lies hidden, which board comes next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludotheque.games.novem.rules import (
    CELLS,
    COLUMNS,
    LAYOUTS,
    LEVELS,
    LINES,
    ROWS,
    SEATS,
    SIDE,
    State,
    View,
    lower,
    packed,
    unpacked,
)
from ludotheque.rules.dice import Dice, below, shuffle

UPPER, LOWER = 0, 1


class Known(msgspec.Struct, frozen=True):
    """Who took which tile of the game under way, as far as a player still knows. What the view rules out is ignored."""

    upper: tuple[int | None, ...] = (None,) * CELLS
    """The seat that took the upper tile of each crossing."""
    lower: tuple[int | None, ...] = (None,) * CELLS


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; the rest is drawn, within what the view rules out."""
    restore_table(s, view)
    restore_last_crossing(s, view)
    imagine_marker(s, view, dice)
    imagine_other_board(s, view, dice)
    s.first = first_attacker(s, view, dice)
    if view.points is not None:
        s.points = list(view.points)
    elif view.outcome is not None:
        s.points = [total - before for total, before in zip(view.outcome.scores, s.before, strict=True)]
    else:
        imagine_points(s, view, known, dice)


def restore_table(s: State, view: View) -> None:
    """What lies open."""
    s.number = view.number
    s.boards[s.number] = packed(view.board)
    for cell, tiles in enumerate(view.tiles):
        stack = [view.board[cell], lower(view.board[cell])]
        s.stacks[cell] = packed(stack[LEVELS - tiles :])
        s.left[cell // SIDE] += tiles
        s.left[SIDE + cell % SIDE] += tiles
    s.turn = 1 - view.attacker if view.laid else view.attacker
    s.taken = list(view.taken)
    if s.number > 0:
        s.before = list(view.totals[0])


def restore_last_crossing(s: State, view: View) -> None:
    """What was seen at the last reveal."""
    if view.last is not None:
        s.crossing = ROWS.index(view.last.row) * SIDE + COLUMNS.index(view.last.column) + 1
        s.tile = view.last.tile or 0
        s.taker = view.last.seat


def imagine_marker(s: State, view: View, dice: Dice) -> None:
    """The attacker knows which marker it laid; for everybody else it may be any of the three."""
    if view.marker is not None:
        s.laid = LINES.index(view.marker) + 1
    elif view.laid:
        s.laid = view.attacker * SIDE + below(dice, SIDE) + 1


def imagine_other_board(s: State, view: View, dice: Dice) -> None:
    """The second board before it is seen, or the first one when it is gone, but for the tile that ended its game."""
    if s.games == 1:
        return
    fitting = LAYOUTS
    if view.last is not None and view.last.number < s.number:
        fitting = tuple(board for board in LAYOUTS if unpacked(board)[s.crossing - 1] in (s.tile, lower(s.tile)))
    s.boards[1 - s.number] = fitting[below(dice, len(fitting))]


def first_attacker(s: State, view: View, dice: Dice) -> int:
    """Roles change with every round; but how many rounds the game before took is not on the table."""
    if s.number == 0:
        return view.attacker ^ (view.entries // 2 & 1)
    if sum(view.taken) == 0:
        return 1 - view.attacker
    return below(dice, SEATS)


def imagine_points(s: State, view: View, known: Known, dice: Dice) -> None:
    """Deal the tiles that were taken to the two sides, as many as each took, keeping to what is known."""
    gone = [(cell, level) for cell, tiles in enumerate(view.tiles) for level in range(LEVELS - tiles)]
    room = list(view.taken)
    for seat, taken in facts(s, view, known):
        if taken in gone and room[seat] > 0:
            gone.remove(taken)
            room[seat] -= 1
            s.points[seat] += value_of(view, taken)
    order = list(range(len(gone)))
    shuffle(dice, order, len(order))
    for at, index in enumerate(order):
        s.points[0 if at < room[0] else 1] += value_of(view, gone[index])


def facts(s: State, view: View, known: Known) -> Iterator[tuple[int, tuple[int, int]]]:
    """Who took which tile (crossing and level): what lies open first, then what is remembered."""
    if view.last is not None and view.last.number == s.number and view.last.tile is not None:
        cell = s.crossing - 1
        yield view.last.seat, (cell, UPPER if view.tiles[cell] == 1 else LOWER)
    for level, takers in ((UPPER, known.upper), (LOWER, known.lower)):
        for cell, seat in enumerate(takers):
            if seat is not None:
                yield seat, (cell, level)


def value_of(view: View, tile: tuple[int, int]) -> int:
    """What the tile of a crossing and level is worth."""
    cell, level = tile
    return view.board[cell] if level == UPPER else lower(view.board[cell])
