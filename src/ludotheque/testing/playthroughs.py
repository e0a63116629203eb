"""Golden playthroughs: one game that a person can follow, compared letter by letter.

`ludotheque playthrough SLUG --write FOLDER` writes FOLDER/playthrough.txt; read the difference before you commit it. Which game
it is may stand beside it in `playthrough.json`: players, options and seed, all with good defaults.
"""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
from rich.console import Console

from ludotheque.rules.core import OVER
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.terminal.boards import board_of
from ludotheque.testing.differences import difference
from ludotheque.testing.plays import count_positions, random_play
from ludotheque.texts import Words

NAMES = ("Anna", "Ben", "Chloé", "Driss", "Ella", "Félix", "Gaël", "Hana")
BEGINNING, END, BOARD_EVERY = 60, 12, 12


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which game is shown."""

    players: int = 0
    """0: as many as usually sit down."""
    options: dict[str, bool | int] = {}
    seed: int = 1


def read_recipe(folder: Path) -> Recipe:
    """What `playthrough.json` of a folder says, or the defaults."""
    path = folder / "playthrough.json"
    if not path.exists():
        return Recipe()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Recipe)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def playthrough(game: Game, chosen: Recipe | None = None) -> str:
    """A game from its deal to its end, in words."""
    chosen = chosen or Recipe()
    players, options = chosen.players or game.facts.seats, game.options(chosen.options)
    whole = random_play(game, players, options, chosen.seed, careful=True)
    words = Words("en", game, NAMES)
    out = [f"{words('title')}, {players} players, {options}", f"deal: {whole.deal}"]
    play = Play(game, players, options, whole.deal)
    out.append("ways to play on: " + ", ".join(str(count_positions(play, depth)) for depth in (1, 2)))
    told = list(whole.told())
    for index, (who, value) in enumerate(whole.entries):
        shown = index < BEGINNING or index >= len(whole.entries) - END
        if index == BEGINNING < len(whole.entries) - END:
            out.append(f"... {len(whole.entries) - END - BEGINNING} entries later ...")
        if shown and index % BOARD_EVERY == 0:
            out.append(drawing(play, words))
        choices = len(play.legal()) or len(play.chances())
        play.enter_action(game.action(value))
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
    file = io.StringIO()
    console = Console(file=file, width=80, no_color=True, force_terminal=False, legacy_windows=False)
    console.print(board_of(play.game)(play.view(), words))
    return "\n" + file.getvalue()


def write_playthrough(game: Game, folder: Path) -> Path:
    """Write a game's playthrough into a folder, and answer where."""
    path = folder / "playthrough.txt"
    path.write_text(playthrough(game, read_recipe(folder)), encoding="utf-8")
    return path


def check_playthrough(game: Game, folder: Path) -> None:
    """The playthrough of a folder still comes out the same."""
    path = folder / "playthrough.txt"
    anew = f"ludotheque playthrough {game.slug} --write {folder}"
    assert path.exists(), f"{path} is missing; write it, and read it: {anew}"
    kept, now = path.read_text("utf-8").splitlines(), playthrough(game, read_recipe(folder)).splitlines()
    told = difference(dict(enumerate(kept, 1)), dict(enumerate(now, 1)))
    assert told is None, f"{path} comes out otherwise now, first in line {told}. If that is meant: {anew}"
