"""What one player may see on a phone: their own secrets, boards and points with their reasons; of others nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.game import NATURE, Receipt
from engines.registry import load
from pi_app.games.app_game import AppGame
from pi_app.i18n import _, language
from pi_app.presenters.colours import COLOURS
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Sketch, drawn
from pi_app.table.session import TableSession


class NoSeat(msgspec.Struct, frozen=True):
    """What a phone without a seat is told."""

    language: str
    words: str


class SeatRow(msgspec.Struct, frozen=True):
    """A row of the own score sheet, and why it pays."""

    words: str
    points: int
    reasons: tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a seat's phone shows, in the language in use."""

    language: str
    title: str
    seat: int
    """From 1."""
    name: str
    words: str
    """Whose turn it is, or that the game is over."""
    turn: bool
    """Whether it is this player's."""
    total: int
    score: str
    rows: tuple[SeatRow, ...]
    colours: tuple[str, ...]
    """By seat, as six hexadecimal digits."""
    secret: tuple[Sketch, ...]
    secret_words: str
    boards: tuple[Sketch, ...]
    photo: str
    """What the button that photographs the own board says; empty where a picture is of no use now."""
    said: str
    """What has become of the last picture."""
    sending: str
    failed: str
    large: str
    lost: str
    """What the page says when the table no longer answers."""


def seat_view(nav: Navigator, seat: int, told: str = "") -> SeatView:
    """The table as that player may see it, from the rules' view of that seat alone. `told`: of their last picture.

    Raises LookupError where no game is open.
    """
    table = nav.table
    if table is None:
        raise LookupError("no game is open")
    app, state = nav.app, table.game.view(table.state, seat)
    moving = () if table.over else tuple(s for s in table.game.to_move(table.state) if s != NATURE)
    score = (table.sheet if table.over else table.game.score(state)).players[seat]
    return SeatView(
        language=language(),
        title=app.title(),
        seat=seat + 1,
        name=table.players[seat],
        words=_turn_words(table, seat, moving),
        turn=seat in moving,
        total=score.total,
        score=_("Score so far") if not table.over else _("Final score"),
        rows=tuple(
            SeatRow(
                app.row_words(row.row),
                row.points,
                tuple(receipt_words(app, row.row, receipt) for receipt in row.receipt if receipt.points),
            )
            for row in score.rows
        ),
        colours=tuple(COLOURS[colour].night for colour in nav.colours or ()),
        secret=() if not app.secret or table.over else load(app.secret)(table.game, state, seat),
        secret_words=_("Only for {name}: show or hide").format(name=table.players[seat]),
        boards=_boards(app, table, state, seat),
        photo=_("Photograph your board") if not table.over and not table.digital and nav.camera.reads() else "",
        said=told,
        sending=_("Sending…"),
        failed=_("The picture did not get through. Try again."),
        large=_("The picture is too large: 16 MB at most."),
        lost=_("The table is silent."),
    )


def receipt_words(app: AppGame, row: str, receipt: Receipt) -> str:
    """Why a receipt pays, in one line."""
    whole = receipt.count * receipt.each == receipt.points
    points = f"{receipt.count} × {receipt.each} = {receipt.points}" if whole else str(receipt.points)
    what = app.reason_of(row, receipt)
    return f"{points} · {what}" if what else points


def _turn_words(table: TableSession[Any, Any], seat: int, moving: tuple[int, ...]) -> str:
    if table.over:
        return _("The game is over.")
    if seat in moving:
        return _("It is your turn.") if len(moving) == 1 else _("You may act now.")
    return _("To move: {names}").format(names=", ".join(table.players[s] for s in moving)) if moving else ""


def _boards(app: AppGame, table: TableSession[Any, Any], state: Any, seat: int) -> tuple[Sketch, ...]:
    """The own board, and what lies there for all."""
    return tuple(sketch for sketch in drawn(app, table, state) if sketch.seat in (0, seat + 1))
