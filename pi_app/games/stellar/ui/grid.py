"""Every card of a deck as one grid of types and numbers: a card is named by one tap."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from kivy.graphics import Color
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.cards import Spot
from pi_app.games.stellar.grid import GridCell, GridPart, Pick
from pi_app.games.stellar.ui.cards import add_mark, add_star, add_text, ink, mixed
from pi_app.games.stellar.ui.telescope import CardTap, pen
from pi_app.ui import theme
from pi_app.ui.steps.port import CommandPress, Port
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import RoundedBox

GAP_DP: Final = 3


class FaceTap(CommandPress, Painted):
    """One face: number, mark, stars, and how many are left."""

    SHOWN = ("cell", "state")
    key = StringProperty("")
    cell: GridCell | None = ObjectProperty(None, allownone=True)

    def show(self, cell: GridCell) -> None:
        """Another face, or another count."""
        self.means(cell.does)
        self.cell = cell

    def paint(self) -> None:
        """A flat card."""
        cell = self.cell
        if cell is None:
            return
        face = cell.face
        strong = 1.0 if cell.left else 0.35
        ground = mixed(ink(face.kind), theme.BOARD.INK, (0.34 if self.state == "down" else 0.2) * strong)
        with pen(self):
            Color(*ground)
            RoundedBox(pos=self.pos, size=self.size, radius=[dp(8)])
            if not cell.left:
                add_text(face.number, self.x + self.width * 0.3, self.center_y, sp(17), theme.BOARD.FAINT)
                return
            size = min(sp(21), self.width * 0.25)  # a 6/0 in large letters stays beside its mark
            add_text(face.number, self.x + self.width * 0.28, self.center_y + dp(3), size, theme.BOARD.TEXT)
            add_mark(
                face.kind, self.x + self.width * 0.7, self.center_y + dp(5), min(dp(13), self.height * 0.26), ground
            )
            for k in range(face.stars):
                add_star(self.x + self.width * 0.7 + dp(13) * (k - (face.stars - 1) / 2), self.y + dp(11), dp(5.5))
            if cell.left > 1:
                add_text(
                    f"{cell.left}×", self.x + self.width * 0.28, self.y + dp(11), sp(12), theme.BOARD.MUTED, bold=False
                )


class GridBox(BoxLayout):
    """A line a type. Where there is one card of each, they lie there as cards, large ones in two rows."""

    def __init__(self, part: GridPart, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(GAP_DP), **kwargs)
        self.port = port
        self._taps: dict[Pick, FaceTap | CardTap] = {}
        self.show(part)

    def show(self, part: GridPart) -> None:
        """Other cards to choose from."""
        faces = [cell.does for line in part.cells for cell in line]
        if faces != list(self._taps):
            self._build(part.cells)
        for cell in (cell for line in part.cells for cell in line):
            tap = self._taps[cell.does]
            if isinstance(tap, FaceTap):
                tap.show(cell)
            else:
                tap.show(Spot(cell.does, cell.face, "go" if cell.left else "dim", live=bool(cell.left)))

    def _build(self, cells: tuple[tuple[GridCell, ...], ...]) -> None:
        self.clear_widgets()
        self._taps.clear()
        self.size_hint_min_y = dp(len(cells) * (theme.TOUCH + GAP_DP) - GAP_DP)
        widest = max((len(line) for line in cells), default=1)
        if widest == 1:
            half = ceil(len(cells) / 2)
            for cards in (cells[:half], cells[half:]):
                row = BoxLayout(spacing=dp(10), padding=(0, dp(GAP_DP)))
                for (cell,) in cards:
                    self._add(row, cell, CardTap(self.port))
                self.add_widget(row)
            return
        for line in cells:
            row = BoxLayout(spacing=dp(GAP_DP))
            for cell in line:
                self._add(row, cell, FaceTap(self.port, size_hint_x=1 if len(line) == widest else 6 / 5))
            self.add_widget(row)

    def _add(self, row: BoxLayout, cell: GridCell, tap: FaceTap | CardTap) -> None:
        self._taps[cell.does] = tap
        row.add_widget(tap)
