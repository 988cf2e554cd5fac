"""Rows of choices built from a view: seats, tabs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from kivy.uix.layout import Layout

from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.marks import SeatBadge

MAX_LETTERS: Final = 8
"""Letters of a word that a narrow place holds in a line."""


def refill(layout: Layout, widgets: Iterable[Any]) -> None:
    """Put these widgets into a layout in place of what it holds."""
    layout.clear_widgets()
    for widget in widgets:
        layout.add_widget(widget)


def in_two_lines(name: str, most: int = MAX_LETTERS) -> str:
    """A name for a narrow place, which holds `most` letters in a line: a longer word is broken in the middle."""
    half = (len(name) + 1) // 2
    return f"{name[:half]}\n{name[half:]}" if max(map(len, name.split()), default=0) > most else name


def alike(texts: Iterable[Fit]) -> None:
    """Have texts that are read together, as names below each other, letters of nearly one size."""
    together = [text.__self__ for text in texts]  # an id of a layout file alone would not keep it
    for text in together:
        text.beside = together


def seat_badge(seat: int) -> SeatBadge:
    """A seat's number in its colour, centred in its row."""
    return SeatBadge(seat=seat, pos_hint={"center_y": 0.5})
