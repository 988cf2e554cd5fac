"""Tables of an evening with who sits there and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.store import Row, Transaction
from hub.event import groups
from hub.event.described import Described, described
from hub.event.results import teller
from hub.link.pictures import Picture, pictures_of


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table: who sits there, whether they start, what they got and say about it."""

    seat: int
    player: int
    number: int
    name: str
    first: bool
    total: int | None = None
    rank: int | None = None
    agrees: bool | None = None


class SeatingView(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round. `state`: open, proposed, confirmed, judged or void; `place` None: a bye."""

    id: int
    place: int | None
    place_id: int | None
    state: str
    bye: bool
    seats: tuple[SeatView, ...]
    result: int | None = None
    source: str | None = None
    game: int | None = None
    round: int | None = None
    kept: bool = False
    """Whether it stays when the draft is seated anew."""
    teller: int | None = None
    """The player who told the result; None for one of a record or the host."""
    described: Described | None = None
    """The game, where no engine knows it: how its result is told."""
    group: int | None = None
    """Whose table it is, while everybody plays within the own group."""
    pictures: tuple[Picture, ...] = ()
    """The finished boards that the table showed."""


_IDS: sa.BindParameter[Sequence[int]] = sa.bindparam("ids", expanding=True)
"""Of the seatings that are asked about. The queries are built once: that takes as long as they do."""
_SEATINGS = sa.select(
    schema.seatings,
    schema.places.c.number.label("place"),
    schema.rounds.c.number.label("round"),
    schema.events.c.game.label("of_game"),
    *(schema.events.c.options, schema.events.c.system, schema.events.c.cuts),
).select_from(
    schema.seatings.join(schema.events, schema.seatings.c.event_id == schema.events.c.id)
    .outerjoin(schema.places, schema.seatings.c.place_id == schema.places.c.id)
    .outerjoin(schema.rounds, schema.seatings.c.round_id == schema.rounds.c.id)
)
_SEATS = (
    sa.select(schema.seats, schema.players.c.name, schema.players.c.number, schema.players.c.pool)
    .select_from(schema.seats.join(schema.players))
    .where(schema.seats.c.seating_id.in_(_IDS))
    .order_by(schema.seats.c.seating_id, schema.seats.c.seat)
)
_COUNT = schema.results.c.seating_id.in_(_IDS), schema.results.c.state != "withdrawn"
_RESULTS = sa.select(schema.results).where(*_COUNT).order_by(schema.results.c.id)
_VOTES = (
    sa.select(schema.results.c.seating_id, schema.votes.c.player_id, schema.votes.c.agrees)
    .select_from(schema.votes.join(schema.results))
    .where(*_COUNT)
)


def seatings_of(tx: Transaction, where: sa.ColumnElement[bool]) -> tuple[SeatingView, ...]:
    """The seatings that meet a condition, in order of their places; byes last."""
    rows = tx.rows(_SEATINGS.where(where))
    ids = [row.id for row in rows]
    seats, found, voted, pictures = _seats(tx, ids), _results(tx, ids), _votes(tx, ids), pictures_of(tx, ids)
    views = [
        _seating(row, seats.get(row.id, []), found.get(row.id), voted.get(row.id, {}), pictures.get(row.id, ()))
        for row in rows
    ]
    return tuple(in_order(views))


def in_order(views: Iterable[SeatingView]) -> list[SeatingView]:
    """By their places; byes last."""
    return sorted(views, key=lambda view: (view.bye, view.place or 0, view.id))


def _seats(tx: Transaction, ids: Sequence[int]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in tx.rows(_SEATS, {"ids": ids}):
        found[row.seating_id].append(row)
    return found


def _results(tx: Transaction, ids: Sequence[int]) -> dict[int, Row]:
    return {row.seating_id: row for row in tx.rows(_RESULTS, {"ids": ids})}


def _votes(tx: Transaction, ids: Sequence[int]) -> dict[int, dict[int, bool]]:
    found: dict[int, dict[int, bool]] = defaultdict(dict)
    for row in tx.rows(_VOTES, {"ids": ids}):
        found[row.seating_id][row.player_id] = row.agrees
    return found


def _seating(
    row: Row, seats: Sequence[Row], result: Row | None, votes: dict[int, bool], pictures: tuple[Picture, ...]
) -> SeatingView:
    totals = msgspec.json.decode(result.totals) if result is not None else []
    ranks = msgspec.json.decode(result.ranks) if result is not None else []
    views = tuple(
        SeatView(
            seat=seat.seat, player=seat.player_id, number=seat.number, name=seat.name, first=seat.first,
            total=totals[place] if place < len(totals) else None, rank=ranks[place] if place < len(ranks) else None,
            agrees=votes.get(seat.player_id),
        )
        for place, seat in enumerate(seats)
    )  # fmt: skip
    return SeatingView(
        id=row.id, place=row.place, place_id=row.place_id, state=row.state, bye=row.bye, seats=views,
        result=result.id if result is not None else None, source=result.source if result is not None else None,
        game=result.game_id if result is not None else None, round=row.round, kept=row.kept,
        teller=teller(result) if result is not None else None, described=described(row.of_game, row.options),
        group=_group(row, seats), pictures=pictures,
    )  # fmt: skip


def _group(row: Row, seats: Sequence[Row]) -> int | None:
    """The group whose table it is; None in finals, and where the host has seated members of two together."""
    found = {seat.pool for seat in seats}
    return found.pop() if len(found) == 1 and groups.are_played(row, row.round) else None
