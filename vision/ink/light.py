"""Says whether a photograph can be read well, and if not, what to do about it: light, focus, framing, hands."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, Finding, finding
from vision.ink import opencv
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, Grid, Image
from vision.ink.tuning import LIGHTS
from vision.ranks import percentile

Mask = NDArray[np.bool_]
DIRECTIONS: Final = 8
"""A smear is never farther than 11° from one of so many directions."""


class Trouble(StrEnum):
    """What can be wrong with a photograph."""

    TOO_DARK = "too dark"
    GLARE = "glare on the disc"
    GLARE_ON_SLATE = "glare on the slate"
    GLARE_ON_TILE = "glare on a tile"
    GLARE_ON_BALLS = "glare on the balls"
    GLARE_ON_CARDS = "glare on the cards"
    BLUR = "blur"
    CUT_OFF = "board cut off"
    HAND = "hand in the picture"

    @property
    def finding(self) -> Finding:
        """It as a finding, whose code is `light.` and its name."""
        return _FINDINGS[self]

    @property
    def glare(self) -> bool:
        """Whether a lamp is mirrored in the board."""
        return self in _GLARE


_FINDINGS: Final = {
    Trouble.TOO_DARK: finding("light.too_dark", "too dark"),
    Trouble.GLARE: finding("light.glare", "glare on the disc"),
    Trouble.GLARE_ON_SLATE: finding("light.glare_on_slate", "glare on the slate"),
    Trouble.GLARE_ON_TILE: finding("light.glare_on_tile", "glare on a tile"),
    Trouble.GLARE_ON_BALLS: finding("light.glare_on_balls", "glare on the balls"),
    Trouble.GLARE_ON_CARDS: finding("light.glare_on_cards", "glare on the cards"),
    Trouble.BLUR: finding("light.blur", "blur"),
    Trouble.CUT_OFF: finding("light.cut_off", "board cut off"),
    Trouble.HAND: finding("light.hand", "hand in the picture"),
}
_GLARE: Final = frozenset(
    (Trouble.GLARE, Trouble.GLARE_ON_SLATE, Trouble.GLARE_ON_TILE, Trouble.GLARE_ON_BALLS),
)


class Light(msgspec.Struct, frozen=True):
    """The verdict on a photograph: `why` names the troubles, empty when it is `ok`."""

    ok: bool
    why: tuple[Trouble, ...] = ()


class LightFigures(msgspec.Struct, frozen=True):
    """What the verdict rests on.

    `bright`: 0…255, the brightest parts of the play area. `glare`: share of the window washed out. `detail`: contrast
    of millimetre-wide things over that of things twice as wide. `even`: of the direction with the least contrast over
    that with the most. `outside`: px the board reaches beyond the picture. `covered`: share of the visible stars that
    are hidden together, not by glare.
    """

    bright: float
    glare: float
    detail: float
    even: float
    outside: float
    covered: float


def verdict(figures: LightFigures, glare: Trouble = Trouble.GLARE) -> Light:
    """The troubles that `figures` show, most urgent first."""
    troubles = (
        (figures.outside > LIGHTS.outside_px, Trouble.CUT_OFF),
        (figures.bright < LIGHTS.min_bright, Trouble.TOO_DARK),
        (figures.detail < LIGHTS.min_detail or figures.even < LIGHTS.min_even, Trouble.BLUR),
        (figures.glare > LIGHTS.max_glare, glare),
        (figures.covered > LIGHTS.max_covered, Trouble.HAND),
    )
    why = tuple(trouble for found, trouble in troubles if found)
    return Light(not why, why)


class PlayArea(msgspec.Struct, frozen=True, eq=False):
    """Where players draw, of one picture of a board, laid flat as `grid` says.

    `flat`: uint8, grey or BGR, as `grid` lays it out; `small`: at half its pixels, as are (rows, columns) `drawn_on`,
    where lines can be, and `washed`, where a lamp's reflection lies. `stars`: (n, 2) mm, the printed ones in sight;
    `seen`: (n,) how plainly. `outside`: how far (px) the board reaches beyond the picture.
    """

    grid: Grid
    flat: Image
    small: Image
    drawn_on: Mask
    washed: Mask
    stars: Array
    seen: Array
    outside: float

    def at_stars(self, plane: NDArray[Any]) -> NDArray[Any]:
        """(n,) what a (rows, columns) plane at half the grid's pixels has at the stars."""
        at = np.clip(np.rint(self.grid.halved().to_pixels(self.stars)).astype(int), 0, np.array(plane.shape[::-1]) - 1)
        return np.asarray(plane[at[:, 1], at[:, 0]])


def play_area(
    image: Image, plane: Array, corners: Array, grid: Grid, drawn_on: Mask, stars: Array, seen: Array
) -> PlayArea:
    """The play area in `image` (uint8, grey or BGR); `plane`: 3×3, mm of the grid -> px; `corners`: (n, 2) px, the
    board's; the others as in `PlayArea`."""
    flat = opencv.flattened(image, plane @ grid.to_disc(), grid.size)
    small = np.asarray(cv2.pyrDown(flat), np.uint8)
    washed = washed_out(small, drawn_on)
    return PlayArea(grid, flat, small, drawn_on, washed, stars, seen, outside_by(corners, image))


def check_light(area: PlayArea, glare: Trouble = Trouble.GLARE) -> Light:
    """Whether a picture with this play area can be read well; `glare`: what a lamp mirrored in it is called."""
    bright = opencv.brightest(area.small)
    figures = LightFigures(
        bright=percentile(opencv.grey(np.ascontiguousarray(area.flat[::3, ::3])), 98),
        glare=float(area.washed[area.drawn_on].mean()),
        detail=detail_share(bright),
        even=evenness(bright),
        outside=area.outside,
        covered=hidden_share(area.stars, area.seen, area.at_stars(area.washed)),
    )
    return verdict(figures, glare)


def window_mask(layout: DiscLayout, rotation_deg: float, grid: Grid) -> Mask:
    """(rows, columns) of the grid (disc mm): where the window is when the disc is turned so."""
    mask = np.zeros(grid.size[::-1], np.uint8)
    cv2.fillPoly(mask, [np.rint(grid.to_pixels(layout.window_in_disc(rotation_deg))).astype(np.int32)], 1)
    return mask > 0


def washed_out(area: Image, window: Mask) -> Mask:
    """Where a lamp's reflection lies: pale patches, a centimetre or wider, far brighter than the rest of the disc."""
    dark = opencv.darkest(area)
    ground = cv2.erode(dark, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    smooth = cv2.GaussianBlur(ground, (0, 0), 3.0)
    usual = percentile(smooth[window], 40)
    pale = cv2.blur(dark, (7, 7)) > LIGHTS.pale * cv2.blur(opencv.brightest(area), (7, 7))
    return np.asarray(pale & (smooth > max(usual + LIGHTS.lamp_over, LIGHTS.lamp_times * usual)), np.bool_)


def overexposed(area: Image) -> Mask:
    """Where the ground of a picture at one pixel a millimetre is so bright that no light ink stands out from it."""
    ground = cv2.erode(opencv.darkest(area), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    return np.asarray(cv2.blur(ground, (3, 3)) > LIGHTS.overexposed, np.bool_)


def outside_by(corners: Array, image: Image) -> float:
    """How far (px) a board's corners (n, 2) reach beyond the picture."""
    high = np.array([image.shape[1] - 1, image.shape[0] - 1])
    return float(max(0.0, (-corners).max(), (corners - high).max()))


def hidden_share(stars: Array, seen: Array, washed: Mask) -> float:
    """Share of stars that are hidden and whose nearest neighbours are hidden too, not counting washed-out ones."""
    if len(stars) < LIGHTS.min_stars:
        return 0.0
    hidden = (seen < LIGHTS.hidden) & ~washed
    distance = np.linalg.norm(stars[:, None] - stars[None], axis=2)
    nearest = np.argsort(distance, axis=1)[:, 1:4]
    return float((hidden & (hidden[nearest].sum(1) >= 2)).mean())


def detail_share(area: Image) -> float:
    """99th percentile of the contrast at 1 mm over that at 2 mm, of a play area at one pixel a millimetre."""
    fine, middle, wide = (cv2.GaussianBlur(area.astype(np.float32), (0, 0), sigma) for sigma in (0.6, 1.4, 2.8))
    one = percentile(cv2.absdiff(fine, middle), 99)
    two = percentile(cv2.absdiff(middle, wide), 99)
    return one / max(two, 1e-3)


def evenness(area: Image) -> float:
    """How steep a play area at one pixel a millimetre is in the least steep direction, over that in the steepest one.

    A camera that moves smears along its way only: things across it stay as sharp as they were.
    """
    fine = cv2.GaussianBlur(area.astype(np.float32), (0, 0), 0.6)
    right, down = (cv2.Sobel(fine, cv2.CV_32F, *axis)[::2, ::2] for axis in ((1, 0), (0, 1)))
    angles = np.arange(DIRECTIONS) * np.pi / DIRECTIONS
    ways = np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32)
    steep = [percentile(np.abs(x * right + y * down), 99) for x, y in ways]
    return min(steep) / max(*steep, 1e-3)


def sharpness(image: Image) -> float:
    """How much fine detail a picture holds, whatever its brightness: larger is sharper."""
    small = cv2.GaussianBlur(opencv.zoomed(opencv.grey(image), 0.5), (0, 0), 0.8)
    detail = cv2.Laplacian(small, cv2.CV_32F)
    return percentile(np.abs(detail[::2, ::2]), 98) / (1.0 + float(small.mean()))


def sharpest(frames: Sequence[Image]) -> Image:
    """The frame of a burst that shows most detail; BadInput when there is none."""
    if not frames:
        raise BadInput("frames.none", "frames: expected at least one picture, got none")
    return max(frames, key=sharpness)


def check_live(image: Image, before: Image | None = None) -> Light:
    """A quick look at a live picture whose board has not been located: too dark, blurred, something moving.

    `before`: the picture shortly before this one, same size.
    """
    grey = opencv.zoomed(opencv.grey(opencv.checked(image)), 0.25)
    why = []
    if percentile(grey, 95) < LIGHTS.live_dark:
        why.append(Trouble.TOO_DARK)
    if sharpness(image) < LIGHTS.live_blurred:
        why.append(Trouble.BLUR)
    if before is not None and before.shape == image.shape:
        moved = cv2.absdiff(grey, opencv.zoomed(opencv.grey(before), 0.25))
        if float((cv2.blur(moved, (5, 5)) > LIGHTS.moved).mean()) > LIGHTS.moved_share:
            why.append(Trouble.HAND)
    return Light(not why, tuple(why))
