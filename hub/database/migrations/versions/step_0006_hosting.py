"""Players who wait to be let in or are registered twice, cuts to finals, and what the host says to everybody."""

from __future__ import annotations

from alembic import op

from hub.database.columns import count, flag, text, word

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("players", word("state", server_default="here"))
    op.add_column("players", count("same_as", None))
    op.add_column("events", flag("approving"))
    op.add_column("events", text("cuts", "[]"))
    op.add_column("events", text("message"))
