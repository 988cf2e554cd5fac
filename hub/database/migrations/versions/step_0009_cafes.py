"""Several cafés in one database; hosts with roles, invitations, and what was done to both."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String

from hub.database.columns import count, own_id, time, word

revision = "0009"
down_revision = "0008"
OF_CAFE = ("hosts", "events", "tables", "pairings", "seasons")


def upgrade() -> None:
    op.create_table("cafes", own_id(), word("name", 60, unique=True))
    for table in OF_CAFE:
        op.add_column(table, count("cafe_id", "1"))
    op.add_column("hosts", word("role", server_default="owner"))
    op.add_column("hosts", count("event_id", None))
    op.create_table(
        "invitations", Column("key_hash", String(64), primary_key=True), count("cafe_id"), word("role"),
        count("event_id", None), word("by", 80), time("expires_at"),
    )  # fmt: skip
    op.create_table(
        "deeds", own_id(), count("cafe_id"), time("at"), word("actor", 80), word("verb", 40), word("name", 60)
    )
