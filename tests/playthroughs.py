"""Golden playthroughs: one game per box that a person can follow, compared letter by letter.

`python -m tests.playthroughs --write` writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from ludotheque.games import GAMES
from ludotheque.rules.core import OVER
from ludotheque.rules.play import Play
from ludotheque.terminal.boards import board_of
from ludotheque.testing import count_positions, random_play
from ludotheque.texts import Words

FOLDER = Path(__file__).parent / "games"
NAMES = ("Anna", "Ben", "Chloé", "Driss", "Ella", "Félix")

SHOWN = {
    "bonbons": (2, {"quick": True}, 3),
    "novem": (2, {"games": 1, "show_totals": False}, 1),
    "tableaux": (2, {"teams": 0}, 2),
    "tuiles": (2, {"stretch": 6, "expert": False}, 1),
    "tonoo": (3, {"capacity": 6, "show_counts": False}, 2),
}
"""Players, options and seed of each game's playthrough."""

BEGINNING, END, BOARD_EVERY = 60, 12, 12


def playthrough(slug: str) -> str:
    """A game from its deal to its end, in words."""
    players, options, seed = SHOWN[slug]
    game = GAMES[slug]
    whole = random_play(game, players, options, seed, careful=True)
    words = Words("en", game, NAMES)
    out = [f"{words('title')}, {players} players, {options}", f"deal: {whole.deal}"]
    out.append("ways to play on: " + ", ".join(str(count_positions(Play(game, players, options, whole.deal), n)) for n in (1, 2)))
    play = Play(game, players, options, whole.deal)
    told = list(whole.told())
    for index, (who, value) in enumerate(whole.entries):
        shown = index < BEGINNING or index >= len(whole.entries) - END
        if index == BEGINNING < len(whole.entries) - END:
            out.append(f"... {len(whole.entries) - END - BEGINNING} entries later ...")
        if shown and index % BOARD_EVERY == 0:
            out.append(drawing(play, words))
        action = game.action(value)
        choices = len(play.legal()) or len(play.chances())
        play.enter_action(action)
        if shown:
            name = words.seat(who) if who >= 0 else "chance"
            out.append(f"{index:4} {name:<7} {value!s:<34} 1 of {choices:<3} {words.line(told[index].now)}")
    assert play.to_act == OVER
    out.append(drawing(play, words))
    assert play.outcome is not None
    out.append(f"winners {list(play.outcome.winners)}, scores {list(play.outcome.scores)}, by {play.outcome.clause}")
    return "\n".join(line.rstrip() for line in "\n".join(out).splitlines()) + "\n"


def drawing(play: Play, words: Words) -> str:
    """The table as a spectator sees it."""
    console = Console(file=io.StringIO(), width=80, no_color=True, force_terminal=False, legacy_windows=False)
    console.print(board_of(play.game)(play.view(), words))
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n" + file.getvalue()


if __name__ == "__main__" and "--write" in sys.argv:
    for name in SHOWN:
        (FOLDER / name / "playthrough.txt").write_text(playthrough(name), encoding="utf-8")
