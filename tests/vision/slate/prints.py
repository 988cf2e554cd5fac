"""The slates of one made-up print, as in the game, and photographs of them by one owner's camera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from engines.look_at_the_stars.slate.board import pack_skies
from engines.look_at_the_stars.slate.lattice import COLUMNS, ROWS
from engines.slates import SlateLayout, point_name, skies_of
from hardware.simulated.levels import Level
from hardware.simulated.look_at_the_stars.design import SlateDesign, slate_look
from hardware.simulated.look_at_the_stars.scene import clean_slate, windowless
from hardware.simulated.pixels import Picture
from hardware.simulated.scene import photograph
from hardware.simulated.table import lay_table
from tools.studio.captures import random_photographer, whole_board
from tools.studio.designs.slates import _hidden_by_creatures, _laid_out, _pitch, _printed


def random_slates(rng: np.random.Generator, name: str, count: int = 8) -> list[SlateDesign]:
    """Slates of one print, each with a sky of its own: ten columns and eleven rows under one arch, over the same
    people, with three planets and two printed lines, as in the game."""
    arch = _arch(rng)
    people = {point_name(4 + c, 0) for c in range(int(rng.integers(1, 4)))} if rng.random() < 0.7 else set()
    pitch = _pitch(rng, 12.0, 16.0)
    skies = [_sky_below(rng, arch, people) for _ in range(count)]
    first = _laid_out(rng, skies[0], COLUMNS, ROWS, pitch, False, True)
    look = slate_look(rng, first, skies_of(first, pack_skies())[0])
    designs = []
    for number, sky in enumerate(skies, 1):
        layout = msgspec.structs.replace(sky, board=first.board, lattice=first.lattice)
        own = msgspec.structs.replace(look, seed=int(rng.integers(2**31)))
        designs.append(SlateDesign(f"{name}_{number}", layout, skies_of(layout, pack_skies())[0], own))
    return designs


def _arch(rng: np.random.Generator) -> set[str]:
    """The points that an arch cuts off, fewer in each row from the top down."""
    gone, depth = set(), int(rng.integers(1, 4))
    for row in range(ROWS - 1, 0, -1):
        gone |= {point_name(c, row) for k in range(depth) for c in (k, COLUMNS - 1 - k)}
        depth = max(0, depth - int(rng.integers(0, 2)))
        if depth == 0 or row < ROWS - 4:
            break
    return gone


def _sky_below(rng: np.random.Generator, arch: set[str], people: set[str]) -> SlateLayout:
    names = [point_name(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    gone = arch | people | _hidden_by_creatures(rng, COLUMNS, ROWS)
    left = [name for name in names if name not in gone]
    planets = [str(p) for p in rng.choice(left, 3, replace=False)]
    lines = _printed(rng, set(left) - set(planets), COLUMNS, ROWS, (2,))
    return SlateLayout(
        kind="slate",
        columns=COLUMNS,
        rows=ROWS,
        planets=tuple(planets),
        missing=tuple(sorted(gone)),
        printed_lines=lines,
    )


def slate_photographs(designs: Sequence[SlateDesign], seed: int, level: Level = "easy") -> Iterator[Picture]:
    """One picture of each empty slate, upright, by one owner's camera."""
    rng = np.random.default_rng([seed, 14])
    camera = random_photographer(rng, (1920, 1440), level)
    for design in designs:
        table = lay_table(rng, design.size, 0.3)
        shot = whole_board(camera, rng, windowless(design))
        yield photograph(clean_slate(design, 8.0), 0.0, table, shot, rng)
