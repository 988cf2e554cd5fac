"""Stellar's cards on a table as a camera sees them: laid out flat, each with its soft shadow, then lit and seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from hardware.simulated.hand import Hand
from hardware.simulated.lamp import add_glare, light_field
from hardware.simulated.lens import View, focal_of, look_at
from hardware.simulated.levels import CONDITIONS, Level, random_lighting, random_sensor
from hardware.simulated.pixels import Field, Picture, Points, Sheet, rectangle, rotation, threefold, to_linear
from hardware.simulated.scene import Shot, lay_hand
from hardware.simulated.stellar.design import CardLook, board_size
from hardware.simulated.stellar.face import PrintedCard, print_card
from hardware.simulated.stellar.spread import LaidCard, corners_of

_TURN = {"easy": 6.0, "medium": 14.0, "hard": 180.0}
_FILL = {"easy": 0.95, "medium": 0.9, "hard": 0.86}
_TILT = {"easy": (0.0, 10.0), "medium": (6.0, 20.0), "hard": (10.0, 32.0)}
_AROUND = 60.0  # table drawn around the cards, mm
_BAND = 64  # rows of a large print that are laid at once: what they need stays in the processor's cache
_NO_MAP: Any = None  # the other map holds both coordinates, which the stub does not know


# The table -----------------------------------------------------------------------------------------------------


def lay_out(
    rng: np.random.Generator,
    look: CardLook,
    cards: list[LaidCard],
    ground: Sheet,
    board: Picture | None,
    ppmm: float,
    looks: Sequence[CardLook] | None = None,
) -> Sheet:
    """The table with the telescope board at (0, 0) and the cards on it, drawn flat, each with its soft shadow.

    `looks`: how each card is printed (all alike); they share their size.
    """
    everything = np.concatenate([np.zeros((1, 2)), *(corners_of(look, card) for card in cards)])
    size = board_size(look) if board is not None else (0.0, 0.0)
    low = np.minimum(everything.min(0), 0) - _AROUND
    high = np.maximum(everything.max(0), size) + _AROUND
    wide, tall = (int(side) for side in (high - low) * ppmm)
    at = (low + ground.origin) * ground.ppmm
    onto = np.array([[ppmm / ground.ppmm, 0, -at[0] * ppmm / ground.ppmm], [0, ppmm / ground.ppmm,
                     -at[1] * ppmm / ground.ppmm]])  # fmt: skip
    picture = cv2.warpAffine(ground.picture, onto, (wide, tall), borderMode=cv2.BORDER_REFLECT_101)
    sheet = Sheet(np.asarray(picture, np.uint8), ppmm, (float(-low[0]), float(-low[1])))
    if board is not None:
        _put(sheet, PrintedCard(board, np.full(board.shape[:2], 255, np.uint8)), np.eye(2), np.zeros(2), 0.3)
    light = rng.uniform(-1, 1, 2)
    for card, its in zip(cards, looks or [look] * len(cards), strict=True):
        print_ = print_card(its, None if card.face_down else card.face, ppmm)
        _put(sheet, print_, rotation(card.turn_deg), corners_of(look, card)[0], 0.5, light)
    return sheet


def _put(
    sheet: Sheet,
    card: PrintedCard,
    spin: Points,
    corner: Points,
    depth: float,
    light: Points | None = None,
) -> None:
    """Lays a print on the sheet, turned by `spin`, its top left at `corner` (board mm); `depth`: its shadow's."""
    tall, wide = card.opaque.shape
    box = rectangle(0, 0, wide, tall) @ spin.T + (corner + sheet.origin) * sheet.ppmm
    pad = int(4 * sheet.ppmm)
    x0, y0 = np.maximum(np.floor(box.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(box.max(0)).astype(int) + pad, sheet.picture.shape[1::-1])
    if x0 >= x1 or y0 >= y1:
        return
    shift = box[0] - np.array([x0, y0]) + (spin @ np.array([0.5, 0.5])) - 0.5
    warp = np.column_stack([spin, shift])
    size = (int(x1 - x0), int(y1 - y0))
    mask = cv2.warpAffine(card.opaque, warp, size).astype(np.float32) / 255
    part = sheet.picture[y0:y1, x0:x1]
    moved = np.zeros(2) if light is None else light * 0.7 * sheet.ppmm
    soft = cv2.warpAffine(mask, np.array([[1, 0, moved[0]], [0, 1, moved[1]]]), size)
    shade = 1 - depth * cv2.GaussianBlur(soft, (0, 0), 0.55 * sheet.ppmm)
    face = cv2.warpAffine(card.picture, warp, size, borderMode=cv2.BORDER_REPLICATE)
    for top in range(0, len(part), _BAND):
        rows = slice(top, top + _BAND)
        below = part[rows] * threefold(shade[rows])
        laid = face[rows] - below
        laid *= threefold(mask[rows])
        laid += below
        part[rows] = np.clip(laid + 0.5, 0, 255)


# The camera ----------------------------------------------------------------------------------------------------


def card_shot(
    rng: np.random.Generator,
    level: Level,
    box: tuple[float, float, float, float],
    size: tuple[int, int],
    glare: bool = True,
    zoom: float | None = None,
) -> Shot:
    """A picture of this level in which the box (left, top, right, bottom in board mm) lies wholly.

    `zoom`: how many pixels the camera has of those of one with 1280 across; the picture may be cut out of a larger one.
    """
    c = CONDITIONS[level]
    corners = rectangle(*box)
    view = _view(rng, level, corners, size)
    warm, direction = rng.uniform(*c.warmth), rng.uniform(0, 2 * np.pi)
    lighting = random_lighting(rng, c, view.project(corners), warm, direction)
    if not glare:
        lighting = type(lighting)(lighting.ambient, lighting.lamps, (), (), lighting.vignette)
    return Shot(view, lighting, random_sensor(rng, c, warm, size[0] / 1280 if zoom is None else zoom))


def _view(rng: np.random.Generator, level: Level, corners: Points, size: tuple[int, int]) -> View:
    focal = focal_of(size, rng.uniform(52, 78))
    lens = (rng.uniform(-0.09, 0.03), rng.uniform(-0.01, 0.02))
    towards, tilt = rng.uniform(0, 360), rng.uniform(*_TILT[level])
    turn = rng.uniform(-_TURN[level], _TURN[level])
    target, shift = corners.mean(0), rng.normal(0, 0.02, 2) * size[0]
    scale = max(size) / float(np.ptp(corners, axis=0).min())
    wanted = np.array(size) * _FILL[level]
    while True:
        at = (size[0] / 2 + float(shift[0]), size[1] / 2 + float(shift[1]))
        view = look_at(size, focal, at, target, scale, tilt, towards, turn, *lens)
        seen = view.project(corners)
        if (np.ptp(seen, axis=0) <= wanted).all():
            middle = (seen.min(0) + seen.max(0)) / 2
            slack = (np.array(size) - np.ptp(seen, axis=0)) / 2 - 2
            off = middle - np.array(size) / 2
            if (np.abs(off) <= slack).all():
                return view
            shift = shift * 0.5 - np.clip(off, -40, 40) * 0.5
        scale *= 0.985


def extent(look: CardLook, cards: list[LaidCard]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom (board mm) of the telescope board and all cards."""
    everything = np.concatenate([[(0.0, 0.0), board_size(look)], *(corners_of(look, card) for card in cards)])
    low, high = everything.min(0) - 4, everything.max(0) + 4
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def table_light(table: Sheet, ground: Sheet, shot: Shot, hand: Hand | None = None) -> Field:
    """The light that reaches the camera, H×W×3 linear, before blur and noise; `ground` is the bare table all around."""
    view = shot.view
    seen = _remapped(ground, view, cv2.BORDER_REFLECT_101)
    _remapped(table, view, cv2.BORDER_TRANSPARENT, seen)
    light = to_linear(seen)
    light *= light_field(shot.lighting, view.size)
    add_glare(light, shot.lighting, np.full(light.shape[:2], 140, np.uint8))
    if hand is not None:
        lay_hand(light, hand, shot)
    return light


def _remapped(sheet: Sheet, view: View, border: int, onto: Picture | None = None) -> Picture:
    per = sheet.ppmm
    plane = view.plane(0.0, np.column_stack([np.eye(2) * per, sheet.origin * per - 0.5]))
    seen = cv2.remap(sheet.picture, plane, _NO_MAP, cv2.INTER_LINEAR, dst=onto, borderMode=border)
    return np.asarray(seen, np.uint8)
