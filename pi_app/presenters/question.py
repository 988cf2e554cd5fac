"""The one question about a doubtful line whose answer changes the score."""

from __future__ import annotations

from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Doubtful


def open_question(nav: Navigator) -> Doubtful | None:
    """The doubtful line to ask about now; None where no answer would change the score."""
    return None
