"""Everything said by a command says which, so that sent twice it is said once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was said before does not say it; nobody sends it again."""
    op.add_column("talk", sa.Column("command", sa.Text))
    op.create_index("talk_by_command", "talk", ["table_id", "command"], unique=True)


def downgrade() -> None:
    """Nothing but this is lost."""
    op.drop_index("talk_by_command", "talk")
    op.drop_column("talk", "command")
