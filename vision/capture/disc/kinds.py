"""Sorts printed stars into their types by colour and form, and learns what each type looks like."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.capture.disc.gather import Straight
from vision.capture.disc.glyphs import Glyph
from vision.capture.tuning import TUNING
from vision.ink.pose import Array
from vision.ink.starfield import Floats

TYPES = 4
# How much a step of colour (L*, a*, b*) and of outline counts; several mixes are tried.
_COLOUR_STEPS = np.array([26.0, 11.0, 11.0])
_MIXES = (
    (1.0, 0.5, 0.0),
    (1.0, 0.5, 1.0),
    (1.0, 1.0, 0.0),
    (0.5, 1.0, 0.0),
    (0.3, 0.5, 1.0),
    (0.15, 1.0, 0.0),
    (1.0, 0.0, 0.0),
)
SIDE = 27
"""Pixels of a likeness: a glyph's circle fills the middle of it."""
_ROOM = 1.45
"""Half a side of a likeness, in radii of the star."""


_WAYS = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
_STEPS = np.linspace(-_ROOM, _ROOM, SIDE)
_CIRCLE = (np.hypot(*np.meshgrid(_STEPS, _STEPS)) < 1.3).astype(np.float32)
_WORTH = np.array([1.0, 2.0, 2.0], np.float32)
_EDGE = np.ones((SIDE, SIDE), bool)
_EDGE[2:-2, 2:] = False
"""Where the ground around a glyph is seen: at the upper, lower and left rim of its likeness."""


class Kinds(msgspec.Struct, frozen=True, eq=False):
    """The types found: `likeness` (types, SIDE, SIDE, 3) L*a*b* beside the ground, `colour` (types, 3) L*a*b*."""

    likeness: Floats
    colour: Array
    radius: Array


def sort_glyphs(glyphs: list[Glyph]) -> Array:
    """(n,) the type 0…3 of each glyph, by the mix of colour and form that parts best.

    A mix is as good as its types on the whole and as its worst: noise cut in two makes a bad type.
    """
    colour = np.array([g.colour for g in glyphs]) / _COLOUR_STEPS
    outline = np.array([g.outline for g in glyphs]) / TUNING.outline_step / 2
    best: tuple[float, Array] | None = None
    upright = np.array([g.upright for g in glyphs]) / TUNING.outline_step / 2
    for by_colour, by_form, by_way in _MIXES:
        parts = [colour * by_colour, outline * by_form, upright * by_way]
        points = np.concatenate(parts, 1).astype(np.float32)
        labels = _clusters(points)
        if np.bincount(labels).min() < max(TUNING.min_of_type, TUNING.min_type_share * len(labels)):
            continue
        parting = _silhouette(points, labels)
        if best is None or parting > best[0] + TUNING.mix_better:
            best = (parting, labels)
    return _clusters(colour.astype(np.float32)) if best is None else best[1]


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


def seen_at(lab: Floats, disc: Straight, places: Array, radii: Array) -> Floats:
    """(n, SIDE, SIDE, 3): the picture around places (n, 2), so many radii (n,) wide, each beside its ground."""
    patches = _sampled(lab, disc, places, radii)
    return patches - _grounds(patches)[:, None, None]


def _sampled(picture: Floats, disc: Straight, places: Array, radii: Array) -> Floats:
    """(n, SIDE, SIDE, …): the picture around places (n, 2)."""
    across, down = np.moveaxis(disc.to_pixels(places), 1, 0)[:, :, None] + np.outer(radii * disc.scale, _STEPS)
    shape = (len(places), SIDE, SIDE)
    x, y = np.broadcast_to(across[:, None], shape), np.broadcast_to(down[..., None], shape)
    rows = (len(places) * SIDE, SIDE)
    x, y = x.reshape(rows).astype(np.float32), y.reshape(rows).astype(np.float32)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(*shape, *picture.shape[2:]))


def _grounds(patches: Floats) -> Floats:
    """(n, 3): the median of what each patch shows of its ground."""
    edge = np.sort(patches[:, _EDGE], axis=1)
    middle = edge.shape[1] // 2
    return np.asarray((edge[:, middle - 1] + edge[:, middle]) / 2)


def learn(disc: Straight, lab: Floats, glyphs: list[Glyph], labels: Array) -> Kinds:
    """What each type looks like: the median of its glyphs, all brought to one size."""
    count = int(labels.max()) + 1
    likeness, colour, radius = [], [], []
    for kind in range(count):
        mine = [g for g, label in zip(glyphs, labels, strict=True) if label == kind]
        patches = seen_at(lab, disc, np.array([g.place for g in mine]), np.array([g.radius for g in mine]))
        likeness.append(np.median(patches, 0))
        colour.append(np.median([g.colour for g in mine], 0))
        radius.append(float(np.median([g.radius for g in mine])))
    return Kinds(np.stack(likeness).astype(np.float32), np.stack(colour), np.array(radius))


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


class _Seen(msgspec.Struct, frozen=True, eq=False):
    """What a disc's picture shows, where nothing of `hidden` is printed over it."""

    disc: Straight
    lab: Floats
    hidden: Floats | None

    def alike(self, likeness: Floats, places: Array, radii: Array) -> tuple[Array, Array]:
        """(k, n) correlations (-1…1) of k likenesses with n places (n, 2), and how strong each is there."""
        weight = np.broadcast_to(_CIRCLE, (len(places), SIDE, SIDE))
        if self.hidden is not None:
            weight = weight * (1 - _sampled(self.hidden, self.disc, places, radii))
        seen = seen_at(self.lab, self.disc, places, radii) * _WORTH
        wanted = (likeness * _WORTH).reshape(len(likeness), -1)
        heavy = (seen * weight[..., None]).reshape(len(places), -1)
        both = wanted @ heavy.T
        own = np.einsum("nj,nj->n", heavy, seen.reshape(len(places), -1))
        whole = (wanted**2).reshape(len(likeness), -1, 3).sum(2) @ weight.reshape(len(places), -1).T
        return both / np.sqrt(np.maximum(own * whole, 1e-6)), both / np.maximum(whole, 1e-6)


def compare(disc: Straight, lab: Floats, kinds: Kinds, place: Array, radius: float, hidden: Floats | None) -> Match:
    """The type that looks most like what is seen near `place`, moved to where it fits best.

    `hidden` (rows, columns) of the whole picture, 1 where something else is printed over the glyph.
    """
    sizes = np.array([radius, float(np.median(kinds.radius))])
    near = _Seen(disc, lab, hidden)
    first = near.alike(kinds.likeness, np.stack([place, place]), sizes)[0]
    wanted = 2 if hidden is None else len(kinds.likeness)
    likeliest = np.argsort(-first.max(1), kind="stable")[:wanted]
    best = []
    for kind in likeliest:
        size = float(sizes[np.argmax(first[kind])])
        best.append((*_settled(near, kinds.likeness[kind], place, size), int(kind)))
    best.sort(key=lambda b: -b[0])
    score, at, size, kind = best[0]
    strength = float(near.alike(kinds.likeness[kind : kind + 1], at[None], np.array([size]))[1][0, 0])
    return Match(kind, score, best[1][0] if len(best) > 1 else -1.0, strength, at, size)


def resembling(disc: Straight, lab: Floats, kinds: Kinds, places: Array, radii: Array, least: float) -> list[bool]:
    """Whether some type is as alike as `least` at each place (n, 2), at once or where it is moved to fit best."""
    near = _Seen(disc, lab, None)
    at_once = near.alike(kinds.likeness, places, radii)[0].max(0) > least
    return [
        bool(alike) or compare(disc, lab, kinds, place, float(radius), None).likeness > least
        for alike, place, radius in zip(at_once, places, radii, strict=True)
    ]


def _settled(near: _Seen, likeness: Floats, place: Array, radius: float) -> tuple[float, Array, float]:
    """How alike, where, and how large, after climbing in ever smaller steps."""
    at, size = place, radius
    score = float(near.alike(likeness[None], at[None], np.array([size]))[0][0, 0])
    for step in (0.6, 0.3, 0.15, 0.07, 0.035):
        for _ in range(6):
            places, sizes = at + step * _WAYS, np.full(len(_WAYS), size)
            if step < 0.5:
                places = np.concatenate([places, [at, at]])
                sizes = np.concatenate([sizes, [size * (1 + step / 3), size / (1 + step / 3)]])
            tried = near.alike(likeness[None], places, sizes)[0][0]
            top = int(np.argmax(tried))
            if tried[top] <= score + 1e-5 or np.linalg.norm(places[top] - place) > TUNING.fits_within_mm:
                break
            score, at, size = float(tried[top]), places[top], float(sizes[top])
    return score, at, size
