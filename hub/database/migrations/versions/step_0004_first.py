"""The tables of versions 0.1.0 and 0.2.0."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, String, UniqueConstraint

from hub.database.columns import count, flag, milliseconds, own_id, part_of_key, text, time, to, word

revision = "0004"
down_revision = None


def upgrade() -> None:
    _hosts_and_tables()
    _evenings()
    _what_tables_sent()
    _results()


def _hosts_and_tables() -> None:
    op.create_table("failures", own_id(), word("door", 10), word("who", 80), time("at"))
    op.create_index("ix_failures_at", "failures", ["at"])
    op.create_table("hosts", own_id(), word("name", 60, unique=True), text("password"), time("created_at"))
    op.create_table("meta", Column("key", String(40), primary_key=True), text("value"))
    op.create_table(
        "tables", own_id(), word("name", 60), word("token_hash", 64), time("paired_at"), count("held"),
        time("seen_at", null=True), milliseconds("clock_ms"), text("status", "{}"), time("retired_at", null=True),
    )  # fmt: skip
    op.create_table(
        "refusals", part_of_key("table_id"), Column("code", String(40), primary_key=True), count("count"),
        time("last_at"), text("last"),
    )  # fmt: skip
    op.create_table(
        "pairings", Column("code_hash", String(64), primary_key=True), time("expires_at"), count("place_id", None),
        to("tables", null=True),
    )  # fmt: skip
    op.create_table(
        "sessions", Column("token_hash", String(64), primary_key=True), to("hosts"), word("csrf", 64),
        time("created_at"), time("expires_at"),
    )  # fmt: skip


def _evenings() -> None:
    op.create_table(
        "events", own_id(), word("name", 120), word("game", 40), word("pack", 80), text("options", "{}"),
        word("system"), count("seats"), count("seats_min"), count("rounds"), count("minutes"), word("confirm"),
        count("bye_points"), word("live"), word("state"), count("released"), word("key", 64, unique=True),
        count("version"), time("created_at"), flag("joining"),
    )  # fmt: skip
    op.create_table(
        "audit", own_id(), to("events"), time("at"), word("actor", 80), word("verb", 40), text("detail", "{}"),
        text("rows", "[]"), count("undoes", None), count("undone_by", None),
    )  # fmt: skip
    op.create_index("ix_audit_event_id", "audit", ["event_id"])
    op.create_table(
        "places", own_id(), to("events"), count("number"), to("tables", null=True), word("state"),
        UniqueConstraint("event_id", "number", name="uq_places_number"),
    )  # fmt: skip
    op.create_table(
        "players", own_id(), to("events"), count("number"), word("name", 60), word("key", 64, unique=True),
        count("since", "1"), count("until", None), UniqueConstraint("event_id", "name", name="uq_players_name"),
        UniqueConstraint("event_id", "number", name="uq_players_number"),
    )  # fmt: skip
    op.create_table(
        "rounds", own_id(), to("events"), count("number"), word("state"), count("minutes"),
        time("started_at", null=True), time("paused_at", null=True), milliseconds("paused_ms"),
        time("ended_at", null=True), UniqueConstraint("event_id", "number", name="uq_rounds_number"),
    )  # fmt: skip
    op.create_table(
        "seatings", own_id(), to("events"), to("rounds", null=True), to("places", null=True), word("state"),
        Column("bye", Boolean, nullable=False), time("made_at"),
    )  # fmt: skip
    op.create_index("ix_seatings_event_id", "seatings", ["event_id"])
    op.create_table(
        "seats", to("seatings", key=True), part_of_key("seat"), to("players"), Column("first", Boolean, nullable=False)
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])


def _what_tables_sent() -> None:
    op.create_table(
        "batches", to("tables", key=True), Column("seq", BigInteger, primary_key=True, autoincrement=False),
        word("digest", 64), count("items"), time("received_at"), time("sent_at", null=True),
    )  # fmt: skip
    op.create_table(
        "games", own_id(), to("tables"), word("key", 64), text("header", "{}"), count("lines"), word("state"),
        text("why"), word("rule", 120, server_default=""), text("sheet", None), text("totals", None),
        time("begun_at"), time("changed_at"), count("seating_id", None),
        UniqueConstraint("table_id", "key", name="uq_games_key"),
    )  # fmt: skip
    op.create_index("ix_games_seating_id", "games", ["seating_id"])
    op.create_table("lines", to("games", key=True), part_of_key("n"), part_of_key("result"), text("line"))


def _results() -> None:
    op.create_table(
        "results", own_id(), to("seatings"), to("games", null=True), count("lines"), word("source"),
        text("totals", "[]"), text("ranks", "[]"), word("state"), word("by", 80), time("at"),
    )  # fmt: skip
    op.create_index("ix_results_seating_id", "results", ["seating_id"])
    op.create_table(
        "votes", to("results", key=True), to("players", key=True), Column("agrees", Boolean, nullable=False), time("at")
    )
    op.create_table(
        "cases", own_id(), to("events", null=True), to("tables", null=True), to("seatings", null=True),
        to("games", null=True), word("kind"), text("data", "{}"), Column("photo", LargeBinary, nullable=True),
        time("opened_at"), time("closed_at", null=True), text("ruling"), word("ask", 40, null=True),
        word("decision", 10, server_default=""),
    )  # fmt: skip
    op.create_index("ix_cases_closed_at", "cases", ["closed_at"])
    op.create_index("ix_cases_ask", "cases", ["table_id", "ask"], unique=True)
