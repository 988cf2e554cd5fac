"""Mother ships on the simulated table: the foot of a ship before its card, with the two balls that came down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

import msgspec
import numpy as np

from engines.starfarers.foot_card import BALL, CARD, MARKERS, tube_of
from engines.starfarers.pack import Ball
from hardware.simulated.balls.foot import FootLook, draw_foot
from hardware.simulated.pieces import Piece, cut_mask, pieces_light, random_piece_shot, rounded_rectangle
from hardware.simulated.pixels import Picture
from hardware.simulated.sensor import develop
from hardware.simulated.table import lay_table
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble

SIZE: Final = (1280, 720)
FILL: Final = (0.7, 0.9)
"""Share of the picture's height that the card takes."""
EXPOSURE: Final = 0.2
"""What the camera's mean is brought to: white paper fills half of the picture and is not to be washed out."""


class SimulatedShips:
    """The mother ships before the seats of a simulated table. `seed` settles table, light and what comes down."""

    def __init__(self, table: SimulatedTable, seed: int = 0) -> None:
        self._table, self._seed = table, seed

    def follow(self, balls: Sequence[Ball], shake: int, seat: int) -> tuple[Ball, Ball]:
        """Stand a ship with these balls before the seat: what it shows after that shake, the same whenever asked."""
        first, second = Random(f"{self._seed}-{shake}-{seat}").sample(list(balls), 2)
        self._table.lay(seat, partial(picture_of, (first, second), self._seed + seat))
        return first, second


def ship_look(seed: int) -> FootLook:
    """A ship before the house's card."""
    hull = np.random.default_rng([seed, 23]).integers(60, 200, 3).tolist()
    return FootLook(
        card=(CARD.width, CARD.height), paper=(240, 244, 246), marker=MARKERS.size,
        marker_ids=tuple(int(name) for name in MARKERS.at), body=tuple(hull), body_width=34.0,
        tube=tube_of(), behind=(214, 218, 220), tint=0.05, streaks=((0.2, 0.6, 0.25),), ball=BALL,
        colours={"black": (30, 28, 27), "blue": (190, 96, 30), "yellow": (40, 200, 245), "red": (45, 40, 205)},
        circles={}, light_from=(-0.4, -0.6), ambient=0.45, shine=0.6,
    )  # fmt: skip


def picture_of(balls: tuple[Ball, Ball], seed: int, trouble: Trouble = CALM, shot: int = 0) -> Picture:
    """A photograph of a ship's foot with these balls, from the top (H×W×3, BGR)."""
    rng, look = np.random.default_rng([seed, 24]), ship_look(seed)
    size = look.card
    sheet = draw_foot(look, list(zip(balls, look.rest, strict=True)), circles=False)
    opaque = cut_mask(size, sheet.ppmm, rounded_rectangle(*size, 0))
    card = Piece(sheet, opaque, size, 0.5, (size[0] / 2, size[1] / 2), 0.0, 90)
    taken = random_piece_shot(rng, "easy", size, SIZE, FILL, turn_deg=float(rng.uniform(-6, 6)))
    blur = 5.0 if trouble.blurred else taken.sensor.blur
    sensor = msgspec.structs.replace(taken.sensor, blur=blur, target=EXPOSURE)
    return develop(pieces_light([card], lay_table(rng, size, 0.0), taken), sensor, np.random.default_rng([seed, shot]))
