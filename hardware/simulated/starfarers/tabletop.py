"""Mother ships on the simulated table: the foot of a ship before its card, with the two balls that came down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import cv2
import msgspec
import numpy as np

from engines.starfarers.foot_card import BALL, CARD, MARKERS, STAND, tube_of
from engines.starfarers.pack import Ball
from hardware.simulated.lamp import light_field
from hardware.simulated.lens import View
from hardware.simulated.pieces import Piece, pieces_light, projected, random_piece_shot
from hardware.simulated.pixels import Field, Picture, Points, Sheet, rectangle, threefold, to_linear
from hardware.simulated.scene import Shot
from hardware.simulated.sensor import develop
from hardware.simulated.starfarers.foot import FootLook, draw_card, draw_ship
from hardware.simulated.table import lay_table
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble

SIZE: Final = (1280, 720)
CARD_SHARE: Final = (0.7, 0.9)
"""Share of the picture's height that the card takes."""
TUBE_BEFORE_CARD_MM: Final = (15.0, 30.0)
"""The least and the most by which the tube stands before its card."""
MAX_ASIDE_MM: Final = 8.0
"""The most that the tube's lower end shows beside its place, each way, measured on the card."""
_TABLE_BELOW_MM: Final = 12.0
"""The strip of table before the card that is in the picture, where the ship's foot stands."""
TARGET_MEAN: Final = 0.2
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


class Stands(NamedTuple):
    """Where a ship stands: its tube `before` the card (mm), its lower end `at` mm of the card, as if seen straight."""

    at: tuple[float, float]
    before: float

    def shows_at(self, view: View) -> Points:
        """(2,) mm of the card before which the camera sees the tube's lower end."""
        corners = rectangle(0, 0, CARD.width, CARD.height)
        flat = cv2.getPerspectiveTransform(view.project(corners).astype(np.float32), corners.astype(np.float32))
        x, y, w = np.asarray(flat) @ [*view.project(np.array([self.at]), -self.before)[0], 1.0]
        return np.array([x / w, y / w])


def ship_look(seed: int, at: tuple[float, float] = STAND) -> FootLook:
    """A ship before the house's card, its tube's lower end at `at`."""
    hull = np.random.default_rng([seed, 23]).integers(60, 200, 3).tolist()
    left, top, width, height = tube_of()
    return FootLook(
        card=(CARD.width, CARD.height), paper=(240, 244, 246), marker=MARKERS.size,
        marker_ids=tuple(int(name) for name in MARKERS.at), body=tuple(hull), body_width=34.0,
        tube=(left + at[0] - STAND[0], top + at[1] - STAND[1], width, height),
        behind=(214, 218, 220), tint=0.05, streaks=((0.2, 0.6, 0.25),), ball=BALL,
        colours={"black": (30, 28, 27), "blue": (190, 96, 30), "yellow": (40, 200, 245), "red": (45, 40, 205)},
        circles={}, light_from=(-0.4, -0.6), ambient=0.45, shine=0.6,
    )  # fmt: skip


def picture_of(balls: tuple[Ball, Ball], seed: int, trouble: Trouble = CALM, shot: int = 0) -> Picture:
    """A photograph of a ship's foot with these balls, from the top (H×W×3, BGR)."""
    rng = np.random.default_rng([seed, 24])
    taken, stands = standing(rng)
    look = ship_look(seed, stands.at)
    card = draw_card(look, circles=False)
    light = pieces_light([Piece.whole(card, look.card, 0.5, gloss=90)], lay_table(rng, look.card, 0.0), taken)
    _stand(light, draw_ship(look, list(zip(balls, look.rest, strict=True)), _TABLE_BELOW_MM), stands.before, taken)
    blur = 5.0 if trouble.blurred else taken.sensor.blur
    sensor = msgspec.structs.replace(taken.sensor, blur=blur, target=TARGET_MEAN)
    return develop(light, sensor, np.random.default_rng([seed, shot]))


def standing(rng: np.random.Generator) -> tuple[Shot, Stands]:
    """A camera, a card and a ship before it, seen within `MAX_ASIDE_MM` of where the card expects it."""
    size = (CARD.width, CARD.height + _TABLE_BELOW_MM)
    while True:
        taken = random_piece_shot(rng, "easy", size, SIZE, CARD_SHARE, turn_deg=float(rng.uniform(-6, 6)))
        x, y, before = STAND[0] + rng.normal(0, 2), CARD.height - rng.uniform(4, 8), rng.uniform(*TUBE_BEFORE_CARD_MM)
        stands = Stands((float(x), float(y)), float(before))
        if np.abs(stands.shows_at(taken.view) - STAND).max() <= MAX_ASIDE_MM:
            return taken, stands


def _stand(light: Field, ship: Sheet, before: float, shot: Shot) -> None:
    """Stand a ship before the card into the light that reaches the camera, with its shadow on the card."""
    opaque = Sheet((ship.picture.max(2) > 0).astype(np.uint8) * 255, ship.ppmm)
    fall = np.column_stack([np.eye(2), -np.array(shot.slant) * before * 0.7])
    shade = cv2.GaussianBlur(projected(opaque, shot.view, 0.0, moved=fall), (0, 0), 0.5 * before)
    light *= threefold(1 - shade.astype(np.float32) * np.float32(0.4 / 255))
    cover = threefold(projected(opaque, shot.view, -before).astype(np.float32) / 255)
    face = to_linear(projected(ship, shot.view, -before)) * light_field(shot.lighting, shot.view.size)
    light += (face - light) * cover
