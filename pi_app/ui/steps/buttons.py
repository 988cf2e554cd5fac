"""Buttons with an icon, words and a note: alone, side by side, in columns."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from pi_app.i18n import capital
from pi_app.steps.view import Grid, Named, Slide, Tap, Taps
from pi_app.ui import theme
from pi_app.ui.steps.port import CommandTap, Port, part_rows, part_widget
from pi_app.ui.steps.sentences import heading
from pi_app.ui.widgets.choices import alike, seat_badge
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.marks import Icon, SeatBadge
from pi_app.ui.widgets.plate import Pane, Plate

CROWDED: Final = 4
"""With so many buttons side by side there is room for short words only."""
CAPTION_SHARE: Final = 1.35
"""How high the words of a button are, its note being one."""
STACKED: Final = 3
"""With so many buttons side by side a note beside the icon would be too small to read."""
LABEL_DP: Final = 190
"""The width of the label before a row of buttons."""
GRID_GAP_DP: Final = 8
"""Between the buttons of a grid."""
DIMMED: Final = 0.62
"""How faint an icon and its words are on a button that cannot be pressed."""


class TapRow(Plate, CommandTap):
    """A button: an icon or a badge, words, a note below them."""

    ink = ColorProperty(theme.TEXT)
    own_mark: ClassVar = False
    """Whether a game's own button draws the icon: the mark keeps its size."""
    narrow = BooleanProperty(False)
    stacked = BooleanProperty(False)
    """Whether the note lies below icon and words, as wide as the button: beside the icon a few letters have room."""
    big = NumericProperty(18)
    low = NumericProperty(52)
    """How high its words make it, in dp."""
    extra = NumericProperty(0)
    """How much higher what a game adds makes it, in dp."""

    def __init__(self, tap: Tap, port: Port, **kwargs: Any) -> None:
        self._dress = Clock.create_trigger(self._put_on, -1)
        self.size_hint_y = None
        super().__init__(port=port, **kwargs)
        self._badge: SeatBadge | None = None
        self.mark: Any = Icon(pos_hint={"center_y": 0.5})
        self.caption = Fit(min_font=sp(11), size_hint_y=CAPTION_SHARE, button=self)
        self.small = Fit(max_font=sp(14), min_font=sp(10), button=self, line="small")
        self.row, self.column = BoxLayout(), BoxLayout(orientation="vertical")
        for part in (self.caption, self.small):
            self.column.add_widget(part)
        for part in (self.mark, self.column):
            self.row.add_widget(part)
        Widget.add_widget(self, self.row)
        self.furnish()
        for name in ("low", "extra"):
            self.fbind(name, self._rise)
        for name in ("narrow", "stacked", "big", "disabled"):
            self.fbind(name, self._dress)
        self._rise()
        self.show(tap)

    def furnish(self) -> None:
        """A game's own button adds here what others have not: into `row` beside the icon, or into `column`."""

    def show(self, tap: Tap) -> None:
        """Be that button."""
        self.means(tap.does)
        self.tap, self.role, self.disabled = tap, tap.role, not tap.on
        self._dress()

    def do_layout(self, *_: Any) -> None:
        """What it says fills it; a badge alone is in the middle."""
        badge, padding = self._badge, self.row.padding
        alone = badge is not None and not (self.tap.text or self.tap.note or self.tap.icon)
        self.row.size = padding[0] + badge.width + padding[2] if badge and alone else self.width, self.height
        self.row.center = self.center
        if self.small.parent is self:
            edge = padding[1]
            low = (self.height - 2 * edge) / (1 + CAPTION_SHARE)
            self.row.height, self.row.top = self.height - low, self.top
            self.small.size, self.small.pos = (self.width - 2 * edge, low), (self.x + edge, self.y + edge)

    def _rise(self, *_: Any) -> None:
        self.height = dp(self.low + self.extra)

    def _put_on(self, _dt: float) -> None:
        """Colours, words and sizes as what is offered says."""
        tap, main, gives_up = self.tap, self.role == "progress", self.role == "destructive"
        worded, seated = bool(tap.text or tap.note), tap.seat is not None
        quiet = theme.RAISED if tap.chosen or not self.narrow else theme.SURFACE
        lit = theme.RAISED if self.disabled else theme.ASK if tap.warns else theme.GO
        self.fill = lit if main else theme.CLEAR if gives_up else quiet
        self.ink = (theme.MUTED if self.disabled else theme.INK) if main else theme.TEXT
        self.edge = theme.GO if tap.chosen else theme.CLEAR if main else theme.ASK if gives_up else theme.EDGE
        self.rim = 1.4 if tap.chosen else 1.0
        self.lay_plate()
        gap = dp(4) if worded and (tap.icon or seated) else 0
        self._seat(tap.seat, bool(tap.text))
        side = dp(4 if self.narrow else 8)
        right = dp(4) if tap.icon and tap.note else side  # two lines beside an icon need all the width
        self.row.padding = side if seated else dp(4) + gap if tap.icon else side, dp(4), right, dp(4)
        self.row.spacing = gap
        self.mark.icon, self.mark.color = tap.icon, self.ink
        alone = bool(tap.icon) and not worded and not self.own_mark
        self.mark.size_hint, self.mark.height = (1 if alone else None, None), dp(26) if tap.icon else 0
        if not alone:
            self.mark.width = self.mark.height
        self.column.size_hint_x = 1 if worded else None
        if not worded:
            self.column.width = 0
        align = "left" if tap.icon or seated else "center"
        words, note = self.caption, self.small
        words.text, words.color, words.bold, words.halign = tap.text, self.ink, main or self.big > 20, align
        words.max_font = sp(16 if gives_up else self.big)
        note.text, note.color, note.halign = capital(tap.note), self.ink if main else theme.MUTED, align
        self._lay_note(below=self.stacked and bool(tap.icon and tap.note))
        self._dim(DIMMED if self.disabled and not main else 1.0)
        self._trigger_layout()

    def _dim(self, share: float) -> None:
        """So faint is what cannot be had now; the note, which says why, is not."""
        for part in (*self.row.children, *self.column.children):
            if part not in (self.column, self.small):
                part.opacity = share
        self.edge = (*self.edge[:3], self.edge[3] * share)

    def _lay_note(self, below: bool) -> None:
        """The note in its place, without height where there is none."""
        note, place = self.small, self if below else self.column
        if note.parent is not place:
            note.parent.remove_widget(note)
            Widget.add_widget(self, note) if below else self.column.add_widget(note)
        note.size_hint = (None, None) if below else (1, 1 if note.text else None)
        if below:
            note.halign = "center"
        elif not note.text:
            note.height = 0

    def _seat(self, seat: int | None, worded: bool) -> None:
        """The badge in front, where there is one."""
        if seat is None and self._badge is not None:
            self.row.remove_widget(self._badge)
        elif seat is not None:
            self._badge = self._badge or seat_badge(seat)
            side = dp(28 if worded else 30)
            self._badge.seat, self._badge.size = seat, (side, side)
            if self._badge.parent is None:
                self.row.add_widget(self._badge, index=len(self.row.children))


class TapsRow(Pane):
    """Buttons side by side; one with an icon alone is square."""

    low = NumericProperty(52)
    """How high it and its buttons are, in dp."""

    def __init__(self, taps: Taps, port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(52), fill=theme.CLEAR, **kwargs)
        self._rows = part_rows(self, port)
        self.fbind("low", self._rise)
        self.show(taps)

    def _rise(self, *_: Any) -> None:
        self.height = dp(self.low)
        for tap in self.children:
            tap.low = self.low

    def show(self, taps: Taps) -> None:
        """Offer these."""
        crowded = len(taps.taps) >= CROWDED
        self.edge = theme.EDGE if taps.framed else theme.CLEAR
        self.padding: list[float] = [dp(6) if taps.framed else 0] * 4
        self.spacing = dp(4 if crowded else 6)
        self._rows.fill(taps.taps)
        worded = any(tap.text for tap in taps.taps)
        for widget, tap in zip(self.children[::-1], taps.taps, strict=True):
            bare = not tap.text and (worded or bool(tap.icon))
            sign = len(tap.text) == 1 and not tap.text.isalnum()
            widget.narrow, widget.big = crowded or bare, taps.big or (26 if sign else 16)
            widget.stacked = len(taps.taps) >= STACKED
            widget.size_hint_x = None if bare else (1.6 if crowded and len(tap.text) > 3 else 1.0)
            if bare:
                widget.width = dp(52)
        self._rise()


class NamedRow(BoxLayout):
    """Buttons side by side with a label before them."""

    def __init__(self, named: Named, port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(52), padding=(dp(8), 0, 0, 0), spacing=dp(10), **kwargs)
        self.label = Fit(halign="left", max_font=sp(18), size_hint_x=None, width=dp(LABEL_DP))
        self.row: Any = part_widget(named.taps, port)
        for part in (self.label, self.row):
            self.add_widget(part)
        self.show(named)

    def show(self, named: Named) -> None:
        """Offer something else."""
        self.label.text = named.label
        self.row.show(named.taps)
        for tap in self.row.children:
            tap.narrow = True  # what is not chosen is darker


class SlideBox(ScrollView):
    """A list that slides."""

    def __init__(self, slide: Slide, port: Port, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, bar_width=dp(6), scroll_type=["bars", "content"], **kwargs)
        self._list = GridLayout(cols=slide.columns, spacing=dp(8), size_hint_y=None)
        self._list.fbind("minimum_height", self._list.setter("height"))
        for widget in (self, self._list):
            widget.fbind("height", self._leave_room)
        self.add_widget(self._list)
        self._rows = part_rows(self._list, port)
        self.show(slide)

    def _leave_room(self, *_: Any) -> None:
        """The bar stands beside what slides."""
        self._list.padding = 0, 0, dp(10) if self._list.height > self.height else 0, 0

    def show(self, slide: Slide) -> None:
        """Other parts."""
        self._rows.fill(slide.parts)
        for row in self._list.children:
            if isinstance(row, TapRow | TapsRow):
                row.low = slide.low
        rows = [row for row in self._list.children if isinstance(row, TapsRow)]
        alike(tap.caption for row in rows for tap in row.children if tap.tap.seat is not None)


class GridBox(BoxLayout):
    """A title, words, and large buttons in columns."""

    def __init__(self, grid: Grid, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(8), padding=(dp(8), dp(4)), **kwargs)
        self.grid = GridLayout(cols=grid.columns, spacing=dp(GRID_GAP_DP))
        self._rows = part_rows(self.grid, port)
        self.lines = [heading("") for _ in range(bool(grid.title))]
        self.lines += [heading("", 16, "muted") for _ in grid.words]
        self.badge = None if grid.seat is None else seat_badge(grid.seat)
        for part in (*self._heads(), self.grid):
            self.add_widget(part)
        self.show(grid)

    def _heads(self) -> tuple[Widget, ...]:
        """The lines above the buttons, the first one with its badge."""
        if self.badge is None:
            return tuple(self.lines)
        first, *others = self.lines
        first.halign = "left"
        row = BoxLayout(size_hint_y=None, height=first.height, spacing=dp(10))
        row.add_widget(self.badge)
        row.add_widget(first)
        return row, *others

    def show(self, grid: Grid) -> None:
        """Offer something else, under as many words."""
        for line, text in zip(self.lines, (grid.title, *grid.words) if grid.title else grid.words, strict=True):
            line.text = text
        if self.badge is not None:
            self.badge.seat = grid.seat
        narrow = grid.columns > CROWDED
        self.grid.cols = grid.columns
        rows = -(-len(grid.taps) // grid.columns)
        self.size_hint_min_y = sum(head.height for head in self.children[:-1]) + rows * dp(theme.TOUCH + GRID_GAP_DP)
        self._rows.fill(grid.taps)
        for tap in self.grid.children:
            tap.narrow, tap.big = narrow, grid.big or (18 if narrow else 20)
            tap.size_hint_y, tap.size_hint_max_y = 1, None if grid.big else sp(104)
        column = [tap for tap in self.grid.children if isinstance(tap, TapRow)] if grid.columns == 1 else []
        alike(tap.caption for tap in column)
        alike(tap.small for tap in column)
