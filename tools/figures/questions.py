"""Questions that change the score against all questions above a fixed threshold, on photographs with truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines.registry import open_game
from engines.star_explorer.disc import line_of
from engines.star_explorer.doubt import drawing_from_lines, points_of, questions
from engines.star_explorer.model import (
    Drawing,
    Face,
    Line,
    Phase,
    PlayerState,
    StarExplorerOptions,
    StarExplorerState,
    StarPack,
    Tile,
)
from engines.star_explorer.rules import StarExplorer
from planisphere.figure import Figure
from tools.figures.reliability import Shot, truth_beside
from tools.figures.vision import entries_of
from vision.disc.reading import Reading
from vision.ink.layout import parse_layout
from vision.ink.truth import HIDDEN

FACE = Face("red", 1)
"""What tile and previous tile show: which type pays does not matter here, that one does."""


def figures(read: Sequence[Shot], photos: Path) -> Iterator[Figure]:
    """Per board: questions and boards with wrong points, asking about every doubtful line and only where it matters.

    `read`: the shots of the list `photos`. Boards that were refused, or of which nothing says what was to be drawn, are
    left out; of a line that is mostly covered either answer is right.
    """
    entries, truths = ({str(row.get("id")): row for row in entries_of(path)} for path in (photos, truth_beside(photos)))
    totals = [0, 0, 0, 0]
    boards = 0
    for shot in read:
        entry, reading = entries[shot.id], getattr(shot.answer, "reading", None)
        if reading is None or "expect" not in entry:
            continue
        boards += 1
        for place, value in enumerate(_weigh(photos.parent, entry, truths[shot.id], reading)):
            totals[place] += value
    if boards:
        names = ("questions_all", "questions_that_matter", "wrong_points_all", "wrong_points_that_matter")
        for name, total in zip(names, totals, strict=True):
            yield Figure(f"doubt.star_disc.{name}", total / boards, "")


def _weigh(folder: Path, entry: dict[str, Any], truth: dict[str, Any], reading: Reading) -> tuple[int, int, int, int]:
    game, state = _table(folder, entry)
    known = {line_of(*line) for line in entry.get("known", ())}
    new = [row for row in truth["lines"] if row["new"]]
    covered = {line_of(row["a"], row["b"]) for row in new if row.get("occluded", 0.0) > HIDDEN}
    lines = [(line.a, line.b, line.p) for line in reading.lines if line_of(line.a, line.b) not in known]
    doubtful = [(line.a, line.b, line.p) for line in reading.doubtful if line_of(line.a, line.b) not in known]
    proposed = {line_of(a, b) for a, b, p in lines if p >= 0.5}
    there = {line_of(row["a"], row["b"]) for row in new} - covered | proposed & covered
    every = {line_of(a, b) for a, b, _ in doubtful}
    some = {question.line for question in questions(game, state, 0, lines, doubtful)}
    right = _points(game, state, there)
    wrong = [_points(game, state, proposed - asked | asked & there) != right for asked in (every, some)]
    return len(every), len(some), int(wrong[0]), int(wrong[1])


def _points(game: StarExplorer, state: StarExplorerState, lines: set[Line]) -> int:
    """What the board has with these lines."""
    return sum(points_of(game, state, 0, drawing_from_lines(state, 0, [(a, b, 1.0) for a, b in lines])))


def _table(folder: Path, entry: dict[str, Any]) -> tuple[StarExplorer, StarExplorerState]:
    """A game in which the entry's board is about to be read: its layout, its tile, its earlier lines."""
    layout = parse_layout((folder / entry["layout"]).read_bytes()).source
    pattern = entry["expect"]["pattern"]
    tile = Tile(
        id="tile",
        name="tile",
        size=len(pattern["xy"]),
        front=FACE,
        back=FACE,
        xy=tuple((x, y) for x, y in pattern["xy"]),
        lines=tuple((i, j) for i, j in pattern["lines"]),
    )
    house: StarPack = open_game("star_explorer").pack  # type: ignore[attr-defined]
    game = StarExplorer(msgspec.structs.replace(house, layout=layout, tiles=(tile,)))
    drawings = tuple(
        Drawing(round=number, tile="tile", previous=FACE, lines=lines, stars=_stars(lines), fading=0)
        for number, lines in enumerate(_figures_of({line_of(*line) for line in entry.get("known", ())}), 1)
    )
    start = house.start_tiles[0].id
    me = PlayerState(start_tile=start, start_side=0, tile="tile", drawings=drawings)
    options = StarExplorerOptions(shape_match=entry["expect"].get("match", "topology"))
    state = StarExplorerState(
        players=("reader",),
        options=options,
        phase=Phase.DRAW,
        round=len(drawings) + 1,
        marker=0,
        size=tile.size,
        seats=(me,),
        piles=(None,),
    )
    return game, state


def _stars(lines: Sequence[Line]) -> tuple[int, ...]:
    return tuple(sorted({star for line in lines for star in line}))


def _figures_of(lines: set[Line]) -> list[tuple[Line, ...]]:
    """The lines in connected figures: no two constellations share a star."""
    found: list[set[Line]] = []
    for line in sorted(lines):
        touching = [figure for figure in found if set(line) & set(_stars(tuple(figure)))]
        found = [figure for figure in found if figure not in touching] + [{line}.union(*touching)]
    return [tuple(sorted(figure)) for figure in found]
