"""The simulated table's camera: what a camera above a seat sees of that seat's board."""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from copy import deepcopy
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.hand import Hand, draw_hand
from hardware.simulated.lamp import Glare, Lamp, Lighting
from hardware.simulated.lens import View, focal_of, look_at
from hardware.simulated.pieces import Piece, lay_beside
from hardware.simulated.pixels import Field, Picture, Points, Sheet
from hardware.simulated.ring import ring_light
from hardware.simulated.scene import Board, Shot, board_corners, scene_light
from hardware.simulated.sensor import Sensor, develop
from hardware.simulated.strokes import Pen
from hardware.simulated.table import lay_table
from hardware.simulated.trouble import CALM, Trouble

M = TypeVar("M", bound=msgspec.Struct)
"""What is on a board."""


@lru_cache(maxsize=8)
def _laid(seed: int, seat: int, board: tuple[float, float]) -> tuple[Sheet, np.random.Generator]:
    rng = np.random.default_rng([seed, seat])
    return lay_table(rng, board, 0.7), rng


def _table(seed: int, seat: int, board: tuple[float, float]) -> tuple[Sheet, np.random.Generator]:
    """The table under that seat's board, and chance as it is once that is laid; a table is laid once for all games."""
    table, rng = _laid(seed, seat, board)
    return table, deepcopy(rng)


class SeatView(ABC, Generic[M]):
    """The pictures of one seat's board; the same arguments give the same picture, the same line always the same stroke.

    `seat` (from 0) and `seed` settle table, pose, light and pen. `clean`: the printed board, to be shared by the seats.
    `size`: width, height in pixels.
    """

    def __init__(
        self,
        layout: StarDiscLayout,
        seat: int,
        seed: int,
        clean: Board,
        size: tuple[int, int] = (1280, 720),
    ) -> None:
        self.layout, self.seat, self.seed, self.size = layout, seat, seed, size
        self._clean = clean
        self._table, rng = _table(seed, seat, (layout.board.width, layout.board.height))
        self._pen = Pen(rng.uniform(1.1, 1.6), rng.uniform(0.85, 1.0), miss=rng.uniform(0.2, 0.4), bow=0.008)
        self._pose = rng.uniform(-1, 1, 5)
        self._light_from = rng.uniform(0, 2 * np.pi)
        self._kept: tuple[bytes, Field] | None = None

    def picture(self, round_number: int, drawn: M, trouble: Trouble = CALM, shot: int = 0) -> Picture:
        """The frame (height × width × 3, BGR uint8) of this round, with everything drawn so far.

        `shot` numbers the frames: another number gives the same board with other noise. About 100 ms for a new
        drawing at 1280×720, 40 ms for a further frame of the same.
        """
        key = msgspec.msgpack.encode((round_number, drawn, trouble))
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._seen(round_number, drawn, trouble))
        rng = np.random.default_rng([self.seed, self.seat, zlib.crc32(key), shot])
        return develop(self._kept[1], self._camera(trouble).sensor, rng)

    def corners(self, trouble: Trouble = CALM) -> Points:
        """Where the board's corners are in the picture (4×2 pixels), clockwise from the top left as printed."""
        return board_corners(self.layout, self._camera(trouble).view)

    def rotation_deg(self, round_number: int) -> float:
        """How the disc is turned in this round, clockwise; up to half a degree off its stop."""
        rng = np.random.default_rng([self.seed, self.seat, 1, round_number])
        return float(self.layout.step_deg * (round_number - 1) + rng.uniform(-0.5, 0.5)) % 360

    def _seen(self, round_number: int, drawn: M, trouble: Trouble) -> Field:
        board = self._inked(drawn)
        hand = self._hand(round_number) if trouble.hand else None
        shot = self._camera(trouble)
        light = scene_light(board, self.rotation_deg(round_number), self._table, shot, hand)
        beside = self._beside(drawn)
        if beside is not None:
            lay_beside(light, beside, shot)
        return light

    @abstractmethod
    def _inked(self, drawn: M) -> Board:
        """The board with that on it."""

    def _beside(self, drawn: M) -> Piece | None:
        """What lies beside the board."""
        return None

    def _hand(self, round_number: int) -> Hand:
        rng = np.random.default_rng([self.seed, self.seat, 4, round_number])
        tip = np.array(self.layout.disc.centre) + rng.uniform(-25, 25, 2)
        return draw_hand(rng, tip, max(self.layout.board.width, self.layout.board.height))

    def _camera(self, trouble: Trouble) -> Shot:
        noise = 0.0003 if not trouble.lamp_off else 0.001
        sensor = Sensor(blur=5.0 if trouble.blurred else 0.7, target=0.3, max_gain=1.1, shot_noise=noise)
        return Shot(self._view(trouble.bumped), self._lighting(trouble), sensor)

    def _view(self, bumped: bool) -> View:
        """A fixed arm over the seat: the board fills most of the picture's height, tilted by up to 8 degrees."""
        board, pose = self.layout.board, self._pose
        scale = 0.9 * self.size[1] / board.height
        middle = (self.size[0] / 2 + pose[0] * self.size[0] / 40, self.size[1] / 2 + pose[1] * self.size[1] / 90)
        turn = float(pose[2] * 3)
        if bumped:
            scale, turn = scale * 0.9, turn + (7.0 if pose[2] < 0 else -7.0)
            middle = (middle[0] + self.size[0] * (0.05 if pose[0] < 0 else -0.05), middle[1])
        target = np.array([board.width, board.height]) / 2
        tilt, towards = 4 + 4 * abs(float(pose[3])), 180 * float(pose[4])
        return look_at(self.size, focal_of(self.size, 62), middle, target, scale, tilt, towards, turn, -0.03)

    def _lighting(self, trouble: Trouble) -> Lighting:
        away = np.array([np.cos(self._light_from), np.sin(self._light_from)]) * 0.6
        lamp = Lamp((0.5 + away[0], 0.5 + away[1]), 0.6, (0.9, 1.0, 1.08), 0.0 if trouble.lamp_off else 0.4)
        level = 0.012 if trouble.lamp_off else 0.75
        glares: tuple[Glare, ...] = ()
        if trouble.glare:
            spot = self._view(trouble.bumped).project(np.array([self.layout.disc.centre]))[0]
            reach = self.size[1] * 0.11
            glares = (Glare((float(spot[0]), float(spot[1])), (reach, reach * 0.7), 20.0, 1.2),)
        ring = ring_light(trouble.ring, self.size, self.mirror(trouble))
        return Lighting((level * 0.95, level, level * 1.04), (lamp, *ring.lamps), (), (*glares, *ring.glares), 0.1)

    def mirror(self, trouble: Trouble = CALM) -> tuple[float, float]:
        """The pixel at which the board mirrors the camera and what is around it."""
        view = self._view(trouble.bumped)
        x, y, z = (float(value) for value in view.rotation[:, 2])
        return view.centre[0] + view.focal * x / z, view.centre[1] + view.focal * y / z
