"""What pens of chance leave on a slate."""

from __future__ import annotations

import msgspec
import numpy as np

from hardware.simulated.levels import Level
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.look_at_the_stars.pens import Head, draw_object
from hardware.simulated.pixels import Points, hsv
from hardware.simulated.strokes import Pen, Stroke, draw_line
from tools.studio.levels import random_pen
from tools.studio.slate_game import Line, SlateGame

WIPED = {"easy": (0.03, 0.09), "medium": (0.05, 0.2), "hard": (0.07, 0.28)}


WIPED_COUNT = {"easy": 0.6, "medium": 1.5, "hard": 2.0}


WIDE_WIPED, WIDE_WIDTH = 1.2, (1.0, 1.6)
"""In wide sets wiped lines are so much stronger, and pens so much thicker."""


class SlateInk:
    """What one player's pen left on a slate before and in this turn; lines are as the truth names them."""

    def __init__(
        self,
        rng: np.random.Generator,
        design: SlateDesign,
        level: Level,
        game: SlateGame,
        wide: bool = False,
        pen: Pen | None = None,
    ) -> None:
        self.design, self.game, self.wide = design, game, wide
        self.pen = pen or slate_pen(rng, design, level, wide)
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


def _ticks(rng: np.random.Generator, design: SlateDesign, pen: Pen) -> list[Stroke]:
    """Ticks and numbers in the strip below the lattice."""
    marks = []
    for x in np.linspace(0.19, 0.81, 6) * design.size[0]:
        if rng.random() < 0.25:
            low = np.array([x, design.look.strip_y + 1.5])
            marks += [draw_line(rng, low - np.array([1.5, 2.0]), low, pen)]
            marks += [draw_line(rng, low, low + np.array([2.5, -4.5]), pen)]
    return marks
