"""Random designs of slates."""

from __future__ import annotations

import msgspec
import numpy as np

from engines.layout import Board, Markers
from engines.look_at_the_stars.slate.board import pack_skies, printed_layout
from engines.slates import Lattice, SlateLayout, point_name, skies_of
from hardware.simulated.look_at_the_stars.design import SlateDesign, slate_look


def random_slate(rng: np.random.Generator, name: str, with_markers: bool = True) -> SlateDesign:
    """A slate of random size, lattice, sky, colours and print; deterministic for the generator's state."""
    kind = rng.choice(["printed", "pack", "free"], p=[0.12, 0.2, 0.68])
    if kind == "free":
        layout = _free_layout(rng, with_markers)
    else:
        layout = printed_layout(int(rng.integers(1, 9))) if kind == "printed" else _pack_layout(rng, with_markers)
        if not with_markers:
            layout = msgspec.structs.replace(layout, markers=None)
    sky = skies_of(layout, pack_skies())[0]
    return SlateDesign(name, layout, sky, slate_look(rng, layout, sky))


def _pack_layout(rng: np.random.Generator, with_markers: bool) -> SlateLayout:
    """One of the pack's slates in another size and crop."""
    pitch = _pitch(rng, 12.0, 16.5)
    return _laid_out(rng, SlateLayout(kind="slate", slate=int(rng.integers(1, 9))), 10, 11, pitch, with_markers, True)


def _pitch(rng: np.random.Generator, low: float, high: float) -> tuple[float, float]:
    dx = round(float(rng.uniform(low, high)), 1)
    return (dx, dx if rng.random() < 0.6 else round(dx * float(rng.uniform(0.92, 1.09)), 1))


def _free_layout(rng: np.random.Generator, with_markers: bool) -> SlateLayout:
    columns, rows = int(rng.integers(7, 11)), int(rng.integers(8, 12))
    names = [point_name(column, row) for column in range(columns) for row in range(rows)]
    missing = _missing(rng, columns, rows)
    left = [name for name in names if name not in missing]
    planets = [str(p) for p in rng.choice(left, int(rng.integers(3, 7)), replace=False)]
    stars = set(left) - set(planets)
    layout = SlateLayout(
        kind="slate",
        columns=columns,
        rows=rows,
        planets=tuple(planets),
        missing=tuple(sorted(missing)),
        printed_lines=_printed(rng, stars, columns, rows),
    )
    pitch = _pitch(rng, 13.0, 18.0) if columns < 9 else _pitch(rng, 12.0, 16.0)
    arched = {point_name(0, rows - 1), point_name(columns - 1, rows - 1)} <= missing
    return _laid_out(rng, layout, columns, rows, pitch, with_markers, arched)


def _missing(rng: np.random.Generator, columns: int, rows: int) -> set[str]:
    """Points without a star: scattered, or cut off by an arch and hidden by creatures and people."""
    names = [point_name(column, row) for column in range(columns) for row in range(rows)]
    if rng.random() < 0.6:
        return {str(p) for p in rng.choice(names, int(rng.integers(4, 11)), replace=False)}
    gone = set()
    for depth, row in ((int(rng.integers(1, 4)), rows - 1), (int(rng.integers(1, 3)), rows - 2)):
        gone |= {point_name(c, row) for k in range(depth) for c in (k, columns - 1 - k)}
    gone |= _hidden_by_creatures(rng, columns, rows)
    if rng.random() < 0.6:
        middle = columns // 2
        gone |= {point_name(c, 0) for c in range(middle - 1, middle + int(rng.integers(1, 3)))}
    return gone


def _hidden_by_creatures(rng: np.random.Generator, columns: int, rows: int) -> set[str]:
    gone = set()
    for _ in range(2):
        column, row = int(rng.integers(columns)), int(rng.integers(1, rows - 1))
        for _ in range(int(rng.integers(4, 8))):
            gone.add(point_name(column, row))
            column = int(np.clip(column + rng.integers(-1, 2), 0, columns - 1))
            row = int(np.clip(row + rng.integers(-1, 2), 0, rows - 1))
    return gone


def _printed(
    rng: np.random.Generator, stars: set[str], columns: int, rows: int, counts: tuple[int, ...] = (0, 0, 2, 3)
) -> tuple[tuple[str, str], ...]:
    lines = [
        (point_name(c, r), point_name(c + dx, r + dy))
        for c in range(columns)
        for r in range(rows)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if {point_name(c, r), point_name(c + dx, r + dy)} <= stars
    ]
    count = int(rng.choice(counts))
    return tuple(lines[k] for k in rng.choice(len(lines), count, replace=False))


def _laid_out(
    rng: np.random.Generator,
    layout: SlateLayout,
    columns: int,
    rows: int,
    pitch: tuple[float, float],
    with_markers: bool,
    arched: bool,
) -> SlateLayout:
    """The layout with its lattice on a board: a margin all round, below it a strip, markers in the corners."""
    size = float(rng.choice([14.0, 14.0, 16.0, 18.0, 20.0, 22.0]))
    inset = round(float(rng.uniform(1.8, 4.0)), 2)
    side = round(float(rng.uniform(8, 22)), 1)
    clear = inset + size + 3.5
    top = round(float(rng.uniform(12, 26) if arched else rng.uniform(clear, clear + 8)), 1)
    foot = round(float(rng.uniform(32, 52)), 1)
    width = round(2 * side + pitch[0] * (columns - 1), 1)
    height = round(top + pitch[1] * (rows - 1) + foot, 1)
    right, low = round(width - inset - size, 2), round(height - inset - size, 2)
    places = {"0": (inset, inset), "1": (right, inset), "2": (right, low), "3": (inset, low)}
    return msgspec.structs.replace(
        layout,
        board=Board(width, height),
        lattice=Lattice((side, round(height - foot, 2)), pitch),
        markers=Markers("DICT_4X4_50", size, places) if with_markers else None,
    )
