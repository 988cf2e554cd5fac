"""What is shown of a season: its table with ratings, a person over the evenings, and all of a person to take along."""

from __future__ import annotations

import csv
import io
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from threading import Lock
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from engines.described import WON
from engines.files import harmless
from hub.database import schema
from hub.database.store import Row, Store, Transaction
from hub.errors import NotFound
from hub.event.described import described
from hub.event.league import LeagueLine, Night, Rating, Rules, Score, brings, league, ratings
from hub.event.results import outcomes
from hub.event.seasons import entries_of, evenings_of, guests_of, person, season_row
from hub.event.standings import Outcome
from hub.views.board import title_of
from hub.views.seatings import SeatingView, seatings_of
from hub.views.standings import standings_of

MAX_KEPT: Final = 8
"""Seasons that are kept as they were shown last."""


class SeasonLine(msgspec.Struct, frozen=True, kw_only=True):
    """A season in the list."""

    id: int
    name: str
    evenings: int


class SeasonEvening(msgspec.Struct, frozen=True, kw_only=True):
    """An evening of a season."""

    id: int
    name: str
    game: str
    at: int
    over: bool
    cafe: int = 1
    cafe_name: str = ""
    """Of a café beside the first one."""


class PersonLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the league table. `entry`: one of the person's entries, by which the person's page is found."""

    line: LeagueLine
    name: str
    entry: int
    rating: Rating | None


class SeasonView(msgspec.Struct, frozen=True, kw_only=True):
    """A season with its table. `key`: the secret part of its address for guests."""

    id: int
    key: str
    name: str
    rules: Rules
    counting: int
    """How many evenings of a person count."""
    evenings: tuple[SeasonEvening, ...]
    lines: tuple[PersonLine, ...]
    cafe: int
    guests: tuple[tuple[int, str], ...]
    """The other cafés that take part: number and name."""


class PersonEvening(msgspec.Struct, frozen=True, kw_only=True):
    """What a person did at one evening. `brings`: to the league; `rating`: after it."""

    evening: SeasonEvening
    score: Score
    brings: int
    counts: bool
    rating: Rating | None


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """A person over the evenings of a season."""

    name: str
    entry: int
    line: LeagueLine
    evenings: tuple[PersonEvening, ...]


class _Season:
    """A season as it is read: its evenings, who is who, and what they did. `guests`: only what was released."""

    def __init__(self, tx: Transaction, row: Row, *, guests: bool) -> None:
        self.row, self.rules = row, msgspec.json.decode(row.rules, type=Rules)
        rows, cafes = evenings_of(tx, row.id), cafe_names(tx)
        self.guests = tuple((cafe, cafes.get(cafe, "")) for cafe in guests_of(tx, row.id))
        self.evenings = tuple(
            _evening(found, cafes.get(found.cafe_id, "")) for found in rows if not guests or found.released
        )
        entries = entries_of(tx, [found.id for found in rows])
        self.people: dict[int, int] = {}
        """Entry -> person; who has no name is a person of their own."""
        self.names: dict[int, str] = {}
        """Person -> name, as last written."""
        self.entry: dict[int, int] = {}
        known: dict[str, int] = {}
        for entry in entries:
            same = person(entry.name)
            number = entry.id if same is None else known.setdefault(same, entry.id)
            self.people[entry.id] = number
            if same is not None:
                self.names.setdefault(number, entry.name)
                self.entry.setdefault(number, entry.id)
        self.nights = tuple(self._night(tx, found, guests) for found in rows if not guests or found.released)
        self.rated = ratings(self.nights)

    def _night(self, tx: Transaction, event: Row, guests: bool) -> Night:
        upto = event.released if guests else None
        lines = [
            view.line
            for view in standings_of(tx, event.id, upto=upto, grouped=False)
            if view.line.played or view.line.byes
        ]
        scores = {
            self.people[line.player]: Score(event.id, line.place, line.points, line.played)
            for line in lines
            if self.people[line.player] in self.names
        }
        game = described(event.game, event.options)
        told = outcomes(tx, event.id, upto=upto)
        if game is not None and game.score == "outcome":
            told = [found for found in told if not _together(found)]
        return Night(scores, tuple(self._of_people(found) for found in told))

    def _of_people(self, outcome: Outcome) -> Outcome:
        people = tuple(self.people.get(player, -player) for player in outcome.players)
        return Outcome(people, outcome.totals, outcome.ranks, outcome.more)

    def lines(self) -> list[PersonLine]:
        rated = self.rated[-1] if self.rated else {}
        return [
            PersonLine(
                line=line, name=self.names[line.person], entry=self.entry[line.person], rating=rated.get(line.person)
            )
            for line in league(self.nights, self.rules)
        ]


_shown: OrderedDict[Hashable, _Season] = OrderedDict()
_keeping = Lock()


def _season(tx: Transaction, row: Row, *, guests: bool) -> _Season:
    """A season, made anew only where an evening of it has changed: many may look at it at once."""
    versions = tuple((found.id, found.version) for found in evenings_of(tx, row.id))
    key = (row.key, row.name, row.rules, guests, versions, tuple(guests_of(tx, row.id)))
    with _keeping:
        if key not in _shown:
            _shown[key] = _Season(tx, row, guests=guests)
            while len(_shown) > MAX_KEPT:
                _shown.popitem(last=False)
        return _shown[key]


def _together(outcome: Outcome) -> bool:
    """Whether all have won or lost together: that says nothing of who plays better."""
    return set(outcome.totals) <= {WON} or not any(outcome.totals)


def _evening(row: Row, cafe_name: str) -> SeasonEvening:
    return SeasonEvening(
        id=row.id, name=row.name, game=title_of(row), at=row.created_at, over=row.state == "ended", cafe=row.cafe_id,
        cafe_name=cafe_name,
    )  # fmt: skip


def cafe_names(tx: Transaction) -> dict[int, str]:
    """Those of all cafés beside the first one."""
    return {row.id: row.name for row in tx.rows(sa.select(schema.cafes))}


def seasons(store: Store, cafe: int = 1) -> tuple[SeasonLine, ...]:
    """Every season of a café, and those of others in which it takes part, the newest first."""
    table, events = schema.seasons, schema.events
    count = sa.select(sa.func.count()).where(events.c.season_id == table.c.id).scalar_subquery().label("evenings")
    with store.read() as tx:
        there = schema.season_cafes
        joined = sa.select(there.c.season_id).where(there.c.cafe_id == cafe)
        mine = sa.or_(table.c.cafe_id == cafe, table.c.id.in_(joined))
        rows = tx.rows(sa.select(table, count).where(mine).order_by(table.c.id.desc()))
    return tuple(SeasonLine(id=row.id, name=row.name, evenings=row.evenings) for row in rows)


def season_view(store: Store, season: int) -> SeasonView:
    """A season as the host sees it: everything that is confirmed. Raises Refused (`not_found`)."""
    with store.read() as tx:
        return _view(_season(tx, season_row(tx, season), guests=False))


def season_for_guests(store: Store, key: str) -> SeasonView:
    """A season as everybody may see it: what was released. Raises Refused (`not_found`)."""
    with store.read() as tx:
        return _view(_season(tx, _row_of(tx, key), guests=True))


def _row_of(tx: Transaction, key: str) -> Row:
    query = sa.select(schema.seasons).where(schema.seasons.c.key == key)
    return tx.the(query, NotFound("season.unknown", "no such season"))


def _view(found: _Season) -> SeasonView:
    return SeasonView(
        id=found.row.id, key=found.row.key, name=found.row.name, rules=found.rules,
        counting=found.rules.most_counted(len(found.evenings)), evenings=found.evenings, lines=tuple(found.lines()),
        cafe=found.row.cafe_id, guests=found.guests,
    )  # fmt: skip


def person_view(store: Store, season: int, entry: int) -> PersonView:
    """A person of a season, by one of the person's entries. Raises Refused (`not_found`)."""
    with store.read() as tx:
        return _person(_season(tx, season_row(tx, season), guests=False), entry)


def person_for_guests(store: Store, key: str, entry: int) -> PersonView:
    """The same of what was released."""
    with store.read() as tx:
        return _person(_season(tx, _row_of(tx, key), guests=True), entry)


def _person(found: _Season, entry: int) -> PersonView:
    who = found.people.get(entry)
    line = next((line for line in found.lines() if line.line.person == who), None)
    if line is None or who is None:
        raise NotFound("player.unknown", "no such player")
    evenings = []
    for evening, night, rated in zip(found.evenings, found.nights, found.rated, strict=True):
        if who in night.scores:
            score = night.scores[who]
            evenings.append(
                PersonEvening(
                    evening=evening, score=score, brings=brings(score, found.rules.worth),
                    counts=evening.id in line.line.counted, rating=rated.get(who),
                )
            )  # fmt: skip
    return PersonView(name=line.name, entry=line.entry, line=line.line, evenings=tuple(evenings))


# To take along ------------------------------------------------------------------------------------------------------


def export_season(store: Store, season: int) -> str:
    """The league table as CSV. Raises Refused (`not_found`)."""
    view = season_view(store, season)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("place", "name", "points", "evenings", "won", "games", "rating", "deviation"))
    for row in view.lines:
        rated = (row.rating.value, row.rating.deviation) if row.rating is not None else ("", "")
        line = row.line
        writer.writerow((line.place, harmless(row.name), line.points, line.evenings, line.won, line.games, *rated))
    return text.getvalue()


def export_person(store: Store, season: int, entry: int) -> dict[str, Any]:
    """Everything that is kept of a person over a season. Raises Refused (`not_found`)."""
    view = person_view(store, season, entry)
    with store.read() as tx:
        events = [row.id for row in evenings_of(tx, season)]
        mine = [row for row in entries_of(tx, events) if person(row.name) == person(view.name)]
        tables = _tables_of(tx, [row.id for row in mine])
        votes = schema.votes
        said = tx.rows(sa.select(votes).where(votes.c.player_id.in_([row.id for row in mine])))
    return {
        "planisphere_person": 1,
        "season": msgspec.to_builtins(view),
        "entries": [_kept(row._mapping) for row in mine],
        "tables": [msgspec.to_builtins(found) for found in tables],
        "votes": [_kept(row._mapping) for row in said],
    }


def _tables_of(tx: Transaction, entries: Sequence[int]) -> Sequence[SeatingView]:
    seatings, seats = schema.seatings, schema.seats
    sat = sa.select(seats.c.seating_id).where(seats.c.player_id.in_(entries))
    found = seatings_of(tx, seatings.c.id.in_(sat))
    return [
        msgspec.structs.replace(
            view,
            seats=tuple(
                msgspec.structs.replace(seat, name=seat.name if seat.player in entries else "") for seat in view.seats
            ),
            pictures=tuple(
                picture
                for picture in view.pictures
                if picture.name in [seat.name for seat in view.seats if seat.player in entries]
            ),
        )
        for view in found
    ]


def _kept(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row.items() if name != "key"}
