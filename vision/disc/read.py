"""Reads the pen lines on a star disc: a photograph and what the record knows in, a Reading out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.errors import BadInput, NotPossible
from vision.disc.crosses import count_crossed, star_patches
from vision.disc.evidence import Blank, Sight, look, prepare_blank
from vision.disc.judge import Judgement, judge, judge_untold, untold_chances
from vision.disc.locate import locate_disc
from vision.disc.pattern import Pattern, parse_expectation
from vision.disc.reading import Reading
from vision.disc.tuning import TUNING
from vision.disc.unrecorded import Earlier
from vision.ink.doubt import to_compare
from vision.ink.frames import best_frames, frames_of, prepared
from vision.ink.layout import DiscLayout
from vision.ink.light import Light, Trouble
from vision.ink.pose import Image, Pose
from vision.ink.reading import Stopwatch, located
from vision.ink.tuning import LIGHTS
from vision.own.habits import NO_HABITS, Habits

__all__ = ["Blank", "Reading", "prepare_blank", "read_disc"]

KnownLines = Iterable[Sequence[int]]
Frames = list[tuple[Image, Pose]]


def read_disc(
    image: Image | Sequence[Image],
    layout: DiscLayout,
    *,
    blank: Image | Blank | None = None,
    before: Image | None = None,
    known: KnownLines = (),
    expect: Mapping[str, Any] | Pattern | None = None,
    last: Pose | Reading | None = None,
    habits: Habits = NO_HABITS,
) -> Reading:
    """The lines on the board in `image` (uint8, grey or BGR), or in a burst of such pictures of one board.

    `blank`: the same board clean, at this stop; a `Blank` from `prepare_blank` saves locating it again. `before`: the
    board before this drawing: says where a covered board lies, is compared with where there is no `blank` and the
    earlier lines are `known`, and shows these where neither they nor the tile are. `known`: star ids of lines of
    earlier rounds. `expect`: the tile, as decoded JSON.
    `last`: where the board lay before. `habits`: the table's, which count where the tile or earlier lines are known.
    Raises NotPossible when no board is found or its lines are too faint to be told, BadInput for senseless input.
    """
    watch = Stopwatch()
    tile = expect if isinstance(expect, Pattern) or expect is None else parse_expectation(expect)
    recorded = known_rows(layout, known)
    clean = prepared(blank, lambda picture: prepare_blank(picture, layout))
    drawn_over = clean is None and bool(recorded)
    if drawn_over:
        clean = prepared(before, lambda picture: prepare_blank(picture, layout))
    watch.lap()
    found = find_board(frames_of(image), layout, clean, last.pose if isinstance(last, Reading) else last, before)
    watch.lap()
    rotation = found[0][1].rotation_deg
    if not recorded and tile is None:
        seen = None if before is None else _seen_before(before, layout, clean)
        sight = look(found, layout, clean, frozenset() if seen is None else seen.likely())
        judgement = judge_untold(sight, layout, rotation, seen)
    else:
        sight = look(found, layout, clean, frozenset(recorded))
        earlier = _earlier(found, layout, recorded, sight, drawn_over)
        judgement = judge(sight, layout, rotation, recorded, tile, not drawn_over, habits, earlier)
    return _reading(found[0], layout, judgement, sight.light, None if drawn_over else clean, watch)


def _earlier(
    found: Frames, layout: DiscLayout, recorded: list[tuple[int, int]], sight: Sight, drawn_over: bool
) -> Sight | None:
    """Where it is seen whether most recorded lines are gone; None where a clean picture tells of each of them, or a
    hand or glare may hide them. `drawn_over`: a picture that `sight` is compared with shows them all."""
    if Trouble.HAND in sight.light.why or sight.glare > LIGHTS.hides_things:
        return None
    if not sight.compared:
        return sight
    return look(found, layout, None, frozenset(recorded)) if drawn_over else None


def _reading(
    best: tuple[Image, Pose],
    layout: DiscLayout,
    judgement: Judgement,
    light: Light,
    clean: Blank | None,
    watch: Stopwatch,
) -> Reading:
    """The reading of the best frame, its lines being judged; what else it shows is read here."""
    frame, pose = best
    board = layout.source.board
    wrong, asked, ink = judgement.wrong, len(judgement.doubtful), judgement.ink
    size = (board.width, board.height)
    return Reading(
        located=located(pose),
        rotation_deg=round(pose.rotation_deg % 360, 3),
        round=pose.round,
        lines=judgement.lines,
        doubtful=judgement.doubtful,
        compare=to_compare(wrong, asked, light, ink, pose.corners, size, judgement.lost),
        light=light,
        crossed_stars=_crossed(frame, pose, layout, clean),
        ms=watch.milliseconds(),
        pose=pose,
    )


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
            raise BadInput("known.stars", "known: {line!r}: expected two different star ids of the layout", list(ids))
        a, b = sorted(layout.index[star] for star in ids)
        rows.add((a, b))
    return sorted(rows)


def find_board(
    frames: Sequence[Image],
    layout: DiscLayout,
    clean: Blank | None,
    last: Pose | None = None,
    before: Image | None = None,
) -> Frames:
    """The frames in which the board is found, best first. Raises NotPossible when it is in none."""
    turn = clean.rotation_deg if clean is not None else None
    return best_frames(
        frames,
        lambda frame: locate_disc(frame, layout, last=last, rotation_hint=turn, before=before),
        lambda pose: pose.confidence,
        TUNING.worse_frame,
    )


def _seen_before(before: Image, layout: DiscLayout, clean: Blank | None) -> Earlier | None:
    """What the picture `before` shows of the board; None where the board is not found in it."""
    try:
        found = find_board([before], layout, clean)
    except NotPossible:
        return None
    sight = look(found, layout, clean, frozenset())
    _, p, _, _ = untold_chances(sight, layout, found[0][1].rotation_deg, None)
    return Earlier(sight.pairs, p, TUNING.doubt)
