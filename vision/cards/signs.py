"""Finds cards by the sign of their type, where their outlines are lost among neighbours that touch.

Cards that lie close together mostly lie the same way, so only the turns of cards already found are tried.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.looks import MARK_MARGIN, Deck
from vision.pose import Array, Image, project

_SIDE_PX = 11.0
_FINEST, _COARSEST = 0.8, 0.45
_LEAST = 0.62
_MOST_TURNS = 3
_MOST_A_TURN = 24
_TURN_DEG = 7.0
_AROUND = 1.6


def turns_of(corners: Array) -> list[float]:
    """Degrees clockwise at which cards (n, 4, 2 mm, clockwise from their own top left) lie, most frequent first."""
    top = corners[:, 1] - corners[:, 0]
    left = np.degrees(np.arctan2(top[:, 1], top[:, 0])).tolist()
    groups: list[list[float]] = []
    for angle in left:
        near = [group for group in groups if abs((angle - group[0] + 180) % 360 - 180) < _TURN_DEG]
        if near:
            near[0].append(group_near(angle, near[0][0]))
        else:
            groups.append([angle])
    groups.sort(key=len, reverse=True)
    return [float(np.mean(group)) for group in groups[:_MOST_TURNS]]


def group_near(angle: float, first: float) -> float:
    """The same direction, written within half a turn of `first`."""
    return first + (angle - first + 180) % 360 - 180


def by_signs(image: Image, plane: Array, corners: Array, deck: Deck) -> Array:
    """(n, 3) rectangles mm (see `outlines`) whose sign is like one that is known.

    `corners` (n, 4, 2) mm: cards already found. They say which turns are tried, and around which part of the table.
    """
    if not len(corners) or not deck.marks:
        return np.zeros((0, 3))
    box = np.array(deck.layout.type.size) * MARK_MARGIN
    per_mm = float(np.clip(_SIDE_PX / box.max(), _COARSEST, _FINEST))
    shape = np.maximum(np.rint(box * per_mm).astype(int), 5)
    size = (int(shape[0]), int(shape[1]))
    small = np.stack([cv2.resize(mark, size, interpolation=cv2.INTER_AREA) for mark in deck.marks])
    clearest = int(small.std(axis=(1, 2)).min(0).argmax())
    signs = list(np.clip(np.rint(small[..., clearest]), 0, 255).astype(np.uint8))
    soft = _softened(image[..., clearest], plane, per_mm, corners)
    reach = _AROUND * max(deck.layout.card.width, deck.layout.card.height)
    found = [_at_turn(soft, plane, turn, corners, reach, per_mm, signs, deck) for turn in turns_of(corners)]
    return np.concatenate(found)


def _softened(image: Image, plane: Array, per_mm: float, corners: Array) -> Image:
    middle = corners.reshape(-1, 2).mean(0)
    a, b, c = project(plane, middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    scale = float(np.sqrt(abs(np.linalg.det(np.array([b - a, c - a])))))
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.4, 0.4 * scale / per_mm)), np.uint8)


def _at_turn(
    soft: Image,
    plane: Array,
    turn: float,
    corners: Array,
    reach: float,
    per_mm: float,
    signs: list[Image],
    deck: Deck,
) -> Array:
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = corners.reshape(-1, 2) @ spin
    low, high = flat.min(0) - reach, flat.max(0) + reach
    size = np.ceil((high - low) * per_mm).astype(int)
    onto = np.eye(3)
    onto[:2, :2] = spin / per_mm
    onto[:2, 2] = spin @ low
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(soft, plane @ onto, (int(size[0]), int(size[1])), flags=flags)
    alike = np.max([np.nan_to_num(cv2.matchTemplate(seen, sign, cv2.TM_CCOEFF_NORMED)) for sign in signs], axis=0)
    peak = cv2.dilate(alike, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((alike >= peak) & (alike > _LEAST) & (alike < 1.01))
    best = np.argsort(-alike[rows, columns], kind="stable")[:_MOST_A_TURN]
    half = np.array(signs[0].shape[1::-1]) / 2
    at = (np.stack([columns[best], rows[best]], 1) + half) / per_mm + low
    layout = deck.layout
    middle = at + np.array([layout.card.width, layout.card.height]) / 2 - np.array(layout.type.at)
    return np.column_stack([middle @ spin.T, np.full(len(best), turn % 180)])
