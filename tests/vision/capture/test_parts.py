"""The parts of capturing a pack, each by itself: cameras, lattices, star maps, boards' sides, tiles, drafts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.registry import pack_bytes
from engines.star_explorer.pack import parse_pack
from hardware.simulated.face import print_disc
from hardware.simulated.glyphs import Glyph
from hardware.simulated.sensor import store
from hardware.simulated.star_explorer.pieces import house_tiles
from planisphere.capture.star_explorer.questions import checked_answers, merged, questions
from tools.studio.captures import CaptureSet, generic_set, house_set
from vision.capture.board.inboard import Over, camera_over
from vision.capture.board.measure import _in_both
from vision.capture.board.sides import Sides
from vision.capture.board.together import Face, settled
from vision.capture.board.window import _like_the_disc, _without_strays
from vision.capture.camera import Camera, Sight, settle, two_poses, usual_focal
from vision.capture.disc.gather import Straight, gather
from vision.capture.disc.lattice import common_pitch, find_lattice
from vision.capture.disc.starmap import StarMap, map_of
from vision.capture.draft import (
    Draft,
    DraftBoard,
    DraftKind,
    DraftStar,
    draft_of,
    grown,
    load_draft,
    save_draft,
    turned,
)
from vision.capture.naming import likely_names
from vision.capture.tiles.laid import find_tiles
from vision.capture.tiles.read import Emblem, Looks, emblems_in_place, read_tile, sort_emblems
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Image
from vision.ink.rims import find_rim

HOUSE = parse_pack(pack_bytes("star_explorer", "house"))
small = st.floats(-0.3, 0.3)


def straight(scene: CaptureSet, scale: float = 6.0) -> Straight:
    """The print of a disc as a camera without faults would see it straight on."""
    picture = print_disc(scene.design, scale).picture
    side = picture.shape[0] - 1 + picture.shape[0] % 2
    return Straight(np.asarray(picture[:side, :side], np.uint8), scale, scene.layout.disc.radius, (), math.nan)


@pytest.fixture(scope="module")
def found() -> tuple[CaptureSet, StarMap]:
    """The star map of a design of chance, from its print."""
    scene = generic_set(4, 17)
    return scene, map_of(straight(scene))


def places(found: StarMap) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([star.place for star in found.stars])


# Cameras ------------------------------------------------------------------------------------------------------------


@given(small, small, small, st.floats(-0.08, 0.04), st.floats(-80, 80), st.floats(-80, 80), st.floats(-3, 3))
def test_what_a_camera_sees_is_where_it_looks(
    tilt: float, lean: float, turn: float, bend: float, x: float, y: float, depth: float
) -> None:
    camera = Camera((1600, 1200), 1400.0, bend, np.array([tilt, lean, turn, 10.0, -5.0, 300.0]))
    back = camera.to_disc(camera.to_image(np.array([[x, y]]), depth), depth)
    assert back[0] == pytest.approx((x, y), abs=0.02)


@given(small, small, st.floats(-180, 180))
def test_a_disc_turned_under_the_camera_shows_its_stars_elsewhere(tilt: float, lean: float, degrees: float) -> None:
    camera = Camera((1600, 1200), 1400.0, 0.0, np.array([tilt, lean, 0.1, 0.0, 0.0, 300.0]))
    xy = np.array([[40.0, -20.0]])
    seen = camera.turned(degrees).to_image(xy)
    assert seen == pytest.approx(camera.to_image(xy @ rotation_matrix(degrees).T), abs=1e-6)


@pytest.mark.parametrize("tilt", [(0.25, 0.0), (-0.1, 0.2)])
def test_one_of_the_two_poses_of_a_circle_is_the_cameras(tilt: tuple[float, float]) -> None:
    size = (1600, 1200)
    camera = Camera(size, usual_focal(size), 0.0, np.array([*tilt, 0.0, 5.0, 10.0, 320.0]))
    t = np.arange(200) * math.tau / 200
    edge = camera.to_image(90 * np.stack([np.cos(t), np.sin(t)], 1))
    middles = [pose.to_image(np.zeros((1, 2)))[0] for pose in two_poses(size, edge, 90.0)]
    assert min(np.linalg.norm(m - camera.to_image(np.zeros((1, 2)))[0]) for m in middles) < 0.5


def test_settled_cameras_agree_about_the_edge() -> None:
    size, t = (1600, 1200), np.arange(200) * math.tau / 200
    true = Camera(size, usual_focal(size) * 1.05, -0.03, np.array([0.1, 0.15, 0.0, 5.0, 10.0, 330.0]))
    edge = true.to_image(90 * np.stack([np.cos(t), np.sin(t)], 1))
    sight = Sight(size, edge, true.to_image(np.zeros((1, 2))), np.zeros(1, np.intp))
    (camera,) = settle(two_poses(size, edge, 90.0)[:1], [sight], 90.0)
    assert np.linalg.norm(camera.to_disc(edge), axis=1) == pytest.approx(90.0, abs=0.1)


def test_polaris_tells_the_middle_where_a_shadow_lies_along_the_rim() -> None:
    size, t = (1600, 1200), np.arange(200) * math.tau / 200
    reach = 90 + 0.3 * np.maximum(np.cos(t), 0)
    edge = reach[:, None] * np.stack([np.cos(t), np.sin(t)], 1)
    spots = np.array([[0.0, 0.0], *[[x, y] for x in range(-50, 51, 25) for y in range(-50, 51, 25) if x or y]], float)
    poses = ((0.15, 0.1, 0.0, 5.0, 10.0, 330.0), (0.1, -0.15, 0.0, -5.0, 0.0, 320.0))
    true = [Camera(size, usual_focal(size) * 1.2, -0.08, np.array(pose)) for pose in poses]
    sights = [Sight(size, c.to_image(edge), c.to_image(spots), np.arange(len(spots))) for c in true]
    near = [Camera(size, usual_focal(size), 0.0, c.pose) for c in true]
    middles = [c.to_disc(s.spots[:1])[0] for c, s in zip(settle(near, sights, 90.0), sights, strict=True)]
    assert np.linalg.norm(middles, axis=1).max() < 0.1


# Disc and board -----------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_star_map_is_read_from_the_print_of_an_unknown_design(found: tuple[CaptureSet, StarMap]) -> None:
    scene, star_map = found
    true = np.array([[s.x, s.y] for s in scene.layout.stars])
    away = np.linalg.norm(places(star_map)[:, None] - true[None], axis=2)
    assert len(star_map.stars) == len(true)
    assert away.min(0).max() < 0.4
    types = {
        (star.kind, scene.layout.stars[int(k)].type) for star, k in zip(star_map.stars, away.argmin(1), strict=True)
    }
    assert len(types) == 4
    assert (star_map.axis.angle_deg - scene.layout.axis.angle_deg + 90) % 180 - 90 == pytest.approx(0, abs=0.3)


def test_one_photograph_gives_the_disc_to_a_quarter_millimetre() -> None:
    scene = generic_set(2, 17, size=(1440, 1080))
    picture = opencv.decode(store(scene.bare_discs(1)[0], 92))
    disc = gather([picture], scene.layout.disc.radius)
    rim = find_rim(picture)
    assert rim is not None
    edge = disc.cameras[0].to_disc(rim.edge)
    assert np.median(np.abs(np.linalg.norm(edge, axis=1) - scene.layout.disc.radius)) < 0.25


@pytest.mark.exhaustive
def test_the_disc_is_found_in_its_board_whatever_its_turn(found: tuple[CaptureSet, StarMap]) -> None:
    scene, star_map = found
    _, board = scene.boards()
    camera = camera_over(opencv.decode(store(board, 92)), star_map, "photograph at II").camera
    middle = camera.to_image(np.zeros((1, 2)))[0]
    assert (middle > 200).all()
    assert (middle < np.array(camera.size) - 200).all()


def test_a_board_turned_keeps_its_corners() -> None:
    sides = Sides(10.0, 50.0, 60.0, 70.0, 80.0)
    board = np.array([[0.0, 0.0], [120.0, 140.0]])
    there = sides.to_disc_frame(board)
    assert sides.to_board(there) == pytest.approx(board)
    assert sides.turned(4) == sides
    half = sides.turned(2).to_board(there)
    assert half == pytest.approx(np.array([[120.0, 140.0], [0.0, 0.0]]))


def test_a_lens_of_two_terms_finds_back_what_it_sees() -> None:
    camera = Camera((1920, 1440), 1500.0, -0.08, np.array([0.2, -0.1, 0.3, 5.0, -8.0, 320.0]), 0.02)
    xy = np.array([[0.0, 0.0], [90.0, 40.0], [-60.0, 120.0]])
    assert camera.to_disc(camera.to_image(xy)) == pytest.approx(xy, abs=0.02)
    assert camera.turned(20.0).far_bend == 0.02


def test_two_photographs_of_a_board_settle_where_its_markers_are() -> None:
    """Stars that are a little off bend the lens; markers far from them straighten it again."""
    rng = np.random.default_rng(4)
    places = rng.uniform(-60, 60, (60, 2))
    corners = np.array([[-90.0, -90.0], [68.0, -90.0], [68.0, 142.0], [-90.0, 142.0]])
    unit = np.array([[0.0, 0.0], [22.0, 0.0], [22.0, 22.0], [0.0, 22.0]])
    poses = ([0.15, -0.1, 0.05, 4.0, -20.0, 380.0], [-0.1, 0.2, -0.04, -6.0, -30.0, 400.0])
    true = [Camera((1920, 1440), 1500.0, -0.06, np.array(pose), 0.02) for pose in poses]
    turn, depth = 60.0, 1.7
    over, faces = [], []
    for k, camera in enumerate(true):
        turned = rotation_matrix(turn * k)
        quads = {n: camera.to_image((at + unit) @ turned.T, -depth) for n, at in enumerate(corners)}
        faces.append(Face(quads, np.empty((0, 2))))
        seen = camera.to_image(places) + rng.normal(0, 0.4, places.shape)
        over.append(Over(Camera(camera.size, 1500.0, -0.06, camera.pose), places, seen, True))
    one, other, turned_by = settled(over, faces, turn - 0.2, depth)
    assert turned_by == pytest.approx(turn, abs=0.05)
    for camera, face, level in zip((one, other), faces, (0.0, turn), strict=True):
        for n, at in enumerate(corners):
            found = camera.to_disc(face.quads[n], -depth) @ rotation_matrix(-level).T
            assert np.abs(found - at - unit).max() < 0.3


def test_a_marker_that_only_one_photograph_shows_is_left_out_beside_a_boards_four() -> None:
    four = {n: np.zeros((4, 2)) for n in range(4)}
    assert [sorted(one) for one in _in_both([four, four | {17: np.zeros((4, 2))}])] == [[0, 1, 2, 3]] * 2
    assert [sorted(one) for one in _in_both([{0: four[0]}, {1: four[1]}])] == [[0], [1]]


def test_what_leaves_a_windows_edge_for_a_star_is_laid_back() -> None:
    angle = np.arange(480) * 2 * np.pi / 480
    round_ = 70 + 4 * np.sin(2 * angle)
    strayed = round_.copy()
    strayed[100:106] -= 3.0
    assert np.abs(_without_strays(strayed) - round_).max() < 0.3


def test_an_opening_behind_a_bar_of_the_board_is_not_the_window() -> None:
    apart = np.full((480, 400), 5.0, np.float32)
    core = np.zeros((480, 400), bool)
    core[:, :60] = True
    apart[:, 300:] = 200.0
    apart[200:260, 320:] = 5.0
    likely = _like_the_disc(apart, core)
    worth = np.cumsum(likely, axis=1)
    assert worth[230].argmax() == 299
    assert (likely[:, :300] > 0).all()


def test_a_white_star_on_paper_is_found_where_the_other_tiles_have_theirs() -> None:
    scene, pack = house_set(3, size=(1440, 1080))
    tiles = [tile for tile in pack.tiles if tile.front.type in ("white", "red", "blue")][:21]
    picture = opencv.decode(store(scene.tiles(house_tiles(), tiles)[0], 92))
    read = [read_tile(tile) for tile in find_tiles(picture, "tiles")]
    for tile, emblem in zip(tiles, emblems_in_place(read), strict=True):
        assert emblem is not None
        assert emblem.place == pytest.approx([9.9, 9.9], abs=0.5)
        if tile.front.type == "white":
            assert emblem.outline[:8].argmax() == 3, "four points"


@pytest.mark.exhaustive
def test_a_star_washed_out_by_a_lamp_is_asked_about() -> None:
    scene, _ = house_set(3)
    disc = straight(scene)
    star = next(s for s in scene.layout.stars if abs(math.hypot(s.x, s.y) - 45) < 4)
    x, y = disc.to_pixels(np.array([[star.x, star.y]]))[0]
    row, column = np.mgrid[: disc.picture.shape[0], : disc.picture.shape[1]]
    lamp = 0.8 * np.exp(-((row - y) ** 2 + (column - x) ** 2) / (9.0 * disc.scale) ** 2)
    light = disc.picture + (245.0 - disc.picture) * lamp[..., None]
    washed = Straight(light.astype(np.uint8), disc.scale, disc.radius, (), math.nan)
    found = [s for s in map_of(washed).stars if np.linalg.norm(s.place - [star.x, star.y]) < 1]
    assert len(found) == 1
    assert found[0].p < 0.8


# Lattices -----------------------------------------------------------------------------------------------------------


@given(st.floats(8, 14), st.floats(-40, 40), st.integers(0, 99))
def test_stars_on_a_lattice_tell_its_pitch_and_turn(pitch: float, degrees: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    steps = np.array([(i, j) for i in range(-4, 5) for j in range(-4, 5)], float)
    xy = pitch * steps[rng.random(81) < 0.8] @ rotation_matrix(degrees).T
    lattice = find_lattice(xy + rng.normal(0, 0.1, xy.shape))
    assert lattice is not None
    assert lattice.pitch == pytest.approx(pitch, rel=0.01)
    assert lattice.turn_deg == pytest.approx(degrees, abs=0.5)


def test_stars_strewn_about_lie_on_no_lattice() -> None:
    assert find_lattice(np.random.default_rng(1).uniform(-80, 80, (90, 2))) is None


def test_the_pitch_of_many_patterns_is_the_largest_that_fits_all() -> None:
    assert common_pitch(np.array([5.4, 10.9, 16.1, 5.5, 0.1]), 2, 14) == pytest.approx(5.4, abs=0.1)
    assert common_pitch(np.array([1.1, 2.73, 3.9, 7.31, 9.02]), 4, 14) is None


# Tiles --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_patterns_are_read_from_tiles_of_another_print(seed: int) -> None:
    scene, pack = house_set(seed, "easy", (1920, 1440))
    glyphs = {name: Glyph("star5", (60.0, 200.0, 240.0)) for name in ("red", "white", "yellow", "blue")}
    pale = (245.0, 245.0, 245.0)
    night = msgspec.structs.replace(
        house_tiles(), width=52.0, height=70.0, paper=(70.0, 35.0, 20.0), ink=pale, glyphs=glyphs, outline=0.0,
        node=1.3, line=0.6, node_colour=pale, line_colour=(200.0, 190.0, 185.0), figure=(26.0, 39.0),
        worth=(10.0, 10.0), dots=False, border=False,
    )  # fmt: skip
    picture = scene.tiles(night, pack.tiles[:12], (6, 2))[0]
    read = [read_tile(tile) for tile in find_tiles(opencv.decode(store(picture, 92)), "tiles")]
    assert [(len(r.xy), len(r.lines)) for r in read] == [(t.size, len(t.lines)) for t in pack.tiles[:12]]


def test_tiles_seen_at_a_slant_are_found_and_seen_upright() -> None:
    picture = np.full((600, 900, 3), 40, np.uint8)
    for left, lean in ((80, 60), (360, 0), (640, -60)):
        corners = np.array(
            [[left - lean, 100], [left + 170 - lean, 100], [left + 150, 330], [left + 20, 330]], np.int32
        )
        cv2.fillPoly(picture, [corners], (230, 235, 240))
        cv2.circle(picture, (left + 85, 300), 12, (20, 20, 20), -1)
    found = find_tiles(picture, "tiles")
    assert len(found) == 3
    for tile in found:
        rows, columns = np.nonzero(tile[40:-40, 40:-40, 0] < 90)
        assert 0.4 < columns.mean() / (tile.shape[1] - 80) < 0.6
        assert rows.mean() > 0.7 * (tile.shape[0] - 80)


def laid_tiles(places: Sequence[tuple[int, int, float]], shape: tuple[int, int]) -> Image:
    """White tiles on dark cloth: left, top and how many times as large as 60 × 80 px."""
    picture = np.full((*shape, 3), 40, np.uint8)
    for left, top, times in places:
        cv2.rectangle(picture, (left, top), (left + round(60 * times), top + round(80 * times)), (230, 235, 240), -1)
    return picture


def test_tiles_far_off_at_a_slant_are_found_though_they_are_less_than_half_as_large() -> None:
    columns = [(40 + 130 * k, 1.6 - 0.12 * k) for k in range(7)]
    picture = laid_tiles([(left, 40 + 180 * row, times) for row in range(3) for left, times in columns], (640, 1000))
    assert len(find_tiles(picture, "tiles")) == 21


def test_two_tiles_that_a_mirrored_lamp_joins_are_two() -> None:
    picture = laid_tiles([(40 + 90 * k, 40 + 120 * row, 1.0) for row in range(2) for k in range(4)], (320, 440))
    cv2.rectangle(picture, (40 + 90 + 55, 105), (40 + 90 * 2 + 5, 113), (235, 235, 240), -1)
    assert len(find_tiles(picture, "tiles")) == 8


def test_a_pattern_in_which_a_lamp_is_mirrored_is_read_by_its_faint_ink_or_named() -> None:
    scene, pack = house_set(3, size=(1440, 1080))
    picture = scene.tiles(house_tiles(), pack.tiles[:6], (3, 2))[0]
    clear = find_tiles(opencv.decode(store(picture, 92)), "tiles")
    for faded, tile in zip(clear, pack.tiles, strict=False):
        whole = read_tile(faded)
        assert (len(whole.xy), len(whole.lines)) == (tile.size, len(tile.lines))
        pale = faded.copy()
        pale[150:] = np.round(0.22 * pale[150:] + 0.78 * 245).astype(np.uint8)
        seen = read_tile(pale)
        assert (len(seen.xy), len(seen.lines)) == (tile.size, len(tile.lines)) or seen.unclear


def test_a_white_star_that_showed_little_but_its_outline_is_told_by_how_it_looks_on_the_disc() -> None:
    form = np.full(18, 0.2)
    colours = np.array([[125.0, 175, 170], [125, 130, 83], [22, 140, 106], [202, 136, 202]])
    disc = colours.copy()
    disc[2] = (250, 128, 128)
    on_paper, on_disc = Looks(colours, np.tile(form, (4, 1))), Looks(disc, np.tile(form, (4, 1)))
    white = Emblem(np.array([215.0, 128, 131]), form, 10.0, np.zeros(2))
    blue = Emblem(np.array([113.0, 131, 84]), form, 10.0, np.zeros(2))
    assert sort_emblems([white, None, blue], on_paper, on_disc)[0] == [2, None, 1]


# Drafts -------------------------------------------------------------------------------------------------------------


def a_draft() -> Draft:
    kinds = tuple(DraftKind((200.0, 128.0, 128.0), (0.5,)) for _ in range(4))
    board = DraftBoard(
        width=100,
        height=120,
        centre=(50, 60),
        window=((1, 1), (2, 1), (2, 2)),
        step_deg=60,
        depth=1.5,
        disagreement=0.1,
    )
    stars = (DraftStar(10, 0, 2, 0), DraftStar(0, 20, 2, 1, 0.5))
    return Draft(
        game="star_explorer",
        radius=50,
        scale=4,
        axis_deg=170,
        axis_half_breadth=0.5,
        kinds=kinds,
        stars=stars,
        board=board,
        answers={"a": 1},
    )


def test_a_disc_that_turns_backwards_between_the_photographs_is_asked_about() -> None:
    draft = a_draft()
    assert draft.board is not None
    backwards = msgspec.structs.replace(draft, board=msgspec.structs.replace(draft.board, step_deg=-60))
    asked = [{q.key: q.ask for q in questions(d)}["board.step_deg"] for d in (draft, backwards)]
    assert "swapped" not in asked[0]
    assert "anticlockwise (or are --board and --board-2 swapped, or all photographs mirrored?)" in asked[1]


@pytest.mark.exhaustive
def test_a_draft_comes_back_from_its_folder_as_it_was(found: tuple[CaptureSet, StarMap], tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    for draft in (a_draft(), draft_of("star_explorer", found[1])):
        save_draft(folder, draft)
        assert load_draft(folder) == draft


def test_a_turned_draft_turns_stars_and_axis_clockwise() -> None:
    draft = turned(a_draft(), 90)
    assert [(s.x, s.y) for s in draft.stars] == [pytest.approx((0, 10)), pytest.approx((-20, 0))]
    assert draft.axis_deg == pytest.approx(80)


def test_a_better_known_size_scales_disc_and_board_alike() -> None:
    draft = grown(a_draft(), 1.1)
    assert (draft.radius, draft.stars[0].x, draft.scale) == pytest.approx((55, 11, 4 / 1.1))
    assert draft.board is not None
    assert draft.board.centre == pytest.approx((55, 66))


def test_looks_are_named_for_the_colours_of_the_rule_book() -> None:
    def lab(b: int, g: int, r: int) -> tuple[float, ...]:
        pixel = np.array([[[b, g, r]]], np.uint8)
        return tuple(float(v) for v in cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0])

    colours = [lab(240, 160, 60), lab(250, 252, 250), lab(50, 60, 220), lab(60, 220, 250)]
    draft = msgspec.structs.replace(a_draft(), kinds=tuple(DraftKind(c, ()) for c in colours))
    assert likely_names(draft) == ["blue", "white", "red", "yellow"]


def test_newer_answers_stand_over_older_ones_and_leave_the_rest() -> None:
    old = {"zones": {"rim": 60}, "tiles": {"each": {"t1": {"name": "A"}}}}
    new = checked_answers({"zones": {"central": 19}, "tiles": {"each": {"t1": {"name": "B"}}}}, "answers")
    assert merged(old, new) == {"zones": {"rim": 60, "central": 19}, "tiles": {"each": {"t1": {"name": "B"}}}}
