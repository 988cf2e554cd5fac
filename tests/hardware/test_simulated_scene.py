"""Pictures of boards agree with what is said about them."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
import pytest

from hardware.simulated.design import Design
from hardware.simulated.glyphs import Glyph
from hardware.simulated.hand import draw_hand
from hardware.simulated.lamp import Lighting
from hardware.simulated.lens import focal_of, look_at
from hardware.simulated.pixels import Field, Picture, Points
from hardware.simulated.scene import Board, Shot, Written, clean_board, hand_cover, photograph, written_board
from hardware.simulated.sensor import Sensor
from hardware.simulated.strokes import Pen, draw_line
from hardware.simulated.table import lay_table
from tools.studio.constellations import board_points, star_points, visible_stars
from tools.studio.designs.discs import random_design

SIZE = (640, 480)
ROTATION = 61.0


@lru_cache(maxsize=1)
def dotted() -> tuple[Design, Board]:
    """A design whose stars are plain white dots on a plain dark disc, and its print."""
    design = random_design(np.random.default_rng(5), "dotted")
    look = design.look
    dots = {name: Glyph("dot", (255.0, 255.0, 255.0)) for name in look.glyphs}
    sky = msgspec.structs.replace(
        look.sky, disc=(50.0, 20.0, 20.0), nebula=(), dust=0, circles=(), spokes=0, figures=0, axis_width=0.1,
        axis_dash=0.0, rim_rings=False,
    )  # fmt: skip
    plain = msgspec.structs.replace(design, look=msgspec.structs.replace(look, glyphs=dots, sky=sky))
    return plain, clean_board(plain, 4.0)


def calm_shot(design: Design) -> Shot:
    board = design.layout.board
    centre = np.array([board.width, board.height]) / 2
    view = look_at(SIZE, focal_of(SIZE, 60), (315, 235), centre, 1.5, 18, 70, 12, -0.05)
    sensor = Sensor(blur=0.6, shot_noise=0.0, read_noise=0.0, mosaic=False, sharpen=0.0, target=0.25)
    return Shot(view, Lighting((0.9, 0.9, 0.9), vignette=0.0), sensor)


def picture_of(board: Board, shot: Shot) -> Picture:
    table = lay_table(np.random.default_rng(3), (board.layout.board.width, board.layout.board.height), 0)
    return photograph(board, ROTATION, table, shot, np.random.default_rng(4))


def star_pixels(design: Design, shot: Shot) -> dict[int, Points]:
    layout = design.layout
    points = shot.view.project(board_points(layout, ROTATION, star_points(layout)), layout.disc.depth)
    return {star.id: point for star, point in zip(layout.stars, points, strict=True)}


def bright_centre(picture: Picture, near: Points, reach: int = 6) -> Points:
    x, y = np.round(near).astype(int)
    part: Field = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].mean(-1).astype(np.float32)
    weight = np.maximum(part - np.quantile(part, 0.2) - 30, 0)
    rows, columns = np.mgrid[y - reach : y + reach + 1, x - reach : x + reach + 1]
    return np.asarray([(columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()])


def test_stars_are_printed_where_the_projection_says() -> None:
    design, board = dotted()
    shot = calm_shot(design)
    picture, pixels = picture_of(board, shot), star_pixels(design, shot)
    seen = sorted(visible_stars(design.layout, ROTATION))
    misses = [float(np.hypot(*(bright_centre(picture, pixels[star]) - pixels[star]))) for star in seen]
    assert len(misses) > 20
    assert np.median(misses) < 0.2
    assert np.quantile(misses, 0.9) < 0.5  # the rest touch the axis or a neighbour


def test_from_straight_above_no_side_of_a_board_shows_though_the_lens_bends_it() -> None:
    design, board = dotted()
    shot, size = calm_shot(design), (design.layout.board.width, design.layout.board.height)
    view = look_at(SIZE, focal_of(SIZE, 60), (319.5, 239.5), np.array(size) / 2, 1.7, 0, 0, 0, 0.03)
    above = msgspec.structs.replace(shot, view=view)
    light, dark = (picture_of(board._replace(edge=(grey,) * 3), above).astype(int) for grey in (255.0, 0.0))
    opened = view.project(np.array([[0.0, size[1] / 2], [8.0, size[1] / 2]])).round().astype(int)
    edge = slice(opened[0, 0] - 8, opened[1, 0])
    assert np.abs(light - dark)[opened[0, 1], edge].max() < 5


def test_drawn_lines_are_brighter_than_the_ground_under_them() -> None:
    design, board = dotted()
    shot, rng = calm_shot(design), np.random.default_rng(8)
    at = {star.id: np.array([star.x, star.y]) for star in design.layout.stars}
    seen = sorted(visible_stars(design.layout, ROTATION))
    lines = [(seen[0], seen[1]), (seen[2], seen[3]), (seen[5], seen[9])]
    strokes = [draw_line(rng, at[a], at[b], Pen(width=1.6, opacity=0.6, gaps=0)) for a, b in lines]
    before, after = (picture_of(b, shot) for b in (board, written_board(board, Written(strokes), rng)))
    pixels = star_pixels(design, shot)
    for a, b in lines:
        path = np.round(pixels[a] + (pixels[b] - pixels[a]) * np.linspace(0.25, 0.75, 9)[:, None]).astype(int)
        gain = after[path[:, 1], path[:, 0]].astype(int) - before[path[:, 1], path[:, 0]]
        assert np.median(gain) > 25


def test_ink_changes_nothing_of_the_clean_board() -> None:
    design, board = dotted()
    print_before = board.disc.picture.copy()
    star = star_points(design.layout)
    stroke = draw_line(np.random.default_rng(1), star[0], star[1], Pen())
    written_board(board, Written([stroke]), np.random.default_rng(1))
    assert np.array_equal(board.disc.picture, print_before)


def test_the_disc_hides_under_the_frame() -> None:
    """Where the face is printed, turning the disc changes nothing."""
    design, board = dotted()
    shot = calm_shot(design)
    table = lay_table(np.random.default_rng(3), (200, 250), 0)
    one, two = (photograph(board, turn, table, shot, np.random.default_rng(4)) for turn in (0.0, 77.0))
    corner = shot.view.project(np.array([[40.0, design.layout.board.height - 20]]))[0].round().astype(int)
    assert np.abs(one.astype(int) - two).max() > 60
    assert np.array_equal(one[corner[1], corner[0]], two[corner[1], corner[0]])


@pytest.mark.parametrize("tilt", [0.0, 30.0])
def test_a_hand_covers_the_place_it_points_at_and_not_the_whole_board(tilt: float) -> None:
    design, _ = dotted()
    shot = calm_shot(design)
    centre = np.array([110.0, 120.0])
    view = look_at(SIZE, focal_of(SIZE, 60), (315, 235), centre, 1.5, tilt, 70, 12)
    cover = hand_cover(draw_hand(np.random.default_rng(2), centre, 260.0), view) > 128
    assert cover[200:270, 280:350].any()
    assert cover.mean() < 0.4
    assert shot.view.size == cover.shape[::-1]
