"""Who plays, and where they sit."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.presenters.setup import ChoiceGroup, PlayersPresenter, PlayersView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import alike, in_two_lines, on_tap, refill
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.question import Covering
from pi_app.ui.widgets.taps import Chip, ColourTap, FlatTap, IconTap, TextTap

IN_ONE_COLUMN = 5
"""With more at the table there would be no room below them for the other rules."""


class SeatedName(FlatTap):
    """Somebody at the table; tapping takes them off."""

    seat = NumericProperty(0)
    name = StringProperty("")
    fill = ColorProperty(theme.CLEAR)
    roomy = BooleanProperty(True)
    """Whether there is room for the sign that a tap takes them off."""


class KeyTap(TextTap):
    """One key."""


class Keyboard(Covering, BoxLayout):
    """Letters and accents for a name."""

    presenter = ObjectProperty(None)
    rows: tuple[str, ...] = ()
    typed = StringProperty("")
    asked = StringProperty("")
    """What is to be typed, said while nothing is."""

    def lay(self, rows: tuple[str, ...]) -> None:
        """Put the keys in rows: accents, then three rows of letters, then space and erase."""
        self.rows = rows
        for letters in rows:
            row = BoxLayout(spacing=dp(5))
            for letter in letters:
                face = letter if letter == "ß" else letter.upper()  # its capital would be two letters
                row.add_widget(self._key(letter, face, f"key.{letter}"))
            self.add_widget(row)
        last = BoxLayout(spacing=dp(5))
        last.add_widget(self._key(" ", "␣", "key.space"))
        last.add_widget(self._key("<", "←", "key.erase"))
        self.add_widget(last)

    def _key(self, letter: str, label: str, key: str) -> Any:
        return on_tap(KeyTap(text=label, key=key), self.presenter.key, letter)


def named_row(words: str, taps: list[Any]) -> Any:
    """A name above a row of things to tap."""
    box = BoxLayout(orientation="vertical", size_hint_y=None, height=dp(74), spacing=dp(2))
    box.add_widget(Fit(text=words, color=theme.MUTED, halign="left", max_font=sp(15), size_hint_y=None, height=dp(22)))
    row = BoxLayout(spacing=dp(8), size_hint_y=None, height=dp(48))
    for tap in taps:
        row.add_widget(tap)
    box.add_widget(row)
    return box


def _own(colour: int) -> theme.Colour:
    """A colour by its place in `COLOURS`, whoever sits where."""
    return theme.PALETTES[theme.current.theme].SEATS[colour]


class PlayersScreen(TableScreen):
    """Names of the past one tap away, a keyboard for new ones."""

    presenter: PlayersPresenter
    view: PlayersView

    def fill(self) -> None:
        """Seats, known names, and the keyboard while a name is typed."""
        view = self.view
        rows = [self._seated(seat) for seat in range(len(view.seats))]
        self.ids.seated.cols = 1 if len(rows) <= IN_ONE_COLUMN else 2
        refill(self.ids.seated, rows)
        alike(row.children[-1].ids.words for row in rows)
        if self.is_new("known", (view.known, view.add, view.can_add)):
            chips = [TextTap(text=n, key=f"name.{n}", text_font=sp(17), height=dp(50)) for n in view.known]
            write = TextTap(text=view.add, icon="pen", key="write", text_font=sp(17), height=dp(50))
            names = [on_tap(c, self.presenter.seat, c.text) for c in chips]
            refill(self.ids.known, [*([on_tap(write, self.presenter.write)] if view.can_add else []), *names])
        if self.is_new("choices", (view.choices, view.bots)):
            refill(self.ids.choices, [*self._bots(), *(self._group(group) for group in view.choices)])
        if self.is_new("more", view.more):
            refill(self.ids.more, self._more())
        self._show_keyboard()

    def _seated(self, seat: int) -> Any:
        name, level, (colour, _words) = self.view.seats[seat], self.view.levels[seat], self.view.colours[seat]
        row = BoxLayout(size_hint_y=None, height=dp(54), spacing=dp(6))
        roomy = len(self.view.seats) <= IN_ONE_COLUMN
        said = f"{name} ({level})" if level else name if roomy else in_two_lines(name)
        seated = SeatedName(seat=seat, name=said, fill=_own(colour), roomy=roomy, key=f"seat.{seat}")
        row.add_widget(on_tap(seated, self.presenter.unseat, name))
        if seat:
            row.add_widget(
                on_tap(IconTap(icon="up", key=f"up.{seat}", pos_hint={"center_y": 0.5}), self.presenter.move_up, name)
            )
        else:
            row.add_widget(Widget(size_hint_x=None, width=dp(theme.TOUCH)))
        tap = ColourTap(colour=colour, key=f"colour.{seat}", size_hint_x=None, width=dp(54 if roomy else theme.TOUCH))
        row.add_widget(on_tap(tap, self.presenter.recolour, name))
        return row

    def _bots(self) -> list[Any]:
        taps = [TextTap(text=words, icon="plus", key=f"bot.{bot}", height=dp(48)) for bot, words in self.view.bots]
        rows = [on_tap(tap, self.presenter.seat_bot, tap.key.removeprefix("bot.")) for tap in taps]
        return [named_row(self.view.bots_words, rows)] if rows else []

    def _more(self) -> list[Any]:
        if not self.view.more:
            return []
        tap = TextTap(text=self.view.more, icon="menu", key="more", text_font=sp(17), height=dp(60))
        return [on_tap(tap, self.presenter.see_more)]

    def _group(self, group: ChoiceGroup) -> Any:
        chips = [Chip(text=words, chosen=chosen, key=choice) for choice, words, chosen in group.chips]
        return named_row(group.words, [on_tap(c, self.presenter.settle, c.key) for c in chips])

    def _show_keyboard(self) -> None:
        view = self.view
        if view.typed is None:
            self.overlay = None
            return
        if self.overlay is None or self.overlay.rows != view.keys:
            self.overlay = Keyboard(presenter=self.presenter)
            self.overlay.lay(view.keys)
        self.overlay.typed, self.overlay.asked = view.typed, view.add


load_rules(__file__)
