"""A strip of picture along every pair of stars, and the best pen path through it."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.ink.evidence import Evidence
from vision.ink.pose import Flags, Grid, Indices, Numbers, Plane
from vision.ink.tuning import STREAKS
from vision.ranks import percentile_of_rows

ALONG = 24
"""Samples between the two stars."""
PAST = 4
"""Samples beyond each star."""
PAST_MM = 0.8
"""Distance between samples beyond a star."""
ACROSS = 13
HALF_MM = 2.6
"""Half the width of a strip."""
MIDDLE = ACROSS // 2
STEP_MM = 2 * HALF_MM / (ACROSS - 1)
AT_ONCE = 2**15
"""So many samples are taken together."""
EVERY_ROW = slice(None)
GLANCE_ALONG = 10
GLANCE_ACROSS = 5
PLAIN_INK = 10.0
"""A path is chosen among ridges scaled so that the board's ink has this strength at most."""
ASTRAY = 0.6
"""Price of each column by which a path leaves its guide by more than one."""
CEILING = 12.0
"""Ridges count up to this strength when a path is chosen."""
BESIDE_ENDS = slice(3, ALONG - 3)
"""Samples that tell where a line leads: close to a star its print and other lines there draw its path to themselves."""
AROUND_PATH = 3
"""Columns beside a path whose ink tells where its middle lies: paths keep to their chord."""
AHEAD_MM = np.arange(STREAKS.from_mm, STREAKS.to_mm + 0.1, 0.6)
"""Distances past an end at which ink is looked for: beyond what a hand overshoots a star."""
LEAST_AHEAD = 3
"""Of so many of them at least, `inside`, it is told whether a line runs on."""
ASIDE_MM = np.linspace(-0.9, 0.9, 7)
"""How far beside its straight course it may lie there."""
INK_RANK = 4
INK_FLOOR = 2.5


class Strips(msgspec.Struct, frozen=True, eq=False):
    """The strips of n star pairs.

    `ridge` (n, PAST + ALONG + PAST, ACROSS): oriented ridge strength in noise standard deviations, bright across the
    line is positive. `path` (n, ALONG): column of the best path. `on_path`, `fine`, `printed`, `veil` (n, ALONG):
    ridge strength, that of the finer filter, that of the print, and veil along that path. `length` (n,) mm.
    """

    ridge: Plane
    path: Indices
    on_path: Plane
    fine: Plane
    printed: Plane
    veil: Plane
    length: Numbers

    def take(self, kept: Flags) -> Strips:
        """Only those `kept` (n,)."""
        return Strips(*(getattr(self, name)[kept] for name in self.__struct_fields__))


class Chords:
    """Straight lines between stars, (n, 2) mm each, in the pixels of a grid; `halved`: in those of its planes at half
    the size, each the mean of four."""

    def __init__(self, grid: Grid, a: Numbers, b: Numbers, halved: bool = False) -> None:
        self.scale, shift = (grid.px_per_mm / 2, 0.25) if halved else (grid.px_per_mm, 0.0)
        self.start = ((a - np.array(grid.origin)) * self.scale - shift).astype(np.float32)
        delta = ((b - a) * self.scale).astype(np.float32)
        self.pixels = np.hypot(delta[:, 0], delta[:, 1])
        self.unit = delta / self.pixels[:, None]
        ux, uy = self.unit.T
        self.across = np.stack([-uy * uy, 2 * ux * uy, -ux * ux, np.zeros_like(ux)], 1)

    def samples(self, along: Plane, across: Plane) -> tuple[Plane, Plane]:
        """Columns and rows (n, T·K) px of points `along` (n, T) px from the start and `across` (K,) px beside it."""
        (ux, uy), (x, y) = self.unit.T[..., None], self.start.T[..., None]
        x = (x + along * ux)[..., None] - uy[..., None] * across
        y = (y + along * uy)[..., None] + ux[..., None] * across
        return x.reshape(len(along), -1), y.reshape(len(along), -1)

    def beside(self, along: Plane, off: Plane) -> tuple[Plane, Plane]:
        """Columns and rows (n, k) px of points `along` the chords and `off` beside them, (n, k) px each."""
        (ux, uy), (x, y) = self.unit.T[..., None], self.start.T[..., None]
        return x + along * ux - off * uy, y + along * uy + off * ux

    def strengths(self, maps: Plane, noise: float, along: Plane, across: Plane) -> Plane:
        """(n, T, K) `oriented` at the `samples`; some chords at a time, as large arrays are slow to get and to fill."""
        x, y = self.samples(along, across)
        count = AT_ONCE // x.shape[1]
        parts = [slice(k, k + count) for k in range(0, max(len(x), 1), count)]
        found = [self.oriented(maps, noise, x[rows], y[rows], rows) for rows in parts]
        return np.concatenate(found).reshape(*along.shape, len(across))

    def oriented(self, maps: Plane, noise: float, x: Plane, y: Plane, rows: slice = EVERY_ROW) -> Plane:
        """Strength (n, k), in deviations of the `noise`, of ridges along the chords at the pixels `x`, `y` (n, k);
        `maps`: xx, xy, yy, and perhaps what does not count."""
        seen = cv2.remap(maps, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        weights = self.across[rows, : maps.shape[2], None] / np.float32(noise)
        return np.asarray((seen.reshape(*x.shape, -1) @ weights)[..., 0], np.float32)

    def glance(self, maps: Plane, noise: float) -> Plane:
        """(n,) the mean strength along the chords, at each place the strongest beside it: a cheap upper guess."""
        along = ((np.arange(GLANCE_ALONG) + 0.5) / GLANCE_ALONG).astype(np.float32) * self.pixels[:, None]
        across = (np.linspace(-0.65, 0.65, GLANCE_ACROSS) * HALF_MM * self.scale).astype(np.float32)
        strength = self.strengths(maps, noise, along, across)
        return np.asarray(np.maximum.reduce(list(np.moveaxis(strength, 2, 0))).mean(1))


def glance(evidence: Evidence, grid: Grid, a: Numbers, b: Numbers) -> Plane:
    """(n,) a cheap upper guess of the ridge strength between the stars `a`, `b`, in noise standard deviations."""
    return Chords(grid, a, b).glance(evidence.ridge, evidence.noise)


def shown_along(clear: Plane | None, grid: Grid, a: Numbers, b: Numbers) -> Plane:
    """(n, GLANCE_ALONG) `clear`, at half the pixels of the grid, between the stars `a`, `b`; 1 where there is none."""
    if clear is None:
        return np.ones((len(a), GLANCE_ALONG), np.float32)
    chords = Chords(grid, a, b, halved=True)
    along = ((np.arange(GLANCE_ALONG) + 0.5) / GLANCE_ALONG).astype(np.float32) * chords.pixels[:, None]
    x, y = chords.samples(along, np.zeros(1, np.float32))
    return np.asarray(cv2.remap(clear, x, y, cv2.INTER_LINEAR), np.float32)


def best_paths(ridge: Plane, guide: Plane | None = None, bend: float = 1.5, stray: float = 0.08) -> Indices:
    """(n, ALONG) columns of the strongest path through (n, ALONG, ACROSS) `ridge`, one column a step at most.

    `guide` (n, ALONG): columns that it should keep to. `bend`: price of a step sideways; `stray`: price of a column off
    the chord, growing towards both ends.
    """
    best = np.full((ALONG, ACROSS + 2, len(ridge)), -np.inf, np.float32)
    cost, aside = best[:, 1:-1], np.empty_like(best[0])
    cost[:] = np.moveaxis(ridge, 0, 2)
    ends = np.abs(np.linspace(-1, 1, ALONG)) ** 4
    off = np.abs(np.arange(ACROSS) - MIDDLE)
    cost -= (stray * (0.3 + 3 * ends)[:, None, None] * (off**1.5)[:, None]).astype(np.float32)
    if guide is not None:
        away = np.abs(np.arange(ACROSS, dtype=np.float32)[:, None] - guide.T[:, None]) - np.float32(1)
        cost -= np.float32(ASTRAY) * np.maximum(away, 0, out=away)
    for t in range(1, ALONG):
        np.subtract(best[t - 1], np.float32(bend), out=aside)
        cost[t] += np.maximum(np.maximum(aside[:-2], aside[2:]), cost[t - 1])
    path = np.empty((ALONG, len(ridge)), np.intp)
    steps, price = np.array([[0], [-1], [1]]), np.array([[0], [bend], [bend]], np.float32)
    path[-1] = cost[-1].argmax(0)
    rows = np.arange(len(ridge))
    for t in range(ALONG - 1, 0, -1):
        step = (best[t - 1, path[t] + 1 + steps, rows] - price).argmax(0)
        path[t - 1] = path[t] + steps[step, 0]
    return path.T


def samples_along(length: Plane, scale: float) -> Plane:
    """(n, PAST + ALONG + PAST) how far along it strips of (n,) `length` are sampled; `scale`: of that unit in a mm."""
    inside = ((np.arange(ALONG) + 0.5) / ALONG).astype(np.float32) * length[:, None]
    past = ((np.arange(PAST) + 0.5) * PAST_MM * scale).astype(np.float32)
    before = np.broadcast_to(-past[::-1], (len(length), PAST))
    return np.concatenate([before, inside, length[:, None] + past], 1)


def sample_strips(
    evidence: Evidence, grid: Grid, a: Numbers, b: Numbers, ink: float = PLAIN_INK, guide: Plane | None = None
) -> Strips:
    """The strips of the star pairs `a`, `b` ((n, 2) disc mm); `ink`: about how strong the board's lines are; `guide`
    (n, ALONG): columns that the paths should keep to."""
    chords = Chords(grid, a, b)
    along = samples_along(chords.pixels, chords.scale)
    across = ((np.arange(ACROSS) - MIDDLE) * STEP_MM * chords.scale).astype(np.float32)
    ridge = chords.strengths(evidence.ridge, evidence.noise, along, across)
    inner = ridge[:, PAST:-PAST]
    path = best_paths(np.clip(inner * np.float32(min(1.0, PLAIN_INK / ink)), -3.0, CEILING), guide)
    on_path = np.take_along_axis(inner, path[..., None], 2)[..., 0]
    on_x, on_y = chords.beside(along[:, PAST:-PAST], across[path])
    fine = chords.oriented(evidence.fine, evidence.fine_noise, on_x, on_y)
    printed = veil = np.zeros_like(on_path)
    if evidence.print_ridge is not None and evidence.veil is not None:
        printed = chords.oriented(evidence.print_ridge, evidence.noise, on_x, on_y)
        veil = np.asarray(cv2.remap(evidence.veil, on_x, on_y, cv2.INTER_LINEAR), np.float32)
    return Strips(ridge, path, on_path, fine, printed, veil, chords.pixels.astype(np.float64) / chords.scale)


def ink_level(on_path: Plane) -> float:
    """Ridge strength of a drawn line on this board, in noise standard deviations: what the fourth strongest line has
    along seven tenths of its path ((n, ALONG)), INK_FLOOR at least."""
    if not len(on_path):
        return INK_FLOOR
    weak = np.sort(percentile_of_rows(on_path, 30))
    return max(float(weak[-min(INK_RANK, len(weak))]), INK_FLOOR)


def longest_run(low: Flags) -> Numbers:
    """(n,) longest run of True in each row of (n, ALONG)."""
    run = np.zeros(len(low))
    longest = np.zeros(len(low))
    for t in range(low.shape[1]):
        run = (run + 1) * low[:, t]
        np.maximum(longest, run, out=longest)
    return longest


def past_ends(strips: Strips, ink: float) -> tuple[Plane, Plane]:
    """Ink beyond the two ends of each path, in parts of `ink`: (n,) the stronger and the weaker end."""
    rows = np.arange(len(strips.path))[:, None]
    near = np.arange(-2, 3)
    ends = []
    for end, piece in ((0, strips.ridge[:, :PAST]), (-1, strips.ridge[:, -PAST:])):
        columns = np.clip(strips.path[:, end, None] + near, 0, piece.shape[2] - 1)
        strength = piece[rows, :, columns].max(1)
        ends.append(np.clip(strength, 0, 2 * ink).mean(1) / np.float32(ink))
    return np.maximum(*ends), np.minimum(*ends)


def beside_ends(strips: Strips, rows: Indices) -> Numbers:
    """(n,) mm by which the straight course of the ink at these `rows` passes the star that it misses most."""
    t = ((np.arange(ALONG) + 0.5) / ALONG)[BESIDE_ENDS]
    near = np.abs(np.arange(ACROSS) - strips.path[rows, BESIDE_ENDS, None]) <= AROUND_PATH
    ink = np.where(near, np.maximum(strips.ridge[rows, PAST:-PAST][:, BESIDE_ENDS].astype(float), 1e-3), 0.0) ** 2
    weight = ink.sum(2)
    off = ((np.arange(ACROSS) - MIDDLE) * STEP_MM * ink).sum(2) / weight
    weight = np.sqrt(weight)
    weight /= weight.sum(1, keepdims=True)
    middle, aside = (weight * t).sum(1, keepdims=True), (weight * off).sum(1, keepdims=True)
    slope = (weight * (t - middle) * (off - aside)).sum(1) / (weight * (t - middle) ** 2).sum(1)
    ends = aside + slope[:, None] * (np.array([0.0, 1.0]) - middle)
    return np.asarray(np.abs(ends).max(1))


def runs_on(
    evidence: Evidence, grid: Grid, ends: Numbers, strips: Strips, rows: Indices, others: Numbers, inside: Flags
) -> Flags:
    """(n,) which of the n lines with these `ends` ((n, 2, 2) mm), at these `rows` of the `strips`, run on: past a
    star their ink goes on as straight as before. A pen's line ends there, a shining crease of a film does not.

    `others` (m, 2, 2) mm: what is printed or drawn beside them; its ink, and theirs where it ends at stars, is no
    line's own. `inside` (rows, columns) of the grid: where ink would be a pen's; a line that reaches its edge may go on
    beyond.
    """
    found = np.zeros(len(rows), bool)
    if not len(rows):
        return found
    strength, places, there = _ahead(evidence, grid, ends, strips, rows, inside)
    enough = STREAKS.as_strong * np.maximum(percentile_of_rows(strips.on_path[rows], 50), STREAKS.least)
    own = (strength > enough[:, None, None]) & ~_near(places, others).any(3)
    theirs, seen = _near(places, ends), np.maximum(there.sum(2), LEAST_AHEAD)
    while True:
        share = (own & ~(theirs & ~found).any(3)).sum(2) / seen
        more = (share >= STREAKS.share).any(1)
        if not (more & ~found).any():
            return found
        found |= more


def _ahead(
    evidence: Evidence, grid: Grid, ends: Numbers, strips: Strips, rows: Indices, inside: Flags
) -> tuple[Numbers, Numbers, Flags]:
    """(n, 2, k) ridge strength (noise standard deviations) past either end, 0 outside, (n, 2, k, 2) mm where, and (n,
    2, k) whether that is `inside`."""
    a, delta = ends[:, 0], ends[:, 1] - ends[:, 0]
    normal = np.stack([-delta[:, 1], delta[:, 0]], 1) / strips.length[rows, None]
    within = []
    for column in (2, ALONG - 3):
        off = (strips.path[rows, column] - MIDDLE) * STEP_MM
        within.append(a + (column + 0.5) / ALONG * delta + off[:, None] * normal)
    past = 2.5 / ALONG * strips.length[rows]
    course = Chords(grid, within[0], within[1])
    length = course.pixels / course.scale
    along = np.concatenate([-past[:, None] - AHEAD_MM, (length + past)[:, None] + AHEAD_MM], 1) * course.scale
    across = (ASIDE_MM * course.scale).astype(np.float32)
    x, y = course.samples(along.astype(np.float32), across)
    shape = (len(rows), 2, len(AHEAD_MM))
    strength = course.oriented(evidence.ridge, evidence.noise, x, y).reshape(*shape, len(ASIDE_MM)).max(3)
    middle = len(ASIDE_MM) // 2
    at = np.stack([x, y], 2).reshape(*shape, len(ASIDE_MM), 2)[..., middle, :]
    there: Flags = np.asarray(((at >= 0) & (at < np.array(inside.shape[::-1]) - 1)).all(-1))
    right, down = np.rint(at[there]).astype(int).T
    there[there] = inside[down, right]
    return np.where(there, strength, 0.0), np.asarray(at / grid.px_per_mm + np.array(grid.origin)), there


def _near(places: Numbers, lines: Numbers) -> Flags:
    """(n, 2, k, m) whether each place lies on the way of each of `lines` ((m, 2, 2) mm)."""
    delta = lines[:, 1] - lines[:, 0]
    rel = places[..., None, :] - lines[:, 0]
    share = np.clip((rel * delta).sum(-1) / (delta**2).sum(1), 0, 1)
    away = np.hypot(*np.moveaxis(rel - share[..., None] * delta, -1, 0))
    return np.asarray(away < STREAKS.near_mm)
