"""What the strips of rival star pairs show, sample by sample: ink, printed stars, what other pairs explain of it."""

from __future__ import annotations

import numpy as np

from vision.disc import features, rivalry
from vision.disc.pairs import Pairs
from vision.disc.rivalry import Rivals, ways
from vision.ink.pose import Numbers, Plane
from vision.ink.strips import ACROSS, ALONG, MIDDLE, PAST, STEP_MM, Strips, samples_along

EVERY = 2
"""So many samples along a strip are taken together: half the inputs, and the nets learnt as well."""
STAR_MM = 2.0
"""Distance from a star's middle at which nothing of it is left."""
MAPS = ("ridge", "star")
COURSES = ("path", "fine", "printed", "veil", "longer", "shorter", "stronger")
MAP_SHAPE = (len(MAPS), (PAST + ALONG + PAST) // EVERY, ACROSS)
COURSE_SHAPE = (len(COURSES), ALONG // EVERY)
NAMES = (
    *(f"{name}_{t}_{k}" for name in MAPS for t in range(MAP_SHAPE[1]) for k in range(ACROSS)),
    *(f"{name}_{t}" for name in COURSES for t in range(COURSE_SHAPE[1])),
)
"""What each column of `close_features` means, in order: a map's sample t along a strip and k across it, then a course's
sample t along the path."""
AMONG_NAMES = rivalry.NAMES + features.NAMES + NAMES
"""All that the nets see of a pair among its rivals."""


def close_features(rivals: Rivals, pairs: Pairs, strips: Strips, xy: Numbers, log_odds: Plane, ink: float) -> Plane:
    """(m, len(NAMES)) for the plausible pairs; `xy` (stars, 2) disc mm, `log_odds` of all pairs, `ink` of the board."""
    maps = np.stack([ridges(strips.ridge[rivals.rows], ink), star_maps(pairs, rivals, strips, xy)], 1)
    along = np.concatenate([courses(strips, rivals, ink), explained(rivals, strips, log_odds)], 1)
    rows = len(rivals.rows)
    sizes = np.prod(MAP_SHAPE), np.prod(COURSE_SHAPE)
    return np.concatenate([part.reshape(rows, size) for part, size in zip((maps, along), sizes, strict=True)], 1)


def ridges(ridge: Plane, ink: float) -> Plane:
    """(m, t, ACROSS) strength in parts of the board's ink, of (m, PAST + ALONG + PAST, ACROSS) ridges."""
    return _together(np.clip(ridge / np.float32(ink), -1, 2), 1)


def star_maps(pairs: Pairs, rivals: Rivals, strips: Strips, xy: Numbers) -> Plane:
    """(m, t, ACROSS) how near the middle of a star is that is no end of the strip's own: 1 there, 0 far off."""
    a, b = pairs.a[rivals.rows], pairs.b[rivals.rows]
    unit, normal = ways(xy, a, b)
    along = samples_along(strips.length[rivals.rows].astype(np.float32), 1.0)
    across = (np.arange(ACROSS) - MIDDLE) * STEP_MM
    away = xy[None] - xy[a][:, None]
    at, off = (away * unit[:, None]).sum(2), (away * normal[:, None]).sum(2)
    stars = np.arange(len(xy))
    near = (np.abs(off) < across[-1] + STAR_MM) & (at > along[:, :1] - STAR_MM) & (at < along[:, -1:] + STAR_MM)
    row, star = np.nonzero(near & (stars != a[:, None]) & (stars != b[:, None]))
    gap = np.hypot(
        along[row][:, :, None] - at[row, star][:, None, None], across[None, None] - off[row, star][:, None, None]
    )
    found = np.zeros((len(a), along.shape[1], ACROSS), np.float32)
    np.maximum.at(found, row, np.clip(1 - gap / STAR_MM, 0, 1).astype(np.float32))
    return _together(found, 1)


def courses(strips: Strips, rivals: Rivals, ink: float) -> Plane:
    """(m, 4, t) along the paths: how far off the chord, the finer ridge, the print, the veil."""
    rows = rivals.rows
    parts = (
        ((strips.path[rows] - MIDDLE) / MIDDLE).astype(np.float32),
        np.clip(strips.fine[rows] / np.float32(ink), -1, 2),
        np.clip(strips.printed[rows] / 10, -2, 4),
        np.clip(strips.veil[rows], 0, 3),
    )
    return _together(np.stack(parts, 1).astype(np.float32), 2)


def explained(rivals: Rivals, strips: Strips, log_odds: Plane) -> Plane:
    """(m, 3, t) how likely other pairs explain each place of the paths: longer ones, shorter ones, likelier ones."""
    z, length = log_odds[rivals.rows], strips.length[rivals.rows]
    claim = rivals.near / (1 + np.exp(-np.clip(z, -8, 8)))
    longer, likelier = length > length[:, None], z > z[:, None]
    return np.stack(
        [np.where(one[:, None], claim, 0).max(2, initial=0) for one in (longer, ~longer, likelier)], 1
    ).astype(np.float32)


def _together(samples: Plane, axis: int) -> Plane:
    """The means of each EVERY samples along an axis."""
    shape = (*samples.shape[:axis], samples.shape[axis] // EVERY, EVERY, *samples.shape[axis + 1 :])
    return np.asarray(samples.reshape(shape).mean(axis + 1), np.float32)
