"""What the drawing screens share: what is wrong, and the question whether the table accepts it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pi_app.ui import theme
from pi_app.ui.screens.camera import CameraScreen
from pi_app.ui.widgets.choices import refill
from pi_app.ui.widgets.question import Problem, Question

MOST_TOLD: Final = 2
"""Lines of problems that there is room for; the weightiest come first."""


class DrawingScreen(CameraScreen):
    """A board to draw on; its layout names `problems`."""

    def tell(self, hints: Iterable[str]) -> None:
        """List what went wrong with the photograph, the rules that are broken, and these hints; then ask."""
        view, hints = self.view, tuple(hints)
        if self.is_new("problems", (view.trouble, view.broken, hints)):
            problems = [Problem(text=text, color=theme.ASK) for text in view.trouble]
            problems += [Problem(text=text) for text in view.broken]
            problems += [Problem(text=text, color=theme.ASK) for text in hints]
            refill(self.ids.problems, problems[:MOST_TOLD])
        self._ask(view.accepting)

    def _ask(self, asking: bool) -> None:
        if not asking:
            self.overlay = None
            return
        view = self.view
        question = Question(title=view.accept_title, body="\n".join(view.broken), yes=view.accept, no=view.reject)
        question.bind(on_accept=lambda *_: self.presenter.accept(), on_refuse=lambda *_: self.presenter.reject())
        self.overlay = question
