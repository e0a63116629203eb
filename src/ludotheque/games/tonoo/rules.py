"""Tonoo: draw pawns into closed cylinders, remember what is where, and lift one when two of a kind are in it.

Two to six players. Published by Ludarden as Tonooo; from 7 years, about 20 minutes.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludotheque.rules import core
from ludotheque.rules.core import CHANCE, SPECTATOR, Chance, Common, Json, Line, Move, Option, Options, Refusal, Told, Value
from ludotheque.rules.deals import read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "tonoo"
PLAYERS = (2, 3, 4, 5, 6)
OPTIONS = (Option("capacity", (5, 6, 7), 6, "tonoo.4"), Option("show_counts", (False, True), False))


def secret(options: Options) -> bool:
    """What is in a cylinder is hidden from everybody."""
    return False


# Material (tonoo.1) --------------------------------------------------------------------------------------------------

PAWNS = ("red", "yellow", "green", "blue", "joker")
COLOURS, KINDS = 4, 5
JOKER = 4
IN_THE_BOX = (6, 6, 6, 6, 3)
CYLINDERS = 4
SEATS = 6
TO_WIN = 4

# State ---------------------------------------------------------------------------------------------------------------

CHOOSING, DRAWING, PLACING, RETURNING, TAKING = range(5)
"""Phases: the seat chooses what to do; chance gives it a pawn; it places the pawn; it returns one of its own (tonoo.7);
opponents take a pawn each (tonoo.8)."""

NOTHING, PLACED, LIFTED, RETURNED = range(4)
"""What the last action was, for as long as it may be seen."""


class State(BaseState):
    """Everything a game of Tonoo consists of."""

    capacity: int
    show_counts: int
    turn: int
    phase: int
    bag: Annotated[list[int], 5]  # how many pawns of each kind
    in_bag: int  # how many in all
    inside: Annotated[list[int], 20]  # how many of each kind in each cylinder
    filled: Annotated[list[int], 4]  # how many in all
    owned: Annotated[list[int], 30]  # how many of each kind in front of each seat
    owns: Annotated[list[int], 6]  # how many in all
    cylinder_out: Annotated[list[int], 4]
    eliminated: Annotated[list[int], 6]
    drawn: int  # the pawn in the hand of the seat to act, while PLACING
    taker: int  # the opponent to take a pawn, while TAKING
    # What was seen of the last action, gone with the next one
    did: int
    did_seat: int
    did_cylinder: int
    did_pawn: int
    lifted: Annotated[list[int], 5]
    kept: Annotated[list[int], 5]
    taken: Annotated[list[int], 6]  # the pawn each seat took (tonoo.8), plus one; negative when it went back


# Moves ---------------------------------------------------------------------------------------------------------------

MOVES = (
    Move("draw"),
    *(Move("place", cylinder=c) for c in range(CYLINDERS)),
    *(Move("lift", cylinder=c) for c in range(CYLINDERS)),
    *(Move("return", pawn=pawn) for pawn in PAWNS),
)
CHANCES = tuple(Chance(pawn=pawn) for pawn in PAWNS)
MOVE_CLAUSES = {"draw": "tonoo.3", "place": "tonoo.3", "lift": "tonoo.5", "return": "tonoo.7"}

DRAW = 0
PLACE = 1
LIFT = PLACE + CYLINDERS
RETURN = LIFT + CYLINDERS

# Set-up (tonoo.2) ----------------------------------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """All pawns are in the bag; the first player is drawn."""
    set_up(s, below(dice, s.players))


@kernel
def set_up(s: State, first: int) -> None:
    """The cylinders stand empty, the bag is full."""
    s.first = first
    s.turn = first
    for pawn in range(KINDS):
        put_back(s, pawn, IN_THE_BOX[pawn])


@kernel
def put_back(s: State, pawn: int, count: int) -> None:
    """Pawns go into the bag."""
    s.bag[pawn] += count
    s.in_bag += count


@kernel
def own(s: State, seat: int, pawn: int, count: int) -> None:
    """Pawns go from the bag to a seat."""
    put_back(s, pawn, -count)
    s.owned[seat * KINDS + pawn] += count
    s.owns[seat] += count


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    set_up(s, read_seat(deal, "first", s.players, "tonoo.2"))


def dealt(s: State) -> Json:
    """The deal: who starts."""
    return {"first": s.first}


# Legal moves ---------------------------------------------------------------------------------------------------------


@kernel
def has_room(s: State, cylinder: int) -> bool:
    """Whether one more pawn may go into a cylinder."""
    return s.cylinder_out[cylinder] == 0 and s.filled[cylinder] < s.capacity


@kernel
def can_draw(s: State) -> bool:
    """tonoo.4: the bag is not empty and some cylinder has room."""
    return s.in_bag > 0 and (has_room(s, 0) or has_room(s, 1) or has_room(s, 2) or has_room(s, 3))


@kernel
def to_act(s: State) -> int:
    """The seat whose turn it is, unless a pawn has to be drawn from the bag."""
    if s.phase == DRAWING or s.phase == TAKING:
        return CHANCE
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """The moves of the seat to act."""
    n = 0
    if s.phase == CHOOSING:
        if can_draw(s):
            out[n] = DRAW
            n += 1
        for cylinder in range(CYLINDERS):
            if s.cylinder_out[cylinder] == 0:  # tonoo.10
                out[n] = LIFT + cylinder
                n += 1
    elif s.phase == PLACING:
        for cylinder in range(CYLINDERS):
            if has_room(s, cylinder):
                out[n] = PLACE + cylinder
                n += 1
    else:
        for pawn in range(KINDS):
            out[n] = RETURN + pawn  # written without asking and counted only if it is there: a branch would be dear
            n += s.owned[s.turn * KINDS + pawn] > 0
    return n


@kernel
def chances(s: State, weights: Numbers) -> int:
    """Each pawn in the bag is as likely as any other."""
    for pawn in range(KINDS):
        weights[pawn] = s.bag[pawn]
    return s.in_bag


@kernel
def careless(s: State, action: int) -> bool:
    """Lifting an empty cylinder (tonoo.9)."""
    return LIFT <= action < RETURN and s.filled[action - LIFT] == 0


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """Play a legal move, or let the bag give a pawn."""
    if s.phase == DRAWING:
        put_back(s, action, -1)
        s.drawn = action
        s.phase = PLACING
    elif s.phase == TAKING:
        take(s, action)
    elif action == DRAW:
        s.did = NOTHING
        s.phase = DRAWING
    elif action < LIFT:
        place(s, action - PLACE)
    elif action < RETURN:
        lift(s, action - LIFT)
    else:
        give_back(s, action - RETURN)


@kernel
def place(s: State, cylinder: int) -> None:
    """tonoo.3: the pawn goes in and the lid goes back on."""
    s.inside[cylinder * KINDS + s.drawn] += 1
    s.filled[cylinder] += 1
    s.did = PLACED
    s.did_seat = s.turn
    s.did_cylinder = cylinder
    s.did_pawn = s.drawn
    pass_turn(s)


@kernel
def lift(s: State, cylinder: int) -> None:
    """tonoo.5: take a cylinder off; what was in it decides."""
    s.did = LIFTED
    s.did_seat = s.turn
    s.did_cylinder = cylinder
    for seat in range(SEATS):
        s.taken[seat] = 0
    if s.in_bag == 0:
        s.cylinder_out[cylinder] = 1  # tonoo.10
    pawns = s.filled[cylinder]
    most_alike = 0
    for pawn in range(KINDS):
        count = s.inside[cylinder * KINDS + pawn]
        s.inside[cylinder * KINDS + pawn] = 0
        s.lifted[pawn] = count
        s.kept[pawn] = 0
        s.bag[pawn] += count
        most_alike = max(most_alike, count)
    s.in_bag += pawns
    s.filled[cylinder] = 0  # tonoo.11
    if most_alike >= 2:
        keep(s)
    elif pawns > 0:
        pay(s)
    else:
        eliminate(s)


@kernel
def keep(s: State) -> None:
    """tonoo.6: one of every colour that is there twice and not owned yet, and all jokers."""
    seat = s.turn
    for pawn in range(KINDS):
        keeps = s.lifted[pawn]
        if pawn != JOKER:
            keeps = 1 if (keeps >= 2) & (s.owned[seat * KINDS + pawn] == 0) else 0
        s.kept[pawn] = keeps
        own(s, seat, pawn, keeps)
    if s.owns[s.turn] >= TO_WIN:
        s.ended = OWN_END  # tonoo.12
    else:
        pass_turn(s)


@kernel
def pay(s: State) -> None:
    """No two alike: return a pawn (tonoo.7), or the opponents take one each (tonoo.8)."""
    if s.owns[s.turn] > 0:
        s.phase = RETURNING
    else:
        s.phase = TAKING
        s.taker = s.turn
        next_taker(s)


@kernel
def next_taker(s: State) -> None:
    """tonoo.8: the next opponent still in play takes a pawn, if the bag has any left."""
    s.taker = next_playing(s, s.taker)
    if s.taker == s.turn or s.in_bag == 0:
        pass_turn(s)


@kernel
def take(s: State, pawn: int) -> None:
    """tonoo.8: kept if it is a joker or a new colour, otherwise it goes back at once."""
    if pawn == JOKER or s.owned[s.taker * KINDS + pawn] == 0:
        own(s, s.taker, pawn, 1)
        s.taken[s.taker] = pawn + 1
        if s.owns[s.taker] >= TO_WIN:
            s.ended = OWN_END  # tonoo.12: even outside one's own turn
            return
    else:
        s.taken[s.taker] = -(pawn + 1)
    next_taker(s)


@kernel
def give_back(s: State, pawn: int) -> None:
    """tonoo.7: one of one's own goes back into the bag."""
    own(s, s.turn, pawn, -1)
    s.did = RETURNED
    s.did_pawn = pawn
    pass_turn(s)


@kernel
def eliminate(s: State) -> None:
    """tonoo.9: out of the game, and what one owned goes back into the bag."""
    for pawn in range(KINDS):
        own(s, s.turn, pawn, -s.owned[s.turn * KINDS + pawn])
    s.eliminated[s.turn] = 1
    pass_turn(s)
    if next_playing(s, s.turn) == s.turn:
        s.ended = OWN_END  # tonoo.13


@kernel
def next_playing(s: State, seat: int) -> int:
    """The next seat still in play, clockwise."""
    seat = seat + 1 if seat + 1 < s.players else 0
    while s.eliminated[seat] == 1:
        seat = seat + 1 if seat + 1 < s.players else 0
    return seat


@kernel
def pass_turn(s: State) -> None:
    """tonoo.11: on to the next player still in play."""
    s.turn = next_playing(s, s.turn)
    s.phase = CHOOSING


# The end -------------------------------------------------------------------------------------------------------------


@kernel
def playing(s: State, seat: int) -> bool:
    """Whether the seat has not been eliminated."""
    return s.eliminated[seat] == 0


@kernel
def score(s: State, seat: int) -> int:
    """tonoo.12: different colours and jokers owned."""
    return s.owns[seat]


@kernel
def won(s: State, seat: int) -> bool:
    """tonoo.12: four different ones; tonoo.13: the only one left."""
    return playing(s, seat) and (score(s, seat) >= TO_WIN or next_playing(s, seat) == seat)


def end_clause(s: State) -> str:
    """Four pawns, or the only one left."""
    return "tonoo.12" if any(score(s, seat) >= TO_WIN for seat in range(s.players)) else "tonoo.13"


def material(s: State) -> list[int]:
    """All pawns of each kind, wherever they are (tonoo.1)."""
    everywhere = [*s.bag, *s.inside, *s.owned]
    held = [int(s.phase == PLACING and pawn == s.drawn) for pawn in range(KINDS)]
    return [sum(everywhere[pawn::KINDS]) + held[pawn] for pawn in range(KINDS)]


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """Why the seat to act may not do this. It says no more than that seat's view."""
    if isinstance(value, Chance):
        return Refusal("not_in_the_bag", "tonoo.3" if s.phase == DRAWING else "tonoo.8", {"pawn": value["pawn"]})
    assert isinstance(value, Move)
    if s.phase == RETURNING:
        return Refusal("not_owned" if value.type == "return" else "return_first", "tonoo.7")
    if value.type == "return":
        return Refusal("nothing_to_return", "tonoo.7")
    if s.phase == PLACING:
        if value.type != "place":
            return Refusal("place_first", "tonoo.3")
        if s.cylinder_out[value["cylinder"]]:
            return Refusal("cylinder_out", "tonoo.10")
        return Refusal("cylinder_full", "tonoo.4")
    if value.type == "place":
        return Refusal("draw_first", "tonoo.3")
    if value.type == "draw":
        return Refusal("bag_empty" if s.in_bag == 0 else "all_full", "tonoo.4")
    return Refusal("cylinder_out", "tonoo.10")


# What a seat sees ----------------------------------------------------------------------------------------------------


class Placed(msgspec.Struct, frozen=True, tag="placed"):
    """A pawn went into a cylinder."""

    seat: int
    pawn: str
    cylinder: int


class Taken(msgspec.Struct, frozen=True):
    """An opponent took a pawn from the bag (tonoo.8)."""

    seat: int
    pawn: str
    kept: bool


class Lifted(msgspec.Struct, frozen=True, tag="lifted"):
    """A cylinder was lifted, with what was in it."""

    seat: int
    cylinder: int
    pawns: tuple[str, ...]
    kept: tuple[str, ...]
    result: Literal["kept", "owes", "none_owned", "eliminated"]
    taken: tuple[Taken, ...]


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """A pawn went back into the bag (tonoo.7)."""

    seat: int
    pawn: str


class View(core.View, frozen=True, kw_only=True):
    """A table of Tonoo, as a seat sees it."""

    turn: int
    """Whose turn it is, also while a pawn is drawn from the bag."""
    phase: Literal["choose", "draw", "place", "return", "take"]
    owned: tuple[tuple[str, ...], ...]
    eliminated: tuple[bool, ...]
    cylinders_out: tuple[bool, ...]
    bag_empty: bool
    drawn: str | None
    """The pawn that was announced and is about to be placed."""
    last: Placed | Lifted | Returned | None
    counts: tuple[int, ...] | None
    """How many pawns each cylinder holds, with the option `show_counts` only."""
    full: tuple[bool, ...] | None
    """For the seat that is placing a pawn, and nobody else."""
    can_draw: bool | None
    """For the seat that chooses what to do, and nobody else."""


PHASES: tuple[Literal["choose", "draw", "place", "return", "take"], ...] = ("choose", "draw", "place", "return", "take")


def view(s: State, seat: int, common: Common) -> View:
    """What a seat may see: everything but what is in the bag and in closed cylinders, and (by default) how many."""
    acts = common["to_act"] == seat
    return View(
        **common,
        turn=s.turn,
        phase=PHASES[s.phase],
        owned=tuple(names(s.owned[at * KINDS : at * KINDS + KINDS]) for at in range(s.players)),
        eliminated=tuple(s.eliminated[at] == 1 for at in range(s.players)),
        cylinders_out=tuple(out == 1 for out in s.cylinder_out),
        bag_empty=s.in_bag == 0,
        drawn=PAWNS[s.drawn] if s.phase == PLACING else None,
        last=last_action(s),
        counts=tuple(s.filled) if s.show_counts else None,
        full=tuple(count >= s.capacity for count in s.filled) if acts and s.phase == PLACING else None,
        can_draw=can_draw(s) if acts and s.phase == CHOOSING else None,
    )


def eyes(s: State, seat: int) -> int:
    """Only the seat to act learns what is full, and whether it can draw."""
    return seat if seat == s.turn else SPECTATOR


def last_action(s: State) -> Placed | Lifted | Returned | None:
    """What everybody saw, until the next action."""
    if s.did == PLACED:
        return Placed(s.did_seat, PAWNS[s.did_pawn], s.did_cylinder)
    if s.did == RETURNED:
        return Returned(s.did_seat, PAWNS[s.did_pawn])
    if s.did != LIFTED:
        return None
    order = [(s.did_seat + 1 + i) % s.players for i in range(s.players)]
    taken = tuple(Taken(seat, PAWNS[abs(s.taken[seat]) - 1], s.taken[seat] > 0) for seat in order if s.taken[seat])
    return Lifted(s.did_seat, s.did_cylinder, names(s.lifted), names(s.kept), lift_result(s), taken)


def lift_result(s: State) -> Literal["kept", "owes", "none_owned", "eliminated"]:
    """What a lift led to."""
    if max(s.lifted) >= 2:
        return "kept"
    if s.eliminated[s.did_seat]:
        return "eliminated"
    return "owes" if s.phase == RETURNING else "none_owned"


def names(counts: list[int]) -> tuple[str, ...]:
    """Pawns by name, as often as they are there."""
    return tuple(PAWNS[pawn] for pawn in range(KINDS) for _ in range(counts[pawn]))


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """That a pawn was drawn and placed, later neither its colour nor the cylinder."""
    if isinstance(value, Chance):
        return tell_of_a_pawn_from_the_bag(before, value, after)
    assert isinstance(value, Move)
    seat = before.to_act
    assert isinstance(seat, int)
    if value.type == "draw":
        return Told(Line("draws", {"seat": seat}), Line("draws", {"seat": seat}))
    if value.type == "place":
        now = Line("placed", {"seat": seat, "pawn": before.drawn or "", "cylinder": value["cylinder"]})
        return Told(now, Line("placed_one", {"seat": seat}))
    if value.type == "return":
        return Told(Line("returned", {"seat": seat, "pawn": value["pawn"]}), Line("returned_one", {"seat": seat}))
    assert isinstance(after.last, Lifted)
    later: dict[str, int | str] = {"seat": seat, "count": len(after.last.kept)}
    result = after.last.result
    return Told(Line(f"lifted_{result}", {**later, "cylinder": value["cylinder"]}), Line(f"lifted_one_{result}", later))


def tell_of_a_pawn_from_the_bag(before: View, value: Chance, after: View) -> Told:
    """A pawn drawn for a cylinder is announced; one that was taken (tonoo.8) is on show if it was kept."""
    if before.phase == "draw":
        drawer = after.to_act
        assert isinstance(drawer, int)
        return Told(Line("drew", {"seat": drawer, "pawn": value["pawn"]}), Line("drew_one", {"seat": drawer}))
    assert isinstance(after.last, Lifted)
    taken = after.last.taken[-1]
    args: dict[str, int | str] = {"seat": taken.seat, "pawn": taken.pawn}
    code = "took" if taken.kept else "took_in_vain"
    return Told(Line(code, args), Line(f"{code}_one", {"seat": taken.seat}))


def reveals(before: View, after: View) -> bool:
    """tonoo.5: what was in a lifted cylinder goes back into the bag, and the turn passes with it on show (tonoo.11)."""
    return isinstance(after.last, Lifted) and after.turn != before.turn
