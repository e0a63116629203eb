"""The command `ludotheque`: one module per family of commands."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer

import ludotheque

FAMILIES = (
    "serve",
    "check",
    "play",
    "rules",
    "records",
    "bots",
    "lab",
    "studies",
    "learn",
    "recall",
    "warm",
    "pocket",
    "playthrough",
    "new_game",
)
"""The modules of this package that bring commands, each with a function `add_to(app)`."""

DEFAULT = "serve"
HELP, VERSION = ("-h", "--help"), ("-V", "--version")


@cache
def build(*families: str) -> typer.Typer:
    """The commands of these families."""
    made = typer.Typer(
        name="ludotheque",
        help="A house of board games. Without a command it opens: `ludotheque` is `ludotheque serve`.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": list(HELP)},
    )
    made.callback()(_global_options)
    for family in families:
        import_module(f"{__name__}.{family}").add_to(made)
    return made


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"ludotheque {ludotheque.__version__}")
        raise typer.Exit


def _global_options(
    version: Annotated[
        bool, typer.Option(*VERSION, callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def __getattr__(name: str) -> typer.Typer:
    """`app` has all commands. It is built when it is asked for: a server that runs for weeks needs its own family only."""
    if name != "app":
        raise AttributeError(name)
    return build(*FAMILIES)


def arguments(typed: list[str]) -> list[str]:
    """What was typed, with the default command in front when no command was named."""
    if not typed or (typed[0].startswith("-") and typed[0] not in HELP + VERSION):
        return [DEFAULT, *typed]
    return typed


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a narrow terminal shows escapes rather than a traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        typed = arguments(sys.argv[1:])
        build(*((DEFAULT,) if typed[0] in (DEFAULT, *VERSION) else FAMILIES))(typed)
    except BrokenPipeError:  # the reader of a pipe had enough
        sys.stderr.close()
        raise SystemExit(0) from None
