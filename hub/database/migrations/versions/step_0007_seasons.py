"""Evenings of a season."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), server_default="{}", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("key", name="uq_seasons_key"),
    )
    op.add_column("events", sa.Column("season_id", sa.Integer(), nullable=True))
    op.create_index("ix_events_season_id", "events", ["season_id"])


def downgrade() -> None:
    op.drop_index("ix_events_season_id", "events")
    op.drop_column("events", "season_id")
    op.drop_table("seasons")
