"""What pens leave on a slate: lines, shooting stars, objects, ticks, wiped lines."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np

from hardware.simulated.levels import Level, random_pen
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.look_at_the_stars.game import Kind, Line, SlateGame
from hardware.simulated.pixels import Points, hsv, regular_polygon
from hardware.simulated.strokes import Pen, Stroke, draw_line

WIPED = {"easy": (0.03, 0.09), "medium": (0.05, 0.2), "hard": (0.07, 0.28)}
WIPED_COUNT = {"easy": 0.6, "medium": 1.5, "hard": 2.0}
WIDE_WIPED, WIDE_WIDTH = 1.2, (1.0, 1.6)
"""In wide sets wiped lines are so much stronger, and pens so much thicker."""


class SlateInk:
    """What one player's pen left on a slate before and in this turn; lines are as the truth names them."""

    def __init__(
        self, rng: np.random.Generator, design: SlateDesign, level: Level, game: SlateGame, wide: bool = False
    ) -> None:
        self.design, self.game, self.wide = design, game, wide
        self.pen = slate_pen(rng, design, level, wide)
        self.head = Head.random(rng, wide)
        worn = msgspec.structs.replace(self.pen, opacity=self.pen.opacity * rng.uniform(0.75, 1.0))
        self.seed = int(rng.integers(2**31))
        self.old = [self._line(rng, line, worn) for line in game.known]
        self.old += [stroke for star in game.known_stars for stroke in self._star(rng, star, worn)]
        self.old += [stroke for kind, at in game.objects for stroke in draw_object(rng, design, kind, at, worn)]
        self.old += _ticks(rng, design, worn)
        self.new = [self._line(rng, line, self.pen) for line in game.lines]
        self.new += [stroke for star in game.stars for stroke in self._star(rng, star, self.pen)]
        self.wiped = self._wiped(rng, level)

    def _at(self, point: str) -> Points:
        return np.array(self.design.at(point))

    def _line(self, rng: np.random.Generator, line: Line, pen: Pen) -> Stroke:
        a, b = (line[0], line[1]) if rng.random() < 0.5 else (line[1], line[0])
        return draw_line(rng, self._at(a), self._at(b), pen)

    def _star(self, rng: np.random.Generator, star: Line, pen: Pen) -> list[Stroke]:
        """A shooting star: the shaft from tail to head, and the barbs of its head."""
        head, tail = self._at(star[0]), self._at(star[1])
        calm = msgspec.structs.replace(pen, bow=pen.bow * 0.6)
        return [draw_line(rng, tail, head, calm), *self.head.strokes(rng, head, tail, pen)]

    def _wiped(self, rng: np.random.Generator, level: Level) -> list[Stroke]:
        strokes, stars, much = [], self.design.sky.stars, WIDE_WIPED if self.wide else 1.0
        lattice = self.design.layout.lattice
        assert lattice is not None
        for _ in range(rng.poisson(WIPED_COUNT[level] * much)):
            start = self._at(stars[int(rng.integers(len(stars)))])
            step = np.array([(1, 0), (0, 1), (1, 1), (1, -1)][int(rng.integers(4))]) * lattice.pitch
            faint = msgspec.structs.replace(self.pen, opacity=rng.uniform(*WIPED[level]) * much, gaps=0.03, patchy=0.4)
            strokes.append(draw_line(rng, start, start + step * rng.choice([-1, 1]), faint))
        if rng.random() < 0.35:
            start, reach = np.array(self.design.size) * rng.uniform(0.15, 0.8, 2), rng.normal(0, 25, 2)
            cloth = msgspec.structs.replace(self.pen, opacity=rng.uniform(0.02, 0.07), width=3.0, bow=0.1, patchy=0.5)
            strokes += [draw_line(rng, start + side, start + reach + side, cloth) for side in rng.normal(0, 4, (4, 2))]
        return strokes


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
            angle = np.deg2rad(side * (self.angle_deg + rng.normal(0, 4)))
            spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
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


def slate_pen(rng: np.random.Generator, design: SlateDesign, level: Level, wide: bool = False) -> Pen:
    """A pen of this level that shows on this slate: light on a night sky, dark on a light one; `wide`: thick ones, in
    unsteady hands, too."""
    pen = random_pen(rng, level, design.look.ground, wide)
    if wide:
        pen = msgspec.structs.replace(pen, width=pen.width * rng.uniform(*WIDE_WIDTH))
    if design.look.light:
        colour = [(20.0, 20.0, 20.0), (120.0, 30.0, 20.0), (30.0, 30.0, 150.0), (40.0, 90.0, 20.0)][
            int(rng.integers(4))
        ]
        return msgspec.structs.replace(pen, colour=colour, opacity=max(0.55, pen.opacity))
    if max(design.look.ground) > 130:
        return msgspec.structs.replace(pen, colour=hsv(rng.random(), 0.05, 0.99), opacity=max(0.7, pen.opacity))
    return pen


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


def _ticks(rng: np.random.Generator, design: SlateDesign, pen: Pen) -> list[Stroke]:
    """Ticks and numbers in the strip below the lattice."""
    marks = []
    for x in np.linspace(0.19, 0.81, 6) * design.size[0]:
        if rng.random() < 0.25:
            low = np.array([x, design.look.strip_y + 1.5])
            marks += [draw_line(rng, low - np.array([1.5, 2.0]), low, pen)]
            marks += [draw_line(rng, low, low + np.array([2.5, -4.5]), pen)]
    return marks
