"""The simulated table's camera: the same board looks the same, and trouble can be switched on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from engines.layout import Axis, Board, Disc, Markers, Star, StarDiscLayout, Window
from hardware.simulated import scene
from hardware.simulated.pixels import Picture
from hardware.simulated.star_explorer.view import DiscView, Drawn, printed_board
from hardware.simulated.trouble import Trouble

SIZE = (480, 270)
TYPES = ("red", "white", "yellow", "blue")
DRAWN = Drawn({1: [(0, 1), (1, 2)], 2: [(8, 9)]}, crossed=2, points=(12,))


@lru_cache(maxsize=1)
def printed() -> tuple[StarDiscLayout, scene.Board]:
    spots = [(x, y) for x in range(-40, 41, 16) for y in range(-40, 41, 16)]
    stars = tuple(Star(k, float(x), float(y), 2.6, TYPES[k % 4], "field") for k, (x, y) in enumerate(spots))
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    outline = tuple((80 + 52 * float(np.cos(t)), 80 + 52 * float(np.sin(t))) for t in turns)
    layout = StarDiscLayout(
        kind="star_disc", board=Board(160, 200), disc=Disc((80, 80), 70, 1.5), window=Window(outline), axis=Axis(20.0),
        stars=stars, three_point_stars=tuple((35.0 + 15 * k, 150.0) for k in range(7)),
        markers=Markers("DICT_4X4_50", 20, {"0": (3, 3), "1": (137, 3), "2": (137, 177), "3": (3, 177)}),
    )  # fmt: skip
    return layout, printed_board(layout, 2.5)


def view(seat: int = 0) -> DiscView:
    layout, board = printed()
    return DiscView(layout, seat, 7, board, SIZE)


def difference(one: Picture, two: Picture) -> float:
    return float(np.abs(one.astype(int) - two.astype(int)).mean())


def test_the_same_strokes_give_the_same_picture() -> None:
    one, two = (view().picture(2, DRAWN, shot=3) for _ in range(2))
    assert one.shape == (270, 480, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, two)


def test_a_further_frame_differs_only_in_noise() -> None:
    camera = view()
    one, two = (camera.picture(2, DRAWN, shot=k) for k in (0, 1))
    assert not np.array_equal(one, two)
    assert difference(one, two) < 6


def test_a_line_keeps_its_stroke_when_others_come_and_go() -> None:
    camera = view()
    alone, among = (camera.picture(1, Drawn({1: lines})) for lines in ([(0, 1)], [(1, 0), (14, 15)]))
    apart = camera.picture(1, Drawn({1: [(14, 15)]}))
    both = np.abs(alone.astype(int) - among).max(-1) > 60
    assert both.any()
    assert (np.abs(apart.astype(int) - among).max(-1) > 60)[both].mean() < 0.1


def test_each_seat_has_its_own_hand_and_place() -> None:
    assert difference(view(0).picture(1, DRAWN), view(1).picture(1, DRAWN)) > 3


def test_the_corners_are_in_the_picture_and_move_when_the_board_is_bumped() -> None:
    corners, bumped = view().corners(), view().corners(Trouble(bumped=True))
    assert (corners > 0).all()
    assert (corners < SIZE).all()
    assert np.abs(corners - bumped).max() > 5


def test_the_disc_stands_near_its_stop() -> None:
    for number in range(1, 7):
        off = (view().rotation_deg(number) - 60 * (number - 1) + 180) % 360 - 180
        assert abs(off) <= 0.5


def test_without_the_lamp_it_is_dark() -> None:
    calm, dark = (view().picture(1, DRAWN, Trouble(lamp_off=off)).mean() for off in (False, True))
    assert dark < 0.5 * calm


def test_a_hand_hides_part_of_the_board() -> None:
    calm, hand = (view().picture(1, DRAWN, Trouble(hand=hand)) for hand in (False, True))
    assert 0.03 < (np.abs(calm.astype(int) - hand).max(-1) > 40).mean() < 0.7


def test_glare_whitens_the_window_and_blur_softens_it() -> None:
    calm, glare, blurred = (
        view().picture(1, DRAWN, t) for t in (Trouble(), Trouble(glare=True), Trouble(blurred=True))
    )
    assert glare.max(-1).mean() > calm.max(-1).mean()
    sharpness = [float(np.abs(np.diff(p.astype(float), axis=1)).mean()) for p in (blurred, calm)]
    assert sharpness[0] < 0.7 * sharpness[1]
