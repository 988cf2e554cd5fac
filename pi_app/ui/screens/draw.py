"""One player's drawing: on the disc with a finger, or by the camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.question import Problem, Question


class BadgeTap(FlatTap):
    """A player as a round tab."""

    seat = NumericProperty(0)
    chosen = BooleanProperty(False)
    done = BooleanProperty(False)


class TwoFaces(BoxLayout):
    """What pays this round: this tile's type and the last one's."""

    current = ObjectProperty(None, allownone=True, rebind=True)
    previous = ObjectProperty(None, allownone=True, rebind=True)


class Problems(BoxLayout):
    """What is wrong with the drawing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", **kwargs)


class DrawScreen(TableScreen):
    """The disc, the tile, what is wrong, and the way on."""

    def fill(self) -> None:
        """Tabs, problems, and the question whether the table accepts them."""
        view = self.view
        if self.is_new("tabs", view.tabs):
            tabs = [BadgeTap(seat=t.seat, chosen=t.chosen, done=t.done, key=f"seat.{t.seat}") for t in view.tabs]
            refill(self.ids.tabs, [on_tap(t, self.presenter.choose_seat, t.seat) for t in tabs])
        if self.is_new("problems", (view.trouble, view.broken, view.warnings)):
            self._list_problems()
        self._ask(view.accepting)

    def _list_problems(self) -> None:
        view = self.view
        problems = [Problem(text=text, color=theme.ASK) for text in view.trouble]
        problems += [Problem(text=text) for text in view.broken]
        problems += [Problem(text=text, color=theme.ASK) for text in view.warnings]
        refill(self.ids.problems, problems[:2])

    def _ask(self, asking: bool) -> None:
        if not asking:
            self.overlay = None
            return
        view = self.view
        question = Question(title=view.accept_title, body="\n".join(view.broken), yes=view.accept, no=view.reject)
        question.bind(on_accept=lambda *_: self.presenter.accept(), on_refuse=lambda *_: self.presenter.reject())
        self.overlay = question

    def press(self, seat: int) -> None:
        """Photograph that seat's board, or it is done."""
        self.presenter.press(seat)

    def tick(self) -> None:
        """Take in what the camera brings."""
        if self.view.busy:
            self.presenter.look()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
