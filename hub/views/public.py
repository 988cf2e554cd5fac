"""What guests may see: the big screen and a player's own page. No result of a round that is held back leaves here.

Both are addressed by a key that cannot be guessed; the big screen's is shown in the café, a player's on the player's
own slip.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.store import Row, Store, Transaction
from hub.doors.connections import source_of
from hub.doors.tries import count_try
from hub.errors import NotFound, NotNow
from hub.event.evening import BEFORE, add_players
from hub.event.names import clean_name
from hub.link.pictures import cafe_picture
from hub.views.board import (
    RoundView,
    Timer,
    dated,
    latest_games,
    timer_of,
    title_of,
    undated,
)
from hub.views.seatings import SeatingView, SeatView
from hub.views.snapshot import Snapshot
from hub.views.standings import StandingView


class LiveBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A game in progress. `totals` is empty where the evening shows only how far a game is, and once it is over."""

    place: int
    players: tuple[str, ...]
    totals: tuple[int, ...]
    lines: int
    over: bool


class ShownBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A finished board that everybody may see. `key`: the secret part of its address."""

    key: str
    name: str
    place: int
    round: int | None


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the big screen may show."""

    event: int
    name: str
    game: str
    system: str
    state: str
    timer: Timer | None
    round: int | None
    """The round that is running, or the last one."""
    seating: RoundView | None
    """The seating to look for: of the planned round, else of the running one; without results."""
    live: tuple[LiveBoard, ...]
    joining: bool
    """Whether players may register themselves."""
    released: int
    message: str
    """What the host says to everybody; mostly nothing."""
    standings: tuple[StandingView, ...]
    """After the rounds that are released; empty before the first."""
    boards: tuple[ShownBoard, ...] = ()
    """Finished boards that the host shows to everybody, the latest first."""
    picture: str = ""
    """The key of the café's own picture; mostly none."""


class PlayerPage(msgspec.Struct, frozen=True, kw_only=True):
    """What one player sees: my table, my seat, my result."""

    event: int
    event_name: str
    game: str
    player: int
    number: int
    name: str
    here: bool
    waiting: bool
    """Whether the host has yet to let the player in."""
    expected: bool
    """Whether the player has yet to check in."""
    cut: bool
    """Whether the finals have begun without the player."""
    message: str
    """What the host says to everybody; mostly nothing."""
    timer: Timer | None
    now: SeatingView | None
    """Where to sit: of the planned or running round, or of free play; with the result of one's own table."""
    may_vote: bool
    past: tuple[SeatingView, ...]
    """One's earlier tables of rounds that are released."""
    standings: tuple[StandingView, ...]
    place: int | None
    """One's place in the released standings, while groups are played in those of one's own."""
    ranked: int
    """How many are in them."""
    scheme: str
    bye_points: int


def screen_at(shown: Screen, now: int) -> Screen:
    """One of `screen_of` at a moment."""
    timer, seating = shown.timer, shown.seating
    if seating is not None:
        seating = msgspec.structs.replace(seating, timer=dated(seating.timer, now))
    return msgspec.structs.replace(shown, timer=None if timer is None else dated(timer, now), seating=seating)


def screen_of(tx: Transaction, evening: Snapshot) -> Screen:
    """What the big screen of an evening shows, without its games in progress, with undated clocks: equal while nothing
    changes.
    """
    row, rounds = evening.event, evening.rounds
    begun = [found for found in rounds if found.state not in BEFORE]
    shown = next((found for found in reversed(rounds) if found.state != "draft"), None)
    last = begun[-1] if begun else None
    return Screen(
        event=row.id, name=row.name, game=title_of(row), system=row.system, state=row.state,
        timer=undated(timer_of(last, tx.now)) if last is not None else None,
        round=last.number if last is not None else None,
        seating=_round(tx, evening, shown) if shown is not None and shown.state != "ended" else None,
        live=(), joining=row.joining and row.state == "open", released=row.released, message=row.message,
        standings=evening.standings, boards=_boards(evening), picture=cafe_picture(tx, row.cafe_id),
    )  # fmt: skip


def _round(tx: Transaction, evening: Snapshot, row: Row) -> RoundView:
    return RoundView(
        id=row.id, number=row.number, timer=undated(timer_of(row, tx.now)),
        released=row.number <= evening.event.released,
        tables=tuple(without_result(view) for view in evening.tables_of(row.number)),
    )  # fmt: skip


def _boards(evening: Snapshot) -> tuple[ShownBoard, ...]:
    found = [
        ShownBoard(key=picture.key, name=picture.name, place=view.place or 0, round=view.round)
        for view in sorted(evening.seatings.values(), key=lambda view: view.id, reverse=True)
        for picture in view.pictures if picture.shown
    ]  # fmt: skip
    return tuple(found[:MAX_SHOWN])


def with_shown(view: SeatingView) -> SeatingView:
    """A seating with those of its pictures that everybody may see."""
    shown = tuple(picture for picture in view.pictures if picture.shown)
    return view if shown == view.pictures else msgspec.structs.replace(view, pictures=shown)


def without_result(view: SeatingView) -> SeatingView:
    """A seating without anything about its result."""
    bare = tuple(
        SeatView(seat=seat.seat, player=seat.player, number=seat.number, name=seat.name, first=seat.first)
        for seat in view.seats
    )
    return SeatingView(
        id=view.id,
        place=view.place,
        place_id=view.place_id,
        state="open",
        bye=view.bye,
        seats=bare,
        round=view.round,
        described=view.described,
        group=view.group,
    )


def live_of(tx: Transaction, event: Row) -> tuple[LiveBoard, ...]:
    """The games of seatings of this evening that are being played."""
    places, seatings, rounds = schema.places, schema.seatings, schema.rounds
    if event.state == "ended":
        return ()
    query = (
        sa.select(places.c.number, places.c.table_id, seatings.c.id.label("seating"), seatings.c.state)
        .select_from(seatings.join(places).outerjoin(rounds))
        .where(seatings.c.event_id == event.id, places.c.table_id.is_not(None))
        .where(sa.or_(rounds.c.state == "running", sa.and_(rounds.c.id.is_(None), seatings.c.state == "open")))
        .order_by(places.c.number)
    )
    rows = tx.rows(query)
    games = latest_games(tx, [row.table_id for row in rows])
    found = ((row, games.get(row.table_id)) for row in rows)
    return tuple(_board(event, row, game) for row, game in found if game is not None and game.seating_id == row.seating)


def _board(event: Row, row: Row, game: Row) -> LiveBoard:
    over = game.state != "live" or row.state != "open"
    shown = event.live == "scores" and not over and game.totals
    return LiveBoard(
        place=row.number, players=tuple(msgspec.json.decode(game.header).get("players", ())),
        totals=tuple(msgspec.json.decode(game.totals)) if shown else (), lines=game.lines, over=over,
    )  # fmt: skip


def _event(tx: Transaction, key: str) -> Row:
    query = sa.select(schema.events).where(schema.events.c.key == key)
    return tx.the(query, NotFound("screen.unknown", "no such evening"))


def event_of_key(store: Store, key: str) -> int:
    """The evening of a big screen's key. Raises Refused (`not_found`)."""
    with store.read() as tx:
        return int(_event(tx, key).id)


def player_of(store: Store, key: str) -> tuple[int, int]:
    """The evening and the player of a player's key. Raises Refused (`not_found`)."""
    with store.read() as tx:
        row = player_row_of(tx, key)
        return row.event_id, row.id


MAX_SHOWN: Final = 24
"""Boards on the big screen: the latest."""
MAX_JOINS: Final = 60
"""Players who may register themselves from one address within `tries.WINDOW_MS`: phones behind one router share it."""


def join(store: Store, key: str, name: str, address: str) -> str:
    """Register a player who asks for it from that address; the key of the player's own page.

    Raises Refused: `not_found`; `not_now` where the host does not let players register themselves; `too_often`.
    """
    name = clean_name(name)
    with store.write() as tx:
        row = _event(tx, key)
        if not row.joining or row.state != "open":
            raise NotNow("join.with_the_host", "players register with the host here")
        count_try(tx, "join", {f"from {source_of(address)}": MAX_JOINS})
    (player,) = add_players(store, row.id, "guest:", [name], waiting=row.approving)
    with store.read() as tx:
        found = tx.one(sa.select(schema.players.c.key).where(schema.players.c.id == player))
    assert found is not None
    return str(found.key)


def player_row_of(tx: Transaction, key: str) -> Row:
    """The player of that key. Raises Refused (`not_found`)."""
    players = schema.players
    row = tx.one(sa.select(players).where(players.c.key == key))
    if row is not None and row.same_as is not None:
        row = tx.one(sa.select(players).where(players.c.id == row.same_as))
    if row is None:
        raise NotFound("player.unknown", "no such player")
    return row


def page_at(page: PlayerPage, now: int, standings: tuple[StandingView, ...] = ()) -> PlayerPage:
    """One of `Pages` at a moment."""
    timer = None if page.timer is None else dated(page.timer, now)
    return msgspec.structs.replace(page, timer=timer, standings=standings)


def undated_page(page: PlayerPage) -> PlayerPage:
    """The same as in `Pages`."""
    timer = None if page.timer is None else undated(page.timer)
    return msgspec.structs.replace(page, timer=timer, standings=())


class Pages(msgspec.Struct, frozen=True):
    """What players see, by player, with undated clocks and without the standings: equal while nothing changes."""

    evening: Snapshot
    look: tuple[Any, ...]
    """What is the same on all pages."""
    pages: Mapping[int, PlayerPage]


OF_PAGES: Final = ("name", "game", "options", "cuts", "message", "released", "scheme", "bye_points")
"""The columns of an evening that its players' pages show."""


def pages_of(tx: Transaction, evening: Snapshot, before: Pages | None = None) -> Pages:
    """What everybody sees; of what they saw `before`, the pages that show something else are made anew."""
    event = evening.event
    begun = [row for row in evening.rounds if row.state not in BEFORE]
    drafts = [row.number for row in evening.rounds if row.state == "draft"]
    timer = undated(timer_of(begun[-1], tx.now)) if begun else None
    columns = [getattr(event, name) for name in OF_PAGES]
    look = (*columns, evening.going_on, drafts, timer, evening.standings)
    known: Mapping[int, PlayerPage] = {}
    touched = {row.id for row in evening.players}
    if before is not None and before.look == look:
        known, touched = before.pages, evening.touched_since(before.evening)
    mine = _own_tables(evening, touched)
    places = {line.line.player: line for line in evening.standings}
    ranked = Counter(line.group for line in evening.standings)
    pages: dict[int, PlayerPage] = {
        row.id: _page(event, row, mine.get(row.id, []), evening.going_on, timer, places.get(row.id), ranked)
        if row.id in touched
        else known[row.id]
        for row in evening.players
    }
    return Pages(evening, look, pages)


def _page(
    event: Row,
    player: Row,
    mine: Sequence[SeatingView],
    going_on: Collection[int],
    timer: Timer | None,
    line: StandingView | None,
    ranked: Mapping[int | None, int],
) -> PlayerPage:
    """`mine`: the player's tables in order; the last that is not over is where the player is to sit, or sits."""
    now = next((v for v in reversed(mine) if v.state in ("open", "proposed") or v.round in going_on), None)
    return PlayerPage(
        event=event.id, event_name=event.name, game=title_of(event), player=player.id, number=player.number,
        name=player.name, here=player.until is None, waiting=player.state == "waiting",
        expected=player.state == "expected",
        cut=player.until is not None and player.until + 1 in msgspec.json.decode(event.cuts),
        message=event.message, timer=timer, now=now,
        may_vote=now is not None and now.state == "proposed" and now.teller != player.id,
        past=tuple(v for v in mine if v is not now and (v.round or 1) <= event.released),
        standings=(), place=line.line.place if line is not None else None,
        ranked=ranked[line.group] if line is not None else 0, scheme=event.scheme, bye_points=event.bye_points,
    )  # fmt: skip


def _own_tables(evening: Snapshot, players: Collection[int]) -> dict[int, list[SeatingView]]:
    """Player -> the tables of that player that may be shown, in order."""
    going_on, drafts = evening.going_on, {row.number for row in evening.rounds if row.state == "draft"}
    found: dict[int, list[SeatingView]] = defaultdict(list)
    for view in sorted(evening.seatings.values(), key=lambda view: (view.round or 0, view.id)):
        seats = [seat.player for seat in view.seats if seat.player in players]
        over = view.round is not None and view.round not in going_on and view.round > evening.event.released
        if not seats or view.round in drafts or (over and view.state not in ("open", "proposed")):
            continue
        own = with_shown(view)
        for player in seats:
            found[player].append(own)
    return found
