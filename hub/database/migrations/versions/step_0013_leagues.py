"""Cafés that take part in the season of another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "season_cafes",
        sa.Column("season_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cafe_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_cafes_season_id"),
        sa.PrimaryKeyConstraint("season_id", "cafe_id", name="pk_season_cafes"),
    )
    op.add_column("seasons", sa.Column("code_hash", sa.String(length=64), nullable=True))
    op.add_column("seasons", sa.Column("code_until", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("seasons", "code_until")
    op.drop_column("seasons", "code_hash")
    op.drop_table("season_cafes")
