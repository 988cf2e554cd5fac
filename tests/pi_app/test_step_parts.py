"""How the parts of a step share their room."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.presenters.preferences import Preferences
from pi_app.steps.view import Gap, Grid, Page, Tap, Words
from tests.pi_app.screen_faults import Frames, Put, preferring


def test_a_gap_takes_no_room_where_none_is_left(frames: Frames) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.widget import Widget

    from pi_app.ui.steps.port import Port, part_widget

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


@pytest.mark.usefixtures("frames")
def test_sentences_are_set_smaller_before_they_run_out_of_their_place_or_a_word_breaks() -> None:
    from kivy.metrics import Metrics

    from pi_app.ui.widgets.text import largest_scale, wrapped_height

    words = "Decke deine Kachel auf: antippen oder fotografieren."
    try:
        Metrics.fontscale = 1.5
        narrow = largest_scale(lambda scale: wrapped_height(words, 27 * scale, True, 140), 480)
        assert 1 / 1.5 <= narrow < 1, "fotografieren is wider than 140 pixels in 27"
        assert wrapped_height(words, 27 * narrow, True, 140) <= 480
        assert largest_scale(lambda scale: wrapped_height(words, 27 * scale, True, 400), 480) == 1
        assert largest_scale(lambda scale: wrapped_height(words, 27 * scale, True, 400), 40) == 1 / 1.5
    finally:
        Metrics.fontscale = 1.0


@pytest.mark.usefixtures("frames")
def test_no_line_ends_before_the_number_of_a_guest_or_of_a_row_or_beside_an_arrow() -> None:
    from pi_app.ui.widgets.text import TextRenderer, unbroken_words

    assert unbroken_words("Drawing: Guest 1") == ["Drawing:", "Guest\u00a01"]
    assert unbroken_words("Gość 2 wygrywa") == ["Gość\u00a02", "wygrywa"]
    assert unbroken_words("Bot A (easy)") == ["Bot\u00a0A", "(easy)"]
    assert unbroken_words("Step 14 of 28") == ["Step", "14", "of\u00a028"]
    assert unbroken_words("Rim 9 → 6, all") == ["Rim\u00a09\u00a0→\u00a06,", "all"]
    assert unbroken_words("Tap 2 stars") == ["Tap", "2", "stars"]
    drawn = TextRenderer(text="Tile: Guest 1", font_size=18, font_name="Inter", text_size=(100, None))
    assert drawn.text == "Tile: Guest\u00a01"


def test_reasons_at_the_largest_text_are_set_lower_before_they_slide(frames: Frames) -> None:
    from pi_app.steps.view import Reason, Reasons
    from pi_app.ui.steps.port import Port
    from pi_app.ui.steps.reasons import ReasonsList

    with preferring(Preferences(text="largest")):
        reasons = tuple(Reason(does=Page("help"), words=f"Tile {n}", sum="3 × 2", points=6) for n in range(3))
        made = ReasonsList(Reasons(reasons), Port(lambda _command: None, lambda _name: None))
        made.size_hint, made.size = (None, None), (200, 200)
        frames(3)
        (rows,) = made.children
        assert rows.height <= made.height
        made.height = 300
        frames(3)
        assert rows.height > 200


def test_points_keep_off_the_badge_beside_them_at_the_largest_text(frames: Frames) -> None:
    from pi_app.steps.view import SeatPoints
    from pi_app.ui.outline import labels
    from pi_app.ui.steps.players import PointsTap
    from pi_app.ui.steps.port import Port
    from pi_app.ui.widgets.marks import SeatBadge

    with preferring(Preferences(text="largest")):
        tap = PointsTap(SeatPoints(1, "", 33, False), Port(lambda _command: None, lambda _name: None))
        tap.size_hint, tap.size = (None, None), (66, 48)
        frames(3)
        badge = next(widget for widget in tap.walk() if isinstance(widget, SeatBadge))
        number = next(label for label in labels(tap) if label.text == "33")
        wide, _high = number._label.get_extents("33")
    assert number.center_x - wide / 2 - badge.right > 2
    assert number.center_x + wide / 2 < tap.right


def test_a_button_that_cannot_be_pressed_says_why_as_clearly_as_any_other(frames: Frames) -> None:
    from pi_app.ui.steps.buttons import TapRow
    from pi_app.ui.steps.port import Port

    port = Port(lambda _command: None, lambda _name: None)
    offered, missing = (TapRow(Tap(Page("help"), "Fly", note="Missing: 1 ore", on=on), port) for on in (True, False))
    frames(3)
    assert missing.caption.opacity < offered.caption.opacity
    assert missing.opacity * missing.small.opacity == offered.opacity * offered.small.opacity == 1
    assert missing.small.color == offered.small.color


def test_a_long_name_in_a_tab_with_points_is_read_beside_a_short_one(frames: Frames) -> None:
    from pi_app.steps.view import PointsTabs, SeatPoints
    from pi_app.ui.outline import labels
    from pi_app.ui.steps.players import PointsTabsGrid
    from pi_app.ui.steps.port import Port
    from pi_app.ui.widgets.fitted import EVEN

    with preferring(Preferences(text="largest")):
        seats = (SeatPoints(0, "Zoé", 13, True), SeatPoints(1, "Konstantynopol", 0, False))
        made = PointsTabsGrid(PointsTabs(seats, named=True), Port(lambda _command: None, lambda _name: None))
        made.size_hint, made.width = (None, None), 290
        frames(3)
        sizes = {label.text.replace("\n", ""): label.font_size for label in labels(made)}
        long, short = sizes["Konstantynopol"], sizes["Zoé"]
        assert long >= 14
        assert short <= EVEN * long


def test_questions_below_each_other_have_letters_of_nearly_one_size(put: Put) -> None:
    """A long one was set small beside short ones in large letters."""
    from pi_app.ui.steps.buttons import GridBox
    from pi_app.ui.steps.port import Port
    from pi_app.ui.widgets.fitted import EVEN

    with preferring(Preferences(text="largest")):
        said = ("Short?", "Is this a question that is so long that it is set smaller than the others are?")
        taps = tuple(Tap(Page(words), words, note=f"As {words}") for words in said)
        box = GridBox(Grid("", taps, columns=1), Port(lambda _command: None, lambda _name: None))
        box.size_hint, box.size = (None, None), (420, 180)
        put(box)
        for line in ("caption", "small"):
            fonts = [getattr(tap, line).font_size for tap in box.grid.children]
            assert max(fonts) <= EVEN * min(fonts) + 0.01, line
