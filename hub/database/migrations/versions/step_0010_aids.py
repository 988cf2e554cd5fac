"""Whether an evening's tables may have advice and handicaps."""

from __future__ import annotations

from alembic import op

from hub.database.columns import flag

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("events", flag("aids"))
