"""Reads constellation tiles and start tiles seen straight on: their patterns, and the star each shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.capture.pictures import Mask
from vision.capture.tiles.laid import SCALE, WIDTH
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats, Image


class Emblem(msgspec.Struct, frozen=True, eq=False):
    """The star printed on a tile: `colour` (3,) L*a*b*, `outline` (n,) its form whatever its turn, its size in mm.

    `place`: (2,) tile mm of its middle.
    """

    colour: Array
    outline: Array
    radius: float
    place: Array


class FoundTile(msgspec.Struct, frozen=True, eq=False):
    """One tile: its `picture` straight on; `xy` (n, 2) tile mm and `lines` of its pattern; its star, if seen.

    `unclear`: with fainter ink the pattern would be another one.
    """

    picture: Image
    xy: Array
    lines: tuple[tuple[int, int], ...]
    emblem: Emblem | None
    unclear: bool = False


# What is on a tile --------------------------------------------------------------------------------------------------


def read_tile(picture: Image) -> FoundTile:
    """The pattern and the star of a tile seen straight on; a pattern that cannot be made out has no stars."""
    inked = _inked(picture)
    pattern, xy, lines = _drawn_in(inked)
    _, fainter, others = _drawn_in(_inked(picture, TUNING.fainter_ink))
    unclear = (len(xy), len(lines)) != (len(fainter), len(others))
    if not len(xy):
        pattern, xy, lines = _drawn_in(_inked(picture, TUNING.faintest_ink))
    return FoundTile(picture, xy / SCALE, lines, _emblem(picture, inked, pattern), unclear)


def _drawn_in(inked: Mask) -> tuple[Mask | None, Array, tuple[tuple[int, int], ...]]:
    """The pattern of what is printed, its knots (n, 2) px, and the lines that join them all."""
    pattern, nodes = _pattern(inked)
    if pattern is None or nodes is None:
        return None, np.empty((0, 2)), ()
    return pattern, nodes, _lines(pattern, nodes)


def read_start_tile(picture: Image) -> FoundTile:
    """The star of a start tile's side."""
    return FoundTile(picture, np.empty((0, 2)), (), _emblem(picture, _inked(picture), None))


def _inked(picture: Image, share: float = TUNING.ink) -> Mask:
    """Where a tile is printed: what differs from its paper; frames along its edge left out."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    paper = cv2.resize(lab, (12, 16), interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(paper, 5), picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    apart = np.linalg.norm(lab - ground, axis=2)
    strong = float(np.percentile(apart, 98.5))
    mask = (apart > max(share * strong, TUNING.tile_ink)).astype(np.uint8)
    margin = round(TUNING.tile_rim_mm * SCALE)
    mask[:margin] = mask[-margin:] = 0
    mask[:, :margin] = mask[:, -margin:] = 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for k in range(1, count):
        wide, tall = stats[k, cv2.CC_STAT_WIDTH], stats[k, cv2.CC_STAT_HEIGHT]
        if wide > TUNING.frame * mask.shape[1] or tall > TUNING.frame * mask.shape[0]:
            mask[labels == k] = 0
    return np.asarray(mask, np.uint8)


def _pattern(inked: Mask) -> tuple[Mask | None, Array | None]:
    """The broadest of the joined pieces that hold knots of one size, and (n, 2) px of the knots."""
    joined = cv2.morphologyEx(inked, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    deep = cv2.distanceTransform(inked, cv2.DIST_L2, 5)
    best: tuple[float, int, Array] | None = None
    for k in range(1, count):
        left, top, wide, tall = (int(n) for n in stats[k, :4])
        start = np.array([left // 2, top // 2]) * 2  # OpenCV numbers parts by blocks of 2 × 2 px: their order stays
        piece = np.s_[start[1] : top + tall, start[0] : left + wide]
        nodes = _knots(deep[piece] * (labels[piece] == k)) + start
        extent = float(np.prod(np.ptp(nodes, axis=0))) if len(nodes) >= 3 else 0.0
        if extent > 0 and (best is None or extent > best[0]):
            best = (extent, k, nodes)
    return ((labels == best[1]).astype(np.uint8), best[2]) if best is not None else (None, None)


def _knots(deep: Floats) -> Array:
    """(n, 2) px: the middles of the round knots in a piece, by its depth map."""
    most = float(deep.max())
    if most < TUNING.knot_mm[0] * SCALE or most > TUNING.knot_mm[1] * SCALE:
        return np.empty((0, 2))
    solid = (deep > TUNING.knot_core * most).astype(np.uint8)
    count, labels, _, middles = cv2.connectedComponentsWithStats(solid, connectivity=8)
    heights = np.zeros(count, deep.dtype)
    inside = solid > 0
    np.maximum.at(heights, labels[inside].astype(np.intp), deep[inside])
    return np.asarray(middles[1:][heights[1:] > TUNING.knot * most], np.float64).reshape(-1, 2)


def _lines(pattern: Mask, nodes: Array) -> tuple[tuple[int, int], ...]:
    """Pairs of knots with ink all the way between them and no third knot on the way."""
    found = []
    for i in range(len(nodes)):
        for j in range(i + 1, len(nodes)):
            length = float(np.linalg.norm(nodes[j] - nodes[i]))
            if length > 1.0 and not _passed(nodes, i, j) and _drawn(pattern, nodes[i], nodes[j], length):
                found.append((i, j))
    return tuple(found)


def _passed(nodes: Array, i: int, j: int) -> bool:
    way = nodes[j] - nodes[i]
    share = (nodes - nodes[i]) @ way / (way @ way)
    off = np.linalg.norm(nodes - nodes[i] - share[:, None] * way, axis=1)
    others = np.ones(len(nodes), bool)
    others[[i, j]] = False
    return bool((others & (share > 0) & (share < 1) & (off < TUNING.passed_mm * SCALE)).any())


def _drawn(pattern: Mask, a: Array, b: Array, length: float) -> bool:
    share = np.linspace(0, 1, max(12, round(length)))
    points = a + share[:, None] * (b - a)
    across = np.array([-(b - a)[1], (b - a)[0]]) / length
    near = [points + across * off for off in (-2.0, 0.0, 2.0)]
    rows = [pattern[np.round(p[:, 1]).astype(int), np.round(p[:, 0]).astype(int)] for p in near]
    return bool(np.max(rows, 0).mean() > TUNING.drawn)


def _emblem(picture: Image, inked: Mask, pattern: Mask | None) -> Emblem | None:
    """The largest printed thing that is not the pattern."""
    rest = inked.copy()
    if pattern is not None:
        rest[cv2.dilate(pattern, np.ones((5, 5), np.uint8)) > 0] = 0
    rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    compact = [o for outline in outlines if _compact(o := np.asarray(outline, np.int32))]
    if not compact:
        return None
    largest = max(compact, key=cv2.contourArea)
    whole = np.asarray(cv2.drawContours(np.zeros_like(inked), [largest], -1, 1, -1), np.uint8)
    return _emblem_of(picture, whole)


def _emblem_of(picture: Image, whole: Mask) -> Emblem:
    """The emblem that covers this part of a tile."""
    inner = cv2.erode(whole, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15)))
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    colour = np.median(lab[inner > 0] if inner.sum() > TUNING.min_inner_px else lab[whole > 0], 0)
    rows, columns = np.nonzero(whole)
    place = np.array([columns.mean(), rows.mean()]) / SCALE
    return Emblem(colour.astype(float), form_of(whole), math.sqrt(float(whole.sum()) / math.pi) / SCALE, place)


def emblems_in_place(tiles: Sequence[FoundTile]) -> list[Emblem | None]:
    """The emblem of each tile, found again where those of most tiles are: a white star on paper is an outline only."""
    found = [tile.emblem for tile in tiles]
    places = np.array([e.place for e in found if e is not None]).reshape(-1, 2)
    if len(places) < 3:
        return found
    near = np.linalg.norm(places[:, None] - places[None], axis=2) < TUNING.elsewhere_mm
    usual = np.median(places[near[near.sum(1).argmax()]], 0)
    if near.sum(1).max() < TUNING.one_place * len(tiles):
        return found
    there = [e for e in found if e is not None and np.linalg.norm(e.place - usual) < TUNING.elsewhere_mm]
    radius = float(np.percentile([e.radius for e in there], 90))
    here = [e if e is not None and np.linalg.norm(e.place - usual) < TUNING.elsewhere_mm else None for e in found]
    faint = [None if e else _faint(tile.picture, usual, radius) for tile, e in zip(tiles, here, strict=True)]
    outlines = [e.outline for e in faint if e is not None]
    return [
        e or f or (_unseen(tile.picture, usual, radius, np.median(outlines, 0)) if outlines else None)
        for tile, e, f in zip(tiles, here, faint, strict=True)
    ]


def _unseen(picture: Image, place: Array, radius: float, outline: Array) -> Emblem:
    """An emblem of which not even the outline shows whole: taken for one like the other faint ones."""
    around = np.zeros(picture.shape[:2], np.uint8)
    x, y = (round(float(v) * SCALE) for v in place)
    cv2.circle(around, (x, y), round(0.4 * radius * SCALE), 1, -1)
    colour = np.median(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[around > 0], 0)
    return Emblem(colour.astype(float), outline, radius, place)


def _faint(picture: Image, place: Array, radius: float) -> Emblem | None:
    """What little shows of an emblem of about this size (mm) at a place (tile mm)."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    around = np.zeros(lab.shape[:2], np.uint8)
    x, y = (round(float(v) * SCALE) for v in place)
    cv2.circle(around, (x, y), round(1.45 * radius * SCALE), 1, -1)
    paper = np.median(lab[around > 0], 0)
    apart = np.linalg.norm(lab - paper, axis=2)
    level = max(TUNING.faint_outline, TUNING.faint_share * float(np.percentile(apart[around > 0], 97)))
    ink = cv2.morphologyEx(
        np.asarray((apart > level) & (around > 0), np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)
    )
    outlines, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    here = [o for o in outlines if cv2.contourArea(o) > TUNING.faint_area * math.pi * (radius * SCALE) ** 2]
    here = [o for o in here if cv2.pointPolygonTest(o, (float(x), float(y)), False) >= 0]
    if not here:
        return None
    whole = np.asarray(cv2.drawContours(np.zeros_like(ink), [max(here, key=cv2.contourArea)], -1, 1, -1), np.uint8)
    return _emblem_of(picture, whole)


def _compact(outline: NDArray[np.int32]) -> bool:
    """Whether an outline may be a star's: not too small, no part of a frame, no word."""
    _, _, wide, tall = cv2.boundingRect(outline)
    area = cv2.contourArea(outline)
    square = max(wide, tall) < min(TUNING.emblem_long * min(wide, tall), TUNING.emblem_width * WIDTH * SCALE)
    return bool(square and area > max((TUNING.emblem_mm * SCALE) ** 2, TUNING.emblem_filled * wide * tall))


def form_of(whole: Mask) -> Array:
    """A filled form in numbers, whatever its size and turn: how far it reaches, and how strongly that repeats."""
    ys, xs = np.nonzero(whole)
    at = np.array([xs.mean(), ys.mean()])
    reach = float(np.percentile(np.hypot(xs - at[0], ys - at[1]), 98))
    angle = np.arange(72) * 2 * np.pi / 72
    share = np.arange(0.15, 1.1, 0.1)
    x = (at[0] + np.outer(share * reach, np.cos(angle))).astype(np.float32)
    y = (at[1] + np.outer(share * reach, np.sin(angle))).astype(np.float32)
    rolled = cv2.remap(whole.astype(np.float32), x, y, cv2.INTER_LINEAR)
    waves = np.abs(np.fft.rfft(rolled, axis=1))[:, 1:9].mean(0) / 36
    return np.concatenate([waves, rolled.mean(1)]).astype(float)


class Looks(msgspec.Struct, frozen=True, eq=False):
    """What each star type looks like: `colours` (k, 3) L*a*b*, `forms` (k, n)."""

    colours: Array
    forms: Array


def sort_emblems(
    emblems: Sequence[Emblem | None], looks: Looks, elsewhere: Looks | None = None
) -> tuple[list[int | None], Looks]:
    """For each emblem the star type (row of `looks`) that it shows; and the looks as they are on these tiles.

    Ink on paper under another lamp is not the ink on the disc: many emblems are grouped first, and each group is
    given a type of its own. `elsewhere`: the same types as they look larger, or on another ground; a small white star
    on paper shows little but its outline.
    """
    rows = [k for k, e in enumerate(emblems) if e is not None]
    given = [e for e in emblems if e is not None]
    found: list[int | None] = [None] * len(emblems)
    if not given:
        return found, looks
    seen = Looks(np.array([e.colour for e in given]), np.array([e.outline for e in given]))
    if len(given) < TUNING.min_emblems:
        wanted = np.stack([_points(one, TUNING.emblem_step) for one in (looks, elsewhere or looks)])
        for row, point in zip(rows, _points(seen, TUNING.emblem_step), strict=True):
            found[row] = int(np.linalg.norm(wanted - point, axis=2).min(0).argmin())
        return found, looks
    points, wanted, count = _points(seen), _points(looks), len(looks.colours)
    groups = _groups(np.asarray(points, np.float32), count)
    middles = np.array([np.median(np.asarray(points)[groups == g], 0) for g in range(count)])
    apart = np.linalg.norm(middles[:, None] - wanted[None], axis=2)
    kinds = min(permutations(range(count)), key=lambda order: sum(apart[g, k] for g, k in enumerate(order)))
    for row, group in zip(rows, groups, strict=True):
        found[row] = kinds[int(group)]
    members = [[e for e, g in zip(given, groups, strict=True) if kinds[int(g)] == kind] for kind in range(count)]
    colours = np.array([np.median([e.colour for e in group], 0) for group in members])
    return found, Looks(colours, np.array([np.median([e.outline for e in group], 0) for group in members]))


def _points(looks: Looks, form_step: float = TUNING.group_step) -> Array:
    """Looks as points that lie apart as they are unlike: hue and form most, lightness least."""
    return np.concatenate([looks.colours / (60.0, 16.0, 16.0), looks.forms / form_step], 1)


def _groups(points: Floats, count: int) -> Array:
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    cv2.setRNGSeed(7)
    _, labels, _ = cv2.kmeans(points, count, np.empty(0, np.int32), stop, 30, cv2.KMEANS_PP_CENTERS)
    return np.asarray(labels, int).ravel()
