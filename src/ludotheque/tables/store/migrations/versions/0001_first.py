"""The first schema.

Spelt out, not taken from `schema.py`: a migration describes the past and must not change with the present.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("picture", sa.Text, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("expires", sa.Float(53), nullable=False),
    )
    op.create_index("ix_keys_guest", "keys", ["guest"])
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("expires", sa.Float(53), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
        sa.Column("wake", sa.Float(53)),
        sa.Column("claimed_by", sa.String(32)),
        sa.Column("claimed_until", sa.Float(53)),
    )
    op.create_index("tables_by_wake", "tables", ["wake"])
    op.create_index("tables_by_status", "tables", ["status", "public", "changed"])
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
    )
    op.create_index("ix_sitters_guest", "sitters", ["guest"])
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("command", sa.Text),
    )
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("ix_talk_guest", "talk", ["guest"])


def downgrade() -> None:
    """Drop all tables."""
    for name in ("talk", "moves", "sitters", "tables", "codes", "keys", "guests"):
        op.drop_table(name)
