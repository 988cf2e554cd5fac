"""The house's signs are outlines that can be told apart and scaled by a radius."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from engines.errors import BadInput
from engines.glyphs import HILLS, POLARIS_GLYPH, STAR_COLOURS, STAR_COLOURS_ON_PAPER, STAR_GLYPHS, rays
from engines.look_at_the_stars.slate.board import PRINT_LATTICE, pack_skies, parse_slate, printed_layout
from engines.slates import adjacent, point_name, point_place, skies_of
from engines.star_explorer.model import StarType
from engines.starfarers import glyphs as starfarers
from engines.stellar import glyphs as stellar
from engines.stellar.model import TYPES


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


# Stellar and Starfarers ----------------------------------------------------------------------------------------


def test_the_types_of_stellar_and_the_satellite_have_marks_within_the_unit_circle_and_two_inks() -> None:
    kinds = {*TYPES, "satellite"}
    assert set(stellar.MARKS) == set(stellar.COLOURS) == set(stellar.COLOURS_ON_PAPER) == kinds
    for parts in stellar.MARKS.values():
        assert {ink for _, ink in parts} <= {"ink", "ground"}
        assert max(math.hypot(*corner) for outline, _ in parts for corner in outline) <= 1.1
    assert len(set(stellar.COLOURS.values())) == len(kinds)


def test_the_slots_of_a_telescope_lie_apart_on_its_board_and_off_its_markers() -> None:
    """Rows of 1, 2 and 3 cards, centred."""
    rows = ((1,), (2, 3), (4, 5, 6))
    slots, (width, height) = stellar.telescope_slots(rows), stellar.telescope_size(rows)
    assert width == 3 * stellar.CARD_WIDTH + 2 * stellar.SLOT_GAP
    assert slots[1][0] + stellar.CARD_WIDTH / 2 == pytest.approx(width / 2)
    assert slots[3][0] - slots[2][0] == pytest.approx(stellar.CARD_WIDTH + stellar.SLOT_GAP)
    assert all(0 <= x <= width - stellar.CARD_WIDTH and y <= height - stellar.CARD_HEIGHT for x, y in slots.values())
    markers = stellar.telescope_markers(rows)
    assert len(set(markers.values())) == 4
    assert all(0 <= x <= width - stellar.MARKER_SIZE and 0 <= y <= height for x, y in markers.values())


def test_the_signs_of_starfarers_are_closed_outlines_with_colours_of_their_own() -> None:
    signs = [*starfarers.RESOURCE_SIGNS.values(), *starfarers.PEOPLE_SIGNS.values(), starfarers.SUN]
    assert all(len(outline) >= 3 for sign in signs for outline in sign)
    assert set(starfarers.RESOURCE_SIGNS) == set(starfarers.RESOURCE_COLOURS)
    assert set(starfarers.PEOPLE_SIGNS) == set(starfarers.PEOPLE_COLOURS)


# Slates --------------------------------------------------------------------------------------------------------

ANY_SLATE = {"kind": "slate", "columns": 4, "rows": 3, "planets": ["B1"], "missing": ["D2"]}
PLACED = {"board": {"width": 100, "height": 100}, "lattice": {"origin": [20, 80], "pitch": [15, 15]}}


def test_a_slate_of_our_print_needs_only_its_number() -> None:
    layout = parse_slate({"kind": "slate", "slate": 3})
    assert layout == printed_layout(3)
    (sky,) = skies_of(layout, pack_skies())
    assert (sky.number, sky.columns, sky.rows) == (3, 10, 11)
    assert "B5" in sky.planets
    assert len(skies_of(printed_layout(None), pack_skies())) == 8
    assert layout.lattice == PRINT_LATTICE


def test_any_slate_may_be_described() -> None:
    layout = parse_slate({**ANY_SLATE, **PLACED, "printed_lines": [["A0", "B0"]]})
    (sky,) = skies_of(layout, pack_skies())
    assert sky.number is None
    assert len(sky.stars) == 10
    assert sky.printed_lines == (("A0", "B0"),)


def test_points_have_names_and_places() -> None:
    assert point_place(point_name(2, 10)) == (2, 10)
    assert point_place("C010") is None
    assert adjacent("C4", "D5")
    assert not adjacent("C4", "C6")
    assert not adjacent("C4", "?")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (b"nonsense", "layout of a slate"),
        (b"[" * 100_000, "nested too deeply"),
        ({"kind": "star_disc"}, "expected 'slate', got 'star_disc'"),
        ({"kind": "slate", "slate": 9}, "expected 1 to 8, got 9"),
        ({"kind": "slate", "board": PLACED["board"]}, "expected both or neither"),
        ({"kind": "slate", "columns": 4, **PLACED}, "expected both or neither"),
        ({"kind": "slate", "planets": ["B1"], **PLACED}, "though planets"),
        ({**ANY_SLATE, **PLACED, "planets": ["Z9"]}, "'Z9' is no point, expected A0 to D2"),
        ({**ANY_SLATE, **PLACED, "printed_lines": [["A0", "C0"]]}, "does not join two neighbours"),
        ({**ANY_SLATE, **PLACED, "missing": ["B1"]}, "a point is there twice"),
        ({**ANY_SLATE, **PLACED, "columns": 2, "rows": 3, "missing": ["A0"]}, "are too few"),
        ({**ANY_SLATE, **PLACED, "lattice": {"origin": [20, 80], "pitch": [2, 15]}}, "lattice.pitch: expected 4"),
        ({**ANY_SLATE, **PLACED, "lattice": {"origin": [20, 80], "pitch": [45, 15]}}, "beyond the board"),
        ({**ANY_SLATE, **PLACED, "lattice": {"origin": [1e9, 80], "pitch": [15, 15]}}, "every number must lie within"),
    ],
)
def test_what_is_no_slate_is_refused(given: object, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        parse_slate(given)  # type: ignore[arg-type]
