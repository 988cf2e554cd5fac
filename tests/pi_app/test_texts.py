"""Words are as large as Kivy says, though the font is asked about each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pi_app.presenters.preferences import Preferences
from tests.pi_app.screen_faults import Frames, Put, preferring

LOOKS = [(20.0, False), (20.0, True), (33.0, False)]


@pytest.fixture(autouse=True)
def normal_texts() -> Iterator[None]:
    """Whatever the screens of the test before looked like."""
    with preferring(Preferences()):
        yield


@pytest.mark.parametrize("most", [20_000, 1])
def test_a_word_that_was_measured_in_one_font_is_measured_anew_in_another(
    frames: Frames, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.core.text import Label

    from pi_app.ui.widgets import text

    monkeypatch.setattr(text, "MAX_EXTENTS", most)
    sizes = set()
    for size, bold in [*LOOKS, *LOOKS]:
        how: dict[str, Any] = {"text": "Andromeda rises", "font_size": size, "bold": bold, "font_name": "Inter"}
        ours, kivys = text.TextRenderer(**how, text_size=(90, None)), Label(**how, text_size=(90, None))
        assert ours.get_extents("Andromeda") == kivys.get_extents("Andromeda")
        assert ours.render() == kivys.render()
        sizes.add(ours.get_extents("Andromeda"))
    assert len(sizes) == len(LOOKS)


def test_each_word_is_asked_for_once(frames: Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.text import Label

    from pi_app.ui.widgets import text

    asked: list[str] = []
    kivys = Label.get_extents

    def get_extents(renderer: Any, words: str) -> Any:
        asked.append(words)
        return kivys(renderer, words)

    monkeypatch.setattr(text, "_extents", {})
    monkeypatch.setattr(Label, "get_extents", get_extents)
    for _ in range(3):
        text.TextRenderer(text="Lyra Lyra Lyra", font_size=20, font_name="Inter", text_size=(90, None)).render()
    assert len(asked) == len(set(asked)) > 0


def test_parts_of_a_pixel_ask_no_font_anew(frames: Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.text import Label

    from pi_app.ui.widgets import text

    fonts: list[str] = []
    kivys = Label.get_extents

    def get_extents(renderer: Any, words: str) -> Any:
        fonts.append(renderer._get_font_id())
        return kivys(renderer, words)

    monkeypatch.setattr(text, "_extents", {})
    monkeypatch.setattr(Label, "get_extents", get_extents)
    drawn = [text.TextRenderer(text=words, font_size=size, font_name="Inter")
             for words, size in (("Lyra", 20), ("Lyra", 20.4), ("Cygnus", 20.9), ("Cygnus", 21))]  # fmt: skip
    sizes = [label.render() for label in drawn]
    assert sizes[0] == sizes[1]
    assert sizes[2] < sizes[3]
    assert len(set(fonts)) == 2


def test_buttons_in_a_row_have_letters_of_nearly_one_size(put: Put, frames: Frames) -> None:
    from kivy.uix.boxlayout import BoxLayout

    from pi_app.ui.widgets.fitted import EVEN
    from pi_app.ui.widgets.taps import TextTap

    chips = [TextTap(text=words) for words in ("Mały", "Największy")]
    row = BoxLayout(size_hint=(None, None), size=(180, 48))
    for chip in chips:
        row.add_widget(chip)
    put(row)
    short, long = (chip.caption.font_size for chip in chips)
    assert long < short == pytest.approx(EVEN * long)

    chips[1].text = "Duży"
    frames(3)
    assert chips[0].caption.font_size == chips[1].caption.font_size > short


def test_buttons_below_each_other_have_letters_of_one_size(put: Put, frames: Frames) -> None:
    from kivy.uix.boxlayout import BoxLayout

    from pi_app.ui.widgets.taps import MainTap, TextTap

    chips = [
        TextTap(text=words) for words in ("Amitié", "Aucun vaisseau ne peut plus voler : finir le tour de Nicolás")
    ]
    main = MainTap(text="Finir")
    column = BoxLayout(orientation="vertical", size_hint=(None, None), size=(180, 160))
    for part in (*chips, main):
        column.add_widget(part)
    put(column)
    assert chips[0].caption.font_size == chips[1].caption.font_size < chips[0].caption.max_font
    assert main.caption.font_size == main.caption.max_font, "the way on stands out"

    column.remove_widget(chips[1])
    column.remove_widget(chips[0])
    column.add_widget(chips[0])
    frames(3)
    assert chips[0].caption.font_size == chips[0].caption.max_font


def test_a_number_stays_in_the_line_of_its_sign(frames: Frames) -> None:
    from pi_app.ui.widgets.text import unbroken_words

    assert unbroken_words("5 × 7 + 3 = 38 points") == ["5", "×\u00a07", "+\u00a03", "=\u00a038", "points"]


@pytest.mark.usefixtures("frames")
def test_nothing_is_drawn_before_it_is_laid() -> None:
    from kivy.graphics import BorderImage, Rectangle

    from pi_app.ui.widgets.fitted import Say
    from pi_app.ui.widgets.plate import Pane

    parts = *Pane().canvas.before.children[0].children, *Say(text="Lyra").canvas.children
    drawn = [part for part in parts if isinstance(part, Rectangle | BorderImage)]
    assert len(drawn) == 3
    assert {part.size for part in drawn} == {(0, 0)}, "Kivy's own boxes are white and a hundred pixels wide"


def test_notes_of_three_buttons_side_by_side_have_their_whole_width(put: Put) -> None:
    from pi_app.steps.view import Done, Tap, Taps
    from pi_app.ui.steps.buttons import TapsRow
    from pi_app.ui.steps.port import Port

    notes = ("Propulseur", "Canon", "Fret")
    taps = tuple(Tap(Done(), "0 + 1", note=note, icon="check") for note in notes)
    row = TapsRow(Taps(taps), Port(lambda _command: None, lambda _name: None), size_hint=(None, None), width=300)
    put(row)
    lines = [button.small for button in row.children[::-1]]
    assert [line.text for line in lines] == list(notes)
    assert lines[0].font_size == lines[1].font_size == lines[0].max_font
    for button in row.children:
        assert button.small.width > 0.9 * button.width
        assert button.y < button.small.y
        assert button.small.top <= button.caption.y + 1 < button.caption.top < button.top


def test_a_sentence_is_set_smaller_before_a_word_of_it_is_broken(put: Put) -> None:
    from kivy.metrics import sp

    from pi_app.steps.view import Words
    from pi_app.ui.outline import is_cut
    from pi_app.ui.steps.port import Port
    from pi_app.ui.steps.sentences import WordsRow
    from pi_app.ui.widgets.fitted import Say

    words = "ou photographiez-la."
    row = WordsRow(Words(words, "bold"), Port(lambda _command: None, lambda _name: None), size_hint_x=None, width=130)
    plain = Say(text=words, bold=True, font_size=sp(row.sizes[0]), size_hint_x=None, width=130)
    put(row)
    put(plain)
    assert is_cut(plain)
    assert row.say.font_size < plain.font_size
    assert not is_cut(row.say)


def test_of_words_in_lines_of_their_own_none_is_left_out(frames: Frames) -> None:
    from pi_app.ui.widgets.fitted import Fit

    words = "by 1 point\nThe lead changed 3 times, 1 turn was corrected"
    made = Fit(text=words, max_font=18, min_font=11, size=(234, 50))
    frames(3)
    drawn = " ".join(word.text for line in made._label._cached_lines for word in line.words)
    assert made.shorten or drawn.split() == words.split()
