"""Why every point was paid, and how a line of any round is put right: the round score and the pages of the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import IllegalAction, Receipt, Row
from engines.star_explorer.model import Draw, Drawing, EndRound, StarExplorerState
from pi_app.games.star_explorer.scene import DiscScene, Edge, SceneLine, Tone, edge, sky
from pi_app.games.star_explorer.tiles import TileCard, find_tile, open_game_of, star_disc, tile_card
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.receipts import Pending, RowTab, SeatPoints, consequences, corrected_words, overrulable
from pi_app.presenters.wording import (
    ROUNDS,
    part_words,
    points_words,
    row_words,
    short_row_words,
)
from pi_app.table import Correction, Placed

BONUS_ROWS: Final = ("unfaded", "central", "axis", "rim")


class ReceiptLine(msgspec.Struct, frozen=True):
    """One reason for points: what, how many times how much, and whether its stars and lines are lit."""

    index: int
    words: str
    sum: str
    points: int
    star_type: str | None
    chosen: bool


class WhyView(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the score sheet of one player, on the disc and in words."""

    frame: Frame
    seats: tuple[SeatPoints, ...]
    rows: tuple[RowTab, ...]
    scene: DiscScene
    tile: TileCard | None
    receipts: tuple[ReceiptLine, ...]
    total: str
    fading: str
    hint: str
    photo: bool | None
    """Whether the photograph of this drawing is shown; None where there is none."""
    pending: Pending | None
    next: str | None


class WhyPresenter:
    """One player's row of the score sheet: tap a reason and what paid lights up; tap the disc to put it right."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def at_round_end(self) -> bool:
        """Whether this is the score of the round just drawn, with the way on."""
        return self.nav.place.page is None

    @property
    def seat(self) -> int:
        """The player whose points are shown."""
        return self.nav.place.seat or 0

    @property
    def row_name(self) -> str:
        """The row that is shown."""
        return self.nav.place.row or f"round.{self.nav.state.round}"

    @property
    def drawing(self) -> Drawing | None:
        """The drawing of the row; None for a row of the end of the game."""
        if not self.row_name.startswith("round."):
            return None
        number = int(self.row_name.removeprefix("round."))
        return next((d for d in self.nav.state.seats[self.seat].drawings if d.round == number), None)

    def _row(self, seat: int) -> Row:
        rows = self.nav.open_table.sheet.players[seat].rows
        return next((r for r in rows if r.row == self.row_name), Row(self.row_name, 0))

    def view(self) -> WhyView:
        """What the screen shows."""
        state = self.nav.state
        row = self._row(self.seat)
        drawing = self.drawing
        chosen = self.nav.place.receipt
        lit = row.receipt if chosen is None else row.receipt[chosen : chosen + 1]
        return WhyView(
            frame=self.nav.frame(_title(state.players[self.seat], self.row_name)),
            seats=tuple(
                SeatPoints(i, name, self._row(i).points, i == self.seat) for i, name in enumerate(state.players)
            ),
            rows=() if self.at_round_end else self._tabs(),
            scene=self._scene(drawing, lit),
            tile=tile_card(find_tile(self.nav, drawing.tile)) if drawing else None,
            receipts=tuple(
                _receipt_line(i, r, self._part_type(drawing, i), i == chosen) for i, r in enumerate(row.receipt)
            ),
            total=points_words(row.points),
            fading=_fading(drawing),
            hint=_("A line is wrong? Tap it, or tap two stars.") if drawing else _("A line is wrong? Tap it."),
            photo=None if self._photo(drawing) is None else self.nav.place.photo,
            pending=self._pending(),
            next=self._next_words() if self.at_round_end else None,
        )

    def _tabs(self) -> tuple[RowTab, ...]:
        state = self.nav.state
        drawn = max((d.round for s in state.seats for d in s.drawings), default=0)
        names = [f"round.{k}" for k in range(1, drawn + 1)] + list(BONUS_ROWS[1:])
        return tuple(RowTab(name, short_row_words(name), name == self.row_name) for name in names)

    def _part_type(self, drawing: Drawing | None, index: int) -> str | None:
        if drawing is None or index > 1:
            return None
        return find_tile(self.nav, drawing.tile).front.type if index == 0 else drawing.previous.type

    def _next_words(self) -> str:
        return _("Final score") if self.nav.state.round == ROUNDS else _("Next round")

    def _scene(self, drawing: Drawing | None, lit: tuple[Receipt, ...]) -> DiscScene:
        stars, lines = paid(lit)
        photo = self._photo(drawing) if self.nav.place.photo else None
        pending = self.nav.place.edge
        disc = star_disc(open_game_of(self.nav))
        mine = self.nav.state.seats[self.seat].drawings
        shown: list[SceneLine] = []
        for other in mine:
            base: Tone = "now" if drawing is None or other.round == drawing.round else "earlier"
            shown += [SceneLine(a, b, _tone((a, b), pending, lines, base)) for a, b in other.lines]
        if pending is not None and all((line.a, line.b) != pending for line in shown):
            shown.append(SceneLine(*pending, "doubt"))
        if drawing is None:
            everything = frozenset(disc.stars)
            heaven = sky(disc.layout, 0.0, everything, everything, bare=True)
        else:
            used = frozenset(s for d in mine if d.round != drawing.round for s in d.stars)
            visible = disc.visible(drawing.round)
            heaven = sky(disc.layout, disc.layout.step_deg * (drawing.round - 1), visible, visible - used)
        return DiscScene(
            sky=heaven,
            lines=tuple(shown),
            chosen=self.nav.place.chosen,
            ringed=tuple(sorted(stars)),
            fixed=drawing is None,
            photo=photo,
            photo_at=self.nav.eye.photo_at(photo) if photo else None,
        )

    def _photo(self, drawing: Drawing | None) -> str | None:
        if drawing is None:
            return None
        return self.nav.eye.newest(self.nav.open_table.game_id, self.seat, drawing.round)

    # Looking ---------------------------------------------------------------------------------------------------

    def choose_seat(self, seat: int) -> None:
        """Show another player's points."""
        self.nav.move(seat=seat, row=self.row_name, receipt=None, chosen=None, edge=None)

    def choose_row(self, row: str) -> None:
        """Show another row of the sheet."""
        self.nav.move(row=row, receipt=None, chosen=None, edge=None)

    def choose_receipt(self, index: int) -> None:
        """Light up what paid one reason; the same again lights up all."""
        self.nav.move(receipt=None if self.nav.place.receipt == index else index)

    def show_photo(self) -> None:
        """Lay the photograph under the drawing, or take it away."""
        self.nav.move(photo=not self.nav.place.photo)

    def go_on(self) -> None:
        """From the round score to the marker, or after the last round to the final score."""
        if self.nav.state.round == ROUNDS:
            self.nav.act(EndRound(seat=self.nav.state.marker or 0))
        else:
            self.nav.open_page("marker")

    # Putting right ---------------------------------------------------------------------------------------------

    def tap_star(self, star: int) -> None:
        """The second of two stars makes (or takes away) the line between them."""
        first = self.nav.place.chosen
        if first is None or first == star:
            self.nav.move(chosen=None if first == star else star, edge=None)
        else:
            self.join(first, star)

    def join(self, a: int, b: int) -> None:
        """Two stars were named: the line is put in, or taken out, at once where nothing else suffers."""
        line = edge(a, b)
        preview = self.preview(line)
        if preview is not None and preview.after is not None and not preview.broken and not preview.dropped:
            self._correct(line, ())
        else:
            self.nav.move(edge=line, chosen=None)

    def tap_edge(self, a: int, b: int) -> None:
        """A line was tapped: ask whether it goes, in whichever round it was drawn."""
        for drawing in self.nav.state.seats[self.seat].drawings:
            if (a, b) in drawing.lines:
                self.nav.move(row=f"round.{drawing.round}", edge=(a, b), chosen=None, receipt=None)

    def confirm(self) -> None:
        """Put it right, also against the rules it breaks; what no longer fits is dropped, as was said."""
        self.nav.tell(None)
        line = self.nav.place.edge
        preview = self.preview(line) if line else None
        if line is not None and preview is not None:
            self._correct(line, overrulable(preview))

    def cancel(self) -> None:
        """Leave it as it is."""
        self.nav.move(edge=None, chosen=None)

    def _placed(self) -> Placed[StarExplorerState, Draw] | None:
        drawing = self.drawing
        found = [p for p in self.nav.open_table.past("draw") if p.action.seat == self.seat]
        return next((p for p in found if drawing and p.before.round == drawing.round), None)

    def _changed_draw(self, line: Edge) -> Draw | None:
        placed = self._placed()
        if placed is None:
            return None
        old = tuple(edge(*pair) for pair in placed.action.lines)
        lines = tuple(x for x in old if x != line) if line in old else tuple(sorted((*old, line)))
        touched = {s for pair in lines for s in pair}
        return replace(placed.action, lines=lines, stars=tuple(s for s in placed.action.stars if s not in touched))

    def preview(self, line: Edge) -> Correction | None:
        """What putting that line in, or taking it out, would do; None where it cannot be."""
        placed, action = self._placed(), self._changed_draw(line)
        if placed is None or action is None:
            return None
        table = self.nav.open_table
        try:
            preview = table.preview_correction(placed.line, action)
            return table.preview_correction(placed.line, action, overrulable(preview)) if preview.broken else preview
        except BadInput:
            return None

    def _correct(self, line: Edge, overruled: tuple[str, ...]) -> None:
        placed, action = self._placed(), self._changed_draw(line)
        if placed is None or action is None:
            return
        try:
            done = self.nav.open_table.correct(placed.line, action, overruled)
        except (IllegalAction, BadInput) as error:
            self.nav.warn(str(error))
        else:
            self.nav.open_table.finish()
            self.nav.tell(corrected_words(self.nav.wing, done.changed))
        self.nav.move(edge=None, chosen=None, receipt=None)

    def _pending(self) -> Pending | None:
        line = self.nav.place.edge
        if line is None:
            return None
        drawing, preview = self.drawing, self.preview(line)
        there = drawing is not None and line in drawing.lines
        return Pending(
            question=_("Take this line away?") if there else _("Put this line in?"),
            consequences=consequences(self.nav, preview) if preview else (),
            confirm=_("Take it away") if there else _("Put it in"),
            cancel=_("Leave it"),
            possible=preview is not None and preview.after is not None,
        )


def _title(name: str, row: str) -> str:
    return _("{name}: {what}").format(name=name, what=row_words(row))


def _tone(line: Edge, pending: Edge | None, paid: set[Edge], base: Tone) -> Tone:
    if line == pending:
        return "gone"
    return "paid" if line in paid else base


def paid(receipts: Iterable[Receipt]) -> tuple[set[int], set[Edge]]:
    """The stars and lines that receipts name."""
    stars, lines = set(), set()
    for name in (c for r in receipts for c in r.components):
        kind, _colon, number = name.partition(":")
        if kind == "star":
            stars.add(int(number))
        else:
            a, _dash, b = number.partition("-")
            lines.add(edge(int(a), int(b)))
    return stars, lines


def _receipt_line(index: int, receipt: Receipt, star_type: str | None, chosen: bool) -> ReceiptLine:
    part = receipt.rule.rpartition(".")[2]
    return ReceiptLine(index, part_words(part), f"{receipt.count} × {receipt.each}", receipt.points, star_type, chosen)


def _fading(drawing: Drawing | None) -> str:
    if drawing is None or drawing.fading == 0:
        return ""
    n = drawing.fading
    return ngettext("Cross off {n} 3-point star.", "Cross off {n} of the 3-point stars.", n).format(n=n)


class MarkerView(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a round: who gets the marker, and what the hands do."""

    frame: Frame
    points: tuple[SeatPoints, ...]
    """`chosen`: who receives the marker."""
    marker: int
    marker_words: str
    steps: tuple[str, ...]
    numeral: str
    next: str


class MarkerPresenter:
    """Turn the discs, flip the tiles, pass the marker."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def _end(self) -> EndRound:
        return EndRound(seat=self.nav.state.marker or 0)

    def view(self) -> MarkerView:
        """What the screen shows."""
        state, sheet = self.nav.state, self.nav.open_table.sheet
        marker = open_game_of(self.nav).play(state, self._end()).marker or 0
        numeral = roman(state.round + 1)
        row = f"round.{state.round}"
        points = [sum(r.points for r in p.rows if r.row == row) for p in sheet.players]
        steps = [_("Turn your disc to {numeral}.").format(numeral=numeral), _("Flip your tile over.")]
        return MarkerView(
            frame=self.nav.frame(_("End of round {numeral}").format(numeral=roman(state.round))),
            points=tuple(SeatPoints(i, n, points[i], i == marker) for i, n in enumerate(state.players)),
            marker=marker,
            marker_words=_marker_words(state, marker),
            steps=tuple(steps),
            numeral=numeral,
            next=_("Begin round {numeral}").format(numeral=numeral),
        )

    def go_on(self) -> None:
        """End the round."""
        self.nav.act(self._end())


def _marker_words(state: StarExplorerState, marker: int) -> str:
    name = state.players[marker]
    if len(state.players) == 1:
        return ""
    if marker == state.marker:
        return _("{name} keeps the first-player marker.").format(name=name)
    return _("The first-player marker goes to {name}.").format(name=name)
