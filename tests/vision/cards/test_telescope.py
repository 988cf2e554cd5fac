"""Telescopes measured from simulated photographs: every slot to half a millimetre, or a clear word."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engines.errors import NotPossible
from hardware.simulated.levels import Level
from hardware.simulated.pixels import Picture
from hardware.simulated.stellar.design import CardLook, house_look
from tools.studio.cards import owners_photographs
from tools.studio.designs.cards import layout_json, random_look
from vision.cards.measured import telescope
from vision.cards.measured.cards import cards_in
from vision.cards.measured.telescope import MeasuredTelescope, measure_telescope
from vision.ink.pose import Array

SEED = 107


def photograph(look: CardLook, level: Level, seed: int = SEED) -> Picture:
    return next(owners_photographs(look, seed, level=level))


def places(look: CardLook) -> tuple[Array, Array]:
    """(12, 2) and (4, 2) mm: where slots and markers are printed."""
    layout = layout_json(look, markers=True)
    slots = np.array([layout["telescope"]["slots"][str(k)] for k in range(1, 13)])
    return slots, np.array([layout["markers"]["at"][k] for k in "0123"])


def furthest_off(found: MeasuredTelescope, look: CardLook) -> float:
    slots, markers = places(look)
    seen = np.array([found.markers[k] for k in "0123"])
    return max(float(np.abs(found.slots - slots).max()), float(np.abs(seen - markers).max()))


@pytest.mark.parametrize(
    ("deck", "level", "seed"),
    [
        pytest.param("another", "medium", SEED, marks=pytest.mark.exhaustive),
        pytest.param("another", "easy", SEED, marks=pytest.mark.exhaustive),
        pytest.param("house", "easy", SEED, marks=pytest.mark.exhaustive),
        pytest.param("house", "medium", SEED, marks=pytest.mark.exhaustive),
        pytest.param("house", "easy", 1114, id="a table whose grain looks like a slot", marks=pytest.mark.exhaustive),
        pytest.param(
            "another", "easy", 1113, id="lines of neighbours look like a larger slot", marks=pytest.mark.exhaustive
        ),
    ],
)
def test_every_slot_and_marker_is_where_it_is_printed(deck: str, level: Level, seed: int) -> None:
    look = house_look() if deck == "house" else random_look(np.random.default_rng([771, seed]))
    found = measure_telescope(photograph(look, level, seed), look.size, look.marker)
    assert furthest_off(found, look) < 0.5
    assert found.like_cards
    assert found.edges
    assert found.rows == ((1,), (2, 3), (4, 5), (6, 7, 8), (9, 10, 11, 12))
    assert np.abs(np.array(found.outline) - look.size).max() < 0.02


@pytest.fixture(scope="module")
def house() -> Picture:
    return photograph(house_look(), "easy")


@pytest.mark.exhaustive
def test_slots_printed_larger_than_cards_are_measured_by_the_markers_and_exactly_by_a_ruler(house: Picture) -> None:
    slots = places(house_look())[0] + 0.75  # a card of 45.5 mm lies in the middle of a slot of 47 mm
    card = (45.5, 60.5)
    alone = measure_telescope(house, card, 22.0)
    assert not alone.like_cards
    assert np.abs(alone.slots - slots).max() < 0.003 * 362 + 0.2
    ruled = measure_telescope(house, card, 22.0, across=4 * 47.0 + 3 * 3.0)
    assert np.abs(ruled.slots - slots).max() < 0.5


def test_a_slot_whose_outline_fades_is_named(house: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    quads = cards_in(house, 12, (47.0, 62.0))
    monkeypatch.setattr(telescope, "_slots_in", lambda image, markers, size: quads)
    spoilt = house.copy()
    (left, top), (right, low) = quads[6].min(0).astype(int) - 8, quads[6].max(0).astype(int) + 8
    spoilt[top:low, left:right] = cv2.GaussianBlur(spoilt[top:low, left:right], (0, 0), 12)
    with pytest.raises(NotPossible, match=r"outline of the .* slot"):
        telescope.measure_telescope(spoilt, (47.0, 62.0), 22.0)


def test_what_looks_like_a_slot_beside_the_markers_is_none() -> None:
    ground = np.full((700, 700, 3), 40, np.uint8)
    corners = [(300, 20), *((250 + 100 * k, 200 + 140 * row) for row in (0, 1) for k in (0, 1))]
    beside = (50, 340)
    for x, y in (*corners, beside):
        cv2.rectangle(ground, (x, y), (x + 80, y + 110), (220, 220, 220), cv2.FILLED)
    between = np.array([[200, 0], [480, 0], [480, 480], [200, 480]], float)
    found = cards_in(ground, len(corners), (80.0, 110.0), between)
    assert np.abs(found[:, 0] - corners).max() < 3
