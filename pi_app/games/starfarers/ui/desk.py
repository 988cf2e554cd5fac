"""The screen of Starfarers: a stage on the left, a panel of words and buttons on the right; one class for all steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp

from pi_app.games.starfarers.parts import DeskView
from pi_app.games.starfarers.ui.map import StarChart
from pi_app.games.starfarers.ui.panel import buttons, panel_rows, spaced, squeeze, stand, tab_button
from pi_app.games.starfarers.ui.stages import stages
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.question import Question


class DeskScreen(TableScreen):
    """The stage and the panel of a step: of every step, whoever its presenter is."""

    SHARED = True

    def __init__(self, presenter: Any, **kwargs: Any) -> None:
        super().__init__(presenter, **kwargs)
        trigger = Clock.create_trigger(lambda _dt: squeeze(self.ids.panel), -1)
        self.ids.panel.bind(height=trigger, minimum_height=trigger)
        if theme.worn.left_handed:
            self.ids.body.children = self.ids.body.children[::-1]

    def build(self) -> None:
        """The parts that the view fills."""
        self.stages = stages(self.ids.stage, self._tap)
        self.panel = panel_rows(self.ids.panel, self._tap)
        self.tabs = buttons(self.ids.tabs, self._tap)

    def _tap(self, key: str) -> None:
        self.presenter.tap(key)

    def fill(self) -> None:
        """Show what has changed."""
        view: DeskView = self.view
        if self.is_new("stage", view.stage):
            self.stages.fill([view.stage])
        if self.is_new("panel", view.panel):
            self.ids.panel.width = dp(300) if view.panel else 0
            self.panel.fill(spaced(view.panel))
            stand(self.ids.panel)
        if self.is_new("tabs", view.tabs):
            self.ids.tabs.height = dp(50) if view.tabs else 0
            self.tabs.fill([tab_button(tab) for tab in view.tabs])
        self._ask(view)

    def chart(self) -> StarChart | None:
        """The map, where one is shown."""
        found = (widget for widget in self.walk(restrict=True) if isinstance(widget, StarChart))
        return next(found, None)

    def _ask(self, view: DeskView) -> None:
        pending = view.pending
        if not self.is_new("pending", pending):
            return
        if pending is None:
            self.overlay = None
            return
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences),
            yes=pending.confirm,
            no=pending.cancel,
            possible=pending.possible,
        )
        question.bind(on_accept=lambda *_: self.presenter.confirm(), on_refuse=lambda *_: self.presenter.cancel())
        self.overlay = question

    def press(self, seat: int) -> None:
        """A seat's button: its player goes on, or takes the screen."""
        self.presenter.press(seat)

    def tick(self) -> None:
        """Let the presenter listen to the table's devices."""
        listen = getattr(self.presenter, "tick", None)
        if listen is not None:
            listen()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
