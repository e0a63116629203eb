"""The command `ludotheque`: one module per family of commands."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

FAMILIES = ("play", "rules", "records")
"""The modules of this package that bring commands, each with a function `add_to(app)`."""

app = typer.Typer(
    name="ludotheque",
    help="A house of board games: play, read the rules, simulate, replay.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for _family in FAMILIES:
    import_module(f"{__name__}.{_family}").add_to(app)


@app.callback(invoke_without_command=True)
def open_the_house(context: typer.Context) -> None:
    """Without a command, the house opens."""
    if context.invoked_subcommand is None:
        from ludotheque.cli.play import play

        play()


def main() -> None:
    """The entry point."""
    try:
        app()
    except BrokenPipeError:  # the reader of a pipe had enough
        sys.stderr.close()
        raise SystemExit(0) from None
