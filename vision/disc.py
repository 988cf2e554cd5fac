"""Reads the pen lines on a star disc: a photograph and what the record knows in, a Reading out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from vision.classifier import load_net
from vision.crosses import count_crossed
from vision.decode import Drawing, Field, Prices, TileSearch, decode
from vision.doubt import DoubtLimits, doubtful_lines
from vision.field import RulePrices, new_lines
from vision.layout import DiscLayout
from vision.light import check_light
from vision.locate import locate_disc
from vision.placement import RigidSearch
from vision.pattern import Pattern, parse_expectation
from vision.pose import Image, Pose
from vision.reading import Line, Located, Milliseconds, Reading
from vision.rivalry import Rivals, find_rivals, rival_features
from vision.sight import Blank, Sight, look, prepare_blank

__all__ = ["Blank", "Reading", "prepare_blank", "read_disc"]

KnownLines = Iterable[Sequence[int]]
SURE = 8.0
"""Log-odds of a line that the record vouches for."""


def read_disc(
    image: Image | Sequence[Image],
    layout: DiscLayout,
    *,
    blank: Image | Blank | None = None,
    before: Image | None = None,
    known: KnownLines = (),
    expect: Mapping[str, Any] | Pattern | None = None,
    last: Pose | Reading | None = None,
) -> Reading:
    """The lines on the board in `image` (uint8, grey or BGR), or in a burst of such pictures of one board.

    `blank`: the same board clean, at this stop; a `Blank` from `prepare_blank` saves locating it again. `before`: the
    board before this drawing. `known`: star ids of lines of earlier rounds. `expect`: the tile, as decoded JSON.
    `last`: where the board lay before. Raises NotPossible when no board is found, BadInput for input that makes no sense.
    """
    begun = time.perf_counter()
    frames = [image] if isinstance(image, np.ndarray) else list(image)
    pattern = expect if isinstance(expect, Pattern) or expect is None else parse_expectation(expect)
    rows = known_rows(layout, known)
    where = last.pose if isinstance(last, Reading) else last
    clean = _clean(blank, layout)
    frame, pose = _best_frame(frames, layout, where, before, clean.rotation_deg if clean else None)
    located = time.perf_counter()
    sight = look(frame, layout, pose, clean, frozenset(rows))
    lines, doubtful = judge(sight, layout, pose.rotation_deg, rows, pattern)
    light = check_light(frame, pose, layout)
    crossed = count_crossed(frame, pose, layout)
    done = time.perf_counter()
    return Reading(
        located=Located(
            pose.by, tuple((round(float(x), 2), round(float(y), 2)) for x, y in pose.corners), round(pose.confidence, 3)
        ),
        rotation_deg=round(pose.rotation_deg % 360, 3),
        round=pose.round,
        lines=lines,
        doubtful=doubtful,
        crossed_stars=crossed,
        light=light,
        ms=_milliseconds(begun, located, done),
        pose=pose,
    )


def _milliseconds(begun: float, located: float, done: float) -> Milliseconds:
    return Milliseconds(*(round(1000 * s, 2) for s in (located - begun, done - located, done - begun)))


def known_rows(layout: DiscLayout, known: KnownLines) -> list[tuple[int, int]]:
    """Pairs of rows of the layout's stars, smaller first, of lines given by star ids. Raises BadInput."""
    rows = set()
    for line in known:
        ids = tuple(line)
        if len(ids) != 2 or not all(isinstance(star, int) and star in layout.index for star in ids) or ids[0] == ids[1]:
            raise BadInput(f"known: {list(ids)!r}: expected two different star ids of the layout")
        a, b = sorted(layout.index[star] for star in ids)
        rows.add((a, b))
    return sorted(rows)


def _clean(blank: Image | Blank | None, layout: DiscLayout) -> Blank | None:
    if blank is None or isinstance(blank, Blank):
        return blank
    try:
        return prepare_blank(blank, layout)
    except NotPossible:
        return None


def _best_frame(
    frames: Sequence[Image], layout: DiscLayout, last: Pose | None, before: Image | None, turn: float | None
) -> tuple[Image, Pose]:
    """The frame in which the board is found best. Raises NotPossible when it is in none."""
    if not frames:
        raise BadInput("image: expected one picture at least")
    found: list[tuple[Image, Pose]] = []
    why = ""
    for frame in frames:
        try:
            found.append((frame, locate_disc(frame, layout, last=last, rotation_hint=turn, before=before)))
        except NotPossible as error:
            why = str(error)
    if not found:
        raise NotPossible(why)
    return max(found, key=lambda pair: pair[1].confidence)


def line_log_odds(
    sight: Sight, layout: DiscLayout, known: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float32], Rivals]:
    """(n,) log-odds of each pair with its rivals in view, (n,) of its ink alone, and the rivals; `known` lines count as drawn."""
    alone = load_net("line_alone").log_odds(sight.features)
    told = np.where(known, np.float32(SURE), alone)
    rivals = find_rivals(sight.strips, sight.pairs, layout.stars_xy, told, known)
    log_odds = np.minimum(alone, -4.0).astype(np.float64)
    log_odds[rivals.rows] = load_net("line_among_rivals").log_odds(
        rival_features(rivals, sight.pairs, sight.strips, told, sight.features)
    )
    return log_odds, alone, rivals


def judge(
    sight: Sight, layout: DiscLayout, rotation_deg: float, known: Sequence[tuple[int, int]], pattern: Pattern | None
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines drawn and the doubtful ones, from what is seen and what the record knows (`known`: pairs of star rows)."""
    limits, pairs = DoubtLimits(), sight.pairs
    at = pairs.row_of()
    recorded = np.zeros(len(pairs.a), bool)
    recorded[[at[pair] for pair in known]] = True
    log_odds, alone, rivals = line_log_odds(sight, layout, recorded)
    rows, field = new_lines(layout, rotation_deg, pairs, log_odds, recorded, rivals, RulePrices())
    p = np.zeros(len(pairs.a))
    prices = Prices()
    tile = None if pattern is None else tile_drawings(field, pattern, prices, layout)
    p[rows] = decode(field, tile, prices).p
    p[recorded] = 0.99
    doubt = doubtful_lines(p, limits) & ~recorded
    name = layout.ids
    lines = [
        Line(*sorted((name[pairs.a[row]], name[pairs.b[row]])), p=round(float(p[row]), 4))
        for row in np.flatnonzero((p >= 0.5) | doubt)
    ]
    asked = {tuple(sorted((name[pairs.a[row]], name[pairs.b[row]]))) for row in np.flatnonzero(doubt)}
    lines.sort(key=lambda line: (line.a, line.b))
    return tuple(line for line in lines if line.p >= 0.5), tuple(line for line in lines if (line.a, line.b) in asked)


def tile_drawings(field: Field, pattern: Pattern, prices: Prices, layout: DiscLayout) -> list[Drawing]:
    """The likely drawings of the tile or of a part of it, as its kind of match asks."""
    if pattern.exact:
        return RigidSearch(field, pattern, prices, layout.stars_xy).drawings()
    return TileSearch(field, pattern, prices).drawings()
