"""One picture: table, board, disc below its window, light, hand, lens and sensor put together."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated import hand as hands
from hardware.simulated.design import Design
from hardware.simulated.face import print_disc, print_face
from hardware.simulated.lamp import Lighting, add_glare, light_field
from hardware.simulated.lens import Box, View
from hardware.simulated.pixels import Colour, Field, Picture, Points, Sheet, rectangle, rotation, threefold, to_linear
from hardware.simulated.sensor import Sensor, develop
from hardware.simulated.strokes import Stroke, lay_all, lay_ink

PRINT_PPMM = 5.0
_TABLE_GLOSS = 36
_NO_MAP: Any = None  # the other map holds both coordinates, which the stub does not know
_MIDDLE: Any = np.array([100.0, 100.0])
"""About the middle of a board, mm: there a picture's scale is measured."""
_POINTS_A_SIDE = 16
"""Of a board's outline, when it is projected: a lens bends what lies between the corners."""


class Board(NamedTuple):
    """A physical board: its parts as they look now, drawn flat; the face is where `opaque` is 255, not `holes`."""

    layout: StarDiscLayout
    face: Sheet
    opaque: Sheet
    holes: Sheet
    disc: Sheet
    edge: Colour
    thickness: float


class Shot(msgspec.Struct, frozen=True):
    """How a picture is taken: view, light, sensor, and where the light comes from (board mm a mm of depth)."""

    view: View
    lighting: Lighting
    sensor: Sensor
    slant: tuple[float, float] = (0.5, 0.8)


class Written(NamedTuple):
    """What pens left on a board: strokes on the disc, wiped (blurred) strokes, strokes and digits on the face."""

    disc: list[Stroke]
    wiped: list[Stroke] = []
    face: list[Stroke] = []
    digits: list[tuple[str, tuple[float, float], Colour]] = []


def clean_board(design: Design, ppmm: float = PRINT_PPMM) -> Board:
    """The board as it comes from the printer."""
    face = print_face(design, ppmm)
    return Board(
        design.layout,
        Sheet(face.print, ppmm),
        Sheet(face.opaque, ppmm),
        Sheet(255 - face.opaque, ppmm),
        print_disc(design, ppmm),
        design.look.edge,
        design.layout.disc.depth + 2.0,
    )


def written_board(board: Board, written: Written, rng: np.random.Generator) -> Board:
    """The board with ink on disc and face; the given board stays clean."""
    disc = Sheet(board.disc.picture.copy(), board.disc.ppmm, tuple(board.disc.origin))
    face = Sheet(board.face.picture.copy(), board.face.ppmm)
    lay_all(disc, written.disc, written.wiped, rng)
    for stroke in written.face:
        lay_ink(face, stroke, np.zeros(face.picture.shape[:2], np.float32))
    for words, at, colour in written.digits:
        face.text(words, at, 7.0, colour, rng.normal(0, 8), 0.16, rng.normal(0.1, 0.15))
    return board._replace(disc=disc, face=face)


def photograph(
    board: Board,
    rotation_deg: float,
    table: Sheet,
    shot: Shot,
    rng: np.random.Generator,
    hand: hands.Hand | None = None,
) -> Picture:
    """The camera's picture (BGR uint8) of the board with its disc turned clockwise by `rotation_deg`."""
    return develop(scene_light(board, rotation_deg, table, shot, hand), shot.sensor, rng)


def scene_light(board: Board, rotation_deg: float, table: Sheet, shot: Shot, hand: hands.Hand | None = None) -> Field:
    """The light that reaches the camera, H×W×3 linear, before blur and noise."""
    view = shot.view
    light = to_linear(sampled(table, view, board.thickness, border=cv2.BORDER_REFLECT_101))
    gloss = np.full(light.shape[:2], _TABLE_GLOSS, np.uint8)
    box = _bounds(board, view)
    if box is not None:
        _table_shadow(light, board, shot)
        _lay_board(light, gloss, board, rotation_deg, shot, box)
    light *= light_field(shot.lighting, view.size)
    add_glare(light, shot.lighting, gloss)
    if hand is not None:
        lay_hand(light, hand, shot)
    return light


def hand_cover(hand: hands.Hand, view: View) -> Picture:
    """Where the hand hides what lies below it, H×W, 0-255."""
    return sampled(hands.opaque_sheet(hand), view, hands.HEIGHT)


def board_corners(layout: StarDiscLayout, view: View) -> Points:
    """The face's corners in pixels (4×2), clockwise from the top left as printed."""
    return view.project(rectangle(0, 0, layout.board.width, layout.board.height))


def _bounds(board: Board, view: View) -> Box | None:
    """The part of the picture that holds the board and its sides."""
    around = np.concatenate([_outline(board, view, z) for z in (0.0, board.thickness)])
    return view.box_of(around, 3)


def _outline(board: Board, view: View, z: float) -> Points:
    """The board's outline at depth z in pixels (n×2), its sides as bent as the lens draws them."""
    corners = rectangle(0, 0, board.layout.board.width, board.layout.board.height)
    share = np.arange(_POINTS_A_SIDE)[:, None] / _POINTS_A_SIDE
    around = (corners[:, None] * (1 - share) + np.roll(corners, -1, 0)[:, None] * share).reshape(-1, 2)
    return view.project(around, z)


def sampled(
    sheet: Sheet,
    view: View,
    z: float,
    box: Box | None = None,
    border: int = cv2.BORDER_CONSTANT,
    moved: Points | None = None,
    middle: Points = _MIDDLE,
) -> Picture:
    """The sheet as seen lying at depth z; `moved` (2×3) takes board millimetres to the sheet's own.

    As fine as it must be where it is looked at, about `middle` (mm).
    """
    home = np.eye(2, 3) if moved is None else moved
    full = sheet.picture.shape[1::-1]
    picture = sheet.reduced(1.3 * view.scale(middle) / sheet.ppmm)
    per_mm = np.array(picture.shape[1::-1]) / np.array(full) * sheet.ppmm
    affine = home * per_mm[:, None]
    affine[:, 2] += sheet.origin * per_mm - 0.5
    return np.asarray(
        cv2.remap(picture, view.plane(z, affine, box), _NO_MAP, cv2.INTER_LINEAR, borderMode=border), np.uint8
    )


def _table_shadow(light: Field, board: Board, shot: Shot) -> None:
    below = _outline(board, shot.view, board.thickness)
    cast = below + np.array(shot.slant) * board.thickness * shot.view.scale(_MIDDLE)
    small = np.zeros((light.shape[0] // 4, light.shape[1] // 4), np.float32)
    cv2.fillPoly(small, [np.round(cast * 4).astype(np.int32)], 0.5, cv2.LINE_AA, 4)
    cv2.fillPoly(small, [np.round(below * 4).astype(np.int32)], 0.55, cv2.LINE_AA, 4)
    small = cv2.GaussianBlur(small, (0, 0), 1.6)
    light *= threefold(np.asarray(1 - cv2.resize(small, light.shape[1::-1]), np.float32))


def _lay_board(light: Field, gloss: Picture, board: Board, rotation_deg: float, shot: Shot, box: Box) -> None:
    view = shot.view
    edge = to_linear(np.full((1, 1, 3), board.edge, np.uint8))[0, 0]
    part = light[box]
    side = _sides(board, view, box)
    part += (edge * np.float32(0.5) - part) * side
    cover = sampled(board.opaque, view, 0.0, box).astype(np.float32) / 255
    hole = sampled(board.holes, view, 0.0, box).astype(np.float32) / 255
    part *= threefold(np.maximum(1 - cover - hole, 0))
    part += to_linear(sampled(board.face, view, 0.0, box, cv2.BORDER_REPLICATE)) * threefold(cover)
    if hole.any():
        part += _below(board, rotation_deg, shot, box, edge) * threefold(hole)
    gloss[box] = np.maximum(gloss[box], ((cover + hole) * 255).astype(np.uint8))


def _sides(board: Board, view: View, box: Box) -> Field:
    """Where the cut sides of the board show around its face, H×W×3, 0-1."""
    below = [sampled(board.opaque, view, board.thickness * share, box) for share in (1 / 3, 2 / 3, 1)]
    return threefold(np.max(below, 0).astype(np.float32) / 255)


def _below(board: Board, rotation_deg: float, shot: Shot, box: Box, edge: Field) -> Field:
    """What is seen through the holes: the disc, the cut edge of the board, and the board's shadow on the disc."""
    depth, view = board.layout.disc.depth, shot.view
    light = to_linear(
        sampled(board.disc, view, depth, box, cv2.BORDER_REPLICATE, _onto_disc(board.layout, rotation_deg))
    )
    slant = np.column_stack([np.eye(2), -np.array(shot.slant) * depth])
    dark = cv2.GaussianBlur(sampled(board.opaque, view, depth, box, moved=slant), (0, 0), 1.0 + 0.5 * depth)
    light *= threefold(1 - dark.astype(np.float32) * np.float32(0.6 / 255))
    wall = threefold(sampled(board.opaque, view, depth, box).astype(np.float32) / 255)
    return np.asarray(light + (edge * np.float32(0.6) - light) * wall, np.float32)


def _onto_disc(layout: StarDiscLayout, rotation_deg: float) -> Points:
    """The map (2×3) from board millimetres to disc millimetres with the disc turned clockwise."""
    back = rotation(rotation_deg).T
    return np.column_stack([back, -back @ np.array(layout.disc.centre)])


def lay_hand(light: Field, hand: hands.Hand, shot: Shot) -> None:
    """Lays the hand and its shadow over the light that reaches the camera."""
    lay_hand_at(light, hand.sheet, hands.opaque_sheet(hand), hands.shade_sheet(hand), shot, np.zeros(2))


def lay_hand_at(
    light: Field, skin: Sheet, cover: Sheet, shade: Sheet, shot: Shot, at: Points, turn_deg: float = 0.0
) -> Picture:
    """Lays a hand's sheets, turned and then moved by `at` (mm), over the light; returns what it hides, H×W, 0-255."""
    view, field = shot.view, light_field(shot.lighting, shot.view.size)
    back = rotation(turn_deg).T
    slant = np.column_stack([back, -back @ (at + np.array(shot.slant) * 25)])
    light *= threefold(1 - sampled(shade, view, 0.0, moved=slant, middle=at).astype(np.float32) / 255)
    moved = np.column_stack([back, -back @ at])
    colour = to_linear(sampled(skin, view, hands.HEIGHT, None, cv2.BORDER_REPLICATE, moved, at)) * field
    hidden = sampled(cover, view, hands.HEIGHT, moved=moved, middle=at)
    light += (colour - light) * threefold(hidden.astype(np.float32) / 255)
    return hidden
