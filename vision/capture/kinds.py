"""Sorts printed stars into their types by colour and form, and learns what each type looks like."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.capture.gather import Straight
from vision.capture.glyphs import Glyph
from vision.pose import Array
from vision.starfield import Floats

TYPES = 4
# How much a step of colour (L*, a*, b*) and of outline counts; several mixes are tried.
_COLOUR_STEPS = np.array([26.0, 11.0, 11.0])
_OUTLINE_STEP = 0.07
_MIXES = (
    (1.0, 0.5, 0.0),
    (1.0, 0.5, 1.0),
    (1.0, 1.0, 0.0),
    (0.5, 1.0, 0.0),
    (0.3, 0.5, 1.0),
    (0.15, 1.0, 0.0),
    (1.0, 0.0, 0.0),
)
_BETTER = 0.05
"""By how much a one-sided mix must part better than one of colour and form, whose errors are not the same."""
SIDE = 27
"""Pixels of a likeness: a glyph's circle fills the middle of it."""
_ROOM = 1.45
"""How many radii a likeness reaches out."""


class Kinds(msgspec.Struct, frozen=True, eq=False):
    """The types found: `likeness` (types, SIDE, SIDE, 3) L*a*b* beside the ground, `colour` (types, 3) L*a*b*."""

    likeness: Floats
    colour: Array
    radius: Array
    apartness: float
    """-1…1: how well the types part (silhouette, of all and of the worst type)."""


def sort_glyphs(glyphs: list[Glyph]) -> tuple[Array, float]:
    """(n,) the type 0…3 of each glyph, and how well the types part; by the mix of colour and form that parts best.

    A mix is as good as its types on the whole and as its worst: noise cut in two makes a bad type.
    """
    colour = np.array([g.colour for g in glyphs]) / _COLOUR_STEPS
    outline = np.array([g.outline for g in glyphs]) / _OUTLINE_STEP / 2
    best: tuple[float, Array] | None = None
    upright = np.array([g.upright for g in glyphs]) / _OUTLINE_STEP / 2
    for by_colour, by_form, by_way in _MIXES:
        parts = [colour * by_colour, outline * by_form, upright * by_way]
        points = np.concatenate(parts, 1).astype(np.float32)
        labels = _clusters(points)
        if np.bincount(labels).min() < max(3, 0.05 * len(labels)):
            continue
        parting = _silhouette(points, labels)
        if best is None or parting > best[0] + _BETTER:
            best = (parting, labels)
    if best is None:
        return _clusters(colour.astype(np.float32)), 0.0
    return best[1], best[0]


def _clusters(points: Floats) -> Array:
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    cv2.setRNGSeed(7)
    count = min(TYPES, len(points))
    _, labels, _ = cv2.kmeans(points, count, None, stop, 40, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return np.asarray(labels, int).ravel()


def _silhouette(points: Floats, labels: Array) -> float:
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    member = labels[:, None] == np.arange(labels.max() + 1)[None]
    size = member.sum(0)
    total = apart @ member
    own = total[np.arange(len(points)), labels] / np.maximum(size[labels] - 1, 1)
    other = np.where(member, np.inf, total / np.maximum(size, 1)).min(1)
    each = (other - own) / np.maximum(np.maximum(own, other), 1e-9)
    worst = min(float(each[labels == kind].mean()) for kind in range(int(labels.max()) + 1))
    return (float(each.mean()) + worst) / 2


def seen_at(lab: Floats, disc: Straight, place: Array, radius: float) -> Floats:
    """(SIDE, SIDE, 3): the picture around a place, so many radii wide, beside its ground."""
    patch = _sampled(lab, disc, place, radius)
    return np.asarray(patch - _ground(patch), np.float32)


def _sampled(picture: Floats, disc: Straight, place: Array, radius: float) -> Floats:
    """(SIDE, SIDE, …): the picture around a place."""
    step = 2 * _ROOM * radius * disc.scale / (SIDE - 1)
    corner = disc.to_pixels(place[None])[0] - _ROOM * radius * disc.scale
    way = np.array([[step, 0, corner[0]], [0, step, corner[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, way, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _ground(patch: Floats) -> Floats:
    edge = np.concatenate([patch[:2].reshape(-1, 3), patch[-2:].reshape(-1, 3), patch[2:-2, :2].reshape(-1, 3)])
    return np.asarray(np.median(edge, 0), np.float32)


def learn(disc: Straight, lab: Floats, glyphs: list[Glyph], labels: Array, parting: float) -> Kinds:
    """What each type looks like: the median of its glyphs, all brought to one size."""
    count = int(labels.max()) + 1
    likeness, colour, radius = [], [], []
    for kind in range(count):
        mine = [g for g, label in zip(glyphs, labels, strict=True) if label == kind]
        patches = np.stack([seen_at(lab, disc, g.place, g.radius) for g in mine])
        likeness.append(np.median(patches, 0))
        colour.append(np.median([g.colour for g in mine], 0))
        radius.append(float(np.median([g.radius for g in mine])))
    return Kinds(np.stack(likeness).astype(np.float32), np.stack(colour), np.array(radius), parting)


class Match(msgspec.Struct, frozen=True, eq=False):
    """A place compared with the types: `kind`, its `likeness` -1…1, and the next best kind's.

    `strength`: how strongly it is printed (1 = as usual); `place`, `radius`: where and how large it fits best.
    """

    kind: int
    likeness: float
    rival: float
    strength: float
    place: Array
    radius: float


def compare(disc: Straight, lab: Floats, kinds: Kinds, place: Array, radius: float, hidden: Floats | None) -> Match:
    """The type that looks most like what is seen near `place`, moved to where it fits best.

    `hidden` (rows, columns) of the whole picture, 1 where something else is printed over the glyph.
    """
    sizes = (radius, float(np.median(kinds.radius)))
    first = [
        (_alike(disc, lab, kinds.likeness[kind], place, size, hidden)[0], kind, size)
        for kind in range(len(kinds.likeness))
        for size in sizes
    ]
    wanted = 2 if hidden is None else len(kinds.likeness)
    likeliest = list(dict.fromkeys(kind for _, kind, _ in sorted(first, reverse=True)))[:wanted]
    best = []
    for kind in likeliest:
        size = max(f for f in first if f[1] == kind)[2]
        best.append((*_settled(disc, lab, kinds.likeness[kind], place, size, hidden), kind))
    best.sort(key=lambda b: -b[0])
    score, at, size, kind = best[0]
    strength = _alike(disc, lab, kinds.likeness[kind], at, size, hidden)[1]
    return Match(kind, score, best[1][0] if len(best) > 1 else -1.0, strength, at, size)


def _settled(
    disc: Straight, lab: Floats, likeness: Floats, place: Array, radius: float, hidden: Floats | None
) -> tuple[float, Array, float]:
    """How alike, where, and how large, after climbing in ever smaller steps."""
    at, size = place, radius
    score = _alike(disc, lab, likeness, at, size, hidden)[0]
    for step in (0.6, 0.3, 0.15, 0.07, 0.035):
        for _ in range(6):
            moves = [(at + step * np.array(d), size) for d in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            if step < 0.5:
                moves += [(at, size * (1 + step / 3)), (at, size / (1 + step / 3))]
            tried = [(_alike(disc, lab, likeness, a, s, hidden)[0], a, s) for a, s in moves]
            top = max(tried, key=lambda t: t[0])
            if top[0] <= score + 1e-5 or np.linalg.norm(top[1] - place) > 2.0:
                break
            score, at, size = top
    return score, at, size


_STEPS = np.linspace(-_ROOM, _ROOM, SIDE)
_CIRCLE = (np.hypot(*np.meshgrid(_STEPS, _STEPS)) < 1.3).astype(np.float32)
_WORTH = np.array([1.0, 2.0, 2.0], np.float32)


def _alike(
    disc: Straight, lab: Floats, likeness: Floats, place: Array, radius: float, hidden: Floats | None
) -> tuple[float, float]:
    """Correlation (-1…1) with a likeness in lightness and colour where nothing hides it, and how strong it is."""
    patch = seen_at(lab, disc, place, radius)
    weight = _CIRCLE
    if hidden is not None:
        weight = weight * (1 - _sampled(hidden, disc, place, radius))
    a, b = patch * _WORTH, likeness * _WORTH
    w = weight[..., None]
    both, own, wanted = float((a * b * w).sum()), float((a * a * w).sum()), float((b * b * w).sum())
    return both / np.sqrt(max(own * wanted, 1e-6)), both / max(wanted, 1e-6)
