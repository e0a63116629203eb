"""A random game of Tonoo that looks like a given view: what could be in the bag and in the cylinders."""

from __future__ import annotations

import msgspec

from ludotheque.games.tonoo.rules import (
    CYLINDERS,
    DRAWING,
    IN_THE_BOX,
    KINDS,
    LIFTED,
    PAWNS,
    PHASES,
    PLACED,
    PLACING,
    RETURNED,
    TAKING,
    Placed,
    Returned,
    State,
    View,
    next_playing,
    put_back,
)
from ludotheque.rules.dice import Dice, below, shuffle

BAG = CYLINDERS
"""The bag, as a place for pawns after the cylinders."""


class Known(msgspec.Struct, frozen=True):
    """What a player still knows of the cylinders, besides the view. What the view rules out is ignored."""

    inside: tuple[tuple[str, ...], ...] = ((), (), (), ())
    """Pawns that are in each cylinder."""
    nothing_else: tuple[bool, ...] = (False, False, False, False)
    """Where these are all the pawns there are."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; what is in the bag and in the cylinders is drawn, within what the view rules out."""
    restore_table(s, view)
    restore_last_action(s, view)
    loose = list(IN_THE_BOX)
    for at in range(s.players * KINDS):
        loose[at % KINDS] -= s.owned[at]
    if s.phase == PLACING:
        loose[s.drawn] -= 1
    least, most = bounds(s, view, known, sum(loose), dice)
    surely: list[list[int]] = [[] for _ in range(CYLINDERS + 1)]
    facts = [(c, PAWNS.index(pawn)) for c in range(CYLINDERS) for pawn in known.inside[c]]
    if s.did == PLACED:
        seen = (s.did_cylinder, s.did_pawn)
        if seen in facts:
            facts.remove(seen)
        facts.insert(0, seen)  # before anything that is only believed
    spare = sum(loose) - sum(least)  # what is thought to be known leaves enough for places that cannot hold less
    for place, pawn in facts:
        wanted = len(surely[place]) < least[place]
        if loose[pawn] > 0 and len(surely[place]) < most[place] and (wanted or spare > 0):
            surely[place].append(pawn)
            loose[pawn] -= 1
            spare -= not wanted
    filled = fill_places([pawn for pawn in range(KINDS) for _ in range(loose[pawn])], surely, least, most, dice)
    for cylinder in range(CYLINDERS):
        for pawn in filled[cylinder]:
            s.inside[cylinder * KINDS + pawn] += 1
            s.filled[cylinder] += 1
    for pawn in filled[BAG]:
        put_back(s, pawn, 1)


def restore_table(s: State, view: View) -> None:
    """What lies open."""
    s.turn = view.turn
    s.phase = PHASES.index(view.phase)
    s.drawn = PAWNS.index(view.drawn) if view.drawn is not None else 0
    for seat in range(s.players):
        s.eliminated[seat] = int(view.eliminated[seat])
        for pawn in view.owned[seat]:
            s.owned[seat * KINDS + PAWNS.index(pawn)] += 1
            s.owns[seat] += 1
    s.cylinder_out = [int(out) for out in view.cylinders_out]


def restore_last_action(s: State, view: View) -> None:
    """What was seen of the last action."""
    last = view.last
    if last is None:
        return
    s.did_seat = last.seat
    if isinstance(last, Placed):
        s.did, s.did_cylinder, s.did_pawn = PLACED, last.cylinder, PAWNS.index(last.pawn)
    elif isinstance(last, Returned):
        s.did, s.did_pawn = RETURNED, PAWNS.index(last.pawn)
    else:
        s.did, s.did_cylinder = LIFTED, last.cylinder
        for pawn in last.pawns:
            s.lifted[PAWNS.index(pawn)] += 1
        for pawn in last.kept:
            s.kept[PAWNS.index(pawn)] += 1
        for taken in last.taken:
            s.taken[taken.seat] = (PAWNS.index(taken.pawn) + 1) * (1 if taken.kept else -1)
        if s.phase == TAKING:
            s.taker = next_playing(s, last.taken[-1].seat if last.taken else s.turn)


def bounds(s: State, view: View, known: Known, pawns: int, dice: Dice) -> tuple[list[int], list[int]]:
    """The least and the most pawns that each cylinder, and then the bag, can hold."""
    least, most = [0] * CYLINDERS, [s.capacity] * CYLINDERS
    for c in range(CYLINDERS):
        if s.cylinder_out[c] or (s.did == LIFTED and s.did_cylinder == c):
            most[c] = 0
        elif view.counts is not None:
            least[c] = most[c] = view.counts[c]
        elif view.full is not None and view.full[c]:
            least[c] = s.capacity
        elif view.full is not None:
            most[c] = s.capacity - 1
        elif view.can_draw is False and not view.bag_empty:
            least[c] = s.capacity
    seen_most = list(most)
    for c in range(CYLINDERS):
        if known.nothing_else[c]:
            believed = max(len(known.inside[c]), int(s.did == PLACED and s.did_cylinder == c))
            most[c] = max(least[c], min(most[c], believed))
    in_use = [c for c in range(CYLINDERS) if not s.cylinder_out[c]]
    if (view.can_draw or s.phase in (DRAWING, PLACING)) and all(most[c] == s.capacity for c in in_use):
        candidates = [c for c in in_use if least[c] < s.capacity]  # somebody could draw, so some cylinder has room
        most[candidates[below(dice, len(candidates))]] -= 1
    if view.bag_empty:
        short = pawns - sum(most)
        for c in in_use:  # what is thought to be known cannot be all there is
            if short > 0:
                short -= seen_most[c] - most[c]
                most[c] = seen_most[c]
    return [*least, 0 if view.bag_empty else 1], [*most, 0 if view.bag_empty else pawns]


def fill_places(loose: list[int], surely: list[list[int]], least: list[int], most: list[int], dice: Dice) -> list[list[int]]:
    """Put the loose pawns at random into the cylinders and the bag, within the bounds of each place."""
    room = [max(low - len(pawns), 0) for low, pawns in zip(least, surely, strict=True)]
    for _ in range(len(loose) - sum(room)):
        open_places = [at for at in range(len(most)) if len(surely[at]) + room[at] < most[at]]
        room[open_places[below(dice, len(open_places))]] += 1
    shuffle(dice, loose, len(loose))
    return [pawns + [loose.pop() for _ in range(room[at])] for at, pawns in enumerate(surely)]
