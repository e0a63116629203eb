"""How Alembic reaches the store: over the connection that `database.bring_up_to_date` hands it."""

from __future__ import annotations

from alembic import context

from ludotheque.tables.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
