"""`learn`: a judgement of a game's positions, learned from games."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

import ludotheque
from ludotheque.cli.common import Language, read_game, read_language, stop
from ludotheque.cli.studies import COLUMNS
from ludotheque.rules.game import Game
from ludotheque.texts import Words

if TYPE_CHECKING:
    from ludotheque.lab.learning.course import Learning


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(learn)


Games = Annotated[
    int | None, typer.Option("--games", min=4, help="for each number of players; unless said, as for what is shipped")
]
Minutes = Annotated[float | None, typer.Option("--minutes", help="as many games as take about so long, instead of a number")]
Out = Annotated[Path, typer.Option("--out", "-o", help="what is written; FILE.part beside it is gone on with")]


def learn(
    game: Annotated[str, typer.Argument(help="the game to learn")],
    games: Games = None,
    minutes: Minutes = None,
    seed: Annotated[int, typer.Option(min=0, help="the same seed and as many games give the same file")] = 1,
    workers: Annotated[int, typer.Option("--workers", min=1, help="processes")] = os.cpu_count() or 1,
    out: Out = Path("learned.json"),
    lang: Language = None,
) -> None:
    """Learn to judge positions from games: elephant plays by it, as `learned.json` in a game's folder `bots`."""
    from ludotheque.bots.learned import Learned, write_learned
    from ludotheque.lab.learning.course import WrongLearning
    from ludotheque.lab.learning.ways import NothingToLearn

    words = Words(read_language(lang))
    played, part = read_game(game), out.with_name(f"{out.name}.part")
    try:
        learning = _begun(played, part, seed, games, minutes, workers)
        learning = _go_on(learning, part, workers, words)
    except NothingToLearn:
        stop(words("learn.nothing", {"game": game}))
    except WrongLearning as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error.filename or out}: {error.strerror}")
    except KeyboardInterrupt:
        stop(words("learn.stopped", {"file": str(part)}), 130)
    made = Learned(
        game=game,
        version=ludotheque.__version__,
        made=f"{datetime.now(UTC):%Y-%m-%d}",
        command=f"ludotheque learn {game} --games {learning.games} --seed {seed}",
        seed=seed,
        minutes=round(learning.seconds / 60, 1),
        minds=tuple(course.mind() for course in learning.courses),
    )
    write_learned(out, made)
    part.unlink()
    typer.echo(words("learn.written", {"file": str(out)}), err=True)


def _begun(game: Game, part: Path, seed: int, games: int | None, minutes: float | None, workers: int) -> Learning:
    """What was begun before by the same command, or a new one."""
    from ludotheque.lab.learning.course import WrongLearning, read_learning
    from ludotheque.lab.learning.ways import begin, games_within

    found = read_learning(part)
    if found is None:
        if games is None and minutes is not None:
            games = games_within(game, minutes, workers)
        return begin(game, seed, games)
    if not found.of_the_same_command(begin(game, seed, found.games if games is None else games)):
        raise WrongLearning(f"{part}: {found.game} --games {found.games} --seed {found.seed}")
    return found


def _go_on(learning: Learning, part: Path, workers: int, words: Words) -> Learning:
    """Learn what is left, and keep it from time to time."""
    from ludotheque.lab.learning.course import write_learning
    from ludotheque.lab.learning.ways import learn as learn_all

    with Progress(*COLUMNS, console=Console(stderr=True), transient=True) as progress:
        whole = learning.games * len(learning.courses)
        task = progress.add_task(words("learn.working", {"game": learning.game}), total=whole, completed=learning.done)

        def keep(now: Learning) -> None:
            write_learning(part, now)
            progress.update(task, completed=now.done)

        write_learning(part, learning)
        return learn_all(learning, workers, keep)
