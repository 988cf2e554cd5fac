"""Sheets on the simulated table: what the record knows, and the number that the player writes now."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import cv2
import numpy as np

from comets.bots import greedy
from comets.model import CometsState
from comets.sheet import MARKERS, RADIUS, SIDE, circle, circles
from engines.game import NATURE
from hardware.simulated.pieces import Piece, cut_mask, pieces_light, random_piece_shot, rounded_rectangle
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.sensor import develop
from hardware.simulated.table import lay_table
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble
from pi_app.presenters.navigator import Navigator

PPMM = 8.0
NUMBERS = (1, 2, 3, 4, 5, 6)


class Boards:
    """A sheet a seat."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table, self._seed = table, seed

    def prepare(self, nav: Navigator, seat: int) -> None:
        """The sheet of the record, and on it what the greedy player writes now."""
        game, state = nav.open_table.game, nav.state
        if seat in game.to_move(state) and game.to_move(state)[0] != NATURE:
            state = game.play(state, greedy(game, state, seat, Random(self._seed)))
        self._table.lay(seat, partial(picture_of, filled_of(state, seat), self._seed + seat))


def filled_of(state: CometsState, seat: int) -> frozenset[tuple[int, int, int]]:
    """The circles that a player has filled."""
    return frozenset((t, p, n) for t, trail in enumerate(state.seats[seat]) for p, n in enumerate(trail))


def picture_of(filled: frozenset[Any], seed: int, trouble: Trouble = CALM, shot: int = 0) -> Picture:
    """A photograph of a sheet with these circles filled (H×W×3, BGR)."""
    rng = np.random.default_rng([seed, 77])
    taken = random_piece_shot(rng, "easy", (SIDE, SIDE), (1280, 720), (0.7, 0.9))
    sheet = draw(filled)
    opaque = cut_mask((SIDE, SIDE), PPMM, rounded_rectangle(SIDE, SIDE, 0))
    piece = Piece(sheet, opaque, (SIDE, SIDE), 0.5, (SIDE / 2, SIDE / 2), 0.0, 90)
    light = pieces_light([piece], lay_table(rng, (SIDE, SIDE), 0.0), taken)
    return develop(light, taken.sensor, np.random.default_rng([seed, shot]))


def draw(filled: frozenset[Any]) -> Sheet:
    """The sheet as it was printed, with these circles filled."""
    sheet = Sheet(np.full((round(SIDE * PPMM), round(SIDE * PPMM), 3), 238, np.uint8), PPMM)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cell = MARKERS.size / 6
    for name, (x, y) in MARKERS.at.items():
        for row, column in np.argwhere(cv2.aruco.generateImageMarker(dictionary, int(name), 6) == 0):
            left, top = x + column * cell, y + row * cell
            sheet.fill([(left, top), (left + cell, top), (left + cell, top + cell), (left, top + cell)], (18, 16, 16))
    for one in circles(NUMBERS):
        sheet.ring(circle(*one), RADIUS, (120, 120, 120), 0.25)
        if one in filled:
            sheet.fill(_disc(*circle(*one)), (40, 36, 36))
    return sheet


def _disc(x: float, y: float) -> list[tuple[float, float]]:
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return [(x + 0.9 * RADIUS * float(np.cos(a)), y + 0.9 * RADIUS * float(np.sin(a))) for a in turns]
