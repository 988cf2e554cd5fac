"""The star map of a bare disc: its stars with place, size and type, its axis, and which of them are doubtful."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import msgspec
import numpy as np

from engines.errors import NotPossible
from vision.capture.disc.axis import AxisLine, find_axis
from vision.capture.disc.gather import Straight, gather
from vision.capture.disc.glyphs import Glyph, find_glyphs
from vision.capture.disc.kinds import Kinds, Match, compare, learn, resembling, sort_glyphs
from vision.capture.disc.lattice import find_lattice
from vision.capture.disc.rings import without_rings
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats, Image


class FoundStar(msgspec.Struct, frozen=True, eq=False):
    """A star of the map: `place` (2,) disc mm, `radius` mm, `kind` 0…3, `p`: how sure it is a star of that type."""

    place: Array
    radius: float
    kind: int
    p: float


class StarMap(msgspec.Struct, frozen=True, eq=False):
    """All that a bare disc shows; disc mm with the disc turned as in the first photograph."""

    disc: Straight
    stars: tuple[FoundStar, ...]
    kinds: Kinds
    axis: AxisLine


def star_map(images: Sequence[Image], radius: float, tell: Callable[[str], None] = lambda _: None) -> StarMap:
    """The star map shown by photographs (BGR) of the bare disc of `radius` mm; raises NotPossible."""
    disc = gather(images, radius, tell)
    tell("looking for stars")
    return map_of(disc)


def map_of(disc: Straight) -> StarMap:
    """The star map of a straight picture of a disc."""
    axis = find_axis(disc)
    hidden = _axis_band(disc, axis)
    glyphs = [g for g in find_glyphs(disc, hidden) if np.linalg.norm(g.place) > TUNING.polaris_mm]
    size = _usual_area(glyphs)
    spots = [g for g in glyphs if g.area > TUNING.spot_area * size or _away(axis, g.place) < TUNING.axis_mm]
    spots = [g for g, rim in zip(spots, _numerals([g.place for g in spots]), strict=True) if not rim]
    clean = [g for g in spots if _is_clean(g, axis, size)]
    if len(clean) < TUNING.min_clean:
        raise NotPossible(
            "capture.few_stars", "only {n} stars can be made out; photograph the disc larger and sharper", len(clean)
        )
    lab = cv2.cvtColor(disc.picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    kinds = _learned(disc, lab, clean)
    radii = np.minimum([g.radius for g in spots], TUNING.star_size[1] * float(np.median(kinds.radius)))
    matches = _matched(disc, lab, kinds, np.array([g.place for g in spots]), radii, axis, hidden)
    stars = _on_the_lattice(_stars(disc, spots, matches, kinds))
    return StarMap(disc, stars + _faint_ones(disc, lab, kinds, stars, axis, hidden), kinds, axis)


def _away(axis: AxisLine, place: Array) -> float:
    """How far (mm) a place lies from the axis."""
    return abs(float(axis.away(place[None])[0]))


def _usual_area(glyphs: list[Glyph]) -> float:
    """The area (mm²) of a middling star: stars are the large spots that there are many of."""
    areas = np.array([g.area for g in glyphs if g.height > TUNING.spot_height and g.long < TUNING.spot_long])
    return float(np.median(areas)) if len(areas) else 1.0


def _is_clean(glyph: Glyph, axis: AxisLine, size: float) -> bool:
    off = _away(axis, glyph.place) > axis.half_breadth + glyph.radius + TUNING.beside_axis_mm
    low, high = TUNING.clean_area
    return off and low * size < glyph.area < high * size and glyph.long < TUNING.clean_long


def _learned(disc: Straight, lab: Floats, clean: list[Glyph]) -> Kinds:
    """The types, learned twice: the second time without what looked like none of them."""
    kinds = learn(disc, lab, clean, sort_glyphs(clean))
    places, radii = np.array([g.place for g in clean]), np.array([g.radius for g in clean])
    known = resembling(disc, lab, kinds, places, radii, TUNING.learned)
    alike = [g for g, like_one in zip(clean, known, strict=True) if like_one]
    if len(alike) < TUNING.min_clean:
        return kinds
    return learn(disc, lab, alike, sort_glyphs(alike))


def _axis_band(disc: Straight, axis: AxisLine) -> Floats:
    """(rows, columns): 1 where the axis is printed."""
    side = disc.picture.shape[0]
    y, x = np.mgrid[:side, :side].astype(np.float32)
    half = (side - 1) / 2
    angle = math.radians(axis.angle_deg)
    away = np.abs((y - half) * math.cos(angle) - (x - half) * math.sin(angle)) / disc.scale
    return np.asarray(away < axis.half_breadth + TUNING.beside_axis_mm, np.float32)


def _matched(
    disc: Straight, lab: Floats, kinds: Kinds, places: Array, radii: Array, axis: AxisLine, hidden: Floats
) -> list[Match]:
    """What each place (n, 2) shows; near the axis, which is printed over it, a glyph counts as of the usual size."""
    usual = float(np.median(kinds.radius))
    near = np.abs(axis.away(places)) < axis.half_breadth + TUNING.under_axis * usual
    beside, under = np.flatnonzero(~near), np.flatnonzero(near)
    found = compare(disc, lab, kinds, places[beside], radii[beside], None)
    found += compare(disc, lab, kinds, places[under], np.full(len(under), usual), hidden)
    return [found[k] for k in np.argsort(np.concatenate([beside, under]))]


def _stars(disc: Straight, spots: list[Glyph], matches: list[Match], kinds: Kinds) -> tuple[FoundStar, ...]:
    found = [
        FoundStar(m.place, m.radius, m.kind, _certainty(m))
        for m in matches
        if m.likeness > TUNING.perhaps and m.strength > TUNING.faint and _star_sized(m, kinds)
    ]
    found.sort(key=lambda s: -s.p)
    kept: list[FoundStar] = []
    for star in found:
        if np.linalg.norm(star.place) < TUNING.polaris_mm:
            continue
        if all(
            np.linalg.norm(star.place - other.place) > TUNING.clear_of * (star.radius + other.radius) for other in kept
        ):
            kept.append(star)
    kept = [s for s, rim in zip(kept, _numerals([s.place for s in kept]), strict=True) if not rim]
    edge = max((float(np.linalg.norm(s.place)) for s in kept if s.p > TUNING.outermost), default=disc.radius)
    edge += TUNING.beyond_outermost_mm
    return tuple(s for s in kept if np.linalg.norm(s.place) <= edge)


def _on_the_lattice(stars: tuple[FoundStar, ...]) -> tuple[FoundStar, ...]:
    """The stars without doubtful ones beside the lattice on which all that are sure lie, if they do."""
    sure = np.array([star.place for star in stars if star.p >= TUNING.sure]).reshape(-1, 2)
    lattice = find_lattice(sure)
    if lattice is None or lattice.off(sure).max() > TUNING.off_lattice * lattice.pitch:
        return stars
    off = lattice.off(np.array([star.place for star in stars])) / lattice.pitch
    return tuple(star for star, o in zip(stars, off, strict=True) if star.p >= TUNING.sure or o < TUNING.off_lattice)


def _faint_ones(
    disc: Straight, lab: Floats, kinds: Kinds, stars: tuple[FoundStar, ...], axis: AxisLine, hidden: Floats
) -> tuple[FoundStar, ...]:
    """Doubtful stars at free points of the stars' lattice that look somewhat like one, as under a mirrored lamp.

    They must do so without the disc's circles, too, which look somewhat like stars where they pass such a point.
    """
    lattice = find_lattice(np.array([star.place for star in stars]).reshape(-1, 2))
    if lattice is None:
        return ()
    places = np.array([star.place for star in stars])
    edge = float(np.linalg.norm(places, axis=1).max()) + TUNING.beyond_edge_mm
    usual = float(np.median(kinds.radius))
    free = [
        point
        for point in lattice.points(edge)
        if np.linalg.norm(point) > TUNING.polaris_mm
        and np.linalg.norm(places - point, axis=1).min() > TUNING.free_point * lattice.pitch
    ]
    spots = np.array(free).reshape(-1, 2)
    usuals = np.full(len(spots), usual)
    matches = _matched(disc, lab, kinds, spots, usuals, axis, hidden)
    likely = [k for k, match in enumerate(matches) if _somewhat(match, spots[k], kinds, lattice.pitch)]
    bare = _matched(disc, without_rings(disc, lab), kinds, spots[likely], usuals[likely], axis, hidden)
    found = [matches[k] for k, m in zip(likely, bare, strict=True) if _somewhat(m, spots[k], kinds, lattice.pitch)]
    return tuple(FoundStar(m.place, m.radius, m.kind, min(_certainty(m), TUNING.asked)) for m in found)


def _somewhat(match: Match, point: Array, kinds: Kinds, pitch: float) -> bool:
    """Whether a match looks somewhat like a star at a point of a lattice with that pitch."""
    there = np.linalg.norm(match.place - point) < TUNING.on_point * pitch and _star_sized(match, kinds)
    return bool(there and match.likeness > TUNING.somewhat and match.strength > TUNING.hardly)


def _star_sized(match: Match, kinds: Kinds) -> bool:
    """Whether a match is about as large as its type."""
    low, high = TUNING.star_size
    return low < match.radius / float(kinds.radius[match.kind]) < high


def _numerals(places: Sequence[Array]) -> list[bool]:
    """Which places are printed for the rounds: what lies outermost, a sixth of a turn apart."""
    away = np.array([np.linalg.norm(p) for p in places])
    angle = np.array([math.degrees(math.atan2(p[1], p[0])) for p in places])
    rim: set[int] = set()
    for k in np.argsort(-away):
        ring = np.flatnonzero(np.abs(away - away[k]) < TUNING.numeral_ring_mm)
        off = (angle[ring] - angle[k] + 30) % 60 - 30
        group = ring[np.abs(off) < TUNING.numeral_off_deg]
        if away[k] < TUNING.numerals_out * away.max() or len(ring) > len(group) + 1:
            break
        if len({round((angle[j] - angle[k]) / 60) % 6 for j in group}) >= TUNING.min_numerals:
            rim |= {int(j) for j in group}
    return [k in rim for k in range(len(places))]


def _certainty(match: Match) -> float:
    """0…1 from how alike it is and how much less the next type."""
    star = np.clip((match.likeness - TUNING.perhaps) / (TUNING.surely_alike - TUNING.perhaps), 0, 1)
    this, other = 1 - match.likeness, 1 - match.rival
    sort = np.clip(0.5 + (other - this) / max(other + this, 1e-6), 0, 1)
    return float(star**0.5 * sort)
