"""How the parts of a step share their room."""

from __future__ import annotations

from typing import Any

from pi_app.steps.view import Gap, Page, Tap, Words
from tests.pi_app.screen_faults import Frames


def test_a_gap_takes_no_room_where_none_is_left(frames: Frames) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.widget import Widget

    from pi_app.ui.steps.parts import Port, part_widget

    port = Port(lambda _command: None, lambda _name: None)
    made: list[Any] = [part_widget(part, port) for part in (Words("Ana"), Gap(), Tap(Page("help"), "Help"))]
    bounded = Widget(size_hint_y=4, size_hint_min_y=76)
    panel = BoxLayout(orientation="vertical", size_hint=(None, None), size=(300, 4000))
    for widget in (made[0], bounded, *made[1:]):
        panel.add_widget(widget)
    frames(3)
    panel.height = bounded.size_hint_min_y + sum(widget.height for widget in made if widget.size_hint_y is None)
    frames(3)
    assert made[0].top <= panel.top + 1.5
