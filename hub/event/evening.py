"""An evening: its game, places, players and the tables that stand at its places. Every function is one change that is
written down and can be undone (`hub.database.audit`); `seen` is the version the actor looked at.

Raises Refused with a stable code: `bad_value`, `not_found`, `not_now`, `stale`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from msgspec.inspect import Field, IntType, LiteralType, StructType, type_info

from engines.errors import BadInput
from engines.registry import OTHER, game_class
from hub.database import schema
from hub.database.audit import Changing, changing
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.errors import BadValue, NotNow, Refused, TooMany, unknown
from hub.event import described
from hub.event.names import Taken, clean_name, folded
from hub.event.standings import WIN, Scheme

System: TypeAlias = Literal["swiss", "round_robin", "groups", "free"]
Confirm: TypeAlias = Literal["all", "one", "none"]
"""Who must agree to a table's result: everybody at it, one of them, or nobody (the record says it)."""
Live: TypeAlias = Literal["scores", "progress"]
"""What the big screen shows of a game in progress: the points as they stand, or only how far it is."""
BEFORE: Final = ("draft", "planned")
"""States of a round that has not begun: only the host sees a draft."""
MIN_SHORTENED_NAME: Final = 10
"""The fewest letters that a table leaves of a name it has shortened."""
MAX_ROUNDS: Final = 1_000
MAX_MINUTES: Final = 1_440
MAX_PLAYERS: Final = 2_000
MAX_WAITING: Final = 200
"""Players who may wait at once for the host to let them in."""
MAX_SEED: Final = 10_000
MAX_PENALTY: Final = 10_000
MAX_MESSAGE: Final = 200
MAX_PLACES: Final = 500
KEY_BYTES: Final = 16
PACK: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What a pack may be called: as its file is."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What an evening is to be. `game` "other": any game, which `options` describe (`hub.event.described`)."""

    name: str
    game: str
    pack: str = "house"
    options: dict[str, Any] = {}
    system: System = "swiss"
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    """Players at a table, at most; where numbers do not fit, tables have fewer, but at least `seats_min`."""
    seats_min: Annotated[int, Meta(ge=1, le=8)] = 2
    rounds: Annotated[int, Meta(ge=0, le=100)] = 3
    minutes: Annotated[int, Meta(ge=0, le=MAX_MINUTES)] = 60
    """A round's length; 0: no timer."""
    places: Annotated[int, Meta(ge=1, le=MAX_PLACES)] = 1
    confirm: Confirm = "one"
    bye_points: Annotated[int, Meta(ge=0, le=100)] = WIN
    live: Live = "progress"
    scheme: Scheme = "shared"
    """What a game is worth in the standings."""
    group_size: Annotated[int, Meta(ge=3, le=16)] = 4
    """Players in a group, at most, where the system is `groups`."""
    aids: bool = False
    """Whether tables may say what turns could have scored, and play with handicaps."""


_PLAN = type_info(Plan)
assert isinstance(_PLAN, StructType)
_SETTINGS: Final = _PLAN.fields


def create_event(store: Store, actor: str, plan: Plan, cafe: int = 1) -> int:
    """A new evening of a café with its places 1 to `places`; its id. Raises Refused (`bad_value`)."""
    values = _checked(plan)
    with store.write() as tx:
        event = tx.insert(
            schema.events, **values, state="open", released=0, key=new_key(), version=0, created_at=tx.now,
            cafe_id=cafe,
        )  # fmt: skip
        tx.publish(Change("event", event, event))
        for number in range(1, plan.places + 1):
            tx.insert(schema.places, event_id=event, number=number, state="ready")
        _note_beginning(tx, event, actor, plan)
        return event


def _note_beginning(tx: Transaction, event: int, actor: str, plan: Plan) -> None:
    detail = msgspec.json.encode({"name": plan.name}).decode()
    tx.insert(schema.audit, event_id=event, at=tx.now, actor=actor[:80], verb="create_event", detail=detail)


def _checked(plan: Plan) -> dict[str, Any]:
    """The columns of an event. Raises Refused (`bad_value`) naming the field."""
    for setting in _SETTINGS:
        _check_setting(setting, getattr(plan, setting.name))
    options = _checked_options(plan)
    if not PACK.fullmatch(plan.pack):
        raise BadValue("evening.pack", "pack {pack!r}: expected the name of a pack", plan.pack[:40])
    if not plan.seats_min <= plan.seats:
        counts = plan.seats_min, plan.seats
        raise BadValue("evening.seats_min", "seats_min {least}: expected at most seats ({most})", *counts)
    values: dict[str, Any] = msgspec.to_builtins(plan)
    del values["places"]
    return {**values, "name": clean_name(plan.name, 120), "options": msgspec.json.encode(options).decode()}


def _checked_options(plan: Plan) -> Any:
    """The options of a game that an engine knows, else its description. Raises Refused (`bad_value`)."""
    if plan.game == OTHER:
        game = described.checked(plan.options)
        if plan.scheme == "totals" and game.lowest:
            raise BadValue("evening.scheme", "totals: only where most points win")
        return game
    try:
        rules = game_class(plan.game)
    except BadInput as error:
        raise Refused("bad_value", error.finding) from error
    try:
        msgspec.convert(plan.options, rules.options_type)
    except (BadInput, msgspec.ValidationError) as error:
        raise BadValue("evening.options", "options: {reason}", error) from error
    if plan.seats > rules.max_players or plan.seats_min < rules.min_players:
        bounds = plan.seats_min, plan.seats, plan.game, rules.min_players, rules.max_players
        raise BadValue(
            "evening.seats", "seats {seats_min} to {seats}: {game} is for {least} to {most} players", *bounds
        )
    return plan.options


def _check_setting(setting: Field, value: Any) -> None:
    """Raises Refused (`bad_value`) for a number that is not in a setting's range, or none of its words."""
    match setting.type:
        case IntType(ge=int() as least, le=int() as most):
            _check_range(setting.name, value, least, most)
        case LiteralType(values=known) if value not in known:
            words = setting.name, value, ", ".join(map(str, known))
            raise BadValue("evening.setting_word", "{setting} {value!r}: expected one of {known}", *words)


def _check_range(setting: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        bounds = setting, value, least, most
        raise BadValue("evening.setting_range", "{setting} {value}: expected {least} to {most}", *bounds)


def change_event(store: Store, event: int, actor: str, plan: Plan, seen: int | None = None) -> None:
    """Give an evening other settings; game and seats only before its first round."""
    values = _checked(plan)
    with changing(store, event, actor, "change_event", {"name": plan.name}, seen) as change:
        row = event_row(change.tx, event)
        begun = change.tx.one(sa.select(schema.seatings.c.id).where(schema.seatings.c.event_id == event)) is not None
        fixed = ("game", "pack", "options", "system")
        if begun and any(values[name] != getattr(row, name) for name in fixed):
            raise NotNow("evening.seated", "game, pack, options and system stay as they are once tables are seated")
        change.update(schema.events, event, **values)
        _set_places(change, event, plan.places)


def _set_places(change: Changing, event: int, count: int) -> None:
    for number, place in _with_places(change, event, count).items():
        used = change.tx.one(sa.select(schema.seatings.c.id).where(schema.seatings.c.place_id == place))
        if number > count and used is None:
            change.delete(schema.places, place)


def add_places(store: Store, event: int, actor: str, count: int, seen: int | None = None) -> None:
    """Have so many places at least."""
    _check_range("places", count, 1, MAX_PLACES)
    with changing(store, event, actor, "add_places", {"places": count}, seen) as change:
        event_row(change.tx, event)
        _with_places(change, event, count)


def _with_places(change: Changing, event: int, count: int) -> dict[int, int]:
    """Have so many places at least; number -> id of those that were there."""
    rows = change.tx.rows(sa.select(schema.places).where(schema.places.c.event_id == event))
    known = {row.number: row.id for row in rows}
    for number in range(1, count + 1):
        if number not in known:
            change.add(schema.places, event_id=event, number=number, state="ready")
    return known


def end_event(store: Store, event: int, actor: str, seen: int | None = None) -> None:
    """Close an evening: everything is released, tables are free for another."""
    with changing(store, event, actor, "end_event", None, seen) as change:
        last = change.tx.one(sa.select(sa.func.max(schema.rounds.c.number)).where(schema.rounds.c.event_id == event))
        change.update(schema.events, event, state="ended", released=max(1, (last[0] or 0) if last else 0))


def release(store: Store, event: int, actor: str, rounds: int, seen: int | None = None) -> None:
    """Show the results of the first `rounds` rounds to everybody; fewer than before takes them back.

    Free play has one: 1 shows the leaderboard, 0 holds it back.
    """
    if not 0 <= rounds <= MAX_ROUNDS:
        raise BadValue("evening.rounds_released", "rounds {rounds}: expected 0 to {most}", rounds, MAX_ROUNDS)
    with changing(store, event, actor, "release", {"rounds": rounds}, seen) as change:
        change.update(schema.events, event, released=rounds)


# Players ------------------------------------------------------------------------------------------------------------


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody to be registered. `club`: whose members meet as late as can be; `seed`: 1 is the strongest."""

    name: str
    club: str = ""
    seed: int | None = None


def add_players(
    store: Store,
    event: int,
    actor: str,
    names: Sequence[str | Entry],
    seen: int | None = None,
    *,
    waiting: bool = False,
) -> list[int]:
    """Register players; those who come late play from the next round on. An empty name is "Player N". Their ids.

    `waiting`: they play once the host lets them in.
    """
    entries = [Entry(name=given) if isinstance(given, str) else given for given in names]
    told = [entry.name for entry in entries[:20]]
    with changing(store, event, actor, "add_players", {"names": told}, seen) as change:
        known = change.tx.rows(sa.select(schema.players).where(schema.players.c.event_id == event))
        if len(known) + len(names) > MAX_PLAYERS:
            raise TooMany("evening.players", "an evening has at most {most} players", MAX_PLAYERS)
        if waiting and sum(row.state == "waiting" for row in known) + len(names) > MAX_WAITING:
            raise TooMany("evening.waiting", "{most} players wait for the host already", MAX_WAITING)
        taken = Taken(row.name for row in known)
        number = max((row.number for row in known), default=0)
        since = next_round(change.tx, event)
        found = []
        for entry in entries:
            number += 1
            name = clean_name(entry.name) if entry.name.strip() else f"Player {number}"
            if name in taken:
                raise BadValue("player.name_taken", "there is a player {name!r} already", name)
            taken.add(name)
            row = {"event_id": event, "number": number, "name": name, "key": new_key(), "since": since}
            row |= {"state": "waiting" if waiting else "here", **_of_player(entry.club, entry.seed)}
            found.append(change.add(schema.players, **row))
        return found


def _of_player(club: str, seed: int | None) -> dict[str, Any]:
    if seed is not None:
        _check_range("seed", seed, 1, MAX_SEED)
    return {"club": clean_name(club) if club.strip() else "", "seed": seed}


def set_player(
    store: Store,
    event: int,
    actor: str,
    player: int,
    club: str,
    seed: int | None,
    penalty: int,
    seen: int | None = None,
) -> None:
    """A player's club and seed, and the points that the host takes away (0: none)."""
    values = _of_player(club, seed)
    _check_range("penalty", penalty, 0, MAX_PENALTY)
    with changing(store, event, actor, "set_player", {"player": player, "penalty": penalty}, seen) as change:
        change.detail["name"] = player_row(change.tx, event, player).name
        change.update(schema.players, player, **values, penalty=penalty)


def call_in(store: Store, event: int, actor: str, seen: int | None = None) -> None:
    """Before the first round: everybody has to check in, on the own phone or with the host.

    Raises Refused (`not_now`) once tables are seated.
    """
    with changing(store, event, actor, "call_in", None, seen) as change:
        if change.tx.one(sa.select(schema.seatings.c.id).where(schema.seatings.c.event_id == event)) is not None:
            raise NotNow("players.seated", "tables are seated already")
        players = schema.players
        here = sa.and_(players.c.event_id == event, players.c.state == "here")
        for row in change.tx.rows(sa.select(players.c.id).where(here)):
            change.update(players, row.id, state="expected")


def check_in(store: Store, event: int, actor: str, player: int) -> None:
    """A player says to be here; nothing changes for who is."""
    with changing(store, event, actor, "check_in", None) as change:
        row = player_row(change.tx, event, player)
        change.detail["names"] = [row.name]
        if row.state == "expected":
            change.update(schema.players, player, state="here", since=next_round(change.tx, event))


def set_joining(
    store: Store, event: int, actor: str, allowed: bool, approving: bool = False, seen: int | None = None
) -> None:
    """Let players register themselves with the QR code of the evening, or no longer.

    `approving`: they play once the host lets them in.
    """
    with changing(
        store, event, actor, ("let_ask" if approving else "let_join") if allowed else "no_joining", None, seen
    ) as change:
        change.update(schema.events, event, joining=allowed, approving=allowed and approving)


def let_in(store: Store, event: int, actor: str, players: Sequence[int], seen: int | None = None) -> None:
    """Players who have waited for it, or are expected, play from the next round on."""
    with changing(store, event, actor, "let_in", None, seen) as change:
        since, names = next_round(change.tx, event), []
        for player in dict.fromkeys(players):
            row = player_row(change.tx, event, player)
            if row.state not in ("waiting", "expected"):
                raise NotNow("player.not_waiting", "{name!r} does not wait", row.name)
            change.update(schema.players, player, state="here", since=since)
            names.append(row.name)
        change.detail["names"] = names[:20]


def merge_players(store: Store, event: int, actor: str, one: int, other: int, seen: int | None = None) -> None:
    """Somebody is registered twice: the entry with the lower number stays, with the seats and pages of both.

    Raises Refused (`not_now`) where both have sat at one table: they are two people.
    """
    with changing(store, event, actor, "merge_players", None, seen) as change:
        rows = sorted((player_row(change.tx, event, player) for player in (one, other)), key=lambda row: row.number)
        kept, gone = rows
        change.detail["names"] = [row.name for row in rows]
        if kept.id == gone.id:
            raise BadValue("swap.two", "{count} players: expected two", 1)
        seats, votes = schema.seats, schema.votes
        places = [change.tx.rows(sa.select(seats).where(seats.c.player_id == row.id)) for row in rows]
        if {seat.seating_id for seat in places[0]} & {seat.seating_id for seat in places[1]}:
            names = kept.name, gone.name
            raise NotNow("player.both_sat", "{one!r} and {other!r} have sat at one table", *names)
        for seat in places[1]:
            change.update(seats, {"seating_id": seat.seating_id, "seat": seat.seat}, player_id=kept.id)
        for vote in change.tx.rows(sa.select(votes).where(votes.c.player_id == gone.id)):
            change.delete(votes, {"result_id": vote.result_id, "player_id": gone.id})
            change.insert(votes, result_id=vote.result_id, player_id=kept.id, agrees=vote.agrees, at=vote.at)
        change.update(schema.players, kept.id, since=min(kept.since, gone.since))
        change.update(schema.players, gone.id, state="merged", same_as=kept.id, until=0)


def say(store: Store, event: int, actor: str, message: str, seen: int | None = None) -> None:
    """What every phone and every big screen shows above all else, until it is taken away (an empty text)."""
    text = clean_name(message, MAX_MESSAGE) if message.strip() else ""
    with changing(store, event, actor, "say", {"message": text}, seen) as change:
        change.update(schema.events, event, message=text)


def rename_player(store: Store, event: int, actor: str, player: int, name: str, seen: int | None = None) -> None:
    """Give a player another name."""
    name = clean_name(name)
    with changing(store, event, actor, "rename_player", {"player": player, "name": name}, seen) as change:
        row = player_row(change.tx, event, player)
        others = change.tx.rows(sa.select(schema.players.c.name).where(schema.players.c.event_id == event))
        if name in Taken(other.name for other in others if other.name != row.name):
            raise BadValue("player.name_taken", "there is a player {name!r} already", name)
        change.update(schema.players, player, name=name)


def remove_players(store: Store, event: int, actor: str, players: Sequence[int], seen: int | None = None) -> None:
    """Take players off the list, many at once: who had a seat drops out instead."""
    with changing(store, event, actor, "remove_players", None, seen) as change:
        names = []
        for player in dict.fromkeys(players):
            row, seats = player_row(change.tx, event, player), schema.seats
            names.append(row.name)
            if change.tx.one(sa.select(seats.c.seat).where(seats.c.player_id == player)) is None:
                change.delete(schema.players, player)
            else:
                change.update(schema.players, player, until=next_round(change.tx, event) - 1)
        change.detail["names"] = names[:20]


def drop_out(store: Store, event: int, actor: str, player: int, seen: int | None = None) -> None:
    """A player goes home: no seat from the next round on; what was played counts."""
    with changing(store, event, actor, "drop_out", {"player": player}, seen) as change:
        player_row(change.tx, event, player)
        change.update(schema.players, player, until=next_round(change.tx, event) - 1)


def come_back(store: Store, event: int, actor: str, player: int, seen: int | None = None) -> None:
    """A player who dropped out is there again from the next round on."""
    with changing(store, event, actor, "come_back", {"player": player}, seen) as change:
        player_row(change.tx, event, player)
        change.update(schema.players, player, until=None)


# Places -------------------------------------------------------------------------------------------------------------


def set_table(store: Store, event: int, actor: str, place: int, table: int | None, seen: int | None = None) -> None:
    """Which paired table stands at a place (None: none, the place plays on paper). It leaves every other place."""
    with changing(store, event, actor, "set_table", {"place": place, "table": table}, seen) as change:
        put_table(change, event, place, table)


def put_table(change: Changing, event: int, place: int, table: int | None) -> None:
    """The same as part of a change."""
    place_row(change.tx, event, place)
    if table is not None:
        row = change.tx.one(sa.select(schema.tables).where(schema.tables.c.id == table))
        if row is None or row.retired_at is not None or row.cafe_id != event_row(change.tx, event).cafe_id:
            raise unknown("table", table)
        held = sa.select(schema.places.c.id).where(schema.places.c.table_id == table, schema.places.c.id != place)
        for other in change.tx.rows(held):
            change.update(schema.places, other.id, table_id=None)
        change.tx.publish(Change("table", table, event))
    change.update(schema.places, place, table_id=table, state="ready")


def set_dead(store: Store, event: int, actor: str, place: int, dead: bool = True, seen: int | None = None) -> None:
    """A place is out of use (or again in use): no seating is given to it; what was played there stays."""
    with changing(store, event, actor, "dead_place" if dead else "place_back", {"place": place}, seen) as change:
        place_row(change.tx, event, place)
        change.update(schema.places, place, state="dead" if dead else "ready")


# Rows ---------------------------------------------------------------------------------------------------------------


def event_row(tx: Transaction, event: int) -> Row:
    """An evening. Raises Refused (`not_found`)."""
    return tx.the(sa.select(schema.events).where(schema.events.c.id == event), unknown("event", event))


def player_row(tx: Transaction, event: int, player: int) -> Row:
    """A player of that evening. Raises Refused (`not_found`)."""
    players = schema.players
    query = sa.select(players).where(
        players.c.id == player, players.c.event_id == event, players.c.state != "merged"
    )  # fmt: skip
    return tx.the(query, unknown("player", player))


def place_row(tx: Transaction, event: int, place: int) -> Row:
    """A place of that evening. Raises Refused (`not_found`)."""
    places = schema.places
    return tx.the(sa.select(places).where(places.c.id == place, places.c.event_id == event), unknown("place", place))


def seating_row(tx: Transaction, event: int, seating: int) -> Row:
    """A seating of that evening. Raises Refused (`not_found`)."""
    seatings = schema.seatings
    query = sa.select(seatings).where(seatings.c.id == seating, seatings.c.event_id == event)
    return tx.the(query, unknown("seating", seating))


def next_round(tx: Transaction, event: int) -> int:
    """The number of the round that is not begun yet: a draft, one planned, or the one after the last."""
    rounds = schema.rounds
    last = tx.one(
        sa.select(sa.func.max(rounds.c.number)).where(rounds.c.event_id == event, rounds.c.state.not_in(BEFORE))
    )
    return 1 + ((last[0] or 0) if last else 0)


def seated_names(tx: Transaction, seating: int) -> dict[int, str]:
    """Player id -> name of a seating, in seat order."""
    seats, players = schema.seats, schema.players
    query = (
        sa.select(players.c.id, players.c.name)
        .select_from(seats.join(players))
        .where(seats.c.seating_id == seating)
        .order_by(seats.c.seat)
    )
    return {row.id: row.name for row in tx.rows(query)}


# Words --------------------------------------------------------------------------------------------------------------


def new_key() -> str:
    """Part of an address that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def recorded_as(recorded: Sequence[str], seated: Sequence[str]) -> list[int] | None:
    """For each of those who are seated, which name of a record is theirs; None unless everybody has one of their own.

    Tables have room for fourteen letters: a longer name may be there with its beginning only.
    """
    if len(recorded) != len(seated):
        return None
    known = [folded(name) for name in recorded]
    found = [_place_of(folded(name), known) for name in seated]
    places = [place for place in found if place is not None]
    return places if len(set(places)) == len(seated) else None


def registered_as(recorded: Sequence[str], registered: Sequence[str]) -> list[str]:
    """Those of the registered names that a record's names mean, in the record's order; fewer where one is unknown."""
    found = []
    for name in recorded:
        short = folded(name)
        same = [known for known in registered if folded(known) == short]
        begin = [known for known in registered if len(short) >= MIN_SHORTENED_NAME and folded(known).startswith(short)]
        found += same or (begin if len(begin) == 1 else [])
    return found


def _place_of(name: str, known: Sequence[str]) -> int | None:
    if name in known:
        return known.index(name)
    begin = [place for place, short in enumerate(known) if len(short) >= MIN_SHORTENED_NAME and name.startswith(short)]
    return begin[0] if len(begin) == 1 else None
