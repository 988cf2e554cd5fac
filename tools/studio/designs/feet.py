"""Random feet of mother ships, and a foot beside its card as one print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hardware.simulated.pixels import Colour, Points, Sheet, blend, hsv
from hardware.simulated.starfarers.foot import PPMM, FootLook, draw_card, print_ship

COLOURS = ("black", "blue", "yellow", "red")


def random_look(rng: np.random.Generator) -> FootLook:
    """A ship, its balls and its card; deterministic for the generator's state."""
    ball = float(rng.uniform(10, 16))
    width, height = ball * float(rng.uniform(1.04, 1.16)), ball * float(rng.uniform(2.1, 2.7))
    card = (float(rng.uniform(88, 115)), float(rng.uniform(105, 130)))
    tube = (card[0] / 2 - width / 2 + float(rng.uniform(-3, 3)), 34.0, width, height)
    row = 34 + height + 12 + ball / 2
    columns = np.linspace(0.22, 0.78, 4) * card[0]
    body = hsv(rng.random(), rng.choice([0.0, rng.uniform(0.5, 0.9)]), rng.uniform(0.2, 0.95))
    return FootLook(
        card=card,
        paper=hsv(rng.uniform(0.05, 0.15), rng.uniform(0, 0.05), rng.uniform(0.9, 1.0)),
        marker=float(rng.uniform(14, 18)),
        marker_ids=(40, 41, 42, 43),
        body=body,
        body_width=width + float(rng.uniform(8, 24)),
        tube=tube,
        behind=_behind(rng, body),
        tint=float(rng.uniform(0, 0.18)),
        streaks=tuple(
            (float(rng.uniform(0.08, 0.92)), float(rng.uniform(0.3, 1.6)), float(rng.uniform(0.1, 0.6)))
            for _ in range(int(rng.integers(0, 4)))
        ),
        ball=ball,
        colours={
            "black": hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.07, 0.2)),
            "blue": hsv(rng.uniform(0.56, 0.65), rng.uniform(0.65, 0.95), rng.uniform(0.45, 0.9)),
            "yellow": hsv(rng.uniform(0.12, 0.165), rng.uniform(0.7, 1.0), rng.uniform(0.8, 1.0)),
            "red": hsv(rng.uniform(-0.02, 0.02), rng.uniform(0.75, 1.0), rng.uniform(0.55, 0.9)),
        },
        circles={name: (float(x), row) for name, x in zip(COLOURS, columns, strict=True)},
        light_from=(float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.8, -0.1))),
        ambient=float(rng.uniform(0.3, 0.6)),
        shine=float(rng.uniform(0.2, 1.0)),
    )


def _behind(rng: np.random.Generator, body: Colour) -> Colour:
    """What shows through an empty tube: paper, the dark inside of the ship, or its plastic."""
    kind = int(rng.integers(3))
    if kind == 0:
        return (225.0, 230.0, 232.0)
    return blend(body, (0, 0, 0), 0.7) if kind == 1 else blend(body, (255, 255, 255), 0.2)


class Foot(NamedTuple):
    """A ship before its card, and the balls `shown` in its tube: (colour, place in mm). `circles`: the four balls lie
    on the card, too. `smear`: millimetres that the balls in the tube fall while the picture is taken."""

    look: FootLook
    shown: Sequence[tuple[str, Points]]
    circles: bool = False
    smear: float = 0.0


def draw_foot(foot: Foot, ppmm: float = PPMM) -> Sheet:
    """The card with the ship before it and its balls."""
    sheet = draw_card(foot.look, foot.circles, ppmm)
    print_ship(sheet, foot.look, foot.shown, foot.smear)
    return sheet
