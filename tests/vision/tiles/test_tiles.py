"""Constellation tiles are told by their figures, whatever they look like and however they lie."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from pi_app.games.star_explorer.camera.tiles import TILES
from tests.vision.tiles.parsed import parse_tiles
from vision.ink import opencv
from vision.ink.rectangles.grounds import find_alike
from vision.ink.rectangles.loose import find_quads
from vision.tiles.evidence import Patch, other_inks, patch_of
from vision.tiles.judge import Judged, Sight, Sizes, judged, tile_odds
from vision.tiles.match import FEW, MANY, STRAIGHT, best_matches
from vision.tiles.owned import Owned, enrol
from vision.tiles.placing import placements
from vision.tiles.read import read_tiles
from vision.tiles.trust import doubted
from vision.tiles.tuning import TUNING

Image = NDArray[np.uint8]
PHOTOS = Path("tests/photos/tiles")
FIGURES: dict[str, tuple[list[list[float]], list[list[int]]]] = {
    "hook": ([[0, 0], [0, 2], [1, 3], [2, 2], [3, 3]], [[0, 1], [1, 2], [2, 3], [3, 4]]),
    "kite": ([[1, 0], [2, 1], [1, 3], [0, 1], [1, 4]], [[0, 1], [1, 2], [2, 3], [3, 0], [2, 4]]),
    "arrow": ([[0, 1], [2, 1], [3, 1], [3, 0], [4, 1], [3, 2]], [[0, 1], [1, 2], [3, 4], [4, 5], [2, 4]]),
    "fork": ([[1, 4], [1, 2], [0, 0], [1, 0], [2, 0], [3, 2]], [[0, 1], [1, 2], [1, 3], [1, 4], [1, 5]]),
}


def layout(**changes: Any) -> dict[str, Any]:
    tiles = [{"id": name, "xy": xy, "lines": lines, "type": "red"} for name, (xy, lines) in FIGURES.items()]
    return {"kind": "tiles", "size": [50, 60], "tiles": tiles} | changes


def drawn(name: str, turn: float = 0.0, ground: int = 235, ink: int = 30) -> Image:
    """A 480×480 picture of one tile on a grey table, turned clockwise."""
    tile = np.full((240, 200), ground, np.uint8)
    xy, lines = FIGURES[name]
    points = np.array(xy, float)
    points = (points - (points.max(0) + points.min(0)) / 2) * 28 + [100, 120]
    for a, b in lines:
        cv2.line(tile, points[a].astype(int).tolist(), points[b].astype(int).tolist(), ink, 3, cv2.LINE_AA)
    for x, y in points.astype(int).tolist():
        cv2.circle(tile, (x, y), 7, ink, -1, cv2.LINE_AA)
    spin = cv2.getRotationMatrix2D((100, 120), -turn, 1.0)
    spin[:, 2] += [140, 120]
    table = np.full((480, 480), 130, np.uint8)
    face = cv2.warpAffine(tile, spin, (480, 480), flags=cv2.INTER_LINEAR)
    cover = cv2.warpAffine(np.full_like(tile, 255), spin, (480, 480), flags=cv2.INTER_LINEAR)
    both = np.where(cover > 127, face, table).astype(np.uint8)
    return np.asarray(cv2.cvtColor(both, cv2.COLOR_GRAY2BGR), np.uint8)


def mean_corner(corners: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    return np.asarray(np.mean(corners, axis=0), float)


@pytest.mark.parametrize(("name", "turn"), [("hook", 0), ("kite", 37), ("arrow", 180), ("fork", 251)])
def test_a_tile_is_told_by_its_figure_at_any_turn(name: str, turn: float) -> None:
    reading = read_tiles(drawn(name, turn), parse_tiles(layout()))
    assert [tile.tile for tile in reading.tiles] == [name]
    assert reading.doubtful == ()


def test_ink_that_shows_a_figure_clearly_is_not_looked_for_in_other_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Patch] = []

    def counted(patch: Patch) -> Iterator[Patch]:
        for other in other_inks(patch):
            looked.append(other)
            yield other

    monkeypatch.setattr("vision.tiles.read.other_inks", counted)
    assert [tile.tile for tile in read_tiles(drawn("hook", 20), parse_tiles(layout())).tiles] == ["hook"]
    assert not looked


def test_light_figures_on_dark_tiles_are_read_too() -> None:
    reading = read_tiles(drawn("kite", 12, ground=40, ink=240), parse_tiles(layout()))
    assert [tile.tile for tile in reading.tiles] == ["kite"]


def test_corners_go_clockwise_from_the_printed_top_left() -> None:
    reading = read_tiles(drawn("fork", 90), parse_tiles(layout()))
    (x, y), *_ = reading.tiles[0].corners
    assert (x, y) == pytest.approx((360, 140), abs=4)


def test_a_mirrored_picture_is_named_so() -> None:
    with pytest.raises(NotPossible, match="mirrored"):
        read_tiles(np.ascontiguousarray(drawn("hook", 20)[:, ::-1]), parse_tiles(layout()))


def test_an_expected_tile_is_evidence_and_not_truth() -> None:
    tiles = parse_tiles(layout())
    reading = read_tiles(drawn("hook", 20), tiles, expect=["arrow"], remaining=["arrow", "kite"])
    assert [tile.tile for tile in reading.tiles] == ["hook"]


def test_an_expected_tile_that_is_not_found_is_named() -> None:
    tiles = parse_tiles(layout())
    reading = read_tiles(drawn("hook", 20), tiles, expect=["hook", "arrow"])
    assert reading.missing == ("arrow",)
    assert reading.as_json()["missing"] == ["arrow"]
    assert TILES.in_words(reading, 1)[-1].startswith("expected, not found: arrow")
    assert read_tiles(drawn("hook", 20), tiles, expect=["hook"]).missing == ()


def test_what_is_a_tile_but_cannot_be_read_is_asked_about_as_any_that_may_lie_there() -> None:
    glare = drawn("kite", 75, ink=235)
    picture = np.hstack([drawn("hook", 20), glare])
    reading = read_tiles(picture, parse_tiles(layout()), remaining=["hook", "kite", "fork"])
    assert [tile.tile for tile in reading.tiles] == ["hook"]
    (asked,) = reading.doubtful
    assert {asked.tile, *(name for name, _ in asked.rivals)} == {"kite", "fork"}
    assert asked.p + sum(p for _, p in asked.rivals) < 0.5, "it does not count as read"
    assert mean_corner(asked.corners) == pytest.approx((480 + 240, 240), abs=8)


@pytest.mark.parametrize("ground", [120, 60])
def test_what_is_as_large_on_another_ground_is_none(ground: int) -> None:
    card = drawn("kite", 75, ground=ground, ink=ground)
    reading = read_tiles(np.hstack([drawn("hook", 20), card]), parse_tiles(layout()))
    assert ([tile.tile for tile in reading.tiles], reading.doubtful) == (["hook"], ())


def test_a_table_without_a_tile_is_no_reading() -> None:
    with pytest.raises(NotPossible, match="tile"):
        read_tiles(np.full((400, 400, 3), 120, np.uint8), parse_tiles(layout()))


def test_an_unknown_expected_tile_is_refused() -> None:
    with pytest.raises(BadInput, match="'swan' is no tile"):
        read_tiles(drawn("hook"), parse_tiles(layout()), expect=["swan"])


def test_a_photograph_of_the_owners_tile_speaks_for_it() -> None:
    tiles = parse_tiles(layout())
    owned = Owned({name: enrol(drawn(name), tiles.aspect) for name in ("hook", "kite")})
    reading = read_tiles(drawn("kite", 130), tiles, owned=owned)
    assert [tile.tile for tile in reading.tiles] == ["kite"]
    assert reading.tiles[0].p > 0.99


def test_the_right_figure_explains_most_ink() -> None:
    tiles = parse_tiles(layout())
    quad = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)
    matches = best_matches(patch_of(drawn("arrow"), quad, tiles.aspect), tiles.figures)
    assert tiles.ids[matches[0].index] == "arrow"
    assert matches[0].fit > matches[1].fit + 0.1


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"tiles": []}, "length >= 1"),
        ({"size": [0, 10]}, "> 0"),
        ({"tiles": [{"id": "a", "xy": [[0, 0], [1, 0], [1, 1]], "lines": [[0, 1], [1, 9]]}]}, "pairs of its stars"),
        ({"tiles": [{"id": "a", "xy": [[0, 0], [0, 0], [0, 0]], "lines": [[0, 1], [1, 2]]}]}, "at one place"),
        ({"kind": "slate"}, "kind"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_in_one_line(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(BadInput, match=what) as caught:
        parse_tiles(layout(**changes))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "number", [pytest.param(0, marks=pytest.mark.exhaustive), pytest.param(2, marks=pytest.mark.exhaustive), 4]
)
def test_tiles_in_photographs_of_other_designs_are_read(number: int) -> None:
    query = json.loads((PHOTOS / "tiles.list.jsonl").read_text().splitlines()[number])
    truth = json.loads((PHOTOS / "truth.jsonl").read_text().splitlines()[number])
    tiles = parse_tiles((PHOTOS / query["layout"]).read_bytes())
    reading = read_tiles(opencv.load(str(PHOTOS / query["image"])), tiles, remaining=query["remaining"])
    for wanted in truth["tiles"]:
        near = [t for t in reading.tiles if np.hypot(*(mean_corner(t.corners) - mean_corner(wanted["corners"]))) < 20]
        assert [tile.tile for tile in near] == [wanted["tile"]]


@pytest.mark.parametrize(
    ("number", "other"),
    [pytest.param(0, 1, marks=pytest.mark.exhaustive), pytest.param(2, 0, marks=pytest.mark.exhaustive), (4, 0)],
)
def test_with_the_layout_of_another_design_nothing_is_named_without_a_doubt(number: int, other: int) -> None:
    query = json.loads((PHOTOS / "tiles.list.jsonl").read_text().splitlines()[number])
    tiles = parse_tiles((PHOTOS / f"layout_tiles_971000{other}.json").read_bytes())
    reading = read_tiles(opencv.load(str(PHOTOS / query["image"])), tiles)
    assert all(tile in reading.doubtful for tile in reading.tiles)


def strewn(noise: float = 0.0) -> Image:
    """A hook and a kite printed light on a dark table, without any outline."""
    table = np.full((480, 640, 3), 60, np.uint8)
    for name, (x, y) in {"hook": (90, 150), "kite": (400, 120)}.items():
        points = (np.array(FIGURES[name][0], float) * 28 + [x, y]).astype(int)
        for a, b in FIGURES[name][1]:
            cv2.line(table, points[a].tolist(), points[b].tolist(), (235, 235, 235), 3, cv2.LINE_AA)
        for point in points.tolist():
            cv2.circle(table, point, 7, (235, 235, 235), -1, cv2.LINE_AA)
    return np.clip(table + np.random.default_rng(1).normal(0, noise, table.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [0, 70])
def test_tiles_of_the_tables_colour_are_found_by_their_strokes(noise: float) -> None:
    reading = read_tiles(strewn(noise), parse_tiles(layout()))
    assert [tile.tile for tile in reading.tiles] == ["hook", "kite"]


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_no_tile_as_its_lines_do_not_stand_out_from_the_ground_beside_them(seed: int) -> None:
    grey = cv2.GaussianBlur(np.random.default_rng(seed).normal(128, 60, (300, 400, 1)), (0, 0), 3.5)
    table = np.asarray(cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)
    try:
        named = read_tiles(table, parse_tiles(layout())).tiles
    except NotPossible:
        named = ()  # the usual answer; OpenCV 4.14 leaves one of these pictures something to ask about
    assert named == ()


def two(left: str, right: str) -> Image:
    """A picture of two tiles beside each other."""
    return np.concatenate([drawn(left, 12), drawn(right, 33)], axis=1)


@pytest.mark.parametrize(("shrunk", "looked_at"), [(0.85, True), (0.5, False)])
def test_an_outline_half_as_large_as_a_sure_tile_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch, shrunk: float, looked_at: bool
) -> None:
    frame, small = two("hook", "kite"), cv2.resize(drawn("kite", 33), None, fx=shrunk, fy=shrunk)
    frame[:, 480:] = 130
    frame[: len(small), 480 : 480 + len(small)] = small
    tiles, outlined = parse_tiles(layout()), list[float]()

    def patch(image: Image, quad: NDArray[np.float64], aspect: float | None, tall: bool = True) -> Patch:
        if aspect == tiles.aspect and quad[:, 0].min() > 480:
            outlined.append(float(quad[:, 0].min()))
        return patch_of(image, quad, aspect, tall)

    monkeypatch.setattr("vision.tiles.read.patch_of", patch)
    assert "hook" in [tile.tile for tile in read_tiles(frame, tiles).tiles]
    assert bool(outlined) is looked_at


def test_with_enough_tiles_of_those_that_may_lie_there_nothing_more_is_looked_for() -> None:
    tiles, frame = parse_tiles(layout()), two("hook", "kite")
    assert [tile.tile for tile in read_tiles(frame, tiles).tiles] == ["hook", "kite"]
    for wanted in ("hook", "kite"):
        found = [tile.tile for tile in read_tiles(frame, tiles, remaining=[wanted, "arrow"], enough=1).tiles]
        assert wanted in found, "another tile that lies there too is not enough"
    assert len(read_tiles(frame, tiles, enough=1).tiles) == 1


def test_a_tile_that_touches_something_is_found_by_the_ground_of_another() -> None:
    frame = two("hook", "kite")
    frame[280:400, 820:960] = 205
    found = find_alike(frame, [np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)])
    assert any(np.hypot(*(quad.mean(0) - [720, 240])) < 12 for quad in found)


def test_what_touches_another_thing_by_a_narrow_bridge_is_found_patiently() -> None:
    frame = np.full((480, 640, 3), 60, np.uint8)
    frame[140:340, 180:340] = 220
    frame[230:238, 340:480] = 220
    frame[100:400, 480:600] = 220
    tile = np.array([260, 240])
    assert not any(np.hypot(*(quad.mean(0) - tile)) < 10 for quad in find_quads(frame))
    assert any(np.hypot(*(quad.mean(0) - tile)) < 10 for quad in find_quads(frame, patient=True))


def sight(fits: Sequence[float], askew: bool = False, side: float = 100.0, alone: bool = False) -> Sight:
    """The arrow as drawn, as if figures fitted it so well."""
    quad = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)
    tiles = parse_tiles(layout())
    patch = patch_of(drawn("arrow"), quad, tiles.aspect)
    best = best_matches(patch, tiles.figures)[0]
    matches = [msgspec.structs.replace(best, index=k, fit=fit, askew=askew) for k, fit in enumerate(fits)]
    return Sight(patch, matches, alone, side)


def test_what_is_like_one_figure_only_is_likelier_a_tile_than_what_is_like_several() -> None:
    assert tile_odds(sight([0.6, 0.2])) > tile_odds(sight([0.6, 0.55])) + 3
    assert tile_odds(sight([0.6, 0.2], alone=True)) > tile_odds(sight([0.9, 0.88], alone=True)) + 3


def test_a_figure_stands_straight_on_a_tile_as_large_as_the_others() -> None:
    straight = tile_odds(sight([0.6, 0.3]), sizes=Sizes(105.0, 60.0, 20.0))
    assert straight == tile_odds(sight([0.6, 0.3]))
    assert tile_odds(sight([0.6, 0.3], askew=True)) < straight - 2
    assert tile_odds(sight([0.6, 0.3]), sizes=Sizes(180.0, 60.0, 20.0)) < straight - 2


def test_strokes_are_as_wide_as_the_figures_of_sure_tiles_or_of_their_scale() -> None:
    tiles, strokes = parse_tiles(layout()), sight([0.8, 0.3], alone=True)
    unit = strokes.width / tiles.figures[strokes.matches[0].index].width
    fits = tile_odds(strokes)
    for sizes in (Sizes(99.0, strokes.width * 1.1, 5 * unit), Sizes(99.0, 5 * strokes.width, unit * 0.9)):
        assert tile_odds(strokes, sizes=sizes, tiles=tiles) == fits
    assert tile_odds(strokes, sizes=Sizes(99.0, 2 * strokes.width, 2 * unit), tiles=tiles) < fits - 3


def test_strokes_on_another_ground_than_the_sure_tiles_are_asked_about() -> None:
    tiles, strokes = parse_tiles(layout()), sight([0.95, 0.3], alone=True)
    unit = strokes.width / tiles.figures[strokes.matches[0].index].width

    def p(*grounds: NDArray[np.float64]) -> float:
        told = judged(strokes, tiles, np.zeros(4), None, Sizes(99.0, strokes.width, unit, grounds))
        return 0.0 if told is None else told.p

    purple = strokes.ground + np.array([0.0, 40.0, -30.0])
    assert p(strokes.ground) > TUNING.min_p
    assert p(purple) < TUNING.min_p
    assert p(purple, strokes.ground) > TUNING.min_p


def test_what_is_far_narrower_than_a_tile_is_no_tile_that_cannot_be_read() -> None:
    narrow = patch_of(drawn("arrow"), np.array([[140, 120], [190, 120], [190, 360], [140, 360]], float), None)
    grounds = [np.median(narrow.lab.reshape(-1, 3), axis=0).astype(np.float64)]
    assert not Sizes(100.0, 60.0, 20.0, grounds).same_ground(narrow)


def test_strokes_that_hardly_fit_are_asked_about_whatever_else_is_seen() -> None:
    def p(fit: float) -> float:
        told = judged(sight([fit, 0.2], alone=True), parse_tiles(layout()), np.zeros(4), None, None)
        return 0.0 if told is None else told.p

    assert p(0.61) > TUNING.min_p
    assert 0.5 < p(0.59) < TUNING.min_p


def test_what_is_laid_closely_is_asked_about_where_it_is_askew_or_on_another_ground() -> None:
    def p(askew: bool, *tint: float) -> float:
        seen = msgspec.structs.replace(sight([0.98, 0.3], askew=askew), closely=True)
        sizes = Sizes(100.0, seen.width, 1.0, [seen.ground + np.array([0.0, *tint])])
        told = judged(seen, parse_tiles(layout()), np.zeros(4), None, sizes)
        return 0.0 if told is None else told.p

    assert p(False, 0, 0) > TUNING.min_p
    assert 0.5 < p(True, 0, 0) < TUNING.min_p
    assert 0.5 < p(False, 40, -30) < TUNING.min_p


def test_without_a_figure_that_fits_plainly_all_are_asked_about_as_they_may_be_of_another_design() -> None:
    def p(*seen: Sight) -> list[float]:
        return [told.p for told in doubted([(one, Judged(0, 0.99, ())) for one in seen])]

    def again(one: Sight) -> Sight:
        return msgspec.structs.replace(one, matches=[msgspec.structs.replace(one.matches[0], index=3)])

    def rich(one: Sight) -> Sight:
        best = one.matches[0]
        return msgspec.structs.replace(one, matches=[msgspec.structs.replace(best, stars=best.stars.repeat(2))])

    chance, plain = sight([0.65, 0.3]), again(sight([0.75, 0.3]))
    assert p(chance) == [0.9]
    assert p(plain) == [0.99]
    assert p(chance, plain) == [0.99, 0.99], "one that is plain speaks for the layout"
    assert p(chance, again(chance)) == [0.99, 0.99], "so do several together"
    assert p(chance, chance) == [0.9, 0.9], "but not one tile in two places"
    crooked = sight([0.9, 0.3], askew=True)
    assert p(crooked) == [0.9], "nor one that stands askew on its tile"
    assert p(crooked, plain) == [0.99, 0.99]
    assert p(rich(chance)) == [0.99], "a figure of many stars hardly fits by chance"
    assert p(sight([0.76, 0.2], alone=True)) == [0.9], "strokes without an outline must fit better"
    strokes = [(one, Judged(0, 0.99, ())) for one in (sight([0.76, 0.2], alone=True), plain)]
    assert [told.p for told in doubted(strokes)] == [0.99, 0.99]
    assert [told.p for told in doubted(strokes, grey=True)] == [0.9, 0.99], (
        "without colours no strokes are beyond doubt"
    )


def test_a_figure_is_laid_askew_only_where_none_stands_straight() -> None:
    quad = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)
    tiles = parse_tiles(layout())
    (upright, *_) = best_matches(patch_of(drawn("arrow"), quad, tiles.aspect), tiles.figures)
    assert not upright.askew
    (turned, *_) = best_matches(patch_of(drawn("arrow", 30), quad, tiles.aspect), tiles.figures)
    assert turned.askew or turned.fit < upright.fit - 0.2


def test_ways_to_lay_figures_come_with_the_most_promising_first_and_each_plainly_another() -> None:
    quad = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)
    tiles = parse_tiles(layout())
    for effort, name in ((STRAIGHT, "arrow"), (FEW, "fork"), (MANY, "hook")):
        ways = placements(patch_of(drawn(name), quad, tiles.aspect), tiles.figures, False, effort)
        promises = [way.promise for way in ways]
        assert ways[0].figure.tile.id == name
        assert len(ways) <= effort.refined
        assert promises == sorted(promises, reverse=True)
        for k, way in enumerate(ways):
            others = [other for other in ways[:k] if other.index == way.index]
            assert len(others) < 3
            assert all(np.abs(way.stars - other.stars).max() > 6 for other in others)


def test_a_figure_whose_stars_lie_on_one_line_hinders_no_other() -> None:
    flat = {"id": "flat", "xy": [[0, 0], [1, 1], [3, 3]], "lines": [[0, 1], [1, 2]], "type": "red"}
    reading = read_tiles(drawn("hook", 20), parse_tiles(layout(tiles=[flat, *layout()["tiles"]])))
    assert [tile.tile for tile in reading.tiles] == ["hook"]


def test_a_tile_is_found_among_more_than_are_laid_at_once() -> None:
    many = [{**tile, "id": f"{tile['id']}{k}"} for k in range(30) for tile in layout()["tiles"] if tile["id"] != "kite"]
    tiles = parse_tiles(layout(tiles=[*many, *(tile for tile in layout()["tiles"] if tile["id"] == "kite")]))
    reading = read_tiles(drawn("kite", 37), tiles)
    assert [tile.tile for tile in reading.tiles] == ["kite"], "the last of many"


def test_dense_thick_strokes_are_ink_by_what_is_lighter_than_all_near() -> None:
    tile = np.full((480, 480, 3), 40, np.uint8)
    for k in range(5):
        cv2.line(tile, (150, 180 + 22 * k), (330, 180 + 22 * k), (230, 230, 230), 12, cv2.LINE_AA)
    quad = np.array([[140, 120], [340, 120], [340, 360], [140, 360]], float)
    patch = patch_of(tile, quad, 1.2)
    other = next(iter(other_inks(patch)))
    strokes = patch.colour[:, :, 0] > 200
    assert float(other.ink[strokes].mean()) > float(patch.ink[strokes].mean()) + 0.1
