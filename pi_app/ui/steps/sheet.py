"""The score sheet and the podium."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.presenters.score_table import Cell, SheetLine
from pi_app.presenters.sky import Sky
from pi_app.presenters.standing import SheetStage, Why
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import CommandTap, PartBox, Port, part_rows
from pi_app.ui.widgets.choices import alike, in_two_lines, refill, seat_badge
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.heads import Head, Heads  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.reuse import Rows
from pi_app.ui.widgets.shapes import ShapesPicture  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.sketch import SkyBox  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.text import text_width

NAME_DP, NARROW_NAME_DP = 138, 108
TOTAL_DP, NARROW_TOTAL_DP = 62, 50
NAME_SP = 17
BESIDE_DP = 42
"""A badge and the gaps beside a name."""
CELL_DP = 54
"""What a number needs for a finger, and the gap beside it."""
MARGINS_DP = 36
"""Beside the lines, the bar included by which many of them slide."""
MAX_WIDE = 10
"""With more columns names and totals are narrower: every number stays wide enough for a finger."""


class CellTap(Plate, CommandTap):
    """One number of the sheet."""

    text = StringProperty("")
    corrected = BooleanProperty(False)


class PodiumStep(BoxLayout):
    """One player's step."""

    place = NumericProperty(1)
    seat = NumericProperty(0)
    name = StringProperty("")
    total = NumericProperty(0)
    low = BooleanProperty(False)
    """Whether there is little height for it."""


class BoardBelow(FloatLayout):
    """A board as it lies now, with whose it is."""

    sky: Sky = ObjectProperty(None)
    seat = NumericProperty(-1)

    def __init__(self, sky: Sky, **kwargs: Any) -> None:
        super().__init__(sky=sky, seat=sky.seat, **kwargs)


class SheetBox(PartBox, BoxLayout):
    """A line a player, a column a row of the pad; at the end the podium above."""

    most = NumericProperty(0)
    """How high the lines may be; more than that slide."""
    crowded = BooleanProperty(False)
    """Whether so many play that the story of the game stands beside the podium, for the sake of their lines."""

    def __init__(self, stage: SheetStage, port: Port, **kwargs: Any) -> None:
        super().__init__(stage, port, **kwargs)
        self._port, self._ways = port, part_rows(self.ids.ways, port)
        self._boards: Rows[Sky] = Rows(self.ids.skies, lambda _sky: None, BoardBelow)
        self.show(stage)

    def show(self, stage: SheetStage) -> None:
        """Podium, what can be done, column heads and lines."""
        super().show(stage)
        self._narrow = len(stage.columns) > MAX_WIDE
        self._name_width = self._wide_enough([line.name for line in stage.lines], len(stage.columns))
        steps = [PodiumStep(place=s.place, seat=s.seat, name=s.name, total=s.total) for s in stage.podium]
        refill(self.ids.podium, steps)
        self._ways.fill(stage.ways)
        total = Head(stage.total, size_hint_x=None, width=self._total_width)
        refill(self.ids.head, [self._name(), *map(Head, stage.columns), total])
        lines = [self._line(line) for line in stage.lines]
        alike(line.children[-1].children[0] for line in lines)
        refill(self.ids.lines, lines)
        self._boards.fill(stage.skies)

    def _line(self, line: SheetLine) -> Any:
        row = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(2))
        name = self._name()
        name.add_widget(seat_badge(line.seat))
        said = in_two_lines(line.name) if self._narrow else line.name
        name.add_widget(Fit(text=said, halign="left", max_font=sp(NAME_SP), min_font=sp(10)))
        row.add_widget(name)
        for cell in line.cells:
            row.add_widget(self._cell(line.seat, cell))
        total = Fit(text=line.total, bold=True, color=theme.GO, max_font=sp(22), size_hint_x=None)
        total.width = self._total_width
        row.add_widget(total)
        return row

    def _name(self) -> Any:
        return BoxLayout(size_hint_x=None, width=self._name_width, spacing=dp(8))

    def _wide_enough(self, names: list[str], columns: int) -> float:
        """Long names are given what the cells need not: in pixels, with the badge."""
        least = dp(NARROW_NAME_DP if self._narrow else NAME_DP)
        free = Window.width - dp(MARGINS_DP + TOTAL_DP + columns * CELL_DP)
        longest = max((text_width(name, sp(NAME_SP)) for name in names), default=0)
        return float(max(least, min(longest + dp(BESIDE_DP), free)))

    def _cell(self, seat: int, cell: Cell) -> Any:
        text = cell.text + ("*" if cell.corrected else "")
        tap = CellTap(self._port, text=text, corrected=cell.corrected, disabled=not cell.open)
        tap.means(Why(seat, cell.row))
        return tap

    @property
    def _total_width(self) -> float:
        return float(dp(NARROW_TOTAL_DP if self._narrow else TOTAL_DP))


load_rules(__file__)
