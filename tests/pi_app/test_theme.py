from __future__ import annotations

from itertools import combinations

import numpy as np
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
    return ratio(luminance(one), luminance(other))


def ratio(one: float, other: float) -> float:
    """Contrast ratio of two luminances."""
    dark, light = sorted((one, other))
    return (light + 0.05) / (dark + 0.05)


TEXTS = ("TEXT", "MUTED", "FAINT", "GO", "ASK", "WRONG")
GROUNDS = ("NIGHT", "DUSK", "SURFACE", "RAISED")
FILLS = ("GO", "ASK", "WRONG")


@pytest.mark.parametrize("name", theme.PALETTES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_texts_and_colours_of_seats_stand_out_from_every_ground(name: str, ground: str) -> None:
    palette = theme.PALETTES[name]
    below: Colour = getattr(palette, ground)
    faint = {text for text in TEXTS if contrast(getattr(palette, text), below) < 4.5}
    assert not faint
    assert not [seat for seat, colour in enumerate(palette.SEATS) if contrast(colour, below) < 4.5]


@pytest.mark.parametrize("name", theme.PALETTES)
def test_words_stand_out_from_the_stars_behind_them(name: str) -> None:
    """A chip that is not chosen shows the sky: letters over a star of it were at 4.4 : 1 and less."""
    palette = theme.PALETTES[name]
    sky = np.unique(theme.sky(palette, 800, 480).reshape(-1, 3), axis=0)
    assert len(sky) > 20, "a gradient and stars"
    lights = [luminance((r / 255, g / 255, b / 255, 1.0)) for r, g, b in sky.tolist()]
    for text in ("TEXT", "MUTED", "GO", "ASK", "WRONG"):
        ink = luminance(getattr(palette, text))
        assert min(ratio(ink, light) for light in lights) >= 4.5, text


@pytest.mark.parametrize("name", theme.PALETTES)
def test_words_stand_out_from_filled_buttons_and_badges(name: str) -> None:
    palette = theme.PALETTES[name]
    fills: list[Colour] = [*(getattr(palette, fill) for fill in FILLS), *palette.SEATS]
    assert min(contrast(palette.INK, fill) for fill in fills) >= 7


@pytest.mark.parametrize("kind", STAR_COLOURS)
def test_stars_stand_out_from_the_night(kind: str) -> None:
    assert contrast(theme.rgb(STAR_LOOKS[kind].colour), theme.rgb("0A1130")) >= 4.5


def test_no_two_star_types_share_a_shape() -> None:
    assert all(STAR_GLYPHS[a] != STAR_GLYPHS[b] for a, b in combinations(STAR_GLYPHS, 2))
