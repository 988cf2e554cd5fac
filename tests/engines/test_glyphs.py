"""The house's signs are outlines that can be told apart and scaled by a radius."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from engines.glyphs import HILLS, POLARIS_GLYPH, STAR_COLOURS, STAR_COLOURS_ON_PAPER, STAR_GLYPHS, rays
from engines.star_explorer.model import StarType


def test_a_star_of_rays_alternates_between_its_two_radii_and_points_up() -> None:
    """Four rays: eight corners, the first straight up (y points down)."""
    corners = rays(4, 0.5)
    assert corners[0] == pytest.approx((0.0, -1.0))
    assert [math.hypot(*corner) for corner in corners] == pytest.approx([1.0, 0.5] * 4)
    assert corners[2] == pytest.approx((1.0, 0.0))


def test_every_type_has_a_glyph_within_the_unit_circle_and_two_colours() -> None:
    types = set(get_args(StarType))
    assert set(STAR_GLYPHS) == set(STAR_COLOURS) == set(STAR_COLOURS_ON_PAPER) == types
    for outline in (*STAR_GLYPHS.values(), POLARIS_GLYPH):
        assert max(math.hypot(*corner) for corner in outline) <= 1.0 + 1e-9


def test_the_types_differ_in_silhouette_and_colour() -> None:
    """By the number of corners, so that they can be told apart in black and white."""
    assert len({len(outline) for outline in STAR_GLYPHS.values()}) == 4
    assert len(set(STAR_COLOURS.values())) == 4
    assert len(set(HILLS)) == len(HILLS)
