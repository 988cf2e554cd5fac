"""Pictures: finished boards beside results, and a café's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cafe_id", sa.Integer(), server_default="1", nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("seating_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("ask", sa.String(length=40), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_pictures_event_id"),
        sa.ForeignKeyConstraint(["seating_id"], ["seatings.id"], name="fk_pictures_seating_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_pictures_game_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_pictures_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_pictures"),
        sa.UniqueConstraint("key", name="uq_pictures_key"),
    )
    op.create_index("ix_pictures_event_id", "pictures", ["event_id"])
    op.create_index("ix_pictures_seating_id", "pictures", ["seating_id"])


def downgrade() -> None:
    op.drop_table("pictures")
