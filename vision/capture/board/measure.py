"""Measures a board from photographs of it at stops I and II: size, disc, window, step, markers, 3-point stars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import msgspec
import numpy as np

from engines.errors import NotPossible
from vision.capture.board.inboard import Over, camera_over
from vision.capture.board.sides import Sides, agreed, find_sides, fitted
from vision.capture.board.together import Face, same_spots, settled
from vision.capture.board.window import Framed, Opening, window_outline
from vision.capture.disc.gather import crests, spottiness, unlike
from vision.capture.disc.starmap import StarMap
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.diagnosis import MIRRORED, is_mirrored
from vision.ink.markers import measured_markers
from vision.ink.pose import Array, Floats, Image

DICTIONARY = "DICT_4X4_50"
FACE_SCALE = 4.0
"""Pixels a millimetre of the face seen straight on."""
_RIM = 12  # px along the face's edge in which nothing is compared
_THREE, _MARKERS = 7, 4
_GAP = 17  # px between the parts of one thing; odd, as an even one moves what it closes
_PATCH = 5.0  # mm around a 3-point star that must look alike


class FoundMarkers(msgspec.Struct, frozen=True):
    """Markers on the board's face: side in mm, and id -> top left corner as printed (board mm)."""

    size: float
    at: dict[str, tuple[float, float]]


class FoundBoard(msgspec.Struct, frozen=True, eq=False):
    """A board: mm of its face from the top left; `rotation_deg`: how the star map must be turned to lie as at stop I.

    `disagreement`: mm by which the photographs disagree about the board's size.
    """

    width: float
    height: float
    centre: tuple[float, float]
    window: Array
    rotation_deg: float
    step_deg: float
    markers: FoundMarkers | None
    three_point_stars: Array | None
    disagreement: float
    picture: Image
    """The face at stop I, straight on, `FACE_SCALE` px/mm from the board's top left corner."""


def measure_board(
    images: Sequence[Image],
    found: StarMap,
    depth: float,
    step_deg: float,
    quarters: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> FoundBoard:
    """The board shown by `images` at stops I and II (BGR); raises NotPossible.

    `depth`: mm from the board's face down to the disc; `step_deg`: how far it turns from stop to stop, either way;
    `quarters`: quarter turns clockwise from the side taken for the top to the one that is.
    """
    seen, framed = _found(images, found, depth, tell)
    framed, disagreement = _settled(seen, _alike_upright(framed, depth, quarters), found.disc.radius, depth)
    sides, other = (f.sides for f in framed)
    step = (sides.turn_deg - other.turn_deg + 180) % 360 - 180
    _must_agree(disagreement, step, step_deg)
    width, height = sides.left + sides.right, sides.top + sides.bottom
    centre = (sides.left, sides.top)
    opening = window_outline(framed, found, depth)
    _must_show(opening)
    window = opening.outline + centre
    flat = face_picture(framed[0], depth)
    marks = _markers(framed, depth)
    _tell_of(opening, marks, tell)
    return FoundBoard(
        width=width,
        height=height,
        centre=centre,
        window=window,
        rotation_deg=float(-sides.turn_deg % 360),
        step_deg=step,
        markers=marks,
        three_point_stars=_three_point_stars(flat, window, marks),
        disagreement=disagreement,
        picture=flat,
    )


def _found(
    images: Sequence[Image], found: StarMap, depth: float, tell: Callable[[str], None]
) -> tuple[list[Over], list[Framed]]:
    """The camera over the disc, and the sides of the board, of each photograph. Raises NotPossible."""
    seen, framed = [], []
    for name, image in zip(("board photograph at I", "board photograph at II"), images, strict=True):
        if is_mirrored(opencv.checked(image), DICTIONARY):
            raise NotPossible(
                "capture.mirrored", "{name}: {mirrored}, and photograph disc, board and tiles again", name, MIRRORED
            )
        over = camera_over(image, found, name, found.disc.cameras)
        quads = list(measured_markers(image, DICTIONARY).values())
        sides = find_sides(image, over.camera, found.disc.radius, depth, name, quads)
        seen.append(over)
        framed.append(Framed(image, over.camera, sides))
        tell(f"{name}: disc and board found")
    return seen, framed


def _tell_of(opening: Opening, marks: FoundMarkers | None, tell: Callable[[str], None]) -> None:
    """Tells where the window's edge is to be looked over, and what was measured."""
    for start, end in opening.unclear:
        tell(
            f"the window's edge is not clear in both photographs from {start:.0f} to {end:.0f} degrees (clockwise "
            "from the right of the disc's middle): compare it with board_found.png, and photograph it again where it "
            "is wrong"
        )
    tell("window and markers measured" if marks else "window measured; the board's four markers were not all seen")


def _must_show(opening: Opening) -> None:
    """Raises NotPossible where too little of the window's edge is seen to go on."""
    hidden = sum((end - start) % 360 for start, end in opening.unclear)
    if hidden > TUNING.hidden_deg:
        raise NotPossible(
            "capture.edge_hidden",
            "the window's edge is not clear in both photographs from {stretches} degrees (clockwise from the right of "
            "the disc's middle); photograph the board again at both stops, without lamps mirrored there",
            ", ".join(f"{start:.0f} to {end:.0f}" for start, end in opening.unclear),
        )


def _must_agree(disagreement: float, turned_deg: float, step_deg: float) -> None:
    """Raises NotPossible where both photographs cannot be of one board at two neighbouring stops."""
    if disagreement > TUNING.disagreed_mm:
        raise NotPossible(
            "capture.sizes_differ",
            "the two photographs of the board disagree by {disagreement:.1f} mm about its size; lay it on a "
            "plain ground of another colour, all of it in the picture, and photograph it again",
            disagreement,
        )
    if abs(abs(turned_deg) - step_deg) > TUNING.off_step_deg:
        raise NotPossible(
            "capture.not_turned",
            "the disc is turned by {turned:.0f} degrees between the photographs of the board, expected "
            "{expected:.0f}: photograph it at stop I and then at stop II",
            abs(turned_deg),
            step_deg,
        )


def _settled(seen: Sequence[Over], framed: Sequence[Framed], radius: float, depth: float) -> tuple[list[Framed], float]:
    """The cameras brought to agree about what both see of the face, and the sides by them, the same in both.

    And mm by which the photographs still disagree about the board's size.
    """
    pictures = [face_picture(f, depth) for f in framed]
    size = np.min([p.shape[:2] for p in pictures], 0)
    outside = np.zeros(size, np.uint8)
    outside[_RIM:-_RIM, _RIM:-_RIM] = 255
    middle = (round(framed[0].sides.left * FACE_SCALE), round(framed[0].sides.top * FACE_SCALE))
    cv2.circle(outside, middle, round((radius + TUNING.beside_disc_mm) * FACE_SCALE), 0, -1)
    first_face, second_face = (np.ascontiguousarray(p[: size[0], : size[1]]) for p in pictures)
    spots = same_spots(first_face, second_face, outside)
    quads = _in_both([measured_markers(f.image, DICTIONARY) for f in framed])
    faces = [
        Face(quads[k], f.camera.to_image(f.sides.to_disc_frame((px + 0.5) / FACE_SCALE), -depth))
        for k, (f, px) in enumerate(zip(framed, spots, strict=True))
    ]
    one, other = (f.sides for f in framed)
    first, second, turn = settled(seen, faces, other.turn_deg - one.turn_deg, depth)
    sides = [fitted(f.image, c, f.sides, depth) for f, c in zip(framed, (first, second), strict=True)]
    upright = [sides[0].turn_deg, sides[1].turn_deg - turn]
    level = upright[0] + ((upright[1] - upright[0] + 180) % 360 - 180) / 2
    same = agreed(sides)
    both = [
        Framed(f.image, camera, msgspec.structs.replace(same, turn_deg=angle % 360))
        for f, camera, angle in zip(framed, (first, second), (level, level + turn), strict=True)
    ]
    one, other = sides
    across, along = one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom
    return both, max(abs(across), abs(along))


def _alike_upright(framed: Sequence[Framed], depth: float, quarters: int) -> list[Framed]:
    """Both photographs with the same side for the top; by the markers where there are some, else by the sides."""
    upright = []
    for f in framed:
        turn = _turn_by_markers(f, depth)
        upright.append(Framed(f.image, f.camera, f.sides.turned((turn or 0) + quarters)))
    return upright


def _quads(framed: Framed, depth: float) -> dict[int, Array]:
    """Marker id -> (4, 2) board mm of its corners, clockwise from its top left as printed."""
    return {
        number: framed.sides.to_board(framed.camera.to_disc(quad, -depth))
        for number, quad in measured_markers(framed.image, DICTIONARY).items()
    }


def _turn_by_markers(framed: Framed, depth: float) -> int | None:
    """Quarter turns clockwise to the side on which the markers stand upright; None without markers."""
    turns = []
    for quad in _quads(framed, depth).values():
        way = quad[1] - quad[0]
        turns.append(round(float(np.degrees(np.arctan2(way[1], way[0]))) / 90) % 4)
    return max(set(turns), key=turns.count) if turns else None


def _in_both(seen: Sequence[dict[int, Array]]) -> list[dict[int, Array]]:
    """The markers without those that only one photograph shows, where there are more than a board has."""
    shared = set(seen[0]) & set(seen[1])
    if len(set(seen[0]) | set(seen[1])) <= _MARKERS:
        return list(seen)
    return [{number: quads[number] for number in shared} for quads in seen]


def _markers(framed: Sequence[Framed], depth: float) -> FoundMarkers | None:
    """The markers, measured in both photographs; only a board's four say something."""
    seen = _in_both([_quads(f, depth) for f in framed])
    ids = sorted(set(seen[0]) | set(seen[1]))
    if len(ids) != _MARKERS:
        return None
    quads = [np.mean([s[number] for s in seen if number in s], 0) for number in ids]
    size = float(np.mean([np.linalg.norm(np.roll(q, -1, 0) - q, axis=1).mean() for q in quads]))
    corner = np.array([[-0.5, -0.5]]) * size
    return FoundMarkers(
        round(size, 2),
        {str(n): (*np.round(q.mean(0) + corner[0], 2).tolist(),) for n, q in zip(ids, quads, strict=True)},
    )


def face_picture(framed: Framed, depth: float) -> Image:
    """The board's face straight on, `FACE_SCALE` px/mm."""
    sides: Sides = framed.sides
    size = (round((sides.left + sides.right) * FACE_SCALE), round((sides.top + sides.bottom) * FACE_SCALE))
    step = 8
    nx, ny = -(-size[0] // step) + 1, -(-size[1] // step) + 1
    u, v = np.meshgrid(np.arange(nx) * step, np.arange(ny) * step)
    board = np.asarray((np.stack([u.ravel(), v.ravel()], 1) + 0.5) / FACE_SCALE, float)
    px = framed.camera.to_image(sides.to_disc_frame(board), -depth).reshape(ny, nx, 2).astype(np.float32)
    return opencv.remap(framed.image, opencv.upsample_map(px, step, *size))


def _three_point_stars(flat: Image, window: Array, marks: FoundMarkers | None) -> Array | None:
    """(7, 2) board mm of seven things outside the window that look alike, in reading order, if there are any."""
    whole = cv2.morphologyEx(unlike(flat, FACE_SCALE), cv2.MORPH_CLOSE, np.ones((_GAP, _GAP), np.uint8))
    places, _ = crests(
        spottiness(np.asarray(whole, np.float32), FACE_SCALE, 2.4), round(2.5 * FACE_SCALE), TUNING.min_thing
    )
    board = (places + 0.5) / FACE_SCALE
    outline = window.astype(np.float32).reshape(-1, 1, 2)
    free = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) < -TUNING.off_window_mm for x, y in board]
    free = [f and not _on_marker(xy, marks) for f, xy in zip(free, board, strict=True)]
    spots = places[np.array(free, bool)] if len(places) else places
    patches = [_patch(flat, spot) for spot in spots]
    rows = [k for k, patch in enumerate(patches) if patch is not None]
    if len(rows) < _THREE:
        return None
    stacked = np.stack([patch for patch in patches if patch is not None])
    group = _alike_group(stacked @ stacked.T, (spots[rows] + 0.5) / FACE_SCALE)
    if group is None:
        return None
    found = (_middles(unlike(flat, FACE_SCALE), spots[rows][group]) + 0.5) / FACE_SCALE
    order = np.lexsort((found[:, 0], np.round(found[:, 1] / TUNING.row_mm)))
    return np.asarray(found[order])


def _middles(field: Floats, spots: Array) -> Array:
    """The spots (px) moved, all alike, to the middle of what is printed there: a star's notches are not filled."""
    reach = round(_PATCH * FACE_SCALE)
    across = np.arange(-reach, reach + 1)
    moves = []
    for x, y in spots:
        ink = cv2.getRectSubPix(field, (2 * reach + 1, 2 * reach + 1), (float(x), float(y))).astype(float)
        ink = np.where(ink > TUNING.thing_ink * float(np.percentile(ink, 95)), ink, 0.0)
        moves.append([(ink.sum(0) * across).sum() / ink.sum(), (ink.sum(1) * across).sum() / ink.sum()])
    return np.asarray(spots + np.median(moves, 0))


def _on_marker(xy: Array, marks: FoundMarkers | None) -> bool:
    if marks is None:
        return False
    off, far = TUNING.off_marker_mm, marks.size + TUNING.off_marker_mm
    return any(-off <= xy[0] - x <= far and -off <= xy[1] - y <= far for x, y in marks.at.values())


def _patch(flat: Image, spot: Array) -> Floats | None:
    """What is around a spot, its mean taken out, of unit energy."""
    half = round(_PATCH * FACE_SCALE)
    if (spot < half).any() or (spot + half >= flat.shape[1::-1]).any():
        return None
    around = cv2.getRectSubPix(flat, (2 * half + 1, 2 * half + 1), (float(spot[0]), float(spot[1])))
    patch = np.asarray(cv2.resize(around, (21, 21), interpolation=cv2.INTER_AREA).reshape(-1, 3), np.float32)
    patch -= patch.mean(0)
    return np.asarray((patch / max(float(np.linalg.norm(patch)), 1.0)).ravel(), np.float32)


def _alike_group(likeness: Floats, places: Array) -> list[int] | None:
    """Seven that look alike, each some way from the others."""
    for least in TUNING.things_alike:
        groups = {tuple(np.flatnonzero(row > least).tolist()) for row in likeness}
        for group in sorted(groups, key=lambda g: abs(len(g) - _THREE)):
            apart = np.linalg.norm(places[list(group)][:, None] - places[list(group)][None], axis=2)
            if len(group) == _THREE and (apart + 99 * np.eye(len(group))).min() > TUNING.things_apart_mm:
                return list(group)
    return None
