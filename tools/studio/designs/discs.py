"""Random designs of star-disc boards."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from engines.layout import XY, Axis, Board, Disc, Markers, Star, StarDiscLayout, Window
from hardware.simulated.design import Design, Lattice, Look, Sky
from hardware.simulated.glyphs import SHAPES, Glyph
from hardware.simulated.pixels import Colour, blend, hsv


def random_design(rng: np.random.Generator, name: str, with_markers: bool = True) -> Design:
    """A board of random size, window, star map, colours and print; deterministic for the generator's state."""
    width, height = float(rng.integers(200, 261)), float(rng.integers(232, 301))
    disc, window = _disc_and_window(rng, width, height)
    reach = disc.radius - rng.uniform(9, 18)
    lattice = (float(rng.uniform(9, 13)), float(rng.choice([0.0, rng.uniform(0, 90)]))) if rng.random() < 0.5 else None
    places = _lattice_places(rng, reach, lattice) if lattice else _irregular_places(rng, reach)
    glyphs = _glyphs(rng)
    stars = _stars(rng, places, reach, tuple(glyphs), lattice[0] if lattice else 10.0)
    look, crosses = _look(rng, glyphs, window, width, height)
    layout = StarDiscLayout(
        kind="star_disc",
        board=Board(width, height),
        disc=disc,
        window=window,
        step_deg=float(rng.choice([60, 60, 60, -60])),
        axis=Axis(round(float(rng.uniform(0, 179.9)), 3)),
        stars=stars,
        three_point_stars=look.three_points if crosses else None,
        markers=_markers(rng, width, height) if with_markers else None,
    )
    return Design(name, layout, look, lattice)


def _disc_and_window(rng: np.random.Generator, width: float, height: float) -> tuple[Disc, Window]:
    centre = (round(width / 2 + rng.normal(0, 1.5), 2), round(height * rng.uniform(0.41, 0.46), 2))
    radius = round(min(width / 2, centre[1]) - rng.uniform(4, 12), 2)
    half_width = min(radius - 9, width * rng.uniform(0.34, 0.42))
    half_height = min(half_width * rng.uniform(0.68, 0.98), height * 0.3)
    lift = rng.uniform(0, min(16.0, 0.85 * (radius - half_height - 3)))
    outline = window_outline(rng, (centre[0], centre[1] - lift), half_width, half_height)
    inside = [(x, y) for x, y in outline if math.hypot(x - centre[0], y - centre[1]) < radius - 2.5]
    return Disc(centre, radius, round(float(rng.uniform(0.6, 3.0)), 2)), Window(tuple(inside))


def window_outline(rng: np.random.Generator, centre: XY, half_width: float, half_height: float) -> tuple[XY, ...]:
    """An ellipse, a rounded box, or an ellipse with notches or scallops, as a polygon of 90-180 points (mm)."""
    kind = rng.choice(["ellipse", "box", "notched", "scalloped"], p=[0.4, 0.3, 0.18, 0.12])
    count = 90 if kind in ("ellipse", "box") else 180
    angle = np.arange(count) * 2 * np.pi / count
    power = float(rng.uniform(0.3, 0.75)) if kind == "box" else 1.0
    x, y = (
        np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power,
        np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power,
    )
    size = np.ones(count)
    if kind == "notched":
        for at in rng.choice(8, int(rng.integers(1, 5)), replace=False) * np.pi / 4 + rng.uniform(0, np.pi / 4):
            size -= rng.uniform(0.05, 0.12) * (np.cos(angle - at) > math.cos(rng.uniform(0.06, 0.14)))
    elif kind == "scalloped":
        size -= rng.uniform(0.015, 0.04) * (1 + np.cos(angle * rng.integers(6, 17)))
    return tuple(
        (round(float(u), 2), round(float(v), 2))
        for u, v in zip(centre[0] + half_width * x * size, centre[1] + half_height * y * size, strict=True)
    )


def _irregular_places(rng: np.random.Generator, reach: float) -> list[XY]:
    wanted, apart = int(rng.integers(60, 131)), rng.uniform(8.4, 11.0)
    places: list[XY] = []
    for _ in range(6000):
        angle, distance = rng.uniform(0, 2 * np.pi), reach * math.sqrt(rng.random())
        x, y = distance * math.cos(angle), distance * math.sin(angle)
        if distance > apart * 0.9 and all(math.hypot(x - u, y - v) >= apart for u, v in places):
            places.append((x, y))
            if len(places) == wanted:
                break
    return places


def _lattice_places(rng: np.random.Generator, reach: float, lattice: Lattice) -> list[XY]:
    pitch, turn = lattice
    cos, sin, steps = math.cos(math.radians(turn)), math.sin(math.radians(turn)), int(reach / pitch) + 1
    places = [
        (pitch * (i * cos - j * sin), pitch * (i * sin + j * cos))
        for i in range(-steps, steps + 1)
        for j in range(-steps, steps + 1)
        if (i, j) != (0, 0)
    ]
    places = [place for place in places if math.hypot(*place) <= reach]
    wanted = min(len(places), int(rng.integers(80, 131)))
    return [places[k] for k in sorted(rng.choice(len(places), wanted, replace=False))]


def _stars(
    rng: np.random.Generator, places: list[XY], reach: float, types: tuple[str, ...], apart: float
) -> tuple[Star, ...]:
    base, spread = rng.uniform(1.8, min(3.2, apart * 0.3)), rng.uniform(0, 0.35)
    stars = []
    for number, (x, y) in enumerate(places):
        share = math.hypot(x, y) / reach
        zone: Literal["central", "field", "rim"] = "central" if share < 0.32 else "rim" if share > 0.8 else "field"
        radius = min(max(base + rng.normal(0, spread), 1.8), 3.2)
        stars.append(
            Star(number, round(x, 3), round(y, 3), round(float(radius), 3), types[int(rng.integers(len(types)))], zone)
        )
    return tuple(stars)


def _glyphs(rng: np.random.Generator) -> dict[str, Glyph]:
    style = rng.choice(["shapes", "one shape", "pale"], p=[0.6, 0.25, 0.15])
    shapes = [SHAPES[k] for k in rng.choice(len(SHAPES), 4, replace=False)]
    hues = {"red": 0.0, "yellow": 0.14, "blue": 0.57, "white": 0.1, "green": 0.36, "orange": 0.07, "violet": 0.78}
    names = (
        ["red", "white", "yellow", "blue"]
        if rng.random() < 0.6
        else [str(n) for n in rng.choice(list(hues), 4, replace=False)]
    )
    glow, tint = rng.choice([0.0, rng.uniform(0.1, 0.5)]), rng.uniform(0.55, 1.0) if style != "pale" else 0.3
    return {
        name: Glyph(
            shapes[0] if style == "one shape" else shape,
            hsv(hues[name] + rng.normal(0, 0.012), 0.06 if name == "white" else tint, rng.uniform(0.8, 1.0)),
            float(rng.choice([0, rng.uniform(0, 90)])),
            float(glow),
        )
        for name, shape in zip(names, shapes, strict=True)
    }


def _look(
    rng: np.random.Generator, glyphs: dict[str, Glyph], window: Window, width: float, height: float
) -> tuple[Look, bool]:
    """A look, and whether the layout says where its 3-point stars are."""
    ground = _disc_colour(rng)
    frame, texture = _frame_colour(rng)
    bright = sum(frame) / 3 > 120
    three, circles, radius = _score_places(rng, max(y for _, y in window.outline), width, height)
    look = Look(
        seed=int(rng.integers(2**31)),
        sky=_sky(rng, ground),
        glyphs=glyphs,
        frame=frame,
        ink=hsv(rng.random(), 0.4, 0.2) if bright else hsv(rng.random(), 0.3, 0.95),
        texture=texture,
        texture_strength=float(rng.uniform(0.02, 0.12)),
        border=float(rng.choice([0, rng.uniform(0.3, 1.2)])),
        window_line=float(rng.choice([0, rng.uniform(0.4, 2.0)])),
        numeral_hole=bool(rng.random() < 0.7),
        words=int(rng.integers(0, 10)),
        edge=hsv(0.09, 0.15, rng.choice([0.25, 0.8, 0.95])),
        three_points=three,
        three_point=_three_point(rng, bright),
        score_circles=circles,
        score_radius=radius,
    )
    return look, bool(rng.random() < 0.75)


def _sky(rng: np.random.Generator, ground: Colour) -> Sky:
    return Sky(
        disc=ground,
        nebula=tuple(hsv(rng.random(), 0.6, rng.uniform(0.25, 0.5)) for _ in range(2)),
        nebula_strength=float(rng.choice([0, rng.uniform(0.1, 0.45)])),
        dust=int(rng.choice([0, 150, 500, 900])),
        grid=blend(ground, (255, 255, 255), 0.25),
        circles=tuple(sorted(rng.uniform(0.2, 0.95, int(rng.integers(0, 5))).round(2).tolist())),
        spokes=int(rng.choice([0, 0, 6, 12])),
        figures=int(rng.choice([0, 0, 3, 8])),
        axis=blend((255, 255, 255), ground, rng.uniform(0, 0.3)),
        axis_width=float(rng.uniform(0.35, 1.5)),
        axis_dash=float(rng.choice([0, 0, rng.uniform(2, 5)])),
        rim_rings=bool(rng.random() < 0.4),
        polaris=Glyph(str(rng.choice(["star8", "star4", "dot", "bullseye", "star6"])), (250.0, 252.0, 252.0)),
    )


def _three_point(rng: np.random.Generator, bright: bool) -> Glyph:
    shape = str(rng.choice(["star5", "star4", "star6", "dot", "ring", "diamond"]))
    return Glyph(shape, hsv(0.12, rng.uniform(0, 0.6), 0.35 if bright else 1.0))


def _disc_colour(rng: np.random.Generator) -> Colour:
    hue, saturation, value = [
        (0.63, 0.7, 0.2),
        (0.65, 0.3, 0.09),
        (0.76, 0.6, 0.22),
        (0.45, 0.7, 0.17),
        (0.58, 0.75, 0.42),
        (0.55, 0.5, 0.3),
        (0.0, 0.5, 0.2),
        (0.66, 0.85, 0.33),
    ][int(rng.integers(8))]
    return hsv(hue + rng.normal(0, 0.02), saturation + rng.normal(0, 0.08), value * rng.uniform(0.75, 1.25))


def _frame_colour(rng: np.random.Generator) -> tuple[Colour, Literal["plain", "cloud", "wood"]]:
    kind = int(rng.integers(5))
    if kind == 0:
        return hsv(rng.uniform(0.06, 0.11), rng.uniform(0.25, 0.6), rng.uniform(0.55, 0.88)), "wood"
    if kind == 1:
        return hsv(rng.random(), rng.uniform(0.02, 0.3), rng.uniform(0.7, 0.95)), "plain"
    return hsv(rng.random(), rng.uniform(0.2, 0.8), rng.uniform(0.12, 0.5)), "plain" if kind == 2 else "cloud"


def _score_places(
    rng: np.random.Generator, bottom: float, width: float, height: float
) -> tuple[tuple[XY, ...], tuple[XY, ...], float]:
    """Seven 3-point stars in a row, an arc or two rows under the window, and six score circles below them."""
    room = height - 8 - bottom
    radius = min(8.5, room * 0.16)
    pitch, sag = rng.uniform(13, 18), rng.choice([0, rng.uniform(-0.25, 0.25)])
    rows = int(rng.choice([1, 1, 2]))
    first = bottom + room * 0.24
    three = tuple(
        (
            round(float(width / 2 + (k - 3) * pitch), 2),
            round(float(first + sag * (abs(k - 3) - 1.5) * 4 + (k % 2) * (rows - 1) * 8), 2),
        )
        for k in range(7)
    )
    gap = min((width - 60) / 5, rng.uniform(24, 34))
    circles = tuple(
        (round(float(width / 2 + (k - 2.5) * gap), 2), round(float(bottom + room * 0.7), 2)) for k in range(6)
    )
    return three, circles, float(radius)


def _markers(rng: np.random.Generator, width: float, height: float) -> Markers:
    size = float(rng.choice([14.0, 16.0, 18.0, 20.0, 22.0, 24.0]))
    inset = round(float(rng.uniform(1.6, 4.5)), 2)
    right, low = round(width - inset - size, 2), round(height - inset - size, 2)
    return Markers(
        "DICT_4X4_50", size, {"0": (inset, inset), "1": (right, inset), "2": (right, low), "3": (inset, low)}
    )
