"""Every entry says who is to act after it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Entries of before do not say it; their tables are replayed when they are listed."""
    op.add_column("moves", sa.Column("turn", sa.Integer))


def downgrade() -> None:
    """It can be found out by replaying."""
    op.drop_column("moves", "turn")
