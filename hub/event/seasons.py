"""Seasons: evenings that belong together, how they are added up, and what is erased of a person who wants it.

Raises Refused as `hub.event.evening` does.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.audit import Touched, changing, lock_event, within
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.doors.hosts import digest
from hub.doors.staff import note_deed
from hub.errors import BadValue, NotFound, Refused, unknown
from hub.event.evening import KEY_BYTES, event_row, new_key, recorded_as, seated_names
from hub.event.league import Rules
from hub.event.names import clean_name, folded

MAX_TITLE: Final = 120
CODE_VALID_MS: Final = 7 * 86_400_000
_PLAYERS: Final = schema.players
_TEXTS: Final = {"cases": ("data", "ruling"), "events": ("message",), "games": ("header",), "pictures": ("name",)}
"""Table -> where people's names may stand besides their entry."""
UNNAMED: Final = re.compile(r"Player \d+")
"""Who has no name is nobody that could come again."""


def person(name: str) -> str | None:
    """What the entries of one person have in common over the evenings of a season; None for who has no name."""
    return None if UNNAMED.fullmatch(name) else folded(name)


def create_season(store: Store, name: str, rules: Rules, cafe: int = 1) -> int:
    """A new season of a café; its id."""
    values = _checked(name, rules)
    with store.write() as tx:
        return tx.insert(schema.seasons, **values, key=new_key(), created_at=tx.now, cafe_id=cafe)


def change_season(store: Store, season: int, name: str, rules: Rules) -> None:
    """Another name, or other rules."""
    values = _checked(name, rules)
    with store.write() as tx:
        season_row(tx, season)
        tx.run(sa.update(schema.seasons).where(schema.seasons.c.id == season).values(**values))


def _checked(name: str, rules: Rules) -> dict[str, Any]:
    try:
        msgspec.convert(msgspec.to_builtins(rules), Rules)
    except msgspec.ValidationError as error:
        raise BadValue("season.rules", "rules: {reason}", error) from error
    return {"name": clean_name(name, MAX_TITLE), "rules": msgspec.json.encode(rules).decode()}


def set_season(store: Store, event: int, actor: str, season: int | None, seen: int | None = None) -> None:
    """An evening belongs to a season from now on, or to none."""
    with changing(store, event, actor, "set_season", {"season": season}, seen) as change:
        if season is not None and not takes_part(change.tx, season, event_row(change.tx, event).cafe_id):
            raise unknown("season", season)
        change.update(schema.events, event, season_id=season)


def season_row(tx: Transaction, season: int) -> Row:
    """A season. Raises Refused (`not_found`)."""
    return tx.the(sa.select(schema.seasons).where(schema.seasons.c.id == season), unknown("season", season))


# Several cafés ------------------------------------------------------------------------------------------------------


def takes_part(tx: Transaction, season: int, cafe: int) -> bool:
    """Whether a season is a café's own, or one of another in which it takes part. Raises Refused (`not_found`)."""
    return season_row(tx, season).cafe_id == cafe or cafe in guests_of(tx, season)


def guests_of(tx: Transaction, season: int) -> list[int]:
    """The cafés that take part in the season of another one."""
    there = schema.season_cafes
    rows = tx.rows(sa.select(there.c.cafe_id).where(there.c.season_id == season).order_by(there.c.cafe_id))
    return [row.cafe_id for row in rows]


def invite_cafe(store: Store, season: int) -> str:
    """A code with which the owner of one other café takes part, within a week; an earlier one is worth nothing."""
    code, seasons = secrets.token_urlsafe(KEY_BYTES), schema.seasons
    with store.write() as tx:
        season_row(tx, season)
        values = {"code_hash": digest(code), "code_until": tx.now + CODE_VALID_MS}
        tx.run(sa.update(seasons).where(seasons.c.id == season).values(**values))
    return code


def join_season(store: Store, code: str, cafe: int, actor: str) -> int:
    """A café takes part in the season of that code: its evenings can belong to it from now on; the season's id.

    Raises Refused (`bad_code`).
    """
    seasons = schema.seasons
    with store.write() as tx:
        row = tx.one(sa.select(seasons).where(seasons.c.code_hash == digest(code.strip())).with_for_update())
        if row is None or row.code_until < tx.now or takes_part(tx, row.id, cafe):
            raise Refused("bad_code")
        tx.run(sa.insert(schema.season_cafes).values(season_id=row.id, cafe_id=cafe, joined_at=tx.now))
        tx.run(sa.update(seasons).where(seasons.c.id == row.id).values(code_hash=None, code_until=None))
        _tell(tx, row, cafe, actor, "joined_season")
        return int(row.id)


def leave_season(store: Store, season: int, cafe: int, actor: str) -> None:
    """A café takes part no longer, and neither do its evenings. Raises Refused (`not_found`)."""
    there, events = schema.season_cafes, schema.events
    with store.write() as tx:
        row = season_row(tx, season)
        if cafe not in guests_of(tx, season):
            raise unknown("season", season)
        tx.run(sa.delete(there).where(there.c.season_id == season, there.c.cafe_id == cafe))
        for event in tx.rows(sa.select(events.c.id).where(events.c.season_id == season, events.c.cafe_id == cafe)):
            with within(tx, event.id, actor, "set_season", {"season": None}) as change:
                change.update(events, event.id, season_id=None)
        _tell(tx, row, cafe, actor, "left_season")


def _tell(tx: Transaction, season: Row, cafe: int, actor: str, verb: str) -> None:
    """Note it where the owners of both cafés see it."""
    for one in (season.cafe_id, cafe):
        note_deed(tx, one, actor, verb, season.name)


def evenings_of(tx: Transaction, season: int) -> Sequence[Row]:
    """The evenings of a season, the first one first."""
    events = schema.events
    return tx.rows(sa.select(events).where(events.c.season_id == season).order_by(events.c.created_at, events.c.id))


def entries_of(tx: Transaction, evenings: Collection[int]) -> Sequence[Row]:
    """The players of these evenings, but those who have become part of another entry."""
    players = schema.players
    wanted = sa.and_(players.c.event_id.in_(evenings), players.c.state != "merged")
    return tx.rows(sa.select(players).where(wanted).order_by(players.c.event_id.desc(), players.c.number))


# Erasing a person ---------------------------------------------------------------------------------------------------


def forget(store: Store, season: int, actor: str, name: str, cafe: int | None = None) -> int:
    """Erase a person from all evenings of a season (`cafe`: only from that café's): in how many that was. It cannot be
    undone.

    Everywhere the name stood - entries, records, the log of changes, questions - "Player N" stands from now on, each
    evening by itself, and the person's own page has another address. Results stay, as somebody's.
    Raises Refused (`not_found`).
    """
    wanted = person(name)
    with store.write() as tx:
        season_row(tx, season)
        evenings = [row.id for row in evenings_of(tx, season) if cafe in (None, row.cafe_id)]
        mine = [row for row in _all_entries(tx, evenings) if wanted is not None and person(row.name) == wanted]
        if not mine:
            raise NotFound("player.unknown", "no such player")
        for row in mine:
            lock_event(tx, row.event_id)
            _forget_entry(tx, row, actor)
        return len({row.event_id for row in mine})


def _all_entries(tx: Transaction, evenings: Collection[int]) -> Sequence[Row]:
    return tx.rows(sa.select(schema.players).where(schema.players.c.event_id.in_(evenings)))


class _Eraser:
    """Puts another name, and another address of the page, where those of one entry stand."""

    def __init__(self, tx: Transaction, row: Row) -> None:
        others = tx.rows(sa.select(_PLAYERS.c.name).where(_PLAYERS.c.event_id == row.event_id, _PLAYERS.c.id != row.id))
        taken = {found.name for found in others}
        self.row, self.key = row, new_key()
        self.alias = next(name for n in range(row.number, 10**6) if (name := f"Player {n}") not in taken)
        log = tx.rows(sa.select(schema.audit.c.rows).where(schema.audit.c.event_id == row.event_id))
        names = {row.name, *(name for found in log for name in self._names_in(found.rows))}
        named = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._named = re.compile(rf"(?<!\w)(?:{named})(?!\w)", re.IGNORECASE)

    def _names_in(self, rows: str) -> Iterator[str]:
        """What the entry was called before."""
        for touched in msgspec.json.decode(rows, type=list[Touched]):
            if self._is_entry(touched):
                yield from (values["name"] for values in (touched.before, touched.after) if values is not None)

    def _is_entry(self, touched: Touched) -> bool:
        return touched.table == "players" and touched.key == {"id": self.row.id}

    def text(self, said: str) -> str:
        """A text without the name."""
        return self._named.sub(self.alias, said)

    def rows(self, rows: str) -> str:
        """Rows of the log without it, so that an undo still knows them."""
        found = msgspec.json.decode(rows, type=list[Touched])
        return msgspec.json.encode([self._touched(touched) for touched in found]).decode()

    def _touched(self, touched: Touched) -> Touched:
        def erased(values: dict[str, Any] | None) -> dict[str, Any] | None:
            if values is None:
                return None
            if self._is_entry(touched):
                plain = {"name": self.alias, "key": self.key, "club": ""}
                return {**values, **{name: value for name, value in plain.items() if name in values}}
            return {k: self.text(v) if k in _TEXTS.get(touched.table, ()) else v for k, v in values.items()}

        return msgspec.structs.replace(touched, before=erased(touched.before), after=erased(touched.after))


def _forget_entry(tx: Transaction, row: Row, actor: str) -> None:
    eraser, log = _Eraser(tx, row), schema.audit
    _forget_in_records(tx, row, eraser.alias)
    for found in tx.rows(sa.select(log).where(log.c.event_id == row.event_id)):
        values = {"detail": eraser.text(found.detail), "rows": eraser.rows(found.rows)}
        tx.run(sa.update(log).where(log.c.id == found.id).values(**values))
    for name in ("cases", "events", "pictures"):
        table = schema.metadata.tables[name]
        of_event = table.c.id if name == "events" else table.c.event_id
        for found in tx.rows(sa.select(table).where(of_event == row.event_id)):
            values = {column: eraser.text(getattr(found, column)) for column in _TEXTS[name]}
            tx.run(sa.update(table).where(table.c.id == found.id).values(**values))
    tx.run(sa.update(_PLAYERS).where(_PLAYERS.c.id == row.id).values(name=eraser.alias, key=eraser.key, club=""))
    detail = msgspec.json.encode({"name": eraser.alias}).decode()
    tx.insert(log, event_id=row.event_id, at=tx.now, actor=actor[:80], verb="forget", detail=detail)
    events = schema.events
    tx.run(sa.update(events).where(events.c.id == row.event_id).values(version=events.c.version + 1))
    tx.publish(Change("event", row.event_id, row.event_id))


def _forget_in_records(tx: Transaction, row: Row, alias: str) -> None:
    """In the headers of the games the person sat at, and of those that nobody could be given to."""
    games, seats, cases = schema.games, schema.seats, schema.cases
    sat = sa.select(seats.c.seating_id).where(seats.c.player_id == row.id)
    asked = sa.select(cases.c.game_id).where(cases.c.event_id == row.event_id, cases.c.game_id.is_not(None))
    for game in tx.rows(sa.select(games).where(sa.or_(games.c.seating_id.in_(sat), games.c.id.in_(asked)))):
        header = msgspec.json.decode(game.header)
        names = list(header.get("players", ()))
        seated = seated_names(tx, game.seating_id) if game.seating_id is not None else {}
        places = recorded_as(names, list(seated.values())) if row.id in seated else None
        mine = [places[list(seated).index(row.id)]] if places is not None else []
        mine += [n for n, name in enumerate(names) if person(name) == person(row.name)]
        if mine:
            header["players"] = [alias if n in mine else name for n, name in enumerate(names)]
            changed = msgspec.json.encode(header).decode()
            tx.run(sa.update(games).where(games.c.id == game.id).values(header=changed))
