"""The command `ludotheque`: one module per family of commands."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

import typer

FAMILIES = ("serve", "play", "rules", "records", "bots")
"""The modules of this package that bring commands, each with a function `add_to(app)`."""

DEFAULT = "serve"

app = typer.Typer(
    name="ludotheque",
    help="A house of board games. Without a command it opens: `ludotheque` is `ludotheque serve`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for _family in FAMILIES:
    import_module(f"{__name__}.{_family}").add_to(app)


def arguments(typed: list[str]) -> list[str]:
    """What was typed, with the default command in front when no command was named."""
    if not typed or (typed[0].startswith("-") and typed[0] != "--help"):
        return [DEFAULT, *typed]
    return typed


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a narrow terminal shows escapes rather than a traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        app(arguments(sys.argv[1:]))
    except BrokenPipeError:  # the reader of a pipe had enough
        sys.stderr.close()
        raise SystemExit(0) from None
