"""The score sheet of a game on one A4 page: the pad with its receipts, and every player's sky."""

from __future__ import annotations

import io
from typing import Any, Protocol

from engines.game import NATURE, Row
from engines.glyphs import (
    GOLD,
    NIGHT,
    THREE_POINT_GLYPH,
)
from engines.registry import PAD, load, score_pad_of
from paper.formats import PAPERS
from paper.outlines import moved, rectangle
from paper.sheet import Sheet, new_canvas
from paper.typeset import fitted, legible, wide
from pi_app.games.pad_app import app_for
from pi_app.i18n import _
from pi_app.table.handicaps import handicaps_of, standing
from pi_app.table.session import TableSession

Table = TableSession[Any, Any]
WIDTH, HEIGHT, EDGE = 210.0, 297.0, 15.0
LABELS = 31.0, 50.0
"""Least and greatest width of the column with the rows' names, mm."""
ROW = 7.5
"""The usual height of a row, mm."""
HAIR = 0.25
"""The breadth of a thin line, mm."""
NARROW = 17.0
"""The least width of a player's column, mm."""
INK, GREY, RULE, SHADE = NIGHT, "#5B6583", "#C9CFDF", "#EEF1F8"


class Printed(Protocol):
    """What a game adds to its printed sheet."""

    def row_height(self, row: str) -> float:
        """How high a row of the pad is, mm; `ROW` is usual."""

    def cell(self, page: Sheet, session: Table, seat: int, row: Row, place: tuple[float, float, float]) -> bool:
        """Draws how a row's points came about into x, y, width (mm); False: nothing but the points."""

    def below(self, page: Sheet, session: Table, top: float) -> float:
        """Draws below the pad, which ends at `top`; returns where that ends (mm from the top)."""


def _printed(session: Table) -> Printed | None:
    where = app_for(session.header).printed if session.header.pack != PAD else ""
    found: Printed | None = load(where)() if where else None
    return found


def export_pdf(session: Table, title: str) -> bytes:
    """The page as a PDF, in the language in use; `title` is the game's."""
    out = io.BytesIO()
    canvas = new_canvas(out, title, PAPERS["a4"])
    page = Sheet(canvas, PAPERS["a4"])
    _heading(page, session, title)
    below = _pad(page, session)
    printed = _printed(session)
    below = printed.below(page, session, below) if printed else below
    _accepted(page, session, below + 6)
    _footing(page, session)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _heading(page: Sheet, session: Table, name: str) -> None:
    page.shape(moved(THREE_POINT_GLYPH, (EDGE + 4, 19.5), 5), fill=GOLD)
    page.write((EDGE + 12, 23), name, 24, bold=True)
    started = (session.header.started or "")[:16].replace("T", "  ")
    page.write((WIDTH - EDGE, 18), started, 10, colour=GREY, anchor="right")
    page.write((WIDTH - EDGE, 23), _("Game {n}").format(n=session.game_id), 10, colour=GREY, anchor="right")
    page.stroke(((EDGE, 28), (WIDTH - EDGE, 28)), GOLD, 0.6)


# The score pad -------------------------------------------------------------------------------------------------------


def _columns(session: Table, labels: float) -> list[tuple[float, float]]:
    """Left edge and width of each player's column, mm."""
    count = len(session.players)
    width = min(74.5, (WIDTH - 2 * EDGE - labels) / count)
    return [(EDGE + labels + width * seat, width) for seat in range(count)]


def _labels(page: Sheet, session: Table) -> float:
    """Width of the column with the rows' names, mm: as wide as they are, as long as the players' fit beside it."""
    app = app_for(session.header)
    wanted = 3 + max(wide(app.row_words(name), 9.5) for name in _rows(session))
    least, most = LABELS
    return max(least, min(wanted, most, WIDTH - 2 * EDGE - NARROW * len(session.players)))


def names(page: Sheet, session: Table) -> tuple[str, ...]:
    """The players' names; the number of the seat for a name in letters that cannot be printed."""
    numbered = (_("Player {n}").format(n=seat) for seat in range(1, len(session.players) + 1))
    return tuple(map(legible, session.players, numbered))


def _rows(session: Table) -> tuple[str, ...]:
    """The rows of the game's pad; of those that few games have (a nova's), only what was scored. Ties stand below."""
    scored = {row.row for player in session.sheet.players for row in player.rows if row.points}
    rare = app_for(session.header).rare_rows - scored
    pad = score_pad_of(session.header.game)
    known = pad.rows_of(session.state) if session.header.pack == PAD else pad.rows
    ties = {tie for player in session.sheet.players for tie in player.tiebreak}
    return tuple(row for row in known if row not in rare | ties)


def _pad(page: Sheet, session: Table) -> float:
    """The pad; returns where it ends (mm from the top)."""
    labels = _labels(page, session)
    sheet, columns = session.sheet, _columns(session, labels)
    right = columns[-1][0] + columns[-1][1]
    y = 31.0
    for player, name, (x, width) in zip(sheet.players, names(page, session), columns, strict=True):
        _name(page, session.over and player.name in session.sheet.winners, name, (x, y, width))
    y += 9
    app, printed = app_for(session.header), _printed(session)
    for name in _rows(session):
        height = printed.row_height(name) if printed else ROW
        page.stroke(((EDGE, y), (right, y)), RULE, HAIR)
        page.write((EDGE, y + height / 2 + 1.2), *fitted(app.row_words(name), 9.5, labels - 2), colour=GREY)
        for seat, (x, width) in enumerate(columns):
            _cell(page, session, seat, name, (x, y, width, height))
        y += height
    page.shape(rectangle(EDGE, y, right - EDGE, 10), fill=SHADE)
    page.stroke(((EDGE, y), (right, y)), INK, 0.4)
    page.write((EDGE + 1.5, y + 6.8), _("Total"), 11, bold=True)
    for player, (x, width) in zip(sheet.players, columns, strict=True):
        page.write((x + width - 3, y + 7.2), str(player.total), 16, bold=True, anchor="right")
    y += 10
    for words, column in _with_handicaps(session):
        page.write((EDGE, y + 4.5), words, 8, colour=GREY)
        for number, (x, width) in zip(column, columns, strict=True):
            page.write((x + width - 3, y + 4.5), number, 8, colour=GREY, anchor="right")
        y += 6
    for tie in dict.fromkeys(tie for player in sheet.players for tie in player.tiebreak):
        page.write((EDGE, y + 4.5), app.row_words(tie), 8, colour=GREY)
        for player, (x, width) in zip(sheet.players, columns, strict=True):
            page.write((x + width - 3, y + 4.5), str(player.tiebreak.get(tie, 0)), 8, colour=GREY, anchor="right")
        y += 6
    return y


def _with_handicaps(session: Table) -> list[tuple[str, list[str]]]:
    """What stands below the total where somebody began with points: those, and the total with them."""
    points = handicaps_of(session.header)
    totals = [str(player.total) for player in standing(session).players]
    given = [f"+{n}" for n in points]
    return [(_("Handicap"), given), (_("With handicap"), totals)] if points else []


def _name(page: Sheet, wins: bool, name: str, place: tuple[float, float, float]) -> None:
    """A column's head: a name, smaller over two lines where it is long, and a star where it wins."""
    x, y, width = place
    room = width - (8 if wins else 3)
    lines, size = [name], 13.0
    if wide(name, 10, bold=True) > room:
        first, _space, rest = name.partition(" ")
        found = [fitted(words, 8.5, room, bold=True) for words in (first, rest) if words]
        lines, size = [words for words, _size in found], min(size for _words, size in found)
    else:
        (lines[0], size) = fitted(name, size, room, bold=True)
    for number, words in enumerate(reversed(lines)):
        spot = (x + width - 3, y + (7 if len(lines) > 1 else 6) - 3.4 * number)
        page.write(spot, words, size, bold=True, anchor="right")
    if wins:
        left = x + width - 3 - max(wide(words, size, bold=True) for words in lines) - 3.2
        page.shape(moved(THREE_POINT_GLYPH, (left, y + 4.4), 2.3), fill=GOLD)


def _cell(page: Sheet, session: Table, seat: int, name: str, place: tuple[float, float, float, float]) -> None:
    x, y, width, height = place
    row = next((row for row in session.sheet.players[seat].rows if row.row == name), None)
    if row is None:
        page.write((x + width - 3, y + height / 2 + 1.4), "–", 10, colour=RULE, anchor="right")
        return
    page.write((x + width - 3, y + height / 2 + 1.6), str(row.points), 12, bold=True, anchor="right")
    printed = _printed(session)
    if not (printed and printed.cell(page, session, seat, row, (x + 3, y + 4.4, width - 14))):
        _counted(page, row, x + 3, y + height / 2 + 1.2)


def _counted(page: Sheet, row: Row, x: float, y: float) -> None:
    receipt = next(iter(row.receipt), None)
    if receipt and receipt.count * receipt.each == row.points:  # the whole of it, not one reason of several
        page.write((x, y), f"{receipt.count} × {receipt.each}", 7.5, colour=GREY)


# Below ---------------------------------------------------------------------------------------------------------------


def _accepted(page: Sheet, session: Table, y: float) -> None:
    """What the table accepted against the rules."""
    found = [
        (f"{names(page, session)[o.seat]}: " if o.seat != NATURE else "")
        + app_for(session.header).rule_words(o.violation.rule, o.violation.message)
        for o in session.replay.overruled
    ]
    if found:
        words = _("Accepted by the table: {what}").format(what="; ".join(dict.fromkeys(found)))
        page.write((EDGE, min(y, HEIGHT - 17)), *fitted(words, 8, WIDTH - 2 * EDGE), colour=GREY)


def _footing(page: Sheet, session: Table) -> None:
    words = "Planisphere" if session.over else _("Not played to the end")
    page.write((WIDTH / 2, HEIGHT - 10), words, 7.5, colour=GREY, anchor="middle")
