"""The tables of the event host's database; `migrations` makes them. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, LargeBinary, MetaData, String, Table, UniqueConstraint

from hub.database.columns import count, flag, milliseconds, own_id, part_of_key, text, time, to, word

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


meta = Table("meta", metadata, Column("key", String(40), primary_key=True), text("value"))

cafes = Table("cafes", metadata, own_id(), word("name", 60, unique=True))
"""Those beside the first one, whose number is 1 and whose name nobody needs."""

hosts = Table(
    "hosts", metadata, own_id(), word("name", 60, unique=True), text("password"), time("created_at"),
    count("cafe_id", "1"), word("role", server_default="owner"), count("event_id", None),
)  # fmt: skip

invitations = Table(
    "invitations", metadata, Column("key_hash", String(64), primary_key=True), count("cafe_id"), word("role"),
    count("event_id", None), word("by", 80), time("expires_at"),
)  # fmt: skip

deeds = Table(
    "deeds", metadata, own_id(), count("cafe_id"), time("at"), word("actor", 80), word("verb", 40), word("name", 60)
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    to("hosts"),
    word("csrf", 64),
    time("created_at"),
    time("expires_at"),
)

failures = Table(
    "failures", metadata, own_id(), word("door", 10), word("who", 80), time("at"), Index("ix_failures_at", "at")
)

tables = Table(
    "tables",
    metadata,
    own_id(),
    word("name", 60),
    word("token_hash", 64),
    time("paired_at"),
    count("held"),
    time("seen_at", null=True),
    milliseconds("clock_ms"),
    text("status", "{}"),
    time("retired_at", null=True),
    count("cafe_id", "1"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    time("expires_at"),
    count("place_id", None),
    to("tables", null=True),
    count("cafe_id", "1"),
)

batches = Table(
    "batches",
    metadata,
    to("tables", key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    word("digest", 64),
    count("items"),
    time("received_at"),
    time("sent_at", null=True),
)

games = Table(
    "games",
    metadata,
    own_id(),
    to("tables"),
    word("key", 64),
    text("header", "{}"),
    count("lines"),
    word("state"),
    text("why"),
    word("rule", 120, server_default=""),
    text("sheet", None),
    text("totals", None),
    time("begun_at"),
    time("changed_at"),
    count("seating_id", None),
    UniqueConstraint("table_id", "key", name="uq_games_key"),
    Index("ix_games_seating_id", "seating_id"),
)

lines = Table(
    "lines",
    metadata,
    to("games", key=True),
    part_of_key("n"),
    part_of_key("result"),
    text("line"),
)

refusals = Table(
    "refusals",
    metadata,
    part_of_key("table_id"),
    Column("code", String(40), primary_key=True),
    count("count"),
    time("last_at"),
    text("last"),
)

events = Table(
    "events",
    metadata,
    own_id(),
    word("name", 120),
    word("game", 40),
    word("pack", 80),
    text("options", "{}"),
    word("system"),
    count("seats"),
    count("seats_min"),
    count("rounds"),
    count("minutes"),
    word("confirm"),
    count("bye_points"),
    word("live"),
    word("scheme", server_default="shared"),
    word("state"),
    count("released"),
    word("key", 64, unique=True),
    flag("joining"),
    flag("approving"),
    flag("aids"),
    text("cuts", "[]"),
    count("group_size", "4"),
    text("message"),
    count("season_id", None),
    count("cafe_id", "1"),
    count("version"),
    time("created_at"),
    Index("ix_events_season_id", "season_id"),
)

seasons = Table(
    "seasons", metadata, own_id(), word("name", 120), word("key", 64, unique=True), text("rules", "{}"),
    time("created_at"), count("cafe_id", "1"), word("code_hash", 64, null=True),
    time("code_until", null=True),
)  # fmt: skip

season_cafes = Table(
    "season_cafes", metadata, to("seasons", key=True),
    part_of_key("cafe_id"), time("joined_at"),
)  # fmt: skip
"""The cafés that take part in the season of another one."""

places = Table(
    "places",
    metadata,
    own_id(),
    to("events"),
    count("number"),
    to("tables", null=True),
    word("state"),
    UniqueConstraint("event_id", "number", name="uq_places_number"),
)

players = Table(
    "players",
    metadata,
    own_id(),
    to("events"),
    count("number"),
    word("name", 60),
    word("key", 64, unique=True),
    count("since", "1"),
    count("until", None),
    word("state", server_default="here"),
    count("same_as", None),
    word("club", 60, server_default=""),
    count("seed", None),
    count("penalty"),
    count("pool", None),
    UniqueConstraint("event_id", "number", name="uq_players_number"),
    UniqueConstraint("event_id", "name", name="uq_players_name"),
)

rounds = Table(
    "rounds",
    metadata,
    own_id(),
    to("events"),
    count("number"),
    word("state"),
    count("minutes"),
    time("started_at", null=True),
    time("paused_at", null=True),
    milliseconds("paused_ms"),
    time("ended_at", null=True),
    UniqueConstraint("event_id", "number", name="uq_rounds_number"),
)

seatings = Table(
    "seatings",
    metadata,
    own_id(),
    to("events"),
    to("rounds", null=True),
    to("places", null=True),
    word("state"),
    Column("bye", Boolean, nullable=False),
    flag("kept"),
    time("made_at"),
    Index("ix_seatings_event_id", "event_id"),
)

seats = Table(
    "seats",
    metadata,
    to("seatings", key=True),
    part_of_key("seat"),
    to("players"),
    Column("first", Boolean, nullable=False),
    Index("ix_seats_player_id", "player_id"),
)

results = Table(
    "results",
    metadata,
    own_id(),
    to("seatings"),
    to("games", null=True),
    count("lines"),
    word("source"),
    text("totals", "[]"),
    text("ranks", "[]"),
    word("state"),
    word("by", 80),
    time("at"),
    Index("ix_results_seating_id", "seating_id"),
)

votes = Table(
    "votes",
    metadata,
    to("results", key=True),
    to("players", key=True),
    Column("agrees", Boolean, nullable=False),
    time("at"),
)

cases = Table(
    "cases",
    metadata,
    own_id(),
    to("events", null=True),
    to("tables", null=True),
    to("seatings", null=True),
    to("games", null=True),
    word("kind"),
    text("data", "{}"),
    Column("photo", LargeBinary, nullable=True),
    time("opened_at"),
    time("closed_at", null=True),
    text("ruling"),
    word("ask", 40, null=True),
    word("decision", 10, server_default=""),
    Index("ix_cases_closed_at", "closed_at"),
    Index("ix_cases_ask", "table_id", "ask", unique=True),
)

pictures = Table(
    "pictures",
    metadata,
    own_id(),
    count("cafe_id", "1"),
    to("events", null=True),
    to("seatings", null=True),
    to("games", null=True),
    to("tables", null=True),
    word("ask", 40, null=True),
    word("name", 60),
    word("key", 64, unique=True),
    word("state"),
    time("at"),
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
    own_id(),
    to("events"),
    time("at"),
    word("actor", 80),
    word("verb", 40),
    text("detail", "{}"),
    text("rows", "[]"),
    count("undoes", None),
    count("undone_by", None),
    Index("ix_audit_event_id", "event_id"),
)
