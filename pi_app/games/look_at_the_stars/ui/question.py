"""Something doubtful on the slate over its photograph: yes or no, and what hangs on it."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.games.look_at_the_stars.ui import slate  # noqa: F401  (named in the layout file)
from pi_app.games.star_explorer.ui import question  # noqa: F401  (its answers are named in the layout file)
from pi_app.ui.screens.base import TableScreen


class SlateQuestionScreen(TableScreen):
    """The close-up and the two answers."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
