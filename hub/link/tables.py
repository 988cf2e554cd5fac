"""Paired tables: a code typed or scanned once gives a table its own token; what tables say of themselves; what they
are to do.
"""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from starlette.concurrency import run_in_threadpool

from hub.database import schema
from hub.database.audit import within
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.doors import tries
from hub.doors.connections import source_of
from hub.doors.hosts import digest, same
from hub.errors import Refused, unknown
from hub.event.evening import put_table
from hub.event.names import clean_name
from hub.link.asks import Answer, AskId, Photo, Question, QuestionTaken, Words, answers_for, photograph, take_question
from hub.link.pictures import Shown, board_of, take_board
from hub.views.board import timer_of

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Nothing that looks like something else."""
CODE_LENGTH: Final = 8
CODE_VALID_MS: Final = 15 * 60_000
KNOWN_S: Final = 60.0
SEEN_INTERVAL_MS: Final = 5_000
"""`seen_at` of a table that has nothing new to say is written once in this time at most."""
Short = Annotated[str, Meta(max_length=80)]


class Asks(msgspec.Struct, frozen=True, kw_only=True):
    """A question at a table: what is asked, the two readings in words, and the part of the photograph (base64)."""

    question: Words
    one: Words = ""
    other: Words = ""
    photo: Photo = ""
    judge: bool = False
    """Whether the table wants the host, not only its own players, to answer."""
    game: Annotated[str, Meta(max_length=64)] = ""


class TableNote(msgspec.Struct, frozen=True, kw_only=True):
    """What a table says of itself; the latest is what counts. `sent`: ms since 1970 by the table's clock."""

    sent: Annotated[int, Meta(ge=0, le=2**53)]
    screen: Short = ""
    light: Literal["ok", "low"] | None = None
    asks: Asks | None = None
    waiting: Annotated[tuple[AskId, ...], Meta(max_length=40)] = ()
    """Questions to the host whose answer the table does not have yet."""


class SeatCall(msgspec.Struct, frozen=True, kw_only=True):
    """One seat the event host asks a table to set up."""

    name: str
    first: bool


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is to do now; None and empty where it has nothing to do."""

    event: str = ""
    game: str = ""
    pack: str = ""
    options: dict[str, Any] = {}
    place: int | None = None
    round: int | None = None
    seating: int | None = None
    seats: tuple[SeatCall, ...] = ()
    state: str = ""
    """Of the seating: open, proposed, confirmed, judged."""
    timer: str = ""
    """planned, running, paused, ended."""
    remaining_ms: int | None = None
    aids: bool = False
    """Whether players may be told what their turns could have scored, and play with handicaps."""
    answers: tuple[Answer, ...] = ()
    """What became of the questions that the table waits for."""


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """A table's own credentials; the token is told once and only its hash is kept."""

    table: int
    token: str
    name: str


# Pairing ------------------------------------------------------------------------------------------------------------


def new_code(store: Store, place: int | None = None, cafe: int = 1) -> str:
    """A pairing code for one table of a café within a quarter of an hour; `place`: where that table will stand."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    pairings = schema.pairings
    with store.write() as tx:
        tx.run(sa.delete(pairings).where(pairings.c.expires_at < tx.now))
        if place is not None:
            places, events = schema.places, schema.events
            row = tx.one(sa.select(events.c.cafe_id).select_from(places.join(events)).where(places.c.id == place))
            cafe = row.cafe_id if row is not None else cafe
        values = {"code_hash": digest(code), "expires_at": tx.now + CODE_VALID_MS, "place_id": place, "cafe_id": cafe}
        tx.run(sa.insert(pairings).values(**values))
    return f"{code[:4]}-{code[4:]}"


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table is to stand: a place of an evening."""

    event: int
    event_name: str
    number: int


def stand(store: Store, place: int) -> Stand:
    """Which place that is. Raises Refused (`not_found`)."""
    places, events = schema.places, schema.events
    query = sa.select(places.c.number, events.c.id, events.c.name).select_from(places.join(events))
    with store.read() as tx:
        row = tx.the(query.where(places.c.id == place), unknown("place", place))
    return Stand(event=row.id, event_name=row.name, number=row.number)


def plain_code(text: str) -> str:
    """A code as it is compared: spaces, hyphens and case do not matter."""
    return "".join(character for character in text.upper() if character in ALPHABET)[: 2 * CODE_LENGTH]


def pair(store: Store, code: str, name: str, address: str) -> Paired:
    """Pair a table. Raises Refused: `bad_code`, `bad_value`, or `too_often` after too many tries from that address."""
    name, pairings = clean_name(name, 60), schema.pairings
    with store.write() as tx:
        counted = tries.count_try(tx, "pair", {f"from {source_of(address)}": tries.MAX_TRIES})
        row = tx.one(sa.select(pairings).where(pairings.c.code_hash == digest(plain_code(code))).with_for_update())
        known = row is not None and row.table_id is None and row.expires_at >= tx.now
        if known:
            tries.forgive(tx, counted)
            return _paired(tx, row, name)
    raise Refused("bad_code")


def _paired(tx: Transaction, row: Row, name: str) -> Paired:
    token, pairings = secrets.token_urlsafe(32), schema.pairings
    values = {"paired_at": tx.now, "seen_at": tx.now, "cafe_id": row.cafe_id}
    table = tx.insert(schema.tables, name=name, token_hash=digest(token), **values)
    tx.run(sa.update(pairings).where(pairings.c.code_hash == row.code_hash).values(table_id=table))
    if row.place_id is not None:
        place = tx.one(sa.select(schema.places).where(schema.places.c.id == row.place_id))
        if place is not None:
            detail = {"table": table, "name": name}
            with within(tx, place.event_id, f"table:{table}", "pair_table", detail) as change:
                put_table(change, place.event_id, place.id, table)
    tx.publish(Change("table", table))
    return Paired(table=table, token=token, name=name)


def retire(store: Store, table: int, actor: str) -> None:
    """A table is not welcome any more: its token is worth nothing from now on. Raises Refused (`not_found`)."""
    tables, places = schema.tables, schema.places
    with store.write() as tx:
        query = sa.select(tables.c.name).where(tables.c.id == table, tables.c.retired_at.is_(None))
        row = tx.the(query, unknown("table", table))
        tx.run(sa.update(tables).where(tables.c.id == table).values(retired_at=tx.now))
        for place in tx.rows(sa.select(places).where(places.c.table_id == table)):
            with within(tx, place.event_id, actor, "retire_table", {"name": row.name, "place": place.id}) as change:
                change.update(places, place.id, table_id=None)
        tx.publish(Change("table", table))


def known_table(tx: Transaction, table: int, token: str) -> Row:
    """A paired table. Raises Refused (`bad_token`)."""
    row = tx.one(sa.select(schema.tables).where(schema.tables.c.id == table))
    if row is None or row.retired_at is not None or not same(row.token_hash, digest(token)):
        raise Refused("bad_token")
    return row


class KnownTables:
    """Tables whose token was right within the last minute: what they send is read without asking the database first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[tuple[int, str], float] = {}

    async def check(self, table: int, token: str) -> None:
        """Raises Refused (`bad_token`) for a token that is not that table's, DatabaseAway."""
        who = table, digest(token)
        if self._until.get(who, 0.0) < time.monotonic():
            await run_in_threadpool(self._ask, table, token)
            self._until[who] = time.monotonic() + KNOWN_S

    def _ask(self, table: int, token: str) -> None:
        with self._store.read() as tx:
            known_table(tx, table, token)


class PairedTable(msgspec.Struct, frozen=True, kw_only=True):
    """One paired table in the host's list."""

    id: int
    name: str
    paired_at: int
    seen_at: int | None
    held: int


def paired_tables(store: Store, cafe: int = 1) -> tuple[PairedTable, ...]:
    """All tables of a café that are paired and not retired."""
    tables = schema.tables
    with store.read() as tx:
        mine = sa.and_(tables.c.retired_at.is_(None), tables.c.cafe_id == cafe)
        rows = tx.rows(sa.select(tables).where(mine).order_by(tables.c.id))
    return tuple(
        PairedTable(id=row.id, name=row.name, paired_at=row.paired_at, seen_at=row.seen_at, held=row.held)
        for row in rows
    )


# What tables say and are told ---------------------------------------------------------------------------------------


def take_note(store: Store, table: int, token: str, note: TableNote) -> Assignment:
    """Keep what a table says of itself and answer with what it is to do.

    Raises Refused: `bad_token`, `bad_value` for a photograph that is none.
    """
    if note.asks is not None:
        photograph(note.asks.photo)
    status = _status(note)
    with store.write() as tx:
        row = known_table(tx, table, token)
        if status != row.status or row.seen_at is None or tx.now - row.seen_at >= SEEN_INTERVAL_MS:
            _keep(tx, row, note, status)
        assignment, place = assignment_of(tx, table)
        if status != row.status:
            tx.publish(Change("table", table, place.event_id if place is not None else 0))
            if note.asks is not None and note.asks.judge and place is not None:
                _ask_judge(tx, table, place, note.asks, assignment.seating)
        answers = answers_for(tx, table, note.waiting)
        return msgspec.structs.replace(assignment, answers=answers) if answers else assignment


def ask(store: Store, table: int, token: str, question: Question) -> QuestionTaken:
    """Put a table's question to the host; the same question again is known.

    Raises Refused: `bad_token`, `bad_value`, `not_now`, `too_many`.
    """
    with store.write() as tx:
        known_table(tx, table, token)
        assignment, place = assignment_of(tx, table)
        return take_question(tx, table, place, assignment.seating, question)


def show(store: Store, table: int, token: str, shown: Shown) -> QuestionTaken:
    """Keep the finished board that a table shows; the same one again is known.

    Raises Refused: `bad_token`, `bad_value`, `not_now`, `too_many`.
    """
    data = board_of(shown)
    with store.write() as tx:
        known_table(tx, table, token)
        return take_board(tx, table, shown, data)


def _status(note: TableNote) -> str:
    asks = note.asks and {"question": note.asks.question, "one": note.asks.one, "other": note.asks.other}
    return msgspec.json.encode({"screen": note.screen, "light": note.light, "asks": asks}).decode()


def _keep(tx: Transaction, row: Row, note: TableNote, status: str) -> None:
    values = {"seen_at": tx.now, "clock_ms": note.sent - tx.now, "status": status}
    tx.run(sa.update(schema.tables).where(schema.tables.c.id == row.id).values(**values))
    if row.seen_at is None or tx.now - row.seen_at > 9 * SEEN_INTERVAL_MS:
        tx.publish(Change("table", row.id))


def _ask_judge(tx: Transaction, table: int, place: Row, asks: Asks, seating: int | None) -> None:
    """Put the question of a note to the host, as one that came by itself; beyond what fits, only the note has it."""
    known = digest(repr((asks.question, asks.one, asks.other, asks.game)))[:24]
    cases = schema.cases
    settled = sa.select(cases.c.id).where(
        cases.c.table_id == table, cases.c.ask.startswith(f"note-{known}-"), cases.c.closed_at.is_not(None)
    )
    question = Question(
        id=f"note-{known}-{len(tx.rows(settled))}", question=asks.question, one=asks.one, other=asks.other,
        photo=asks.photo, game=asks.game,
    )  # fmt: skip
    try:
        take_question(tx, table, place, seating, question)
    except Refused as error:
        if error.error != "too_many":
            raise


def assignment_of(tx: Transaction, table: int) -> tuple[Assignment, Row | None]:
    """What a table is to do, and the place where it stands."""
    places, events = schema.places, schema.events
    kept = (events.c.name, events.c.game, events.c.pack, events.c.options, events.c.aids)
    query = sa.select(places, *kept).select_from(places.join(events))
    place = tx.one(query.where(places.c.table_id == table, events.c.state == "open"))
    if place is None:
        return Assignment(), None
    options = msgspec.json.decode(place.options)
    known = Assignment(
        event=place.name, game=place.game, pack=place.pack, options=options, place=place.number, aids=place.aids
    )
    row = _seating_at(tx, place.id)
    return (known if row is None else _with_seating(tx, known, row)), place


def _seating_at(tx: Transaction, place: int) -> Row | None:
    """The seating of the planned or running round, or of free play, at a place."""
    seatings, rounds = schema.seatings, schema.rounds
    times = (rounds.c.number, rounds.c.minutes, rounds.c.started_at, rounds.c.paused_at, rounds.c.paused_ms)
    query = (
        sa.select(seatings.c.id, seatings.c.state.label("of_seating"), rounds.c.state, rounds.c.ended_at, *times)
        .select_from(seatings.outerjoin(rounds))
        .where(seatings.c.place_id == place, seatings.c.state != "void")
        .where(
            sa.or_(
                rounds.c.state.in_(("planned", "running")),
                sa.and_(rounds.c.id.is_(None), seatings.c.state == "open"),
            )
        )
        .order_by(rounds.c.number.desc(), seatings.c.id.desc())
    )
    return tx.one(query)


def _with_seating(tx: Transaction, known: Assignment, row: Row) -> Assignment:
    seats, players = schema.seats, schema.players
    query = sa.select(players.c.name, seats.c.first).select_from(seats.join(players))
    seated = tx.rows(query.where(seats.c.seating_id == row.id).order_by(seats.c.seat))
    timer = timer_of(row, tx.now) if row.number is not None else None
    return msgspec.structs.replace(
        known,
        round=row.number,
        seating=row.id,
        seats=tuple(SeatCall(name=seat.name, first=seat.first) for seat in seated),
        state=row.of_seating,
        timer=timer.state if timer is not None else "",
        remaining_ms=timer.remaining_ms if timer is not None else None,
    )
