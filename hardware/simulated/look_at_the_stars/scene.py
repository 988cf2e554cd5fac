"""A slate in front of the camera: a board without a window, drawn on with pens."""

from __future__ import annotations

import numpy as np

from engines.layout import Axis, Disc, Star, StarDiscLayout, Window
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.look_at_the_stars.face import print_slate
from hardware.simulated.pixels import Sheet
from hardware.simulated.scene import Board
from hardware.simulated.strokes import Stroke, lay_all

THICKNESS = 2.0


def clean_slate(design: SlateDesign, ppmm: float) -> Board:
    """The slate as it comes from the printer."""
    face = print_slate(design, ppmm)
    shape = face.picture.shape[:2]
    whole, none = np.full(shape, 255, np.uint8), np.zeros(shape, np.uint8)
    dark = Sheet(np.zeros((2, 2, 3), np.uint8), ppmm)
    return Board(windowless(design), face, Sheet(whole, ppmm), Sheet(none, ppmm), dark, design.look.edge, THICKNESS)


def windowless(design: SlateDesign) -> StarDiscLayout:
    """The slate's outline as the camera's poses and lamps take it."""
    board = design.layout.board
    assert board is not None
    return StarDiscLayout(
        kind="star_disc",
        board=board,
        disc=Disc((0.0, 0.0), 1.0),
        window=Window(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))),
        axis=Axis(0.0),
        stars=(Star(0, 0.0, 0.0, 1.0, "white", "field"),),
    )


def drawn_on(board: Board, strokes: list[Stroke], wiped: list[Stroke], rng: np.random.Generator) -> Board:
    """The slate with ink; the given one stays clean."""
    face = Sheet(board.face.picture.copy(), board.face.ppmm)
    lay_all(face, strokes, wiped, rng)
    return board._replace(face=face)
