"""The public view of the table, as plain values for a page on another screen."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec

from engines.game import NATURE, Game, ScoreSheet
from pi_app.i18n import _, language
from pi_app.presenters.colours import COLOURS
from pi_app.presenters.ending import verdict_words
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Sketch, drawn
from pi_app.table.handicaps import standing


class PublicCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number of the score sheet."""

    text: str = ""
    corrected: bool = False


class PublicPlayer(msgspec.Struct, frozen=True):
    """A player's line: the seat's number (from 1), points so far, whose turn it is, the winners at the end."""

    seat: int
    name: str
    total: int
    turn: bool
    won: bool
    cells: tuple[PublicCell, ...]


class PublicView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page shows, in the language in use."""

    language: str
    title: str
    words: str
    """Whose turn it is, or who won."""
    notice: str = ""
    """What was corrected just now."""
    columns: tuple[str, ...] = ()
    total: str = ""
    players: tuple[PublicPlayer, ...] = ()
    colours: tuple[str, ...] = ()
    """By seat, as six hexadecimal digits."""
    boards: tuple[Sketch, ...] = ()
    corrected: str = ""
    """What the star beside a number means; empty where no number has one."""
    lost: str = ""
    """What the page says when the table no longer answers."""


def public_view(nav: Navigator) -> PublicView:
    """The table as everybody may see it: scores are those of the open state, until the game is over."""
    table = nav.table
    if table is None:
        return PublicView(
            language=language(),
            title="Planisphere",
            words=_("No game is being played."),
            lost=_("The table is silent."),
        )
    state = open_state(table.game, table.state, len(table.players))
    sheet = standing(table) if table.over else table.game.score(state)
    rows = nav.app.rows(nav)
    players = _players(nav, sheet, rows)
    starred = any(cell.corrected for player in players for cell in player.cells)
    return PublicView(
        language=language(),
        title=nav.app.title(),
        words=_words(nav, players),
        notice="" if nav.warning else nav.notice or "",
        columns=tuple(nav.app.short_row_words(row) for row in rows),
        total=_("Total"),
        players=players,
        colours=tuple(COLOURS[colour].night for colour in nav.colours or ()),
        boards=drawn(nav.app, table, state),
        corrected=_("* = put right") if starred else "",
        lost=_("The table is silent."),
    )


def open_state(game: Game[Any, Any], state: Any, seats: int) -> Any:
    """The state with everything removed that is hidden from any seat: what lies open on the table."""
    return reduce(game.view, range(seats), state)


def _players(nav: Navigator, sheet: ScoreSheet, rows: tuple[str, ...]) -> tuple[PublicPlayer, ...]:
    table = nav.open_table
    moving = () if table.over else tuple(seat for seat in table.game.to_move(table.state) if seat != NATURE)
    found = []
    for seat, score in enumerate(sheet.players):
        points = {row.row: str(row.points) for row in score.rows}
        corrected = nav.app.corrected_rows(nav, seat)
        cells = tuple(PublicCell(points.get(row, ""), row in corrected) for row in rows)
        won = table.over and score.name in sheet.winners
        found.append(PublicPlayer(seat + 1, score.name, score.total, seat in moving, won, cells))
    return tuple(found)


def _words(nav: Navigator, players: tuple[PublicPlayer, ...]) -> str:
    if nav.open_table.over:
        return nav.app.verdict(nav) or verdict_words(nav.open_table)
    moving = [player.name for player in players if player.turn]
    return _("To move: {names}").format(names=", ".join(moving)) if moving else ""
