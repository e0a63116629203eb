"""De tuile en tuile: take three pawns round a loop of numbered tiles, each hiding the number it stands on.

Two to four players, with one set of Nestortiles of type A.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludotheque.rules import core
from ludotheque.rules.core import SPECTATOR, Common, Fault, Json, Line, Move, Option, Options, Refusal, Told, Value
from ludotheque.rules.deals import read, read_list, read_seat
from ludotheque.rules.dice import Dice, below, shuffle
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "tuiles"
PLAYERS = (2, 3, 4)
OPTIONS = (Option("stretch", (6, 9, 12), 12, "tuiles.13"), Option("expert", (False, True), False, "tuiles.14"))


def secret(options: Options) -> bool:
    """Everybody sees the same."""
    return False


# Material (tuiles.1) -------------------------------------------------------------------------------------------------

HIGHEST = 6
FOR_THE_LOOP = (1,) * 10 + (2,) * 10 + (3,) * 10 + (4,) * 6 + (5,) * 6 + (6,) * 6
CORNERS = 4
PAWNS = 3
CAMP = 3
"""Tiles in a camp: the 6, the 5 and the 4, in the order of the way."""
CAMPS = 48
"""Places 0 to 47 are the loop; from here on come the camps, three places for each seat."""

# State ---------------------------------------------------------------------------------------------------------------


class State(BaseState):
    """Everything a game of De tuile en tuile consists of."""

    stretch: int
    expert: int
    turn: int
    corner: Annotated[list[int], 4]  # of each seat
    tile: Annotated[list[int], 60]  # the value on each place; 0 where there is no tile
    occupied: Annotated[list[int], 60]  # whether a pawn stands there
    step: Annotated[list[int], 12]  # of each seat's pawns on their way (tuiles.11): camp 0 to 2, loop from 3 on, then home
    # The last announcement, seen until the next one
    announced: int  # whether there was any
    did_seat: int
    did_pawn: int
    did_value: int  # with `expert` only
    did_advance: int
    did_step: int  # where the pawn was lifted


# Moves (tuiles.6, tuiles.14) -----------------------------------------------------------------------------------------

MOVES = (
    *(Move("announce", pawn=k, advance=n) for k in range(PAWNS) for n in range(1, HIGHEST + 1)),
    *(Move("announce", pawn=k, value=v, advance=n) for k in range(PAWNS) for v in range(1, HIGHEST + 1) for n in range(1, v + 1)),
)
MOVE_CLAUSES = {"announce": "tuiles.6", "announce.pawn.value.advance": "tuiles.14"}

WAYS = HIGHEST
"""Announcements for one pawn; those of the expert come after all of these."""
EXPERT = PAWNS * WAYS
EXPERT_WAYS = 21
EXPERT_VALUE = tuple(v for v in range(1, HIGHEST + 1) for _ in range(v))
EXPERT_ADVANCE = tuple(n for v in range(1, HIGHEST + 1) for n in range(1, v + 1))

# Set-up (tuiles.2 to tuiles.5, tuiles.13) ----------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """The tiles are shuffled and laid, as many as the loop takes; the first player is drawn."""
    for place in range(CAMPS):
        s.tile[place] = FOR_THE_LOOP[place]
    shuffle(dice, s.tile, CAMPS)
    for place in range(loop_length(s), CAMPS):
        s.tile[place] = 0
    seat_players(s, dice)
    set_up(s, below(dice, s.players))


@kernel
def seat_players(s: State, dice: Dice) -> None:
    """tuiles.5: two sit opposite; three leave a corner empty, which is drawn, since it favours some seats over others."""
    empty = 1 + below(dice, 3) if s.players == 3 else CORNERS
    for seat in range(s.players):
        if s.players == 2:
            s.corner[seat] = 2 * seat
        else:
            s.corner[seat] = seat if seat < empty else seat + 1


@kernel
def set_up(s: State, first: int) -> None:
    """The camps are laid, and a pawn stands on every tile of them: pawn 0 on the 4, 1 on the 5, 2 on the 6."""
    s.first = first
    s.turn = first
    for seat in range(s.players):
        for step in range(CAMP):
            place = CAMPS + seat * CAMP + step
            s.tile[place] = HIGHEST - step  # tuiles.2
            s.occupied[place] = 1
            s.step[seat * PAWNS + PAWNS - 1 - step] = step  # tuiles.4


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    first = read_seat(deal, "first", s.players, "tuiles.5")
    s.corner[: s.players] = read_corners(deal, s.players)
    s.tile[: loop_length(s)] = read_loop(deal, loop_length(s))
    set_up(s, first)


def read_corners(deal: Json, players: int) -> list[int]:
    """tuiles.5: two sit opposite, seat 0 at corner 0; three or four sit at different corners, clockwise."""
    corners = read_list(read(deal, "corners"), "corners", players, "tuiles.5")
    good = all(type(corner) is int and 0 <= corner < CORNERS for corner in corners) and len(set(corners)) == players
    if good and players == 2:
        good = corners == [0, 2]
    elif good:
        good = sum((corners[seat] - corners[seat - 1]) % CORNERS for seat in range(players)) == CORNERS  # once round
    if not good:
        raise Fault("bad_corners", "tuiles.5", corners=str(corners)[:40])
    return corners


def read_loop(deal: Json, length: int) -> list[int]:
    """tuiles.3: all 48 tiles; tuiles.13: or as many of them as a shorter loop takes."""
    clause = "tuiles.3" if length == CAMPS else "tuiles.13"
    tiles = read_list(read(deal, "loop"), "loop", length, clause)
    for tile in tiles:
        if type(tile) is not int or not 1 <= tile <= HIGHEST:
            raise Fault("unknown_piece", clause, what="loop", piece=str(tile)[:40])
    for tile in range(1, HIGHEST + 1):
        too_many = tiles.count(tile) - FOR_THE_LOOP.count(tile)
        if too_many > 0:
            raise Fault("piece_too_often", clause, what="loop", piece=str(tile), count=too_many)
    return tiles


def dealt(s: State) -> Json:
    """The deal: who starts, where the seats are, and the tiles of the loop."""
    return {"first": s.first, "corners": s.corner[: s.players], "loop": s.tile[: loop_length(s)]}


# The way of a pawn (tuiles.11) ---------------------------------------------------------------------------------------


@kernel
def loop_length(s: State) -> int:
    """How many tiles the loop has."""
    return CORNERS * s.stretch


@kernel
def home(s: State) -> int:
    """The step at which a pawn is home: the camp and the whole loop lie behind it."""
    return CAMP + loop_length(s)


@kernel
def place_of(s: State, seat: int, step: int) -> int:
    """Where a step of a seat's way is; not asked for home. Only their owner's way leads through the camps (tuiles.3)."""
    if step < CAMP:
        return CAMPS + seat * CAMP + step
    return (s.corner[seat] * s.stretch + step - CAMP) % loop_length(s)


# Legal moves (tuiles.8) ----------------------------------------------------------------------------------------------


@kernel
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """Any pawn still in play with any announcement, also one that is known to fail."""
    first, ways = 0, WAYS
    if s.expert:
        first, ways = EXPERT, EXPERT_WAYS
    n = 0
    for pawn in range(PAWNS):
        if s.step[s.turn * PAWNS + pawn] < home(s):
            for way in range(ways):
                out[n] = first + pawn * ways + way
                n += 1
    return n


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """tuiles.7: the pawn is lifted, all see the value of its tile, and it moves or goes back."""
    if s.expert:
        announcement = action - EXPERT
        pawn = announcement // EXPERT_WAYS
        value = EXPERT_VALUE[announcement % EXPERT_WAYS]
        advance = EXPERT_ADVANCE[announcement % EXPERT_WAYS]
    else:
        pawn = action // WAYS
        value = 0
        advance = action % WAYS + 1
    step = s.step[s.turn * PAWNS + pawn]
    s.announced = 1
    s.did_seat = s.turn
    s.did_pawn = pawn
    s.did_value = value
    s.did_advance = advance
    s.did_step = step
    tile = s.tile[place_of(s, s.turn, step)]
    if (s.expert and tile == value) or (not s.expert and tile >= advance):  # tuiles.14, tuiles.7
        go(s, pawn, advance)
    if score(s, s.turn) == PAWNS:
        s.ended = OWN_END  # tuiles.12
    else:
        s.turn = (s.turn + 1) % s.players  # tuiles.10


@kernel
def landing(s: State, seat: int, step: int, advance: int) -> int:
    """tuiles.9: forward, and on by the same number while that is an occupied tile. tuiles.11: at most home, which has room."""
    step += advance
    while step < home(s) and s.occupied[place_of(s, seat, step)] == 1:
        step += advance
    return min(step, home(s))


@kernel
def go(s: State, pawn: int, advance: int) -> None:
    """The pawn leaves its tile and goes to where it lands."""
    at = s.turn * PAWNS + pawn
    s.occupied[place_of(s, s.turn, s.step[at])] = 0
    step = landing(s, s.turn, s.step[at], advance)
    if step < home(s):
        s.occupied[place_of(s, s.turn, step)] = 1
    s.step[at] = step


# The end -------------------------------------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:
    """Pawns home."""
    count = 0
    for pawn in range(PAWNS):
        if s.step[seat * PAWNS + pawn] == home(s):
            count += 1
    return count


@kernel
def won(s: State, seat: int) -> bool:
    """tuiles.12: all three pawns are home."""
    return score(s, seat) == PAWNS


def end_clause(s: State) -> str:
    """There is one way to win."""
    return "tuiles.12"


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """Why the seat to act may not announce this."""
    if s.expert and value.get("value") is None:
        return Refusal("name_the_value", "tuiles.14")
    if not s.expert and value.get("value") is not None:
        return Refusal("only_the_advance", "tuiles.14")
    return Refusal("pawn_home", "tuiles.8", {"pawn": value["pawn"]})


# What a seat sees ----------------------------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """Where a pawn stands."""

    where: Literal["camp", "loop", "home"]
    at: int
    """The tile of the loop; in its owner's camp 0, 1, 2 for the 6, the 5, the 4; 0 at home."""


class Announced(msgspec.Struct, frozen=True):
    """The last announcement, and what all saw of it."""

    seat: int
    pawn: int
    value: int | None
    """The value the expert announced."""
    advance: int
    lifted: Place
    """Where the pawn was lifted."""
    tile: int
    """The value that was under it."""
    moved: bool
    hops: tuple[Place, ...]
    """Every place where the pawn arrived, the last one being where it stands; none if it went back."""


class View(core.View, frozen=True, kw_only=True):
    """A table of De tuile en tuile, as a seat sees it."""

    corners: tuple[int, ...]
    """Where each seat's camp meets the loop: corner c before tile c * stretch."""
    loop: tuple[int | None, ...]
    """The values of the loop, from corner 0 on; None under a pawn."""
    camps: tuple[tuple[int | None, ...], ...]
    """The values of each seat's camp in the order of the way; None under a pawn."""
    pawns: tuple[tuple[Place, ...], ...]
    """Where the pawns of each seat are."""
    last: Announced | None


def view(s: State, seat: int, common: Common) -> View:
    """Every seat sees the same: all but the values under pawns, and of these the last one that was lifted."""
    return View(
        **common,
        corners=tuple(s.corner[: s.players]),
        loop=tuple(free_tile(s, place) for place in range(loop_length(s))),
        camps=tuple(tuple(free_tile(s, place_of(s, at, step)) for step in range(CAMP)) for at in range(s.players)),
        pawns=tuple(tuple(seen_at(s, at, s.step[at * PAWNS + pawn]) for pawn in range(PAWNS)) for at in range(s.players)),
        last=last_announcement(s),
    )


def eyes(s: State, seat: int) -> int:
    """Nobody sees more than the others."""
    return SPECTATOR


def free_tile(s: State, place: int) -> int | None:
    """tuiles.4: a pawn hides the value of its tile."""
    return None if s.occupied[place] else s.tile[place]


def seen_at(s: State, seat: int, step: int) -> Place:
    """A step of a seat's way, as a place on the table."""
    if step >= home(s):
        return Place("home", 0)
    if step < CAMP:
        return Place("camp", step)
    return Place("loop", place_of(s, seat, step))


def last_announcement(s: State) -> Announced | None:
    """tuiles.7: what everybody saw, until the next announcement."""
    if not s.announced:
        return None
    seat, arrived = s.did_seat, s.step[s.did_seat * PAWNS + s.did_pawn]
    hops, step = [], s.did_step
    while step < arrived:
        step += s.did_advance
        hops.append(seen_at(s, seat, step))
    return Announced(
        seat=seat,
        pawn=s.did_pawn,
        value=s.did_value if s.expert else None,
        advance=s.did_advance,
        lifted=seen_at(s, seat, s.did_step),
        tile=s.tile[place_of(s, seat, s.did_step)],
        moved=bool(hops),
        hops=tuple(hops),
    )


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """What was announced and what was found; later only which pawn moved or stayed, no numbers."""
    last = after.last
    assert last is not None
    came = "stayed" if not last.moved else "home" if last.hops[-1].where == "home" else "moved"
    who: dict[str, int | str] = {"seat": last.seat, "pawn": last.pawn}
    said = str(last.advance) if last.value is None else f"{last.value}, {last.advance}"
    return Told(Line(came, {**who, "said": said, "tile": last.tile, "count": len(last.hops)}), Line(f"{came}_one", who))


def reveals(before: View, after: View) -> bool:
    """tuiles.7: every announcement lifts a pawn, and the turn passes with the value on show."""
    return after.last is not None
