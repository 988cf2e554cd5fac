"""A hand with a pen over the board."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulated.pixels import Picture, Points, Sheet, blend, clip8, cloud, hsv, rotation

HEIGHT = -22.0  # the hand's plane, mm above the face
_ARM_MM = 420.0
_PPMM = 1.5
_SIZES = (0.85, 1.1, 1.4)  # the smallest hand, the largest, the largest of wide ones
_BESIDE_MM = 140.0  # around a hand that points along its sheet: 1.4 times half its sleeve, and its shadow
_SOFT_MM, _DARKEST = 7.0, 140  # of a hand's shadow: how blurred, and what it takes of 255


class Hand(NamedTuple):
    """A drawn hand: its sheet (board millimetres with an origin) and its opacity mask."""

    sheet: Sheet
    opaque: Picture


def draw_hand(rng: np.random.Generator, tip: Points, span: float, wide: bool = False) -> Hand:
    """A hand whose pen points at `tip` (board mm), its arm coming in mostly from below; `span` = board size in mm.

    `wide`: larger ones, too, less rounded in their light, with thicker pens.
    """
    side = int((2.4 * span) * _PPMM)
    sheet = _sheet((side, side), (span * 0.7, span * 0.7))
    return _drawn(rng, sheet, tip, (90.0, 35.0), wide, _ARM_MM)


def draw_arm(rng: np.random.Generator, reach: float) -> Hand:
    """A wide hand whose pen's tip is at (0, 0), its arm along x: it ends `reach` mm from there or farther."""
    size = int(2 * _BESIDE_MM * _PPMM), int((_BESIDE_MM + reach) * _PPMM)
    return _drawn(rng, _sheet(size, (_BESIDE_MM, _BESIDE_MM)), np.zeros(2), (0.0, 0.0), True, reach / _SIZES[0])


def _sheet(size: tuple[int, int], origin: tuple[float, float]) -> Sheet:
    return Sheet(np.zeros((*size, 3), np.uint8), _PPMM, origin)


def _drawn(
    rng: np.random.Generator, sheet: Sheet, tip: Points, turn_deg: tuple[float, float], wide: bool, arm: float
) -> Hand:
    """A hand on that sheet; `turn_deg`: mean and deviation of where its arm comes from; `arm`: how long a hand of the
    usual size is, mm."""
    skin = hsv(rng.uniform(0.03, 0.08), rng.uniform(0.3, 0.62), rng.uniform(0.3, 0.9))
    sheet.picture[:] = np.array(skin)
    mask = Sheet(np.zeros(sheet.picture.shape[:2], np.uint8), _PPMM, tuple(sheet.origin))
    smallest, largest, wider = _SIZES
    frame = _HandFrame(
        tip,
        rng.normal(*turn_deg),
        1 if rng.random() < 0.8 else -1,
        rng.uniform(smallest, wider if wide else largest),
    )
    _arm(rng, frame, mask, sheet, arm)
    for width, joints in _fingers(rng):
        mask.line(frame.place(joints), (255,), width * frame.size)
        sheet.line(frame.place(joints), blend(skin, (0, 0, 0), 0.25), 0.7)
    _round_off(rng, mask, sheet, rng.uniform(0.0, 1.0) if wide else 1.0)
    _pen(rng, frame, mask, sheet, wide)
    return Hand(sheet, np.asarray(cv2.GaussianBlur(mask.picture, (0, 0), 0.7), np.uint8))


class _HandFrame(NamedTuple):
    tip: Points
    turn_deg: float
    mirror: int
    size: float

    def place(self, points: list[tuple[float, float]]) -> Points:
        moved = np.array(points) * self.size * np.array([1, self.mirror]) @ rotation(self.turn_deg).T
        return np.asarray(moved + self.tip)


def _fingers(rng: np.random.Generator) -> list[tuple[float, list[tuple[float, float]]]]:
    """Bent fingers in the hand's frame (mm): x away from the pen's tip towards the wrist."""
    bend = rng.uniform(-4, 6)
    index = (17.0, [(26.0, 2.0), (44.0, -12.0 - bend), (80.0, -16.0)])
    thumb = (19.0, [(32.0, 9.0), (54.0, 24.0 + bend), (92.0, 18.0)])
    middle = (17.0, [(34.0, -4.0), (56.0, -24.0 - bend), (88.0, -24.0)])
    curled = (24.0, [(58.0, -28.0), (80.0, -36.0), (100.0, -24.0)])
    return [curled, middle, thumb, index]


def _arm(rng: np.random.Generator, frame: _HandFrame, mask: Sheet, sheet: Sheet, end: float) -> None:
    palm = frame.place([(70, -30), (92, -42), (128, -36), (142, -26), (142, 24), (120, 30), (84, 28)])
    mask.fill(palm, (255,))
    elbow = [(138.0, -26.0), (end, -44.0), (end, 44.0), (138.0, 24.0)]
    mask.fill(frame.place(elbow), (255,))
    if rng.random() < 0.6:
        cuff = rng.uniform(145, 190)
        sleeve = [(cuff, -42.0), (end, -56.0), (end, 56.0), (cuff, 38.0)]
        mask.fill(frame.place(sleeve), (255,))
        sheet.fill(frame.place(sleeve), hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.08, 0.8)))


def _round_off(rng: np.random.Generator, mask: Sheet, sheet: Sheet, much: float) -> None:
    """Darkens towards the edges as `much` (0-1) as rounded things do, and adds the skin's unevenness."""
    depth = cv2.GaussianBlur(mask.picture, (0, 0), 6 * _PPMM).astype(np.float32) / 255
    uneven = 0.03 * cloud(rng, mask.picture.shape[:2], 9 * _PPMM, 2)
    shade = 0.45 + 0.6 * (1 - much) + 0.6 * much * np.clip(depth * 1.6 - 0.6, 0, 1) + uneven
    sheet.picture[...] = clip8(sheet.picture * shade[..., None])


def _pen(rng: np.random.Generator, frame: _HandFrame, mask: Sheet, sheet: Sheet, wide: bool) -> None:
    colour = hsv(rng.random(), rng.choice([0.05, 0.7]), rng.uniform(0.2, 0.95))
    back = (rng.uniform(105, 135), rng.uniform(-22, 8))
    thick = rng.uniform(0.8, 1.4) if wide else 1.0
    for thin, start, shade in ((3.0, 0.0, 0.5), (9.0, 0.09, 0.0), (4.0, 0.2, -0.35)):
        width = thin * thick
        points = frame.place([(back[0] * start, back[1] * start), back])
        mask.line(points, (255,), width)
        sheet.line(
            points, blend(colour, (255, 255, 255), -shade) if shade < 0 else blend(colour, (30, 30, 30), shade), width
        )


def opaque_sheet(hand: Hand) -> Sheet:
    """Where it is opaque, on a sheet of its own, 0-255."""
    return Sheet(hand.opaque, hand.sheet.ppmm, tuple(hand.sheet.origin))


def shade_sheet(hand: Hand) -> Sheet:
    """The hand's soft shadow on a sheet of its own, 0-255: what it takes of the light."""
    soft = cv2.GaussianBlur(hand.opaque, (0, 0), _SOFT_MM * _PPMM).astype(np.float32) / 255
    return Sheet((soft * _DARKEST).astype(np.uint8), hand.sheet.ppmm, tuple(hand.sheet.origin))
