"""Standings count by a scheme of the host's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("events", sa.Column("scheme", sa.String(length=20), server_default="shared", nullable=False))


def downgrade() -> None:
    op.drop_column("events", "scheme")
