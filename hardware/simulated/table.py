"""The table under the boards: wood, cloth, stone or paper, with things lying about."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.face import wood_grain
from hardware.simulated.pixels import Colour, Field, Sheet, clip8, cloud, hsv, regular_polygon

PPMM = 1.6
SPAN = 900.0  # side of the drawn part, mm; mirrored beyond


def lay_table(rng: np.random.Generator, board: tuple[float, float], clutter: float = 1.0) -> Sheet:
    """A random table drawn flat, the board's top-left corner at (0, 0); `clutter` scales how many things lie around."""
    side = int(SPAN * PPMM)
    colour, share = _table_colour(rng), 1 + _pattern(rng, (side, side))
    ground = cv2.merge([share * np.float32(part) for part in colour])
    sheet = Sheet(clip8(ground), PPMM, ((SPAN - board[0]) / 2, (SPAN - board[1]) / 2))
    for _ in range(rng.poisson(4 * clutter)):
        _thing(rng, sheet, board)
    return sheet


def _table_colour(rng: np.random.Generator) -> Colour:
    kind = int(rng.integers(6))
    if kind <= 2:
        return hsv(rng.uniform(0.04, 0.11), rng.uniform(0.25, 0.75), rng.uniform(0.2, 0.85))
    if kind == 3:
        return hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.05, 0.95))
    return hsv(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.12, 0.8))


def _pattern(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    kind, strength = int(rng.integers(6)), rng.uniform(0.03, 0.16)
    if kind <= 1:
        boards = np.repeat(rng.normal(0, 0.06, 20), 150)[: shape[0], None]
        return np.asarray(strength * wood_grain(rng, shape, PPMM) + boards, np.float32)
    if kind == 2:
        weave = np.sin(np.arange(shape[0]) * 2 * np.pi / rng.uniform(2.5, 6))
        return np.asarray(
            strength * 0.7 * (weave[:, None] * weave[None]) + 0.04 * cloud(rng, shape, 200, 3), np.float32
        )
    if kind == 3:
        period = rng.uniform(15, 60) * PPMM
        checks = np.sign(np.sin(np.arange(shape[0]) * 2 * np.pi / period))
        return np.asarray(
            strength * 1.2 * (checks[:, None] + checks[None]) + 0.03 * cloud(rng, shape, 8, 2), np.float32
        )
    if kind == 4:
        veins = cloud(rng, shape, 260, 5)
        np.abs(veins, out=veins)
        veins *= -9
        return np.asarray(strength * (2.5 * np.exp(veins, out=veins) + 0.5 * cloud(rng, shape, 120, 4)), np.float32)
    return np.asarray(strength * 0.6 * cloud(rng, shape, rng.choice([3, 30, 300]), 3), np.float32)


def _thing(rng: np.random.Generator, sheet: Sheet, board: tuple[float, float]) -> None:
    """A card, tile, die, coaster or pen beside the board, with a shadow line."""
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.72, 1.5)
    at = np.array(board) / 2 + np.array([np.cos(angle) * board[0], np.sin(angle) * board[1]]) * away
    colour = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 1.0))
    kind, turn = int(rng.integers(5)), rng.uniform(0, 360)
    if kind == 0:
        sheet.disc(at.tolist(), rng.uniform(8, 48), colour)
        sheet.ring(at.tolist(), rng.uniform(8, 40), hsv(rng.random(), 0.3, 0.9), 1.5)
        return
    long, broad = [(88, 63), (60, 60), (18, 18), (150, 11)][kind - 1]
    corners = np.array([[-long, -broad], [long, -broad], [long, broad], [-long, broad]]) / 2
    spin = cv2.getRotationMatrix2D((0, 0), turn, 1)[:, :2]
    sheet.fill(corners @ spin.T + at + 1.2, (15, 15, 18))
    sheet.fill(corners @ spin.T + at, colour)
    if kind <= 2:
        sheet.line(corners * 0.9 @ spin.T + at, (240, 240, 240), 1.2, closed=True)
        sheet.fill(regular_polygon(at.tolist(), 14, int(rng.integers(3, 8)), turn, 0.5), hsv(rng.random(), 0.6, 0.9))
