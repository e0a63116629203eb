"""Tableaux: lay cards into sets of four that share a colour or a shape, from two piles and a hand of four.

Two to six players, also in teams. The sheet has no title and names neither author nor publisher; the name is ours. What is
seen of a table and what the log says stands in `seen.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from ludotheque.games.tableaux.seen import PHASES, Discarded, Drew, Laid, LaidHand, Last, Passed, Started, Trick
from ludotheque.games.tableaux.seen import View as View
from ludotheque.games.tableaux.seen import reveals as reveals
from ludotheque.games.tableaux.seen import tell as tell
from ludotheque.rules.core import SPECTATOR, Common, Fault, Json, Move, Option, Options, Refusal, Value
from ludotheque.rules.deals import check_material, read, read_list, read_pieces, read_seat
from ludotheque.rules.dice import Dice, below, shuffle
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "tableaux"
PLAYERS = (2, 3, 4, 5, 6)
OPTIONS = (Option("teams", (0, 2, 3), 0, "tableaux.18"),)


def secret(options: Options) -> bool:
    """Hands are held."""
    return True


def fits(players: int, options: Options) -> None:
    """tableaux.18: 4 players as 2 x 2, 6 players as 2 teams of 3 or 3 teams of 2."""
    if (options["teams"], players) not in ((2, 4), (2, 6), (3, 6)) and options["teams"] != 0:
        raise Fault("bad_teams", "tableaux.18", players=players, teams=options["teams"])


def sides(players: int, options: Options) -> int:
    """tableaux.18: partners sit as far apart as there are teams."""
    return int(options["teams"]) or players


# Material (tableaux.1) -----------------------------------------------------------------------------------------------

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPES = ("circle", "square", "triangle", "star", "heart", "moon", "drop", "cross")
CARDS = tuple(f"{colour}-{shape}" for colour in COLOURS for shape in SHAPES)
KINDS, BY_COLOUR, COPIES = 48, 8, 2
IN_THE_BOX = KINDS * COPIES
"""A card is its colour x BY_COLOUR + its shape; twins are the same card."""

SAME_COLOUR = tuple(sum(1 << (colour * 8 + shape) for shape in range(8)) for colour in range(6))
SAME_SHAPE = tuple(sum(1 << (colour * 8 + shape) for colour in range(6)) for shape in range(8))
"""Sets of cards, as bits: all cards of a colour, all cards of a shape."""

TABLEAU = 4
DEALT, HAND = 5, 4
COLOUR_POINTS, SHAPE_POINTS = 1, 2
SEATS = 6

# State ---------------------------------------------------------------------------------------------------------------

OPENING, TURN, PLAY, BONUS, NEW, REFILL = range(6)
"""Phases: everyone chooses a first card; a turn begins; a card is drawn and one is to be laid or discarded; one more is
to be drawn after a fourth card; a new tableau is to be started; a hand that was laid is to be filled again."""

NOTHING, STARTED, DREW, TOOK, LAID, DISCARDED, LAID_HAND, PASSED = range(8)
"""What the last action was: `DREW` from the draw pile, `TOOK` from the discard pile."""


class State(BaseState):
    """Everything a game of Tableaux consists of."""

    teams: int
    turn: int
    phase: int
    due: int  # in front of whom a tableau is to be started, in OPENING, BONUS and NEW
    hands: Annotated[list[int], 30]  # five places a seat, the cards in ascending order
    held: Annotated[list[int], 6]  # how many of them are cards
    table: Annotated[list[int], 24]  # the tableaux under way: four places a seat, in the order laid
    laid: Annotated[list[int], 6]
    fitting: Annotated[list[int], 6]  # the set of cards that fit each of them, as bits
    tricks: Annotated[list[int], 96]  # the tableaux won, four cards each, in the order won
    trick_seat: Annotated[list[int], 24]  # who won each
    tricks_won: int
    points: Annotated[list[int], 6]  # per seat; in teams, each member has the team's
    pile: Annotated[list[int], 96]  # the top card is the last one
    in_pile: int
    discard: Annotated[list[int], 96]  # the top card is the last one
    discarded: int
    turnings: int  # how often the discard pile was turned over since the last card laid (tableaux.16)
    turns: int  # whole turns since then
    # What was seen of the last action, gone with the next one
    did: int
    did_seat: int
    did_card: int
    did_on: int
    did_points: int
    did_turned: int


# Moves ---------------------------------------------------------------------------------------------------------------

MOVES = (
    *(Move("start", card=card, on=on) for card in CARDS for on in range(SEATS)),
    *(Move("draw", **{"from": source}) for source in ("pile", "discard")),
    *(Move("lay", card=card, on=on) for card in CARDS for on in range(SEATS)),
    *(Move("discard", card=card) for card in CARDS),
    Move("lay_hand"),
    Move("pass"),
)
MOVE_CLAUSES = {
    "start": "tableaux.9",
    "draw": "tableaux.5",
    "lay": "tableaux.6",
    "discard": "tableaux.6",
    "lay_hand": "tableaux.11",
    "pass": "tableaux.14",
}

START = 0
DRAW_FROM_PILE = START + KINDS * SEATS
DRAW_FROM_DISCARD = DRAW_FROM_PILE + 1
LAY = DRAW_FROM_DISCARD + 1
DISCARD = LAY + KINDS * SEATS
LAY_HAND = DISCARD + KINDS
PASS = LAY_HAND + 1

# Set-up (tableaux.3, tableaux.4) -------------------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """Five cards each, the others are the draw pile; who starts is drawn."""
    s.first = below(dice, s.players)
    for i in range(IN_THE_BOX):
        s.pile[i] = i // COPIES
    s.in_pile = IN_THE_BOX
    shuffle(dice, s.pile, IN_THE_BOX)
    for seat in range(s.players):
        for _ in range(DEALT):
            take_up(s, seat, top_of_pile(s))


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    s.first = read_seat(deal, "first", s.players, "tableaux.4")
    hands = read_list(read(deal, "hands"), "hands", s.players, "tableaux.3")
    dealt = [read_pieces(hand, "hands", DEALT, CARDS, "tableaux.3") for hand in hands]
    pile = read_pieces(read(deal, "pile"), "pile", IN_THE_BOX - DEALT * s.players, CARDS, "tableaux.4")
    given = [card for hand in dealt for card in hand] + pile
    check_material(given, [i // COPIES for i in range(IN_THE_BOX)], CARDS, "hands, pile", "tableaux.1")
    for seat in range(s.players):
        for card in dealt[seat]:
            take_up(s, seat, card)
    s.in_pile = len(pile)
    s.pile[: s.in_pile] = pile[::-1]


def dealt(s: State) -> Json:
    """The deal: who starts, the hands, and the draw pile in drawing order."""
    pile = [CARDS[card] for card in reversed(s.pile[: s.in_pile])]
    return {"first": s.first, "hands": [list(hand_of(s, seat)) for seat in range(s.players)], "pile": pile}


def material(s: State) -> tuple[int, ...]:
    """How many of each card there are, wherever they lie."""
    lying = s.pile[: s.in_pile] + s.discard[: s.discarded] + s.tricks[: s.tricks_won * TABLEAU]
    for seat in range(s.players):
        lying += s.hands[seat * DEALT : seat * DEALT + s.held[seat]]
        lying += s.table[seat * TABLEAU : seat * TABLEAU + s.laid[seat]]
    return tuple(lying.count(card) for card in range(KINDS))


# Hands and piles -----------------------------------------------------------------------------------------------------


@kernel
def take_up(s: State, seat: int, card: int) -> None:
    """A card goes into a hand, which stays in order."""
    start = seat * DEALT
    at = start + s.held[seat]
    while at > start and s.hands[at - 1] > card:
        s.hands[at] = s.hands[at - 1]
        at -= 1
    s.hands[at] = card
    s.held[seat] += 1


@kernel
def play_out(s: State, card: int) -> None:
    """A card leaves the hand of the seat to act."""
    at = s.turn * DEALT
    while s.hands[at] != card:
        at += 1
    s.held[s.turn] -= 1
    last = s.turn * DEALT + s.held[s.turn]
    while at < last:
        s.hands[at] = s.hands[at + 1]
        at += 1
    s.hands[last] = 0


@kernel
def top_of_pile(s: State) -> int:
    """Take the top card of the draw pile."""
    s.in_pile -= 1
    card = s.pile[s.in_pile]
    s.pile[s.in_pile] = 0
    return card


@kernel
def top_of_discard(s: State) -> int:
    """Take the top card of the discard pile."""
    s.discarded -= 1
    card = s.discard[s.discarded]
    s.discard[s.discarded] = 0
    return card


@kernel
def turn_over(s: State) -> None:
    """tableaux.13: an empty draw pile is replaced at once, the first discarded card on top."""
    if s.in_pile > 0 or s.discarded == 0:
        return
    while s.discarded > 0:
        s.pile[s.in_pile] = top_of_discard(s)
        s.in_pile += 1
    s.turnings += 1
    s.did_turned = 1


@kernel
def nothing_to_draw(s: State) -> bool:
    """tableaux.14: both piles are empty; with an empty draw pile the discard pile is empty too (tableaux.13)."""
    return s.in_pile == 0


# Legal moves ---------------------------------------------------------------------------------------------------------


@kernel
def apart(s: State) -> int:
    """How far apart partners sit (tableaux.18); without teams, once around the table."""
    return s.teams if s.teams > 0 else s.players


@kernel
def fits_on(s: State, on: int, card: int) -> bool:
    """tableaux.7, tableaux.8: whether a card fits the tableau under way in front of a seat."""
    return (s.fitting[on] >> card) & 1 == 1


@kernel
def worth_of_hand(s: State, seat: int) -> int:
    """tableaux.11: the points of four cards in hand that form a tableau, or nought."""
    if s.held[seat] != TABLEAU:
        return 0
    at = seat * DEALT
    a, b, c, d = s.hands[at], s.hands[at + 1], s.hands[at + 2], s.hands[at + 3]
    if a == b or b == c or c == d:
        return 0
    if a // BY_COLOUR == d // BY_COLOUR:
        return COLOUR_POINTS
    shape = a % BY_COLOUR
    return SHAPE_POINTS if shape == b % BY_COLOUR and shape == c % BY_COLOUR and shape == d % BY_COLOUR else 0


@kernel
def can_lay(s: State, seat: int) -> bool:
    """Whether a seat could lay a card or a whole hand, if it had the turn and nothing to draw (tableaux.14)."""
    fitting = 0
    for on in range(seat % apart(s), s.players, apart(s)):
        fitting |= s.fitting[on]
    for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
        if (fitting >> s.hands[at]) & 1 == 1:
            return True
    return worth_of_hand(s, seat) > 0


@kernel
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """The moves of the seat to act."""
    if s.phase == OPENING or s.phase == NEW:
        return add_starts(s, out)
    if s.phase == PLAY:
        return add_discards(s, out, add_lays(s, out, 0))
    n = 0
    if nothing_to_draw(s):
        n = add_lays(s, out, n)  # tableaux.14
    else:
        out[n] = DRAW_FROM_PILE
        n += 1
        if s.discarded > 0:
            out[n] = DRAW_FROM_DISCARD
            n += 1
    if s.phase == TURN and worth_of_hand(s, s.turn) > 0:
        out[n] = LAY_HAND
        n += 1
    if n == 0:
        out[n] = PASS
        n += 1
    return n


@kernel
def add_starts(s: State, out: Numbers) -> int:
    """Any card of the hand may start a tableau, twins counted once."""
    n = 0
    before = -1
    for at in range(s.turn * DEALT, s.turn * DEALT + s.held[s.turn]):
        card = s.hands[at]
        if card != before:
            out[n] = START + card * SEATS + s.due
            n += 1
        before = card
    return n


@kernel
def add_lays(s: State, out: Numbers, n: int) -> int:
    """Cards that fit one's own tableau (tableaux.6) or a partner's (tableaux.18)."""
    before = -1
    for at in range(s.turn * DEALT, s.turn * DEALT + s.held[s.turn]):
        card = s.hands[at]
        if card != before:
            for on in range(s.turn % apart(s), s.players, apart(s)):
                if fits_on(s, on, card):
                    out[n] = LAY + card * SEATS + on
                    n += 1
        before = card
    return n


@kernel
def add_discards(s: State, out: Numbers, n: int) -> int:
    """tableaux.6: any card of the hand, the one just drawn too."""
    before = -1
    for at in range(s.turn * DEALT, s.turn * DEALT + s.held[s.turn]):
        card = s.hands[at]
        if card != before:
            out[n] = DISCARD + card
            n += 1
        before = card
    return n


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """Play a legal move."""
    s.did_seat = s.turn
    s.did_card = 0
    s.did_on = 0
    s.did_points = 0
    s.did_turned = 0
    if action < DRAW_FROM_PILE:
        start(s, (action - START) // SEATS)
    elif action < LAY:
        draw(s, action)
    elif action < DISCARD:
        lay(s, (action - LAY) // SEATS, (action - LAY) % SEATS)
    elif action < LAY_HAND:
        throw(s, action - DISCARD)
    elif action == LAY_HAND:
        lay_hand(s)
    else:
        s.did = PASSED
        s.turns += 1
        end_turn(s)


@kernel
def start(s: State, card: int) -> None:
    """The first card of a tableau: the opening one (tableaux.3), or that of a new tableau (tableaux.9)."""
    s.did = STARTED
    s.did_card = card
    s.did_on = s.due
    play_out(s, card)
    begin(s, s.due, card)
    card_laid(s)
    if s.phase == NEW:
        end_turn(s)
    elif s.turn + 1 < s.players:
        s.turn += 1
        s.due = s.turn
    else:
        s.turn = s.first
        s.due = 0
        s.phase = TURN


@kernel
def begin(s: State, on: int, card: int) -> None:
    """tableaux.7: what shares exactly one of colour and shape fits the first card, so not its twin."""
    s.table[on * TABLEAU] = card
    s.laid[on] = 1
    s.fitting[on] = SAME_COLOUR[card // BY_COLOUR] ^ SAME_SHAPE[card % BY_COLOUR]


@kernel
def add_to(s: State, on: int, card: int) -> None:
    """tableaux.8: what fits from now on is of the same colour, or else of the same shape, and not there yet."""
    colour = card // BY_COLOUR
    kind = SAME_COLOUR[colour] if s.table[on * TABLEAU] // BY_COLOUR == colour else SAME_SHAPE[card % BY_COLOUR]
    s.table[on * TABLEAU + s.laid[on]] = card
    s.laid[on] += 1
    s.fitting[on] = (s.fitting[on] & kind) ^ (1 << card)


@kernel
def card_laid(s: State) -> None:
    """tableaux.16 counts from here."""
    s.turnings = 0
    s.turns = 0


@kernel
def draw(s: State, action: int) -> None:
    """tableaux.5: from the draw pile or from the top of the discard pile."""
    if action == DRAW_FROM_DISCARD:
        s.did = TOOK
        s.did_card = top_of_discard(s)
    else:
        s.did = DREW
        s.did_card = top_of_pile(s)
    take_up(s, s.turn, s.did_card)
    turn_over(s)
    if s.phase == TURN:
        s.phase = PLAY
    elif s.phase == BONUS:
        s.phase = NEW
    elif s.held[s.turn] == HAND or nothing_to_draw(s):  # tableaux.12
        end_turn(s)


@kernel
def throw(s: State, card: int) -> None:
    """tableaux.6: a card goes on the discard pile."""
    s.did = DISCARDED
    s.did_card = card
    play_out(s, card)
    s.discard[s.discarded] = card
    s.discarded += 1
    turn_over(s)
    s.turns += 1
    end_turn(s)


@kernel
def lay(s: State, card: int, on: int) -> None:
    """tableaux.6, tableaux.18: a card goes on one's own tableau or on a partner's."""
    s.did = LAID
    s.did_card = card
    s.did_on = on
    play_out(s, card)
    add_to(s, on, card)
    card_laid(s)
    if s.laid[on] == TABLEAU:
        complete(s, on)
    else:
        end_turn(s)


@kernel
def complete(s: State, on: int) -> None:
    """tableaux.9, tableaux.19: who lays the fourth card wins the tableau, draws one more card and starts a new one there."""
    at = on * TABLEAU
    s.did_points = COLOUR_POINTS if s.table[at] // BY_COLOUR == s.table[at + 1] // BY_COLOUR else SHAPE_POINTS
    for i in range(TABLEAU):
        s.tricks[s.tricks_won * TABLEAU + i] = s.table[at + i]
        s.table[at + i] = 0
    s.laid[on] = 0
    s.fitting[on] = 0
    win_trick(s)
    if not nothing_to_draw(s):
        s.phase = BONUS
        s.due = on
    elif s.held[s.turn] > 0:
        s.phase = NEW  # tableaux.10
        s.due = on
    else:
        end_turn(s)  # tableaux.10: that place stays empty


@kernel
def lay_hand(s: State) -> None:
    """tableaux.11: the whole hand is a won tableau, and four cards are drawn again."""
    s.did = LAID_HAND
    s.did_points = worth_of_hand(s, s.turn)
    for i in range(TABLEAU):
        s.tricks[s.tricks_won * TABLEAU + i] = s.hands[s.turn * DEALT + i]
        s.hands[s.turn * DEALT + i] = 0
    s.held[s.turn] = 0
    win_trick(s)
    card_laid(s)
    if nothing_to_draw(s):
        end_turn(s)  # tableaux.12
    else:
        s.phase = REFILL


@kernel
def win_trick(s: State) -> None:
    """tableaux.17: the points of a tableau that was just won; tableaux.19: they are the whole team's."""
    s.trick_seat[s.tricks_won] = s.turn
    s.tricks_won += 1
    for member in range(s.turn % apart(s), s.players, apart(s)):
        s.points[member] += s.did_points


@kernel
def end_turn(s: State) -> None:
    """On to the next player, unless there is nothing more to do (tableaux.15) or the piles go round in vain (tableaux.16)."""
    s.turn = (s.turn + 1) % s.players
    s.phase = TURN
    s.due = 0
    if nothing_to_draw(s) and not anyone_can_lay(s):
        s.ended = OWN_END
    if s.turnings >= 2 and s.turns >= s.players:
        s.ended = OWN_END


# The end -------------------------------------------------------------------------------------------------------------


@kernel
def anyone_can_lay(s: State) -> bool:
    """tableaux.15: whether some player can still lay a card or a whole hand."""
    found = False
    for seat in range(s.players):
        found = found or can_lay(s, seat)
    return found


@kernel
def score(s: State, seat: int) -> int:
    """tableaux.17: the points of the tableaux won."""
    return s.points[seat]


@kernel
def won(s: State, seat: int) -> bool:
    """tableaux.17: most points; equal points share the win."""
    best = 0
    for other in range(s.players):
        best = max(best, s.points[other])
    return s.points[seat] == best


def end_clause(s: State) -> str:
    """No card to draw, or piles that went round in vain: once nothing is to be drawn they no longer go round."""
    return "tableaux.15" if nothing_to_draw(s) else "tableaux.16"


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """Why the seat to act may not do this. It says no more than that seat's view."""
    assert isinstance(value, Move)
    if value.type == "draw" and s.phase in (TURN, BONUS, REFILL):
        return Refusal("piles_empty", "tableaux.14") if nothing_to_draw(s) else Refusal("discard_empty", "tableaux.5")
    if s.phase == OPENING:
        return refuse_opening(s, value)
    if s.phase == BONUS:
        return Refusal("draw_one_more", "tableaux.9")
    if s.phase == REFILL:
        return Refusal("refill_first", "tableaux.11")
    if s.phase == NEW:
        return refuse_new(s, value)
    if value.type == "start":
        return Refusal("no_start_due", "tableaux.9")
    if value.type == "lay_hand":
        return refuse_hand(s)
    if s.phase == TURN:
        return refuse_last_turns(s, value) if nothing_to_draw(s) else Refusal("draw_first", "tableaux.5")
    if value.type == "draw":
        return Refusal("drawn_already", "tableaux.6")
    if value.type == "pass":
        return Refusal("lay_or_discard", "tableaux.6")
    return refuse_lay(s, value) if value.type == "lay" else not_in_hand(value, "tableaux.6")


def refuse_opening(s: State, move: Move) -> Refusal:
    """tableaux.3: one card of one's hand, in front of oneself."""
    if move.type != "start":
        return Refusal("open_first", "tableaux.3")
    if move["card"] not in hand_of(s, s.turn):
        return not_in_hand(move, "tableaux.3")
    return Refusal("open_your_own", "tableaux.3")


def refuse_new(s: State, move: Move) -> Refusal:
    """tableaux.9, tableaux.19: a new tableau is due, where the last one was completed."""
    if move.type != "start":
        return Refusal("start_first", "tableaux.9", {"on": s.due})
    if move["card"] not in hand_of(s, s.turn):
        return not_in_hand(move, "tableaux.9")
    return Refusal("start_elsewhere", "tableaux.19" if s.teams else "tableaux.9", {"on": s.due})


def refuse_hand(s: State) -> Refusal:
    """tableaux.11: four cards that form a tableau, at the start of a turn."""
    if s.phase == PLAY:
        return Refusal("hand_too_late", "tableaux.11")
    return Refusal("hand_not_four" if s.held[s.turn] != TABLEAU else "hand_no_tableau", "tableaux.11")


def refuse_last_turns(s: State, move: Move) -> Refusal:
    """tableaux.14: nothing is drawn or discarded any more, and who can lay must lay."""
    if move.type == "lay":
        return refuse_lay(s, move)
    return Refusal("no_more_discards" if move.type == "discard" else "you_can_lay", "tableaux.14")


def refuse_lay(s: State, move: Move) -> Refusal:
    """tableaux.6, tableaux.18: in front of whom; tableaux.7, tableaux.8: what fits there."""
    card, on = CARDS.index(move["card"]), move["on"]
    if move["card"] not in hand_of(s, s.turn):
        return not_in_hand(move, "tableaux.6")
    if on >= s.players or on % apart(s) != s.turn % apart(s):
        return Refusal("not_partners", "tableaux.18") if s.teams else Refusal("not_yours", "tableaux.6")
    if s.laid[on] == 0:
        return Refusal("place_empty", "tableaux.10")
    if s.laid[on] > 1:
        return Refusal("does_not_fit", "tableaux.8", {"card": move["card"]})
    if s.table[on * TABLEAU] == card:
        return Refusal("twin", "tableaux.7", {"card": move["card"]})
    return Refusal("shares_nothing", "tableaux.7", {"card": move["card"]})


def not_in_hand(move: Move, clause: str) -> Refusal:
    """One can only play what one holds."""
    return Refusal("not_in_hand", clause, {"card": move["card"]})


# What a seat sees ----------------------------------------------------------------------------------------------------


def view(s: State, seat: int, common: Common) -> View:
    """What a seat may see: its own hand and all that lies open; of hands and piles how many cards they are."""
    return View(
        **common,
        first=s.first,
        turn=s.turn,
        phase=PHASES[s.phase],
        due=s.due if s.phase in (OPENING, BONUS, NEW) else None,
        hand=None if seat == SPECTATOR else hand_of(s, seat),
        hands=tuple(s.held[: s.players]),
        tableaux=tuple(tableau_seen(s, on, seat) for on in range(s.players)),
        tricks=tuple(trick_seen(s, number) for number in range(s.tricks_won)),
        points=tuple(s.points[: s.players]),
        pile=s.in_pile,
        discard=s.discarded,
        top=CARDS[s.discard[s.discarded - 1]] if s.discarded else None,
        turnings=s.turnings,
        turns=s.turns,
        last=last_action(s, seat),
    )


def names(cards: Sequence[int]) -> tuple[str, ...]:
    """Cards by name."""
    return tuple(map(CARDS.__getitem__, cards))


def hand_of(s: State, seat: int) -> tuple[str, ...]:
    """A hand, for its owner's eyes only."""
    return names(s.hands[seat * DEALT : seat * DEALT + s.held[seat]])


def tableau_seen(s: State, on: int, seat: int) -> tuple[str | None, ...]:
    """A tableau under way; in the opening only one's own card (tableaux.3)."""
    cards = names(s.table[on * TABLEAU : on * TABLEAU + s.laid[on]])
    return cards if s.phase != OPENING or on == seat else (None,) * len(cards)


def trick_seen(s: State, number: int) -> Trick:
    """A tableau that was won lies open."""
    return trick(s.trick_seat[number], *s.tricks[number * TABLEAU : number * TABLEAU + TABLEAU])


@lru_cache(maxsize=10_000)  # it lies there for the rest of the game, in every view
def trick(seat: int, *cards: int) -> Trick:
    """A tableau that was won by a seat."""
    points = COLOUR_POINTS if cards[0] // BY_COLOUR == cards[1] // BY_COLOUR else SHAPE_POINTS
    return Trick(seat, names(cards), points)


def last_action(s: State, seat: int) -> Last | None:
    """What was seen, until the next action."""
    card, own, turned = CARDS[s.did_card], s.did_seat == seat, s.did_turned == 1
    if s.did == STARTED:
        return Started(s.did_seat, card if s.phase != OPENING or own else None, s.did_on)
    if s.did == DREW:
        return Drew(s.did_seat, "pile", card if own else None, turned)
    if s.did == TOOK:
        return Drew(s.did_seat, "discard", card, turned)
    if s.did == LAID:
        return Laid(s.did_seat, card, s.did_on, s.did_points)
    if s.did == DISCARDED:
        return Discarded(s.did_seat, card, turned)
    if s.did == LAID_HAND:
        return LaidHand(s.did_seat, trick_seen(s, s.tricks_won - 1).cards, s.did_points)
    return Passed(s.did_seat) if s.did == PASSED else None
