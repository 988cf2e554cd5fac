"""Flat things lying on the simulated table, each where and how it was put: tiles, cards, whole boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulated.lamp import add_glare, light_field
from hardware.simulated.lens import Box, View, focal_of, look_at
from hardware.simulated.levels import CONDITIONS, Level, lit_shot
from hardware.simulated.pixels import Colour, Field, Picture, Points, Sheet, rectangle, rotation, to_linear
from hardware.simulated.scene import Shot, sampled

_TABLE_GLOSS = 36


class Piece(NamedTuple):
    """A flat thing: its face drawn flat, where that is opaque, size and thickness (mm), and where it lies.

    `at`: the table millimetres of its printed middle; `turn_deg`: clockwise.
    """

    face: Sheet
    opaque: Sheet
    size: tuple[float, float]
    thickness: float
    at: tuple[float, float]
    turn_deg: float
    gloss: int = 200

    @classmethod
    def whole(
        cls,
        face: Sheet,
        size: tuple[float, float],
        thickness: float,
        at: tuple[float, float] | None = None,
        turn_deg: float = 0.0,
        gloss: int = 200,
    ) -> Piece:
        """An upright rectangle all of which is printed; without `at` its printed top left lies at (0, 0)."""
        opaque = Sheet(np.full(face.picture.shape[:2], 255, np.uint8), face.ppmm)
        return cls(face, opaque, size, thickness, at or (size[0] / 2, size[1] / 2), turn_deg, gloss)

    @property
    def corners(self) -> Points:
        """(4, 2) table mm, clockwise from the printed top left."""
        return self.on_table(rectangle(0, 0, *self.size))

    def on_table(self, points: Points) -> Points:
        """(n, 2) piece mm -> (n, 2) table mm."""
        turn = rotation(self.turn_deg)
        return np.asarray((points - np.array(self.size) / 2) @ turn.T + np.array(self.at))

    def from_table(self) -> Points:
        """(2, 3): table mm -> piece mm."""
        back = rotation(-self.turn_deg)
        return np.column_stack([back, np.array(self.size) / 2 - back @ np.array(self.at)])


def pieces_light(pieces: Sequence[Piece], table: Sheet, shot: Shot) -> Field:
    """The light that reaches the camera from the pieces on the table, H×W×3 linear; later pieces lie on top."""
    view = shot.view
    light = to_linear(projected(table, view, 0.0, border=cv2.BORDER_REFLECT_101))
    gloss = np.full(light.shape[:2], _TABLE_GLOSS, np.uint8)
    for piece in pieces:
        _lay(light, gloss, piece, shot)
    light *= light_field(shot.lighting, view.size)
    add_glare(light, shot.lighting, gloss)
    return light


def lay_beside(light: Field, piece: Piece, shot: Shot) -> None:
    """Lay a piece into a scene that is lit already; glare does not reach it."""
    lit = light_field(shot.lighting, shot.view.size)
    light /= lit
    _lay(light, np.zeros(light.shape[:2], np.uint8), piece, shot)
    light *= lit


def _lay(light: Field, gloss: Picture, piece: Piece, shot: Shot) -> None:
    view, moved, top = shot.view, piece.from_table(), -piece.thickness
    box = view.box_of(view.project(piece.corners, top), 12)
    if box is None:
        return
    part = light[box]
    shade = _hull([view.project(piece.corners + np.array(shot.slant) * piece.thickness * 0.7)], view, box)
    part *= 1 - 0.5 * cv2.GaussianBlur(shade, (0, 0), 1.5)[..., None]
    side = _hull([view.project(piece.corners), view.project(piece.corners, top)], view, box)[..., None]
    part += (np.float32(0.25) - part) * side
    cover = (projected(piece.opaque, view, top, box, moved=moved).astype(np.float32) / 255)[..., None]
    face = to_linear(projected(piece.face, view, top, box, cv2.BORDER_REPLICATE, moved))
    part += (face - part) * cover
    gloss[box] = np.maximum(gloss[box], (cover[..., 0] * piece.gloss).astype(np.uint8))


def _hull(outlines: Sequence[Points], view: View, box: Box) -> Field:
    """Where the hull of these pixels covers the box, 0-1."""
    corners = np.concatenate(list(outlines)) - np.array([box[1].start, box[0].start])
    mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
    cv2.fillPoly(mask, [cv2.convexHull(np.round(corners * 16).astype(np.int32))], 255, cv2.LINE_AA, 4)
    return np.asarray(mask.astype(np.float32) / 255)


def projected(
    sheet: Sheet,
    view: View,
    z: float,
    box: Box | None = None,
    border: int = cv2.BORDER_CONSTANT,
    moved: Points | None = None,
) -> Picture:
    """The sheet as seen lying at depth z; `moved` (2×3) takes table millimetres to the sheet's own."""
    home = np.eye(2, 3) if moved is None else moved
    middle = np.linalg.inv(home[:, :2]) @ (np.array(sheet.picture.shape[1::-1]) / sheet.ppmm / 2 - home[:, 2])
    return sampled(sheet, view, z, box, border, moved, middle)


def random_piece_shot(
    rng: np.random.Generator,
    level: Level,
    area: tuple[float, float],
    size: tuple[int, int],
    fill: tuple[float, float],
    turn_deg: float | None = None,
) -> Shot:
    """A picture of this level in which `area` (mm, from table (0, 0)) takes a share within `fill` of the width."""
    c = CONDITIONS[level]
    corners = rectangle(0, 0, *area)
    share, focal = rng.uniform(*fill), focal_of(size, rng.uniform(52, 78))
    lens = (rng.uniform(-0.09, 0.03), rng.uniform(-0.01, 0.02))
    turn = rng.uniform(-c.turn, c.turn) if turn_deg is None else turn_deg
    tilt, towards = rng.uniform(*c.tilt), rng.uniform(0, 360)
    scale = share * min(size[0] / area[0], size[1] / area[1])
    while True:
        at = (size[0] / 2 + rng.normal(0, 0.01) * size[0], size[1] / 2 + rng.normal(0, 0.01) * size[1])
        view = look_at(size, focal, at, np.array(area) / 2, scale, tilt, towards, turn, *lens)
        shown = view.project(corners)
        if (shown > 4).all() and (shown < np.array(size) - 5).all():
            break
        scale *= 0.985
    return lit_shot(rng, c, view, shown)


def rounded_rectangle(width: float, height: float, radius: float) -> Points:
    """A polygon of a rectangle from (0, 0) with round corners, mm."""
    if radius <= 0:
        return rectangle(0, 0, width, height)
    angles = np.deg2rad(np.arange(0, 91, 15))
    arc = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    arcs = []
    for k, (x, y) in enumerate([(width, height), (0.0, height), (0.0, 0.0), (width, 0.0)]):
        centre = np.array([np.clip(x, radius, width - radius), np.clip(y, radius, height - radius)])
        arcs.append(arc @ rotation(90.0 * k).T + centre)
    return np.concatenate(arcs)


def blank_sheet(size: tuple[float, float], ppmm: float, colour: Colour) -> Sheet:
    """A sheet of this size (mm) in one colour."""
    picture = np.empty((round(size[1] * ppmm), round(size[0] * ppmm), 3), np.uint8)
    picture[:] = np.round(colour)
    return Sheet(picture, ppmm)


def cut_mask(size: tuple[float, float], ppmm: float, outline: Points) -> Sheet:
    """The opacity of a sheet of this size (mm) cut along the outline."""
    sheet = Sheet(np.zeros((round(size[1] * ppmm), round(size[0] * ppmm)), np.uint8), ppmm)
    sheet.fill(outline, (255,))
    return sheet
