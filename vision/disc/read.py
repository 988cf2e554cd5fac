"""Reads the pen lines on a star disc: a photograph and what the record knows in, a Reading out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from vision.disc.crosses import count_crossed, star_patches
from vision.disc.decode import Drawing, Field, Prices, TileSearch, decode
from vision.disc.field import RulePrices, fully_visible, new_lines, without_ink
from vision.disc.locate import locate_disc
from vision.disc.pattern import Pattern, parse_expectation
from vision.disc.placement import RigidSearch
from vision.disc.rivalry import Rivals, find_rivals, rival_features
from vision.disc.sight import Blank, Sight, look, prepare_blank
from vision.disc.unrecorded import Earlier, line_chances
from vision.ink.classifier import load_net
from vision.ink.doubt import (
    DoubtLimits,
    asked_too,
    doubtful_lines,
    hidden_lines,
    limits_for,
    recorded_lines,
    unreadable,
    veiled_lines,
)
from vision.ink.layout import DiscLayout
from vision.ink.light import check_light
from vision.ink.pose import Image, Pose
from vision.ink.reading import Line, Located, Milliseconds, Reading

__all__ = ["Blank", "Reading", "prepare_blank", "read_disc"]

KnownLines = Iterable[Sequence[int]]
Frames = list[tuple[Image, Pose]]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

SURE = 8.0
"""Log-odds of a line that the record vouches for."""
TOO_FAINT = "the lines are too faint in this picture to be told: photograph again, with more light and a clear view"
WORSE_FRAME = 0.15
"""A frame of a burst whose board is found by this much worse than in the best one is not used."""


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
    board before this drawing: says where a covered board lies, is compared with where there is no `blank` and the
    earlier lines are `known`, and shows these where neither they nor the tile are. `known`: star ids of lines of
    earlier rounds. `expect`: the tile, as decoded JSON.
    `last`: where the board lay before. Raises NotPossible when no board is found or its lines are too faint to be told,
    BadInput for senseless input.
    """
    begun = time.perf_counter()
    frames = [image] if isinstance(image, np.ndarray) else list(image)
    pattern = expect if isinstance(expect, Pattern) or expect is None else parse_expectation(expect)
    recorded = known_rows(layout, known)
    clean = _prepared(blank, layout)
    drawn_over = clean is None and bool(recorded)
    if drawn_over:
        clean = _prepared(before, layout)
    start = time.perf_counter()
    turn = clean.rotation_deg if clean is not None else None
    found = _locate(frames, layout, last.pose if isinstance(last, Reading) else last, before, turn)
    frame, pose = found[0]
    located = time.perf_counter()
    untold = not recorded and pattern is None
    earlier = _seen_before(before, layout, clean) if untold and before is not None else None
    sight = look(found, layout, clean, frozenset(recorded) if earlier is None else earlier.likely())
    if untold:
        lines, doubtful = judge_untold(sight, layout, pose.rotation_deg, earlier)
    else:
        lines, doubtful = judge(sight, layout, pose.rotation_deg, recorded, pattern, erasable=not drawn_over)
    light = check_light(frame, pose, layout)
    crossed = _crossed(frame, pose, layout, None if drawn_over else clean)
    done = time.perf_counter()
    return Reading(
        located=Located(pose.by, _corners(pose), round(pose.confidence, 3)),
        rotation_deg=round(pose.rotation_deg % 360, 3),
        round=pose.round,
        lines=lines,
        doubtful=doubtful,
        crossed_stars=crossed,
        light=light,
        ms=_milliseconds(begun, start, located, done),
        pose=pose,
    )


def _milliseconds(begun: float, start: float, located: float, done: float) -> Milliseconds:
    return Milliseconds(*(round(1000 * s, 2) for s in (located - start, done - located, done - begun)))


def _corners(pose: Pose) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in pose.corners)


def _crossed(frame: Image, pose: Pose, layout: DiscLayout, clean: Blank | None) -> int | None:
    if not len(layout.three_point_xy):
        return None
    return count_crossed(star_patches(frame, pose, layout), clean.stars if clean is not None else None)


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


def _prepared(picture: Image | Blank | None, layout: DiscLayout) -> Blank | None:
    if picture is None or isinstance(picture, Blank):
        return picture
    try:
        return prepare_blank(picture, layout)
    except NotPossible:
        return None


def _locate(
    frames: Sequence[Image], layout: DiscLayout, last: Pose | None, before: Image | None, turn: float | None
) -> Frames:
    """The frames in which the board is found, best first. Raises NotPossible when it is in none."""
    if not frames:
        raise BadInput("image: expected one picture at least")
    found: Frames = []
    why = ""
    for frame in frames:
        try:
            found.append((frame, locate_disc(frame, layout, last=last, rotation_hint=turn, before=before)))
        except NotPossible as error:
            why = str(error)
    if not found:
        raise NotPossible(why)
    found.sort(key=lambda pair: -pair[1].confidence)
    return [pair for pair in found if pair[1].confidence >= found[0][1].confidence - WORSE_FRAME]


def line_log_odds(sight: Sight, layout: DiscLayout, known: Flags) -> tuple[Numbers, NDArray[np.float32], Rivals]:
    """(n,) log-odds of each pair among its rivals, (n,) of its ink alone, and the rivals; `known` lines are drawn."""
    kind = "" if sight.compared else "bare_"
    alone = load_net(f"{kind}line_alone").log_odds(sight.features)
    told = np.where(known, np.float32(SURE), alone)
    rivals = find_rivals(sight.strips, sight.pairs, layout.stars_xy, told, known)
    log_odds = np.minimum(alone, -4.0).astype(np.float64)
    seen = rival_features(rivals, sight.pairs, sight.strips, told, sight.features)
    log_odds[rivals.rows] = load_net(f"{kind}line_among_rivals").log_odds(seen)
    return log_odds, alone, rivals


def judge(
    sight: Sight,
    layout: DiscLayout,
    rotation_deg: float,
    recorded: Sequence[tuple[int, int]],
    pattern: Pattern | None,
    erasable: bool = True,
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines drawn and the doubtful ones, from what is seen and what the record knows.

    `recorded`: pairs of star rows; with `erasable`, those that should be seen and are not become doubtful. Raises
    NotPossible where too little is seen.
    """
    prices, pairs = Prices(), sight.pairs
    known = pairs.among(set(recorded))
    log_odds, alone, rivals = line_log_odds(sight, layout, known)
    log_odds = without_ink(log_odds, sight.ink)
    rows, field = new_lines(layout, rotation_deg, pairs, log_odds, known, rivals, sight.strips, RulePrices())
    p = np.zeros(len(known))
    drawings = None if pattern is None else tile_drawings(field, pattern, prices, layout)
    verdict = decode(field, drawings, prices)
    p[rows] = verdict.p
    tile = None if pattern is None else verdict.tile
    limits = limits_for(tile, DoubtLimits(), sight.ink)
    hidden = hidden_lines(p, sight.clear, limits)
    doubt = doubtful_lines(p, limits) & ~hidden
    doubt |= veiled_lines(p, log_odds, sight.clear, limits)
    if tile is not None:
        doubt |= asked_too(p, doubt, hidden, limits)
    if unreadable(verdict.p, doubt[rows], tile, limits, hidden[rows], sight.ink):
        raise NotPossible(TOO_FAINT)
    shown = fully_visible(layout, rotation_deg)
    in_sight = erasable & shown[pairs.a] & shown[pairs.b] & _uncovered(sight, limits)
    p[known] = recorded_lines(alone[known], in_sight[known], limits, limits.usual)
    doubt[known] = p[known] < limits.erased
    return _named(layout, sight, p, p >= 0.5), _named(layout, sight, p, doubt)


def _uncovered(sight: Sight, limits: DoubtLimits) -> Flags:
    """(n,) whether no hand or glare lies over each pair, so that a line there cannot be missed."""
    return np.asarray((sight.strips.veil.mean(1) < limits.veiled) & (sight.clear >= limits.clear))


def _untold_chances(
    sight: Sight, layout: DiscLayout, rotation_deg: float, earlier: Earlier | None
) -> tuple[Numbers, Numbers, NDArray[np.intp]]:
    """(n,) log-odds of each pair, (n,) how likely it is drawn, and the rows that may be."""
    none = np.zeros(len(sight.pairs.a), bool)
    log_odds, _, rivals = line_log_odds(sight, layout, none)
    log_odds = without_ink(log_odds, sight.ink)
    if earlier is not None:
        limits = DoubtLimits()
        covered = sight.pairs.among(earlier.likely()) & ~_uncovered(sight, limits)
        log_odds[covered] = np.maximum(log_odds[covered], limits.usual)
        log_odds = log_odds + earlier.speaks_for(sight.pairs)
    rows, field = new_lines(layout, rotation_deg, sight.pairs, log_odds, none, rivals, sight.strips, RulePrices())
    p = np.zeros(len(none))
    p[rows] = line_chances(field, Prices())
    return log_odds, p, rows


def judge_untold(
    sight: Sight, layout: DiscLayout, rotation_deg: float, earlier: Earlier | None
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """`judge` where nothing tells of earlier lines or of the tile; `earlier`: what an earlier picture shows."""
    # As much is asked as where something else was drawn than the tile: little is known of either board.
    limits = limits_for(0.0, DoubtLimits(), sight.ink)
    log_odds, p, rows = _untold_chances(sight, layout, rotation_deg, earlier)
    hidden = hidden_lines(p, sight.clear, limits)
    doubt = doubtful_lines(p, limits) & ~hidden
    doubt |= veiled_lines(p, log_odds, sight.clear, limits)
    if unreadable(p[rows], doubt[rows], None, limits, hidden[rows], sight.ink, recorded=False):
        raise NotPossible(TOO_FAINT)
    return _named(layout, sight, p, p >= 0.5), _named(layout, sight, p, doubt)


def _seen_before(before: Image, layout: DiscLayout, clean: Blank | None) -> Earlier | None:
    """What the picture `before` shows of the board; None where the board is not found in it."""
    turn = clean.rotation_deg if clean is not None else None
    try:
        found = _locate([before], layout, None, None, turn)
    except NotPossible:
        return None
    sight = look(found, layout, clean, frozenset())
    _, p, _ = _untold_chances(sight, layout, found[0][1].rotation_deg, None)
    return Earlier(sight.pairs, p, DoubtLimits())


def _named(layout: DiscLayout, sight: Sight, p: Numbers, chosen: Flags) -> tuple[Line, ...]:
    lines = []
    for row in np.flatnonzero(chosen).tolist():
        a, b = sorted((layout.ids[sight.pairs.a[row]], layout.ids[sight.pairs.b[row]]))
        lines.append(Line(a, b, round(float(p[row]), 4)))
    return tuple(sorted(lines, key=lambda line: (line.a, line.b)))


def tile_drawings(field: Field, pattern: Pattern, prices: Prices, layout: DiscLayout) -> list[Drawing]:
    """The likely drawings of the tile or of a part of it, as its kind of match asks."""
    if pattern.exact:
        return RigidSearch(field, pattern, prices, layout.stars_xy).drawings()
    return TileSearch(field, pattern, prices).drawings()
