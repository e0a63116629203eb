"""Bonbons: turn a square and a round, remember what lies where, and find all your pairs before someone steals them.

Two to six players. Design Marc André, GameWorks 2011; from 7 years, about 15 minutes.
"""

from __future__ import annotations

from typing import Annotated

from ludotheque.games.bonbons.seen import Covered, Gave, Last, Lying, Phase, Place, Result, Round, Square, Stopped, Tile, Turned
from ludotheque.games.bonbons.seen import View as View
from ludotheque.games.bonbons.seen import reveals as reveals
from ludotheque.games.bonbons.seen import tell as tell
from ludotheque.rules.core import SPECTATOR, Common, Fault, Json, Move, Option, Options, Refusal, Value
from ludotheque.rules.deals import check_material, read, read_list, read_pieces, read_seat
from ludotheque.rules.dice import Dice, below, shuffle
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, RUNNING, BaseState

SLUG = "bonbons"
PLAYERS = (2, 3, 4, 5, 6)
OPTIONS = (Option("quick", (False, True), False, "bonbons.21"),)


def secret(options: Options) -> bool:
    """Nobody sees a tile that others do not see."""
    return False


# Material (bonbons.1) ------------------------------------------------------------------------------------------------

KINDS = ("lollipop", "caramel", "humbug", "gumdrop", "liquorice", "cane", "jellybean", "marshmallow")
COLOURS = ("red", "yellow", "green", "blue")
PICTURES = (*(f"{kind}-{colour}" for kind in KINDS for colour in COLOURS), "coin", "wrapper")
SWEETS = 32
COIN, WRAPPER = 32, 33
COINS = 3
SQUARES, QUICK_SQUARES = 36, 25
SEATS = 6
DEALT, ROW = 4, 5
"""Rounds that a seat is dealt, and the most it can come to hold."""
PLACES = SQUARES + SEATS * ROW
"""Places for tiles: the cells of the grid, then the slots of each seat."""

# State ---------------------------------------------------------------------------------------------------------------

START, SQUARE, COIN_FIRST, TWO_COINS, ROUND, GIVING, COVERING = range(7)
"""Phases: nothing turned yet; a square was turned first, or a coin, or two coins; a round was turned first; a stolen round
is to be paid for; the three coins are to be laid."""

NO_TILE, DOWN, TURNED, UP, COVERED = range(5)
"""How a tile lies. TURNED is up for this turn only; no tile lies where coins were taken or where no place is."""

NOTHING, WENT_ON, MISSED, PAIRED, STOLE, HAS_COINS, GAVE, LAID_COINS, STOPPED, DECLINED = range(10)
"""What the last action was."""


class State(BaseState):
    """Everything a game of Bonbons consists of."""

    quick: int
    removed: Annotated[list[int], 2]  # the kinds that are out (bonbons.21)
    turn: int
    phase: int
    again: int  # whether the seat may decline, having found a pair
    tiles: Annotated[list[int], 66]  # the picture at each place
    lies: Annotated[list[int], 66]
    held: Annotated[list[int], 6]  # rounds in front of each seat
    found: Annotated[list[int], 6]  # those of them that are face up or covered
    reserve: Annotated[list[int], 32]  # the last one is drawn first
    reserve_left: int
    shown: Annotated[list[int], 3]  # places turned in this turn, or in the one just ended
    shown_count: int
    # What was seen of the last action
    did: int
    did_seat: int
    did_place: int
    did_other: int  # the place of the stolen round, when GAVE
    did_draw: int  # whether a round was drawn for the wrapper


# Moves ---------------------------------------------------------------------------------------------------------------

MOVES = (
    *(Move("turn_square", cell=cell) for cell in range(SQUARES)),
    *(Move("turn_round", seat=seat, slot=slot) for seat in range(SEATS) for slot in range(ROW)),
    Move("stop"),
    *(Move("give", slot=slot) for slot in range(ROW)),
    *(Move("cover", slot=slot) for slot in range(ROW)),
)
MOVE_CLAUSES = {
    "turn_square": "bonbons.5",
    "turn_round": "bonbons.5",
    "stop": "bonbons.7",
    "give": "bonbons.12",
    "cover": "bonbons.15",
}

STOP = PLACES  # below it, an action is the place of the tile to turn
GIVE = STOP + 1
COVER = GIVE + ROW

# Set-up (bonbons.2 to bonbons.4, bonbons.21) -------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """Everything is shuffled; the first player is drawn, and so are the kinds that leave a quick game."""
    s.first = below(dice, s.players)
    if s.quick == 1:
        s.removed[0] = below(dice, 8)
        s.removed[1] = (s.removed[0] + 1 + below(dice, 7)) % 8
    squares = 0
    for picture in range(SWEETS):
        if in_play(s, picture):
            s.tiles[squares] = picture
            s.reserve[squares] = picture
            squares += 1
    s.reserve_left = squares
    if s.quick == 0:
        for _ in range(COINS):
            s.tiles[squares] = COIN
            squares += 1
    s.tiles[squares] = WRAPPER
    shuffle(dice, s.tiles, squares + 1)
    shuffle(dice, s.reserve, s.reserve_left)
    set_up(s)


@kernel
def in_play(s: State, picture: int) -> bool:
    """bonbons.21: whether a sweet has not left the game."""
    return s.quick == 0 or (picture // 4 != s.removed[0] and picture // 4 != s.removed[1])


@kernel
def cells(s: State) -> int:
    """How many squares the grid is laid out with."""
    return QUICK_SQUARES if s.quick == 1 else SQUARES


@kernel
def set_up(s: State) -> None:
    """The grid lies face down, and each seat gets its rounds off the shuffled ones; the others are the reserve."""
    for cell in range(cells(s)):
        s.lies[cell] = DOWN
    for seat in range(s.players):
        for _ in range(DEALT):
            add_round(s, seat)
    s.turn = s.first


@kernel
def add_round(s: State, seat: int) -> None:
    """The next round of the reserve goes face down, unseen, to the end of a seat's row."""
    s.reserve_left -= 1
    place = round_place(seat, s.held[seat])
    s.tiles[place] = s.reserve[s.reserve_left]
    s.lies[place] = DOWN
    s.reserve[s.reserve_left] = 0
    s.held[seat] += 1


@kernel
def round_place(seat: int, slot: int) -> int:
    """The place of a slot in a seat's row."""
    return SQUARES + seat * ROW + slot


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    s.first = read_seat(deal, "first", s.players, "bonbons.4")
    if s.quick:
        s.removed = read_kinds(read(deal, "removed", "bonbons.21"))
    elif "removed" in deal:
        raise Fault("nothing_removed", "bonbons.21")
    sweets = [picture for picture in range(SWEETS) if in_play(s, picture)]
    box, grid = ("bonbons.21", "bonbons.21") if s.quick else ("bonbons.1", "bonbons.2")
    squares = read_pieces(read(deal, "squares"), "squares", cells(s), PICTURES, grid)
    check_material(squares, [*sweets, WRAPPER] + [COIN] * (0 if s.quick else COINS), PICTURES, "squares", box)
    rounds = []
    for row in read_list(read(deal, "rounds"), "rounds", s.players, "bonbons.3"):
        rounds += read_pieces(row, "rounds", DEALT, PICTURES[:SWEETS], "bonbons.3")
    rounds += read_pieces(read(deal, "reserve"), "reserve", len(sweets) - len(rounds), PICTURES[:SWEETS], "bonbons.3")
    check_material(rounds, sweets, PICTURES, "rounds", box)
    s.tiles[: len(squares)] = squares
    s.reserve[: len(rounds)] = reversed(rounds)
    s.reserve_left = len(rounds)
    set_up(s)


def read_kinds(value: object) -> list[int]:
    """bonbons.21: two different kinds of sweet."""
    kinds = read_pieces(value, "removed", 2, KINDS, "bonbons.21")
    if kinds[0] == kinds[1]:
        raise Fault("piece_too_often", "bonbons.21", what="removed", piece=KINDS[kinds[0]], count=1)
    return kinds


def dealt(s: State) -> Json:
    """The deal: who starts, and where every tile is."""
    made: Json = {
        "first": s.first,
        "squares": pictures(s.tiles[: cells(s)]),
        "rounds": [pictures(s.tiles[round_place(seat, 0) : round_place(seat, DEALT)]) for seat in range(s.players)],
        "reserve": pictures(s.reserve[: s.reserve_left][::-1]),
    }
    if s.quick:
        made["removed"] = [KINDS[kind] for kind in s.removed]
    return made


def pictures(numbers: list[int]) -> list[str]:
    """Tiles by name."""
    return [PICTURES[picture] for picture in numbers]


def name_deal(deal: Json, named: Json) -> tuple[Json, Json]:
    """bonbons.21: the host may name the kinds that are out; the sweets of a drawn deal are renamed accordingly."""
    if "removed" not in named:
        return deal, named
    rest = {key: value for key, value in named.items() if key != "removed"}
    if "removed" not in deal:
        raise Fault("nothing_removed", "bonbons.21")
    drawn, wanted = deal["removed"], [KINDS[kind] for kind in read_kinds(named["removed"])]
    others = [kind for kind in KINDS if kind not in wanted]
    rename = dict(zip([*drawn, *(kind for kind in KINDS if kind not in drawn)], [*wanted, *others], strict=True))

    def renamed(pieces: list[str]) -> list[str]:
        kinds = [piece.partition("-") for piece in pieces]
        return [rename.get(kind, kind) + dash + colour for kind, dash, colour in kinds]

    rounds = [renamed(row) for row in deal["rounds"]]
    tiles = {"squares": renamed(deal["squares"]), "rounds": rounds, "reserve": renamed(deal["reserve"]), "removed": wanted}
    return {**deal, **tiles}, rest


# Legal moves ---------------------------------------------------------------------------------------------------------


@kernel
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@kernel
def may_stop(s: State) -> bool:
    """bonbons.7 and bonbons.17: after a square, also the wrapper, one coin or two; bonbons.8: or instead of another turn."""
    return s.again == 1 or s.phase == SQUARE or s.phase == COIN_FIRST or s.phase == TWO_COINS


@kernel
def legal(s: State, out: Numbers) -> int:
    """The moves of the seat to act."""
    if s.phase == GIVING:
        return own_rounds(s, GIVE, out)  # bonbons.12
    if s.phase == COVERING:
        return own_rounds(s, COVER, out)  # bonbons.15
    start = 0
    if s.phase == SQUARE:
        start = SQUARES  # bonbons.5
    end = round_place(s.players, 0)
    if s.phase == ROUND or s.phase == TWO_COINS:
        end = SQUARES  # bonbons.7, bonbons.17
    n = 0
    for place in range(start, end):
        out[n] = place  # written without asking and counted only if it may be turned: most may, and a branch is dear
        if s.lies[place] == DOWN:  # bonbons.10
            n += 1
    if may_stop(s):
        out[n] = STOP
        n += 1
    return n


@kernel
def own_rounds(s: State, action: int, out: Numbers) -> int:
    """An action for each of the seat's own rounds that is face down and not covered."""
    n = 0
    for slot in range(s.held[s.turn]):
        if s.lies[round_place(s.turn, slot)] == DOWN:
            out[n] = action + slot
            n += 1
    return n


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """Play a legal move."""
    s.did_seat = s.turn
    s.did_draw = 0
    if action < STOP:
        turn_tile(s, action)
    elif action == STOP:
        stop(s)
    elif action < COVER:
        give(s, round_place(s.turn, action - GIVE))
    else:
        cover(s, round_place(s.turn, action - COVER))


@kernel
def turn_tile(s: State, place: int) -> None:
    """bonbons.5: a tile is turned, for everybody to see. What was shown in the turn before no longer is."""
    if s.phase == START:
        s.again = 0
        s.shown_count = 0
    s.shown[s.shown_count] = place
    s.shown_count += 1
    s.lies[place] = TURNED
    s.did = WENT_ON
    s.did_place = place
    picture = s.tiles[place]
    if picture == WRAPPER:
        unwrap(s, place)
    if s.phase == START:
        if place >= SQUARES:
            s.phase = ROUND  # bonbons.6
        elif picture == COIN:
            s.phase = COIN_FIRST  # bonbons.14
        else:
            s.phase = SQUARE
    elif s.phase == COIN_FIRST and picture == COIN:
        s.phase = TWO_COINS
    elif s.phase == TWO_COINS and picture == COIN:
        s.did = HAS_COINS
        s.phase = COVERING
    elif picture == s.tiles[s.shown[0]]:
        find_pair(s)
    else:
        s.did = MISSED  # bonbons.9, bonbons.16, bonbons.17
        pass_turn(s)


@kernel
def unwrap(s: State, place: int) -> None:
    """bonbons.18: the wrapper stays face up, and whoever turned it gets one round more, if there is one (bonbons.19)."""
    s.lies[place] = UP
    if s.reserve_left > 0:
        add_round(s, s.turn)
        s.did_draw = 1


@kernel
def find_pair(s: State) -> None:
    """bonbons.8: the same picture. If the round is an opponent's, it has to be paid for (bonbons.11)."""
    found = max(s.shown[0], s.shown[1])
    if (found - SQUARES) // ROW == s.turn:
        s.did = PAIRED
        s.lies[found] = UP
        keep_pair(s)
    else:
        s.did = STOLE
        s.phase = GIVING


@kernel
def keep_pair(s: State) -> None:
    """The square stays face up, the round is found, and the same player may play again (bonbons.8, bonbons.13)."""
    s.lies[min(s.shown[0], s.shown[1])] = UP
    s.shown_count = 0
    s.phase = START
    count_found(s)
    if s.ended == RUNNING:
        s.again = 1


@kernel
def count_found(s: State) -> None:
    """bonbons.20: one round more is found; the last one ends the turn and the game at once."""
    s.found[s.turn] += 1
    if s.found[s.turn] == s.held[s.turn]:
        s.ended = OWN_END


@kernel
def give(s: State, own: int) -> None:
    """bonbons.12: the stolen round and the given one change places; the given one lies face down, and nobody looks."""
    stolen = max(s.shown[0], s.shown[1])
    given = s.tiles[own]
    s.tiles[own] = s.tiles[stolen]
    s.tiles[stolen] = given
    s.lies[own] = UP
    s.lies[stolen] = DOWN
    s.did = GAVE
    s.did_place = own
    s.did_other = stolen
    keep_pair(s)


@kernel
def cover(s: State, own: int) -> None:
    """bonbons.15: the coins leave the grid and lie on a round, which counts as found. That ends the turn (bonbons.17)."""
    for i in range(COINS):
        s.lies[s.shown[i]] = NO_TILE
    s.shown_count = 0
    s.lies[own] = COVERED
    s.did = LAID_COINS
    s.did_place = own
    count_found(s)
    pass_turn(s)


@kernel
def stop(s: State) -> None:
    """bonbons.7: leave it at that; bonbons.8: decline to play again."""
    s.did = STOPPED
    if s.phase == START:
        s.did = DECLINED
    pass_turn(s)


@kernel
def pass_turn(s: State) -> None:
    """What was turned and is no pair is turned back; the player to the left is next (bonbons.9)."""
    for i in range(s.shown_count):
        if s.lies[s.shown[i]] == TURNED:
            s.lies[s.shown[i]] = DOWN
    s.again = 0
    s.phase = START
    s.turn += 1
    if s.turn == s.players:
        s.turn = 0


# The end -------------------------------------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:
    """Rounds found or covered."""
    return s.found[seat]


@kernel
def won(s: State, seat: int) -> bool:
    """bonbons.20: all of one's rounds are face up or covered."""
    return s.found[seat] == s.held[seat]


def end_clause(s: State) -> str:
    """There is one way to win."""
    return "bonbons.20"


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """Why the seat to act may not do this. It says no more than that seat's view."""
    assert isinstance(value, Move)
    if s.phase == GIVING:
        return Refusal("cannot_give", "bonbons.12") if value.type == "give" else Refusal("give_first", "bonbons.11")
    if s.phase == COVERING:
        return Refusal("cannot_cover" if value.type == "cover" else "cover_first", "bonbons.15")
    if value.type == "give":
        return Refusal("nothing_stolen", "bonbons.11")
    if value.type == "cover":
        return Refusal("no_coins", "bonbons.15")
    if value.type == "stop":
        return Refusal("square_due", "bonbons.7") if s.phase == ROUND else Refusal("turn_first", "bonbons.5")
    lies = s.lies[value["cell"] if value.type == "turn_square" else round_place(value["seat"], value["slot"])]
    if lies != DOWN:
        return Refusal({NO_TILE: "no_tile", COVERED: "covered"}.get(lies, "face_up"), "bonbons.10")
    if value.type == "turn_square":
        return Refusal("second_square", "bonbons.5")
    return Refusal("second_round", "bonbons.7") if s.phase == ROUND else Refusal("round_after_coins", "bonbons.17")


# What a seat sees ----------------------------------------------------------------------------------------------------


LYING: tuple[Lying, ...] = ("gone", "down", "turned", "up", "covered")
PHASES: tuple[Phase, ...] = ("start", "square", "coin", "two_coins", "round", "give", "cover")
RESULTS: dict[int, Result] = {WENT_ON: "goes_on", MISSED: "no_pair", PAIRED: "pair", STOLE: "theft", HAS_COINS: "coins"}


def view(s: State, seat: int, common: Common) -> View:
    """What a seat may see, and all see the same: the tiles that lie open and those that were just turned."""
    return View(
        **common,
        turn=s.turn,
        phase=PHASES[s.phase],
        may_stop=may_stop(s),
        grid=tuple(tile_at(s, cell) for cell in range(cells(s))),
        rounds=tuple(tuple(tile_at(s, round_place(at, slot)) for slot in range(s.held[at])) for at in range(s.players)),
        reserve=s.reserve_left,
        removed=tuple(KINDS[kind] for kind in s.removed) if s.quick else (),
        shown=tuple(place_of(place) for place in s.shown[: s.shown_count]),
        last=last_action(s),
    )


def eyes(s: State, seat: int) -> int:
    """Nobody sees more than the others."""
    return SPECTATOR


def tile_at(s: State, place: int) -> Tile:
    """The tile at a place, with its picture if that lies open or was just turned."""
    seen = s.lies[place] in (TURNED, UP) or place in s.shown[: s.shown_count]
    return Tile(LYING[s.lies[place]], PICTURES[s.tiles[place]] if seen else None)


def place_of(place: int) -> Place:
    """A place as players call it."""
    return Square(place) if place < SQUARES else Round((place - SQUARES) // ROW, (place - SQUARES) % ROW)


def last_action(s: State) -> Last | None:
    """The last action by its places; the pictures are where the tiles lie, if they lie open."""
    if s.did == NOTHING:
        return None
    if s.did in (STOPPED, DECLINED):
        return Stopped(s.did_seat, s.did == DECLINED)
    place = place_of(s.did_place)
    if s.did in RESULTS:
        return Turned(s.did_seat, place, RESULTS[s.did], s.did_draw == 1)
    assert isinstance(place, Round)
    if s.did == LAID_COINS:
        return Covered(s.did_seat, place.slot)
    stolen = place_of(s.did_other)
    assert isinstance(stolen, Round)
    return Gave(s.did_seat, place.slot, stolen.seat, stolen.slot)
