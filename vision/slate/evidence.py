"""One photograph of a slate as the line reader sees it: unit lines, their strips and their features."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from engines.slates import Line, SlateSky
from vision.ink import opencv
from vision.ink.evidence import CleanBoard, Evidence, clean_board
from vision.ink.focus import added_ink, joined
from vision.ink.glare import glare_on
from vision.ink.light import Light, PlayArea, Trouble, check_light
from vision.ink.nets import load_net
from vision.ink.pose import Array, Flags, Floats, Grid, Image, Indices, Placed
from vision.ink.strips import Strips, glance, sample_strips
from vision.ink.tuning import LIGHTS
from vision.slate.edges import Edges, lattice_edges
from vision.slate.features import edge_features, ink_strength, recorded_ink
from vision.slate.grids import lattice_grid
from vision.slate.layout import STAR, SlateBoard
from vision.slate.light import lattice_area
from vision.slate.locate import locate_slate
from vision.slate.tuning import TUNING
from vision.slate.wayup import whole_board

PX_PER_MM = 2.4


class SlateBlank(msgspec.Struct, frozen=True, eq=False):
    """A picture of the clean slate, located and rectified once for all readings.

    `likely`: how much it looks like each of the skies (sums of logarithms); `whole`: all of it, small.
    `lit`: whether a lamp is mirrored in it, where no difference would say nothing.
    """

    likely: Array
    board: CleanBoard
    whole: Image
    lit: bool


class SlateSight(msgspec.Struct, frozen=True, eq=False):
    """What the reader sees: `rows` (n,) of the lattice's `edges` looked at closely, their `strips` and `features`.

    `ink`: the strength of a drawn line. `compared`: whether it was set against a clean slate. `printed`: the lines that
    are part of the slate. (edges,) each: `hidden`, whether a hand or glare lies over a line; `blind`, whether it
    lies in a glare that would hide it. `covered` (points,): where a printed star does not show. `glare`: the part of
    the lattice that is washed out. `light`: how well the best picture can be read.
    """

    edges: Edges
    rows: Indices
    strips: Strips
    features: Floats
    evidence: Evidence
    grid: Grid
    ink: float
    compared: bool
    printed: tuple[Line, ...]
    hidden: Flags
    blind: Flags
    covered: Flags
    glare: float
    light: Light


def reading_grid(board: SlateBoard) -> Grid:
    """How the lattice is rectified for reading."""
    return lattice_grid(board, PX_PER_MM)


def prepare_blank(image: Image, board: SlateBoard) -> SlateBlank:
    """Locates and rectifies the picture of the clean slate. Raises NotPossible when there is none in it."""
    found = locate_slate(image, board)
    grey = opencv.grey(image)
    clean = clean_board(found.pose.rectify(grey, reading_grid(board)), PX_PER_MM)
    sky = board.skies[int(found.likely[: len(board.skies)].argmax())]
    lit = glare_on(lattice_area(image, found.pose, board, sky)).share > TUNING.glare_on_clean
    return SlateBlank(found.likely, clean, whole_board(grey, found.pose, board), lit)


def look(
    frames: Sequence[tuple[Image, Placed]],
    board: SlateBoard,
    sky: SlateSky,
    blank: SlateBlank | None,
    known: frozenset[tuple[int, int]],
) -> SlateSight:
    """One or more pictures of a slate, best first, as unit lines with features; `known` lines are looked at always."""
    grid = reading_grid(board)
    lattices = [lattice_area(image, pose, board, sky) for image, pose in frames]
    shown = np.fmax.reduce([pose.seen for _, pose in frames])
    if blank is not None and not blank.lit:
        area = joined([pose.rectify(opencv.grey(image), grid) for image, pose in frames])
        return see(area, grid, blank.board, board, sky, known, lattices, shown)
    area = joined([pose.rectify(image, grid) for image, pose in frames])
    return see(area, grid, None, board, sky, known, lattices, shown)


def see(
    area: Image,
    grid: Grid,
    clean: CleanBoard | None,
    board: SlateBoard,
    sky: SlateSky,
    known: frozenset[tuple[int, int]],
    lattices: Sequence[PlayArea],
    shown: Array,
) -> SlateSight:
    """`look` at a lattice that is already rectified: grey beside a `clean` board, else grey or BGR. `lattices`: what
    each picture shows of it; `shown`: (points,) how plainly a star is seen, NaN outside the pictures. Where no line is
    known, a net looks at hidden ones that a glance passes over."""
    edges, xy = lattice_edges(board, sky), board.points_xy
    drawn = grid.to_pixels(xy[np.array(sorted(known), np.intp).reshape(-1)]).reshape(-1, 2, 2)
    _, evidence = added_ink([area], clean, PX_PER_MM, drawn)
    strength = glance(evidence, grid, xy[edges.a], xy[edges.b])
    strong = float(np.median(np.sort(strength)[-TUNING.strongest_lines :]))
    recorded = np.zeros(len(edges.a), bool)
    recorded[[row for line in sorted(known) if (row := edges.row(*line)) >= 0]] = True
    promising = recorded | _promising(strength, strong)
    hidden = _hidden(evidence, grid, xy[edges.a], xy[edges.b])
    rows = np.flatnonzero(promising | hidden & (not known))
    strips = sample_strips(evidence, grid, xy[edges.a[rows]], xy[edges.b[rows]], max(strong, 1.0))
    told = recorded_ink(strips.on_path, recorded[rows])
    if told is not None and told < TUNING.hardly_shows and clean is None and area.ndim == 3:
        grey = see(opencv.grey(area), grid, None, board, sky, known, lattices, shown)
        if (recorded_ink(grey.strips.on_path, recorded[grey.rows]) or 0.0) > TUNING.plainer * told:
            return grey
    seen = promising[rows]
    ink, from_record = ink_strength(strips.on_path[seen], recorded[rows][seen])
    features = edge_features(strips, rows, edges, evidence, ink, from_record, float(board.pitch.mean()))
    if not seen.all():
        seen |= load_net("vision.slate", "slate_line_alone").log_odds(features) > TUNING.after_all
    glares = [glare_on(one) for one in lattices]
    blind = np.min([one.blind_along(xy[edges.a], xy[edges.b]) for one in glares], axis=0) > TUNING.blind_share
    glare, light = min(one.share for one in glares), check_light(lattices[0], Trouble.GLARE_ON_SLATE)
    looked = (edges, rows[seen], strips.take(seen), features[seen], evidence, grid, ink)
    covered = (board.kinds(sky) == STAR) & (shown < LIGHTS.hidden)
    return SlateSight(*looked, clean is not None, sky.printed_lines, hidden, blind, covered, glare, light)


def _promising(strength: Floats, strong: float) -> Flags:
    """(n,) whether each line has ink enough at a first glance to be looked at; `strong`: what the strongest have."""
    found = strength >= np.clip(TUNING.worth_a_look * strong, TUNING.least_look, TUNING.most_look)
    found[np.argsort(strength, kind="stable")[-TUNING.strongest_lines :]] = True
    return np.asarray(found)


def _hidden(evidence: Evidence, grid: Grid, a: Array, b: Array) -> Flags:
    """(n,) whether a hand or glare lies over each line between the points `a`, `b` ((n, 2) mm), so that hardly any of
    its ink could be seen."""
    if evidence.veil is None:
        return np.zeros(len(a), bool)
    share = np.linspace(0.1, 0.9, 9)[:, None, None]
    column, row = np.rint(grid.to_pixels(a * (1 - share) + b * share)).astype(int).reshape(-1, 2).T
    rows, columns = evidence.veil.shape
    veil = evidence.veil[np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)]
    return np.asarray(veil.reshape(len(share), -1).mean(0) > TUNING.doubt.veiled)
