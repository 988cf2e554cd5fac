"""Judges the lines and shooting stars of a slate by the small nets, and weighs whole turns against each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np

from engines.errors import NotPossible, finding
from vision.ink.diagnosis import why_unreadable
from vision.ink.doubt import DoubtLimits, asked_too, doubtful_lines, limits_for, overlooked, passed_over, recorded_lines
from vision.ink.nets import load_net
from vision.ink.pose import Flags, Numbers, Plane
from vision.ink.strips import runs_on
from vision.ink.tuning import LIGHTS
from vision.own.habits import NO_HABITS, Habits, usual
from vision.slate.closely import PLAUSIBLE, close_features
from vision.slate.decode import (
    MAX_SHOOTING_STAR,
    ShootingStar,
    Verdict,
    card_places,
    star_places,
    star_weights,
    weigh,
)
from vision.slate.edges import Edges
from vision.slate.evidence import SlateSight
from vision.slate.features import FLOOR, RECORDED_LOG_ODDS, among_features
from vision.slate.heads import diagonal_ends, head_features
from vision.slate.layout import SlateBoard
from vision.slate.light import GLARE
from vision.slate.objects import object_features
from vision.slate.reading import SlateLine, SlateObject, SlateStar
from vision.slate.record import Record, shaft
from vision.slate.tuning import TUNING, Prices

TOO_FAINT: Final = finding(
    "slate.too_faint",
    "the lines on this slate are too faint to be told: photograph again, with more light and a clear view",
)
NOTHING_NEW: Final = finding(
    "slate.nothing_new",
    "nothing new is seen on the slate, though its card was to be drawn: photograph again, tap what was drawn, or pass",
)

LOST: Final = finding(
    "slate.lost",
    "nothing new is seen on the slate, and lines of earlier turns are gone: was it wiped?",
)


class Judgement(msgspec.Struct, frozen=True):
    """What was read: as in a SlateReading. `wrong`: how many new lines are expected to be wrong before anything is
    asked."""

    lines: tuple[SlateLine, ...]
    shooting_stars: tuple[SlateStar, ...]
    doubtful: tuple[SlateLine | SlateStar, ...]
    objects: tuple[SlateObject, ...]
    wrong: float


def among_neighbours(sight: SlateSight, known: Flags, points: int) -> tuple[Plane, Plane, Plane]:
    """(n,) log-odds of the lines looked at by their ink alone, (n, k) features of them among their neighbours, and (n,)
    their log-odds there; `known` (edges,) count as drawn."""
    kind = "slate_" if sight.compared else "slate_bare_"
    alone = load_net("vision.slate", f"{kind}line_alone").log_odds(sight.features)
    with_record = np.where(known[sight.rows], np.float32(RECORDED_LOG_ODDS), alone)
    x = among_features(sight.edges, sight.rows, with_record, known, sight.features, points)
    at = np.flatnonzero(with_record > PLAUSIBLE)
    closely = close_features(sight.edges, sight.rows, at, sight.strips, sight.ink, with_record, points)
    among = alone.copy()
    among[at] = load_net("vision.slate", f"{kind}line_among").log_odds(np.concatenate([x[at], closely], 1))
    return alone, x, among


def line_log_odds(sight: SlateSight, known: Flags, points: int, habits: Habits = NO_HABITS) -> tuple[Numbers, Numbers]:
    """(edges,) log-odds of each line among its neighbours, and of its ink alone; `known` (edges,) count as drawn."""
    (alone, x, among), habit = among_neighbours(sight, known, points), habits.of(sight.compared)
    whole, ink = np.full(len(known), FLOOR), np.full(len(known), FLOOR)
    whole[sight.rows] = among if habit is None else habit.corrected(among, x, usual("vision.slate"))
    ink[sight.rows] = alone
    whole[sight.blind] = np.maximum(whole[sight.blind], TUNING.usual)
    return whole, ink


def judge(
    sight: SlateSight,
    board: SlateBoard,
    record: Record,
    shown: Flags,
    prices: Prices = TUNING.prices,
    limits: DoubtLimits = TUNING.doubt,
    habits: Habits = NO_HABITS,
) -> Judgement:
    """What was drawn and what is doubtful, from what is seen and what the record knows.

    `shown` (edges,): the lines that lie in the picture. `habits`: the table's.
    """
    known, shafts = lines_among(sight.edges, record.lines), [shaft(board, star) for star in record.stars]
    starred = lines_among(sight.edges, [line for shaft in shafts for line in shaft])
    odds, ink = line_log_odds(sight, known | starred, len(board.points_xy), habits)
    heads = head_log_odds(sight, board, odds)
    verdict = _weighed(sight, board, record, odds, heads, known, starred, prices)
    limits = _limits(sight, verdict, record, limits)
    kept = _kept(sight, ink, shown, limits)
    p = np.where(known, kept, np.where(starred, 0.0, verdict.lines))
    untold = _untold(verdict, record)
    hidden = sight.hidden & (new := ~(known | starred))
    doubt = np.where(known, kept < limits.erased, doubtful_lines(p, limits))
    unsure = _unsure(sight, verdict, doubt, limits, hidden) if untold else None
    doubt = (doubt if unsure is None else unsure) | (streaks := _running_on(sight, board, new, verdict)) & (p >= 0.5)
    arrows, asked = _stars(board, verdict, limits, hidden, sight.covered, streaks, unsure, sight.edges)
    read, doubted = bool(arrows or (new & (p >= 0.5)).any()), bool(asked or (new & doubt).any())
    missing = passed_over(verdict.card is not None, read, doubted, LOST if _wiped(known, kept, limits) else NOTHING_NEW)
    stars = _recorded_stars(sight, board, record, shafts, kept, limits)
    asked += [star for star in stars if star.p < limits.erased]
    drawn = _named(board, sight.edges, p, p >= 0.5) + _beyond(sight, board, record, limits)
    # Whether something is a line or a shooting star is asked by itself: nothing else has to be compared for it.
    return Judgement(
        lines=tuple(sorted(drawn, key=_order)),
        shooting_stars=(*arrows, *stars),
        doubtful=(*_named(board, sight.edges, p, doubt), *asked),
        objects=_objects(sight, board, np.where(known | starred, RECORDED_LOG_ODDS, odds), heads),
        wrong=_wrong(np.where(new, _inked(verdict, p) if untold else p, 0.0)) + overlooked(missing, untold, sight.ink),
    )


def _running_on(sight: SlateSight, board: SlateBoard, new: Flags, verdict: Verdict) -> Flags:
    """(edges,) which `new` lines that are read, shooting stars' among them, run on past their points, as streaks of a
    film do."""
    p = _inked(verdict, verdict.lines)
    ways = board.points_xy[np.stack([sight.edges.a, sight.edges.b], 1)]
    printed = [pair for line in sight.printed if len(pair := board.rows_of(line)) == 2]
    at = np.flatnonzero((p >= 0.5)[sight.rows] & new[sight.rows])
    others = np.concatenate([ways[~new], board.points_xy[np.array(printed, np.intp).reshape(-1, 2)]])
    inside = np.ones(sight.grid.size[::-1], bool)
    found = np.zeros(len(p), bool)
    found[sight.rows[at]] = runs_on(sight.evidence, sight.grid, ways[sight.rows[at]], sight.strips, at, others, inside)
    return found


def _inked(verdict: Verdict, p: Numbers) -> Numbers:
    """(edges,) how likely each has ink, that of a line with probability `p` or of a shooting star."""
    found = p.copy()
    for star, part in verdict.stars.items():
        found[list(star.edges)] += part
    return np.minimum(found, 1.0)


def _untold(verdict: Verdict, record: Record) -> bool:
    """Whether nothing is known of the slate."""
    return verdict.card is None and not (record.lines or record.stars)


def _limits(sight: SlateSight, verdict: Verdict, record: Record, limits: DoubtLimits) -> DoubtLimits:
    """Where doubt begins. Raises NotPossible where a lamp hides too much."""
    found = TUNING.untold if _untold(verdict, record) else limits_for(verdict.card, limits)
    unlike = verdict.card is not None and verdict.card < found.unlike
    hides = not sight.compared and (sight.glare > LIGHTS.hides_things or bool(sight.blind.any()))
    if sight.glare > TUNING.flooded or (unlike and hides):
        raise NotPossible.of(GLARE)
    return found


def _kept(sight: SlateSight, ink: Numbers, shown: Flags, limits: DoubtLimits) -> Numbers:
    """(edges,) how likely a line that was drawn before is there still."""
    seen = np.zeros(len(ink), bool)
    seen[sight.rows] = sight.strips.veil.mean(1) < limits.veiled
    seen &= ~sight.blind
    return recorded_lines(np.maximum(ink, TUNING.gone).astype(np.float32), seen & shown, limits)


def _beyond(sight: SlateSight, board: SlateBoard, record: Record, limits: DoubtLimits) -> tuple[SlateLine, ...]:
    """Recorded lines that no place of the lattice has and that are not printed."""
    printed = {tuple(sorted(board.rows_of(line))) for line in sight.printed}
    return tuple(
        _line(board, line, limits.certain)
        for line in record.lines
        if sight.edges.row(*line) < 0 and line not in printed
    )


def _unsure(sight: SlateSight, verdict: Verdict, doubt: Flags, limits: DoubtLimits, hidden: Flags) -> Flags:
    """(edges,) what to ask about where nothing is known of a slate: more than what is in `doubt`.

    `hidden`: as for `_stars`. Raises NotPossible where too many lines are unsure for any number of questions to put
    them right.
    """
    p = verdict.lines
    asked = doubt | asked_too(p, doubt, p < TUNING.unlikely, limits)
    wrong = _wrong(p) + overlooked(False, True, sight.ink)
    if wrong > TUNING.most_wrong or int(asked.sum()) > limits.most_asked:
        raise NotPossible.of(why_unreadable(sight.light, sight.glare, GLARE, TOO_FAINT))
    return np.asarray(asked | _going_on_unseen(sight, hidden, _inked(verdict, p)))


def _going_on_unseen(sight: SlateSight, hidden: Flags, inked: Numbers) -> Flags:
    """(edges,) which `hidden` lines between stars to ask about: those that go on from one that has ink, where they are
    few."""
    edges = sight.edges
    seen = inked >= 0.5
    reached = np.union1d(edges.a[seen], edges.b[seen])
    found = hidden & (edges.off == 0) & (np.isin(edges.a, reached) | np.isin(edges.b, reached))
    found[sight.rows] = False
    return np.asarray(found & (found.sum() <= TUNING.most_hidden))


def _wrong(p: Numbers) -> float:
    """How many lines are expected to be wrong before anything is asked."""
    return float(np.minimum(p, 1 - p)[p > TUNING.unlikely].sum())


def _recorded_stars(
    sight: SlateSight,
    board: SlateBoard,
    record: Record,
    shafts: list[list[tuple[int, int]]],
    kept: Numbers,
    limits: DoubtLimits,
) -> list[SlateStar]:
    """The recorded shooting stars, each as sure as the faintest line of its shaft."""
    stars = []
    for star, lines in zip(record.stars, shafts, strict=True):
        rows = [row for line in lines if (row := sight.edges.row(*line)) >= 0]
        sure = float(kept[rows].min()) if rows else limits.certain
        stars.append(SlateStar(board.name(star[0]), board.name(star[1]), round(sure, 4)))
    return stars


def _objects(
    sight: SlateSight, board: SlateBoard, odds: Numbers, heads: dict[tuple[int, int], float]
) -> tuple[SlateObject, ...]:
    """Points where something of a power bonus seems to be drawn, the likeliest first."""
    kind = "slate_object" if sight.compared else "slate_bare_object"
    x = object_features(sight.evidence, sight.grid, sight.edges, board.points_xy, odds, heads, sight.ink)
    p = 1 / (1 + np.exp(-load_net("vision.slate", kind).log_odds(x).astype(float)))
    order = [k for k in np.argsort(-p).tolist() if p[k] > TUNING.proposed]
    return tuple(SlateObject(board.name(k), round(float(p[k]), 4)) for k in order)


def _order(line: SlateLine) -> tuple[int, str, int, str]:
    return len(line.a), line.a, len(line.b), line.b


def lines_among(edges: Edges, lines: Iterable[tuple[int, int]]) -> Flags:
    """(edges,) whether each is one of `lines`."""
    known = np.zeros(len(edges.a), bool)
    known[[row for line in lines if (row := edges.row(*line)) >= 0]] = True
    return known


def _weighed(
    sight: SlateSight,
    board: SlateBoard,
    record: Record,
    odds: Numbers,
    heads: dict[tuple[int, int], float],
    known: Flags,
    starred: Flags,
    prices: Prices,
) -> Verdict:
    edges, taken, card = sight.edges, known | starred, record.card
    shut = np.zeros(len(board.points_xy))
    for star in record.stars:
        shut[[point for line in shaft(board, star) for point in line]] = 1
    value = odds - prices.off * edges.off - prices.touching * (shut[edges.a] + shut[edges.b])
    value = np.where(taken, prices.least, np.clip(value, prices.least, prices.most))
    places = star_places(edges, np.where(taken, prices.least, odds), TUNING.likely)
    apart = prices.apart if card is None else 0.0
    weights = star_weights(places, edges, value, known, heads, prices, apart)
    at: list[tuple[int, ...]] = []
    if card is not None and card.shape is not None:
        at = card_places(card.shape, edges, board.columns, board.rows, taken)
    return weigh(value, taken, card, at, places, weights, prices)


def head_log_odds(sight: SlateSight, board: SlateBoard, odds: Numbers) -> dict[tuple[int, int], float]:
    """(line, point) -> log-odds that a shooting star's head is there, for the diagonals with some ink."""
    rows = np.flatnonzero(odds > TUNING.likely)
    ends = diagonal_ends(sight.edges, rows)
    x = head_features(sight.evidence, sight.grid, sight.edges, ends, board.points_xy, sight.ink)
    net = load_net("vision.slate", "slate_head" if sight.compared else "slate_bare_head")
    found = net.log_odds(x).tolist() if len(x) else []
    return dict(zip(zip(ends.edge.tolist(), ends.at.tolist(), strict=True), found, strict=True))


def _line(board: SlateBoard, line: tuple[int, int], p: float) -> SlateLine:
    return SlateLine(board.name(line[0]), board.name(line[1]), round(p, 4))


def _named(board: SlateBoard, edges: Edges, p: Numbers, chosen: Flags) -> tuple[SlateLine, ...]:
    rows = np.flatnonzero(chosen).tolist()
    return tuple(_line(board, (int(edges.a[row]), int(edges.b[row])), float(p[row])) for row in rows)


def _wiped(known: Flags, kept: Numbers, limits: DoubtLimits) -> bool:
    """Whether at least half of the earlier lines are gone."""
    return 2 * int((known & (kept < limits.erased)).sum()) >= max(1, int(known.sum()))


def _stars(
    board: SlateBoard,
    verdict: Verdict,
    limits: DoubtLimits,
    hidden: Flags,
    covered: Flags,
    streaks: Flags,
    unsure: Flags | None,
    edges: Edges,
) -> tuple[list[SlateStar], list[SlateStar]]:
    """Shooting stars drawn, and the doubtful ones: one of each pair of ways its head may point, those drawn that may
    reach on under something, over a `hidden` line or to a `covered` point, and those whose lines may be `streaks`.

    `unsure`: the lines asked about where nothing is known of the slate, None where something is. A shooting star that
    is hardly likely and has one of them is doubtful, too.
    """
    ways: dict[tuple[int, ...], list[tuple[float, ShootingStar]]] = {}
    for star, p in verdict.stars.items():
        ways.setdefault(tuple(sorted(star.points)), []).append((p, star))
    drawn, asked = [], []
    for way in ways.values():
        p = min(1.0, sum(part for part, _ in way))
        likeliest = max(way, key=lambda one: (one[0], one[1].points))[1]
        found = _star(board, likeliest.points, p)
        drawn += [found] if p >= 0.5 else []
        lines, longer = list(likeliest.edges), _reaching_on(likeliest, edges, hidden, covered)
        streak = p >= 0.5 and streaks[lines].any()
        reaching = p >= 0.5 and longer
        instead = unsure is not None and p > TUNING.star_instead and unsure[lines].any()
        if limits.low < p < limits.high or streak or reaching or instead:
            asked += [found, *(_star(board, points, (1 - p) / (len(longer) + 1)) for points in longer)]
    return drawn, asked


def _star(board: SlateBoard, points: tuple[int, ...], p: float) -> SlateStar:
    return SlateStar(board.name(points[0]), board.name(points[-1]), round(p, 4))


def _reaching_on(star: ShootingStar, edges: Edges, hidden: Flags, covered: Flags) -> list[tuple[int, ...]]:
    """The points of the shooting stars that are one hidden line, or one to a covered point, longer at either end."""
    longer = []
    for row, points in ((star.edges[-1], star.points), (star.edges[0], star.points[::-1])):
        after = int(edges.b[row]) == points[-1]
        ahead = int(edges.ahead[row, int(after)])
        far = int((edges.b if after else edges.a)[ahead])
        if ahead >= 0 and (hidden[ahead] or covered[far]) and len(star.edges) < MAX_SHOOTING_STAR:
            longer.append((*points, far) if points is star.points else (far, *star.points))
    return longer
