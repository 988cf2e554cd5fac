"""The people of this table."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.people import PeoplePresenter, PeopleView, PlayedLine
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import alike, on_tap, refill
from pi_app.ui.widgets.fitted import Fit, Say
from pi_app.ui.widgets.plate import Pane
from pi_app.ui.widgets.question import Covering
from pi_app.ui.widgets.taps import Chip, ColourTap, DangerTap, TextTap

LETTERS = 10
"""A column with longer words, a name, is wider than others."""


class ForgetQuestion(Covering, BoxLayout):
    """Covers the screen until somebody says whether a person is forgotten."""

    text = StringProperty("")


class PersonTap(TextTap):
    """What can be done about the chosen person; not there without words."""


class PeopleScreen(TableScreen):
    """Names on the left, numbers on the right."""

    presenter: PeoplePresenter
    view: PeopleView

    def fill(self) -> None:
        """The names, the numbers, the question."""
        view = self.view
        if self.is_new("names", (view.names, view.records)):
            first = Chip(text=view.records, chosen=not any(on for _, on in view.names), key="records", icon="crown")
            chips = [Chip(text=name, chosen=on, key=f"person.{i}") for i, (name, on) in enumerate(view.names)]
            alike(chip.caption for chip in chips)
            taps = [on_tap(chip, self.presenter.choose, chip.text) for chip in chips]
            rows = [on_tap(first, self.presenter.choose, None), *taps]
            for row in rows:
                row.size_hint_y, row.height = None, dp(50)
            refill(self.ids.names, rows)
        if self.is_new("lines", (view.heads, view.lines)):
            columns = list(zip(view.heads, *(line.numbers for line in view.lines), strict=True))
            self._widths = [max(1.0, max(map(len, column)) / LETTERS) for column in columns]
            head = [self._line(PlayedLine("", view.heads), theme.MUTED)] if view.lines else []
            refill(self.ids.lines, [*head, *(self._line(line, theme.TEXT) for line in view.lines)])
        if self.is_new("colours", view.colours):
            taps = [ColourTap(colour=c, chosen=own, key=f"colour.{c}") for c, _words, own in view.colours]
            refill(self.ids.colours, [on_tap(tap, self.presenter.choose_colour, tap.colour) for tap in taps])
        self._ask()

    def _line(self, line: PlayedLine, colour: theme.Colour) -> Any:
        row = Pane(size_hint_y=None, height=dp(46), padding=(dp(10), 0), spacing=dp(6))
        if not line.title:
            row.fill = theme.CLEAR
            row.height = dp(28)
        row.add_widget(Fit(text=line.title, halign="left", bold=True, max_font=sp(17), size_hint_x=1.6))
        for number, width in zip(line.numbers, self._widths, strict=True):
            row.add_widget(Fit(text=number, color=colour, max_font=sp(17), min_font=sp(12), size_hint_x=width))
        return row

    def _ask(self) -> None:
        view = self.view
        if not view.question:
            self.overlay = None
        elif self.overlay is None or self.overlay.text != view.question:
            self.overlay = ForgetQuestion(text=view.question)
            no = on_tap(TextTap(text=view.no, key="no", icon="cross"), self.presenter.keep)
            yes = on_tap(DangerTap(text=view.yes, key="yes", icon="erase"), self.presenter.forget)
            self.overlay.ids.question.add_widget(Say(text=view.question, font_size=sp(19)), index=2)
            refill(self.overlay.ids.answers, [no, yes])


load_rules(__file__)
