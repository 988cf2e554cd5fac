"""Pictures: finished boards beside results, and a café's own."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, LargeBinary

from hub.database.columns import count, own_id, time, to, word

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "pictures", own_id(), count("cafe_id", "1"), to("events", null=True), to("seatings", null=True),
        to("games", null=True), to("tables", null=True), word("ask", 40, null=True), word("name", 60),
        word("key", 64, unique=True), word("state"), time("at"), Column("data", LargeBinary, nullable=True),
    )  # fmt: skip
    op.create_index("ix_pictures_event_id", "pictures", ["event_id"])
    op.create_index("ix_pictures_seating_id", "pictures", ["seating_id"])
