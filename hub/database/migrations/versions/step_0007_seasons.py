"""Evenings of a season."""

from __future__ import annotations

from alembic import op

from hub.database.columns import count, own_id, text, time, word

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "seasons", own_id(), word("name", 120), word("key", 64, unique=True), text("rules", "{}"), time("created_at")
    )
    op.add_column("events", count("season_id", None))
    op.create_index("ix_events_season_id", "events", ["season_id"])
