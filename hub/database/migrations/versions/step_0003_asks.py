"""Questions of tables have a name and an answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("cases", sa.Column("ask", sa.String(length=40), nullable=True))
    op.add_column("cases", sa.Column("decision", sa.String(length=10), server_default="", nullable=False))
    op.create_index("ix_cases_ask", "cases", ["table_id", "ask"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_cases_ask", table_name="cases")
    op.drop_column("cases", "decision")
    op.drop_column("cases", "ask")
