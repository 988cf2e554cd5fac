"""What the drawing screens share: what is wrong, the question whether the table accepts it, camera and buttons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import refill
from pi_app.ui.widgets.question import Problem, Question

MOST_TOLD: Final = 2
"""Lines of problems that there is room for; the weightiest come first."""


class DrawingScreen(TableScreen):
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

    def press(self, seat: int) -> None:
        """Photograph that seat's board, or it is done."""
        self.presenter.press(seat)

    def tick(self) -> None:
        """Take in what the camera brings."""
        if self.view.busy:
            self.presenter.look()
