"""The one screen of every step of every game: a stage, and beside it a panel of words and buttons."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.pending import Pending
from pi_app.presenters.score_table import ScoreTable, table_beside
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command, StepView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.boards import BoardBox
from pi_app.ui.steps.buttons import TapRow, TapsRow
from pi_app.ui.steps.port import Port, part_rows
from pi_app.ui.steps.sentences import GapBox, WordsRow
from pi_app.ui.steps.sheet_beside import SheetBeside
from pi_app.ui.widgets.question import Question
from pi_app.ui.widgets.text import largest_scale

SPACING_DP, CLOSE_DP, HIGH_DP, HIGHEST_DP = 7, 3, 52, 72
"""How high buttons are for texts of the normal size, and at most for larger ones."""
ROOMY_DP: Final = 1000
"""So wide is a window that has room for more than a step needs."""
SMALLEST_SCALE: Final = 0.8
"""Letters of a full panel are no smaller than by this where texts are of the normal size: those of sentences 12 sp."""
WORDS_DP: Final = 180
WIDENED_DP: Final = 260
"""A panel that is wider than the first has words in it; there, for large texts, it is widened up to the second."""


class StepBody(BoxLayout):
    """Shows one step after another: tabs, stage, panel, and where there is room the score sheet beside them."""

    edged = BooleanProperty(True)

    def __init__(self, port: Port, **kwargs: Any) -> None:
        self._filled: dict[str, Any] = {}
        super().__init__(**kwargs)
        self._stage, self._panel = part_rows(self.ids.stage, port), part_rows(self.ids.panel, port)
        self._tabs, self._sheet = part_rows(self.ids.tabs, port), SheetBeside(port)
        if theme.current.left_handed:
            self.ids.body.children = self.ids.body.children[::-1]
        squeeze = Clock.create_trigger(lambda _dt: self._squeeze(), -1)
        self.ids.panel.bind(height=squeeze, minimum_height=squeeze)

    @property
    def board(self) -> Any:
        """The widget of the stage, without what stands around it."""
        shown = self.ids.stage.children[0]
        return shown.board if isinstance(shown, BoardBox) else shown

    def is_new(self, part: str, value: Any) -> bool:
        """Whether this part of the view has changed since it was shown last; building is what costs time."""
        if part in self._filled and self._filled[part] == value:
            return False
        self._filled[part] = value
        return True

    def show(self, view: StepView, sheet: ScoreTable | None) -> None:
        """Show what has changed. `sheet`: what may stand beside the step."""
        if self.is_new("stage", view.stage):
            self.edged = view.stage.EDGED
            self._stage.fill([view.stage])
        blocks = view.blocks()
        wide = dp(_wide(view.panel_dp)) if blocks else 0
        if self.is_new("panel", (blocks, wide)):
            self.ids.panel.width = wide
            self.ids.body.spacing = dp(10) if blocks else 0
            self._panel.fill(blocks)
            self._squeeze()
        beside = sheet if blocks and not view.broad and is_roomy() else None
        if self.is_new("sheet", beside):
            self._show_beside(beside)
        if self.is_new("tabs", view.tabs):
            self.ids.tabs.height = dp(50) if view.tabs else 0
            self._tabs.fill(view.tabs)
            for widget, tab in zip(self.ids.tabs.children[::-1], view.tabs, strict=True):
                widget.narrow, widget.big, widget.size_hint_x = True, 16, max(3, len(tab.text))
                widget.size_hint_min_x = dp(theme.TOUCH)

    def _show_beside(self, sheet: ScoreTable | None) -> None:
        """The score sheet at the far side of the board."""
        body = self.ids.body
        if sheet is None:
            body.remove_widget(self._sheet)
            return
        if self._sheet.parent is None:
            body.add_widget(self._sheet, index=0 if theme.current.left_handed else len(body.children))
        self._sheet.show(sheet)

    def _squeeze(self) -> None:
        """Buttons are as high as their texts are large. Where the panel is higher than its place they are lower, then
        parts come closer, buttons become as low as they may be, and large letters smaller."""
        panel = self.ids.panel
        taps = [tap for tap in panel.children if isinstance(tap, TapRow | TapsRow)]
        words = [row for row in panel.children if isinstance(row, WordsRow)]
        gaps = max(0, len(panel.children) - 1)
        others = sum(_least_height(part) for part in panel.children if part not in words)  # whatever scale is set now
        others -= sum(dp(tap.low) for tap in taps)

        def needed(scale: float, spacing: float, low: float) -> float:
            sentences = sum(row.needed(scale) for row in words)
            return float(others + sentences + gaps * dp(spacing) + len(taps) * dp(low))

        stretched = any(part.size_hint_y is not None and not isinstance(part, GapBox) for part in panel.children)
        large = HIGH_DP if stretched else max(HIGH_DP, min(HIGH_DP * Metrics.fontscale, HIGHEST_DP))
        high = next((high for high in (large, HIGH_DP) if needed(1.0, SPACING_DP, high) <= panel.height), None)
        close = high is None
        panel.spacing = dp(CLOSE_DP if close else SPACING_DP)
        for tap in taps:
            tap.low = high or theme.TOUCH
        scale, least = 1.0, SMALLEST_SCALE / max(1.0, Metrics.fontscale)
        if close:
            scale = largest_scale(lambda scale: needed(scale, CLOSE_DP, theme.TOUCH), panel.height, least)
        for row in words:
            row.scale = scale


class StepScreen(StepBody):
    """The step that its presenter gives, whoever that is, and the question over it."""

    overlay: Any = ObjectProperty(None, allownone=True)
    """What covers the screen until it is answered."""

    def __init__(self, presenter: StepPresenter, **kwargs: Any) -> None:
        self.presenter = presenter
        super().__init__(Port(self._send, self._photo), **kwargs)
        self.refresh()

    def _send(self, command: Command) -> None:
        self.presenter.do(command)

    def _photo(self, name: str) -> Any:
        return self.presenter.nav.camera.photo(name)

    def refresh(self) -> None:
        """Show what the presenter says now."""
        self.view = self.presenter.view()
        self.show(self.view, table_beside(self.presenter.nav) if is_roomy() else None)
        if self.is_new("pending", self.view.pending):
            self.overlay = None if self.view.pending is None else self._question(self.view.pending)

    def _question(self, pending: Pending) -> Question:
        """Until the presenter's `confirm` or `cancel` has answered it."""
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences),
            yes=pending.confirm,
            no=pending.cancel,
            other=pending.other,
            possible=pending.possible,
            loses=pending.loses,
        )
        presenter = self.presenter
        question.bind(on_accept=lambda *_: presenter.confirm(), on_refuse=lambda *_: presenter.cancel())
        if pending.other:
            question.bind(on_switch=lambda *_: presenter.switch())
        return question

    def tick(self) -> None:
        """Let the presenter listen to the table's devices, a few times a second."""
        if self.presenter.tick():
            self.refresh()


def is_roomy() -> bool:
    """Whether the window has room for more than a step needs."""
    return bool(Window.width >= dp(ROOMY_DP))


def _wide(panel_dp: float) -> float:
    """How wide a panel is in this window, in dp: the board comes first, but words need no strip where there is room."""
    if not is_roomy() or panel_dp < WORDS_DP:
        return panel_dp
    return max(panel_dp, min(panel_dp * float(Metrics.fontscale), WIDENED_DP))


def _least_height(part: Any) -> float:
    """The height that a part of a panel has, or the least of one that takes what room is left (pixels)."""
    return float(part.height if part.size_hint_y is None else part.size_hint_min_y or 0)


load_rules(__file__)
