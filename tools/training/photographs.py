"""Photographs with ground truth as the reader sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from tools.figures.vision import entries_of
from vision.disc.evidence import Blank, Sight, look, prepare_blank
from vision.disc.locate import locate_disc
from vision.disc.read import known_rows
from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout
from vision.ink.pose import Image, Pose

Layout = TypeVar("Layout")
Clean = TypeVar("Clean")

FAR_OFF_DEG = 2.5
"""A disc found further off than this teaches nothing about lines."""
HALF_HIDDEN = 0.5
MOST_RIDGE = 6e4
"""Ridges are cut at this strength, which half precision still holds."""


class Example(msgspec.Struct, frozen=True, eq=False):
    """One photograph: the pairs of stars seen, whether each is `drawn`, `known` before, and to be `judged`."""

    sight: Sight
    layout: DiscLayout
    design: str
    drawn: NDArray[np.bool_]
    known: NDArray[np.bool_]
    judged: NDArray[np.bool_]


class Photo(msgspec.Struct, Generic[Layout, Clean], frozen=True, eq=False):
    """One entry of a folder with its truth, its layout and the picture of its clean board, where that is found."""

    query: dict[str, Any]
    truth: dict[str, Any]
    folder: Path
    layout: Layout
    blank: Clean | None

    def picture(self, name: str) -> Image:
        """The entry's `image` or `before`."""
        return opencv.load(str(self.folder / str(self.query[name])))

    def pictures(self) -> Iterator[tuple[Image, bool]]:
        """The entry's pictures, each with whether it is of after this round's drawing: not all have one from before."""
        yield self.picture("image"), True
        if "before" in self.query:
            yield self.picture("before"), False


def photos_of(
    folder: Path, name: str, parse: Callable[[bytes], Layout], prepare: Callable[[Image, Layout], Clean] | None
) -> Iterator[Photo[Layout, Clean]]:
    """The entries of a folder's list as `planisphere photos` writes it. Raises BadInput where it is none.

    `parse`: a layout from its file. `prepare`: the picture of a clean board; None: clean boards are passed over.
    """
    truths = {row["id"]: row for row in entries_of(folder / "truth.jsonl")}
    layouts: dict[str, Layout] = {}
    blanks: dict[tuple[str, str], Clean | None] = {}
    for query in entries_of(folder / name):
        key = (query["layout"], query["blank"])
        if key[0] not in layouts:
            layouts[key[0]] = parse((folder / key[0]).read_bytes())
            blanks.clear()
        if key not in blanks and prepare is not None:
            blanks[key] = _blank(folder / key[1], layouts[key[0]], prepare)
        yield Photo(query, truths[query["id"]], folder, layouts[key[0]], blanks.get(key))


def _blank(path: Path, layout: Layout, prepare: Callable[[Image, Layout], Clean]) -> Clean | None:
    try:
        return prepare(opencv.load(str(path)), layout)
    except NotPossible:
        return None


Board: TypeAlias = Photo[DiscLayout, Blank]


def boards(folder: Path) -> Iterator[Board]:
    """The star boards of a folder. Raises BadInput where it is none."""
    return photos_of(folder, "star_explorer.list.jsonl", parse_layout, prepare_blank)


def examples(folder: Path) -> Iterator[Example]:
    """The photographs of a folder, after and before this round's drawing, with and without their clean board."""
    for board in boards(folder):
        for picture, fresh in board.pictures():
            pose = _pose(board, picture)
            if pose is None:
                continue
            yield _example(board, picture, pose, None, fresh)
            if board.blank is not None:
                yield _example(board, picture, pose, board.blank, fresh)


def _pose(board: Board, picture: Image) -> Pose | None:
    try:
        pose = locate_disc(picture, board.layout)
    except NotPossible:
        return None
    off = (pose.rotation_deg - board.truth["rotation_deg"] + 180) % 360 - 180
    return pose if abs(off) < FAR_OFF_DEG else None


def _example(board: Board, picture: Image, pose: Pose, blank: Blank | None, fresh: bool) -> Example:
    lines = [line for line in board.truth["lines"] if fresh or not line["new"]]
    drawn = set(known_rows(board.layout, [(line["a"], line["b"]) for line in lines]))
    covered = [(line["a"], line["b"]) for line in lines if line["occluded"] >= HALF_HIDDEN]
    known = set(known_rows(board.layout, board.query["known"]))
    sight = look([(picture, pose)], board.layout, blank, frozenset(known))
    unseen = set(known_rows(board.layout, covered)) | (known - drawn)
    at = sight.pairs
    return Example(
        _lean(sight), board.layout, board.query["layout"], at.among(drawn), at.among(known), ~at.among(unseen)
    )


def _lean(sight: Sight) -> Sight:
    """The sight with its strips in less precision and without its maps, so that thousands fit into memory."""
    parts = {name: halved(getattr(sight.strips, name)) for name in ("ridge", "fine", "printed", "veil")}
    strips = msgspec.structs.replace(sight.strips, path=sight.strips.path.astype(np.int8), on_path=None, **parts)
    return msgspec.structs.replace(sight, strips=strips, evidence=None)


def halved(strength: NDArray[np.float32]) -> NDArray[np.float16]:
    """The same in half precision."""
    return np.clip(strength, -MOST_RIDGE, MOST_RIDGE).astype(np.float16)
