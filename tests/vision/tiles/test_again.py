"""Tiles in which a first look sees nothing are looked at again: noise, thin dashes, hollow stars."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_tiles import FIGURES, drawn, layout
from vision.ink.rectangles.grounds import find_alike
from vision.tiles import read
from vision.tiles.closer import laid_closer
from vision.tiles.evidence import patch_of
from vision.tiles.match import MANY, Match
from vision.tiles.placing import placements
from vision.tiles.read import read_tiles
from vision.tiles.tuning import TUNING

Image = NDArray[np.uint8]
OUTLINE = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)


def places(name: str) -> NDArray[np.int32]:
    """(n, 2) px where the stars of a tile lie in its picture."""
    xy = np.array(FIGURES[name][0], float)
    return np.asarray((xy - (xy.max(0) + xy.min(0)) / 2) * 28 + [240, 240], np.int32)


def blank(ground: int) -> Image:
    """A tile without a figure on a grey table."""
    frame = np.full((480, 480, 3), 130, np.uint8)
    frame[120:360, 140:340] = ground
    return frame


def noisy(name: str) -> Image:
    """Faint broad strokes in the coloured noise of a dark picture."""
    frame = blank(60)
    for a, b in FIGURES[name][1]:
        cv2.line(frame, places(name)[a].tolist(), places(name)[b].tolist(), (85, 85, 85), 7, cv2.LINE_AA)
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 90, frame.shape), (0, 0), 1.7)
    return np.asarray(np.clip(frame + grain, 0, 255), np.uint8)


def hollow(name: str) -> Image:
    """Stars of which a lamp leaves the rims, on broad lines."""
    frame = blank(245)
    for a, b in FIGURES[name][1]:
        cv2.line(frame, places(name)[a].tolist(), places(name)[b].tolist(), (160, 170, 160), 5, cv2.LINE_AA)
    for place in places(name).tolist():
        cv2.circle(frame, place, 10, (245, 245, 245), -1, cv2.LINE_AA)
        cv2.circle(frame, place, 10, (190, 210, 200), 3, cv2.LINE_AA)
    return frame


def clouded(name: str, dark: int, grain: float) -> Image:
    """Thin faint dashes between small stars on a clouded ground, a bright sign in the corner; `grain`: of the noise."""
    chance = np.random.default_rng(5)
    frame = blank(150).astype(float)
    clouds = cv2.GaussianBlur(chance.normal(0, 1, (480, 480)), (0, 0), 9)
    frame[120:360, 140:340] += (15 * clouds / clouds.std())[120:360, 140:340, None]
    ink = np.zeros((480, 480), np.uint8)
    for a, b in FIGURES[name][1]:
        start, along = places(name)[a], places(name)[b] - places(name)[a]
        for k in range(4):
            first, last = ((start + along * (k + share) / 4).astype(int).tolist() for share in (0.2, 0.85))
            cv2.line(ink, first, last, (255,), 2, cv2.LINE_AA)
    for place in places(name).tolist():
        cv2.circle(ink, place, 4, (255,), -1, cv2.LINE_AA)
    frame -= dark * (ink / 255)[..., None]
    cv2.circle(frame, (164, 144), 14, (250, 250, 250), -1, cv2.LINE_AA)
    frame += cv2.GaussianBlur(chance.normal(0, 2 * grain, frame.shape), (0, 0), 0.8)
    return np.asarray(np.clip(frame, 0, 255), np.uint8)


@pytest.mark.parametrize("name", ["kite", "arrow"])
def test_faint_strokes_in_noise_are_read(name: str) -> None:
    reading = read_tiles(noisy(name), parse_tiles(layout()))
    assert [(tile.tile, tile.p > TUNING.min_p) for tile in reading.tiles] == [(name, True)]


def test_hollow_stars_are_read_beyond_doubt() -> None:
    reading = read_tiles(hollow("kite"), parse_tiles(layout()))
    assert [(tile.tile, tile.p > TUNING.min_p) for tile in reading.tiles] == [("kite", True)]


def test_what_the_record_expects_is_laid_first_but_beside_all_others() -> None:
    reading = read_tiles(noisy("fork"), parse_tiles(layout()), remaining=["hook", "fork"])
    assert [(tile.tile, tile.p > TUNING.min_p) for tile in reading.tiles] == [("fork", True)]


def test_a_record_that_contradicts_itself_hinders_no_second_look() -> None:
    reading = read_tiles(noisy("hook"), parse_tiles(layout()), expect=["kite"], remaining=["arrow"])
    assert [tile.tile for tile in reading.tiles] == ["hook"]


@pytest.mark.parametrize(
    ("name", "dark", "grain"), [pytest.param("kite", 30, 4, marks=pytest.mark.exhaustive), ("fork", 35, 5)]
)
def test_thin_dashes_on_clouds_are_read_by_what_is_very_near(name: str, dark: int, grain: float) -> None:
    reading = read_tiles(clouded(name, dark, grain), parse_tiles(layout()))
    assert [(tile.tile, tile.p > TUNING.min_p) for tile in reading.tiles] == [(name, True)]


def test_a_figure_that_lies_a_little_off_is_laid_on_its_strokes() -> None:
    tiles = parse_tiles(layout())
    patch = patch_of(drawn("arrow"), OUTLINE, tiles.aspect)
    right = next(way for way in placements(patch, tiles.figures, False, MANY) if way.figure.tile.id == "arrow")
    (right,) = laid_closer(patch, [right])
    middle = right.stars.mean()
    moved = middle + (right.stars - middle) * 1.03 * np.exp(0.06j) + 2.5 - 2j
    (back,) = laid_closer(patch, [msgspec.structs.replace(right, stars=moved)])
    assert np.abs(moved - right.stars).max() > 4
    assert np.abs(back.stars - right.stars).max() < 1.5


def test_the_ground_of_tiles_is_found_through_noise_where_it_is_looked_at_coarsely() -> None:
    frame = np.concatenate([blank(170), blank(170)], axis=1)
    frame[120:360, 620:820] = 170
    grain = np.random.default_rng(2).normal(0, 75, frame.shape)
    seen = np.clip(frame + grain, 0, 255).astype(np.uint8)

    def found(coarsely: bool) -> bool:
        return any(np.hypot(*(quad.mean(0) - [720, 240])) < 12 for quad in find_alike(seen, [OUTLINE], coarsely))

    assert found(coarsely=True)
    assert not found(coarsely=False)


@pytest.mark.parametrize(("fit", "inks"), [(0.33, 1), (0.35, 3), (0.4, 3)])
def test_strokes_that_no_remaining_tile_fits_are_looked_at_in_one_ink_only(
    fit: float, inks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = parse_tiles(layout())
    looked = []

    def matches(patch: object, *_: object, **_named: object) -> list[Match]:
        looked.append(patch)
        none = np.zeros(0, np.intp)
        return [Match(0, fit, np.zeros(0, complex), none, none)]

    monkeypatch.setattr(read, "best_matches", matches)
    prior = np.where(np.arange(len(tiles.figures)) == 0, 0.0, -4.0)
    search = read._Search(drawn("hook"), tiles, prior, None)
    assert search._sight(OUTLINE, cut=False) is None
    assert len(looked) == inks
