"""Finds printed glyphs on a straight picture of a disc and measures them: place, size, colour, outline."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np

from vision.capture.disc.gather import Straight, crests, spottiness, unlike
from vision.capture.pictures import Mask, filled, holes_filled
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats

LOOK = 2.0  # mm: the size of spot that is looked for, between the smallest and the largest star
_REACH = 4.6  # mm around a glyph that is looked at
_HARMONICS = 9
_RINGS = 8


class Glyph(msgspec.Struct, frozen=True, eq=False):
    """One printed thing.

    `place` (2,) disc mm; `radius` mm from its middle to its tips; `area` mm²; `long`: how much longer than broad (1 =
    as broad as long); `colour` (3,) L*a*b* of the ink; `outline`: how strongly it repeats 1 to 9 times around, then
    ring by ring from the middle; `upright`: the same repeats with the way each points.
    """

    place: Array
    radius: float
    area: float
    long: float
    colour: Array
    outline: Array
    upright: Array
    height: float


def find_glyphs(disc: Straight, axis_band: Floats) -> list[Glyph]:
    """Every spot that may be a star, the middle of the disc too, in no order.

    `axis_band` (rows, columns): 1 where the axis is printed. Beside so strong a line a spot is seen once it is gone;
    on it, only while it is there.
    """
    field = unlike(disc.picture, disc.scale)
    whole = np.asarray(cv2.morphologyEx(field, cv2.MORPH_CLOSE, _round(0.7 * disc.scale)), np.float32)
    rough, height = crests(spottiness(whole, disc.scale, LOOK), round(1.8 * disc.scale), TUNING.min_spot)
    strongest = rough[np.argsort(-height)[: TUNING.strongest]].round().astype(int)
    level = TUNING.full_ink * float(np.median(whole[strongest[:, 1], strongest[:, 0]])) if len(strongest) else 1.0
    even = np.asarray(np.minimum(whole, level) / max(level, 1.0), np.float32)
    rings = holes_filled(
        (whole > TUNING.ring_ink * level).astype(np.uint8), math.pi * (TUNING.hollow_mm * disc.scale) ** 2
    )
    even = np.asarray(np.maximum(even, rings), np.float32)
    looks = [
        crests(spottiness(seen, disc.scale, LOOK), round(1.8 * disc.scale), TUNING.min_glyph)
        for seen in (even, np.asarray(even * (1 - axis_band), np.float32))
    ]
    spots, height = (np.concatenate(parts) for parts in zip(*looks, strict=True))
    lab = cv2.cvtColor(disc.picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    found = [_measured(disc, field, lab, spot, float(h)) for spot, h in zip(spots, height, strict=True)]
    return _distinct([g for g in found if g is not None and np.linalg.norm(g.place) < TUNING.on_disc * disc.radius])


def _round(radius: float) -> Mask:
    r = max(1, round(radius))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)), np.uint8)


def _measured(disc: Straight, field: Floats, lab: Floats, spot: Array, height: float) -> Glyph | None:
    """The glyph at a spot (px), or None where there is no body of ink."""
    scale = disc.scale
    centre = spot
    for _ in range(3):
        corner = np.round(centre - _REACH * scale).astype(int)
        side = 2 * round(_REACH * scale) + 1
        if (corner < 0).any() or (corner + side > field.shape[0]).any():
            return None
        part = field[corner[1] : corner[1] + side, corner[0] : corner[0] + side]
        ink = _ink(part, scale, centre - corner)
        if ink is None:
            return None
        moved = _centroid(ink, part) + corner
        if np.linalg.norm(moved - centre) < TUNING.centred_px:
            break
        centre = moved
    assert ink is not None
    window = lab[corner[1] : corner[1] + side, corner[0] : corner[0] + side]
    return _described(disc, ink, part, window, centre - corner, centre, height)


def _ink(part: Floats, scale: float, at: Array) -> Mask | None:
    """Where the glyph at `at` is inked, holes filled, thin lines that touch it cut off."""
    y, x = np.ogrid[: part.shape[0], : part.shape[1]]
    near = np.hypot(x - at[0], y - at[1]) / scale
    inner, outer = (float(np.percentile(part[near < reach], 85)) for reach in (1.6, 2.8))
    level = TUNING.body_ink * (inner if inner > TUNING.hollow_ink * outer else outer)  # else hollow: a ring
    if level < TUNING.min_ink:
        return None
    inked = ((part > level) & (near < TUNING.body_reach * _REACH)).astype(np.uint8)
    thin = _round(0.34 * scale)
    solid, whole = (
        _component(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, thin), np.uint8), near)
        for mask in (inked, filled(inked))
    )
    if solid is None or whole is None:
        return whole
    return filled(solid) if solid.sum() > TUNING.dot * whole.sum() else whole


def _component(mask: Mask, near: Array) -> Mask | None:
    """The piece of the mask that has most of its ink near the middle."""
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    if count < 2:
        return None
    inked = mask > 0
    weight = np.bincount(labels[inked], np.exp(-0.5 * near[inked] ** 2), count)
    return np.asarray(labels == int(weight.argmax()), np.uint8) if weight.max() > 0 else None


def _centroid(ink: Mask, part: Floats) -> Array:
    """The middle of the ink, its edges weighed by how inked they are."""
    around = cv2.dilate(ink, np.ones((3, 3), np.uint8))
    level = float(np.median(part[ink > 0]))
    weight = np.where(ink > 0, np.maximum(np.minimum(part, level), 0.6 * level), np.minimum(part, level)) * around
    y, x = np.ogrid[: part.shape[0], : part.shape[1]]
    return np.asarray([(x * weight).sum(), (y * weight).sum()], float) / float(weight.sum())


def _described(disc: Straight, ink: Mask, part: Floats, lab: Floats, at: Array, centre: Array, height: float) -> Glyph:
    scale = disc.scale
    ys, xs = np.nonzero(ink)
    away = np.hypot(xs - at[0], ys - at[1])
    radius = float(np.percentile(away, 98)) + 0.5
    spread = np.linalg.eigvalsh(np.cov(np.stack([xs, ys]))) if len(xs) > 3 else np.ones(2)
    core = cv2.erode(ink, _round(0.25 * scale))
    core = core if core.sum() > TUNING.min_core_px else ink
    bright = part >= np.percentile(part[core > 0], 30)
    inked = lab[(core > 0) & bright]
    outline, upright = _outline(part, at, radius)
    return Glyph(
        place=disc.to_mm(centre[None])[0],
        radius=radius / scale,
        area=float(ink.sum()) / scale**2,
        long=math.sqrt(float(spread[1] / max(spread[0], 1e-6))),
        colour=np.median(inked, 0).astype(float),
        outline=outline,
        upright=upright,
        height=height,
    )


def _outline(part: Floats, at: Array, radius: float) -> tuple[Array, Array]:
    """The glyph's form, whatever its size and turn: harmonics around it, and rings from the middle out.

    And the harmonics with their phase: its form whatever its size.
    """
    angle = np.arange(72) * 2 * np.pi / 72
    share = (np.arange(_RINGS) + 0.5) / _RINGS * 1.2
    x = (at[0] + np.outer(share * radius, np.cos(angle))).astype(np.float32)
    y = (at[1] + np.outer(share * radius, np.sin(angle))).astype(np.float32)
    rolled = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rolled = np.minimum(rolled / max(float(np.percentile(rolled, 85)), 1.0), 1.2)
    waves = np.fft.rfft(rolled[2:], axis=1)[:, 1 : _HARMONICS + 1] / 72
    middling = waves.mean(0)
    outline = np.concatenate([2 * np.abs(waves).mean(0), rolled.mean(1)])
    return outline.astype(float), 2 * np.concatenate([middling.real, middling.imag])


def _distinct(glyphs: list[Glyph]) -> list[Glyph]:
    """One glyph a place: of two on one another the one with more ink."""
    kept: list[Glyph] = []
    for glyph in sorted(glyphs, key=lambda g: -g.area):
        if all(
            np.linalg.norm(glyph.place - other.place) > max(TUNING.glyphs_apart_mm, TUNING.glyphs_apart * other.radius)
            for other in kept
        ):
            kept.append(glyph)
    return kept
