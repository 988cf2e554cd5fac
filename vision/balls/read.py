"""Reads the balls in the tube: where they are, of what colour, and whether they have come to rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import cv2
import msgspec
import numpy as np

from engines.errors import BadInput, NotPossible
from vision.balls.colour import Look, disc_look, is_plain, log_odds, look_of, visible
from vision.balls.evidence import ASIDE, WIDE, Seen, Tube, balls_in, on_white, tube_of, white_of
from vision.balls.layout import BallsLayout
from vision.balls.locate import Place, corners_at, place_of
from vision.balls.tuning import TUNING
from vision.ink import opencv
from vision.ink.frames import frames_of
from vision.ink.light import Light, Trouble
from vision.ink.markers import plane_by_markers
from vision.ink.pose import Array, Image, project
from vision.ink.reading import Milliseconds, Stopwatch


class Ball(msgspec.Struct, frozen=True):
    """One ball in the tube: its likeliest colour, how likely, what else it may be, where (px), and its rim's share."""

    colour: str
    p: float
    rivals: tuple[tuple[str, float], ...]
    at: tuple[float, float]
    rim: float


class BallsReading(msgspec.Struct, frozen=True, kw_only=True):
    """What shows in the tube, from the top. `p`: that all of it is right; `settled`: the balls lie still."""

    balls: tuple[Ball, ...]
    p: float
    settled: bool
    located: dict[str, Any]
    light: Light
    ms: Milliseconds

    @property
    def doubtful(self) -> tuple[Ball, ...]:
        """The balls about which a person should be asked."""
        return tuple(ball for ball in self.balls if ball.p < TUNING.sure)

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, as the command line prints it behind the name of its kind."""
        return {
            "located": self.located,
            "balls": [ball.colour for ball in self.balls],
            "p": self.p,
            "settled": self.settled,
            "visible": len(self.balls),
            "doubtful": [
                {
                    "ball": number,
                    "colour": ball.colour,
                    "p": ball.p,
                    "or": [{"colour": name, "p": p} for name, p in ball.rivals],
                }
                for number, ball in enumerate(self.balls)
                if ball.p < TUNING.sure
            ],
            "light": msgspec.to_builtins(self.light),
            "ms": msgspec.to_builtins(self.ms),
        }


class Evening(msgspec.Struct, frozen=True, eq=False):
    """How the four balls look in this evening's light."""

    looks: Mapping[str, Look]


class _View(msgspec.Struct, frozen=True, eq=False):
    """One frame: its tube, where that stands, what is round in it, the map to px, and the light."""

    tube: Tube
    place: Place
    seen: tuple[Seen, ...]
    plane: Array
    corners: Array
    confidence: float
    white: Array
    clipped: float


def prepare_evening(image: Image, layout: BallsLayout) -> Evening:
    """The four balls on their circles of the card, photographed in this evening's light.

    Raises BadInput where the layout does not say where they lie, NotPossible where the card cannot be found.
    """
    if not layout.calibration:
        raise BadInput(
            "calibration.no_places", "calibration: the layout does not say where the four balls lie (calibration)"
        )
    picture = opencv.coloured(opencv.checked(image))
    plane, _ = _plane(picture, layout)
    white, _ = _white(picture, layout, plane)
    light = on_white(picture, white)
    looks = {}
    for name, place in layout.calibration.items():
        around = project(plane, np.array([place, (place[0] + layout.ball * TUNING.core / 2, place[1])]))
        (x, y), radius = around[0].tolist(), float(np.hypot(*(around[1] - around[0])))
        if not (0 <= x < picture.shape[1] and 0 <= y < picture.shape[0]) or radius < TUNING.min_look_px:
            raise NotPossible(
                "calibration.cut_off", "the {colour} ball of the calibration lies outside the picture", name
            )
        looks[name] = disc_look(*_cut_out(light, x, y, radius), radius)
    return Evening(looks)


def _cut_out(
    light: np.ndarray[Any, np.dtype[np.float32]], x: float, y: float, radius: float
) -> tuple[Any, float, float]:
    left, top = max(int(x - radius) - 1, 0), max(int(y - radius) - 1, 0)
    part = light[top : int(y + radius) + 2, left : int(x + radius) + 2]
    return part, x - left, y - top


def read_balls(image: Image | Sequence[Image], layout: BallsLayout, *, evening: Evening | None = None) -> BallsReading:
    """The balls that show in the tube in `image` (uint8 BGR), or in frames of it taken one after the other.

    Frames that differ, balls that do not lie where balls come to rest, and a tube whose place beside its own (`around`)
    is not sure, unless two coloured balls are, are not settled. Raises NotPossible where the tube cannot be found,
    BadInput for senseless input.
    """
    watch = Stopwatch()
    pictures = [opencv.coloured(opencv.checked(frame)) for frame in frames_of(image)]
    last = _viewed(pictures[-1], layout)
    earlier = [_viewed(picture, layout, last) for picture in pictures[:-1]]
    watch.lap()
    balls, p = _judged(last, layout, evening)
    # A dark foot below a single ball looks like the black one: where that one is seen, the place must be sure itself.
    coloured = len(balls) == 2 and all(ball.p >= TUNING.sure and ball.colour != "black" for ball in balls)
    placed = last.place.sure or coloured
    settled = placed and _at_rest(last, balls) and not _stray(last) and all(_alike(view, last) for view in earlier)
    ms = watch.milliseconds()
    by = "reference" if layout.markers is None else "markers"
    corners = [[round(float(x), 2), round(float(y), 2)] for x, y in last.corners]
    return BallsReading(
        balls=balls,
        p=round(p, 4),
        settled=settled,
        located={"by": by, "corners": corners, "confidence": round(last.confidence, 3)},
        light=_light(last),
        ms=ms,
    )


def _plane(picture: Image, layout: BallsLayout) -> tuple[Array, float]:
    """3×3, the layout's coordinates -> px of the picture, and how sure that is."""
    if layout.markers is not None:
        return plane_by_markers(picture, layout.markers, "card of a mother ship")
    assert layout.picture is not None
    across, down = picture.shape[1] / layout.picture[0], picture.shape[0] / layout.picture[1]
    if not TUNING.same_shape[0] < across / down < TUNING.same_shape[1]:
        wanted = "x".join(map(str, layout.picture))
        raise NotPossible(
            "balls.other_camera",
            "the picture is {columns}x{rows}, the layout's camera takes {wanted}",
            picture.shape[1],
            picture.shape[0],
            wanted,
        )
    return np.diag([across, down, 1.0]), 0.9


def _white(picture: Image, layout: BallsLayout, plane: Array) -> tuple[Array, float]:
    if layout.white is not None:
        return white_of(picture, project(plane, layout.white))
    around = opencv.linear(picture[::4, ::4]).reshape(-1, 3)
    return np.percentile(around, 95, axis=0), 0.0


def _viewed(picture: Image, layout: BallsLayout, last: _View | None = None) -> _View:
    """One frame; of an earlier one the place is looked at where the tube stands in the `last` one."""
    plane, confidence = _plane(picture, layout)
    corners = project(plane, layout.tube)
    if layout.around <= 0 and not _inside(corners, picture):
        raise NotPossible("balls.cut_off", "the tube lies outside the picture")
    white, clipped = _white(picture, layout, plane)
    length, ball, place = layout.height / layout.width, layout.ball / layout.width, Place()
    if layout.around > 0:
        reach = layout.around / layout.width
        place = place_of(picture, corners, length, ball, reach) if last is None else last.place
        corners = corners_at(corners, length, place)
        if not _inside(corners, picture):
            raise NotPossible("balls.cut_off", "the tube lies outside the picture")
    tube = tube_of(picture, corners, length, ball, white)
    return _View(tube, place, tuple(balls_in(tube)), plane, corners, confidence, white, clipped)


def _inside(corners: Array, picture: Image) -> bool:
    return bool(((corners > 0) & (corners < np.array(picture.shape[1::-1]) - 1)).all())


def _judged(view: _View, layout: BallsLayout, evening: Evening | None) -> tuple[tuple[Ball, ...], float]:
    """The balls from the top, and the probability that every colour, and how many they are, is right."""
    known = evening.looks if evening is not None else {}
    shown, certain = [], 1.0
    for seen in _candidates(view):
        look = look_of(view.tube, seen)
        odds = log_odds(look, known)
        there = visible(look, seen.rim, odds, is_plain(view.tube, seen, known))
        certain *= max(there, 1 - there)
        if there > 0.5:
            shown.append((seen, odds, there))
    joint = _together([odds for _, odds, _ in shown], layout.counts)
    balls = []
    for number, (seen, _, there) in enumerate(shown):
        chances = {name: sum(p for pair, p in joint.items() if pair[number] == name) for name in layout.counts}
        order = sorted(chances, key=lambda name: -chances[name])
        rivals = tuple((name, round(chances[name], 4)) for name in order[1:] if chances[name] > TUNING.min_rival)
        p = round(chances[order[0]] * there, 4)
        balls.append(Ball(order[0], p, rivals, _in_picture(view, seen), round(seen.rim, 3)))
    return tuple(balls), certain * max(joint.values(), default=1.0)


def _candidates(view: _View) -> list[Seen]:
    """The round things seen; for one that is hardly seen, the place where a ball beside the other would rest."""
    firm = [seen for seen in view.seen if seen.rim > TUNING.firm_rim]
    if len(firm) != 1:
        return list(view.seen)
    radius, bottom = view.tube.radius, view.tube.bottom
    lower = bottom - firm[0].y < TUNING.lower * radius
    y = firm[0].y - 2 * radius if lower else min(firm[0].y + 2 * radius, bottom - radius)
    rim = next((seen.rim for seen in view.seen if seen is not firm[0]), 0.0)
    return sorted([firm[0], Seen(firm[0].x, y, radius, rim)], key=lambda seen: seen.y)


def _together(odds: Sequence[Mapping[str, float]], counts: Mapping[str, int]) -> dict[tuple[str, ...], float]:
    """Colours of all the balls -> probability; a colour shows no more often than there are such balls."""
    ways = [way for way in product(counts, repeat=len(odds)) if all(way.count(name) <= counts[name] for name in way)]
    weight = np.array([sum(one[name] for one, name in zip(odds, way, strict=True)) for way in ways])
    if not len(weight):
        return {}
    share = np.exp(weight - weight.max())
    return dict(zip(ways, (share / share.sum()).tolist(), strict=True))


def _in_picture(view: _View, seen: Seen) -> tuple[float, float]:
    along, across = (seen.y - ASIDE) / (view.tube.bottom - ASIDE), (seen.x - ASIDE) / WIDE
    top = view.corners[0] + (view.corners[1] - view.corners[0]) * across
    low = view.corners[3] + (view.corners[2] - view.corners[3]) * across
    x, y = (top + (low - top) * along).tolist()
    return round(x, 1), round(y, 1)


def _at_rest(view: _View, balls: Sequence[Ball]) -> bool:
    """Whether the balls that are seen well lie where balls come to rest: on the bottom, or upon the lower one."""
    tube, radius = view.tube, view.tube.radius
    places = {_in_picture(view, seen): seen for seen in view.seen}
    lying = [places[ball.at] for ball in balls if ball.rim > TUNING.firm_rim and ball.at in places]
    if not lying:
        return bool(balls)
    low = tube.bottom - lying[-1].y
    resting = TUNING.resting[0] * radius < low < TUNING.resting[1] * radius
    if len(lying) == 1:
        return resting or (len(balls) == 2 and low < TUNING.upper * radius)
    return resting and TUNING.upon[0] * radius < lying[-1].y - lying[0].y < TUNING.upon[1] * radius


def _alike(view: _View, last: _View) -> bool:
    """Whether two frames show the same: hardly any of the tube has changed its colour, nor a ball its place."""
    white = last.white * max(1.0, TUNING.well_lit / max(float(last.white.mean()), 1e-4))
    # Colours beside white paper: a lamp that was lit or a camera that exposed anew moves no ball.
    one, other = (
        cv2.GaussianBlur(_in_light(each.tube, white), (0, 0), 2.0)[ASIDE:-ASIDE, ASIDE:-ASIDE] for each in (view, last)
    )
    changed = float((cv2.absdiff(one, other).max(2) > TUNING.changed_levels).mean())
    pairs = zip(view.seen, last.seen, strict=False)
    firm = [(one, other) for one, other in pairs if min(one.rim, other.rim) > TUNING.firm_rim]
    near = all(abs(one.y - other.y) < TUNING.moved * last.tube.radius + TUNING.moved_px for one, other in firm)
    return changed < TUNING.changed_share and near


def _in_light(tube: Tube, white: Array) -> Image:
    """The tube as uint8 BGR, as it would look where white paper is `white` (3,) linear."""
    return np.asarray(255 * np.clip(tube.light * white, 0, 1) ** (1 / 2.2) + 0.5, np.uint8)


def _stray(view: _View) -> bool:
    """Whether something coloured and half round is in the tube: a ball that is blurred because it falls."""
    for seen in view.seen:
        odds = log_odds(look_of(view.tube, seen), {})
        if TUNING.half_round < seen.rim <= TUNING.firm_rim and odds["black"] < max(odds.values()) > TUNING.coloured:
            return True
    return False


def _light(view: _View) -> Light:
    why = []
    if float(view.white.mean()) < TUNING.dim:
        why.append(Trouble.TOO_DARK)
    inside = view.tube.colour[ASIDE:-ASIDE, ASIDE:-ASIDE]
    if float((inside.min(2) >= TUNING.clipped).mean()) > TUNING.clipped_share and view.clipped > TUNING.clipped_white:
        why.append(Trouble.GLARE_ON_BALLS)
    return Light(not why, tuple(why))
