"""Reads a slate: a photograph and what the record knows in, a SlateReading out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engines.slates import SlateSky
from vision.ink.doubt import to_compare
from vision.ink.frames import best_frames, frames_of, prepared
from vision.ink.pose import Flags, Image, Placed
from vision.ink.reading import Stopwatch, located
from vision.own.habits import NO_HABITS, Habits
from vision.slate.decode import NightCard, parse_card
from vision.slate.edges import Edges
from vision.slate.evidence import SlateBlank, look, prepare_blank
from vision.slate.grids import inside_picture
from vision.slate.judge import judge
from vision.slate.layout import SlateBoard
from vision.slate.locate import Found, locate_slate
from vision.slate.reading import SlateReading
from vision.slate.record import Names, Record, known_lines, known_stars
from vision.slate.tuning import TUNING

__all__ = ["SlateBlank", "SlateReading", "prepare_blank", "read_slate"]

Frames = list[tuple[Image, Found]]


def read_slate(
    image: Image | Sequence[Image],
    board: SlateBoard,
    *,
    blank: Image | SlateBlank | None = None,
    before: Image | None = None,
    known: Names = (),
    known_shooting_stars: Names = (),
    expect: Mapping[str, Any] | NightCard | None = None,
    last: Placed | SlateReading | None = None,
    habits: Habits = NO_HABITS,
) -> SlateReading:
    """The lines and shooting stars on the slate in `image` (uint8, grey or BGR), or in a burst of such pictures.

    `blank`: the same slate clean; a `SlateBlank` from `prepare_blank` saves locating it again. `before`: the slate
    before this turn: says where a covered slate lies. `known`, `known_shooting_stars`: names of points, of what was
    drawn in earlier turns. `expect`: the night card, as decoded JSON. `last`: where the slate lay before. `habits`: the
    table's, which count where earlier lines or the card are known. Raises NotPossible when no slate is found, a lamp
    hides too much or nothing new is seen though a card is expected, BadInput for senseless input.
    """
    watch = Stopwatch()
    card = expect if isinstance(expect, NightCard) or expect is None else parse_card(expect)
    record = Record(tuple(known_lines(board, known, "known")), tuple(known_stars(board, known_shooting_stars)), card)
    clean = prepared(blank, lambda picture: prepare_blank(picture, board))
    watch.lap()
    last = last.pose if isinstance(last, SlateReading) else last
    found = find_slate(frames_of(image), board, clean, last, before)
    watch.lap()
    return _reading(found, board, record, clean, watch, habits if record != Record() else NO_HABITS)


def find_slate(
    frames: Sequence[Image],
    board: SlateBoard,
    clean: SlateBlank | None,
    last: Placed | None = None,
    before: Image | None = None,
) -> Frames:
    """The frames in which the slate is found, best first. Raises NotPossible when it is in none."""
    whole = None if clean is None else clean.whole
    return best_frames(
        frames,
        lambda frame: locate_slate(frame, board, last=last, before=before, clean=whole),
        lambda at: at.pose.confidence,
        TUNING.worse_frame,
    )


def _reading(
    found: Frames, board: SlateBoard, record: Record, clean: SlateBlank | None, watch: Stopwatch, habits: Habits
) -> SlateReading:
    """What the frames show of the slate that was found in them, the best first."""
    frame, best = found[0]
    number, sky, warnings = which_slate(board, best, clean)
    sight = look([(picture, at.pose) for picture, at in found], board, sky, clean, record.taken(board))
    verdict = judge(sight, board, record, _in_picture(board, sight.edges, best.pose, frame), habits=habits)
    size = (float(board.board_corners[2, 0]), float(board.board_corners[2, 1]))
    return SlateReading(
        located=located(best.pose),
        slate=number,
        lines=verdict.lines,
        shooting_stars=verdict.shooting_stars,
        doubtful=verdict.doubtful,
        objects=verdict.objects,
        warnings=warnings,
        light=sight.light,
        compare=to_compare(verdict.wrong, len(verdict.doubtful), sight.light, sight.ink, best.pose.corners, size),
        ms=watch.milliseconds(),
        pose=best.pose,
    )


def which_slate(
    board: SlateBoard, found: Found, clean: SlateBlank | None
) -> tuple[int | None, SlateSky, tuple[str, ...]]:
    """The number of the slate and what its lattice holds; what does not fit, in words."""
    skies = (*board.skies, *board.rivals)
    likely = found.likely if clean is None else found.likely + clean.likely
    sky = skies[int(likely[: len(board.skies)].argmax())]
    order = np.argsort(-likely)
    best, margin = skies[int(order[0])], float(likely[order[0]] - likely[order[1]]) if len(skies) > 1 else np.inf
    twin = _twin(board, best) if clean is None and found.pose.by == "outline" else None
    if twin is not None and twin in board.skies and margin > TUNING.told_apart:
        return None, best, (f"it may be slate {best.number}, or slate {twin.number} in a mirror",)
    if board.rivals and best in board.rivals and margin > TUNING.another:
        return best.number, best, (f"the layout says slate {sky.number}, the picture shows slate {best.number}",)
    if len(board.skies) > 1 and margin < TUNING.told_apart:
        return None, sky, (f"it may be slate {best.number} or slate {skies[int(order[1])].number}",)
    return sky.number, sky, _unlike(board, sky, found)


def _twin(board: SlateBoard, sky: SlateSky) -> SlateSky | None:
    """Another slate that looks like this one in a mirror; nothing but its markers or a clean photograph tells them."""
    seen = board.kinds(sky).reshape(board.rows, -1)
    for other in (*board.skies, *board.rivals):
        kinds = board.kinds(other).reshape(board.rows, -1)
        if other is not sky and any(np.array_equal(seen, one) for one in (kinds[:, ::-1], kinds[::-1])):
            return other
    return None


def _unlike(board: SlateBoard, sky: SlateSky, found: Found) -> tuple[str, ...]:
    """A note where many points look like something else than the layout says."""
    kinds, truth = found.kinds, board.kinds(sky)
    off = kinds.max(1) - kinds[np.arange(len(truth)), truth] > TUNING.contrary
    points = [board.name(k) for k in np.flatnonzero(off & ~np.isnan(found.pose.seen)).tolist()]
    if len(points) < max(TUNING.many, TUNING.many_share * len(truth)):
        return ()
    return (f"the picture does not look like this layout at {', '.join(points[:6])}",)


def _in_picture(board: SlateBoard, edges: Edges, pose: Placed, image: Image) -> Flags:
    """(edges,) whether both ends lie in the picture."""
    inside = inside_picture(pose.to_image(board.points_xy), (image.shape[1], image.shape[0]))
    return np.asarray(inside[edges.a] & inside[edges.b])
