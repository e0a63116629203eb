"""Dealing anew, in a compiled call, what is hidden in an imagined game. In general nothing is: it stays as it was imagined.

A game's own `worlds` module has the same name. With it one imagined game is enough (see `Notebook.worlds`), and every round of
the search gets a new one: a few games, searched many times each, would teach the search what it cannot know.
"""

from __future__ import annotations

from typing import Any

from ludotheque.rules.dice import Dice
from ludotheque.rules.kernel import Numbers, kernel


@kernel
def redeal(state: Any, notes: Numbers, buffer: Numbers, dice: Dice) -> None:
    """Exchange what may be exchanged: afterwards the game is any of those that agree with what is known, each as likely."""
    return
