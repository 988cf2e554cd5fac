from __future__ import annotations

from itertools import combinations

import pytest

from engines.glyphs import STAR_COLOURS, STAR_GLYPHS
from pi_app.presenters.startypes import STAR_LOOKS
from pi_app.ui import theme
from pi_app.ui.theme import Colour


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", [theme.NIGHT, theme.DUSK, theme.SURFACE, theme.RAISED])
@pytest.mark.parametrize("text", [theme.TEXT, theme.MUTED, theme.ASK, theme.WRONG, theme.GO])
def test_texts_stand_out_from_every_ground(text: Colour, ground: Colour) -> None:
    assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("ground", [theme.GO, theme.ASK, *theme.SEATS])
def test_dark_words_stand_out_from_bright_buttons_and_badges(ground: Colour) -> None:
    assert contrast(theme.INK, ground) >= 7


@pytest.mark.parametrize("kind", STAR_COLOURS)
def test_stars_stand_out_from_the_night(kind: str) -> None:
    assert contrast(theme.rgb(STAR_LOOKS[kind].colour), theme.rgb("0A1130")) >= 4.5


def test_no_two_star_types_share_a_shape() -> None:
    assert all(STAR_GLYPHS[a] != STAR_GLYPHS[b] for a, b in combinations(STAR_GLYPHS, 2))
