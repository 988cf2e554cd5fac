"""Finds a slate in a photograph: its board by markers or outline, its lattice by the printed stars, its way up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible, finding
from vision.ink import markers, opencv
from vision.ink.glare import glare_on
from vision.ink.markers import SURE_MARKERS
from vision.ink.pose import Array, By, Grid, Image, Placed, project, terms
from vision.ink.rectangles import boards, edges
from vision.ink.starfield import SEEN, StarField, blob_map, fit, peaks
from vision.ink.tuning import MARKERS
from vision.slate.grids import inside_picture, lattice_grid
from vision.slate.layout import MISSING, STAR, SlateBoard
from vision.slate.light import GLARE, lattice_area
from vision.slate.points import PX_PER_MM, kind_log_odds, likeness, point_features
from vision.slate.tuning import TUNING
from vision.slate.wayup import alike, whole_board

STAR_MM = 1.7
"""About the radius of a printed star."""
_STIFF = np.array([0.02, 0.02, 0.02, 0.15, 0.15, 0.15])
_AFFINE = np.array([0.02, 0.02, 0.02, 1e6, 1e6, 1e6])

NO_SLATE: Final = finding("slate.none", "no slate in the picture: neither markers nor the board's outline can be seen")


class Found(msgspec.Struct, frozen=True, eq=False):
    """A pose, how its points look (`kinds`, (points, 3), by their `features`, (points, k)), and how much they look like
    each of the board's skies and then of its rivals (`likely`, sums of logarithms); `mirrored`: how much like the
    likeliest of them in a mirror."""

    pose: Placed
    kinds: Array
    likely: Array
    mirrored: float
    firm: bool
    features: NDArray[np.float32]

    @property
    def enough(self) -> bool:
        """Whether this is a slate at all."""
        return self.pose.confidence >= (TUNING.firm_confidence if self.firm else TUNING.rough_confidence)


class _Picture(msgspec.Struct, frozen=True, eq=False):
    image: Image
    grey: Image
    board: SlateBoard
    clean: Image | None

    @property
    def size(self) -> tuple[int, int]:
        """(columns, rows)."""
        return self.grey.shape[1], self.grey.shape[0]


def locate_slate(
    image: Image,
    board: SlateBoard,
    *,
    last: Placed | None = None,
    before: Image | None = None,
    clean: Image | None = None,
) -> Found:
    """Where the slate lies in `image` (uint8, grey or BGR).

    `last`: where it lay in an earlier picture; `before`: a picture of the same slate, perhaps from the same place;
    `clean`: the whole clean slate seen straight on (`wayup.whole_board`), which settles the way up.
    Raises NotPossible with a short reason when no slate is found or its way up cannot be told, BadInput when `image` is
    none.
    """
    picture = _Picture(opencv.checked(image), opencv.grey(image), board, clean)
    best: Found | None = None
    for found in _attempts(picture, last, before):
        needed = TUNING.firm_confidence if found.firm else TUNING.sure_confidence
        if found.pose.confidence >= needed and _sound(picture, found):
            return found
        best = found if best is None or found.pose.confidence > best.pose.confidence else best
    if best is None:
        raise NotPossible.of(NO_SLATE)
    if best.pose.by == "outline" and (
        _mirrored(best) or _printed_backwards(picture, best) or _mirrored_markers(picture)
    ):
        raise NotPossible(
            "slate.mirrored", "the slate is seen in a mirror: turn mirroring off in the camera's settings"
        )
    if not best.enough and best.pose.markers < SURE_MARKERS:
        raise NotPossible.of(NO_SLATE)
    if not best.enough and glare_on(lattice_area(image, best.pose, board, board.skies[0])).share > TUNING.flooded:
        raise NotPossible.of(GLARE)
    if not best.enough:
        raise NotPossible(
            "slate.no_stars",
            "something like the slate is there, but its printed stars cannot be seen where they should be",
        )
    return best


def _sound(picture: _Picture, found: Found) -> bool:
    """Whether nothing speaks against a pose: its points look like this slate, and not like it in a mirror. Where both
    look alike, the markers tell."""
    if found.firm:
        return True
    likely = float(found.likely.max())
    if _printed_backwards(picture, found) or likely <= _unlike(found) or likely < found.mirrored:
        return False
    return likely > found.mirrored or not _mirrored_markers(picture)


def _unlike(found: Found) -> float:
    """What a slate that does not look like its layout reaches (natural logarithm)."""
    return TUNING.unlike * int(np.count_nonzero(~np.isnan(found.pose.seen)))


def _mirrored(found: Found) -> bool:
    """Whether the points look like this slate in a mirror, and not like it as it is."""
    return found.mirrored > max(float(found.likely.max()) + TUNING.clearly, _unlike(found))


def _printed_backwards(picture: _Picture, found: Found) -> bool:
    """Whether a slate that looks like another one is the clean one in a mirror: the stars of some slates are mirror
    images of others', but not all that is printed on them."""
    if picture.clean is None or not found.enough or int(found.likely.argmax()) < len(picture.board.skies):
        return False
    seen = whole_board(picture.grey, found.pose, picture.board)
    return alike(np.ascontiguousarray(seen[:, ::-1]), picture.clean) > alike(seen, picture.clean)


def _mirrored_markers(picture: _Picture) -> bool:
    """Whether the board's markers are there in a mirror."""
    marks = picture.board.markers
    if marks is None:
        return False
    flipped = np.ascontiguousarray(picture.grey[:, ::-1])
    return len(markers.agreeing(markers.find_markers(flipped, marks, constant=MARKERS.constant), marks)) >= SURE_MARKERS


def _attempts(picture: _Picture, last: Placed | None, before: Image | None) -> Iterator[Found]:
    """Poses to judge, the cheapest and likeliest first."""
    if last is not None:
        yield from _unmoved(picture, last)
    if picture.board.markers is not None:
        yield from _by_markers(picture, 1.0, MARKERS.constant)
        yield from _by_markers(picture, 2.0, MARKERS.faint_constant)
    yield from _by_outline(picture, edges.edge_segments(picture.grey))
    yield from _by_outline(picture, edges.coarse_segments(picture.image))
    yield from _by_outline(picture, edges.faint_segments(picture.image))
    if last is not None:
        yield settle(picture, last.plane, "reference", True)
    if before is not None:
        try:
            yield settle(picture, locate_slate(before, picture.board).pose.plane, "reference", True)
        except NotPossible:
            return


def _unmoved(picture: _Picture, last: Placed) -> Iterator[Found]:
    """The slate where it lay before, if it still lies there."""
    found = settle(picture, last.plane, "reference", False)
    corners = picture.board.board_corners
    moved = np.linalg.norm(found.pose.to_image(corners) - last.to_image(corners), axis=1).max() / last.px_per_mm()
    if found.pose.confidence > TUNING.as_sure * last.confidence and moved < TUNING.still_mm:
        yield msgspec.structs.replace(found, firm=True)


def _by_markers(picture: _Picture, zoom: float, constant: float) -> Iterator[Found]:
    board = picture.board
    assert board.markers is not None
    found = markers.find_markers(picture.grey, board.markers, zoom=zoom, constant=constant)
    group = markers.agreeing(found, board.markers)
    plane = markers.plane_of(group, board, picture.size)
    if plane is not None:
        settled = settle(picture, plane, "markers", len(group) < 4)
        settled = msgspec.structs.replace(settled, pose=msgspec.structs.replace(settled.pose, markers=len(group)))
        sure = len(group) == 2 and settled.pose.confidence >= TUNING.sure_confidence
        yield msgspec.structs.replace(settled, firm=len(group) >= 3 or sure)


def _by_outline(picture: _Picture, segments: Array) -> Iterator[Found]:
    quads = boards.board_quads(segments, picture.size, picture.board)
    planes = [plane for quad in quads if (plane := opencv.homography(picture.board.board_corners, quad)) is not None]
    looks = sorted(((_first_look(picture, plane), k) for k, plane in enumerate(planes)), reverse=True)
    likely = [planes[k] for look, k in looks[: TUNING.max_outlines] if look > TUNING.min_look]
    tries = [settle(picture, plane, "outline", True) for plane in likely]
    if tries:
        yield upright(picture, tries + _slipped(picture, max(tries, key=lambda found: found.likely.max())))


def _slipped(picture: _Picture, found: Found) -> list[Found]:
    """The pose moved by a row or a column each way: on a lattice it may look right a step off."""
    board, moved = picture.board, []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        shift = np.eye(3)
        shift[:2, 2] = board.pitch * [dx, dy]
        moved.append(settle(picture, found.pose.plane @ shift, found.pose.by, True))
    return moved


def upright(picture: _Picture, tries: list[Found]) -> Found:
    """The pose that looks most like the slate; without confidence where another way up looks as much like it. A slate
    in a mirror is laid as it then looks most like itself."""
    scores = [float(found.likely.max()) for found in tries]
    if picture.clean is not None:
        seen = (whole_board(picture.grey, found.pose, picture.board) for found in tries)
        scores = [
            score + TUNING.whole_print * alike(one, picture.clean) for score, one in zip(scores, seen, strict=True)
        ]
    order: list[int] = np.argsort(scores)[::-1].tolist()
    best, glass = tries[order[0]], max(tries, key=lambda found: found.mirrored)
    if _mirrored(glass) and glass.mirrored > float(best.likely.max()) + TUNING.clearly:
        return glass
    for k in order[1:]:
        if _turned(best.pose, tries[k].pose) and scores[k] > scores[order[0]] - TUNING.clearly:
            return msgspec.structs.replace(best, pose=msgspec.structs.replace(best.pose, confidence=0.0))
    return best


def _turned(one: Placed, other: Placed) -> bool:
    """Whether two poses show the same place another way up."""
    first, second = one.corners[1] - one.corners[0], other.corners[1] - other.corners[0]
    return float(first @ second) < 0.5 * float(np.linalg.norm(first) * np.linalg.norm(second))


def _flat(image: Image, board: SlateBoard, plane: Array, scale: float) -> tuple[Image, StarField]:
    grid = lattice_grid(board, scale)
    flat = opencv.flattened(image, plane @ grid.to_disc(), grid.size)
    return flat, StarField(flat, blob_map(flat, scale * STAR_MM), np.array(grid.origin), scale)


def _first_look(picture: _Picture, plane: Array) -> float:
    """How much more like blobs the stars' places are than what lies between them, when the slate lies at `plane`."""
    board = picture.board
    _, field = _flat(picture.image, board, plane, 1.0)
    near = cv2.dilate(field.blobs, np.ones((5, 5), np.uint8))
    kinds = board.kinds(board.skies[0])
    at = np.rint(board.points_xy - field.origin).astype(int)
    between = np.rint(board.points_xy[kinds == STAR] + board.pitch * [0.5, -0.5] - field.origin).astype(int)
    between = np.clip(between, 0, np.array(near.shape[::-1]) - 1)
    stars = at[kinds == STAR]
    return float(near[stars[:, 1], stars[:, 0]].mean() - near[between[:, 1], between[:, 0]].mean())


def snapped(field: StarField, board: SlateBoard, reaches: tuple[float, ...]) -> tuple[Array, Array, Array, Array]:
    """The printed stars of the first sky as found: model (6, 2), shift (n, 2) mm, error (n,) mm, height (n,)."""
    stars = board.points_xy[_likely_stars(board)]
    design = terms(stars - board.centre, board.radius)
    model = np.zeros((6, 2))
    shift: Array = np.zeros_like(stars)
    height = np.zeros(len(stars))
    for step, reach in enumerate(reaches):
        found, peak = peaks(field, stars + design @ model, reach)
        shift, height = found - stars, peak.astype(float)
        model = fit(design, shift, height**2, _STIFF if step else _AFFINE)
    return model, shift, np.linalg.norm(shift - design @ model, axis=1), height


def _likely_stars(board: SlateBoard) -> NDArray[np.intp]:
    """The points that are stars in most of the skies."""
    votes = sum((board.kinds(sky) == STAR).astype(int) for sky in board.skies)
    return np.flatnonzero(np.asarray(votes) * 2 > len(board.skies))


def settle(picture: _Picture, plane: Array, by: By, rough: bool) -> Found:
    """The pose of a slate that lies near `plane` (3×3, board mm -> px), and how its points look there."""
    return _judged(picture, *place(picture.image, picture.board, plane, by, rough))


def settled(image: Image, board: SlateBoard, plane: Array) -> Found:
    """How the points of a slate look that lies near `plane`."""
    return settle(_Picture(image, opencv.grey(image), board, None), plane, "outline", True)


def place(image: Image, board: SlateBoard, plane: Array, by: By, rough: bool) -> tuple[Placed, Image, StarField]:
    """The pose near `plane`, not judged yet, and the lattice as seen in it; a rough plane is mended by the stars."""
    if rough:
        for reaches in (TUNING.rough_steps_mm, TUNING.fine_steps_mm):
            _, field = _flat(image, board, plane, PX_PER_MM)
            _, shift, error, height = snapped(field, board, reaches)
            plane = _mended(plane, board, shift, (height > SEEN) & (error < TUNING.sure_mm))
    flat, field = _flat(image, board, plane, PX_PER_MM)
    pose = Placed(
        by=by,
        confidence=0.0,
        corners=project(plane, board.board_corners),
        plane=plane,
        residual=snapped(field, board, TUNING.fine_steps_mm)[0],
        middle=board.centre,
        scale=board.radius,
        seen=np.zeros(0),
    )
    return pose, flat, field


def _mended(plane: Array, board: SlateBoard, shift: Array, sure: NDArray[np.bool_]) -> Array:
    if sure.sum() < TUNING.min_stars:
        return plane
    stars = board.points_xy[_likely_stars(board)][sure]
    mended = opencv.homography(stars, project(plane, stars + shift[sure]))
    return plane if mended is None else mended


def _judged(picture: _Picture, pose: Placed, flat: Image, field: StarField) -> Found:
    """The pose with its confidence: how many of the points, and of the places between them, look as they should."""
    board = picture.board
    grid = Grid((float(field.origin[0]), float(field.origin[1])), field.scale, (flat.shape[1], flat.shape[0]))
    points, places = board.points_xy, looked_at(board)
    features = point_features(flat, field.blobs, grid, adjusted(pose, places))
    kinds = kind_log_odds(features)
    shown = inside_picture(pose.to_image(places), picture.size)
    own, off = kinds[: len(points)], kinds[len(points) :]
    skies = (*board.skies, *board.rivals)
    likely = np.array([likeness(own, board.kinds(sky), shown[: len(points)]) for sky in skies])
    truth = board.kinds(skies[int(likely.argmax())])
    flipped = max(likeness(own, kind, shown[: len(points)]) for kind in _mirrored_kinds(board))
    star = own[:, STAR] > own[:, MISSING]
    stars = shown[: len(points)] & (truth == STAR)
    hit = float(star[stars].mean()) if stars.any() else 0.0
    clear = off[shown[len(points) :]]
    miss = float((clear[:, STAR] > clear[:, MISSING]).mean()) if len(clear) else 1.0
    seen = np.where(shown[: len(points)], np.exp(own[:, STAR]), np.nan)
    return Found(
        msgspec.structs.replace(pose, confidence=round(max(0.0, hit - miss), 3), seen=seen),
        own,
        likely,
        flipped,
        False,
        features[: len(points)],
    )


def _mirrored_kinds(board: SlateBoard) -> list[NDArray[np.intp]]:
    """What the points of each of the board's skies are when it is seen in a mirror, upright or upside down."""
    kinds = [board.kinds(sky).reshape(board.rows, -1) for sky in (*board.skies, *board.rivals)]
    return [flipped.ravel() for kind in kinds for flipped in (kind[:, ::-1], kind[::-1])]


def looked_at(board: SlateBoard) -> Array:
    """(n, 2) board mm: the points of the lattice, then the middles of its cells, where nothing should be."""
    between = board.points_xy + board.pitch * [0.5, -0.5]
    return np.concatenate([board.points_xy, between[np.arange(len(between)) % board.columns < board.columns - 1]])


def adjusted(pose: Placed, places: Array) -> Array:
    """(n, 2) mm: where things printed at `places` (board mm) are seen when the picture is flattened by the plane."""
    return np.asarray(places + terms(places - pose.middle, pose.scale) @ pose.residual)
