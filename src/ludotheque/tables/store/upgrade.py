"""The schema, brought up to date by Alembic, which is slow and large to import: only when there is something to do.

Run as a program it does so for the address on its standard input.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ludotheque.tables.store.database import make_database
from ludotheque.tables.store.trouble import CannotOpen

MIGRATIONS = Path(__file__).parent / "migrations"


def is_old(connection: Connection, place: str, *, create: bool) -> bool:
    """Whether the schema may need a migration. Without `create`, a database that is no store raises CannotOpen."""
    newest = max(path.stem[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
    if not inspect(connection).has_table("alembic_version"):
        if not create:
            raise CannotOpen("missing", place=place)
        return True
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() != newest


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations, in the transaction of this connection; two servers that start at once take turns."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7243392)")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def upgrade_apart(url: str) -> None:
    """Run the migrations in a process of their own, so that the one that serves stays free of Alembic (11 MiB)."""
    command = (sys.executable, "-m", "ludotheque.tables.store.upgrade")
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate(url.encode())  # not as an argument: it may hold a password
    if process.returncode:
        raise CannotOpen("schema", reason=(said.decode("utf-8", "replace").strip().splitlines() or ["?"])[-1])


if __name__ == "__main__":
    asyncio.run(make_database(sys.stdin.read()).upgrade())
