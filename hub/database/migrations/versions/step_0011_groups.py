"""Groups of players within an evening."""

from __future__ import annotations

from alembic import op

from hub.database.columns import count

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("events", count("group_size", "4"))
    op.add_column("players", count("pool", None))
