"""Measures an owner's slates from one photograph of each, empty: where their lattice lies, and what its points are."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from engines.layout import Board
from engines.slates import Lattice, SlateLayout, SlateSky
from vision.ink import opencv
from vision.ink.glare import glare_on
from vision.ink.pose import Array, Grid, Image, project
from vision.ink.rectangles import boards, edges
from vision.ink.starfield import StarField, blob_map, peaks
from vision.own.fit import Lesson, Usual, fitted
from vision.slate.evidence import look
from vision.slate.grids import board_grid
from vision.slate.judge import line_log_odds
from vision.slate.layout import MISSING, PLANET, STAR, SlateBoard, slate_board
from vision.slate.light import lattice_area
from vision.slate.locate import STAR_MM, Found, settled
from vision.slate.points import PX_PER_MM
from vision.slate.tuning import MEASURED, TUNING

STARS_PX_PER_MM = 4.0
"""Of a slate on which stars are found to a part of a pixel."""
FOUND_PX_PER_MM = 5.0
"""Of the picture of a slate as found."""
Shape = tuple[int, int]
"""Columns and rows of a lattice."""
Printed = tuple[int, int]
"""How many planets and lines are printed on each slate."""


class MeasuredSlate(msgspec.Struct, frozen=True, eq=False):
    """One slate: `kinds` (points,) STAR, PLANET or MISSING, `unclear` (points,) those of which that is not sure, and
    the printed `lines` and `unclear_lines` by the rows of their ends; `picture` of the slate seen straight on, with its
    `board`."""

    kinds: NDArray[np.intp]
    unclear: NDArray[np.bool_]
    lines: tuple[tuple[int, int], ...]
    unclear_lines: tuple[tuple[int, int], ...]
    picture: Image
    board: SlateBoard


def measure_slates(
    images: Sequence[Image], size: tuple[float, float], shape: Shape, printed: Printed, names: Sequence[str]
) -> tuple[SlateLayout, list[MeasuredSlate]]:
    """The lattice that all slates share (a layout that says nothing of their skies), and each slate.

    `size`: width and height of a slate, mm; `names`: what to call the photographs. Raises NotPossible, which names the
    photograph, where a slate is not seen whole, upright and clearly.
    """
    segments = [_segments(image) for image in images]
    rough = [_laid_in(*each, size, shape) for each in zip(images, segments, names, strict=True)]
    straight, laid, lines = _without_bend(images, rough, segments, shape)
    laid, (low, high) = _as_outlined(laid, straight, lines, shape, names)
    pitch = np.array(size) / (high - low)
    origin = -low * pitch
    layout = SlateLayout(
        kind="slate",
        board=Board(*size),
        lattice=Lattice((_mm(origin[0]), _mm(origin[1])), (_mm(pitch[0]), _mm(pitch[1]))),
    )
    board = slate_board(msgspec.structs.replace(layout, columns=shape[0], rows=shape[1]), ())
    to_steps = np.array([[1 / pitch[0], 0, low[0]], [0, 1 / pitch[1], low[1]], [0, 0, 1]])
    found = [settled(image, board, one.plane @ to_steps) for image, one in zip(straight, laid, strict=True)]
    points = _points(found, printed[0])
    return layout, [
        _slate(image, one, board, kinds, unclear, printed[1], name)
        for image, one, kinds, unclear, name in zip(straight, found, *points, names, strict=True)
    ]


def _not_made_out(name: str) -> NotPossible:
    return NotPossible(
        "slate.not_measured",
        "{name}: no slate is made out; photograph it empty, upright, whole, on a ground of another colour",
        name,
    )


def _mm(value: float) -> float:
    return round(float(value), 2)


# The lattice --------------------------------------------------------------------------------------------------------


class _Laid(msgspec.Struct, frozen=True, eq=False):
    """Where a slate lies: `plane`, 3×3, steps of its lattice (columns to the right, rows down, A0 at 0, 0) -> px;
    `points` (n,) of the lattice and where they are `seen`, (n, 2) px; `pitch`: about how many mm a step is."""

    plane: Array
    points: NDArray[np.intp]
    seen: Array
    pitch: Array


class _Outline(msgspec.Struct, frozen=True):
    """A slate of which only its `size` (mm) is known."""

    size: tuple[float, float]
    markers: None = None


def _steps(shape: Shape) -> Array:
    """(points, 2): the lattice in its own steps."""
    return np.stack(np.meshgrid(np.arange(shape[0]), -np.arange(shape[1])), 2).reshape(-1, 2).astype(float)


def _segments(image: Image) -> list[Array]:
    """The straight edges of a picture, found plainly, coarsely, and however faint they are."""
    return [edges.edge_segments(opencv.grey(image)), edges.coarse_segments(image), edges.faint_segments(image)]


def _laid_in(image: Image, segments: list[Array], name: str, size: tuple[float, float], shape: Shape) -> _Laid:
    """The slate in a picture. Raises NotPossible."""
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], float)
    best: _Laid | None = None
    for each in segments:
        quads = boards.board_quads(each, (image.shape[1], image.shape[0]), _Outline(size))
        across = quads[:, 1] - quads[:, 0]
        upright = quads[across[:, 0] > np.abs(across[:, 1])]
        planes = [plane for quad in upright if (plane := opencv.homography(corners, quad)) is not None]
        looks = [_lattice_at(image, plane, size, shape) for plane in planes]
        for k in sorted(range(len(looks)), key=lambda k: -looks[k][0])[: MEASURED.outlines]:
            found = _lattice_in(image, planes[k], *looks[k], shape)
            if found is not None and (best is None or len(found.points) > len(best.points)):
                best = found
        if best is not None and len(best.points) > MEASURED.plain * shape[0] * shape[1]:
            break
    if best is None:
        raise _not_made_out(name)
    return best


def _lattice_in(image: Image, plane: Array, look: float, origin: Array, pitch: Array, shape: Shape) -> _Laid | None:
    """The lattice as it was found on the slate that lies at `plane` (3×3, mm -> px), None where there is none."""
    if look < MEASURED.least_look:
        return None
    plane = plane @ np.array([[pitch[0], 0, origin[0]], [0, pitch[1], origin[1]], [0, 0, 1]])
    points, seen = np.zeros(0, np.intp), np.zeros((0, 2))
    for reach in MEASURED.snap_mm:
        points, seen = _stars_at(image, plane, pitch, shape, reach)
        if len(points) < MEASURED.least_stars * shape[0] * shape[1]:
            return None
        found: tuple[Any, Any] = cv2.findHomography(_steps(shape)[points], seen, cv2.RANSAC, MEASURED.agree_px)
        if found[0] is None:
            return None
        plane, fits = np.asarray(found[0], float), np.asarray(found[1]).ravel() > 0
        points, seen = points[fits], seen[fits]
    return _Laid(plane, points, seen, pitch) if len(points) >= MEASURED.least_stars * shape[0] * shape[1] else None


def _as_outlined(
    laid: Sequence[_Laid], images: Sequence[Image], segments: Sequence[Array], shape: Shape, names: Sequence[str]
) -> tuple[list[_Laid], Array]:
    """The lattices, moved by steps where the edges of their slate say so, and the slates' top left and bottom right
    corner in steps of the lattice, (2, 2).

    Their outline is the outermost straight edges that lie at one place in most pictures: what lies beside a slate does
    not. Raises NotPossible where a picture shows it nowhere.
    """
    seen = [_edges_in_steps(each, one.plane) for each, one in zip(segments, laid, strict=True)]
    inner = np.array([[0, 1 - shape[1]], [shape[0] - 1, 0]], float)
    outline = np.array(
        [
            [_outermost([_shares(one, inner, side, axis) for one in seen], inner, side, axis) for axis in (0, 1)]
            for side in (0, 1)
        ]
    )
    moved = []
    for one, edge, name in zip(laid, seen, names, strict=True):
        ways = {step: _agreement(edge, inner, outline + step) for step in itertools.product(MEASURED.moves, repeat=2)}
        step = max(ways, key=lambda step: ways[step])
        if ways[step] < MEASURED.sides_seen:
            raise _not_made_out(name)
        shift = np.array([[1, 0, step[0]], [0, 1, step[1]], [0, 0, 1]])
        moved.append(msgspec.structs.replace(one, plane=one.plane @ shift))
    places = np.array([_refined(image, one, outline, inner) for image, one in zip(images, moved, strict=True)])
    places[:, np.isnan(places).all(0)] = outline[np.isnan(places).all(0)]
    low = np.nanquantile(places[:, 0], MEASURED.outer, axis=0)
    return moved, np.array([low, np.nanquantile(places[:, 1], 1 - MEASURED.outer, axis=0)])


def _agreement(edge: list[Array], inner: Array, outline: Array) -> float:
    """On how many of the four sides of an outline (steps) edges are seen."""
    sides = itertools.product((0, 1), (0, 1))
    shares = [
        _share_at(edge[axis], outline[[side], axis], inner[:, 1 - axis], MEASURED.agreeing)[0] for side, axis in sides
    ]
    return float(np.minimum(1.0, np.array(shares) / MEASURED.along).sum())


def _share_at(edge: Array, places: Array, along: Array, reach: float) -> Array:
    """(n,) how much of the way `along` (from, to) edges (m, 3) follow within `reach` of each of these places, steps."""
    stations = np.linspace(along[0], along[1], 41)
    near = np.abs(places[:, None] - edge[:, 0]) < reach
    over = (edge[:, 1, None] <= stations) & (stations <= edge[:, 2, None])
    return np.asarray(((near.astype(float) @ over.astype(float)) > 0).mean(1), float)


def _margins(inner: Array, side: int, axis: int) -> Array:
    """Where (steps) a side of the slates may lie, from the lattice outwards."""
    beyond = np.arange(MEASURED.margin[0], MEASURED.margin[1], MEASURED.place_step)
    return np.asarray(inner[side, axis] + (2 * side - 1) * beyond, float)


def _shares(edge: list[Array], inner: Array, side: int, axis: int) -> Array:
    return _share_at(edge[axis], _margins(inner, side, axis), inner[:, 1 - axis], MEASURED.same_place)


def _outermost(shares: Sequence[Array], inner: Array, side: int, axis: int) -> float:
    """Where (steps) one side of the slates lies. Raises NotPossible."""
    shown = (np.array(shares) > MEASURED.along).sum(0)
    sure = np.flatnonzero(shown > MEASURED.in_most * len(shares))
    if not len(sure):
        raise _not_made_out("slates")
    last = sure[sure > sure[-1] - 2 * MEASURED.same_place / MEASURED.place_step]
    return float(np.average(_margins(inner, side, axis)[last], weights=shown[last]))


def _refined(image: Image, laid: _Laid, outline: Array, inner: Array) -> Array:
    """(2, 2) steps: where the sides near `outline` are seen in one picture: where light changes most, and of several
    such places the outermost, as frames are printed near edges; NaN where it does not."""
    found = np.full((2, 2), np.nan)
    for side, axis in itertools.product((0, 1), (0, 1)):
        reach = MEASURED.edge_mm / laid.pitch[axis]
        across = np.linspace(-reach, reach, 61)
        along = np.linspace(inner[0, 1 - axis], inner[1, 1 - axis], 120)
        grid = np.empty((len(along), len(across), 2))
        grid[..., axis], grid[..., 1 - axis] = outline[side, axis] + across, along[:, None]
        at = project(laid.plane, grid.reshape(-1, 2)).astype(np.float32).reshape(*grid.shape)
        light = opencv.linear(np.asarray(cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.uint8))
        change = np.median(np.abs(np.diff(cv2.GaussianBlur(light, (0, 0), 2.0, sigmaY=0.1), axis=1)).sum(2), axis=0)
        tops = np.flatnonzero((change[1:-1] >= change[:-2]) & (change[1:-1] > change[2:])) + 1
        clear = tops[change[tops] > max(MEASURED.edge_clear * np.median(change), MEASURED.edge_share * change.max())]
        if len(clear):
            last = clear[-1] if side else clear[0]
            found[side, axis] = outline[side, axis] + (across[last] + across[last + 1]) / 2
    return found


def _edges_in_steps(segments: Array, plane: Array) -> list[Array]:
    """For upright and for level edges in a picture, (n, 3) in steps: how far from A0, and from where to where."""
    ends = project(np.asarray(np.linalg.inv(plane), float), segments.reshape(-1, 2)).reshape(-1, 2, 2)
    found = []
    for axis in (0, 1):
        across, along = ends[:, :, axis], ends[:, :, 1 - axis]
        straight = np.abs(np.ptp(across, axis=1)) < MEASURED.aslant * np.ptp(along, axis=1)
        found.append(np.column_stack([across.mean(1), along.min(1), along.max(1)])[straight])
    return found


def _stars_at(image: Image, plane: Array, pitch: Array, shape: Shape, reach: float) -> tuple[NDArray[np.intp], Array]:
    """The points of the lattice near which (mm) stars are seen, and where (px)."""
    margin, fine = 0.6, STARS_PX_PER_MM * pitch
    columns, rows = np.rint((np.array(shape) - 1 + 2 * margin) * fine).astype(int).tolist()
    unit = np.array([[1 / fine[0], 0, -margin], [0, 1 / fine[1], -margin - shape[1] + 1], [0, 0, 1]])
    flat = opencv.flattened(image, plane @ unit, (columns, rows))
    small = opencv.zoomed(flat, PX_PER_MM / STARS_PX_PER_MM)
    field = StarField(small, blob_map(small, PX_PER_MM * STAR_MM), np.full(2, 0.5 / STARS_PX_PER_MM), PX_PER_MM)
    places = (_steps(shape) + np.array([margin, margin + shape[1] - 1])) * pitch
    found, height = peaks(field, places, reach)
    seen = np.flatnonzero((height > MEASURED.seen) & (np.linalg.norm(found - places, axis=1) < reach))
    return seen, project(plane @ unit, _middles(flat, small, found[seen] * STARS_PX_PER_MM))


def _middles(flat: Image, small: Image, near: Array) -> Array:
    """(n, 2) px of `flat`: the middles of what is printed near these places; `small` is the same picture at PX_PER_MM.
    The peak of a blob lies up to half a millimetre beside the middle of a star that glows."""
    if not len(near):
        return near
    ground = cv2.resize(cv2.medianBlur(small, MEASURED.ground_px), flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    apart = np.asarray(cv2.absdiff(flat, np.asarray(ground, np.uint8)), np.uint8)
    print_only = opencv.brightest(apart).astype(np.float32)
    half = round(MEASURED.star_reach_mm * STARS_PX_PER_MM)
    offsets = np.stack(np.meshgrid(np.arange(-half, half + 1), np.arange(-half, half + 1)), 2).reshape(-1, 2)
    offsets = offsets[np.linalg.norm(offsets, axis=1) <= half]
    middles = near.copy()
    for _ in range(MEASURED.middle_steps):
        at = (middles[:, None] + offsets).astype(np.float32)
        ink = cv2.remap(print_only, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        ink = np.maximum(ink - MEASURED.star_ink * ink.max(1, keepdims=True), 0) + 1e-3
        middles += (ink[..., None] * offsets).sum(1) / ink.sum(1, keepdims=True)
    return middles


def _lattice_at(image: Image, plane: Array, size: tuple[float, float], shape: Shape) -> tuple[float, Array, Array]:
    """How much more like stars the points of a lattice look than what lies between them on a slate that lies at
    `plane` (3×3, mm -> px), and that lattice's origin and pitch (mm)."""
    grid = Grid((0.0, 0.0), PX_PER_MM, (round(size[0] * PX_PER_MM), round(size[1] * PX_PER_MM)))
    flat = opencv.flattened(image, plane @ grid.to_disc(), grid.size)
    blobs = blob_map(flat, PX_PER_MM * STAR_MM)
    near = np.asarray(cv2.dilate(blobs, np.ones((5, 5), np.uint8)), np.float32)
    tops = np.argwhere((blobs == near) & (blobs > MEASURED.seen))
    strongest = np.argsort(-blobs[tops[:, 0], tops[:, 1]])[: round(MEASURED.blobs * shape[0] * shape[1])]
    stars = tops[strongest][:, ::-1] / PX_PER_MM
    best = (-np.inf, np.zeros(2), np.ones(2))
    if len(stars) < MEASURED.least_stars * shape[0] * shape[1]:
        return best
    ways = [_pitches(stars[:, axis], size[axis], shape[axis]) for axis in (0, 1)]
    for step in itertools.product(*ways):
        pitch, phase = (np.array(part) for part in zip(*step, strict=True))
        places = _steps(shape) * pitch
        room = np.array(size) - pitch * (np.array(shape) - 1) - phase
        for column in range(int(room[0] // pitch[0]) + 1):
            for row in range(int(room[1] // pitch[1]) + 1):
                origin = phase + pitch * [column, row + shape[1] - 1]
                at = _sampled(near, grid, origin + places)
                between = _sampled(near, grid, origin + places + pitch * [0.5, -0.5])
                best = max(best, (float(at.mean() - between.mean()), origin, pitch), key=lambda one: one[0])
    return best


def _sampled(plane: NDArray[np.float32], grid: Grid, places: Array) -> NDArray[np.float32]:
    at = np.rint(grid.to_pixels(places)).astype(int)
    inside = ((at >= 0) & (at < grid.size)).all(1)
    at = np.clip(at, 0, np.array(grid.size) - 1)
    return np.where(inside, plane[at[:, 1], at[:, 0]], np.float32(0))


def _pitches(at: Array, side: float, count: int) -> list[tuple[float, float]]:
    """The likeliest pitches of a lattice by where stars are along an axis (n,) mm, and where its first step lies.

    Half a step would fit as well as a whole one: it is ruled out as the lattice takes up most of a slate.
    """
    low, high = MEASURED.lattice_share
    pitches = np.arange(low * side / (count - 1), high * side / (count - 1), MEASURED.pitch_step_mm)
    waves = np.exp(2j * np.pi * at / pitches[:, None]).sum(1)
    height = np.abs(waves)
    top = np.flatnonzero((height[1:-1] >= height[:-2]) & (height[1:-1] >= height[2:])) + 1
    best = top[np.argsort(-height[top])[: MEASURED.pitches]].tolist()
    return [(float(pitches[k]), float(np.angle(waves[k]) / (2 * np.pi) * pitches[k] % pitches[k])) for k in best]


def _without_bend(
    images: Sequence[Image], laid: Sequence[_Laid], segments: Sequence[list[Array]], shape: Shape
) -> tuple[list[Image], list[_Laid], list[Array]]:
    """Pictures, lattices and edges as without the bend of the camera's lens, which the straight lattices tell."""
    straight, settled, lines = list(images), list(laid), [np.concatenate(each) for each in segments]
    for frame in {image.shape[1::-1] for image in images}:
        camera = opencv.usual_camera(frame)
        group = [k for k, image in enumerate(images) if image.shape[1::-1] == frame]
        lens = min(_LENSES, key=lambda lens: sum(_bent(laid[k], camera, lens, shape) for k in group))
        for k in group:
            straight[k] = np.asarray(cv2.undistort(images[k], camera, lens), np.uint8)
            lines[k] = _undistorted(lines[k].reshape(-1, 2), camera, lens).reshape(-1, 4)
            stars = _undistorted(laid[k].seen, camera, lens)
            plane = opencv.homography(_steps(shape)[laid[k].points], stars)
            if plane is not None:
                settled[k] = _Laid(plane, laid[k].points, stars, laid[k].pitch)
    return straight, settled, lines


_LENSES = [np.array([bend, 0.0, 0.0, 0.0, 0.0]) for bend in np.arange(-0.25, 0.15, 0.0025)]


def _bent(laid: _Laid, camera: Array, lens: Array, shape: Shape) -> float:
    """How far from straight (px², summed over its stars) the lattice is with this lens."""
    stars, steps = _undistorted(laid.seen, camera, lens), _steps(shape)[laid.points]
    plane = opencv.homography(steps, stars)
    return (
        float("inf")
        if plane is None
        else float(np.minimum(((project(plane, steps) - stars) ** 2).sum(1), MEASURED.agree_px).sum())
    )


def _undistorted(points: Array, camera: Array, lens: Array) -> Array:
    return np.asarray(cv2.undistortPoints(points[:, None], camera, lens, P=camera)[:, 0], float)


# What the points are ------------------------------------------------------------------------------------------------


def _points(found: Sequence[Found], planets: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """(slates, points) what the points of each slate are, and those of which that is not sure.

    So many of each slate's are planets, those most like one. What most points surely are teaches how stars and planets
    of this print look, as a table learns its pens.
    """
    kinds, features = (np.concatenate([getattr(one, name) for one in found]) for name in ("kinds", "features"))
    usual = Usual(tuple(features.mean(0).tolist()), tuple((features.std(0) + 1e-6).tolist()))

    def learnt(odds: Array, so: NDArray[np.bool_], sure: NDArray[np.bool_]) -> Array:
        return fitted([Lesson(odds[sure], features[sure], so[sure])], usual).corrected(odds, features, usual)

    def as_planets(odds: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        each = [_likeliest(row, planets, MEASURED.clear) for row in np.split(odds, len(found))]
        return np.concatenate([one for one, _ in each]), np.concatenate([unclear for _, unclear in each])

    first = kinds[:, PLANET] - np.logaddexp(kinds[:, STAR], kinds[:, MISSING])
    planet, unclear = as_planets(first)
    planet, unclear = as_planets(learnt(first, planet, ~unclear))
    star = looks = kinds[:, STAR] - kinds[:, MISSING]
    for _ in range(MEASURED.passes):
        looks = learnt(star, looks > 0, (np.abs(looks) > MEASURED.clear) & ~planet & ~unclear)
    unclear |= ~planet & (np.abs(looks) < MEASURED.clear)
    each = np.where(planet, PLANET, np.where(looks > 0, STAR, MISSING))
    return each.reshape(len(found), -1), unclear.reshape(len(found), -1)


def _likeliest(odds: Array, count: int, clear: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(n,) the `count` likeliest by their log-odds, and those of which it is not sure whether they are: what would take
    their place, or they another's, is less than `clear` away. Of all others twice as many are asked about at most:
    where more are as likely, they look like nothing of the kind, and who asks sees that the count is wrong."""
    if len(odds) <= count:
        return np.ones(len(odds), bool), np.ones(len(odds), bool)
    order = np.argsort(-odds)
    rank = np.argsort(order)
    chosen = rank < count
    least, most = odds[order[count - 1]], odds[order[count]]
    unclear = np.where(chosen, odds - most, least - odds) < clear
    return chosen, unclear & (rank < 3 * count)


def _slate(
    image: Image,
    found: Found,
    board: SlateBoard,
    kinds: NDArray[np.intp],
    unclear: NDArray[np.bool_],
    lines: int,
    name: str,
) -> MeasuredSlate:
    """What is printed on a slate whose points are of these `kinds`, and so many `lines`. Raises NotPossible where a
    lamp hides too much of it."""
    stars, planets, missing = (
        tuple(board.name(k) for k in np.flatnonzero(kinds == kind).tolist()) for kind in (STAR, PLANET, MISSING)
    )
    sky = SlateSky(None, board.columns, board.rows, stars, planets, missing, ())
    glare = glare_on(lattice_area(image, found.pose, board, board.skies[0]))  # whose points are all stars
    if glare.share > TUNING.flooded:
        raise NotPossible(
            "slate.measured_glare", "{name}: a lamp is mirrored in the slate; move it, or the slate", name
        )
    points, half = board.points_xy, np.array([STAR_MM, 0.0])
    blind = glare.blind_along(points - half, points + half) > TUNING.blind_share
    sight = look([(image, found.pose)], board, sky, None, frozenset())
    odds, _ = line_log_odds(sight, np.zeros(len(sight.edges.a), bool), len(points))
    pairs = np.stack([sight.edges.a, sight.edges.b], 1)
    drawn, asked = (pairs[rows] for rows in _likeliest(odds, lines, MEASURED.clear_line))
    return MeasuredSlate(
        kinds,
        unclear | blind,
        tuple((a, b) for a, b in drawn.tolist()),
        tuple((a, b) for a, b in asked.tolist()),
        found.pose.rectify(image, board_grid(board, FOUND_PX_PER_MM)),
        board,
    )


def found_picture(slate: MeasuredSlate, asked: Sequence[str]) -> bytes:
    """A PNG of the slate with its stars, planets and printed lines marked, and what is `asked`, points and lines by
    their names, ringed in red."""
    picture, board = slate.picture.copy(), slate.board
    at = np.rint(board.points_xy * FOUND_PX_PER_MM).astype(int).tolist()
    for row, kind in enumerate(slate.kinds.tolist()):
        if kind != MISSING:
            cv2.circle(picture, at[row], 8 if kind == STAR else 18, (80, 220, 80), 1, cv2.LINE_AA)
    for a, b in slate.lines:
        cv2.line(picture, at[a], at[b], (80, 220, 80), 1, cv2.LINE_AA)
    for name in asked:
        points = [point for end in name.split("-") if (point := board.point(end)) is not None]
        for point in points:
            cv2.circle(picture, at[point], 24, (60, 60, 255), 2, cv2.LINE_AA)
        if points:
            x, y = at[points[0]]
            cv2.putText(picture, name, (x + 16, y - 16), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 255), 2, cv2.LINE_AA)
    return bytes(cv2.imencode(".png", picture)[1])
