"""Evenings: players, places, rounds, seatings, results, cases, and the audit of it all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("pack", sa.String(length=80), nullable=False),
        sa.Column("options", sa.Text(), server_default="{}", nullable=False),
        sa.Column("system", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seats_min", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rounds", sa.Integer(), server_default="0", nullable=False),
        sa.Column("minutes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("confirm", sa.String(length=20), nullable=False),
        sa.Column("bye_points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("live", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("released", sa.Integer(), server_default="0", nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("key", name=op.f("uq_events_key")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("verb", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.Text(), server_default="{}", nullable=False),
        sa.Column("rows", sa.Text(), server_default="[]", nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_audit_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_event_id", "audit", ["event_id"], unique=False)
    op.create_table(
        "places",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_places_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_places_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_places")),
        sa.UniqueConstraint("event_id", "number", name="uq_places_number"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("since", sa.Integer(), server_default="1", nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_players_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("event_id", "name", name="uq_players_name"),
        sa.UniqueConstraint("event_id", "number", name="uq_players_number"),
        sa.UniqueConstraint("key", name=op.f("uq_players_key")),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("minutes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("paused_at", sa.BigInteger(), nullable=True),
        sa.Column("paused_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_rounds_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("event_id", "number", name="uq_rounds_number"),
    )
    op.create_table(
        "seatings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("place_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("bye", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_seatings_event_id")),
        sa.ForeignKeyConstraint(["place_id"], ["places.id"], name=op.f("fk_seatings_place_id")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_seatings_round_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seatings")),
    )
    op.create_index("ix_seatings_event_id", "seatings", ["event_id"], unique=False)
    op.create_table(
        "cases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("seating_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.Text(), server_default="{}", nullable=False),
        sa.Column("photo", sa.LargeBinary(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("ruling", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_cases_event_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_cases_game_id")),
        sa.ForeignKeyConstraint(["seating_id"], ["seatings.id"], name=op.f("fk_cases_seating_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_cases_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cases")),
    )
    op.create_index("ix_cases_closed_at", "cases", ["closed_at"], unique=False)
    op.create_table(
        "results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seating_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("lines", sa.Integer(), server_default="0", nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("totals", sa.Text(), server_default="[]", nullable=False),
        sa.Column("ranks", sa.Text(), server_default="[]", nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id")),
        sa.ForeignKeyConstraint(["seating_id"], ["seatings.id"], name=op.f("fk_results_seating_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_seating_id", "results", ["seating_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("seating_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        sa.ForeignKeyConstraint(["seating_id"], ["seatings.id"], name=op.f("fk_seats_seating_id")),
        sa.PrimaryKeyConstraint("seating_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"], unique=False)
    op.create_table(
        "votes",
        sa.Column("result_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_votes_player_id")),
        sa.ForeignKeyConstraint(["result_id"], ["results.id"], name=op.f("fk_votes_result_id")),
        sa.PrimaryKeyConstraint("result_id", "player_id", name=op.f("pk_votes")),
    )
    op.add_column("games", sa.Column("seating_id", sa.Integer(), nullable=True))
    op.create_index("ix_games_seating_id", "games", ["seating_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_games_seating_id", table_name="games")
    op.drop_column("games", "seating_id")
    op.drop_table("votes")
    op.drop_index("ix_seats_player_id", table_name="seats")
    op.drop_table("seats")
    op.drop_index("ix_results_seating_id", table_name="results")
    op.drop_table("results")
    op.drop_index("ix_cases_closed_at", table_name="cases")
    op.drop_table("cases")
    op.drop_index("ix_seatings_event_id", table_name="seatings")
    op.drop_table("seatings")
    op.drop_table("rounds")
    op.drop_table("players")
    op.drop_table("places")
    op.drop_index("ix_audit_event_id", table_name="audit")
    op.drop_table("audit")
    op.drop_table("events")
