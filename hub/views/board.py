"""What the host sees of an evening: frozen views, made anew from the database each time.

Nothing here is for guests: `hub.views.public` has what may be shown to them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.store import Row, Store, Transaction
from hub.errors import unknown
from hub.event import groups
from hub.event.described import Described, described
from hub.event.evening import event_row, next_round
from hub.event.seating import table_sizes
from hub.link.asks import open_questions
from hub.views.seatings import SeatingView, seatings_of
from hub.views.snapshot import Snapshot
from hub.views.standings import StandingView, standings_of

OFFLINE_MS: Final = 45_000
"""A table is offline after this silence: three of the 15 seconds in which tables speak."""
TableState: TypeAlias = Literal["asks", "low_light", "offline", "playing", "idle", "dead", "paper"]
"""What matters most about a table, in this order but for `dead` and `paper` (no table stands at the place)."""


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """A round's clock. `ends_at` (ms since 1970) is None while it stands still or where there is no time limit."""

    state: str
    """draft, planned, running, paused or ended."""
    minutes: int
    remaining_ms: int | None
    """At `now`; below 0 once the time is up; None where there is no time limit."""
    ends_at: int | None
    now: int


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """One evening in the list."""

    id: int
    name: str
    game: str
    state: str
    created_at: int
    players: int
    key: str


class PlayerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A registered player; `key` is the secret part of the address of the player's own page."""

    id: int
    number: int
    name: str
    here: bool
    since: int
    until: int | None
    key: str
    waiting: bool = False
    """Whether the host has yet to let the player in."""
    expected: bool = False
    """Whether the player has yet to check in."""
    club: str = ""
    seed: int | None = None
    penalty: int = 0
    group: int | None = None


class PlaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered place and the paired table that stands there."""

    id: int
    number: int
    dead: bool
    table: int | None


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """A round in short: how many tables it has and how many results are there, proposed or better."""

    id: int
    number: int
    timer: Timer
    tables: int
    proposed: int
    settled: int
    released: bool
    started_at: int | None = None


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """Whether those who are here fit the tables that are in use."""

    players: int
    tables: int
    needed: int
    """Tables for as few byes as can be."""
    byes: int
    """Players without a table as it is."""


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """An evening: its settings and everybody in it. `version` goes back with what is changed (`seen`)."""

    id: int
    version: int
    key: str
    """The secret part of the address of the big screen."""
    name: str
    game: str
    pack: str
    options: dict[str, Any]
    title: str
    """The game's own name where no engine knows it; else as `game`."""
    system: str
    seats: int
    seats_min: int
    planned_rounds: int
    minutes: int
    confirm: str
    bye_points: int
    live: str
    scheme: str
    state: str
    released: int
    joining: bool
    """Whether players may register themselves."""
    approving: bool
    """Whether the host lets them in before they play."""
    aids: bool
    """Whether tables may have advice and handicaps."""
    cuts: tuple[int, ...]
    """The rounds before which only the best went on."""
    group_size: int
    message: str
    """What every phone and screen shows above all else."""
    season: int | None
    created_at: int
    players: tuple[PlayerLine, ...]
    places: tuple[PlaceLine, ...]
    rounds: tuple[RoundLine, ...]
    next_round: int


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round with its tables in order of their places; byes last."""

    id: int
    number: int
    timer: Timer
    released: bool
    tables: tuple[SeatingView, ...]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A place or a table that stands at none, at a glance."""

    place: int | None
    place_id: int | None
    table: int | None
    name: str
    state: TableState
    seen_at: int | None
    clock_ms: int
    """How far the table's clock is ahead of the event host's."""
    asks: str | None
    """The question it has for its players or the host."""
    light: str | None
    game: int | None
    players: tuple[str, ...]
    totals: tuple[int, ...]
    lines: int
    seating: int | None
    result: str | None = None
    """How far the seating's result is: proposed, confirmed, judged or void; None while it is open."""
    seated: tuple[str, ...] = ()
    """Who sits there in the round that is planned or running, or freely."""


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """One thing the host must decide. `data` depends on `kind` (see the guide)."""

    id: int
    kind: str
    data: dict[str, Any]
    opened_at: int
    table: int | None
    seating: SeatingView | None
    game: int | None
    recorded: tuple[str, ...]
    """The players of the record."""
    why: str
    rule: str
    photo: bool
    answerable: bool
    """Whether the table waits for an answer: one of the two readings, or words."""


def events(store: Store, cafe: int = 1, only: int | None = None) -> tuple[EventLine, ...]:
    """Every evening of a café (`only`: that one), the newest first."""
    table, players = schema.events, schema.players
    count = sa.select(sa.func.count()).where(players.c.event_id == table.c.id).scalar_subquery().label("players")
    with store.read() as tx:
        mine = sa.and_(table.c.cafe_id == cafe, sa.true() if only is None else table.c.id == only)
        rows = tx.rows(sa.select(table, count).where(mine).order_by(table.c.id.desc()))
    return tuple(
        EventLine(
            id=row.id, name=row.name, game=title_of(row), state=row.state, created_at=row.created_at,
            players=row.players, key=row.key,
        )
        for row in rows
    )  # fmt: skip


def game_of(store: Store, event: int) -> Described | None:
    """The description of an evening's game; None where an engine knows it. Raises Refused (`not_found`)."""
    with store.read() as tx:
        row = event_row(tx, event)
    return described(row.game, row.options)


def title_of(event: Row) -> str:
    """The game of an evening: its code, or its name where no engine knows it."""
    game = described(event.game, event.options)
    return event.game if game is None else game.title


def event_view(store: Store, event: int) -> EventView:
    """An evening with everybody in it. Raises Refused (`not_found`)."""
    with store.read() as tx:
        return view_of(tx, event)


def view_of(tx: Transaction, event: int) -> EventView:
    """The same as part of a transaction."""
    row, number = event_row(tx, event), next_round(tx, event)
    return EventView(
        id=row.id, version=row.version, key=row.key, name=row.name, game=row.game, pack=row.pack,
        options=msgspec.json.decode(row.options), title=title_of(row), system=row.system,
        seats=row.seats, seats_min=row.seats_min, planned_rounds=row.rounds, minutes=row.minutes,
        confirm=row.confirm, bye_points=row.bye_points, live=row.live,
        scheme=row.scheme, state=row.state, released=row.released, joining=row.joining, approving=row.approving,
        aids=row.aids,
        cuts=tuple(groups.cuts_of(row)), group_size=row.group_size, message=row.message,
        season=row.season_id, created_at=row.created_at,
        players=_players(tx, event, number), places=_places(tx, event),
        rounds=rounds_of(tx, row), next_round=number,
    )  # fmt: skip


def _players(tx: Transaction, event: int, number: int) -> tuple[PlayerLine, ...]:
    players = schema.players
    mine = sa.and_(players.c.event_id == event, players.c.state != "merged")
    rows = tx.rows(sa.select(players).where(mine).order_by(players.c.number))
    return tuple(
        PlayerLine(
            id=row.id, number=row.number, name=row.name,
            here=row.state == "here" and (row.until is None or row.until >= number),
            since=row.since, until=row.until, key=row.key, waiting=row.state == "waiting",
            expected=row.state == "expected", club=row.club, seed=row.seed, penalty=row.penalty,
            group=row.pool,
        )
        for row in rows
    )  # fmt: skip


def _places(tx: Transaction, event: int) -> tuple[PlaceLine, ...]:
    places = schema.places
    query = sa.select(places).where(places.c.event_id == event).order_by(places.c.number)
    return tuple(
        PlaceLine(id=row.id, number=row.number, dead=row.state == "dead", table=row.table_id) for row in tx.rows(query)
    )


def rounds_of(tx: Transaction, event: Row) -> tuple[RoundLine, ...]:
    """The rounds of an evening in short, in order."""
    rounds, seatings = schema.rounds, schema.seatings
    query = (
        sa.select(seatings.c.round_id, seatings.c.state, sa.func.count().label("count"))
        .where(seatings.c.event_id == event.id, seatings.c.bye.is_(False))
        .group_by(seatings.c.round_id, seatings.c.state)
    )
    counts: dict[int | None, dict[str, int]] = defaultdict(dict)
    for row in tx.rows(query):
        counts[row.round_id][row.state] = row.count
    found = tx.rows(sa.select(rounds).where(rounds.c.event_id == event.id).order_by(rounds.c.number))
    return tuple(
        RoundLine(
            id=row.id, number=row.number, timer=timer_of(row, tx.now), tables=sum(counts[row.id].values()),
            proposed=counts[row.id].get("proposed", 0),
            settled=sum(counts[row.id].get(state, 0) for state in ("confirmed", "judged", "void")),
            released=row.number <= event.released, started_at=row.started_at,
        )
        for row in found
    )  # fmt: skip


def timer_of(row: Row, now: int) -> Timer:
    """The clock of a round."""
    paused = row.state == "running" and row.paused_at is not None
    remaining, ends_at = None, None
    if row.minutes:
        begun = now if row.started_at is None else row.started_at
        until = row.ended_at or (row.paused_at if paused else now)
        gone = 0 if row.started_at is None else until - begun - row.paused_ms
        remaining = row.minutes * 60_000 - gone
        ends_at = now + remaining if row.state == "running" and not paused else None
    state = "paused" if paused else row.state
    return Timer(state=state, minutes=row.minutes, remaining_ms=remaining, ends_at=ends_at, now=now)


def undated(timer: Timer) -> Timer:
    """A clock as it is at any moment, so that two can be compared; `dated` makes it one to be shown."""
    return msgspec.structs.replace(timer, now=0, remaining_ms=None if timer.ends_at is not None else timer.remaining_ms)


def dated(timer: Timer, now: int) -> Timer:
    """An undated clock at a moment."""
    remaining = timer.remaining_ms if timer.ends_at is None else timer.ends_at - now
    return msgspec.structs.replace(timer, now=now, remaining_ms=remaining)


def room_of(view: EventView) -> Room:
    """Whether the players of an evening fit its tables."""
    here, tables = [p for p in view.players if p.here], sum(not place.dead for place in view.places)
    grouped = view.system == groups.SYSTEM and not view.cuts
    parts = groups.sizes([p.group for p in here], view.group_size) if grouped else [len(here)]
    needed = byes = 0
    for part in parts:
        byes += table_sizes(part, view.seats, view.seats_min, max(0, tables - needed))[1]
        needed += len(table_sizes(part, view.seats, view.seats_min)[0])
    return Room(players=len(here), tables=tables, needed=needed, byes=byes)


# Rounds and seatings ------------------------------------------------------------------------------------------------


def round_view(store: Store, event: int, number: int) -> RoundView:
    """A round with its tables. Raises Refused (`not_found`)."""
    with store.read() as tx:
        row = event_row(tx, event)
        rounds = schema.rounds
        query = sa.select(rounds).where(rounds.c.event_id == event, rounds.c.number == number)
        found = tx.the(query, unknown("round", number))
        return RoundView(
            id=found.id, number=number, timer=timer_of(found, tx.now), released=number <= row.released,
            tables=seatings_of(tx, schema.seatings.c.round_id == found.id),
        )  # fmt: skip


def free_tables(store: Store, event: int) -> tuple[SeatingView, ...]:
    """The tables of free play, those still playing first."""
    with store.read() as tx:
        event_row(tx, event)
        free = sa.and_(schema.seatings.c.event_id == event, schema.seatings.c.round_id.is_(None))
        return tuple(sorted(seatings_of(tx, free), key=lambda found: (found.state != "open", -found.id)))


# Standings ----------------------------------------------------------------------------------------------------------


def standings_view(store: Store, event: int, *, provisional: bool = True) -> tuple[StandingView, ...]:
    """The standings as the host sees them: everything so far; `provisional`: proposed results too."""
    with store.read() as tx:
        event_row(tx, event)
        return standings_of(tx, event, upto=None, provisional=provisional)


# Tables at a glance, the judge's queue ------------------------------------------------------------------------------


def tables_at_glance(tx: Transaction, evening: Snapshot) -> tuple[TableView, ...]:
    """Every place of an evening with the table that stands there."""
    places, tables, event = schema.places, schema.tables, evening.event.id
    columns = (tables.c.name, tables.c.seen_at, tables.c.clock_ms, tables.c.status)
    rows = tx.rows(
        sa.select(places, *columns)
        .select_from(places.outerjoin(tables))
        .where(places.c.event_id == event)
        .order_by(places.c.number)
    )
    games = latest_games(tx, [row.table_id for row in rows if row.table_id is not None])
    seated, asking = _seated_now(evening), open_questions(tx, event)
    return tuple(
        _glance(row, games.get(row.table_id), seated.get(row.id), asking.get(row.table_id), tx.now) for row in rows
    )


def latest_games(tx: Transaction, tables: Sequence[int]) -> dict[int, Row]:
    """The game each table changed last."""
    games = schema.games
    newest = sa.select(sa.func.max(games.c.id)).where(games.c.table_id.in_(tables)).group_by(games.c.table_id)
    return {row.table_id: row for row in tx.rows(sa.select(games).where(games.c.id.in_(newest)))}


def _seated_now(evening: Snapshot) -> dict[int, SeatingView]:
    """Place -> the seating of the planned or running round, or of free play, that is there now."""
    going_on = evening.going_on
    return {
        view.place_id: view
        for view in sorted(evening.seatings.values(), key=lambda view: view.id)
        if view.place_id is not None and not view.bye
        and (view.round in going_on if view.round is not None else view.state == "open")
    }  # fmt: skip


def _glance(row: Row, game: Row | None, seating: SeatingView | None, asking: str | None, now: int) -> TableView:
    status = msgspec.json.decode(row.status) if row.table_id is not None else {}
    asks = asking or (status.get("asks") or {}).get("question")
    header = msgspec.json.decode(game.header) if game is not None else {}
    return TableView(
        place=row.number, place_id=row.id, table=row.table_id, name=row.name or "",
        state=_state(row, status, asks, game, now), seen_at=row.seen_at, clock_ms=row.clock_ms or 0,
        asks=asks, light=status.get("light"),
        game=game.id if game is not None else None, players=tuple(header.get("players", ())),
        totals=tuple(msgspec.json.decode(game.totals)) if game is not None and game.totals else (),
        lines=game.lines if game is not None else 0, seating=seating.id if seating is not None else None,
        result=seating.state if seating is not None and seating.state != "open" else None,
        seated=tuple(seat.name for seat in seating.seats) if seating is not None else (),
    )  # fmt: skip


def _state(row: Row, status: dict[str, Any], asks: str | None, game: Row | None, now: int) -> TableState:
    if row.state == "dead":
        return "dead"
    if row.table_id is None:
        return "paper"
    if row.seen_at is None or now - row.seen_at > OFFLINE_MS:
        return "offline"
    if asks:
        return "asks"
    if status.get("light") == "low":
        return "low_light"
    return "playing" if game is not None and game.state == "live" else "idle"


def queue(store: Store, event: int) -> tuple[CaseView, ...]:
    """What the host must decide, the oldest first."""
    with store.read() as tx:
        event_row(tx, event)
        rows = _open_cases(tx, event)
        ids = {row.seating_id for row in rows if row.seating_id is not None}
        return _queue(rows, {view.id: view for view in seatings_of(tx, schema.seatings.c.id.in_(ids))})


def queue_of(tx: Transaction, evening: Snapshot) -> tuple[CaseView, ...]:
    """The same of an evening that is known."""
    return _queue(_open_cases(tx, evening.event.id), evening.seatings)


def _open_cases(tx: Transaction, event: int) -> Sequence[Row]:
    cases, games = schema.cases, schema.games
    kept = [column for column in cases.c if column.name != "photo"]
    has_photo = cases.c.photo.is_not(None).label("has_photo")
    return tx.rows(
        sa.select(*kept, has_photo, games.c.header, games.c.why, games.c.rule)
        .select_from(cases.outerjoin(games, cases.c.game_id == games.c.id))
        .where(cases.c.closed_at.is_(None), cases.c.event_id == event)
        .order_by(cases.c.id)
    )


def _queue(rows: Sequence[Row], seated: Mapping[int, SeatingView]) -> tuple[CaseView, ...]:
    return tuple(_case(row, seated) for row in rows)


def waiting(store: Store, event: int) -> int:
    """How much the host must decide."""
    cases = schema.cases
    query = sa.select(sa.func.count()).where(cases.c.closed_at.is_(None), cases.c.event_id == event)
    with store.read() as tx:
        row = tx.one(query)
    return int(row[0]) if row is not None else 0


def _case(row: Row, seated: Mapping[int, SeatingView]) -> CaseView:
    header = msgspec.json.decode(row.header) if row.header else {}
    return CaseView(
        id=row.id, kind=row.kind, data=msgspec.json.decode(row.data), opened_at=row.opened_at, table=row.table_id,
        seating=seated.get(row.seating_id), game=row.game_id, recorded=tuple(header.get("players", ())),
        why=row.why or "", rule=row.rule or "", photo=bool(row.has_photo), answerable=row.ask is not None,
    )  # fmt: skip


def case_photo(store: Store, event: int, case: int) -> bytes | None:
    """The photograph that belongs to a case of that evening (JPEG or PNG), None where there is none."""
    cases = schema.cases
    with store.read() as tx:
        row = tx.one(sa.select(cases.c.photo).where(cases.c.id == case, cases.c.event_id == event))
    return None if row is None else row.photo


class RefusedLine(msgspec.Struct, frozen=True, kw_only=True):
    """How often a table's messages were refused for one reason. `table` 0: nobody that is paired."""

    table: int
    code: str
    count: int
    last_at: int
    last: str


def refusals(store: Store, cafe: int = 1) -> tuple[RefusedLine, ...]:
    """What was refused of a café's tables, and of nobody's, the latest first."""
    rows, tables = schema.refusals, schema.tables
    mine = sa.or_(rows.c.table_id == 0, rows.c.table_id.in_(sa.select(tables.c.id).where(tables.c.cafe_id == cafe)))
    with store.read() as tx:
        found = tx.rows(sa.select(rows).where(mine).order_by(rows.c.last_at.desc()).limit(200))
    return tuple(
        RefusedLine(table=row.table_id, code=row.code, count=row.count, last_at=row.last_at, last=row.last)
        for row in found
    )
