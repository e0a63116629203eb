"""Guests put tables away that they do not want to see among theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is put away yet."""
    op.create_table(
        "put_away",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )


def downgrade() -> None:
    """Everything lies in sight again."""
    op.drop_table("put_away")
