"""The standings of an evening with the names of its players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.store import Row, Transaction
from hub.event import groups
from hub.event.evening import event_row
from hub.event.results import outcomes
from hub.event.rounds import byes_of, finals_of, penalties_of
from hub.event.standings import Finals, Standing, standings


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings with the player's name."""

    line: Standing
    number: int
    name: str
    penalty: int = 0
    """Points that the host took away; the line is without them."""
    group: int | None = None
    """The group in which the line has its place; None where everybody is compared."""


def standings_of(
    tx: Transaction, event: int, *, upto: int | None, provisional: bool = False, grouped: bool = True
) -> tuple[StandingView, ...]:
    """The standings after the first `upto` rounds (None: all); `grouped`: of each group, while these are played."""
    players = schema.players
    counted = sa.and_(players.c.event_id == event, players.c.state == "here")
    rows = {row.id: row for row in tx.rows(sa.select(players).where(counted))}
    done = outcomes(tx, event, upto=upto, provisional=provisional)
    byes, row = byes_of(tx, event, upto), event_row(tx, event)
    order = sorted(rows, key=lambda player: rows[player].number)
    finals, taken = _finals(row, list(rows.values()), upto), penalties_of(rows.values())
    apart = grouped and row.system == groups.SYSTEM and not finals.cuts
    parts: dict[int | None, list[int]] = defaultdict(list)
    for player in order:
        parts[rows[player].pool if apart else None].append(player)
    return tuple(
        StandingView(
            line=line, number=rows[line.player].number, name=rows[line.player].name, penalty=rows[line.player].penalty,
            group=part,
        )
        for part in sorted(parts, key=lambda part: part or len(rows) + 1)
        for line in standings(parts[part], done, byes, row.bye_points, row.scheme, finals, taken)
    )  # fmt: skip


def _finals(event: Row, players: Sequence[Row], upto: int | None) -> Finals:
    """Those of the rounds that are shown: guests do not learn from the standings who goes on."""
    found = finals_of(event, players)
    return found if upto is None else Finals(tuple(cut for cut in found.cuts if cut <= upto), found.until)
