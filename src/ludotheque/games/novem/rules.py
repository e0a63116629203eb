"""Novem: a row meets a column, both laid in secret, and the attacker takes the tile where they cross.

Two players. Design Gil Druckman, published by Tactic, 2008; from 8 years, about 30 minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Annotated

import msgspec

from ludotheque.rules import core
from ludotheque.rules.core import SPECTATOR, Common, Fault, Json, Line, Move, Option, Options, Refusal, Told, Value
from ludotheque.rules.deals import check_material, read, read_list, read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "novem"
PLAYERS = (2,)
OPTIONS = (Option("games", (1, 2), 2, "novem.10"), Option("show_totals", (False, True), False))


def secret(options: Options) -> bool:
    """novem.5: the attacker knows which marker lies there."""
    return True


# Material (novem.1, novem.2) -----------------------------------------------------------------------------------------

SEATS = 2
SIDE = 3
CELLS = SIDE * SIDE
LEVELS = 2
LINE_SUM = 15
STACK_SUM = 10

ROWS, COLUMNS = ("A", "B", "C"), ("1", "2", "3")
LINES = (*ROWS, *COLUMNS)
"""novem.3: seat 0 owns the rows, seat 1 the columns: the three lines from `seat * SIDE` on."""

TILE_BITS, TILE = 4, 15
"""Several tiles are kept in one number, four bits each: a level from A1 on, a stack from its top on."""


@kernel
def lower(upper: int) -> int:
    """novem.2: the tile under an upper one; the two make ten."""
    return STACK_SUM - upper


@kernel
def top(upper: int, left: int) -> int:
    """The tile that lies open at a crossing with so many tiles left; 0 when there is none."""
    return upper if left == LEVELS else lower(upper) if left == 1 else 0


def packed(tiles: Sequence[int]) -> int:
    """Tiles as one number."""
    return sum(tile << TILE_BITS * at for at, tile in enumerate(tiles))


@lru_cache(maxsize=128)  # there are 72 boards, and every view shows one
def unpacked(level: int) -> tuple[int, ...]:
    """The nine tiles of a level, row by row."""
    return tuple(level >> TILE_BITS * cell & TILE for cell in range(CELLS))


_MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)

LAYOUTS = tuple(
    packed([_MAGIC[row * SIDE + column if upright else column * SIDE + row] for row in rows for column in columns])
    for upright in (True, False)
    for rows in permutations(range(SIDE))
    for columns in permutations(range(SIDE))
)
"""novem.2: all 72 upper levels come from one by changing the order of its rows and of its columns, and by turning it over."""
LAYOUT_COUNT = len(LAYOUTS)

# State ---------------------------------------------------------------------------------------------------------------


class State(BaseState):
    """Everything a match of Novem consists of."""

    games: int
    show_totals: int
    boards: Annotated[list[int], 2]  # the upper level of each game
    number: int  # of the game under way: 0 or 1
    turn: int  # the seat to act: the attacker, or the defender once the attacker's marker lies
    laid: int  # the attacker's marker, plus one; 0 while there is none
    stacks: Annotated[list[int], 9]  # the tiles at each crossing
    left: Annotated[list[int], 6]  # how many tiles each line has left
    taken: Annotated[list[int], 2]  # how many tiles each seat took in this game
    points: Annotated[list[int], 2]  # and what they are worth
    before: Annotated[list[int], 2]  # the points of each seat in the game before this one
    # What was seen of the last reveal, gone with the next one
    crossing: int  # plus one; 0 before the first reveal
    tile: int  # what was taken there, 0 if it was empty
    taker: int


# Moves ---------------------------------------------------------------------------------------------------------------

MOVES = tuple(Move("lay", line=line) for line in LINES)
MOVE_CLAUSES = {"lay": "novem.5"}

# Set-up (novem.2, novem.4) -------------------------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """The first attacker and the layouts are drawn."""
    s.first = below(dice, SEATS)
    for number in range(s.games):
        s.boards[number] = LAYOUTS[below(dice, LAYOUT_COUNT)]
    begin_game(s, 0)


@kernel
def begin_game(s: State, number: int) -> None:
    """All tiles lie on the board. novem.11: in the second game the other player attacks first."""
    s.number = number
    s.turn = s.first ^ number
    board = s.boards[number]
    for cell in range(CELLS):
        upper = board >> TILE_BITS * cell & TILE
        s.stacks[cell] = upper | lower(upper) << TILE_BITS
    for line in range(SIDE + SIDE):
        s.left[line] = LEVELS * SIDE
    for seat in range(SEATS):
        s.taken[seat] = 0
        s.points[seat] = 0


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    s.first = read_seat(deal, "first", s.players, "novem.4")
    for number, board in enumerate(read_list(read(deal, "boards"), "boards", s.games, "novem.10")):
        s.boards[number] = packed(read_board(board, f"boards[{number}]"))
    begin_game(s, 0)


def read_board(board: object, what: str) -> list[int]:
    """The upper level of a recorded deal: 1 to 9 once each (novem.1), in rows and columns that sum to 15 (novem.2)."""
    upper = read_list(board, what, CELLS, "novem.1")
    for tile in upper:
        if type(tile) is not int or not 1 <= tile <= CELLS:
            raise Fault("unknown_piece", "novem.1", what=what, piece=str(tile)[:40])
    check_material(upper, range(1, CELLS + 1), "0123456789", what, "novem.1")
    for line, name in enumerate(LINES):
        tiles = upper[line * SIDE : line * SIDE + SIDE] if line < SIDE else upper[line - SIDE :: SIDE]
        if sum(tiles) != LINE_SUM:
            raise Fault("wrong_sum", "novem.2", what=what, line=name, sum=sum(tiles), expected=LINE_SUM)
    return upper


def dealt(s: State) -> Json:
    """The deal: who attacks first, and the upper level of each game."""
    return {"first": s.first, "boards": [list(unpacked(s.boards[number])) for number in range(s.games)]}


# Legal moves ---------------------------------------------------------------------------------------------------------


@kernel
def to_act(s: State) -> int:
    """novem.5: the attacker, then the defender."""
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """novem.3: any of one's own three markers, whatever is left on the board."""
    own = s.turn * SIDE
    out[0] = own
    out[1] = own + 1
    out[2] = own + 2
    return SIDE


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """novem.5: the attacker's marker stays hidden until the defender's lies beside it."""
    if s.laid == 0:
        s.laid = action + 1
        s.turn = 1 - s.turn
    else:
        reveal(s, s.laid - 1, action)


@kernel
def reveal(s: State, attack: int, defence: int) -> None:
    """novem.6: the attacker takes the upper tile at the crossing. novem.7: there may be none."""
    attacker = 1 - s.turn
    row, column = (attack, defence) if attacker == 0 else (defence, attack)
    cell = row * SIDE + column - SIDE
    stack = s.stacks[cell]
    tile = stack & TILE
    found = 1 if tile > 0 else 0
    s.stacks[cell] = stack >> TILE_BITS
    s.points[attacker] += tile
    s.taken[attacker] += found
    s.crossing = cell + 1
    s.tile = tile
    s.taker = attacker
    s.laid = 0  # novem.8: the defender, whose turn it still is, attacks now
    row_left = s.left[row] - found
    column_left = s.left[column] - found
    s.left[row] = row_left
    s.left[column] = column_left
    if row_left == 0 or column_left == 0:
        end_game(s)


# The end -------------------------------------------------------------------------------------------------------------


@kernel
def end_game(s: State) -> None:
    """novem.9: a line has no tile left. novem.10: a second game follows, or the match is over."""
    if s.number + 1 == s.games:
        s.ended = OWN_END
    else:
        for seat in range(SEATS):
            s.before[seat] = s.points[seat]
        begin_game(s, s.number + 1)


@kernel
def score(s: State, seat: int) -> int:
    """novem.10: the points over all games of the match."""
    return s.before[seat] + s.points[seat]


@kernel
def won(s: State, seat: int) -> bool:
    """novem.10: the higher total; with equal totals both win."""
    return score(s, seat) >= score(s, 1 - seat)


def end_clause(s: State) -> str:
    """A match has one way to end."""
    return "novem.10"


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """novem.3: the only moves that are never legal are the other side's markers."""
    return Refusal("rows_only" if s.turn == 0 else "columns_only", "novem.3", {"line": value["line"]})


# What a seat sees ----------------------------------------------------------------------------------------------------


class Crossing(msgspec.Struct, frozen=True):
    """What the last reveal showed."""

    number: int
    """Of the game it was played in: the first one ends with a crossing too."""
    seat: int
    """Who attacked."""
    row: str
    column: str
    tile: int | None
    """None: the crossing was empty (novem.7)."""


class View(core.View, frozen=True, kw_only=True):
    """A table of Novem, as a seat sees it."""

    number: int
    """Of the game under way: 0 or 1."""
    board: tuple[int, ...]
    """Its upper level as it was laid out, row by row; the lower tile is 10 minus the upper one."""
    tiles: tuple[int, ...]
    """How many tiles are left at each crossing."""
    attacker: int
    laid: bool
    """Whether the attacker's marker lies, waiting for the defender's."""
    marker: str | None
    """Which one it is, for the attacker and nobody else."""
    taken: tuple[int, ...]
    """How many tiles each seat took in this game."""
    points: tuple[int, ...] | None
    """What they are worth, with the option `show_totals` only."""
    totals: tuple[tuple[int, ...], ...]
    """The points of each seat in each finished game."""
    last: Crossing | None


def view(s: State, seat: int, common: Common) -> View:
    """What a seat may see: everything but the marker that lies hidden, what was taken earlier, and the board to come."""
    attacker = 1 - s.turn if s.laid else s.turn
    totals = [tuple(s.before)] if s.number > 0 else []
    if s.ended == OWN_END:
        totals.append(tuple(s.points))
    return View(
        **common,
        number=s.number,
        board=unpacked(s.boards[s.number]),
        tiles=tuple([tiles_left(stack) for stack in s.stacks]),
        attacker=attacker,
        laid=s.laid > 0,
        marker=LINES[s.laid - 1] if s.laid and seat == attacker else None,
        taken=tuple(s.taken),
        points=tuple(s.points) if s.show_totals else None,
        totals=tuple(totals),
        last=last_crossing(s),
    )


def eyes(s: State, seat: int) -> int:
    """novem.5: who has laid a marker knows which."""
    return seat if s.laid and seat == 1 - s.turn else SPECTATOR


def tiles_left(stack: int) -> int:
    """How many tiles a stack holds."""
    return LEVELS if stack > TILE else 1 if stack else 0


def last_crossing(s: State) -> Crossing | None:
    """What both saw at the last reveal, until the next one; it may be the one that ended the game before."""
    if s.crossing == 0:
        return None
    number = s.number if sum(s.taken) > 0 else s.number - 1
    row, column = divmod(s.crossing - 1, SIDE)
    return Crossing(number, s.taker, ROWS[row], COLUMNS[column], s.tile or None)


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """That a marker was laid and that a round was played, later neither the lines nor the tile."""
    if not before.laid:
        line = Line("laid", {"seat": before.attacker})
        return Told(line, line)
    last = after.last
    assert last is not None
    args: dict[str, int | str] = {"seat": last.seat, "row": last.row, "column": last.column}
    if last.tile is None:
        return Told(Line("found_nothing", args), Line("round", {"seat": last.seat}))
    args["tile"] = last.tile
    if len(after.totals) == len(before.totals):
        return Told(Line("took", args), Line("round", {"seat": last.seat}))
    rows, columns = after.totals[-1]
    end: dict[str, int | str] = {"number": last.number, "rows": rows, "columns": columns}
    return Told(Line("took_last", args | end), Line("game_over", end))


def reveals(before: View, after: View) -> bool:
    """novem.5: with the second marker both are revealed; then they go back into the hands."""
    return before.laid and not after.laid
