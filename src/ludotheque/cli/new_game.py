"""`ludotheque new-game`: a whole, playable, tested game to start from, in a folder of the house or as a package of one's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

import ludotheque.skeleton
from ludotheque.cli.common import stop
from ludotheque.games import all_games, wrong_slug
from ludotheque.rules.game import Game

SKELETON = Path(str(ludotheque.skeleton.__file__)).parent
NAME, PACKAGE = "pebblebag", "ludotheque.skeleton.game"
"""What the skeleton is called, and where its tests import it from."""
RULER = re.compile(r"^(# .*?) -+$", re.MULTILINE)
RULER_LENGTH = 119


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command("new-game")(new_game)


def new_game(
    slug: Annotated[str, typer.Argument(help="what it is called: 2 to 24 lower-case letters and digits, a letter first")],
    package: Annotated[
        Path | None, typer.Option("--package", help="a folder for a package of your own, instead of one in the house")
    ] = None,
    house: Annotated[Path, typer.Option("--house", help="the root of a clone of the house")] = Path(),
) -> None:
    """Write a game with chance, a secret and an option, its tests, texts and board: play it, then make it yours."""
    wrong = wrong_slug(slug)
    if wrong is not None:
        stop(wrong)
    if slug in all_games():
        stop(f"there is a game called {slug!r} already")
    if package is None:
        _require_house(house)
    files = _house_files(house, slug) if package is None else _package_files(package, slug)
    for path in files:
        if path.exists():
            stop(f"{path} is there already; nothing was written")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        typer.echo(path)
    if package is None:
        typer.echo(_register(house, slug))
    typer.echo(_what_next(slug, package), err=True)


def _require_house(house: Path) -> None:
    if not _registry(house).exists():
        stop(
            f"{house.resolve()} is not a clone of the house: it has no {_registry(Path())}. Go there, name it with --house,"
            " or give --package FOLDER for a package of your own."
        )


def _registry(house: Path) -> Path:
    return house / "src/ludotheque/games/__init__.py"


# What is written -----------------------------------------------------------------------------------------------------


def _house_files(house: Path, slug: str) -> dict[Path, str]:
    """Every file of a game of the house; where there are no pages to build, there is no board."""
    own = f"ludotheque.games.{slug}"
    files = _copied("game", house / "src/ludotheque/games" / slug, slug, own)
    files |= _copied("tests", house / "tests/games" / slug, slug, own)
    files[house / "docs/games" / f"{slug}.md"] = _renamed((SKELETON / "page.md").read_text("utf-8"), slug, own)
    if (house / "web/src/boards").is_dir():
        board = house / "web/src/boards" / slug
        files |= _copied("board", board, slug, own)
        files[board / "protocol.ts"] = _renamed(_types(), slug, own)
    return files


def _package_files(folder: Path, slug: str) -> dict[Path, str]:
    """Every file of a package of one's own."""
    files = _copied("game", folder / "src" / slug, slug, slug) | _copied("tests", folder / "tests", slug, slug)
    del files[folder / "tests/__init__.py"]
    places = {"__init__.py": f"src/{slug}/__init__.py", "conftest.py": "tests/conftest.py"}
    frame = _copied("package", folder, slug, slug)
    return files | {folder / places.get(path.name, path.name): text for path, text in frame.items()}


def _copied(part: str, to: Path, slug: str, package: str) -> dict[Path, str]:
    sources = sorted(path for path in (SKELETON / part).iterdir() if path.is_file())
    return {to / path.name: _renamed(path.read_text("utf-8"), slug, package) for path in sources}


def _renamed(text: str, slug: str, package: str) -> str:
    """The skeleton's text under another name; lines that rule off a part keep their length."""
    renamed = text.replace(PACKAGE, package).replace(NAME, slug).replace(NAME.capitalize(), slug.capitalize())
    return RULER.sub(lambda ruler: f"{ruler[1]} ".ljust(RULER_LENGTH, "-"), renamed)


def _types() -> str:
    from ludotheque.server.typescript import game_typescript

    return game_typescript(Game(PACKAGE))


def _register(house: Path, slug: str) -> Path:
    """Add the one line in the registry."""
    path = _registry(house)
    text = path.read_text("utf-8")
    added = re.sub(r"^HOUSE = \(\n(?:    .*\n)*", lambda found: f'{found[0]}    "{slug}",\n', text, count=1, flags=re.MULTILINE)
    if added == text:
        stop(f"{path}: HOUSE was not found; add {slug!r} to it yourself")
    path.write_text(added, encoding="utf-8")
    return path


def _what_next(slug: str, package: Path | None) -> str:
    if package is None:
        first, tests, rules = "", f"python -m pytest tests/games/{slug}", f"src/ludotheque/games/{slug}/rules.py"
    else:
        first, tests, rules = f"\nInstall it:  cd {package} && pip install -e .[dev]", "pytest", f"{package}/src/{slug}/rules.py"
    return f"{first}\nPlay it:     ludotheque play {slug}\nTest it:     {tests}\nMake it yours, from top to bottom: {rules}"
