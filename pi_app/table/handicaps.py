"""Points that players begin with, as it was settled before the game: on the sheet, never in the record's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.game import Receipt, Row, ScoreSheet
from pi_app.games.pad_app import app_for

if TYPE_CHECKING:
    from engines.record import Header
    from pi_app.table.session import TableSession

HANDICAP: Final = "handicap"
"""The row of the sheet, and the beginning of what is settled for a player (`handicap.NAME`)."""


def handicaps_of(header: Header) -> tuple[int, ...]:
    """By seat, the points that a player begins with; empty where nobody has any."""
    found = () if header.handicaps is UNSET else header.handicaps
    return found if any(found) and len(found) == len(header.players) else ()


def standing(table: TableSession[Any, Any]) -> ScoreSheet:
    """The score sheet as it stands with handicaps: a row more where somebody has one, and who has won by it."""
    sheet, points = table.sheet, handicaps_of(table.header)
    if not points:
        return sheet
    players = tuple(
        replace(player, total=player.total + n, rows=(*player.rows, Row(HANDICAP, n, receipt=_receipt(n))))
        for player, n in zip(sheet.players, points, strict=True)
    )
    rank = app_for(table.header).rank
    best = min(map(rank, players))
    winners = tuple(player.name for player in players if rank(player) == best) if sheet.winners else ()
    return replace(sheet, players=players, winners=winners)


def _receipt(points: int) -> tuple[Receipt, ...]:
    return (Receipt(HANDICAP, points, 1, points),) if points else ()
