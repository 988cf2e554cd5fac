"""Cafés that take part in the season of another one."""

from __future__ import annotations

from alembic import op

from hub.database.columns import part_of_key, time, to, word

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table("season_cafes", to("seasons", key=True), part_of_key("cafe_id"), time("joined_at"))
    op.add_column("seasons", word("code_hash", 64, null=True))
    op.add_column("seasons", time("code_until", null=True))
