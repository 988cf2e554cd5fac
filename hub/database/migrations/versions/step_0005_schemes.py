"""Standings count by a scheme of the host's."""

from __future__ import annotations

from alembic import op

from hub.database.columns import word

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("events", word("scheme", server_default="shared"))
