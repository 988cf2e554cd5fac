"""Tables that are paired, what they sent, hosts who may log in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("door", sa.String(length=10), nullable=False),
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failures")),
    )
    op.create_index("ix_failures_at", "failures", ["at"], unique=False)
    op.create_table(
        "hosts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("password", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hosts")),
        sa.UniqueConstraint("name", name=op.f("uq_hosts_name")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "refusals",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("table_id", "code", name=op.f("pk_refusals")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("paired_at", sa.BigInteger(), nullable=False),
        sa.Column("held", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.Column("clock_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("status", sa.Text(), server_default="{}", nullable=False),
        sa.Column("retired_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "batches",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("items", sa.Integer(), server_default="0", nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_batches_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_batches")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("header", sa.Text(), server_default="{}", nullable=False),
        sa.Column("lines", sa.Integer(), server_default="0", nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("rule", sa.String(length=120), server_default="", nullable=False),
        sa.Column("sheet", sa.Text(), nullable=True),
        sa.Column("totals", sa.Text(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("table_id", "key", name="uq_games_key"),
    )
    op.create_table(
        "pairings",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("place_id", sa.Integer(), nullable=True),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_pairings_table_id")),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_pairings")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("host_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["hosts.id"], name=op.f("fk_sessions_host_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_table(
        "lines",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("result", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_lines_game_id")),
        sa.PrimaryKeyConstraint("game_id", "n", "result", name=op.f("pk_lines")),
    )


def downgrade() -> None:
    op.drop_table("lines")
    op.drop_table("sessions")
    op.drop_table("pairings")
    op.drop_table("games")
    op.drop_table("batches")
    op.drop_table("tables")
    op.drop_table("refusals")
    op.drop_table("meta")
    op.drop_table("hosts")
    op.drop_index("ix_failures_at", table_name="failures")
    op.drop_table("failures")
