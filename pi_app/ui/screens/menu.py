"""The menu of a game in progress."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import sp
from kivy.uix.widget import Widget

from pi_app.presenters.now import NowLine
from pi_app.presenters.standing import MenuPresenter, MenuView
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Say
from pi_app.ui.widgets.choices import refill

MAX_LINES = 9


class MenuScreen(TableScreen):
    """What can be done now on the left; scores, history, help, the way out on the right."""

    presenter: MenuPresenter
    view: MenuView

    def fill(self) -> None:
        """What can be done now; the names stand before what they can do, once for lines of the same people."""
        if self.is_new("lines", self.view.lines):
            refill(self.ids.lines, [*_said(self.view.lines), Widget()])


def _said(lines: tuple[NowLine, ...]) -> list[Say]:
    said, before = list[Say](), ""
    for line in lines[:MAX_LINES]:
        if line.who and line.who != before:
            said.append(Say(text=line.who, bold=True, color=theme.GO, font_size=sp(17)))
        before = line.who
        said.append(Say(text=f"• {line.what}" if line.who else line.what, font_size=sp(17)))
    return said


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
