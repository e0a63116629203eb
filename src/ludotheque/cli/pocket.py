"""`pocket`: a house for a page, written into a folder that any web server can hand out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.common import Language, read_language, stop
from ludotheque.texts import Words


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(pocket)


def pocket(
    folder: Annotated[Path, typer.Argument(help="where to write it; empty, or a pocket house to be replaced")],
    lang: Language = None,
) -> None:
    """Write a pocket house: pages that hold the whole house themselves, for any web server, a stick or a train."""
    from ludotheque.packing.folder import pack
    from ludotheque.packing.kernels import NoLinker
    from ludotheque.packing.runtime import Missing

    words = Words(read_language(lang))
    typer.echo(words("pocket.working"), err=True)
    try:
        size = pack(folder)
    except (Missing, NoLinker) as missing:
        stop(str(missing), 1)
    typer.echo(words("pocket.done", {"folder": str(folder), "size": round(size / 1e6)}))
