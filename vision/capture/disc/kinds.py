"""Sorts printed stars into their types by colour and form, and learns what each type looks like."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.capture.disc.gather import Straight
from vision.capture.disc.glyphs import Glyph
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats

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
    rows = (len(places), SIDE * SIDE)
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
        """Correlations (-1…1) of likenesses (…, SIDE, SIDE, 3) with places (…, 2), and how strong each is there."""
        rows, sizes = places.reshape(-1, 2), radii.ravel()
        seen = (seen_at(self.lab, self.disc, rows, sizes) * _WORTH).reshape(*radii.shape, -1, 3)
        weight = _CIRCLE.reshape(-1)
        if self.hidden is not None:
            weight = weight * (1 - _sampled(self.hidden, self.disc, rows, sizes)).reshape(*radii.shape, -1)
        wanted = (likeness * _WORTH).reshape(*likeness.shape[:-3], -1, 3)
        heavy = seen * weight[..., None]
        both = np.einsum("...jc,...jc->...", wanted, heavy)
        own = np.einsum("...jc,...jc->...", heavy, seen)
        whole = np.einsum("...j,...j->...", np.square(wanted).sum(-1), weight)
        return both / np.sqrt(np.maximum(own * whole, 1e-6)), both / np.maximum(whole, 1e-6)


def compare(
    disc: Straight, lab: Floats, kinds: Kinds, places: Array, radii: Array, hidden: Floats | None
) -> list[Match]:
    """The type that looks most like what is seen near each of the places (n, 2), moved to where it fits best.

    `hidden` (rows, columns) of the whole picture, 1 where something else is printed over the glyphs.
    """
    if not len(places):
        return []
    near, each = _Seen(disc, lab, hidden), np.arange(len(places))
    sizes = np.stack([radii, np.full(len(radii), np.median(kinds.radius))])
    first = near.alike(kinds.likeness[:, None, None], np.stack([places, places]), sizes)[0]
    wanted = 2 if hidden is None else len(kinds.likeness)
    likeliest = np.argsort(-first.max(1), axis=0, kind="stable")[:wanted]
    begun = sizes[first.argmax(1)[likeliest, each], each]
    tried = _settled(near, kinds.likeness[likeliest], np.broadcast_to(places, (*begun.shape, 2)), begun)
    top = tried[0].argmax(0)
    score, at, size = (of[top, each] for of in tried)
    kind = likeliest[top, each]
    rival = np.sort(tried[0], axis=0)[-2] if len(begun) > 1 else np.full(len(places), -1.0)
    strength = near.alike(kinds.likeness[kind], at, size)[1]
    return [
        Match(int(kind[n]), float(score[n]), float(rival[n]), float(strength[n]), at[n], float(size[n])) for n in each
    ]


def resembling(disc: Straight, lab: Floats, kinds: Kinds, places: Array, radii: Array, least: float) -> Array:
    """(n,) whether some type is as alike as `least` at each place (n, 2), at once or where it is moved to fit best."""
    alike = _Seen(disc, lab, None).alike(kinds.likeness[:, None], places, radii)[0].max(0) > least
    rest = np.flatnonzero(~alike)
    alike[rest] = [match.likeness > least for match in compare(disc, lab, kinds, places[rest], radii[rest], None)]
    return np.asarray(alike)


def _settled(near: _Seen, likeness: Floats, places: Array, radii: Array) -> tuple[Array, Array, Array]:
    """How alike each likeness is, where, and how large, after climbing from its place in ever smaller steps.

    All climb at once: one look at many places costs hardly more than one at a few.
    """
    begun, at, size = places.reshape(-1, 2), places.reshape(-1, 2).copy(), radii.ravel().copy()
    wanted = likeness.reshape(-1, 1, *likeness.shape[-3:])
    score = near.alike(wanted[:, 0], at, size)[0]
    for step in (0.6, 0.3, 0.15, 0.07, 0.035):
        ways, larger = step * _WAYS, np.ones(len(_WAYS))
        if step < 0.5:
            ways, larger = np.pad(ways, ((0, 2), (0, 0))), np.append(larger, [1 + step / 3, 1 / (1 + step / 3)])
        climbing = np.arange(len(at))
        for _ in range(6):
            there, sizes = at[climbing, None] + ways, size[climbing, None] * larger
            tried = near.alike(wanted[climbing], there, sizes)[0]
            rows, top = np.arange(len(climbing)), tried.argmax(1)
            away = np.linalg.norm(there[rows, top] - begun[climbing], axis=1)
            better = (tried[rows, top] > score[climbing] + 1e-5) & (away <= TUNING.fits_within_mm)
            if not better.any():
                break
            climbing, rows, top = climbing[better], rows[better], top[better]
            score[climbing], at[climbing], size[climbing] = tried[rows, top], there[rows, top], sizes[rows, top]
    return score.reshape(radii.shape), at.reshape(places.shape), size.reshape(radii.shape)
