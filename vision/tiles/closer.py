"""Lays figures that lie nearly right more closely on the ink of a patch: each line on the stroke beside it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from vision.ink.pose import Array, Floats
from vision.tiles.evidence import Patch
from vision.tiles.placing import Complex, Placed

_ALONG = np.linspace(0.06, 0.94, 7)[:, None]
"""Where, along a line, the stroke beside it is looked for."""
_REACHES = (6, 3)
"""Distances (px) beside a line at which its stroke is looked for, at first and as it comes nearer."""
_STIFF = 0.005 * np.diag([1.0, 1.0, 3.0, 3.0, 1.0, 1.0])
"""How much a figure keeps its turn and size, its shape (it may be seen a little slanted) and its place."""
_FAINT = 1e-4


def laid_closer(patch: Patch, placed: Sequence[Placed]) -> list[Placed]:
    """The same, each moved, turned, grown and slanted a little so that its lines lie on the strokes near them."""
    soft = np.asarray(cv2.GaussianBlur(patch.ink, (0, 0), 1.6), np.float32)
    return [_closer(soft, one) for one in placed]


def _closer(soft: Floats, one: Placed) -> Placed:
    model = one.figure.stars.conj() if one.mirrored else one.figure.stars
    inner = _within(model, one)
    everywhere = np.ones_like(inner)
    # an affine map of the plane is a·z + b·conj(z) + c; these are its six real parts
    parts = np.stack([inner, 1j * inner, inner.conj(), 1j * inner.conj(), everywhere, 1j * everywhere], 1)
    stars = one.stars
    for reach in _REACHES:
        along = stars[one.figure.j] - stars[one.figure.i]
        normals = np.tile(1j * along / np.maximum(np.abs(along), 1e-6), len(_ALONG))
        off, weight = _beside(soft, _within(stars, one), normals, reach)
        design = (normals.conj()[:, None] * parts).real
        gram = design.T @ (weight[:, None] * design) + len(inner) * _STIFF
        a, ai, b, bi, c, ci = np.linalg.solve(gram, design.T @ (weight * off)).tolist()
        stars = stars + complex(a, ai) * model + complex(b, bi) * model.conj() + complex(c, ci)
    return msgspec.structs.replace(one, stars=stars)


def _within(stars: Complex, one: Placed) -> Complex:
    """Points along all lines between these stars."""
    start, end = stars[one.figure.i], stars[one.figure.j]
    return np.asarray((start + (end - start) * _ALONG).ravel(), complex)


def _beside(soft: Floats, points: Complex, normals: Complex, reach: int) -> tuple[Array, Array]:
    """How far (px) along its normal a stroke lies from each point, and how plain that stroke is."""
    aside = np.arange(-reach, reach + 1.0)
    at = points[:, None] + normals[:, None] * aside
    places = np.stack([at.real, at.imag], 2).astype(np.float32)
    ink = cv2.remap(soft, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    plain = np.asarray(ink, float) ** 2
    total = plain.sum(1)
    off = plain @ aside / np.maximum(total, _FAINT)
    return off, np.where(total > _FAINT, np.sqrt(plain.max(1)), 0.0)
