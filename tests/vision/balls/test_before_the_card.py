"""Ships that stand before their card, photographed not quite straight: the tube shows beside its place."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from engines.starfarers.foot_card import STAND, balls_layout
from engines.starfarers.pack import BALLS, Ball
from hardware.simulated.starfarers import tabletop
from vision.balls.layout import parse_balls
from vision.balls.read import read_balls

LAYOUT = msgspec.to_builtins(balls_layout(BALLS))


def beside(seed: int) -> tuple[float, float]:
    """How far (mm of the card) the tube of this photograph shows beside its place: to the right, and down."""
    taken, stands = tabletop.standing(np.random.default_rng([seed, 24]))
    across, down = stands.shows_at(taken.view) - STAND
    return float(across), float(down)


def test_a_simulated_ship_stands_before_its_card_and_shows_beside_its_place() -> None:
    places = np.array([beside(seed) for seed in range(60)])
    assert np.abs(places).max() <= tabletop.MAX_ASIDE_MM
    assert np.abs(places[:, 0]).max() > 4
    assert places[:, 1].max() > 6


@pytest.mark.parametrize(("seed", "pair"), [(8, ("red", "blue")), (15, ("black", "yellow")), (31, ("blue", "red"))])
def test_balls_are_read_however_far_the_tube_shows_beside_its_place(seed: int, pair: tuple[Ball, Ball]) -> None:
    assert max(map(abs, beside(seed))) > 5
    frames = [tabletop.picture_of(pair, seed, shot=shot) for shot in (0, 1)]
    reading = read_balls(frames, parse_balls(LAYOUT))
    assert tuple(ball.colour for ball in reading.balls) == pair
    assert (reading.settled, reading.doubtful) == (True, ())
    fixed = read_balls(frames, parse_balls(LAYOUT | {"around": 0}))
    right = tuple(ball.colour for ball in fixed.balls) == pair
    assert not (right and fixed.settled and not fixed.doubtful), "the tube does show beside its place"
