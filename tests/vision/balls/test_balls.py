"""The mother ship's balls: two colours, or an honest doubt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from hardware.simulated.starfarers.foot import PPMM, FootLook
from tools.studio.balls import layout_json
from tools.studio.designs.feet import Foot, draw_foot, random_look
from vision.balls.colour import is_plain
from vision.balls.evidence import balls_in, tube_of
from vision.balls.layout import BallsLayout, parse_balls
from vision.balls.locate import Place, place_of
from vision.balls.read import BallsReading, prepare_evening, read_balls
from vision.balls.tuning import TUNING
from vision.ink import opencv
from vision.ink.light import Trouble

PHOTOS = Path("tests/photos/balls")
Image = NDArray[np.uint8]


def look(**changes: Any) -> FootLook:
    paper = {"behind": (225.0, 230.0, 232.0), "streaks": (), "tint": 0.05}
    return msgspec.structs.replace(random_look(np.random.default_rng(4)), **(paper | changes))


def picture(foot: FootLook, pair: list[str], light: tuple[float, float, float] = (1, 1, 1), lift: float = 0) -> Image:
    """The card itself, 9 px/mm, in a light with these gains (blue, green, red), the upper ball lifted by `lift` mm."""
    places = [place - [0, lift * (k == 0)] for k, place in enumerate(foot.rest)][2 - len(pair) :]
    sheet = draw_foot(Foot(foot, list(zip(pair, places, strict=True)), circles=True))
    lit = (np.arange(256)[:, None] / 255.0) ** 2.2 * np.array(light)
    shown = np.asarray(255 * np.clip(lit, 0, 1) ** (1 / 2.2), np.uint8)
    return np.asarray(cv2.LUT(sheet.picture, shown[None]))


def layout(foot: FootLook) -> BallsLayout:
    return parse_balls(layout_json(foot, None, round_things=False))


def colours(reading: BallsReading) -> list[str]:
    return [ball.colour for ball in reading.balls]


PAIRS = [["yellow", "blue"], ["black", "red"], ["red", "yellow"], ["blue", "black"], ["yellow", "yellow"]]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("light", [(0.9, 0.9, 0.9), (0.35, 0.6, 0.9), (0.9, 0.75, 0.5), (0.12, 0.14, 0.15)])
def test_balls_keep_their_colour_in_even_warm_cold_and_dim_light(
    pair: list[str], light: tuple[float, float, float]
) -> None:
    reading = read_balls(picture(look(), pair, light), layout(look()))
    assert colours(reading) == pair
    assert reading.settled


def test_one_ball_is_an_answer() -> None:
    reading = read_balls(picture(look(), ["red"]), layout(look()))
    assert colours(reading) == ["red"]
    assert reading.as_json()["visible"] == 1


def test_balls_in_the_air_are_not_settled() -> None:
    foot = look(tube=(40.0, 34.0, 15.0, 44.0), ball=13.5)
    assert not read_balls(picture(foot, ["red", "blue"], lift=8), layout(foot)).settled


def test_frames_that_differ_are_not_settled() -> None:
    foot = look(tube=(40.0, 34.0, 15.0, 44.0), ball=13.5)
    frames = [picture(foot, ["red", "blue"], lift=6), picture(foot, ["red", "blue"])]
    assert not read_balls(frames, layout(foot)).settled
    assert read_balls(frames[1:] * 2, layout(foot)).settled


def test_balls_that_changed_places_in_dim_light_are_not_settled() -> None:
    earlier, last = (picture(look(), [upper, "yellow"], (0.03, 0.03, 0.03)) for upper in ("red", "black"))
    assert not read_balls([earlier, last], layout(look())).settled
    assert read_balls([last, last], layout(look())).settled


@pytest.mark.parametrize("pair", [["red", "black"], ["yellow", "black"], ["blue", "black"]])
def test_white_paper_that_is_black_is_too_dark_to_tell_and_no_more(pair: list[str]) -> None:
    dark = picture(look(), pair, (0.01, 0.01, 0.01))
    cv2.fillConvexPoly(dark, np.rint(np.array(layout(look()).white) * PPMM).astype(np.int32), (0, 0, 0))
    assert Trouble.TOO_DARK in read_balls([dark, dark], layout(look())).light.why


@pytest.mark.parametrize("share", [0.5, 0.7, 1.4])
def test_a_lamp_that_was_lit_between_two_frames_moves_no_ball(share: float) -> None:
    foot = look()
    frames = [picture(foot, ["red", "blue"], (k * 0.5, k * 0.5, k * 0.5)) for k in (share, 1.0)]
    reading = read_balls(frames, layout(foot))
    assert reading.settled
    assert colours(reading) == ["red", "blue"]


def beside(foot: FootLook, across: float, down: float, around: float) -> BallsLayout:
    """The layout of a card that expects the tube so far from where it stands."""
    shape = layout_json(foot, None, round_things=False)
    shape["tube"] = (np.array(shape["tube"]) - [across, down]).tolist()
    return parse_balls(shape | {"around": around})


BESIDE_MM = (
    (5.0, 0.0),
    (-8.0, 3.0),
    *(pytest.param(aside, marks=pytest.mark.exhaustive) for aside in ((0.0, 8.0), (4.0, -6.0), (0.0, 0.0))),
)
"""How far a tube stands beside its place, across and down."""


@pytest.mark.parametrize("aside", BESIDE_MM)
@pytest.mark.parametrize("pair", PAIRS)
def test_a_tube_that_stands_beside_its_place_is_looked_for_around_it(
    pair: list[str], aside: tuple[float, float]
) -> None:
    reading = read_balls([picture(look(), pair)] * 2, beside(look(), *aside, around=10.0))
    assert colours(reading) == pair
    assert reading.settled


def test_where_the_tube_stands_is_said() -> None:
    reading = read_balls(picture(look(), ["red", "blue"]), beside(look(), 6.0, -5.0, around=10.0))
    true = read_balls(picture(look(), ["red", "blue"]), layout(look()))
    apart = np.array(reading.located["corners"][2]) - np.array(true.located["corners"][2])
    assert np.abs(apart).max() < 9 * 1.0, "a millimetre of the card at most"


def test_frames_in_which_the_tube_stands_elsewhere_are_not_settled() -> None:
    foot = look(tube=(40.0, 34.0, 15.0, 44.0), ball=13.5)
    there = msgspec.structs.replace(foot, tube=(44.0, 34.0, 15.0, 44.0))
    frames = [picture(each, ["red", "blue"]) for each in (foot, there)]
    assert not read_balls(frames, beside(foot, 0.0, 0.0, around=10.0)).settled
    assert read_balls(frames[1:] * 2, beside(foot, 0.0, 0.0, around=10.0)).settled


def test_frames_of_one_shake_are_looked_at_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tube is looked for in each, it may show a little aside in one."""
    aside = iter([0.0, 0.2])

    def jumping(*given: Any) -> Place:
        return place_of(*given)._replace(across=next(aside))

    monkeypatch.setattr("vision.balls.read.place_of", jumping)
    assert read_balls([picture(look(), ["red", "blue"])] * 2, beside(look(), 0.0, 0.0, around=10.0)).settled


def test_an_empty_tube_is_looked_at_in_its_place() -> None:
    reading = read_balls(picture(look(), []), beside(look(), 0.0, 0.0, around=10.0))
    assert reading.balls == ()
    assert reading.located == read_balls(picture(look(), []), layout(look())).located


def test_a_shadow_over_the_tube_is_no_black_ball() -> None:
    foot = look()
    dark = picture(foot, ["yellow"])
    left, top, width, height = foot.tube
    x, y, w, h = (round(9 * value) for value in (left, top, width, height * 0.45))
    dark[y : y + h, x - 30 : x + w + 30] = (dark[y : y + h, x - 30 : x + w + 30] * 0.45).astype(np.uint8)
    assert colours(read_balls(dark, layout(foot))) == ["yellow"]


def test_a_ball_that_dark_hides_is_doubtful() -> None:
    foot = look(behind=(12.0, 12.0, 12.0), shine=0.0)
    reading = read_balls(picture(foot, ["black", "red"], (0.25, 0.25, 0.25)), layout(foot))
    assert reading.p < 0.98
    assert "red" in colours(reading)


def test_the_four_balls_of_the_evening_tell_the_light() -> None:
    foot = look()
    light = (0.3, 0.6, 1.0)
    evening = prepare_evening(picture(foot, [], light), layout(foot))
    reading = read_balls(picture(foot, ["blue", "red"], light), layout(foot), evening=evening)
    assert colours(reading) == ["blue", "red"]
    assert reading.doubtful == ()


def test_balls_are_seen_in_a_tube_in_which_all_edges_are_weak() -> None:
    foot = look()
    weak = picture(foot, ["yellow", "blue"]).copy()
    left, top, width, height = (round(value * PPMM) for value in foot.tube)
    tube = weak[top : top + height, left : left + width]
    tube[:] = cv2.GaussianBlur(tube, (0, 0), 0.08 * foot.ball * PPMM) * 0.24 + 180
    reading = read_balls(weak, layout(foot))
    assert [ball.rim > TUNING.firm_rim for ball in reading.balls] == [True, True]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("milky", [0.06, 0.16, 0.2])
def test_a_milky_tube_hides_no_colour_though_the_balls_of_the_evening_lay_before_it(
    pair: list[str], milky: float
) -> None:
    foot = look()
    evening = prepare_evening(picture(foot, []), layout(foot))
    seen = picture(foot, pair).copy()
    left, top, width, height = (round(value * PPMM) for value in foot.tube)
    tube = seen[top : top + height, left : left + width]
    light = (1 - milky) * (tube / 255) ** 2.2 + milky * 0.9
    tube[:] = np.rint(255 * light ** (1 / 2.2))
    reading = read_balls(seen, layout(foot), evening=evening)
    assert colours(reading) == pair
    assert not reading.doubtful


def test_where_two_coloured_balls_are_sure_the_tube_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them with something dark is not enough: that may be the foot below a single ball."""
    monkeypatch.setattr("vision.balls.read.place_of", lambda *given: place_of(*given)._replace(sure=False))
    assert read_balls(picture(look(), ["red", "blue"]), beside(look(), 0.0, 0.0, around=10.0)).settled
    for others in (["red"], ["red", "black"]):
        assert not read_balls(picture(look(), others), beside(look(), 0.0, 0.0, around=10.0)).settled


def test_half_a_ball_in_a_circle_is_not_plain() -> None:
    foot = look()
    corners = np.array(layout(foot).tube) * PPMM
    tube = tube_of(picture(foot, ["red", "blue"]), corners, 44 / 15, foot.ball / foot.tube[2], np.ones(3))
    upper = balls_in(tube)[0]
    assert is_plain(tube, upper, {})
    assert not is_plain(tube, msgspec.structs.replace(upper, y=upper.y - upper.radius), {})


def test_a_picture_without_the_card_is_no_reading() -> None:
    with pytest.raises(NotPossible, match="markers 40, 41, 42, 43"):
        read_balls(np.full((400, 500, 3), 90, np.uint8), layout(look()))


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"markers": None}, "either markers"),
        ({"tube": [[0, 0], [0, 10], [10, 10], [10, 0]]}, "clockwise"),
        ({"balls": {"green": 1}}, "'green'"),
        ({"ball": 400.0}, "does not fit"),
        ({"around": -1.0}, "around"),
        ({"around": 900.0}, "three widths"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_in_one_line(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(BadInput, match=what) as caught:
        parse_balls(layout_json(look(), None, round_things=False) | changes)
    assert "\n" not in str(caught.value)


def test_photographs_of_other_ships_are_read() -> None:
    rows = zip(
        (PHOTOS / "balls.list.jsonl").read_text().splitlines(),
        (PHOTOS / "truth.jsonl").read_text().splitlines(),
        strict=True,
    )
    for query, truth in ((json.loads(query), json.loads(truth)) for query, truth in rows):
        where = parse_balls((PHOTOS / query["layout"]).read_bytes())
        names = query["image"] if isinstance(query["image"], list) else [query["image"]]
        reading = read_balls([opencv.load(str(PHOTOS / name)) for name in names], where)
        if truth["settled"]:
            assert sorted(colours(reading)) == sorted(truth["balls"])
            assert reading.settled
