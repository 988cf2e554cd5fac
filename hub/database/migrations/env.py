"""Alembic's entry: runs the steps on the connection that `hub.database.store` hands over."""

from __future__ import annotations

from alembic import context

from hub.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
