"""Clubs, seeds and penalties of players, who has yet to check in, and tables of a draft that stay."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("players", sa.Column("club", sa.String(length=60), server_default="", nullable=False))
    op.add_column("players", sa.Column("seed", sa.Integer(), nullable=True))
    op.add_column("players", sa.Column("penalty", sa.Integer(), server_default="0", nullable=False))
    op.add_column("seatings", sa.Column("kept", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("seatings", "kept")
    for column in ("penalty", "seed", "club"):
        op.drop_column("players", column)
