"""The player of Tableaux: it tries its moves out in games that agree with what it remembers, or looks ahead in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.tableaux.bots.sight import Tricks, written
from ludotheque.games.tableaux.bots.signs import Signs
from ludotheque.games.tableaux.imagine import Unseen
from ludotheque.games.tableaux.rules import DISCARD, DRAW_FROM_DISCARD, DRAW_FROM_PILE, LAY, LAY_HAND, SEATS, TABLEAU
from ludotheque.games.tableaux.seen import View
from ludotheque.rules.core import Move
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game

if TYPE_CHECKING:
    from ludotheque.games.tableaux.bots.trials import Trials

TURNS = 7
"""How many turns of each player a trial lasts; a turn is two entries."""
SHORT = {"goldfish": 3, "child": 1}
"""Who does not look so far. What comes of a single trial is the more by chance the longer it is."""

STALE = 0.002
"""What taking a discard without a use loses in winning chance with every turn in which nobody laid anything."""
LAID = 0.02
"""What laying is ahead by when trials cannot tell: what lies on the table cannot be put off for ever."""


class Player(usual.Player):
    """A bot of one level."""

    looks_ahead: tuple[str, ...] = ("adult", "elephant")
    """Who grows a tree; the others try moves out."""
    reads: tuple[str, ...] = ("elephant",)
    """Who sees by what others throw away what they collect."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self._turns = SHORT.get(level, TURNS)
        self._grows = level in self.looks_ahead
        self._reads = level in self.reads
        self._tricks = Tricks()
        self._signs = Signs()

    def see(self, view: Any) -> None:
        """Look at the table, and perhaps at what others do not want."""
        if self._reads and view.entries > self._seen:
            self._signs.see(view)
        super().see(view)

    def weigh(self, view: Any, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first."""
        from . import trials  # imports Numba

        ready = trials.ready()
        self._look(ready, view)
        liked = ready.likings()
        seed, every = self.seed + view.entries, explore > 1
        if self._grows:
            from . import tree

            tree.ready().sit_down(view, self._signs)
            verdicts = tree.ready().weigh(ready.space, len(liked), self.budget, seed, every)
        else:
            verdicts = ready.weigh(liked, self.budget, 2 * self._turns * view.players, seed, every)
        told = _in_earnest(verdicts, liked, view.turns)
        return _finishing_first(told, view) if self._grows else told

    def basis(self, view: Any) -> Basis:
        """Who looks ahead judges positions; the others play on."""
        return "positions" if self._grows else "playouts"

    def glance(self, view: Any, legal: Sequence[Move]) -> Move:
        """The move that comes to mind first, as `offhand` finds it, by machine code: for thousands of games."""
        from . import trials  # imports Numba

        if view.phase == "opening" or _last_turns(view):
            return self.offhand(view, legal)
        ready = trials.ready()
        self._look(ready, view)
        move: Move = self.game.rules.MOVES[ready.first_thought(self.seed + view.entries)]
        return move

    def _look(self, ready: Trials, view: View) -> None:
        """What is known of this table, ready to be tried."""
        known, won = self.notebook.known(view), self._tricks.see(view)
        last_turns = _last_turns(view)
        if view.phase != "opening" and not last_turns:
            ready.see(written(view, known, won))
            return
        dice = new_dice(self.seed, 2 * view.entries)
        world: Any = self.game.imagine(view, known, dice)
        worlds, unseen = [world], None
        if last_turns:
            worlds += [self.game.imagine(view, known, dice) for _ in range(ready.most - 1)]
        else:  # partners have cards on the table that are still hidden
            unseen = Unseen(world, view)
            unseen.believe(known)
        ready.look(worlds, self.notebook.notes(view, known, world), unseen)


def _last_turns(view: View) -> bool:
    """Whether there is nothing to draw: then who passed tells something of the hands (tableaux.14)."""
    return view.phase == "turn" and view.pile == 0


def _finishing_first(verdicts: list[Verdict], view: View) -> list[Verdict]:
    """Who looks ahead always finishes a tableau if it can (`kernels/tree.py`), so advice calls nothing else better."""

    def finishes(action: int) -> bool:
        return LAY <= action < DISCARD and len(view.tableaux[(action - LAY) % SEATS]) == TABLEAU - 1

    best = max((one.chance for one in verdicts if finishes(one.action)), default=None)
    if best is None:
        return verdicts
    most = max(best - LAID, 0.0)
    told = [one if finishes(one.action) else replace(one, chance=min(one.chance, most)) for one in verdicts]
    return sorted(told, key=lambda found: (-found.chance, not finishes(found.action), found.action))


def _in_earnest(verdicts: list[Verdict], liked: Mapping[int, float], turns: int) -> list[Verdict]:
    """The longer nobody laid anything, the less it is worth to take a discard and put it back: two could do so for ever.

    And a card is laid rather than kept for later, where trials see no difference.
    """
    idles = liked.get(DRAW_FROM_DISCARD, 0.0) <= liked.get(DRAW_FROM_PILE, 0.0)

    def haste(action: int) -> float:
        if action == DRAW_FROM_DISCARD and idles:
            return -min(STALE * turns, 0.5)
        return LAID if LAY <= action < DISCARD or action == LAY_HAND else 0.0

    hastes = [(found, haste(found.action)) for found in verdicts]
    told = [replace(one, chance=min(max(one.chance + more, 0.0), 1.0)) if more else one for one, more in hastes]
    return sorted(told, key=lambda found: (-found.chance, found.action))
