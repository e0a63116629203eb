"""`ludotheque serve`, and what the keeper of a house needs besides: `export`, `import`, `backup`, `verify`."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from ludotheque import records
from ludotheque.cli.common import Language, fault_text, read_language, record_lines, stop
from ludotheque.places import data_directory
from ludotheque.rules.core import Fault
from ludotheque.server.config import ALL_INTERFACES, Config, is_loopback
from ludotheque.server.limits import Limits
from ludotheque.tables.identity import NAME_LENGTH, clean
from ludotheque.tables.store import Store
from ludotheque.tables.store.trouble import PATIENCE, CannotOpen, Unavailable
from ludotheque.texts import catalogue

T = TypeVar("T")
_ENV = "LUDOTHEQUE_"

Data = Annotated[Path, typer.Option(envvar=_ENV + "DATA", help="where the games are kept")]
Database = Annotated[
    str | None, typer.Option(envvar=_ENV + "DATABASE", help="another store, e.g. postgresql://user@host/ludotheque")
]


def say(language: str | None, key: str, **args: int | str) -> str:
    """Words of the server's own catalogue."""
    import ludotheque.server

    words = catalogue(Path(str(ludotheque.server.__file__)).parent, read_language(language))
    return str(words[key]).format(**args)


def serve(
    host: Annotated[str, typer.Option(envvar=_ENV + "HOST", help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar=_ENV + "PORT", min=1, max=65535, help="the port to listen on")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", envvar=_ENV + "LAN", help="open to phones in the house; shows a QR code")] = False,
    name: Annotated[str, typer.Option(envvar=_ENV + "NAME", help="what the house is called on its pages")] = "",
    pocket: Annotated[
        Path | None,
        typer.Option(envvar=_ENV + "POCKET", help="a pocket house to take along; else DATA/pocket or build/pocket"),
    ] = None,
    data: Data = data_directory(),  # noqa: B008
    database: Database = None,
    bus: Annotated[str | None, typer.Option(envvar=_ENV + "BUS", help="redis://..., when there are several servers")] = None,
    origin: Annotated[
        list[str] | None, typer.Option(envvar=_ENV + "ORIGIN", help="an address of the pages, e.g. https://games.example.org")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(envvar=_ENV + "ALLOW_HOST", help="another name by which the server may be called; * for any"),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(envvar=_ENV + "TRUSTED_PROXY", help="a proxy whose forwarded addresses are believed")
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option(envvar=_ENV + "METRICS_TOKEN", help="who shows it may read /metrics from elsewhere")
    ] = None,
    address_rate: Annotated[
        float, typer.Option(envvar=_ENV + "ADDRESS_RATE", help="requests a second from one address")
    ] = Limits.address_rate,
    guest_rate: Annotated[
        float, typer.Option(envvar=_ENV + "GUEST_RATE", help="commands a second from one guest")
    ] = Limits.guest_rate,
    address_connections: Annotated[
        int, typer.Option(envvar=_ENV + "ADDRESS_CONNECTIONS", help="open connections from one address")
    ] = Limits.address_connections,
    limit: Annotated[
        list[str] | None, typer.Option(envvar=_ENV + "LIMIT", help="another limit, as name=number: see docs/hosting.md")
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(envvar=_ENV + "BOT_WORKERS", help="processes in which bots think")] = None,
    pace: Annotated[float, typer.Option(envvar=_ENV + "PACE", help="seconds that a bot takes at least")] = 0.7,
    database_timeout: Annotated[
        float, typer.Option(envvar=_ENV + "DATABASE_TIMEOUT", min=0.5, max=60, help="seconds to wait for the store")
    ] = PATIENCE,
    language: Language = None,
) -> None:
    """Open the house: pages, tables and bots, until Ctrl+C."""
    from ludotheque.server.run import run
    from ludotheque.server.taking import is_pocket, usual_place

    try:
        limits = Limits(address_rate=address_rate, guest_rate=guest_rate, address_connections=address_connections).with_texts(
            limit or ()
        )
    except ValueError as error:
        stop(str(error), 2)
    if pocket is not None and not is_pocket(pocket):
        stop(say(language, "serve.no_pocket", folder=str(pocket)), 2)
    config = Config(
        host=host,
        port=port,
        lan=lan,
        name=clean(name, NAME_LENGTH),
        pocket=pocket or usual_place(data),
        data=data,
        database=database,
        bus=bus,
        origins=tuple(origin or ()),
        allow_hosts=tuple(allow_host or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        metrics_token=metrics_token,
        limits=limits,
        bot_workers=bot_workers,
        pace=pace,
        database_timeout=database_timeout,
    )
    if not _free(config.listen, port):
        stop(say(language, "serve.taken", port=port), 1)

    def announce() -> None:
        here = "localhost" if config.listen in ALL_INTERFACES or is_loopback(config.listen) else config.listen
        typer.echo(say(language, "serve.open", address=f"{config.origin_at(here)}/"))
        if others := config.public_origin or config.lan_origin():
            typer.echo(say(language, "serve.phones", address=f"{others}/"))
            if lan:
                typer.echo(_qr_code(f"{others}/"), color=True)
        else:
            typer.echo(say(language, "serve.no_network" if config.listen in ALL_INTERFACES else "serve.only_here"))
        typer.echo(say(language, "serve.stop", data=config.place))

    _or_say_why(language, lambda: run(config, announce))


def _qr_code(address: str) -> str:
    """A QR code of half blocks with a margin of four, black on white in terminals of any colours."""
    import segno

    rows = list(segno.make(address, micro=False).matrix_iter(border=4))
    rows.append(bytes(len(rows)))  # the side is odd, and a line shows two rows
    blocks = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    lines = (
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"\x1b[38;5;16;48;5;231m{line}\x1b[0m" for line in lines)


def _or_say_why(language: str | None, work: Callable[[], T]) -> T:
    """Do something with a store; whoever keeps the house is told in a sentence what keeps it from being opened."""
    try:
        return work()
    except CannotOpen as problem:
        stop(say(language, f"open.{problem.code}", **problem.details), 1)
    except Unavailable as problem:
        stop(say(language, f"health.store.{problem.trouble}"), 1)


def _free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
        return True


def with_store(
    data: Path, database: str | None, language: str | None, work: Callable[[Store], Awaitable[T]], *, create: bool = False
) -> T:
    """Run `work` on a store, which a server may use at the same time.

    Only with `create` a missing store is made: to a command that reads, a mistyped folder would look like an empty house.
    """
    from ludotheque.tables.store.place import make_folder
    from ludotheque.tables.store.sql import SqlStore

    async def run() -> T:
        if create and database is None:
            make_folder(data)
        store = SqlStore(Config(data=data, database=database).store_url, create=create)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return _or_say_why(language, lambda: asyncio.run(run()))


def export(
    table: Annotated[str, typer.Argument(help="the table, as in its address")],
    data: Data = data_directory(),  # noqa: B008
    database: Database = None,
    secret: Annotated[bool, typer.Option("--secret", help="also while the game is under way")] = False,
    language: Language = None,
) -> None:
    """Print the record of a table."""
    from ludotheque.tables.archive import export_table

    found = with_store(data, database, language, lambda store: export_table(store, table))
    if found is None:
        stop(say(language, "export.no_table", table=table), 1)
    record, over = found
    if not over and not secret:
        stop(say(language, "export.too_early", table=table), 1)
    typer.echo(records.dumps(record))


def import_(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="records, one a line")],
    data: Data = data_directory(),  # noqa: B008
    database: Database = None,
    language: Language = None,
) -> None:
    """Put records into the store, each as a table that is over (or can be looked at)."""
    from ludotheque.tables.archive import import_record

    lines = record_lines(file)

    async def work(store: Store) -> list[str]:
        tables = []
        for line in lines:
            try:
                tables.append(await import_record(store, line.read()))
            except Fault as fault:
                stop(fault_text(line, fault, read_language(language)), 1)
        return tables

    tables = with_store(data, database, language, work, create=True)
    typer.echo(say(language, "import.done", count=len(tables), tables=" ".join(tables)))


def backup(
    file: Annotated[Path, typer.Argument(help="where the copy goes")],
    data: Data = data_directory(),  # noqa: B008
    database: Database = None,
    language: Language = None,
) -> None:
    """Copy the store, also while the house is open."""
    from sqlalchemy import make_url

    from ludotheque.tables.store.backup import back_up

    url = Config(data=data, database=database).store_url
    if make_url(url).get_backend_name() != "sqlite":
        stop(say(language, "backup.postgresql"), 1)
    try:
        _or_say_why(language, lambda: back_up(url, file))
    except FileExistsError:
        stop(say(language, "backup.exists", file=str(file)), 1)
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}", 1)
    typer.echo(say(language, "backup.done", file=str(file)))


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="a record")], language: Language = None
) -> None:
    """Check that a game's deal is the one whose hash was shown before the first move."""
    from ludotheque.tables.fairness import digest

    unfair = False
    for line in record_lines(file):
        try:
            record = line.read()
            records.replay(record)
        except Fault as fault:
            stop(fault_text(line, fault, read_language(language)), 1)
        promise = record.get("fairness")
        if not isinstance(promise, dict):
            unfair = True
            typer.echo(say(language, "verify.nothing"))
        elif digest(record["deal"], str(promise.get("salt"))) == promise.get("sha256"):
            typer.echo(say(language, "verify.fair", sha256=str(promise["sha256"])))
        else:
            unfair = True
            typer.echo(say(language, "verify.unfair"))
    if unfair:
        raise typer.Exit(1)


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("serve")(serve)
    app.command("export")(export)
    app.command("import")(import_)
    app.command("backup")(backup)
    app.command("verify")(verify)


if __name__ == "__main__":
    _app = typer.Typer(add_completion=False)
    add_to(_app)
    _app()
