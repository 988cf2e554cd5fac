"""Every card of a deck as one grid of types and numbers: a card is named by one tap."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.cards import Spot
from pi_app.games.stellar.grid import GridCell, cell_of
from pi_app.games.stellar.ui.cards import add_mark, add_star, add_text, ink, mixed
from pi_app.games.stellar.ui.telescope import CardTap, pen
from pi_app.ui import theme
from pi_app.ui.widgets.painted import Painted


class FaceTap(ButtonBehavior, Painted):
    """One face: number, mark, stars, and how many are left."""

    SHOWN = ("cell", "state")
    key = StringProperty("")
    cell: GridCell | None = ObjectProperty(None, allownone=True)

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
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(8)])
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


class CardGrid(BoxLayout):
    """A line a type. Events: `on_pick(kind, number)`, where a 6/0 is 0."""

    cells: tuple[tuple[GridCell, ...], ...] = ObjectProperty(())

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        self.taps: dict[str, FaceTap | CardTap] = {}
        super().__init__(orientation="vertical", **kwargs)
        self.fbind("cells", self._show)
        self._show()

    def on_pick(self, kind: str, number: int) -> None:
        """A card was named."""

    def _show(self, *_: Any) -> None:
        keys = [cell.key for line in self.cells for cell in line]
        if keys != list(self.taps):
            self._build()
        for cell in (cell for line in self.cells for cell in line):
            tap = self.taps[cell.key]
            if isinstance(tap, FaceTap):
                tap.cell = cell
            else:
                tap.show(Spot(cell.key, cell.face, "go" if cell.left else "dim", live=bool(cell.left)))

    def _add(self, line: BoxLayout, tap: FaceTap | CardTap) -> None:
        tap.bind(on_release=lambda tap: self.dispatch("on_pick", *cell_of(tap.key)))
        self.taps[tap.key] = tap
        line.add_widget(tap)

    def _build_few(self) -> None:
        """One card of each type: as cards."""
        line = BoxLayout(spacing=dp(10))
        for cells in self.cells:
            self._add(line, CardTap(key=cells[0].key))
        self.add_widget(line)

    def _build(self) -> None:
        self.clear_widgets()
        self.taps.clear()
        if all(len(cells) == 1 for cells in self.cells):
            self._build_few()
            return
        widest = max((len(line) for line in self.cells), default=1)
        for cells in self.cells:
            line = BoxLayout(spacing=self.spacing)
            for cell in cells:
                self._add(line, FaceTap(key=cell.key, size_hint_x=1 if len(cells) == widest else 6 / 5))
            self.add_widget(line)
