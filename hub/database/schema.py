"""The tables of the event host's database; `migrations` makes them. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _to(table: str, *, name: str | None = None, null: bool = False, key: bool = False) -> Column[int]:
    column = name or table.removesuffix("s") + "_id"
    return Column(column, Integer, ForeignKey(f"{table}.id"), nullable=null, primary_key=key, autoincrement=False)


def _time(name: str, *, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=null)


def _text(name: str, default: str | None = "") -> Column[str]:
    return Column(name, Text, nullable=default is None, server_default=default)


def _word(name: str, length: int = 20, **more: Any) -> Column[str]:
    return Column(name, String(length), nullable=False, **more)


def _count(name: str, default: str = "0") -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=default)


meta = Table("meta", metadata, Column("key", String(40), primary_key=True), _text("value"))

cafes = Table("cafes", metadata, _id(), _word("name", 60, unique=True))
"""Those beside the first one, whose number is 1 and whose name nobody needs."""

hosts = Table(
    "hosts", metadata, _id(), _word("name", 60, unique=True), _text("password"), _time("created_at"),
    _count("cafe_id", "1"), _word("role", server_default="owner"), Column("event_id", Integer, nullable=True),
)  # fmt: skip

invitations = Table(
    "invitations", metadata, Column("key_hash", String(64), primary_key=True), _count("cafe_id"), _word("role"),
    Column("event_id", Integer, nullable=True), _word("by", 80), _time("expires_at"),
)  # fmt: skip

deeds = Table(
    "deeds", metadata, _id(), _count("cafe_id"), _time("at"), _word("actor", 80), _word("verb", 40), _word("name", 60)
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _to("hosts"),
    _word("csrf", 64),
    _time("created_at"),
    _time("expires_at"),
)

failures = Table(
    "failures", metadata, _id(), _word("door", 10), _word("who", 80), _time("at"), Index("ix_failures_at", "at")
)

tables = Table(
    "tables",
    metadata,
    _id(),
    _word("name", 60),
    _word("token_hash", 64),
    _time("paired_at"),
    _count("held"),
    _time("seen_at", null=True),
    Column("clock_ms", BigInteger, nullable=False, server_default="0"),
    _text("status", "{}"),
    _time("retired_at", null=True),
    _count("cafe_id", "1"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    _time("expires_at"),
    Column("place_id", Integer, nullable=True),
    _to("tables", null=True),
    _count("cafe_id", "1"),
)

batches = Table(
    "batches",
    metadata,
    _to("tables", key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    _word("digest", 64),
    _count("items"),
    _time("received_at"),
    _time("sent_at", null=True),
)

games = Table(
    "games",
    metadata,
    _id(),
    _to("tables"),
    _word("key", 64),
    _text("header", "{}"),
    _count("lines"),
    _word("state"),
    _text("why"),
    _word("rule", 120, server_default=""),
    _text("sheet", None),
    _text("totals", None),
    _time("begun_at"),
    _time("changed_at"),
    Column("seating_id", Integer, nullable=True),
    UniqueConstraint("table_id", "key", name="uq_games_key"),
    Index("ix_games_seating_id", "seating_id"),
)

lines = Table(
    "lines",
    metadata,
    _to("games", key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("result", Integer, primary_key=True, autoincrement=False),
    _text("line"),
)

refusals = Table(
    "refusals",
    metadata,
    Column("table_id", Integer, primary_key=True, autoincrement=False),
    Column("code", String(40), primary_key=True),
    _count("count"),
    _time("last_at"),
    _text("last"),
)

events = Table(
    "events",
    metadata,
    _id(),
    _word("name", 120),
    _word("game", 40),
    _word("pack", 80),
    _text("options", "{}"),
    _word("system"),
    _count("seats"),
    _count("seats_min"),
    _count("rounds"),
    _count("minutes"),
    _word("confirm"),
    _count("bye_points"),
    _word("live"),
    _word("scheme", server_default="shared"),
    _word("state"),
    _count("released"),
    _word("key", 64, unique=True),
    Column("joining", Boolean, nullable=False, server_default=false()),
    Column("approving", Boolean, nullable=False, server_default=false()),
    Column("aids", Boolean, nullable=False, server_default=false()),
    _text("cuts", "[]"),
    _count("group_size", "4"),
    _text("message"),
    Column("season_id", Integer, nullable=True),
    _count("cafe_id", "1"),
    _count("version"),
    _time("created_at"),
    Index("ix_events_season_id", "season_id"),
)

seasons = Table(
    "seasons", metadata, _id(), _word("name", 120), _word("key", 64, unique=True), _text("rules", "{}"),
    _time("created_at"), _count("cafe_id", "1"), Column("code_hash", String(64), nullable=True),
    _time("code_until", null=True),
)  # fmt: skip

season_cafes = Table(
    "season_cafes", metadata, _to("seasons", key=True),
    Column("cafe_id", Integer, primary_key=True, autoincrement=False), _time("joined_at"),
)  # fmt: skip
"""The cafés that take part in the season of another one."""

places = Table(
    "places",
    metadata,
    _id(),
    _to("events"),
    _count("number"),
    _to("tables", null=True),
    _word("state"),
    UniqueConstraint("event_id", "number", name="uq_places_number"),
)

players = Table(
    "players",
    metadata,
    _id(),
    _to("events"),
    _count("number"),
    _word("name", 60),
    _word("key", 64, unique=True),
    _count("since", "1"),
    Column("until", Integer, nullable=True),
    _word("state", server_default="here"),
    Column("same_as", Integer, nullable=True),
    _word("club", 60, server_default=""),
    Column("seed", Integer, nullable=True),
    _count("penalty"),
    Column("pool", Integer, nullable=True),
    UniqueConstraint("event_id", "number", name="uq_players_number"),
    UniqueConstraint("event_id", "name", name="uq_players_name"),
)

rounds = Table(
    "rounds",
    metadata,
    _id(),
    _to("events"),
    _count("number"),
    _word("state"),
    _count("minutes"),
    _time("started_at", null=True),
    _time("paused_at", null=True),
    Column("paused_ms", BigInteger, nullable=False, server_default="0"),
    _time("ended_at", null=True),
    UniqueConstraint("event_id", "number", name="uq_rounds_number"),
)

seatings = Table(
    "seatings",
    metadata,
    _id(),
    _to("events"),
    _to("rounds", null=True),
    _to("places", null=True),
    _word("state"),
    Column("bye", Boolean, nullable=False),
    Column("kept", Boolean, nullable=False, server_default=false()),
    _time("made_at"),
    Index("ix_seatings_event_id", "event_id"),
)

seats = Table(
    "seats",
    metadata,
    _to("seatings", key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _to("players"),
    Column("first", Boolean, nullable=False),
    Index("ix_seats_player_id", "player_id"),
)

results = Table(
    "results",
    metadata,
    _id(),
    _to("seatings"),
    _to("games", null=True),
    _count("lines"),
    _word("source"),
    _text("totals", "[]"),
    _text("ranks", "[]"),
    _word("state"),
    _word("by", 80),
    _time("at"),
    Index("ix_results_seating_id", "seating_id"),
)

votes = Table(
    "votes",
    metadata,
    _to("results", key=True),
    _to("players", key=True),
    Column("agrees", Boolean, nullable=False),
    _time("at"),
)

cases = Table(
    "cases",
    metadata,
    _id(),
    _to("events", null=True),
    _to("tables", null=True),
    _to("seatings", null=True),
    _to("games", null=True),
    _word("kind"),
    _text("data", "{}"),
    Column("photo", LargeBinary, nullable=True),
    _time("opened_at"),
    _time("closed_at", null=True),
    _text("ruling"),
    Column("ask", String(40), nullable=True),
    _word("decision", 10, server_default=""),
    Index("ix_cases_closed_at", "closed_at"),
    Index("ix_cases_ask", "table_id", "ask", unique=True),
)

pictures = Table(
    "pictures",
    metadata,
    _id(),
    _count("cafe_id", "1"),
    _to("events", null=True),
    _to("seatings", null=True),
    _to("games", null=True),
    _to("tables", null=True),
    Column("ask", String(40), nullable=True),
    _word("name", 60),
    _word("key", 64, unique=True),
    _word("state"),
    _time("at"),
    Column("data", LargeBinary, nullable=True),
    Index("ix_pictures_event_id", "event_id"),
    Index("ix_pictures_seating_id", "seating_id"),
)
"""Finished boards beside results: kept (for the host), shown (to everybody) or removed; without an evening, the café's
own picture.
"""

audit = Table(
    "audit",
    metadata,
    _id(),
    _to("events"),
    _time("at"),
    _word("actor", 80),
    _word("verb", 40),
    _text("detail", "{}"),
    _text("rows", "[]"),
    Column("undoes", Integer, nullable=True),
    Column("undone_by", Integer, nullable=True),
    Index("ix_audit_event_id", "event_id"),
)
