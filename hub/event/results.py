"""Results of an evening: proposed by tables and players, confirmed by players, judged by the host; and the judge's
queue. A result is never changed: another takes its place, and the audit log has both.

Raises Refused as `hub.event.evening` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.audit import Changing, changing
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.errors import BadValue, NotAllowed, NotNow, unknown
from hub.event.described import described
from hub.event.evening import event_row, recorded_as, seated_names, seating_row
from hub.event.standings import Outcome, ranks

Source: TypeAlias = Literal["table", "player", "host"]
CaseKind: TypeAlias = Literal[
    "record_refused", "unfinished", "unknown_players", "disagrees", "changed_after", "table_asks", "clash"
]
COUNTS: Final = ("confirmed", "judged")
MAX_TOTAL: Final = 1_000_000


def outcomes(tx: Transaction, event: int, *, upto: int | None = None, provisional: bool = False) -> list[Outcome]:
    """The results that count, of rounds up to `upto`; `provisional`: those not yet confirmed too."""
    seatings, rounds, results = schema.seatings, schema.rounds, schema.results
    states = (*COUNTS, "proposed") if provisional else COUNTS
    query = (
        sa.select(results.c.seating_id, results.c.totals, results.c.ranks, rounds.c.number)
        .select_from(results.join(seatings).outerjoin(rounds))
        .where(seatings.c.event_id == event, seatings.c.state != "void", results.c.state.in_(states))
        .order_by(results.c.id)
    )
    if upto is not None:
        query = query.where(sa.func.coalesce(rounds.c.number, 1) <= upto)
    rows = tx.rows(query)
    players, evening = _players_of(tx, event), event_row(tx, event)
    game = described(evening.game, evening.options)
    more = game is None or not game.lowest
    decode = msgspec.json.decode
    return [
        Outcome(players[row.seating_id], tuple(decode(row.totals)), tuple(decode(row.ranks)), more, row.number or 1)
        for row in rows
    ]


def _players_of(tx: Transaction, event: int) -> dict[int, tuple[int, ...]]:
    seatings, seats = schema.seatings, schema.seats
    query = (
        sa.select(seats.c.seating_id, seats.c.player_id)
        .select_from(seats.join(seatings))
        .where(seatings.c.event_id == event)
        .order_by(seats.c.seating_id, seats.c.seat)
    )
    found: dict[int, tuple[int, ...]] = {}
    for row in tx.rows(query):
        found[row.seating_id] = (*found.get(row.seating_id, ()), row.player_id)
    return found


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A result somebody says is so: totals in seat order, the seats that won by the game's own tie break.

    `places`: those, where they do not follow from these by most points.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    source: Source
    by: str
    game: int | None = None
    lines: int = 0

    def ranks(self) -> tuple[int, ...]:
        """Places by these totals."""
        return self.places or ranks(self.totals, self.winners)


def propose(store: Store, event: int, actor: str, seating: int, claim: Claim, seen: int | None = None) -> int:
    """Propose a table's result; its id (that of the same result where it was proposed already)."""
    with changing(store, event, actor, "propose", {"seating": seating}, seen) as change:
        return propose_within(change, seating, claim)


def propose_within(change: Changing, seating: int, claim: Claim) -> int:
    """The same as part of a change; the id of the result that stands.

    What is confirmed or judged stays until the host says otherwise, and so does what another player or a record says
    against a player's claim: whatever differs is put to the host. A record takes the place of what only a player said.
    """
    row = _played_seating(change.tx, change.event, seating)
    if row.state == "void":
        raise NotNow("result.void", "this game does not count")
    claim = _placed(change, seating, claim)
    present = current_result(change.tx, seating)
    if present is None:
        return _enter(change, row, claim, _agreed_at_once(change, claim))
    if _says(present, claim):
        return _borne_out(change, row, present, claim)
    told_by, before = teller(present), msgspec.json.decode(present.totals)
    if claim.source == "player" and not (told_by == teller(claim) and _is_own(change.tx, present)):
        return _contest(change, row, present, claim)
    if claim.source == "table" and present.state in COUNTS:
        data = {"before": before, "totals": list(claim.totals), "ranks": list(claim.ranks())}
        open_case(change, "changed_after", seating=seating, game=claim.game, data=data)
        return int(present.id)
    change.update(schema.results, present.id, state="withdrawn")
    if claim.source == "table" and told_by is not None:
        said = {"totals": before, "ranks": msgspec.json.decode(present.ranks)}
        _disagrees(change, seating, claim.game, told_by, said)
    return _enter(change, row, claim, _agreed_at_once(change, claim))


def teller(said: Row | Claim) -> int | None:
    """The player who told a result; None for one of a table or the host."""
    return int(said.by.partition(":")[2]) if said.source == "player" else None


def _is_own(tx: Transaction, present: Row) -> bool:
    """Whether a player's claim is still nobody else's: it may be put right without the host."""
    votes = schema.votes
    others = sa.select(votes).where(votes.c.result_id == present.id, votes.c.player_id != teller(present))
    return present.state == "proposed" and tx.one(others) is None


def _borne_out(change: Changing, seating: Row, present: Row, claim: Claim) -> int:
    """The same was said before; where a record says what a player told, it is the record's from now on."""
    if claim.source == "table" and present.source == "player" and present.state not in COUNTS:
        values = {"source": "table", "by": claim.by[:80], "game_id": claim.game, "lines": claim.lines}
        change.update(schema.results, present.id, **values)
        row, _ = _result_row(change.tx, change.event, present.id)
        _settle(change, row, seating)
    return int(present.id)


def _contest(change: Changing, seating: Row, present: Row, claim: Claim) -> int:
    """A player says something else than what stands: that is a vote against it, and for the host to decide."""
    player = teller(claim)
    assert player is not None
    if present.state != "judged":
        _cast(change, present.id, player, agrees=False)
    said = {"totals": list(claim.totals), "ranks": list(claim.ranks())}
    _disagrees(change, seating.id, present.game_id, player, said)
    return int(present.id)


def _disagrees(
    change: Changing, seating: int, game: int | None, player: int, said: dict[str, Any] | None = None
) -> None:
    """Put to the host that a player says otherwise, with what every player at the table claims."""
    known = change.tx.one(_open_cases("disagrees", seating, game))
    claims = msgspec.json.decode(known.data).get("claims", []) if known is not None else []
    kept = [claim for claim in claims if claim["player"] != player]
    data = {"player": player, "claims": kept if said is None else [*kept, {"player": player, **said}]}
    open_case(change, "disagrees", seating=seating, game=game, data=data)


def _agreed_at_once(change: Changing, claim: Claim) -> str:
    by_record = claim.source == "table" and event_row(change.tx, change.event).confirm == "none"
    return "confirmed" if by_record else "proposed"


def _enter(change: Changing, seating: Row, claim: Claim, state: str) -> int:
    result = change.add(
        schema.results,
        seating_id=seating.id,
        game_id=claim.game,
        lines=claim.lines,
        source=claim.source,
        totals=msgspec.json.encode(claim.totals).decode(),
        ranks=msgspec.json.encode(claim.ranks()).decode(),
        state=state,
        by=claim.by[:80],
        at=change.tx.now,
    )
    change.update(schema.seatings, seating.id, state=state)
    change.detail |= {"totals": list(claim.totals)}
    return result


def _says(row: Row, claim: Claim) -> bool:
    same: bool = msgspec.json.decode(row.totals) == list(claim.totals)
    return same and msgspec.json.decode(row.ranks) == list(claim.ranks())


def current_result(tx: Transaction, seating: int) -> Row | None:
    """The result that stands, proposed or better; None where there is none."""
    results = schema.results
    query = sa.select(results).where(results.c.seating_id == seating, results.c.state != "withdrawn")
    return tx.one(query.order_by(results.c.id.desc()))


def _played_seating(tx: Transaction, event: int, seating: int) -> Row:
    row = seating_row(tx, event, seating)
    if row.bye:
        raise NotNow("bye.no_result", "a bye has no result")
    return row


def _placed(change: Changing, seating: int, claim: Claim) -> Claim:
    """The claim with places as the evening's game counts. Raises Refused (`bad_value`) for what cannot be."""
    _check_totals(change.tx, seating, claim.totals)
    evening = event_row(change.tx, change.event)
    game = described(evening.game, evening.options)
    if game is None or claim.places is not None:
        return claim
    game.check(claim.totals)
    return msgspec.structs.replace(claim, places=game.ranks(claim.totals, claim.winners))


def _check_totals(tx: Transaction, seating: int, totals: Sequence[int]) -> None:
    seats = tx.rows(sa.select(schema.seats.c.seat).where(schema.seats.c.seating_id == seating))
    if len(totals) != len(seats):
        raise BadValue("result.seats", "{count} totals: expected {seats}, one a seat", len(totals), len(seats))
    if any(not -MAX_TOTAL <= total <= MAX_TOTAL for total in totals):
        raise BadValue(
            "result.totals", "totals {totals}: expected {least} to {most}", list(totals), -MAX_TOTAL, MAX_TOTAL
        )


# Players agree, or do not -------------------------------------------------------------------------------------------


def vote(store: Store, event: int, player: int, result: int, agrees: bool) -> str:
    """A player at the table says whether a proposed result is right; the result's state after it."""
    with changing(store, event, f"player:{player}", "agree" if agrees else "disagree", {"result": result}) as change:
        row, seating = _result_row(change.tx, event, result)
        if row.state not in ("proposed", "confirmed"):
            raise NotNow("result.state", "the result is {state}", row.state)
        if player not in {seat.player_id for seat in _seats(change.tx, seating.id)}:
            raise NotAllowed("result.not_at_table", "only those at the table can confirm its result")
        _cast(change, result, player, agrees)
        if not agrees:
            _disagrees(change, seating.id, row.game_id, player)
        return _settle(change, row, seating)


def _cast(change: Changing, result: int, player: int, agrees: bool) -> None:
    votes = schema.votes
    key = {"result_id": result, "player_id": player}
    known = change.tx.one(sa.select(votes).where(votes.c.result_id == result, votes.c.player_id == player))
    if known is None:
        change.insert(votes, **key, agrees=agrees, at=change.tx.now)
    elif known.agrees != agrees:
        change.update(votes, key, agrees=agrees, at=change.tx.now)


def _settle(change: Changing, row: Row, seating: Row) -> str:
    """Confirmed once enough agree and nobody disagrees; whoever told the result is not asked. Then it stays so."""
    if row.state == "confirmed":
        return "confirmed"
    told_by = teller(row)
    asked = {seat.player_id for seat in _seats(change.tx, seating.id)} - {told_by}
    votes = change.tx.rows(sa.select(schema.votes).where(schema.votes.c.result_id == row.id))
    wanted = event_row(change.tx, change.event).confirm
    enough = {"all": max(1, len(asked)), "none": int(told_by is not None)}.get(wanted, 1)
    agreed = sum(vote.agrees for vote in votes if vote.player_id in asked) >= enough
    state = "confirmed" if agreed and all(vote.agrees for vote in votes) else "proposed"
    change.update(schema.results, row.id, state=state)
    change.update(schema.seatings, seating.id, state=state)
    return state


def _seats(tx: Transaction, seating: int) -> Sequence[Row]:
    return tx.rows(sa.select(schema.seats).where(schema.seats.c.seating_id == seating).order_by(schema.seats.c.seat))


def _result_row(tx: Transaction, event: int, result: int) -> tuple[Row, Row]:
    results, seatings = schema.results, schema.seatings
    row = tx.one(sa.select(results).where(results.c.id == result))
    seating = row and tx.one(sa.select(seatings).where(seatings.c.id == row.seating_id, seatings.c.event_id == event))
    if row is None or seating is None:
        raise unknown("result", result)
    return row, seating


# The host judges ----------------------------------------------------------------------------------------------------


def confirm(store: Store, event: int, actor: str, result: int, seen: int | None = None) -> None:
    """The host confirms a proposed result; the table's open cases are closed with it."""
    with changing(store, event, actor, "confirm", {"result": result}, seen) as change:
        row, seating = _result_row(change.tx, event, result)
        if row.state not in ("proposed", "confirmed"):
            raise NotNow("result.state", "the result is {state}", row.state)
        change.update(schema.results, result, state="confirmed")
        change.update(schema.seatings, seating.id, state="confirmed")
        _close_all(change, seating.id, "confirmed")


def judge(
    store: Store,
    event: int,
    actor: str,
    seating: int,
    totals: Sequence[int],
    winners: Sequence[int] | None = None,
    ruling: str = "",
    seen: int | None = None,
) -> int:
    """The host says how a table ended; this stands until the host says otherwise.

    `winners`: the seats that are first where totals alone do not say so. Closes the table's open cases; the new
    result's id.
    """
    claim = Claim(totals=tuple(totals), winners=None if winners is None else tuple(winners), source="host", by=actor)
    with changing(store, event, actor, "judge", {"seating": seating, "ruling": ruling[:500]}, seen) as change:
        return _judge(change, seating, claim, ruling)


def accept(store: Store, event: int, actor: str, case: int, player: int | None = None, seen: int | None = None) -> int:
    """The host says that it was as a case claims: the record, or that player; the new result's id."""
    with changing(store, event, actor, "judge", {"case": case}, seen) as change:
        row = _case_row(change.tx, event, case)
        data = msgspec.json.decode(row.data)
        claims = [claim for claim in [data, *data.get("claims", ())] if claim.get("player") == player]
        if row.seating_id is None or row.closed_at is not None or not claims or "ranks" not in claims[-1]:
            raise NotNow("case.no_claim", "nothing is claimed there any more")
        said = claims[-1]
        claim = Claim(totals=tuple(said["totals"]), places=tuple(said["ranks"]), source="host", by=actor)
        return _judge(change, row.seating_id, claim, "")


def _judge(change: Changing, seating: int, claim: Claim, ruling: str) -> int:
    row = _played_seating(change.tx, change.event, seating)
    claim = _placed(change, seating, claim)
    present = current_result(change.tx, seating)
    if present is not None:
        change.update(schema.results, present.id, state="withdrawn")
    result = _enter(change, row, claim, "judged")
    _close_all(change, seating, ruling or "judged")
    return result


def void(store: Store, event: int, actor: str, seating: int, ruling: str = "", seen: int | None = None) -> None:
    """A table's game does not count, for nobody."""
    with changing(store, event, actor, "void", {"seating": seating, "ruling": ruling[:500]}, seen) as change:
        _played_seating(change.tx, event, seating)
        present = current_result(change.tx, seating)
        if present is not None:
            change.update(schema.results, present.id, state="withdrawn")
        change.update(schema.seatings, seating, state="void")
        _close_all(change, seating, ruling or "void")


# The judge's queue --------------------------------------------------------------------------------------------------


def open_case(
    change: Changing,
    kind: CaseKind,
    *,
    table: int | None = None,
    seating: int | None = None,
    game: int | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Put something to the host; once, while it is open."""
    cases, text = schema.cases, msgspec.json.encode(data or {}).decode()
    known = change.tx.one(_open_cases(kind, seating, game))
    if known is not None:
        change.update(cases, known.id, data=text)
    else:
        change.add(
            cases, event_id=change.event, table_id=table, seating_id=seating, game_id=game, kind=kind, data=text,
            opened_at=change.tx.now, ruling="",
        )  # fmt: skip
    change.tx.publish(Change("case", 0, change.event))


def _open_cases(kind: CaseKind, seating: int | None, game: int | None) -> sa.Select[Any]:
    cases = schema.cases
    return sa.select(cases.c.id, cases.c.data).where(
        cases.c.closed_at.is_(None), cases.c.kind == kind,
        cases.c.seating_id == seating if seating is not None else cases.c.seating_id.is_(None),
        cases.c.game_id == game if game is not None else cases.c.game_id.is_(None),
    )  # fmt: skip


def close_case(store: Store, event: int, actor: str, case: int, ruling: str, seen: int | None = None) -> None:
    """The host has dealt with a case."""
    with changing(store, event, actor, "close_case", {"case": case, "ruling": ruling[:500]}, seen) as change:
        _case_row(change.tx, event, case)
        change.update(schema.cases, case, closed_at=change.tx.now, ruling=ruling[:500])
        change.tx.publish(Change("case", case, event))


def _case_row(tx: Transaction, event: int, case: int) -> Row:
    row = tx.one(sa.select(schema.cases).where(schema.cases.c.id == case))
    if row is None or row.event_id not in (None, event):
        raise unknown("case", case)
    return row


def _close_all(change: Changing, seating: int, ruling: str) -> None:
    cases = schema.cases
    query = sa.select(cases.c.id).where(cases.c.seating_id == seating, cases.c.closed_at.is_(None))
    for row in change.tx.rows(query):
        change.update(cases, row.id, closed_at=change.tx.now, ruling=ruling[:500])
    change.tx.publish(Change("case", 0, change.event))


def link_game(store: Store, event: int, actor: str, game: int, seating: int, seen: int | None = None) -> None:
    """The host says which seating a table's game belongs to; its result is proposed where it has one.

    The record's players are taken in the order of their seats where names do not fit.
    """
    with changing(store, event, actor, "link_game", {"game": game, "seating": seating}, seen) as change:
        _played_seating(change.tx, event, seating)
        row = change.tx.the(sa.select(schema.games).where(schema.games.c.id == game), unknown("game", game))
        change.update(schema.games, game, seating_id=seating)
        if row.state == "finished" and row.sheet is not None:
            propose_within(change, seating, claim_of(change.tx, seating, row, actor))
        cases = schema.cases
        for case in change.tx.rows(sa.select(cases.c.id).where(cases.c.game_id == game, cases.c.closed_at.is_(None))):
            change.update(cases, case.id, closed_at=change.tx.now, ruling="linked")


def claim_of(tx: Transaction, seating: int, game: Row, by: str) -> Claim:
    """What a finished record says, in the order of the seating. Raises Refused (`bad_value`) where it does not fit."""
    sheet = msgspec.json.decode(game.sheet)
    recorded = [player["name"] for player in sheet["players"]]
    seated = list(seated_names(tx, seating).values())
    order = _order(recorded, seated)
    totals = tuple(int(sheet["players"][place]["total"]) for place in order)
    winners = tuple(seat for seat, place in enumerate(order) if recorded[place] in sheet["winners"])
    return Claim(totals=totals, winners=winners, source="table", by=by, game=game.id, lines=game.lines)


def _order(recorded: list[str], seated: list[str]) -> list[int]:
    """For each seat, the record's player."""
    if len(recorded) != len(seated):
        counts = len(recorded), len(seated)
        raise BadValue("record.players", "the record has {count} players, the seating {seats}", *counts)
    return recorded_as(recorded, seated) or list(range(len(seated)))
