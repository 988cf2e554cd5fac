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
from pi_app.presenters.standing import SheetPresenter, SheetView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import alike, in_two_lines, on_tap, refill, seat_badge
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.heads import Head, Heads  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.shapes import ShapesPicture  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.sketch import SkyBox  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.taps import FlatTap, TextTap
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


class CellTap(Plate, FlatTap):
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


class EndTap(TextTap):
    """What can be done at the end of a game; not there while `shown` is not so."""

    words = StringProperty("")
    shown = BooleanProperty(False)


class BoardBelow(FloatLayout):
    """A board as it lies now, with whose it is."""

    sky: Sky = ObjectProperty(None)
    seat = NumericProperty(-1)

    def __init__(self, sky: Sky, **kwargs: Any) -> None:
        super().__init__(sky=sky, seat=sky.seat, **kwargs)


class SheetScreen(TableScreen):
    """A line a player, a column a row of the pad; at the end the podium above."""

    presenter: SheetPresenter
    view: SheetView
    most = NumericProperty(0)
    """How high the lines may be; more than that slide."""
    crowded = BooleanProperty(False)
    """Whether so many play that the story of the game stands beside the podium, for the sake of their lines."""

    def fill(self) -> None:
        """Podium, column heads and lines."""
        view = self.view
        self._narrow = len(view.columns) > MAX_WIDE
        self._name_width = self._wide_enough([line.name for line in view.lines], len(view.columns))
        steps = [PodiumStep(place=s.place, seat=s.seat, name=s.name, total=s.total) for s in view.podium]
        refill(self.ids.podium, steps)
        total = Head(view.total, size_hint_x=None, width=self._total_width)
        refill(self.ids.head, [self._name(), *map(Head, view.columns), total])
        lines = [self._line(line) for line in view.lines]
        alike(line.children[-1].children[0] for line in lines)
        refill(self.ids.lines, lines)
        if self.is_new("skies", view.skies):
            refill(self.ids.skies, [BoardBelow(sky) for sky in view.skies])

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
        tap = CellTap(text=text, corrected=cell.corrected, disabled=not cell.open, key=f"cell.{seat}.{cell.row}")
        return on_tap(tap, self.presenter.why, seat, cell.row)

    @property
    def _total_width(self) -> float:
        return float(dp(NARROW_TOTAL_DP if self._narrow else TOTAL_DP))


load_rules(__file__)
