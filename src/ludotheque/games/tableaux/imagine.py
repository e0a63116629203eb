"""A random game of Tableaux that looks like a given view: what could be in the other hands and in the piles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

import msgspec

from ludotheque.games.tableaux.rules import (
    CARDS,
    COPIES,
    DEALT,
    DISCARDED,
    DREW,
    KINDS,
    LAID,
    LAID_HAND,
    PASSED,
    SAME_COLOUR,
    SAME_SHAPE,
    STARTED,
    TABLEAU,
    TOOK,
    TURN,
    State,
    add_to,
    apart,
    begin,
    can_lay,
    nothing_to_draw,
    take_up,
)
from ludotheque.games.tableaux.seen import PHASES, Discarded, Drew, Laid, LaidHand, Passed, Started, View
from ludotheque.rules.dice import Dice, below, shuffle
from ludotheque.rules.state import OWN_END

Hands = list[list[int]]

NUMBERS = {name: card for card, name in enumerate(CARDS)}
TRIES = 30
"""How often the last hands are drawn freely before they are made to measure."""


class Known(msgspec.Struct, frozen=True):
    """What a player still knows of hidden cards, besides the view. What the view rules out is ignored."""

    hands: tuple[tuple[str, ...], ...] = ()
    """Cards that are in each seat's hand."""
    discard: dict[int, str] = {}
    """Covered discards, by their place from the bottom (0)."""
    pile: dict[int, str] = {}
    """Cards of the draw pile, by their place from the top (0)."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; hands, opening cards and piles are drawn from the cards that are not seen."""
    restore_table(s, view)
    restore_last_action(s, view)
    unseen = Unseen(s, view)
    unseen.believe(known)
    if s.phase == TURN and nothing_to_draw(s):
        hands = last_hands(s, unseen, dice)
        if hands is None:  # what is thought to be known cannot be
            unseen = Unseen(s, view)
            hands = last_hands(s, unseen, dice)
        fill_hands(s, unseen, hands or unseen.deal(dice))
    else:
        fill_hands(s, unseen, unseen.deal(dice))
        fill_the_rest(s, unseen)
    if s.did == DREW and s.did_seat != view.seat:
        s.did_card = s.hands[s.did_seat * DEALT + below(dice, s.held[s.did_seat])]
    elif s.did == STARTED:
        s.did_card = s.table[s.did_on * TABLEAU]


# What lies open ------------------------------------------------------------------------------------------------------


def restore_table(s: State, view: View) -> None:
    """Tableaux, tricks, one's own hand, and how many cards there are elsewhere."""
    s.first, s.turn, s.phase = view.first, view.turn, PHASES.index(view.phase)
    s.due = view.due or 0
    s.turnings, s.turns = view.turnings, view.turns
    s.in_pile, s.discarded = view.pile, view.discard
    for on, cards in enumerate(view.tableaux):
        for place, card in enumerate(cards):
            if card is not None:
                (begin if place == 0 else add_to)(s, on, NUMBERS[card])
    for trick in view.tricks:
        s.trick_seat[s.tricks_won] = trick.seat
        for place, card in enumerate(trick.cards):
            s.tricks[s.tricks_won * TABLEAU + place] = NUMBERS[card]
        s.tricks_won += 1
    for seat in range(s.players):
        s.points[seat] = view.points[seat]


def restore_last_action(s: State, view: View) -> None:
    """What was seen of the last action."""
    last = view.last
    if last is None:
        return
    s.did_seat = last.seat
    if isinstance(last, Passed):
        s.did = PASSED
    elif isinstance(last, LaidHand):
        s.did, s.did_points = LAID_HAND, last.points
    else:
        s.did_card = NUMBERS[last.card] if last.card is not None else 0
        if isinstance(last, Started):
            s.did, s.did_on = STARTED, last.on
        elif isinstance(last, Laid):
            s.did, s.did_on, s.did_points = LAID, last.on, last.points
        elif isinstance(last, Drew):
            s.did, s.did_turned = TOOK if last.source == "discard" else DREW, int(last.turned)
        else:
            s.did, s.did_turned = DISCARDED, int(last.turned)


# What does not -------------------------------------------------------------------------------------------------------


class Unseen:
    """The cards that are not seen, and the places where they lie: some of them known, the others to be filled."""

    def __init__(self, s: State, view: View) -> None:
        self.left = [COPIES] * KINDS
        """How many copies of each card may still lie anywhere; what remains of them in the end is `loose`."""
        self.sizes = list(view.hands)
        self.hands: Hands = [[] for _ in range(s.players)]
        self.pile: dict[int, int] = {}  # by place from the bottom, as in the state
        self.discard: dict[int, int] = {}
        self.openings = [on for on in range(s.players) if None in view.tableaux[on]]
        for cards in (*view.tableaux, *(trick.cards for trick in view.tricks)):
            for card in cards:
                if card is not None:
                    self.left[NUMBERS[card]] -= 1
        if view.hand is not None and view.seat is not None:
            for card in view.hand:
                self.hold(view.seat, NUMBERS[card])
        if view.top is not None:
            self.lie(self.discard, view.discard - 1, NUMBERS[view.top])
        self.size_of_pile, self.size_of_discard = view.pile, view.discard
        last = view.last
        if isinstance(last, Discarded) and last.turned:
            self.lie(self.pile, 0, NUMBERS[last.card])  # tableaux.13: a lone discard became the draw pile
        if isinstance(last, Drew) and last.card is not None and last.seat != view.seat:
            self.hold(last.seat, NUMBERS[last.card])  # everybody saw it taken from the discard pile
        self.certain = [list(hand) for hand in self.hands]

    def hold(self, seat: int, card: int) -> None:
        """A card is in that hand, if that can be."""
        if self.left[card] and len(self.hands[seat]) < self.sizes[seat]:
            self.left[card] -= 1
            self.hands[seat].append(card)

    def lie(self, pile: dict[int, int], place: int, card: int) -> None:
        """A card is at that place of a pile, if that can be."""
        if self.left[card] and place not in pile:
            self.left[card] -= 1
            pile[place] = card

    @cached_property
    def loose(self) -> list[int]:
        """The cards that may lie anywhere, once all that is known has its place."""
        return [card for card, count in enumerate(self.left) for _ in range(count)]

    def believe(self, known: Known) -> None:
        """Add what a player knows, as far as it can be."""
        for seat, names in enumerate(known.hands[: len(self.hands)]):
            surely = list(self.certain[seat])
            for card in (NUMBERS[name] for name in names if name in NUMBERS):
                if card in surely:
                    surely.remove(card)  # the view shows that one
                else:
                    self.hold(seat, card)
        for place, name in known.discard.items():
            if 0 <= place < self.size_of_discard and name in NUMBERS:
                self.lie(self.discard, place, NUMBERS[name])
        for place, name in known.pile.items():
            if 0 <= place < self.size_of_pile and name in NUMBERS:
                self.lie(self.pile, self.size_of_pile - 1 - place, NUMBERS[name])

    def deal(self, dice: Dice) -> Hands:
        """Fill the hands from the shuffled cards; what is left over goes elsewhere."""
        shuffle(dice, self.loose, len(self.loose))
        rest = iter(self.loose)
        return [hand + [next(rest) for _ in range(size - len(hand))] for hand, size in zip(self.hands, self.sizes, strict=True)]


def fill_hands(s: State, unseen: Unseen, hands: Hands) -> None:
    """Put the hands into the state, and take what they hold from the loose cards."""
    for seat, hand in enumerate(hands):
        s.held[seat] = 0
        for card in hand:
            take_up(s, seat, card)
    for hand, surely in zip(hands, unseen.hands, strict=True):
        for card in hand[len(surely) :]:
            unseen.loose.remove(card)


def fill_the_rest(s: State, unseen: Unseen) -> None:
    """Opening cards that are still face down, and both piles."""
    for on in unseen.openings:
        begin(s, on, unseen.loose.pop())
    for place in range(s.in_pile):
        s.pile[place] = unseen.pile[place] if place in unseen.pile else unseen.loose.pop()
    for place in range(s.discarded):
        s.discard[place] = unseen.discard[place] if place in unseen.discard else unseen.loose.pop()


# The last hands: nothing to draw, so the game goes on only because somebody can lay (tableaux.15) --------------------


def last_hands(s: State, unseen: Unseen, dice: Dice) -> Hands | None:
    """Hands in which those who passed cannot lay, and somebody else can unless the game is over; None if there are none."""
    stuck = [s.ended == OWN_END] * s.players
    for back in range(1, min(s.turns, s.players) + 1):
        stuck[(s.turn - back) % s.players] = True  # tableaux.14: a turn in which nothing was laid was a pass
    for _ in range(TRIES):
        hands = unseen.deal(dice)
        if agree(s, hands, stuck):
            return hands
    for start in starts(s, unseen, stuck, dice):
        for _ in range(TRIES):
            made = deal_to_measure(s, unseen, start, stuck, dice)
            if made is None:
                break
            if agree(s, made, stuck):
                return made
    return None


def agree(s: State, hands: Hands, stuck: list[bool]) -> bool:
    """Whether the stuck ones cannot lay, and somebody can if not all are stuck."""
    for seat, hand in enumerate(hands):
        s.held[seat] = 0
        for card in hand:
            take_up(s, seat, card)
    able = [can_lay(s, seat) for seat in range(s.players)]
    return not any(map(bool.__and__, able, stuck)) and (all(stuck) or any(able))


def starts(s: State, unseen: Unseen, stuck: list[bool], dice: Dice) -> Iterator[Hands]:
    """What is surely in the hands, with cards that let somebody lay: nothing, one that fits, or what makes a whole hand."""
    yield unseen.hands
    seats = [seat for seat in range(s.players) if not stuck[seat] and len(unseen.hands[seat]) < unseen.sizes[seat]]
    singles = [(seat, [card]) for seat in seats for card in set(unseen.loose) if fits_somewhere(s, seat, card)]
    shuffle_pairs(dice, singles)
    wholes = [(seat, cards) for seat in seats for cards in missing_from_a_tableau(unseen, seat)]
    shuffle_pairs(dice, wholes)
    for seat, cards in singles + wholes:
        yield [hand + cards if at == seat else hand for at, hand in enumerate(unseen.hands)]


def shuffle_pairs(dice: Dice, pairs: list[tuple[int, list[int]]]) -> None:
    """Shuffle in place."""
    order = list(range(len(pairs)))
    shuffle(dice, order, len(order))
    pairs[:] = [pairs[i] for i in order]


def fits_somewhere(s: State, seat: int, card: int) -> bool:
    """Whether a card fits one's own tableau or a partner's."""
    return any((s.fitting[on] >> card) & 1 for on in range(seat % apart(s), s.players, apart(s)))


def missing_from_a_tableau(unseen: Unseen, seat: int) -> Iterator[list[int]]:
    """The loose cards that would make a hand a tableau."""
    hand = set(unseen.hands[seat])
    if unseen.sizes[seat] != TABLEAU or len(hand) < len(unseen.hands[seat]):
        return
    for kind in (*SAME_COLOUR, *SAME_SHAPE):
        cards = [card for card in range(KINDS) if (kind >> card) & 1 and (card in hand or card in unseen.loose)]
        for four in combinations(cards, TABLEAU):
            if hand <= set(four):
                yield [card for card in four if card not in hand]


def deal_to_measure(s: State, unseen: Unseen, start: Hands, stuck: list[bool], dice: Dice) -> Hands | None:
    """Fill the hands so that the stuck ones get nothing that fits: each place finds a card, and others make room for it."""
    loose = list(unseen.loose)
    for hand, surely in zip(start, unseen.hands, strict=True):
        for card in hand[len(surely) :]:
            loose.remove(card)
    shuffle(dice, loose, len(loose))
    places = [seat for seat, hand in enumerate(start) for _ in range(unseen.sizes[seat] - len(hand))]
    holder: dict[int, int] = {}  # the place that each loose card goes to

    def find(place: int, tried: set[int]) -> bool:
        seat = places[place]
        for number, card in enumerate(loose):
            if number not in tried and not (stuck[seat] and fits_somewhere(s, seat, card)):
                tried.add(number)
                if number not in holder or find(holder[number], tried):
                    holder[number] = place
                    return True
        return False

    if not all(find(place, set()) for place in range(len(places))):
        return None
    hands = [list(hand) for hand in start]
    for number, place in holder.items():
        hands[places[place]].append(loose[number])
    return hands
