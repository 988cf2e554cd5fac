"""A widget for each part that every game's steps are made of: sentences, buttons by role, tabs, grids, covers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from msgspec.structs import replace

from engines.registry import load
from pi_app.i18n import capital
from pi_app.presenters.receipts import SeatPoints
from pi_app.steps.view import (
    AnswerButton,
    Board,
    Card,
    Command,
    Cover,
    Gap,
    Grid,
    Number,
    Part,
    Photo,
    PointsTabs,
    Problems,
    Reason,
    Reasons,
    Seat,
    SeatTab,
    SeatTabs,
    Tap,
    Taps,
    Tone,
    Words,
)
from pi_app.ui import theme
from pi_app.ui.widgets.basics import Fit, FlatTap, Icon, Pane, Say, SeatBadge
from pi_app.ui.widgets.choices import alike, in_two_lines, refill, seat_badge
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.question import Problem
from pi_app.ui.widgets.reuse import Rows, fresh
from pi_app.ui.widgets.rule_drawing import RuleDrawing
from pi_app.ui.widgets.stars import StarGlyph  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.text import largest_scale, unbroken_font, wrapped_height

CROWDED: Final = 4
"""With so many buttons side by side there is room for short words only."""
MANY_SEATS: Final = 6
"""With more players their tabs stand side by side without a gap."""
DRAWING_SHARE: Final = 0.25
"""What a drawing keeps of the height of a card."""
MAX_PROBLEMS: Final = 2
"""Lines of problems that there is room for; the weightiest come first."""
CAPTION_SHARE: Final = 1.35
"""How high the words of a button are, its note being one."""
STACKED: Final = 3
"""With so many buttons side by side a note beside the icon would be too small to read."""


class Port(NamedTuple):
    """What a part's widget may reach of its step."""

    send: Callable[[Command], object]
    """Takes the command of what was touched."""
    photo: Callable[[str], Any]
    """A photograph by its name, laid flat (height × width × 3, RGB), or None where it is gone."""


@cache
def maker(part: type[Part]) -> Callable[[Any, Port], Any]:
    """What makes the widget of that kind of part."""
    found: Callable[[Any, Port], Any] = load(part.WIDGET)
    return found


def part_widget(part: Part, port: Port) -> Widget:
    """The widget of a part.

    A part that takes what room is left has a least height: where none is left, Kivy leaves one without as it was.
    """
    made: Widget = maker(type(part))(part, port)
    if made.size_hint_y is not None and made.size_hint_min_y is None:
        made.size_hint_min_y = 1
    return made


def part_rows(layout: Layout, port: Port) -> Rows[Part]:
    """Keeps in a layout the widgets of parts; those that can show another part are used again."""
    return Rows(layout, _shape, lambda part: part_widget(part, port), _show)


def _shape(part: Part) -> Hashable:
    return (type(part), part.shape()) if hasattr(maker(type(part)), "show") else None


def _show(widget: Any, part: Part | SeatPoints | Reason) -> None:
    widget.show(part)


def tone_colour(tone: Tone) -> theme.Colour:
    """The colour of a sentence."""
    return {"muted": theme.MUTED, "good": theme.GO, "ask": theme.ASK, "wrong": theme.WRONG}.get(tone, theme.TEXT)


# Touches -------------------------------------------------------------------------------------------------------


class CommandPress(ButtonBehavior):
    """What a widget that does a command adds to it, whatever it looks like; its `key` is the command's.

    A finger means what stood there when it came down: nothing is done where the widget shows something else by then.
    """

    def __init__(self, port: Port, **kwargs: Any) -> None:
        self.port = port
        self.does: Command | None = None
        self._pressed: Command | None = None
        super().__init__(**kwargs)

    def means(self, command: Command | None) -> None:
        """Do that when tapped from now on; None: nothing."""
        fresh(self)
        self.does, self.key = command, command.key if command is not None else ""

    def on_press(self) -> None:
        """A finger came down."""
        self._pressed = self.does

    def on_release(self) -> None:
        """It was lifted there."""
        if self.does is not None and self._pressed == self.does:
            self.port.send(self.does)


class CommandTap(CommandPress, FlatTap):
    """Anything to tap that does a command, with widgets in it."""


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


def small_taps(layout: Layout, port: Port) -> Rows[Tap]:
    """Keeps buttons side by side, made as their kind of part says."""
    return Rows(layout, _shape, lambda tap: part_widget(tap, port), _show)


class TapsRow(Pane):
    """Buttons side by side; one with an icon alone is square."""

    low = NumericProperty(52)
    """How high it and its buttons are, in dp."""

    def __init__(self, taps: Taps, port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(52), fill=theme.CLEAR, **kwargs)
        self._rows = small_taps(self, port)
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
        for widget, tap in zip(self.children[::-1], taps.taps, strict=True):
            bare = bool(tap.icon) and not tap.text
            sign = len(tap.text) == 1 and not tap.text.isalnum()
            widget.narrow, widget.big = crowded or bare, taps.big or (26 if sign else 16)
            widget.stacked = len(taps.taps) >= STACKED
            widget.size_hint_x = None if bare else (1.6 if crowded and len(tap.text) > 3 else 1.0)
            if bare:
                widget.width = dp(52)
        self._rise()


# Sentences -----------------------------------------------------------------------------------------------------


class GapBox(Widget):
    """Takes the room that is left, and next to none beside parts that take what room there is."""

    def __init__(self, _gap: Gap, _port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=0.1, **kwargs)

    def show(self, _gap: Gap) -> None:
        """One gap is like another."""


class WordsRow(BoxLayout):
    """A sentence as high as it needs to be, perhaps with a player's badge or a picture."""

    sizes: tuple[int, int] = (18, 15)
    """Of bold letters and of others, in sp."""
    scale = NumericProperty(1.0)
    """How much smaller it is set, for want of room."""

    def __init__(self, words: Words, _port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, spacing=dp(8), **kwargs)
        self.say = Say(pos_hint={"center_y": 0.5})
        self.badge = None if words.seat is None else seat_badge(words.seat)
        self.icon = (
            Icon(size_hint=(None, None), size=(dp(28), dp(28)), pos_hint={"center_y": 0.5}) if words.icon else None
        )
        for part in (self.badge, self.icon, self.say):
            if part is not None:
                self.add_widget(part)
        self.say.bind(height=lambda *_: self._fit(), width=self._set)
        self.fbind("scale", self._set)
        self.show(words)

    def show(self, words: Words) -> None:
        """Say something else."""
        self.say.color, self.say.bold = tone_colour(words.tone), words.tone == "bold"
        self.say.text = capital(words.text)
        self._set()
        if self.badge is not None:
            self.badge.seat = words.seat
        if self.icon is not None:
            self.icon.icon, self.icon.color = words.icon, theme.GO
        self._fit()

    def _set(self, *_: Any) -> None:
        self.say.font_size = self._font_in(self.say.width, self.scale)

    def _font_in(self, width: float, scale: float) -> float:
        """The size of its letters at that scale; smaller where a word would be broken."""
        return unbroken_font(self.say.text, self._font * scale, bool(self.say.bold), width)

    @property
    def _font(self) -> float:
        return float(sp(self.sizes[0] if self.say.bold else self.sizes[1]))

    def needed(self, scale: float) -> float:
        """How high it would be at that scale, in pixels."""
        beside = [part for part in (self.badge, self.icon) if part is not None]
        width = self.width - sum(part.width + self.spacing for part in beside)
        high = wrapped_height(self.say.text, self._font_in(width, scale), bool(self.say.bold), width)
        return max(high, dp(28)) if beside and high else high

    def _fit(self) -> None:
        least = 0 if self.badge is None and self.icon is None else dp(28)
        self.height = max(self.say.height, least) if self.say.text else 0


class NumberBox(BoxLayout):
    """A large number with what it counts."""

    def __init__(self, number: Number, _port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, height=dp(84), **kwargs)
        self.large = Fit(bold=True, max_font=sp(44))
        self.small = Fit(max_font=sp(16), min_font=sp(11), color=theme.MUTED, size_hint_y=None, height=dp(24))
        for part in (self.large, self.small):
            self.add_widget(part)
        self.show(number)

    def show(self, number: Number) -> None:
        """Another number."""
        self.large.text, self.large.color, self.small.text = number.number, tone_colour(number.tone), number.words


class ProblemsBox(BoxLayout):
    """What is wrong, line by line."""

    def __init__(self, problems: Problems, _port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, **kwargs)
        self.bind(minimum_height=self.setter("height"))
        self.show(problems)

    def show(self, problems: Problems) -> None:
        """Other problems."""
        lines = [Problem(text=text) for text in problems.broken]
        lines += [Problem(text=text, color=theme.ASK) for text in problems.advice]
        refill(self, lines[:MAX_PROBLEMS])


class AnswerRow(Plate, CommandTap):
    """An answer with what it is worth."""

    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    words = StringProperty("")
    points = StringProperty("")
    broken = StringProperty("")

    def __init__(self, answer: AnswerButton, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.show(answer)

    def show(self, answer: AnswerButton) -> None:
        """Another answer."""
        self.means(answer.does)
        self.icon, self.ink = answer.icon, tone_colour(answer.tone)
        self.words, self.points, self.broken = answer.words, answer.points, ", ".join(answer.broken)


# Players -------------------------------------------------------------------------------------------------------


class SeatTap(Plate, CommandTap):
    """A player as a round tab."""

    seat = NumericProperty(0)
    chosen = BooleanProperty(False)
    done = BooleanProperty(False)

    def __init__(self, tab: SeatTab, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.show(tab)

    def show(self, tab: SeatTab) -> None:
        """Another player."""
        self.means(Seat(tab.seat))
        self.seat, self.chosen, self.done = tab.seat, tab.chosen, tab.done


class SeatTabsRow(BoxLayout):
    """The players as round tabs."""

    def __init__(self, tabs: SeatTabs, port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(48), **kwargs)
        self._rows: Rows[SeatTab] = Rows(self, lambda _tab: "tab", lambda tab: SeatTap(tab, port), _show_tab)
        self.show(tabs)

    def show(self, tabs: SeatTabs) -> None:
        """As they stand now."""
        self.spacing = dp(0 if len(tabs.tabs) > MANY_SEATS else 6)
        self._rows.fill(tabs.tabs)


def _show_tab(widget: SeatTap, tab: SeatTab) -> None:
    widget.show(tab)


class PointsTap(Plate, CommandTap):
    """A player with their points."""

    seat = NumericProperty(0)
    name = StringProperty("")
    points = NumericProperty(0)
    chosen = BooleanProperty(False)

    def __init__(self, seat: SeatPoints, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.show(seat)

    def show(self, seat: SeatPoints) -> None:
        """Another player."""
        self.means(Seat(seat.seat))
        self.seat, self.name, self.points, self.chosen = seat.seat, in_two_lines(seat.name), seat.points, seat.chosen


class PointsTabsGrid(GridLayout):
    """The players with their points, at most four side by side."""

    def __init__(self, tabs: PointsTabs, port: Port, **kwargs: Any) -> None:
        super().__init__(cols=1, size_hint_y=None, spacing=dp(3), **kwargs)
        self.bind(minimum_height=self.setter("height"))
        self._taps: Rows[SeatPoints] = Rows(self, lambda _seat: "seat", lambda seat: PointsTap(seat, port), _show)
        self.show(tabs)

    def show(self, tabs: PointsTabs) -> None:
        """As they stand now."""
        self.cols = min(CROWDED, max(1, len(tabs.seats)))
        self._taps.fill([seat if tabs.named else replace(seat, name="") for seat in tabs.seats])
        alike(tap.ids.name for tap in self.children)


class CoverMark(FloatLayout):
    """A large badge of the player who takes the screen."""

    seat = NumericProperty(0)


class CoverBox(BoxLayout):
    """Hides everything."""

    cover: Cover = ObjectProperty(None, rebind=True)

    def __init__(self, cover: Cover, port: Port, **kwargs: Any) -> None:
        super().__init__(cover=cover, **kwargs)
        self._sky: Any = None
        if cover.sky is not None:
            self._sky = part_widget(cover.sky, port)
            self.add_widget(self._sky, index=len(self.children))

    def show(self, cover: Cover) -> None:
        """For another player."""
        self.cover = cover
        if cover.sky is not None:
            self._sky.show(cover.sky)


# Reasons -------------------------------------------------------------------------------------------------------


class ReasonTap(Plate, CommandTap):
    """One reason for points."""

    HIGH_SP: ClassVar = 70
    """How high one that says its sum, too, is at most, in sp."""
    words = StringProperty("")
    sum = StringProperty("")
    points = NumericProperty(0)
    star_type = StringProperty("")
    chosen = BooleanProperty(False)
    scale = NumericProperty(1.0)
    """How much lower it is, for want of room."""

    def __init__(self, reason: Reason, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.show(reason)

    def show(self, reason: Reason) -> None:
        """Another reason."""
        self.means(reason.does)
        self.words, self.sum, self.points = reason.words, reason.sum, reason.points
        self.star_type, self.chosen = reason.star_type, reason.chosen

    def needed(self, scale: float) -> float:
        """How high it is at that scale, in pixels."""
        return float(sp(self.HIGH_SP) * scale if self.sum else dp(theme.TOUCH))


class ReasonsList(ScrollView):
    """Reasons one below the other: high where all find room, else lower; then they slide."""

    def __init__(self, reasons: Reasons, port: Port, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, bar_width=dp(4), size_hint_y=30, **kwargs)
        self._list = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(6))
        self._list.bind(minimum_height=self._list.setter("height"))
        self.add_widget(self._list)
        self._rows: Rows[Reason] = Rows(self._list, lambda _reason: "reason", lambda r: ReasonTap(r, port), _show)
        shrink = Clock.create_trigger(self._shrink, -1)
        self.bind(height=shrink)
        self._list.bind(minimum_height=shrink)
        self.show(reasons)

    def show(self, reasons: Reasons) -> None:
        """Other reasons."""
        self._rows.fill(reasons.reasons)

    def _shrink(self, _dt: float) -> None:
        rows = self._list.children
        room = self.height - self._list.spacing * (len(rows) - 1)
        least = dp(theme.TOUCH) / sp(ReasonTap.HIGH_SP)
        scale = largest_scale(lambda scale: sum(row.needed(scale) for row in rows), room, least)
        for row in rows:
            row.scale = scale


# Grids ---------------------------------------------------------------------------------------------------------


def heading(text: str, size: float = 20, tone: Tone = "bold") -> Fit:
    """A line above something; `size` in sp."""
    made = Fit(text=text, bold=tone == "bold", max_font=sp(size), min_font=sp(12), color=tone_colour(tone))
    made.size_hint_y, made.height = None, dp(size + 22)
    return made


class GridBox(BoxLayout):
    """A title, words, and large buttons in columns."""

    def __init__(self, grid: Grid, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(8), padding=(dp(8), dp(4)), **kwargs)
        self.grid = GridLayout(cols=grid.columns, spacing=dp(8))
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
        self._rows.fill(grid.taps)
        for tap in self.grid.children:
            tap.narrow, tap.big = narrow, grid.big or (18 if narrow else 20)
            tap.size_hint_y, tap.size_hint_max_y = 1, None if grid.big else sp(104)
        column = [tap for tap in self.grid.children if isinstance(tap, TapRow)] if grid.columns == 1 else []
        alike(tap.caption for tap in column)
        alike(tap.small for tap in column)


class CardBox(Pane):
    """Sentences one below the other, and a drawing."""

    def __init__(self, card: Card, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=(dp(18), dp(10)), spacing=dp(8), **kwargs)
        self._lines = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(8))
        self._lines.bind(minimum_height=self._lines.setter("height"))
        self._rows = part_rows(self._lines, port)
        self._drawing: Any = RuleDrawing(size_hint_min_y=1) if card.sky is None else part_widget(card.sky, port)
        for part in (self._lines, self._drawing):
            self.add_widget(part)
        shrink = Clock.create_trigger(self._shrink, -1)
        self.bind(size=shrink)
        self._lines.bind(minimum_height=shrink)
        self.show(card)

    def show(self, card: Card) -> None:
        """Another card."""
        self._rows.fill(card.lines)
        for row, words in zip(self._lines.children[::-1], card.lines, strict=True):
            row.sizes = (20, 18)
            row.show(words)
        if card.sky is not None:
            self._drawing.show(card.sky)
        else:
            self._drawing.marks = card.drawing
        self._drawn = bool(card.sky or card.drawing)

    def _shrink(self, _dt: float) -> None:
        """The drawing keeps a part of the height; sentences that find no room beside it are set smaller."""
        rows = self._lines.children
        inside = self.height - self.padding[1] - self.padding[3] - self.spacing
        room = inside - self._lines.spacing * (len(rows) - 1) - (inside * DRAWING_SHARE if self._drawn else 0)
        scale = largest_scale(lambda scale: sum(row.needed(scale) for row in rows), room)
        for row in rows:
            row.scale = scale


class BoardBox(BoxLayout):
    """A board, the way to its photograph in its corner, and words below."""

    def __init__(self, board: Board, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), **kwargs)
        self.board = part_widget(board.board, port)
        self.photo = PhotoTap(port)
        self.words = WordsRow(board.words, port)
        self.words.say.halign = "center"
        place = FloatLayout()
        for part in (self.board, self.photo):
            place.add_widget(part)
        place.bind(pos=self._stand, size=self._stand)
        for part in (place, self.words):
            self.add_widget(part)
        self.show(board)

    def _stand(self, place: FloatLayout, _value: object) -> None:
        self.board.pos, self.board.size = place.pos, place.size
        self.photo.pos = place.x + dp(4), place.y + dp(4)

    def show(self, board: Board) -> None:
        """The board as it is now."""
        _show(self.board, board.board)
        self.words.show(board.words)
        self.photo.show(board.photo)


class PhotoTap(Plate, CommandTap):
    """Lays the photograph under the drawing; absent where there is none."""

    there = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show(self, photo: bool | None) -> None:
        """There is a photograph or not, shown or not."""
        self.there, self.chosen, self.disabled = photo is not None, bool(photo), photo is None
        self.means(Photo())


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
