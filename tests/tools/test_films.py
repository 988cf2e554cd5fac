"""Films of hands over a table: they come and go, what they draw stays, and the boards are read once they have gone."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.hand import draw_arm, opaque_sheet, shade_sheet
from hardware.simulated.pieces import random_piece_shot
from hardware.simulated.scene import lay_hand_at
from tools.figures.hands_free import SEEN, watched
from tools.studio.films import AFTER_S, ARM_MM, FILL, Frame, film, reveals

SIZE = (320, 180)


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return list(film(7, 1, "easy", 4.0, SIZE))


def test_hands_come_and_go_and_what_they_have_drawn_stays(frames: list[Frame]) -> None:
    over = [frame.at for frame in frames if frame.hand > SEEN]
    assert frames[0].hand == frames[-1].hand == 0
    assert max(frame.hand for frame in frames) > 0.02
    assert frames[-1].at - over[-1] >= AFTER_S - 0.5
    assert [frame.at for frame in frames] == [k / 4 for k in range(len(frames))]
    drawn = np.abs(frames[-1].picture.astype(int) - frames[0].picture).max(2) > 60
    noise = np.abs(frames[-1].picture.astype(int) - frames[-2].picture).max(2) > 60
    assert drawn.sum() > 10 * max(1, noise.sum())


@pytest.mark.parametrize("seed", range(3))
def test_an_arm_comes_from_a_side_of_the_picture_however_it_slants(seed: int) -> None:
    rng, area = np.random.default_rng(seed), (556.0, 632.0)
    hand = draw_arm(rng, ARM_MM)
    shot = random_piece_shot(rng, "hard", area, SIZE, FILL)
    sheets = hand.sheet, opaque_sheet(hand), shade_sheet(hand)
    for turn_deg in range(0, 360, 20):
        light = np.ones((SIZE[1], SIZE[0], 3), np.float32)
        hidden = lay_hand_at(light, *sheets, shot, np.array(area) / 2, float(turn_deg)) > 127
        assert hidden[0].any() or hidden[-1].any() or hidden[:, 0].any() or hidden[:, -1].any(), turn_deg


@pytest.mark.exhaustive
def test_the_same_seed_and_number_give_the_same_film(frames: list[Frame]) -> None:
    again = film(7, 1, "easy", 4.0, SIZE)
    assert all(np.array_equal(next(again).picture, frame.picture) for frame in frames[:3])


def test_the_boards_are_read_when_the_last_hand_has_gone_and_not_before(frames: list[Frame]) -> None:
    found = watched(frames)
    assert found.early == 0
    assert found.waited_s is not None
    assert found.waited_s < 2.0
    assert found.looks == len(frames)


@pytest.mark.exhaustive
def test_tiles_that_hands_have_turned_over_are_photographed_when_the_last_hand_has_gone() -> None:
    frames = list(reveals(7, 1, "easy", 4.0, SIZE))
    turned = np.abs(frames[-1].picture.astype(int) - frames[0].picture).max(2) > 60
    noise = np.abs(frames[-1].picture.astype(int) - frames[-2].picture).max(2) > 60
    assert turned.sum() > 3 * max(1, noise.sum())
    assert [frame.drawn for frame in frames] == sorted(frame.drawn for frame in frames)
    found = watched(frames)
    assert (found.early, found.reads > 1) == (0, True)
    assert found.waited_s is not None
    assert found.waited_s < 2.0
