"""Draws what was found over the picture it was found in."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from engines.glyphs import STAR_COLOURS
from vision.capture.draft import Draft
from vision.capture.naming import names_of
from vision.ink.pose import Image

_DOUBT = (80, 255, 80)


def disc_overlay(picture: Image, draft: Draft) -> Image:
    """The straight disc with a ring around every star in the colour of its type; doubtful ones in green with a number.

    In the corner: which look, 0 to 3, was taken for which type.
    """
    out = picture.copy()
    names = names_of(draft)
    inks = [_ink(STAR_COLOURS[name]) for name in names]
    for look, name in enumerate(names):
        _write(out, f"{look} {name}", (12, 26 + 26 * look), inks[look])
    half = (picture.shape[0] - 1) / 2
    for number, star in enumerate(draft.stars):
        at = (round(star.x * draft.scale + half), round(star.y * draft.scale + half))
        ring = round((star.radius + 0.7) * draft.scale)
        cv2.circle(out, at, ring, inks[star.kind], 2, cv2.LINE_AA)
        if star.doubtful:
            cv2.circle(out, at, ring + 5, _DOUBT, 2, cv2.LINE_AA)
            _write(out, f"{number} {star.p:.2f}", (at[0] + ring, at[1] - ring))
    angle = np.deg2rad(draft.axis_deg)
    way = np.array([np.cos(angle), np.sin(angle)]) * half
    start, end = (tuple((half + sign * way).round().astype(int).tolist()) for sign in (-1, 1))
    cv2.line(out, start, end, _DOUBT, 1, cv2.LINE_AA)
    return out


def board_overlay(face: Image, draft: Draft, scale: float) -> Image:
    """The board's face straight on with window, markers and 3-point stars as found."""
    out = face.copy()
    board = draft.board
    if board is None:
        return out

    def pixels(points: Any) -> Any:
        return np.round(np.array(points, float) * scale - 0.5).astype(np.int32).reshape(-1, 1, 2)

    cv2.polylines(out, [pixels(board.window)], True, (80, 80, 255), 2, cv2.LINE_AA)
    for x, y in board.three_point_stars or ():
        cv2.circle(out, tuple(pixels([(x, y)])[0, 0].tolist()), round(5 * scale), _DOUBT, 2, cv2.LINE_AA)
    for x, y in board.markers.values():
        side = board.marker_size or 0.0
        square = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        cv2.polylines(out, [pixels(square)], True, _DOUBT, 2, cv2.LINE_AA)
    return out


def tile_overlay(tile: Image, xy: Any, lines: Any, label: str, scale: float) -> Image:
    """A tile straight on with its pattern as read."""
    out = tile.copy()
    spots = [tuple(np.round(np.array(p) * scale).astype(int).tolist()) for p in xy]
    for i, j in lines:
        cv2.line(out, spots[i], spots[j], (80, 80, 255), 3, cv2.LINE_AA)
    for spot in spots:
        cv2.circle(out, spot, 9, (80, 80, 255), 2, cv2.LINE_AA)
    _write(out, label, (8, out.shape[0] - 10))
    return out


def contact_sheet(pictures: list[Image]) -> Image:
    """Many pictures of about one size on one, seven beside each other."""
    size, columns = pictures[0].shape[1::-1], 7
    same = [np.asarray(cv2.resize(p, size, interpolation=cv2.INTER_AREA), np.uint8) for p in pictures]
    blank = np.zeros_like(same[0])
    same += [blank] * (-len(same) % columns)
    sheet = np.vstack([np.hstack(same[k : k + columns]) for k in range(0, len(same), columns)])
    return np.asarray(cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _write(picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int] = _DOUBT) -> None:
    for ink, thick in (((0, 0, 0), 5), (colour, 2)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, thick, cv2.LINE_AA)


def _ink(code: str) -> tuple[int, int, int]:
    red, green, blue = (int(code[k : k + 2], 16) for k in (1, 3, 5))
    return blue, green, red
