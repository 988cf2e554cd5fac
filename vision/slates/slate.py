"""Reads a slate: a photograph and what the record knows in, a SlateReading out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from engines.look_at_the_stars.board import SlateSky
from vision.classifier import load_net
from vision.doubt import DoubtLimits, recorded_lines
from vision.pose import Image
from vision.reading import Located, Milliseconds
from vision.slates.drawing import NightCard, Prices, Verdict, card_places, parse_card, star_places, star_weights, weigh
from vision.slates.edges import Edges
from vision.slates.features import FLOOR, TOLD, among_features
from vision.slates.heads import diagonal_ends, head_features
from vision.slates.layout import SlateBoard
from vision.slates.light import check_light
from vision.slates.locate import Found, locate_slate
from vision.slates.pose import SlatePose, inside_picture
from vision.slates.reading import SlateLine, SlateReading, SlateStar
from vision.slates.sight import SlateBlank, SlateSight, look, prepare_blank

__all__ = ["SlateBlank", "SlateReading", "prepare_blank", "read_slate"]

Names = Iterable[Sequence[str]]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Frames = list[tuple[Image, Found]]

WORSE_FRAME = 0.15
"""A frame of a burst whose slate is found by this much worse than in the best one is not used."""
LIKELY = -2.5
"""Log-odds above which a diagonal may be part of a shooting star."""
TOLD_APART = 4.0
"""Natural logarithm by which one of several slates must look likelier than the next to be named."""


def read_slate(
    image: Image | Sequence[Image],
    board: SlateBoard,
    *,
    blank: Image | SlateBlank | None = None,
    before: Image | None = None,
    known: Names = (),
    known_shooting_stars: Names = (),
    expect: Mapping[str, Any] | NightCard | None = None,
    last: SlatePose | SlateReading | None = None,
) -> SlateReading:
    """The lines and shooting stars on the slate in `image` (uint8, grey or BGR), or in a burst of such pictures.

    `blank`: the same slate clean; a `SlateBlank` from `prepare_blank` saves locating it again. `before`: the slate
    before this turn: says where a covered slate lies. `known`, `known_shooting_stars`: names of points, of what was
    drawn in earlier turns. `expect`: the night card, as decoded JSON. `last`: where the slate lay before. Raises
    NotPossible when no slate is found, BadInput for senseless input.
    """
    begun = time.perf_counter()
    frames = [image] if isinstance(image, np.ndarray) else list(image)
    card = expect if isinstance(expect, NightCard) or expect is None else parse_card(expect)
    lines = known_lines(board, known, "known")
    stars = known_stars(board, known_shooting_stars)
    clean = _prepared(blank, board)
    start = time.perf_counter()
    found = _locate(frames, board, last.pose if isinstance(last, SlateReading) else last, before, clean)
    located = time.perf_counter()
    number, sky, warnings = which_slate(board, found[0][1], clean)
    taken = frozenset(lines) | {line for star in stars for line in _shaft(board, star)}
    sight = look([(frame, at.pose) for frame, at in found], board, sky, clean, taken)
    pose = found[0][1].pose
    shown = _in_picture(board, sight.edges, pose, found[0][0])
    drawn, arrows, doubtful = judge(sight, board, lines, stars, card, shown)
    light = check_light(found[0][0], pose, board)
    done = time.perf_counter()
    return SlateReading(
        located=Located(pose.by, _corners(pose), round(pose.confidence, 3)),
        slate=number,
        lines=drawn,
        shooting_stars=arrows,
        doubtful=doubtful,
        objects=(),
        warnings=warnings,
        light=light,
        ms=Milliseconds(*(round(1000 * s, 2) for s in (located - start, done - located, done - begun))),
        pose=pose,
    )


def _corners(pose: SlatePose) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in pose.corners)


def _prepared(picture: Image | SlateBlank | None, board: SlateBoard) -> SlateBlank | None:
    if picture is None or isinstance(picture, SlateBlank):
        return picture
    try:
        return prepare_blank(picture, board)
    except NotPossible:
        return None


def known_lines(board: SlateBoard, lines: Names, where: str) -> list[tuple[int, int]]:
    """Pairs of points, smaller first, of lines given by the names of their ends. Raises BadInput."""
    found = set()
    for line in lines:
        names = list(line)
        if len(names) != 2 or not all(isinstance(name, str) for name in names):
            raise BadInput(f"{where}: {names!r}: expected the names of two points")
        a, b = (_point(board, name, where) for name in names)
        (y, x), (y2, x2) = divmod(a, board.columns), divmod(b, board.columns)
        if max(abs(x - x2), abs(y - y2)) != 1:
            raise BadInput(f"{where}: {names!r}: expected two neighbouring points")
        found.add((min(a, b), max(a, b)))
    return sorted(found)


def _point(board: SlateBoard, name: str, where: str) -> int:
    point = board.point(name)
    if point is None:
        last = board.name(board.columns * board.rows - 1)
        raise BadInput(f"{where}: {name!r} is no point of this slate, expected A0 to {last}")
    return point


def known_stars(board: SlateBoard, stars: Names) -> list[tuple[int, int]]:
    """Head and tail of recorded shooting stars given by names. Raises BadInput."""
    found = []
    for star in stars:
        names = list(star)
        if len(names) != 2 or not all(isinstance(name, str) for name in names):
            raise BadInput(f"known_shooting_stars: {names!r}: expected the names of its two ends")
        head, tail = (_point(board, name, "known_shooting_stars") for name in names)
        (y, x), (y2, x2) = divmod(head, board.columns), divmod(tail, board.columns)
        if abs(x - x2) != abs(y - y2) or not 1 <= abs(x - x2) <= 3:
            raise BadInput(f"known_shooting_stars: {names!r}: expected a diagonal of one to three units")
        found.append((head, tail))
    return found


def _shaft(board: SlateBoard, star: tuple[int, int]) -> list[tuple[int, int]]:
    """The unit lines of a shooting star, from its head on."""
    head, tail = star
    count = abs(head % board.columns - tail % board.columns)
    points = [head + (tail - head) // count * k for k in range(count + 1)]
    return [(min(p, q), max(p, q)) for p, q in pairwise(points)]


def _locate(
    frames: Sequence[Image], board: SlateBoard, last: SlatePose | None, before: Image | None, clean: SlateBlank | None
) -> Frames:
    """The frames in which the slate is found, best first. Raises NotPossible when it is in none."""
    if not frames:
        raise BadInput("image: expected one picture at least")
    found: Frames = []
    why = ""
    for frame in frames:
        try:
            found.append(
                (
                    frame,
                    locate_slate(frame, board, last=last, before=before, clean=None if clean is None else clean.whole),
                )
            )
        except NotPossible as error:
            why = str(error)
    if not found:
        raise NotPossible(why)
    found.sort(key=lambda pair: -pair[1].pose.confidence)
    best = found[0][1].pose.confidence
    return [pair for pair in found if pair[1].pose.confidence >= best - WORSE_FRAME]


def which_slate(
    board: SlateBoard, found: Found, clean: SlateBlank | None
) -> tuple[int | None, SlateSky, tuple[str, ...]]:
    """The number of the slate and what its lattice holds; what does not fit, in words."""
    if len(board.skies) == 1:
        return board.skies[0].number, board.skies[0], ()
    likely = found.likely if clean is None else found.likely + clean.likely
    order = np.argsort(-likely)
    sky = board.skies[int(order[0])]
    if likely[order[0]] - likely[order[1]] < TOLD_APART:
        other = board.skies[int(order[1])].number
        return None, sky, (f"it may be slate {sky.number} or slate {other}",)
    return sky.number, sky, ()


def _in_picture(board: SlateBoard, edges: Edges, pose: SlatePose, image: Image) -> Flags:
    """(edges,) whether both ends lie in the picture."""
    inside = inside_picture(pose.to_image(board.points_xy), (image.shape[1], image.shape[0]))
    return np.asarray(inside[edges.a] & inside[edges.b])


def line_log_odds(sight: SlateSight, known: Flags, points: int) -> tuple[Numbers, Numbers]:
    """(edges,) log-odds of each line among its neighbours, and of its ink alone; `known` (edges,) count as drawn."""
    kind = "slate_" if sight.compared else "slate_bare_"
    alone = load_net(f"{kind}line_alone").log_odds(sight.features)
    told = np.where(known[sight.rows], np.float32(TOLD), alone)
    x = among_features(sight.edges, sight.rows, told, known, sight.features, points)
    among = load_net(f"{kind}line_among").log_odds(x)
    whole, ink = np.full(len(known), FLOOR), np.full(len(known), FLOOR)
    whole[sight.rows], ink[sight.rows] = among, alone
    return whole, ink


def judge(
    sight: SlateSight,
    board: SlateBoard,
    lines: Sequence[tuple[int, int]],
    stars: Sequence[tuple[int, int]],
    card: NightCard | None,
    shown: Flags,
    prices: Prices = Prices(),  # noqa: B008 - frozen
    limits: DoubtLimits = DoubtLimits(),  # noqa: B008 - frozen
) -> tuple[tuple[SlateLine, ...], tuple[SlateStar, ...], tuple[SlateLine | SlateStar, ...]]:
    """Lines and shooting stars drawn, and the doubtful ones, from what is seen and what the record knows.

    `lines`, `stars`: pairs of points recorded in earlier turns; `shown` (edges,) those that lie in the picture.
    """
    edges = sight.edges
    known, shafts = _among(edges, lines), [_shaft(board, star) for star in stars]
    starred = _among(edges, [line for shaft in shafts for line in shaft])
    odds, ink = line_log_odds(sight, known | starred, len(board.points_xy))
    verdict = _weighed(sight, board, odds, known, starred, stars, card, prices)
    seen = np.zeros(len(known), bool)
    seen[sight.rows] = sight.strips.veil.mean(1) < limits.veiled
    kept = recorded_lines(ink.astype(np.float32), seen & shown, limits)
    p = np.where(known, kept, np.where(starred, 0.0, verdict.lines))
    doubt = np.where(known, kept < limits.erased, (p > limits.low) & (p < limits.high))
    missing = [line for line in lines if edges.row(*line) < 0]
    drawn = _named(board, edges, p, p >= 0.5) + tuple(_line(board, line, limits.certain) for line in missing)
    arrows, asked = _stars(board, verdict, limits)
    for star, shaft in zip(stars, shafts, strict=True):
        rows = [row for line in shaft if (row := edges.row(*line)) >= 0]
        sure = float(kept[rows].min()) if rows else limits.certain
        arrow = SlateStar(board.name(star[0]), board.name(star[1]), round(sure, 4))
        arrows += [arrow] if sure >= 0.5 else []
        asked += [arrow] if sure < limits.erased else []
    return tuple(sorted(drawn, key=_order)), tuple(arrows), (*_named(board, edges, p, doubt), *asked)


def _order(line: SlateLine) -> tuple[int, str, int, str]:
    return len(line.a), line.a, len(line.b), line.b


def _among(edges: Edges, lines: Iterable[tuple[int, int]]) -> Flags:
    known = np.zeros(len(edges.a), bool)
    known[[row for line in lines if (row := edges.row(*line)) >= 0]] = True
    return known


def _weighed(
    sight: SlateSight,
    board: SlateBoard,
    odds: Numbers,
    known: Flags,
    starred: Flags,
    stars: Sequence[tuple[int, int]],
    card: NightCard | None,
    prices: Prices,
) -> Verdict:
    edges, taken = sight.edges, known | starred
    heads = _heads(sight, board, odds)
    shut = np.zeros(len(board.points_xy))
    for star in stars:
        shut[[point for line in _shaft(board, star) for point in line]] = 1
    value = odds - prices.off * edges.off - prices.touching * (shut[edges.a] + shut[edges.b])
    value = np.where(taken, prices.least, np.clip(value, prices.least, prices.most))
    places = star_places(edges, np.where(taken, prices.least, odds), LIKELY)
    weights = star_weights(places, edges, value, known, heads, prices)
    at: list[tuple[int, ...]] = []
    if card is not None and card.shape is not None:
        at = card_places(card.shape, edges, board.columns, board.rows, taken)
    return weigh(value, taken, card, at, places, weights, prices)


def _heads(sight: SlateSight, board: SlateBoard, odds: Numbers) -> dict[tuple[int, int], float]:
    """(line, point) -> log-odds that a shooting star's head is there, for the diagonals with some ink."""
    rows = np.flatnonzero(odds > LIKELY)
    ends = diagonal_ends(sight.edges, rows)
    x = head_features(sight.evidence, sight.grid, sight.edges, ends, board.points_xy, sight.ink)
    net = load_net("slate_head" if sight.compared else "slate_bare_head")
    found = net.log_odds(x).tolist() if len(x) else []
    return dict(zip(zip(ends.edge.tolist(), ends.at.tolist(), strict=True), found, strict=True))


def _line(board: SlateBoard, line: tuple[int, int], p: float) -> SlateLine:
    return SlateLine(board.name(line[0]), board.name(line[1]), round(p, 4))


def _named(board: SlateBoard, edges: Edges, p: Numbers, chosen: Flags) -> tuple[SlateLine, ...]:
    rows = np.flatnonzero(chosen).tolist()
    return tuple(_line(board, (int(edges.a[row]), int(edges.b[row])), float(p[row])) for row in rows)


def _stars(board: SlateBoard, verdict: Verdict, limits: DoubtLimits) -> tuple[list[SlateStar], list[SlateStar]]:
    """Shooting stars drawn, and the doubtful ones: one of each pair of ways its head may point."""
    ways: dict[tuple[int, ...], list[tuple[float, int, int]]] = {}
    for star, p in verdict.stars.items():
        way = ways.setdefault(tuple(sorted(star.points)), [])
        way.append((p, star.points[0], star.points[-1]))
    drawn, asked = [], []
    for way in ways.values():
        p = min(1.0, sum(part for part, _, _ in way))
        _, head, tail = max(way)
        found = SlateStar(board.name(head), board.name(tail), round(p, 4))
        drawn += [found] if p >= 0.5 else []
        asked += [found] if limits.low < p < limits.high else []
    return drawn, asked
