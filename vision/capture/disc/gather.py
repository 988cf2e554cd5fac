"""Puts several photographs of one bare disc together into one picture of it, seen straight on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import msgspec
import numpy as np

from engines.errors import BadInput, NotPossible
from vision.capture.camera import Camera, Sight, settle, two_poses
from vision.capture.pictures import sturdy_homography
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Floats, Image, Indices, project
from vision.ink.rims import find_rim
from vision.ink.starfield import vertex
from vision.ink.tuning import RIMS

ROUGH = 3.0
"""Pixels a millimetre at which photographs are compared with each other."""
FINE = 6.0
"""Pixels a millimetre of the picture put together."""
SPOT = 1.1  # mm, how large a spot is looked for


class Straight(msgspec.Struct, frozen=True, eq=False):
    """A disc seen straight on: `picture` (rows, columns, 3) BGR with the disc's centre in its middle, `scale` px/mm.

    `radius` mm; `cameras`: one for each photograph that was used, in order.
    """

    picture: Image
    scale: float
    radius: float
    cameras: tuple[Camera, ...]
    spread: float
    """mm by which the same spot usually lies elsewhere in another photograph (NaN for a single photograph)."""

    def to_pixels(self, xy: Array) -> Array:
        """(n, 2) disc mm -> (n, 2) px of the picture."""
        return np.asarray(xy * self.scale + (self.picture.shape[0] - 1) / 2)

    def to_mm(self, pixels: Array) -> Array:
        """(n, 2) px of the picture -> (n, 2) disc mm."""
        return np.asarray((pixels - (self.picture.shape[0] - 1) / 2) / self.scale)


def gather(images: Sequence[Image], radius: float, tell: Callable[[str], None] = lambda _: None) -> Straight:
    """One straight picture of the disc of `radius` mm that the `images` (BGR) show.

    One that shows no disc, or another one, is named and left out as long as two remain; else NotPossible.
    """
    if not images:
        raise BadInput("capture.no_bare_disc", "pack capture: no photograph of the bare disc")
    found = rims(images, tell)
    taken, edges = list(found), list(found.values())
    images = [images[number - 1] for number in taken]
    sizes = [(image.shape[1], image.shape[0]) for image in images]
    kept, cameras, laid = _aligned(images, [two_poses(s, e, radius) for s, e in zip(sizes, edges, strict=True)], radius)
    _said_who_disagrees(kept, taken, tell)
    images, sizes, edges = [images[k] for k in kept], [sizes[k] for k in kept], [edges[k] for k in kept]
    spread = float("nan")
    for reach in TUNING.same_spot_mm:
        flats = [straightened(i, c, radius, ROUGH) for i, c in zip(images, cameras, strict=True)]
        spots = [_spots(flat, ROUGH) for flat in flats]
        numbers = _tracks([project(plane, s) for plane, s in zip(laid, spots, strict=True)], reach)
        laid = [np.eye(3)] * len(images)
        polaris = [_symmetry_centre(flat) for flat in flats]
        sights = [
            Sight(s, e, c.to_image(np.vstack([p, m])), np.append(n + 1, 0), _middle_mm(alike, len(images)))
            for s, e, c, p, n, (m, alike) in zip(sizes, edges, cameras, spots, numbers, polaris, strict=True)
        ]
        cameras = settle(cameras, sights, radius)
        spread = _spread(cameras, sights)
    tell(f"{len(images)} photographs agree to {spread:.2f} mm" if len(images) > 1 else "one photograph of the disc")
    return Straight(_composed(images, cameras, radius), FINE, radius, tuple(cameras), spread)


def _edge_in(image: Image, name: str) -> Array:
    """(n, 2) px on the edge of the disc in the picture. Raises NotPossible."""
    rim = find_rim(image)
    if rim is None:
        raise NotPossible(
            "capture.no_whole_disc",
            "{name}: no whole disc in the picture; lay it on a ground of another colour, all of its edge in view",
            name,
        )
    if len(rim.edge) < RIMS.min_edge:
        raise NotPossible(
            "capture.rim_unclear",
            "{name}: the disc's edge is too blurred or covered; photograph it on a plain ground",
            name,
        )
    return rim.edge


def rims(images: Sequence[Image], tell: Callable[[str], None]) -> dict[int, Array]:
    """The disc's edge, (n, 2) px, in each photograph by its number from 1.

    One without an edge is named and left out as long as two others show one; else NotPossible.
    """
    edges: dict[int, Array] = {}
    faults: dict[int, NotPossible] = {}
    for number, image in enumerate(images, 1):
        try:
            edges[number] = _edge_in(opencv.checked(image), f"disc photograph {number}")
        except NotPossible as none:
            faults[number] = none
        else:
            tell(f"disc photograph {number} of {len(images)}: edge found")
    if faults and len(edges) < 2:
        first = next(iter(faults.values())).finding
        alike = [str(number) for number, fault in faults.items() if fault.code == first.code]
        words = f"disc photograph{'s' * (len(alike) > 1)} {', '.join(alike)}"
        raise NotPossible.of(msgspec.structs.replace(first, params={"name": words}))
    for fault in faults.values():
        tell(f"left out: {fault}")
    return edges


def _said_who_disagrees(kept: Sequence[int], numbers: Sequence[int], tell: Callable[[str], None]) -> None:
    """Tells which of the photographs of these `numbers` do not show the disc as the others do, of which only the
    places `kept` are used; NotPossible where no two agree."""
    if len(kept) == len(numbers):
        return
    if len(kept) < 2:
        raise NotPossible(
            "capture.discs_differ",
            "the {n} photographs of the disc do not show it alike; take them again from above, of the same "
            "disc, without lamps mirrored in it",
            len(numbers),
        )
    others = ", ".join(str(number) for k, number in enumerate(numbers) if k not in kept)
    tell(f"left out, as it does not show the disc as the others do: disc photograph {others}")


def straightened(image: Image, camera: Camera, radius: float, scale: float) -> Image:
    """The photograph as seen straight on."""
    side = 2 * round(radius * scale) + 1
    step = 8
    coarse = np.arange(-(-side // step) + 1) * step
    u, v = np.meshgrid(coarse, coarse)
    disc = np.asarray((np.stack([u.ravel(), v.ravel()], 1) - (side - 1) / 2) / scale, float)
    places = camera.to_image(disc).reshape(len(coarse), len(coarse), 2).astype(np.float32)
    ratio = _reduction(camera, scale)
    source = opencv.zoomed(image, ratio) if ratio < 1 else image
    at = opencv.upsample_map((places + 0.5) * np.float32(ratio) - np.float32(0.5), step, side, side)
    return opencv.remap(source, at)


def _reduction(camera: Camera, scale: float) -> float:
    """How much smaller the photograph may be made before it is sampled at `scale` px/mm."""
    a, b = camera.to_image(np.array([[-10.0, 0.0], [10.0, 0.0]]))
    return min(1.0, 1.5 * scale / (float(np.linalg.norm(b - a)) / 20))


# Which way round ----------------------------------------------------------------------------------------------------


def _aligned(
    images: Sequence[Image], choices: Sequence[Sequence[Camera]], radius: float
) -> tuple[list[int], list[Camera], list[Array]]:
    """One of its two poses for each photograph that shows the disc as others do, all turned as the first of them.

    The photographs' indices, their cameras, and for each a plane (3×3, disc mm -> disc mm) that brings its spots
    nearer to those of one of them. All are judged from the photograph, and its pose, with which most agree.
    """
    looks = [[_look(image, pose, radius) for pose in poses] for image, poses in zip(images, choices, strict=True)]
    if len(images) == 1:
        return [0], [max(looks[0], key=lambda look: look.middle).camera], [np.eye(3)]
    best: tuple[float, list[_Fit]] = (-1.0, [])
    for one, poses in enumerate(looks):
        for look in poses:
            own = _Fit(1.0, look.camera, np.eye(3), 0.0)
            fits = [own if k == one else _best_fit(look, other) for k, other in enumerate(looks)]
            best = max(best, (sum(fit.score for fit in fits), fits), key=lambda b: b[0])
    kept = [k for k, fit in enumerate(best[1]) if fit.score >= TUNING.agreed]
    fits = [best[1][k] for k in kept]
    first = fits[0].turn
    spin = np.eye(3)
    spin[:2, :2] = rotation_matrix(first)
    return kept, [f.camera.turned(first) for f in fits], [spin.T @ f.plane @ spin for f in fits]


def _best_fit(reference: _Look, looks: Sequence[_Look]) -> _Fit:
    return max((_fit(reference, look) for look in looks), key=lambda fit: fit.score)


class _Fit(msgspec.Struct, frozen=True, eq=False):
    """A photograph laid over another: how well, its camera so turned, and what still lies between them.

    `turn`: degrees by which it was turned.
    """

    score: float
    camera: Camera
    plane: Array
    turn: float


class _Look(msgspec.Struct, frozen=True, eq=False):
    """A photograph at one of its poses: the disc unrolled, its spots (disc mm), and how strong the middle one is."""

    camera: Camera
    unrolled: Floats
    spots: Array
    middle: float


def _look(image: Image, pose: Camera, radius: float) -> _Look:
    flat = straightened(image, pose, radius, ROUGH)
    return _Look(pose, _unrolled(flat, radius), _spots(flat, ROUGH), _middle_spot(flat))


def _fit(reference: _Look, look: _Look) -> _Fit:
    """How well a look fits the reference at the best of its turns."""
    spectrum = np.fft.rfft(reference.unrolled, axis=0) * np.conj(np.fft.rfft(look.unrolled, axis=0))
    likeness = np.fft.irfft(spectrum.sum((1, 2)), n=_ANGLES)
    best = _Fit(-1.0, look.camera, np.eye(3), 0.0)
    for _ in range(TUNING.turns):
        at = int(likeness.argmax())
        turn = at * 360 / _ANGLES
        share, plane = _met(reference.spots, look.spots @ rotation_matrix(turn).T)
        score = 0.5 * float(likeness[at]) + share
        best = max(best, _Fit(score, look.camera.turned(-turn), plane, turn), key=lambda fit: fit.score)
        likeness[(at + np.arange(-6, 7)) % _ANGLES] = -1
    return best


def _met(one: Array, other: Array) -> tuple[float, Array]:
    """The share of spots that have one of the other's beside them, and the plane by which the other is laid so."""
    share, whole, moved = 0.0, np.eye(3), other
    for reach, least in TUNING.met_mm:
        apart = np.linalg.norm(one[:, None] - moved[None], axis=2)
        near = apart.argmin(1)
        rows = np.flatnonzero((apart.argmin(0)[near] == np.arange(len(one))) & (apart.min(1) < reach))
        if len(rows) < TUNING.min_met:
            return 0.0, np.eye(3)
        plane, inside = sturdy_homography(moved[near[rows]], one[rows], least, TUNING.plane_tries)
        if plane is None:
            return 0.0, np.eye(3)
        share = float(inside.sum()) / max(1, min(len(one), len(other)))
        moved, whole = project(plane, moved), plane @ whole
    return share, whole


_ANGLES = 720


def _unrolled(flat: Image, radius: float) -> Floats:
    """(angles, distances, 3): the disc around its centre, slow changes of light taken out, of unit energy."""
    angle = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    away = np.arange(0.12, 0.97, 0.012) * radius
    half = (flat.shape[0] - 1) / 2
    at = np.stack([np.outer(way(angle), away) * ROUGH + half for way in (np.cos, np.sin)], 2).astype(np.float32)
    rolled = opencv.remap(np.asarray(cv2.GaussianBlur(flat, (0, 0), 2.0), np.uint8), at).astype(np.float32)
    wrapped = np.concatenate([rolled[-60:], rolled, rolled[:60]])
    apart = wrapped - cv2.blur(wrapped, (9, 41))
    even = (apart / (cv2.blur(np.abs(apart), (9, 41)) + 4))[60:-60]
    detail = np.clip(even, -3, 3) * np.sqrt(away / radius)[None, :, None]
    return np.asarray(detail / np.sqrt((detail**2).sum()), np.float32)


def _middle_spot(flat: Image) -> float:
    """How much is printed about the middle that looks the same turned by half, less what lies beside the middle."""
    place, likeness = _symmetry_centre(flat)
    half = (flat.shape[0] - 1) // 2
    x, y = (int(v) for v in np.round(place * ROUGH + half))
    room = round(3.0 * ROUGH)
    ink = np.minimum(unlike(flat, ROUGH), TUNING.print_levels)[y - room : y + room + 1, x - room : x + room + 1]
    return likeness * float(ink.mean()) / (1 + float(np.linalg.norm(place)))


# Printed spots ------------------------------------------------------------------------------------------------------


def unlike(flat: Image, scale: float) -> Floats:
    """(rows, columns) how much each pixel differs in colour from what surrounds it, 0-255."""
    small = cv2.resize(flat, None, fx=1.5 / scale, fy=1.5 / scale, interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(small, 13), flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    apart = flat.astype(np.float32) - ground.astype(np.float32)
    return np.asarray(np.sqrt((apart**2).sum(2) / 3), np.float32)


def spot_field(flat: Image, scale: float, size: float = SPOT) -> Floats:
    """How much each point is the middle of a spot of `size` mm, on `unlike`'s scale; lines are no spots."""
    return spottiness(unlike(flat, scale), scale, size)


def spottiness(field: Floats, scale: float, size: float) -> Floats:
    """How much each point of a field is the middle of a bump of `size` mm; ridges are no bumps."""
    smooth = cv2.GaussianBlur(field, (0, 0), size * scale)
    xx, yy = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3), cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3)
    bend = cv2.magnitude(0.5 * (xx - yy), cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3))
    return np.asarray(np.maximum(-0.5 * (xx + yy) - bend, 0) * (size * scale) ** 2 / 4, np.float32)


def crests(field: Floats, reach: int, least: float) -> tuple[Array, Array]:
    """(n, 2) sub-pixel places (column, row) of the maxima of `field` over `reach` px, and their heights."""
    top = (field >= cv2.dilate(field, np.ones((2 * reach + 1,) * 2, np.uint8))) & (field > least)
    top[:reach] = top[-reach:] = False
    top[:, :reach] = top[:, -reach:] = False
    y, x = np.nonzero(top)
    height = field[y, x]
    dx = vertex(field[y, x - 1], height, field[y, x + 1])
    dy = vertex(field[y - 1, x], height, field[y + 1, x])
    return np.stack([x + dx, y + dy], 1).astype(float), height.astype(float)


def _spots(flat: Image, scale: float) -> Array:
    """(n, 2) disc mm of the strongest spots."""
    field = spot_field(flat, scale)
    half = (flat.shape[0] - 1) / 2
    places, height = crests(field, round(1.5 * scale), TUNING.min_spot)
    xy = (places - half) / scale
    inside = np.linalg.norm(xy, axis=1) < TUNING.spots_within * half / scale
    order = np.argsort(-height * inside)[: min(TUNING.max_spots, int(inside.sum()))]
    return np.asarray(xy[order])


def _tracks(spots: Sequence[Array], reach: float) -> list[Indices]:
    """A number for each spot of each photograph, the same for the same spot."""
    homes = spots[0]
    numbers = [np.arange(len(homes))]
    for other in spots[1:]:
        apart = np.linalg.norm(other[:, None] - homes[None], axis=2)
        near, back = apart.argmin(1), apart.argmin(0)
        mutual = (back[near] == np.arange(len(other))) & (apart[np.arange(len(other)), near] < reach)
        fresh = len(homes) + np.cumsum(~mutual) - 1
        numbers.append(np.where(mutual, near, fresh))
        homes = np.concatenate([homes, other[~mutual]])
    return numbers


def _symmetry_centre(flat: Image) -> tuple[Array, float]:
    """(2,) disc mm near the middle about which the print looks the same turned by half: Polaris with the axis.

    And how much it does, -1…1.
    """
    field = np.minimum(unlike(flat, ROUGH), TUNING.print_levels)
    half = (field.shape[0] - 1) // 2
    reach, room = round(3.0 * ROUGH), round(4.5 * ROUGH)
    steps = np.arange(-reach, reach + 1)
    likeness = np.array([[_half_turned(field, half + x, half + y, room) for x in steps] for y in steps], np.float32)
    row, column = (int(k) for k in np.unravel_index(int(likeness[1:-1, 1:-1].argmax()), likeness[1:-1, 1:-1].shape))
    y, x = row + 1, column + 1
    dx = vertex(likeness[y, x - 1], likeness[y, x], likeness[y, x + 1])
    dy = vertex(likeness[y - 1, x], likeness[y, x], likeness[y + 1, x])
    return np.array([steps[x] + float(dx), steps[y] + float(dy)]) / ROUGH, float(likeness[y, x])


def _middle_mm(alike: float, photographs: int) -> float:
    """How far (mm) a Polaris so much like itself turned by half may lie beside the middle.

    A photograph alone has little else to go by.
    """
    return TUNING.middle_mm if alike > TUNING.middle_alike or photographs == 1 else TUNING.vague_middle_mm


def _half_turned(field: Floats, x: int, y: int, room: int) -> float:
    """-1…1: how much a square about (x, y) looks like itself turned by half, and how much there is in it."""
    part = field[y - room : y + room + 1, x - room : x + room + 1]
    even = part - part.mean()
    return float((even * even[::-1, ::-1]).sum() / (float((even * even).sum()) + 50.0 * even.size))


def _spread(cameras: Sequence[Camera], sights: Sequence[Sight]) -> float:
    if len(cameras) < 2:
        return float("nan")
    numbers = np.concatenate([s.numbers for s in sights]).astype(int)
    places = np.concatenate([c.to_disc(s.spots) for c, s in zip(cameras, sights, strict=True)])
    count = np.bincount(numbers)
    home = np.stack([np.bincount(numbers, places[:, k]) for k in (0, 1)], 1) / np.maximum(count, 1)[:, None]
    apart = np.linalg.norm(places - home[numbers], axis=1)[count[numbers] > 1]
    return float(np.median(apart)) if len(apart) else float("nan")


# One picture --------------------------------------------------------------------------------------------------------


def _composed(images: Sequence[Image], cameras: Sequence[Camera], radius: float) -> Image:
    """All photographs, each lit as all are; where one is brighter than another, a lamp is mirrored in it."""
    flats = [straightened(i, c, radius, FINE).astype(np.float32) for i, c in zip(images, cameras, strict=True)]
    if len(flats) == 1:
        return np.asarray(flats[0], np.uint8)
    for flat, gain in zip(flats, _gains(flats), strict=True):
        flat *= gain
    worth = _unveiled([_light(flat, _CELL, 1.5) for flat in flats])
    lights = [_light(flat, 2 * _CELL, 4) for flat in flats]
    size = (lights[0].shape[1], lights[0].shape[0])
    shares = [cv2.resize(w, size, interpolation=cv2.INTER_AREA)[..., None] for w in worth]
    usual = sum(s * light for s, light in zip(shares, lights, strict=True)) / sum(shares)
    whole, weights = np.zeros_like(flats[0]), np.zeros((*flats[0].shape[:2], 1), np.float32)
    for flat, light, w in zip(flats, lights, worth, strict=True):
        share = cv2.resize(w, flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]
        whole += (flat + cv2.resize(usual - light, flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)) * share
        weights += share
    return np.asarray(np.clip(whole / weights, 0, 255), np.uint8)


def _gains(flats: Sequence[Floats]) -> list[Floats]:
    """(3,) each: what photographs must be multiplied by for the print to have the same contrast in all of them."""
    small = [cv2.resize(flat, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for flat in flats]
    most = TUNING.print_levels
    print_only = [np.clip(s - cv2.GaussianBlur(s, (0, 0), 2.0 * FINE), -most, most).reshape(-1, 3) for s in small]
    usual = np.median(print_only, 0)
    found = [(usual * one).sum(0) / np.maximum((one * one).sum(0), 1.0) for one in print_only]
    return [np.asarray(gain / np.mean(found, 0), np.float32) for gain in found]


_CELL = 12  # px of `FINE`, finer than a mirrored lamp and its edge


def _unveiled(lights: Sequence[Floats]) -> list[Floats]:
    """(rows, columns) each: how much a photograph is worth at each place, 1 where none is darker."""
    darkest = np.min(lights, 0)
    return [np.exp(-(((light - darkest).max(2) / TUNING.veil) ** 2)) + np.float32(1e-4) for light in lights]


def _light(flat: Floats, cell: int, soft: float) -> Floats:
    """How brightly each cell of so many px is lit, (rows, columns, 3), softened over `soft` cells."""
    small = cv2.resize(flat, None, fx=1 / cell, fy=1 / cell, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), soft) + 4.0, np.float32)
