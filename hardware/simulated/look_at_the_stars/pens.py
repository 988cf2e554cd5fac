"""What pens leave on a slate: lines, shooting stars, objects."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec
import numpy as np

from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.pixels import Points, regular_polygon, rotation
from hardware.simulated.strokes import Pen, Stroke, draw_line

Kind = Literal["planet", "galaxy", "twinkling_star", "nova", "aura", "crescent_moon", "black_hole"]


class Head(msgspec.Struct, frozen=True):
    """How one hand draws the head of a shooting star: length (mm) and angle of its barbs, how many of them."""

    length: float
    angle_deg: float
    style: str

    @staticmethod
    def random(rng: np.random.Generator, wide: bool = False) -> Head:
        """A hand's own way; `wide`: sharper ones, too, whose barbs run into the shaft."""
        style = str(rng.choice(["barbs", "barbs", "barbs", "closed", "half", "star"]))
        return Head(float(rng.uniform(2.2, 7.0)), float(rng.uniform(10 if wide else 16, 48)), style)

    def strokes(self, rng: np.random.Generator, head: Points, tail: Points, pen: Pen) -> list[Stroke]:
        """The strokes of a head at `head` whose shaft comes from `tail`."""
        neat = msgspec.structs.replace(pen, miss=pen.miss * 0.5, overshoot=0.25, gaps=pen.gaps * 0.5)
        if self.style == "star":
            return _path(rng, head + regular_polygon((0, 0), self.length * 0.7, 5, rng.uniform(0, 72), 0.45), neat)
        back = (tail - head) / max(float(np.hypot(*(tail - head))), 1e-6)
        tips = []
        for side in (1, -1):
            spin = rotation(side * (self.angle_deg + rng.normal(0, 4)))
            tips.append(head + spin @ back * self.length * rng.uniform(0.85, 1.15))
        if self.style == "half":
            tips = tips[:1]
        strokes = [draw_line(rng, head, tip, neat) for tip in tips]
        if self.style == "closed":
            strokes.append(draw_line(rng, tips[0], tips[1], neat))
        return strokes


def draw_object(rng: np.random.Generator, design: SlateDesign, kind: Kind, at: str, pen: Pen) -> list[Stroke]:
    """The strokes of what a power bonus draws at a point; of a galaxy the left one."""
    centre, neat = np.array(design.at(at)), msgspec.structs.replace(pen, overshoot=0.2, miss=0.3)
    if kind == "galaxy":
        lattice = design.layout.lattice
        assert lattice is not None
        centre = centre + np.array([lattice.pitch[0] / 2, 0])
        return _path(rng, centre + _oval(lattice.pitch[0] * 0.75, rng.uniform(3, 5)), neat)
    return [stroke for path in _object_paths(rng, kind) for stroke in _path(rng, centre + path, neat)]


def _oval(wide: float, high: float) -> Points:
    turn = np.linspace(0, 2 * np.pi, 15)
    return np.column_stack([wide * np.cos(turn), high * np.sin(turn)])


def _path(rng: np.random.Generator, points: Points, pen: Pen) -> list[Stroke]:
    """Short strokes along a polyline; closed figures come back to where they began."""
    ends = [*points, points[0]] if len(points) < 12 else list(points)
    calm = msgspec.structs.replace(pen, miss=0.12, bow=0.005, wobble=0.05)
    return [draw_line(rng, a, b, calm) for a, b in pairwise(ends)]


def _object_paths(rng: np.random.Generator, kind: Kind) -> list[Points]:
    size = float(rng.uniform(2.8, 4.6))
    ray = [np.array([[np.cos(a), np.sin(a)]]) for a in np.arange(8) * np.pi / 4 + rng.uniform(0, 0.4)]
    if kind == "planet":
        return [_oval(size, size), _oval(size * 1.5, size * 0.4)]
    if kind == "black_hole":
        return [_oval(size, size), _oval(size * 0.5, size * 0.5)]
    if kind == "aura":
        return [_oval(size * 0.8, size * 0.8), *[np.concatenate([a * size, a * size * 1.5]) for a in ray]]
    if kind == "twinkling_star":
        return [regular_polygon((0, 0), size, 5, rng.uniform(-10, 10), 0.42)]
    if kind == "nova":
        return [regular_polygon((0, 0), size, 8, rng.uniform(-10, 10), 0.5)]
    inner = _oval(size, size)[4:12]
    return [np.concatenate([inner, (inner[::-1] - [size * 0.35, 0]) * 0.92])]
