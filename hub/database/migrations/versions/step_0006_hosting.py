"""Players who wait to be let in or are registered twice, cuts to finals, and what the host says to everybody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("players", sa.Column("state", sa.String(length=20), server_default="here", nullable=False))
    op.add_column("players", sa.Column("same_as", sa.Integer(), nullable=True))
    op.add_column("events", sa.Column("approving", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("events", sa.Column("cuts", sa.Text(), server_default="[]", nullable=False))
    op.add_column("events", sa.Column("message", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    for column in ("message", "cuts", "approving"):
        op.drop_column("events", column)
    for column in ("same_as", "state"):
        op.drop_column("players", column)
