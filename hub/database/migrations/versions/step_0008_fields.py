"""Clubs, seeds and penalties of players, who has yet to check in, and tables of a draft that stay."""

from __future__ import annotations

from alembic import op

from hub.database.columns import count, flag, word

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("players", word("club", 60, server_default=""))
    op.add_column("players", count("seed", None))
    op.add_column("players", count("penalty"))
    op.add_column("seatings", flag("kept"))
