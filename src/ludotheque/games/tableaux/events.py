"""What happens at a table of Tableaux, as a seat sees it: cards are drawn, laid, discarded, and tableaux are won."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.tableaux.seen import Discarded, Drew, Laid, LaidHand, Passed, Started, View
from ludotheque.rules.core import Event


def happened(before: View, after: View) -> tuple[Event, ...]:
    """What came of the last action."""
    last = after.last
    if isinstance(last, Drew):
        return drew(before, last)
    if isinstance(last, Started):
        return started(before, last, after)
    if isinstance(last, Laid):
        at = len(before.tableaux[last.on])
        found = [Event(verb="lay", seat=last.seat, piece=last.card, origin=hand(last.seat), target=f"tableau.{last.on}.{at}")]
        if last.points:
            found.append(won(last.seat, f"tableau.{last.on}", last.points))
        return tuple(found)
    if isinstance(last, LaidHand):
        cards = [Event(verb="show", seat=last.seat, piece=card, origin=hand(last.seat)) for card in last.cards]
        return (*cards, won(last.seat, hand(last.seat), last.points))
    if isinstance(last, Discarded):
        origin, turned = hand(last.seat), [Event(verb="turn_over", origin="discard", target="pile")] * last.turned
        card = Event(
            verb="discard", seat=last.seat, piece=last.card, origin=origin, target="discard", loses=last.seat, passing=True
        )
        return (card, *turned)
    assert isinstance(last, Passed)
    return (Event(verb="pass", seat=last.seat),)


def drew(before: View, last: Drew) -> tuple[Event, ...]:
    """tableaux.5: from the pile only who drew sees the card, from the discard pile everybody."""
    pile = last.source == "pile"
    owner = before.seat == last.seat
    found = [
        Event(
            verb="draw" if pile else "take",
            seat=last.seat,
            piece=last.card,
            origin="pile" if pile else "discard",
            target=hand(last.seat),
            gains=last.seat,
            passing=last.card is not None and not owner,
        )
    ]
    if last.turned:
        found.append(Event(verb="turn_over", origin="discard", target="pile"))
    return tuple(found)


def started(before: View, last: Started, after: View) -> tuple[Event, ...]:
    """tableaux.3: the first cards lie face down until everybody has laid one, and are turned up together."""
    verb = "open" if before.phase == "opening" else "start"
    found = [Event(verb=verb, seat=last.seat, piece=last.card, origin=hand(last.seat), target=f"tableau.{last.on}.0")]
    if before.phase == "opening" != after.phase:
        shown = [(seat, cards[0]) for seat, cards in enumerate(after.tableaux)]
        found += [Event(verb="reveal", seat=seat, piece=card, target=f"tableau.{seat}.0") for seat, card in shown]
    return tuple(found)


def won(seat: int, origin: str, points: int) -> Event:
    """tableaux.9: four cards that belong together are hung on the wall."""
    return Event(verb="win", seat=seat, origin=origin, target=f"wall.{seat}", gains=seat, count=points)


def hand(seat: int) -> str:
    """Where a seat's cards are."""
    return f"hand.{seat}"


def forget(view: View) -> View:
    """What an opponent took is in their hand, and what was turned over with the pile is covered (any.2)."""
    last = view.last
    if isinstance(last, Drew) and last.seat != view.seat and last.card is not None:
        return replace(view, last=replace(last, card=None))
    if isinstance(last, Discarded) and last.turned:
        return replace(view, last=None)
    return view
