"""Groups of players within an evening."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("events", sa.Column("group_size", sa.Integer(), server_default="4", nullable=False))
    op.add_column("players", sa.Column("pool", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "pool")
    op.drop_column("events", "group_size")
