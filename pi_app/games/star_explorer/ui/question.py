"""A doubtful line over its photograph: yes or no, and what hangs on it."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty

from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap


class AnswerTap(FlatTap):
    """An answer with what it is worth."""

    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    words = StringProperty("")
    points = StringProperty("")
    broken = StringProperty("")


class QuestionScreen(TableScreen):
    """The close-up and the two answers."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
