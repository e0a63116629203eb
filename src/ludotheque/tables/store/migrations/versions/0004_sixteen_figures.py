"""Guests have sixteen figures to choose from; who had one that is gone has a relative of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

RELATIVES = {
    "hare": "rabbit",
    "badger": "dog",
    "otter": "diver",
    "wren": "rooster",
    "toad": "frog",
    "marmot": "hedgehog",
    "lynx": "cat",
    "heron": "captain",
}


def upgrade() -> None:
    """Of guests, and of the seats that they have taken (which are JSON, in which quotes of names are escaped)."""
    guests = sa.table("guests", sa.column("picture", sa.Text))
    tables = sa.table("tables", sa.column("doc", sa.Text))
    for old, new in RELATIVES.items():
        op.execute(guests.update().where(guests.c.picture == old).values(picture=new))
        was = f'"picture":"{old}"'
        changed = sa.func.replace(tables.c.doc, was, f'"picture":"{new}"')
        op.execute(tables.update().where(tables.c.doc.contains(was)).values(doc=changed))


def downgrade() -> None:
    """The older version draws any figure that it does not know as one of its own."""
