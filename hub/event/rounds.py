"""Rounds of an evening: who sits where, the timer, and what changes in between.

Raises Refused as `hub.event.evening` does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from random import Random

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.audit import Changing, changing
from hub.database.store import Row, Store, Transaction
from hub.errors import BadValue, NotNow, unknown
from hub.event import groups
from hub.event.evening import (
    BEFORE,
    MAX_MINUTES,
    event_row,
    next_round,
    place_row,
    player_row,
    recorded_as,
    seated_names,
    seating_row,
)
from hub.event.results import outcomes
from hub.event.seating import Past, Seated, Seating, pair, round_robin_pairs, seat_round, spread, table_sizes
from hub.event.standings import WIN, Finals, Scheme, Standing, standings


def plan_round(
    store: Store, event: int, actor: str, *, anyway: bool = False, draft: bool = False, seen: int | None = None
) -> int:
    """Seat the next round (drawn anew, where it is planned and not begun); its id.

    `draft`: for the host alone to look at, until `publish_round` or its start.
    Raises Refused (`not_now`) while a round runs, and unless `anyway` where results of earlier rounds are missing.
    """
    with changing(store, event, actor, "plan_round", None, seen) as change:
        row, number = event_row(change.tx, event), next_round(change.tx, event)
        change.detail["round"] = number
        _may_plan(change.tx, row, number, anyway)
        round_id = _emptied_round(change, row, number, "draft" if draft else "planned")
        players = _present(change.tx, event, number)
        if len(players) < row.seats_min:
            raise NotNow(
                "round.players", "{count} players are here, a table needs {least}", len(players), row.seats_min
            )
        _seat(change, row, round_id, number, players)
        return round_id


def _may_plan(tx: Transaction, event: Row, number: int, anyway: bool) -> None:
    if event.system == "free":
        raise NotNow("round.free_play", "free play has no rounds")
    if event.state == "ended":
        raise NotNow("evening.over", "the evening is over")
    rounds, seatings = schema.rounds, schema.seatings
    of_event = rounds.c.event_id == event.id
    running = tx.one(sa.select(rounds.c.number).where(of_event, rounds.c.state == "running"))
    if running is not None:
        raise NotNow("round.still_running", "round {number} is still running", running.number)
    open_ = sa.select(rounds.c.number).select_from(seatings.join(rounds)).where(
        of_event, rounds.c.number < number, seatings.c.state.in_(("open", "proposed"))
    )  # fmt: skip
    missing = tx.rows(open_)
    if missing and not anyway:
        raise NotNow(
            "round.results_missing", "{count} results of earlier rounds are missing or not confirmed", len(missing)
        )


def _emptied_round(change: Changing, event: Row, number: int, state: str) -> int:
    """The planned round without its seatings but those that are kept; made where there is none.

    A table that did not wait for the round to begin is kept from now on.
    """
    rounds, seatings, seats = schema.rounds, schema.seatings, schema.seats
    row = change.tx.one(sa.select(rounds).where(rounds.c.event_id == event.id, rounds.c.number == number))
    if row is None:
        values = {"event_id": event.id, "number": number, "state": state, "minutes": event.minutes}
        return change.add(rounds, **values)
    drawn = sa.select(seatings.c.id).where(seatings.c.round_id == row.id, seatings.c.kept.is_(False))
    played = _played(change.tx, drawn)
    for seating in change.tx.rows(drawn):
        if seating.id in played:
            change.update(seatings, seating.id, kept=True)
            continue
        for seat in change.tx.rows(sa.select(seats).where(seats.c.seating_id == seating.id)):
            change.delete(seats, {"seating_id": seating.id, "seat": seat.seat})
        change.delete(seatings, seating.id)
    change.update(rounds, row.id, state=state)
    return int(row.id)


def _played(tx: Transaction, seatings: sa.Select[tuple[int]]) -> set[int]:
    """Those of these seatings of which something came: a game, a result, a question."""
    of = (schema.games.c.seating_id, schema.results.c.seating_id, schema.cases.c.seating_id)
    return {seating for column in of for (seating,) in tx.rows(sa.select(column).where(column.in_(seatings)))}


def _present(tx: Transaction, event: int, number: int) -> list[Row]:
    players = schema.players
    query = sa.select(players).where(
        players.c.event_id == event,
        players.c.state == "here",
        players.c.since <= number,
        sa.or_(players.c.until.is_(None), players.c.until >= number),
    )
    return list(tx.rows(query.order_by(players.c.number)))


def _seat(change: Changing, event: Row, round_id: int, number: int, players: list[Row]) -> None:
    tx = change.tx
    kept, used = _kept(tx, round_id)
    places = [place for place in _ready_places(tx, event.id) if place not in used]
    players = [row for row in players if row.id not in kept]
    if not players:
        return
    order = [row.id for row in players]
    Random(f"{event.key}:{number}:{event.version}").shuffle(order)
    past = _with_clubs(past_of(tx, event.id), players)
    if groups.are_played(event, number):
        found = _within_groups(change, event, order, past, number, players, len(places))
    elif event.system in ("swiss", groups.SYSTEM):
        done = outcomes(tx, event.id, provisional=True)
        byes, finals = byes_of(tx, event.id), finals_of(event, players)
        lines = standings(order, done, byes, event.bye_points, event.scheme, finals, penalties_of(players))
        score = {line.player: _strength(line, event.scheme) for line in lines}
        order.sort(key=lambda player: -score[player])
        pairs = None
        if number == 1 and not kept and any(row.seed is not None for row in players):
            seeds = {row.id: row.seed if row.seed is not None else len(players) + row.number for row in players}
            _write_seating(change, event.id, round_id, _by_seeds(event, seeds, past, len(places)), places)
            return
        cuts = groups.cuts_of(event)
        if number in cuts and event.seats == 2 and len(order) % 2 == 0:
            # Who comes out of one group should not meet again at once; elsewhere only the standings say who meets whom.
            drawn = {row.id: row.pool for row in players} if groups.are_played(event, number - 1) else {}
            pairs = groups.first_against_last([line.player for line in lines], drawn, past.met if drawn else {})
        found = seat_round(
            order, score, past, seats=event.seats, least=event.seats_min, tables=len(places), groups=pairs
        )  # fmt: skip
    else:
        found = _everybody_meets(event, order, past, number, players, len(places))
    _write_seating(change, event.id, round_id, found, places)


def _kept(tx: Transaction, round_id: int) -> tuple[set[int], set[int]]:
    """Players and places of the tables of a draft that stay."""
    seatings, seats = schema.seatings, schema.seats
    rows = tx.rows(
        sa.select(seats.c.player_id, seatings.c.place_id)
        .select_from(seats.join(seatings))
        .where(seatings.c.round_id == round_id, seatings.c.kept.is_(True))
    )
    return {row.player_id for row in rows}, {row.place_id for row in rows}


def _with_clubs(past: Past, players: Sequence[Row]) -> Past:
    """Who is of one club meets as unwillingly as those who have met already."""
    clubs: dict[str, list[int]] = defaultdict(list)
    for row in players:
        if row.club:
            clubs[row.club.casefold()].append(row.id)
    mates = Counter(pair(a, b) for club in clubs.values() for a, b in combinations(club, 2))
    return msgspec.structs.replace(past, met=Counter(past.met) + mates) if mates else past


def _by_seeds(event: Row, seeds: dict[int, int], past: Past, places: int) -> Seating:
    """The first round of seeded players: at every table one of the best, one of the next, and so on."""
    order = sorted(seeds, key=lambda player: seeds[player])
    sizes, byes = table_sizes(len(order), event.seats, event.seats_min, places)
    playing = order[: len(order) - byes]
    groups = spread(playing, sizes, past.met)
    return seat_round(order, {}, past, seats=event.seats, least=event.seats_min, tables=places, groups=groups)


def _strength(line: Standing, scheme: Scheme) -> int:
    """How strong a player has been, so that equals meet."""
    return WIN * line.wins if scheme == "wins" else line.points


def _everybody_meets(event: Row, order: list[int], past: Past, number: int, players: list[Row], places: int) -> Seating:
    """Round robin: the circle method while nobody came late and nobody has sat with its partner; else by rematches."""
    least, most = event.seats_min, event.seats
    if most == 2 and -(-len(players) // 2) <= places:
        circle = round_robin_pairs(sorted(order), number)
        pairs = [(a, b) for a, b in circle if a is not None and b is not None]
        if not any(past.met.get(pair(a, b)) for a, b in pairs):
            alone = [a if b is None else b for a, b in circle if a is None or b is None]
            sat = [player for player in order if player not in alone]
            return _with_byes(seat_round(sat, {}, past, seats=2, least=2, groups=pairs), alone)
    return seat_round(order, {}, past, seats=most, least=least, tables=places)


def _within_groups(
    change: Changing, event: Row, order: list[int], past: Past, number: int, players: list[Row], places: int
) -> Seating:
    """Everybody plays within the own group. Groups are drawn with the first round; who comes late joins a small one."""
    rows = {row.id: row for row in players}
    of = _grouped(change, event, order, past, number, rows)
    tables: list[Seated] = []
    byes: list[int] = []
    for group in sorted(set(of.values())):
        mine = [player for player in order if of[player] == group]
        found = _everybody_meets(event, mine, past, number, [rows[player] for player in mine], places - len(tables))
        tables += found.tables
        byes += found.byes
    return Seating(tuple(tables), tuple(byes))


def _grouped(
    change: Changing, event: Row, order: Sequence[int], past: Past, number: int, rows: dict[int, Row]
) -> dict[int, int]:
    """Player -> group, of everybody who is to be seated."""
    held = {row.id: row.pool for row in _present(change.tx, event.id, number) if row.pool is not None}
    if number == 1:
        held = {player: group for player, group in held.items() if player not in rows}
    new = [player for player in order if player not in held]
    new.sort(key=lambda player: (rows[player].seed is None, rows[player].seed or 0))
    count = groups.how_many(len(held) + len(new), event.group_size) if number == 1 else 1
    of = groups.share_out(new, held, count, past.met)
    for player in new:
        change.update(schema.players, player, pool=of[player])
    return {player: of[player] for player in order}


def _with_byes(found: Seating, byes: Sequence[int | None]) -> Seating:
    return Seating(found.tables, tuple(player for player in byes if player is not None))


def _ready_places(tx: Transaction, event: int) -> list[int]:
    places = schema.places
    query = sa.select(places.c.id).where(places.c.event_id == event, places.c.state == "ready")
    return [row.id for row in tx.rows(query.order_by(places.c.number))]


def _write_seating(change: Changing, event: int, round_id: int, found: Seating, places: list[int]) -> None:
    for table, place in zip(found.tables, places, strict=False):
        add_seating(change, event, round_id, place, table.players, table.first)
    for player in found.byes:
        add_seating(change, event, round_id, None, (player,), None)


def add_seating(
    change: Changing, event: int, round_id: int | None, place: int | None, players: Sequence[int], first: int | None
) -> int:
    """Put players at a place (None: a bye), as part of a change; the seating's id. `first`: the seat that begins."""
    bye = place is None
    seating = change.add(
        schema.seatings,
        event_id=event,
        round_id=round_id,
        place_id=place,
        state="confirmed" if bye else "open",
        bye=bye,
        made_at=change.tx.now,
    )
    for seat, player in enumerate(players):
        change.insert(schema.seats, seating_id=seating, seat=seat, player_id=player, first=seat == first)
    return seating


# What has been so far -----------------------------------------------------------------------------------------------


def past_of(tx: Transaction, event: int) -> Past:
    """Who has met whom, sat where, started and had a bye, in rounds that have begun and in free play."""
    met: Counter[tuple[int, int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    starts: Counter[int] = Counter()
    for players in _tables_so_far(tx, event).values():
        met.update(pair(a.player_id, b.player_id) for a, b in combinations(players, 2))
        sat.update((row.player_id, row.seat) for row in players)
        starts.update(row.player_id for row in players if row.first)
    return Past(met=met, byes=Counter(byes_of(tx, event)), seats=sat, starts=starts)


def _tables_so_far(tx: Transaction, event: int) -> dict[int, list[Row]]:
    seatings, seats, rounds = schema.seatings, schema.seats, schema.rounds
    query = (
        sa.select(seats)
        .select_from(seats.join(seatings).outerjoin(rounds))
        .where(seatings.c.event_id == event, seatings.c.bye.is_(False), seatings.c.state != "void")
        .where(sa.or_(rounds.c.id.is_(None), rounds.c.state.not_in(BEFORE)))
    )
    found: dict[int, list[Row]] = defaultdict(list)
    for row in tx.rows(query):
        found[row.seating_id].append(row)
    return found


def byes_of(tx: Transaction, event: int, upto: int | None = None) -> list[int]:
    """Players, once for each bye in a round that is over (up to round `upto`)."""
    seatings, seats, rounds = schema.seatings, schema.seats, schema.rounds
    over = sa.or_(rounds.c.state == "ended", schema.events.c.state == "ended")
    query = (
        sa.select(seats.c.player_id)
        .select_from(seats.join(seatings).join(rounds).join(schema.events, rounds.c.event_id == schema.events.c.id))
        .where(seatings.c.event_id == event, seatings.c.bye.is_(True), rounds.c.state.not_in(BEFORE), over)
        .where(seatings.c.state != "void")
    )
    if upto is not None:
        query = query.where(rounds.c.number <= upto)
    return [row.player_id for row in tx.rows(query)]


# Finals -------------------------------------------------------------------------------------------------------------


def finals_of(event: Row, players: Sequence[Row]) -> Finals:
    """How far players have come in the finals of an evening."""
    cuts = tuple(groups.cuts_of(event))
    return Finals(cuts, {row.id: row.until for row in players if row.until is not None} if cuts else {})


def penalties_of(players: Iterable[Row]) -> dict[int, int]:
    """Player -> points that the host took away."""
    return {row.id: row.penalty for row in players}


def cut(store: Store, event: int, actor: str, best: int, seen: int | None = None) -> None:
    """Only the best go on, those who share the last place too; the others have played their evening.

    From now on they stand before everybody else, by what is played from the next round on. May be done again: so
    tables of two play brackets. Raises Refused (`not_now`) while a round runs or is planned.
    """
    with changing(store, event, actor, "cut", {"best": best}, seen) as change:
        row, number = event_row(change.tx, event), next_round(change.tx, event)
        _may_plan(change.tx, row, number, anyway=False)
        rounds = schema.rounds
        planned = sa.select(rounds.c.id).where(rounds.c.event_id == event, rounds.c.state.in_(BEFORE))
        if change.tx.one(planned) is not None:
            raise NotNow("finals.planned", "round {number} is seated already", number)
        here = _present(change.tx, event, number)
        parts = _compared(row, number, here)
        least, most = 1 if len(parts) > 1 else row.seats_min, max(map(len, parts)) - 1
        if number == 1 or not least <= best <= most:
            raise BadValue("finals.best", "the best {best}: expected {least} to {most}", best, least, most)
        done, byes = outcomes(change.tx, event), byes_of(change.tx, event)
        for part in parts:
            ids = [player.id for player in part]
            lines = standings(ids, done, byes, row.bye_points, row.scheme, finals_of(row, part), penalties_of(part))
            for line in lines:
                if line.place > best:
                    change.update(schema.players, line.player, until=number - 1)
        cuts = sorted({*groups.cuts_of(row), number})
        change.update(schema.events, event, cuts=msgspec.json.encode(cuts).decode())


def _compared(event: Row, number: int, players: Sequence[Row]) -> list[list[Row]]:
    """Those who are compared with each other before a round: the groups while they are played, else everybody."""
    if not groups.are_played(event, number):
        return [list(players)]
    parts: dict[int, list[Row]] = defaultdict(list)
    for row in players:
        parts[row.pool or 1].append(row)
    return list(parts.values())


# Changing a seating -------------------------------------------------------------------------------------------------


def swap_players(store: Store, event: int, actor: str, one: int, other: int, seen: int | None = None) -> None:
    """Two players of the planned round change seats; before the first one, their groups too."""
    with changing(store, event, actor, "swap_players", {"players": [one, other]}, seen) as change:
        rows = [player_row(change.tx, event, player) for player in (one, other)]
        if next_round(change.tx, event) == 1:
            for row, there in zip(rows, reversed(rows), strict=True):
                change.update(schema.players, row.id, pool=there.pool)
        places = [_planned_seat(change.tx, event, player) for player in (one, other)]
        for row, player in zip(places, (other, one), strict=True):
            change.update(schema.seats, {"seating_id": row.seating_id, "seat": row.seat}, player_id=player)


def _planned_seat(tx: Transaction, event: int, player: int) -> Row:
    seatings, seats, rounds = schema.seatings, schema.seats, schema.rounds
    query = (
        sa.select(seats, seatings.c.state)
        .select_from(seats.join(seatings).join(rounds))
        .where(seatings.c.event_id == event, rounds.c.state.in_(BEFORE), seats.c.player_id == player)
    )
    row = tx.one(query)
    if row is None:
        raise NotNow("player.not_planned", "player {player} has no seat in a planned round", player)
    if row.state != "open":
        raise NotNow("result.state", "the result is {state}", row.state)
    return row


def move_seating(store: Store, event: int, actor: str, seating: int, place: int, seen: int | None = None) -> None:
    """A table moves to another place; whoever sits there in the same round takes its old one."""
    with changing(store, event, actor, "move_seating", {"seating": seating, "place": place}, seen) as change:
        row, target = seating_row(change.tx, event, seating), place_row(change.tx, event, place)
        if row.bye:
            raise NotNow("bye.no_place", "a bye has no place")
        if target.state == "dead":
            raise NotNow("place.dead", "place {number} is out of use", target.number)
        seatings = schema.seatings
        same = seatings.c.round_id.is_(None) if row.round_id is None else seatings.c.round_id == row.round_id
        there = sa.select(seatings.c.id).where(
            same, seatings.c.event_id == event, seatings.c.place_id == place, seatings.c.state == "open"
        )
        for other in change.tx.rows(there):
            change.update(seatings, other.id, place_id=row.place_id)
        change.update(seatings, seating, place_id=place)


def keep_seating(store: Store, event: int, actor: str, seating: int, kept: bool, seen: int | None = None) -> None:
    """A table of the planned round stays when the others are seated anew (or no longer)."""
    with changing(
        store, event, actor, "keep_seating" if kept else "free_seating", {"seating": seating}, seen
    ) as change:
        row, rounds = seating_row(change.tx, event, seating), schema.rounds
        before = sa.select(rounds.c.id).where(rounds.c.id == row.round_id, rounds.c.state.in_(BEFORE))
        if row.bye or change.tx.one(before) is None:
            raise NotNow("seating.not_planned", "that table is in no planned round")
        change.update(schema.seatings, seating, kept=kept)


def seat_free(store: Store, event: int, actor: str, place: int, players: Sequence[int], seen: int | None = None) -> int:
    """Free play: these players (in seat order) sit down at a place; the seating's id."""
    with changing(store, event, actor, "seat_free", {"place": place, "players": list(players)}, seen) as change:
        row = event_row(change.tx, event)
        place_row(change.tx, event, place)
        if row.system != "free":
            raise NotNow("free_play.by_rounds", "players sit down by rounds here")
        if not row.seats_min <= len(set(players)) == len(players) <= row.seats:
            counts = row.seats_min, row.seats
            raise BadValue("free_play.players", "expected {least} to {most} different players", *counts)
        names = {p.id: p.name for p in _present(change.tx, event, 1)}
        busy = _playing_freely(change.tx, event)
        for player in players:
            if player not in names:
                raise unknown("player", player)
            if player in busy:
                raise NotNow("player.busy", "{name!r} sits at another table", names[player])
        past = past_of(change.tx, event)
        first = min(range(len(players)), key=lambda seat: (past.starts.get(players[seat], 0), seat))
        return add_seating(change, event, None, place, players, first)


def _playing_freely(tx: Transaction, event: int) -> set[int]:
    seatings, seats = schema.seatings, schema.seats
    query = sa.select(seats.c.player_id).select_from(seats.join(seatings)).where(
        seatings.c.event_id == event, seatings.c.round_id.is_(None), seatings.c.state == "open"
    )  # fmt: skip
    return {row.player_id for row in tx.rows(query)}


# The timer ----------------------------------------------------------------------------------------------------------


def publish_round(store: Store, event: int, actor: str, round_id: int, seen: int | None = None) -> None:
    """Show a draft to everybody: on the big screen, on phones, at tables."""
    with _round(store, event, actor, "publish_round", round_id, ("draft",), seen) as (change, _):
        change.update(schema.rounds, round_id, state="planned")


def start_round(store: Store, event: int, actor: str, round_id: int, seen: int | None = None) -> None:
    """The planned round begins, and with it its timer; a draft is published with it."""
    with _round(store, event, actor, "start_round", round_id, BEFORE, seen) as (change, _):
        change.update(schema.rounds, round_id, state="running", started_at=change.tx.now, paused_at=None, paused_ms=0)


def pause_round(store: Store, event: int, actor: str, round_id: int, seen: int | None = None) -> None:
    """The timer stands still."""
    with _round(store, event, actor, "pause_round", round_id, ("running",), seen) as (change, row):
        if row.paused_at is None:
            change.update(schema.rounds, round_id, paused_at=change.tx.now)


def resume_round(store: Store, event: int, actor: str, round_id: int, seen: int | None = None) -> None:
    """The timer goes on."""
    with _round(store, event, actor, "resume_round", round_id, ("running",), seen) as (change, row):
        if row.paused_at is not None:
            paused = row.paused_ms + change.tx.now - row.paused_at
            change.update(schema.rounds, round_id, paused_at=None, paused_ms=paused)


def set_minutes(store: Store, event: int, actor: str, round_id: int, minutes: int, seen: int | None = None) -> None:
    """Another length for a round, also while it runs."""
    if not 0 <= minutes <= MAX_MINUTES:
        raise BadValue("round.minutes", "minutes {minutes}: expected 0 to {most}", minutes, MAX_MINUTES)
    with _round(store, event, actor, "set_minutes", round_id, (*BEFORE, "running"), seen) as (change, _):
        change.detail["minutes"] = minutes
        change.update(schema.rounds, round_id, minutes=minutes)


def more_time(store: Store, event: int, actor: str, round_id: int, minutes: int, seen: int | None = None) -> None:
    """Add minutes to a round with a clock, planned or running."""
    with _round(store, event, actor, "more_time", round_id, (*BEFORE, "running"), seen) as (change, row):
        if not row.minutes or not 1 <= minutes <= MAX_MINUTES - row.minutes:
            raise BadValue("round.minutes", "minutes {minutes}: expected 0 to {most}", minutes, MAX_MINUTES)
        change.detail["minutes"] = minutes
        change.update(schema.rounds, round_id, minutes=row.minutes + minutes)


def end_round(store: Store, event: int, actor: str, round_id: int, seen: int | None = None) -> None:
    """The round is over; results that are still missing can come in later."""
    with _round(store, event, actor, "end_round", round_id, ("running",), seen) as (change, _):
        change.update(schema.rounds, round_id, state="ended", ended_at=change.tx.now)


@contextmanager
def _round(
    store: Store, event: int, actor: str, verb: str, round_id: int, states: tuple[str, ...], seen: int | None
) -> Iterator[tuple[Changing, Row]]:
    """A change to one round that is in one of these states."""
    rounds = schema.rounds
    with changing(store, event, actor, verb, {"round_id": round_id}, seen) as change:
        query = sa.select(rounds).where(rounds.c.id == round_id, rounds.c.event_id == event)
        row = change.tx.the(query, unknown("round", round_id))
        if row.state not in states:
            raise NotNow("round.state", "round {number} is {state}", row.number, row.state)
        change.detail["round"] = row.number
        yield change, row


# A game that begins -------------------------------------------------------------------------------------------------


def seating_for(tx: Transaction, table: int, game: str, names: Sequence[str]) -> Row | None:
    """The open seating at that table's place whose players these are (in any order); None where there is none."""
    places, events, seatings, rounds = schema.places, schema.events, schema.seatings, schema.rounds
    query = (
        sa.select(seatings)
        .select_from(seatings.join(places).join(events, seatings.c.event_id == events.c.id).outerjoin(rounds))
        .where(places.c.table_id == table, events.c.state == "open", events.c.game == game)
        .where(seatings.c.state == "open", sa.or_(rounds.c.id.is_(None), rounds.c.state.not_in(BEFORE)))
        .order_by(seatings.c.id.desc())
    )
    for row in tx.rows(query):
        if recorded_as(names, list(seated_names(tx, row.id).values())) is not None:
            return row
    return None


def free_event_of(tx: Transaction, table: int, game: str) -> Row | None:
    """The open evening of free play at whose place that table stands, with the place as `place_id`."""
    places, events = schema.places, schema.events
    query = (
        sa.select(events, places.c.id.label("place_id"))
        .select_from(places.join(events))
        .where(places.c.table_id == table, events.c.state == "open", events.c.system == "free", events.c.game == game)
    )
    return tx.one(query)
