"""The simulated table as devices: a camera over every seat's board, round lights on the screen, seat buttons.

What lies before a seat is laid there by the game: `AppGame.simulated` says who lays it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

import msgspec
import numpy as np

from hardware.buttons import ScreenButtons
from hardware.camera import CameraStatus, Frame, Image, Seconds, no_camera
from hardware.lights import ScreenLights
from hardware.shaker import ScreenShaker
from hardware.simulated.pieces import Piece, blank_sheet, pieces_light, random_piece_shot
from hardware.simulated.ring import shown
from hardware.simulated.sensor import develop
from hardware.simulated.table import lay_table
from hardware.simulated.trouble import CALM, DARK, Trouble

Taker: TypeAlias = Callable[[Trouble, int], Image]
"""Takes a picture of a board in this trouble; the number is the frame's."""
PAPER_MM = (210.0, 297.0)
WHITE = (245.0, 245.0, 245.0)
SIZE = (1280, 720)


class SimulatedTable:
    """Boards, pens, lamps and buttons that exist only in the computer.

    `ring`: whether the round lights burn around the cameras, as the microcontroller's ring does, and so light the
    boards and are mirrored in them. Pictures are drawn in a thread of the table's own.
    """

    def __init__(self, seed: int = 0, *, ring: bool = False, clock: Seconds = time.monotonic) -> None:
        self.lights = ScreenLights(mirrored=ring)
        self.buttons = ScreenButtons()
        self.shaker = ScreenShaker()
        self.clock = clock
        self.plugged = True
        """False: the camera's plug is out."""
        self._ring = ring
        self._nothing: Taker = partial(sheet_of_paper, seed)
        self._laid: dict[int, Taker] = {}
        self._troubles: dict[int, Trouble] = {}
        self._painter = ThreadPoolExecutor(1, "simulated-camera")

    def camera(self, seat: int) -> SimulatedCamera:
        """The camera over that seat's board."""
        return SimulatedCamera(self, seat)

    def overview(self, seats: tuple[int, ...]) -> SimulatedOverview:
        """The camera that sees the boards of all these seats."""
        return SimulatedOverview(self, seats)

    def lay(self, seat: int, take: Taker) -> None:
        """Lay a board before that seat, by what takes its pictures: it is called in the table's thread."""
        self._laid[seat] = take

    def trouble(self, seat: int, trouble: Trouble) -> None:
        """Something goes wrong (or right again) in front of that seat's camera."""
        self._troubles[seat] = trouble

    def calm(self, seat: int) -> None:
        """Nothing is in the way of that seat's camera any more."""
        self._troubles.pop(seat, None)

    def close(self) -> None:
        """End the thread. May be called twice."""
        self._painter.shutdown(wait=True, cancel_futures=True)

    def shoot(self, seat: int, number: int) -> Future[Image]:
        """Begin to take the picture of that number."""
        take, trouble = self._before(seat)
        return self._painter.submit(take, trouble, number)

    def _before(self, seat: int) -> tuple[Taker, Trouble]:
        ring = shown(self.lights.scene, int(self.clock() * 1000)) if self._ring else DARK
        return self._laid.get(seat, self._nothing), msgspec.structs.replace(self._troubles.get(seat, CALM), ring=ring)

    def shoot_all(self, seats: tuple[int, ...], kept: dict[int, tuple[object, Image]]) -> Future[Image]:
        """Begin to take one picture of the boards of all these seats, side by side.

        `kept`: the picture of each as it was taken last; one of which nothing has changed is not taken again.
        """
        return self._painter.submit(_all_at_once, [(seat, *self._before(seat)) for seat in seats], kept)


def sheet_of_paper(seed: int, trouble: Trouble = CALM, shot: int = 0) -> Image:
    """What a camera sees where nobody has laid a board."""
    rng = np.random.default_rng([seed, 29])
    taken = random_piece_shot(rng, "easy", PAPER_MM, SIZE, (0.8, 0.9))
    paper = Piece.whole(blank_sheet(PAPER_MM, 1.0, WHITE), PAPER_MM, 0.1)
    light = pieces_light([paper], lay_table(rng, PAPER_MM, 0.0), taken)
    return develop(light, taken.sensor, np.random.default_rng([seed, shot]))


def _all_at_once(boards: list[tuple[int, Taker, Trouble]], kept: dict[int, tuple[object, Image]]) -> Image:
    for seat, take, trouble in boards:
        if seat not in kept or kept[seat][0] != (take, trouble):
            kept[seat] = (take, trouble), take(trouble, 0)
    pictures = [kept[seat][1] for seat, _take, _trouble in boards]
    columns = math.ceil(math.sqrt(len(pictures)))
    while len(pictures) % columns:
        pictures.append(np.full_like(pictures[0], np.median(pictures[0], axis=(0, 1))))
    rows = [np.hstack(pictures[k : k + columns]) for k in range(0, len(pictures), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


class SimulatedCamera:
    """A camera over one board of a simulated table; its pictures are drawn in the table's thread."""

    def __init__(self, table: SimulatedTable, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._shots = 0
        self._waiting: list[tuple[float, Future[Image]]] = []

    @property
    def status(self) -> CameraStatus:
        """Ready while its plug is in."""
        return CameraStatus("ready") if self._table.plugged else CameraStatus("absent", no_camera("auto"))

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """Pictures of the board as it is now, begun by the first call and given once they are drawn."""
        if not self._table.plugged:
            self._waiting = []
            return []
        now = self._table.clock()
        self._waiting = [(at, picture) for at, picture in self._waiting if at > after]
        if now > after:
            while len(self._waiting) < count:
                self._waiting.append((now, self._shoot()))
                self._shots += 1
        if len(self._waiting) < count or not all(picture.done() for _, picture in self._waiting):
            return []
        taken, self._waiting = self._waiting[:count], []
        return [Frame(picture.result(), at) for at, picture in taken]

    def _shoot(self) -> Future[Image]:
        return self._table.shoot(self._seat, self._shots)

    def close(self) -> None:
        """Forget the pictures under way."""
        self._waiting = []


class SimulatedOverview(SimulatedCamera):
    """A camera over the boards of several seats, side by side in one picture; what lies still looks the same twice."""

    def __init__(self, table: SimulatedTable, seats: tuple[int, ...]) -> None:
        super().__init__(table, seats[0])
        self._seats = seats
        self._kept: dict[int, tuple[object, Image]] = {}

    def _shoot(self) -> Future[Image]:
        return self._table.shoot_all(self._seats, self._kept)
