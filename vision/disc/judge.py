"""Which lines are drawn on a star disc, and which are doubtful: from what is seen of them and what the record knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from engines.errors import Finding, NotPossible, finding
from vision.disc.closely import close_features
from vision.disc.decode import Drawing, Field, TileSearch, decode
from vision.disc.evidence import Sight
from vision.disc.field import fully_visible, new_lines
from vision.disc.locate import GLARE
from vision.disc.pairs import past_a_star
from vision.disc.pattern import Pattern
from vision.disc.placement import RigidSearch
from vision.disc.reading import Line
from vision.disc.rivalry import Rivals, find_rivals, rival_features
from vision.disc.tuning import TUNING, Prices
from vision.disc.unrecorded import Earlier, line_chances
from vision.ink.diagnosis import why_unreadable
from vision.ink.doubt import (
    LOST,
    DoubtLimits,
    asked_too,
    claimed_twice,
    doubtful_lines,
    hidden_lines,
    limits_for,
    mostly_gone,
    overlooked,
    passed_over,
    recorded_lines,
    unreadable,
    veiled_lines,
)
from vision.ink.layout import DiscLayout
from vision.ink.light import window_mask
from vision.ink.nets import Net, load_net
from vision.ink.pose import Flags, Indices, Numbers, Plane
from vision.ink.strips import beside_ends, runs_on
from vision.ink.tuning import LIGHTS
from vision.own.habits import NO_HABITS, Habits, usual

RECORDED_LOG_ODDS = 8.0
"""Log-odds of a line that the record vouches for."""
TOO_FAINT: Final = finding(
    "disc.too_faint",
    "the lines are too faint in this picture to be told: photograph again, with more light and a clear view",
)

NOTHING_NEW: Final = finding(
    "disc.nothing_new",
    "nothing new is seen on the disc, though a tile was to be drawn: photograph again, or tap what was drawn",
)


def line_alone(sight: Sight) -> Plane:
    """(n,) log-odds of each pair by its ink alone."""
    return _net(sight, "line_alone").log_odds(sight.features)


def line_log_odds(sight: Sight, layout: DiscLayout, known: Flags, habits: Habits = NO_HABITS) -> tuple[Numbers, Rivals]:
    """(n,) log-odds of each pair among its rivals, and the rivals; `known` lines are drawn.

    `habits`: what a table knows of its pens. Beside a clean picture the nets err at no table in a way of its own.
    """
    alone = line_alone(sight)
    with_record = np.where(known, np.float32(RECORDED_LOG_ODDS), alone)
    rivals = find_rivals(sight.strips, sight.pairs, layout.stars_xy, with_record, known)
    seen = rival_features(rivals, sight.pairs, sight.strips, with_record, sight.features)
    closer = close_features(rivals, sight.pairs, sight.strips, layout.stars_xy, with_record, sight.ink)
    log_odds = np.minimum(alone, -4.0).astype(np.float64)
    log_odds[rivals.rows] = _net(sight, "line_among_rivals").log_odds(np.concatenate([seen, closer], 1))
    log_odds[sight.unseen] = np.maximum(log_odds[sight.unseen], TUNING.doubt.usual)
    habit = habits.bare if habits.new_lines and not sight.compared else None
    if habit is not None:
        more = TUNING.habit_among_rivals * (habit.corrected(alone, sight.features, usual("vision.disc")) - alone)
        log_odds = np.where(sight.unseen, log_odds, log_odds + more)
    return log_odds, rivals


class Judgement(msgspec.Struct, frozen=True):
    """The lines drawn and the doubtful ones; `wrong`: how many new ones are expected to be wrong before anything is
    asked; `ink`: the strength of a drawn line, in standard deviations of the noise; `lost`: most earlier lines seem to
    be gone."""

    lines: tuple[Line, ...]
    doubtful: tuple[Line, ...]
    wrong: float
    ink: float
    lost: bool = False


def judge(
    sight: Sight,
    layout: DiscLayout,
    rotation_deg: float,
    recorded: Sequence[tuple[int, int]],
    pattern: Pattern | None,
    erasable: bool = True,
    habits: Habits = NO_HABITS,
    earlier: Sight | None = None,
) -> Judgement:
    """The lines drawn and the doubtful ones, from what is seen and what the record knows.

    `recorded`: pairs of star rows; with `erasable`, those that should be seen and are not become doubtful, without it
    only where most of them are gone: that is looked for in `earlier` (None: it cannot be told). Raises NotPossible
    where too little is seen.
    """
    prices, known = TUNING.prices, sight.pairs.among(set(recorded))
    log_odds, rivals = line_log_odds(sight, layout, known, habits)
    rows, field = new_lines(layout, rotation_deg, sight.pairs, log_odds, known, rivals, TUNING.rules)
    verdict = decode(field, None if pattern is None else tile_drawings(field, pattern, prices, layout), prices)
    p = np.zeros(len(known))
    p[rows] = verdict.p
    tile = None if pattern is None else verdict.tile
    limits = _limits(sight, tile, habits)
    alone, in_sight = _recorded_ink(earlier or sight, layout, rotation_deg, recorded, limits, habits)
    lost = earlier is not None and _gone(earlier, alone, in_sight, limits, habits)
    kept = recorded_lines(alone, in_sight & (erasable or lost), limits, limits.usual, lost)
    if tile is not None and tile < limits.unlike and _hides(sight):
        raise NotPossible.of(LOST if lost else GLARE)
    hidden = hidden_lines(p, sight.clear, limits) & ~sight.blind
    doubt = (doubtful_lines(p, limits) & ~hidden) | veiled_lines(p, log_odds, sight.clear, limits)
    doubt |= asked_too(p, doubt, hidden, limits) if tile is not None else False
    if unreadable(verdict.p, doubt[rows], tile, limits, hidden[rows], sight.ink):
        raise NotPossible.of(_why_unreadable(sight, lost, limits))
    nothing = LOST if lost or _wiped(kept, limits) else NOTHING_NEW
    missing = passed_over(tile is not None, bool((p >= 0.5).any()), bool(doubt.any()), nothing)
    doubt |= _leading_elsewhere(sight, layout, rotation_deg, known, p, log_odds)
    doubt[rivals.rows] |= claimed_twice(p[rivals.rows], doubt[rivals.rows], rivals.share, limits)
    p[known], doubt[known] = kept, kept < limits.erased
    return _judged(layout, sight, p, doubt, _wrong_among(verdict.p) + overlooked(missing, False, sight.ink), lost)


def _net(sight: Sight, name: str) -> Net:
    """The net of that name for a board beside a clean picture, or for one without."""
    return load_net("vision.disc", name if sight.compared else f"bare_{name}")


def _recorded_ink(
    sight: Sight,
    layout: DiscLayout,
    rotation_deg: float,
    recorded: Sequence[tuple[int, int]],
    limits: DoubtLimits,
    habits: Habits,
) -> tuple[Numbers, Flags]:
    """(k,) log-odds of each recorded line by its ink alone, and whether it could be seen."""
    known, shown = sight.pairs.among(set(recorded)), fully_visible(layout, rotation_deg)
    in_sight = shown[sight.pairs.a] & shown[sight.pairs.b] & _uncovered(sight, limits)
    features, habit = sight.features[known], habits.of(sight.compared)
    alone = _net(sight, "line_alone").log_odds(features)
    right = alone if habit is None else habit.corrected(alone, features, usual("vision.disc"))
    return np.asarray(right, np.float64), in_sight[known]


def _gone(earlier: Sight, alone: Numbers, in_sight: Flags, limits: DoubtLimits, habits: Habits) -> bool:
    """Whether most of the recorded lines are gone, as far as a table knows its pens."""
    return mostly_gone(alone, in_sight, earlier.ink, limits, habits.of(earlier.compared) is not None)


def _wiped(kept: Numbers, limits: DoubtLimits) -> bool:
    """Whether at least half of the recorded lines are asked about."""
    return 2 * int((kept < limits.erased).sum()) >= max(1, len(kept))


def _why_unreadable(sight: Sight, lost: bool, limits: DoubtLimits) -> Finding:
    """Where ink is weak, earlier lines may seem to be gone for that alone."""
    if lost and sight.ink > limits.weak:
        return LOST
    return why_unreadable(sight.light, sight.glare, GLARE, TOO_FAINT)


def _wrong_among(p: Numbers) -> float:
    """How many of the lines that may be new are expected to be wrong before anything is asked."""
    return float(np.minimum(p, 1 - p).sum())


def _judged(layout: DiscLayout, sight: Sight, p: Numbers, doubt: Flags, wrong: float, lost: bool = False) -> Judgement:
    """The judgement of pairs with probabilities `p`, of which so many new ones are expected to be `wrong`."""
    return Judgement(_named(layout, sight, p, p >= 0.5), _named(layout, sight, p, doubt), wrong, sight.ink, lost)


def _leading_elsewhere(
    sight: Sight, layout: DiscLayout, rotation_deg: float, known: Flags, p: Numbers, log_odds: Numbers
) -> Flags:
    """(n,) which lines to ask about where new ones may not end at their stars: they run on, or pass one."""
    read, likely = (p >= 0.5) & ~known, p >= TUNING.past_star_least
    past = past_a_star(sight.pairs, log_odds, read, likely, TUNING.past_star_mm, TUNING.past_star)
    return past | _running_on(sight, layout, rotation_deg, known, p)


def _running_on(sight: Sight, layout: DiscLayout, rotation_deg: float, known: Flags, p: Numbers) -> Flags:
    """(n,) which new lines that are read with probabilities `p` run on past their stars, as streaks of a film do."""
    ways = layout.stars_xy[np.stack([sight.pairs.a, sight.pairs.b], 1)]
    turn = np.radians(layout.source.axis.angle_deg)
    axis = np.outer([-1, 1], [np.cos(turn), np.sin(turn)]) * layout.source.disc.radius
    rows, inside = np.flatnonzero((p >= 0.5) & ~known), window_mask(layout, rotation_deg, sight.grid)
    found = np.zeros(len(p), bool)
    others = np.concatenate([ways[known], axis[None]])
    found[rows] = runs_on(sight.evidence, sight.grid, ways[rows], sight.strips, rows, others, inside)
    return found


def _hides(sight: Sight) -> bool:
    """Whether a lamp may hide lines that no clean photograph tells of. A veil that ink stands out from hides none."""
    return not sight.compared and bool(sight.blind.any())


def _limits(sight: Sight, tile: float | None, habits: Habits = NO_HABITS) -> DoubtLimits:
    """Where doubt begins; `tile`: how likely it was drawn. Raises NotPossible where a lamp floods the window."""
    if sight.glare > TUNING.flooded:
        raise NotPossible.of(GLARE)
    learnt = habits.asks_less and habits.of(sight.compared) is not None
    limits = limits_for(tile, TUNING.doubt, sight.ink, learnt)
    if sight.compared or sight.glare < LIGHTS.max_glare:
        return limits
    return msgspec.structs.replace(limits, most_asked=TUNING.asked_in_glare)


def _uncovered(sight: Sight, limits: DoubtLimits) -> Flags:
    """(n,) whether no hand or glare lies over each pair, so that a line there cannot be missed."""
    return np.asarray((sight.strips.veil.mean(1) < limits.veiled) & (sight.clear >= limits.clear))


def untold_chances(
    sight: Sight, layout: DiscLayout, rotation_deg: float, earlier: Earlier | None
) -> tuple[Numbers, Numbers, Indices, Rivals]:
    """(n,) log-odds of each pair, (n,) how likely it is drawn, the rows that may be, and which claim the same ink."""
    none = np.zeros(len(sight.pairs.a), bool)
    log_odds, rivals = line_log_odds(sight, layout, none)
    if earlier is not None:
        limits = TUNING.doubt
        covered = sight.pairs.among(earlier.likely()) & ~_uncovered(sight, limits)
        log_odds[covered] = np.maximum(log_odds[covered], limits.usual)
        log_odds = log_odds + earlier.speaks_for(sight.pairs)
    rows, field = new_lines(layout, rotation_deg, sight.pairs, log_odds, none, rivals, TUNING.rules)
    p = np.zeros(len(none))
    p[rows] = line_chances(field, TUNING.prices)
    return log_odds, p, rows, rivals


def judge_untold(sight: Sight, layout: DiscLayout, rotation_deg: float, earlier: Earlier | None) -> Judgement:
    """`judge` where nothing tells of earlier lines or of the tile; `earlier`: what an earlier picture shows."""
    if sight.glare > TUNING.flooded_untold:
        raise NotPossible.of(GLARE)
    limits = TUNING.untold if sight.compared else TUNING.bare_untold
    log_odds, p, rows, rivals = untold_chances(sight, layout, rotation_deg, earlier)
    wrong = _wrong_among(p) + overlooked(False, True, sight.ink)
    hidden = hidden_lines(p, sight.clear, limits) & ~sight.blind
    low = np.where(sight.strips.length < TUNING.short_mm, limits.short_low, limits.low)
    doubt = (p > low) & (p < 1 - low) & ~hidden
    doubt |= veiled_lines(p, log_odds, sight.clear, limits)
    doubt |= (p >= 0.5) & (line_alone(sight) < limits.own_ink)
    if wrong > limits.most_wrong or unreadable(p[rows], doubt[rows], None, limits, hidden[rows], recorded=False):
        raise NotPossible.of(_why_unreadable(sight, False, limits))
    doubt |= asked_too(p, doubt, hidden, limits)
    doubt |= _running_on(sight, layout, rotation_deg, np.zeros(len(p), bool), p)
    read = np.flatnonzero(p >= 0.5)
    doubt[read] |= beside_ends(sight.strips, read) > limits.beside_star_mm
    pale = sight.strips.on_path[read].mean(1) < limits.pale * sight.ink
    doubt[read] |= pale & (sight.clear[read] >= limits.clear)
    doubt[rivals.rows] |= claimed_twice(p[rivals.rows], doubt[rivals.rows], rivals.share, limits)
    return _judged(layout, sight, p, doubt, wrong)


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
