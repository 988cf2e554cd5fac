"""When a table is read without a touch: hands come and go, nothing moves for a second, then it is read once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pi_app.camera.glances import RESTING_S, SHOVED_S, moved, seen
from pi_app.camera.watch import Phase, Small, Watch, again, read

SIZE = (45, 80, 3)


def table(seed: int = 0) -> Small:
    """A table with the noise of a camera."""
    noise = np.random.default_rng(seed).normal(120, 2.5, SIZE)
    noise[10:30, 10:30] += 60
    return np.clip(noise, 0, 255).astype(np.uint8)


def hand(seed: int = 0, column: int = 30) -> Small:
    picture = table(seed).copy()
    picture[20:45, column : column + 12] = 190
    return picture


def large(picture: Small) -> Small:
    """As large as the pictures that are looked at."""
    return picture.repeat(2, 0).repeat(2, 1) if picture.shape == SIZE else picture


def phases(*pictures: Small, every: float = 0.25) -> list[Phase]:
    watch, found = Watch(), list[Phase]()
    for k, picture in enumerate(pictures):
        watch = seen(watch, large(picture), k * every)
        found.append(watch.phase)
    return found


def test_a_table_that_lies_still_is_read_after_a_second_and_not_before() -> None:
    assert phases(*(table(k) for k in range(6))) == ["still", "still", "still", "still", "read", "read"]


def test_hands_are_waited_for_and_the_second_counts_from_their_last_movement() -> None:
    moving = [table(0), hand(1, 20), hand(2, 40), *(table(k) for k in range(3, 9))]
    assert phases(*moving) == ["still", "hands", "hands", "hands", "still", "still", "still", "read", "read"]


def test_what_was_read_is_offered_until_something_moves() -> None:
    watch = Watch()
    for k in range(5):
        watch = seen(watch, table(k), k * 0.25)
    watch = seen(read(watch), table(6), 2.0)
    assert watch.phase == "offered"
    watch = seen(watch, hand(7), 2.25)
    assert watch.phase == "hands"
    watch = seen(watch, table(8), 2.5)
    watch = seen(watch, table(9), 2.75)
    assert watch.phase == "still", "what the hand left is another table"


def test_a_hand_that_creeps_is_a_movement() -> None:
    watch = seen(Watch(), table(), 0.0)
    creeping = [hand(k, 60 - k // 3) for k in range(12)]
    found = set(_steps(watch, creeping))
    assert "read" not in found


def _steps(watch: Watch, pictures: list[Small]) -> list[Phase]:
    found = list[Phase]()
    for k, picture in enumerate(pictures, start=1):
        watch = seen(watch, picture, k * 0.25)
        found.append(watch.phase)
    return found


@pytest.mark.parametrize("noise", [0.5, 6.0])
def test_a_dark_arm_is_seen_without_noise_and_a_noisy_table_is_read(noise: float) -> None:
    def dim(seed: int, arm: float = 0.0) -> Small:
        picture = np.random.default_rng(seed).normal(60, noise, SIZE)
        picture[20:, 40:52] -= arm
        return np.clip(picture, 0, 255).astype(np.uint8)

    assert phases(*(dim(k) for k in range(6)))[-1] == "read"
    assert moved(dim(0), dim(1, 11.0)) == (noise < 1)


def resting(seconds: float, before: int = 3) -> list[Small]:
    """A table, an arm that comes and then lies still over it."""
    return [*(table(k) for k in range(before)), *(hand(9, 40) for _ in range(round(seconds * 4) + 1))]


def drawn(seed: int) -> Small:
    """A table on whose board something more is drawn."""
    picture = table(seed)
    picture[14:26, 14:17] = 30
    return picture


def test_an_arm_that_rests_over_a_board_is_waited_for_and_said_to_be_there() -> None:
    found = phases(*resting(RESTING_S - 0.25))
    assert "read" not in found
    assert set(found[-80:]) == {"hands"}, "what is waited for can be told"


def test_what_reaches_in_and_stays_is_a_thing_and_the_table_without_it_is_read_at_once() -> None:
    stays = phases(*resting(RESTING_S))
    assert stays[-1] == "read"
    gone = phases(*resting(RESTING_S), *(drawn(30 + k) for k in range(6)))
    assert gone[-1] == "read", "a second after it is gone, not after all the time that it stayed"


def test_a_bag_at_a_side_is_a_thing_in_time_though_others_draw_meanwhile() -> None:
    def bag(seed: int, column: int = 0) -> Small:
        picture = hand(seed, column) if column else table(seed)
        picture[:12, 60:76] = 20
        return picture

    drawing = [bag(9 + k, 40 + k % 3 if k % 16 < 8 else 0) for k in range(round(RESTING_S * 4) + 24)]
    found = phases(*(table(k) for k in range(3)), *drawing)
    assert RESTING_S < found.index("read") * 0.25 < RESTING_S + 8, "when nobody draws for a second the next time"


def test_things_that_stay_are_told_from_arms_that_rest_in_turn_beside_them() -> None:
    def bag(seed: int, column: int = 0) -> Small:
        picture = hand(seed, column) if column else table(seed)
        picture[:12, 60:76] = 20
        return picture

    turns = [bag(100 * turn + k, (10, 40)[turn % 2] if k < 8 else 0) for turn in range(6) for k in range(32)]
    found = phases(*(table(k) for k in range(3)), *turns)
    assert RESTING_S < found.index("read") * 0.25 < RESTING_S + 8


def test_an_arm_that_draws_for_longer_is_waited_for_each_time_it_pauses() -> None:
    """Its forearm lies still all the while."""
    pausing = [hand(9 + k, 40) for k in range(8)]
    drawing = [hand(20 + k, 40 + (0, 1, 2, 3, 2, 1)[k % 6]) for k in range(round(RESTING_S * 4))]
    assert "read" not in phases(*(table(k) for k in range(3)), *pausing, *drawing, *pausing)


@pytest.mark.parametrize(("part", "level"), [(np.s_[:, :30], 30), (np.s_[:, :36], 30), (np.s_[33:], 200)])
def test_a_body_along_a_side_is_no_light(part: Any, level: int) -> None:
    def leaning(seed: int) -> Small:
        picture = table(seed)
        picture[part] = level
        return picture

    assert "read" not in phases(*(table(k) for k in range(3)), *(leaning(3 + k) for k in range(20)))


def test_a_table_is_read_as_soon_as_the_lamp_is_lit_again() -> None:
    def tiles(seed: int) -> Small:
        picture = table(seed)
        picture[10:30, 10:30] = 2
        return picture

    dark = [np.zeros(SIZE, np.uint8)] * 8
    found = phases(*(tiles(k) for k in range(6)), *dark, *(tiles(20 + k) for k in range(8)))
    assert found[-4:].count("read") > 0


def test_an_arm_that_moves_on_is_waited_for_anew() -> None:
    there = resting(RESTING_S - 5)
    assert "read" not in phases(*there, *(hand(9 + k, 56) for k in range(round(RESTING_S * 4) - 8)))


def test_a_hand_that_was_there_from_the_beginning_is_not_missed_when_it_has_left() -> None:
    assert phases(*(hand(k, 40) for k in range(3)), *(drawn(3 + k) for k in range(6)))[-1] == "read"


@pytest.mark.parametrize("known", [True, False])
def test_a_hand_that_lies_still_from_the_beginning_is_waited_for_where_it_is_known_how_the_table_lay(
    known: bool,
) -> None:
    before = Watch()
    for k in range(5):
        before = seen(before, large(table(k)), k * 0.25)
    watch, found = again(before, 3.0) if known else again(Watch(), 3.0), list[Phase]()
    for k in range(8):
        watch = seen(watch, large(hand(5 + k, 40)), 3.0 + k * 0.25)
        found.append(watch.phase)
    assert ("read" in found) is not known


def test_a_thing_at_a_side_is_waited_for_once_whoever_watches_on() -> None:
    watch, at = Watch(), 0.0
    for picture in resting(RESTING_S - 5):
        watch, at = seen(watch, large(picture), at), at + 0.25
    watch, begun = again(watch, at), at
    while watch.phase != "read":
        watch, at = seen(watch, large(hand(9, 40)), at), at + 0.25
    assert 4.0 < at - begun < 7.0, "not as long again"


def test_a_lamp_that_lights_another_side_of_the_table_is_no_arm() -> None:
    def lit(seed: int, left: float, right: float) -> Small:
        light = np.linspace(left, right, SIZE[1])[None, :, None]
        return np.clip(table(seed) * light, 0, 255).astype(np.uint8)

    begun = [*(lit(k, 1.0, 0.8) for k in range(3)), hand(3)]
    assert phases(*begun, *(lit(4 + k, 0.7, 1.0) for k in range(6)))[-1] == "read"


def test_the_shadow_of_somebody_beside_the_table_is_no_arm() -> None:
    def shadowed(seed: int) -> Small:
        y, x = np.mgrid[: SIZE[0], : SIZE[1]]
        shade = 0.3 * np.exp(-((x - 60) ** 2 + (y - 48) ** 2) / 250)
        return np.asarray(np.clip(table(seed) * (1 - shade[..., None]), 0, 255), np.uint8)

    assert phases(*(table(k) for k in range(3)), hand(3), *(shadowed(4 + k) for k in range(6)))[-1] == "read"


def test_a_cup_that_is_taken_from_a_side_of_the_picture_is_no_arm() -> None:
    def with_cup(seed: int) -> Small:
        picture = table(seed)
        picture[37:, 50:60] = 200
        return picture

    assert phases(*(with_cup(k) for k in range(3)), hand(3), *(table(4 + k) for k in range(6)))[-1] == "read"


@pytest.mark.parametrize(("row", "levels"), [(36, 13), (30, 5)])
def test_a_hand_over_a_board_is_waited_for_whose_arm_hardly_differs_from_the_table(row: int, levels: int) -> None:
    def arm(seed: int) -> Small:
        picture = hand(seed, 40)
        picture[row:, 40:52] = np.clip(table(seed)[row:, 40:52].astype(np.int16) + levels, 0, 255)
        return picture

    assert "read" not in phases(*(table(k) for k in range(3)), *(arm(9 + k) for k in range(12)))


def test_an_arm_of_nearly_the_colour_of_a_noisy_table_is_waited_for() -> None:
    def noisy(seed: int, arm: float = 0.0) -> Small:
        picture = np.random.default_rng(seed).normal(120, 10.0, (90, 160, 3))
        picture[40:, 80:104] += arm
        return np.clip(picture, 0, 255).astype(np.uint8)

    begun = [*(noisy(k) for k in range(3)), noisy(3, 70)]
    assert "read" not in phases(*begun, *(noisy(4 + k, 14) for k in range(12)))


def test_an_arm_over_a_printed_board_is_waited_for_though_it_hides_as_many_edges_as_it_has() -> None:
    def printed(seed: int, left: int = 20) -> Small:
        picture = table(seed)
        picture[6:38, left : left + 44] = 210
        rows, columns = np.mgrid[:26, :36] // 4
        picture[10:36, left + 4 : left + 40] = np.where((rows + columns) % 2, 60, 210)[..., None]
        return picture

    def arm(seed: int) -> Small:
        picture = printed(seed, 21)
        picture[24:, 36:44] = 150
        return picture

    begun = [*(printed(k) for k in range(3)), hand(3)]
    assert "read" not in phases(*begun, *(arm(4 + k) for k in range(8)))


def test_a_board_that_is_shoved_at_the_side_of_the_picture_is_no_arm() -> None:
    def board(seed: int, top: int) -> Small:
        picture = table(seed)
        picture[top : top + 30, 60:] = 30
        picture[top + 8 : top + 22 : 4, 62:] = 220
        return picture

    begun = [*(board(k, 8) for k in range(3)), hand(4, 48)]
    assert phases(*begun, *(board(5 + k, 9) for k in range(6)))[-1] == "read"


def test_a_board_that_was_shoved_so_that_it_seems_to_hang_together_with_a_side_is_waited_for_no_longer() -> None:
    def board(seed: int, left: int) -> Small:
        picture = table(seed)
        picture[4:40, left : left + 30] = 230
        picture[:4, left : left + 30] += np.uint8(left)
        return picture

    begun = [*(board(k, 24) for k in range(3)), hand(3)]
    found = phases(*begun, *(board(4 + k, 30) for k in range(round(4 * (SHOVED_S + 1)))))
    assert found.index("read") * 0.25 == 1.0 + SHOVED_S


@pytest.mark.parametrize("levels", [12, -60])
def test_a_finger_at_a_side_of_the_picture_is_waited_for(levels: int) -> None:
    """It hides 0.44 % of the picture."""

    def finger(seed: int) -> Small:
        picture = large(table(seed)).astype(np.int16)
        picture[82:, 60:68] += levels
        return np.clip(picture, 0, 255).astype(np.uint8)

    assert "read" not in phases(*(table(k) for k in range(3)), hand(3), *(finger(4 + k) for k in range(12)))


def test_what_is_put_down_inside_the_picture_is_read_after_a_second() -> None:
    def cup(seed: int) -> Small:
        picture = table(seed)
        picture[32:40, 50:58] = 200
        return picture

    assert phases(table(0), hand(1, 48), *(cup(k) for k in range(2, 8)))[-1] == "read"


@pytest.mark.parametrize("levels", [-40, 30])
def test_a_lamp_that_is_switched_is_no_movement(levels: int) -> None:
    lit = np.clip(table().astype(np.int16) + levels, 0, 255).astype(np.uint8)
    assert not moved(table(1), lit)


def test_the_tip_of_a_finger_is_one() -> None:
    tip = table(1).copy()
    tip[40:45, 50:54] = 200
    assert moved(table(), tip)


def test_a_picture_of_another_size_is_another_table() -> None:
    assert moved(table(), table()[::2])
