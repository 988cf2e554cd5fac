"""Several cafés in one database; hosts with roles, invitations, and what was done to both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
OF_CAFE = ("hosts", "events", "tables", "pairings", "seasons")


def upgrade() -> None:
    op.create_table(
        "cafes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cafes"),
        sa.UniqueConstraint("name", name="uq_cafes_name"),
    )
    for table in OF_CAFE:
        op.add_column(table, sa.Column("cafe_id", sa.Integer(), server_default="1", nullable=False))
    op.add_column("hosts", sa.Column("role", sa.String(length=20), server_default="owner", nullable=False))
    op.add_column("hosts", sa.Column("event_id", sa.Integer(), nullable=True))
    op.create_table(
        "invitations",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("cafe_id", sa.Integer(), server_default="0", nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_invitations"),
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cafe_id", sa.Integer(), server_default="0", nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("verb", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deeds"),
    )


def downgrade() -> None:
    for table in ("deeds", "invitations"):
        op.drop_table(table)
    op.drop_column("hosts", "event_id")
    op.drop_column("hosts", "role")
    for table in OF_CAFE:
        op.drop_column(table, "cafe_id")
    op.drop_table("cafes")
