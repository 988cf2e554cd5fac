"""Photographs of whole tables: each board is found by its markers or its place and read by the reader of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from engines.errors import BadInput, Coded, Finding, NotPossible, finding
from engines.layout import Markers
from pi_app.camera.entries import Answer, KindAnswer, named_images, path_of, query_of_entry, read_json
from pi_app.camera.kind import Memory
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.reading import read
from vision.ink import opencv
from vision.ink.diagnosis import MIRRORED, explained, why_not_found
from vision.ink.layout import marker_set
from vision.ink.lock import Lock, Verified
from vision.ink.pose import Image, project
from vision.ink.reading import CLOCK
from vision.table import Marked, Spot, TableSource, alone, check_distinct, find_boards, parse_table


@cache
def kinds_of_layouts() -> dict[str, str]:
    """Kind of a board's layout -> what reads such boards."""
    return {kind_of(name).layout_kind: name for name in kind_names()}


class TableAnswer(msgspec.Struct, frozen=True):
    """The boards of one picture, each with its reading or what was wrong."""

    boards: tuple[dict[str, Any], ...]
    answers: tuple[Answer | None, ...]
    """What the reader of each board made of it; None where it was not read."""
    ms: float

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        read = [board["reading"] for board in self.boards if "reading" in board]
        why = sorted({trouble for reading in read for trouble in reading.get("light", {}).get("why", [])})
        found = [board for board in self.boards if "corners" in board]
        return {
            "game": "table",
            "located": {
                "by": "markers",
                "corners": found[0]["corners"] if found else [],
                "confidence": round(len(found) / len(self.boards), 3),
            },
            "boards": list(self.boards),
            "doubtful": self._doubtful(),
            "light": {"ok": not why, "why": why},
            "ms": {"total": self.ms},
        }

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        lines = []
        for board, answer in zip(self.boards, self.answers, strict=True):
            kind = f"{board['kind'].replace('_', ' ')}, {board.get('pose')}"
            lines.append(f"{board['name']}: " + (board["why"] if "error" in board else kind))
            lines += [f"  {line}" for line in ([] if answer is None else answer.in_words(factor))]
        return [*lines, "boards in doubt: " + (", ".join(self._doubtful()) or "none")]

    def _doubtful(self) -> list[str]:
        return [board["name"] for board in self.boards if "error" in board or board["reading"].get("doubtful")]


def _why_none(image: Image, boards: dict[str, _Board], spots: dict[str, Spot | NotPossible]) -> Finding:
    """Why none of the boards is found."""
    for board in boards.values():
        if board.marked.markers is not None and why_not_found(image, board.marked.markers) == MIRRORED:
            return MIRRORED
    whys = {str(spot): spot.finding for spot in spots.values() if isinstance(spot, NotPossible)}
    return _one_after_another([whys[words] for words in sorted(whys)])


def _one_after_another(findings: Sequence[Finding]) -> Finding:
    return reduce(lambda one, other: finding("findings.both", "{one}; {other}", one, other), findings)


class _Board(msgspec.Struct, frozen=True, eq=False):
    """One board of a table: its layout's kind and path, and how it is found."""

    kind: str
    layout: str
    seat: int | None
    marked: Marked


class TableReader:
    """Reads lists whose paths count from `folder`; where the boards of a fixed table lie is kept between lines."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._table = cache(self._load)
        self._memory = Memory()
        self._locks: dict[tuple[str, str], Lock] = {}

    def read(self, entry: dict[str, Any]) -> TableAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        frames = [opencv.load(str(self._folder / image)) for image in named_images(entry)]
        try:
            return self._read(entry, [opencv.coloured(opencv.checked(frame)) for frame in frames])
        except NotPossible as error:
            raise explained(error, frames[0], None) from error

    def _read(self, entry: dict[str, Any], frames: list[Image]) -> TableAnswer:
        now = CLOCK.get()
        begun = now()
        name = entry.get("layout")
        if not isinstance(name, str):
            raise BadInput(
                "layout.path_of_table", "layout {layout!r}: expected the path of a layout of kind 'table'", name
            )
        source, boards = self._table(path_of(name))
        known = _of_boards(entry, boards)
        wanted = {board: boards[board] for board in known} if entry.get("only") is True and known else boards
        spots, poses = self._spots(name, frames[-1], wanted, source.fixed or entry.get("fixed") is True)
        if not any(isinstance(spot, Spot) for spot in spots.values()):
            raise NotPossible.of(_why_none(frames[-1], wanted, spots))
        answers = [
            self._board(board, wanted[board], spots[board], poses[board], frames, known.get(board, {}))
            for board in wanted
        ]
        shapes, readings, whys = zip(*answers, strict=True)
        missing = [
            finding("table.board_unread", "{board}: {why}", board, why)
            for board, why in zip(wanted, whys, strict=True)
            if isinstance(why, NotPossible)
        ]
        if len(missing) == len(wanted):
            raise NotPossible.of(_one_after_another(missing))
        return TableAnswer(shapes, readings, round(1000 * (now() - begun), 2))

    def _load(self, name: str) -> tuple[TableSource, dict[str, _Board]]:
        path = self._folder / name
        raw = read_json(path)
        try:
            source = parse_table(raw)
            boards = {one.name: self._one(path.parent, one.layout, one.seat, one.place) for one in source.boards}
            check_distinct({name: board.marked for name, board in boards.items()})
        except BadInput as error:
            raise BadInput("layout.wrong", "{path}: {problem}", path, error) from error
        return source, boards

    def _one(self, folder: Path, layout: str, seat: int | None, place: Any) -> _Board:
        path = folder / path_of(layout)
        raw = read_json(path)
        kind = raw.get("kind") if isinstance(raw, dict) else None
        if kind not in kinds_of_layouts():
            raise BadInput(
                "layout.unknown_kind",
                "{path}: a layout of kind {kind!r}: expected one of {known}",
                path,
                kind,
                ", ".join(sorted(kinds_of_layouts())),
            )
        try:
            size = msgspec.convert(raw.get("board"), dict[str, float] | None)
            marks = msgspec.convert(raw.get("markers"), Markers | None)
        except msgspec.ValidationError as error:
            raise BadInput("layout.wrong", "{path}: {problem}", path, error) from error
        markers = None if marks is None or not marks.at else marker_set(marks, str(path))
        wide = None if size is None else (size.get("width", 0.0), size.get("height", 0.0))
        quad = None if place is None else np.array(place, float)
        relative = path.relative_to(self._folder) if path.is_relative_to(self._folder) else path
        return _Board(kind, str(relative), seat, Marked(wide, markers, quad))

    def _spots(
        self, table: str, frame: Image, boards: dict[str, _Board], fixed: bool
    ) -> tuple[dict[str, Spot | NotPossible], dict[str, str]]:
        """Where each board lies and how that is known; the boards of a fixed table are verified before looked for."""
        spots: dict[str, Spot | NotPossible] = {}
        poses: dict[str, str] = {}
        for name, board in boards.items():
            lock = self._locks.get((table, name)) if fixed else None
            verified = lock.verify(frame) if lock is not None else None
            if verified is not None and verified.plane is not None:
                spots[name], poses[name] = _where(board, verified), verified.state
        missing = {name: board.marked for name, board in boards.items() if name not in spots}
        spots |= find_boards(frame, missing) if missing else {}
        for name, board in boards.items():
            spot = spots[name]
            poses.setdefault(name, "found")
            if fixed and isinstance(spot, Spot) and spot.plane is not None and poses[name] != "still":
                self._keep((table, name), frame, board, spot)
        return spots, poses

    def _keep(self, key: tuple[str, str], frame: Image, board: _Board, spot: Spot) -> None:
        assert spot.plane is not None
        try:
            self._locks[key] = Lock.from_reading(frame, spot.plane, _outline(board))
        except NotPossible:
            self._locks.pop(key, None)

    def _board(
        self,
        name: str,
        board: _Board,
        spot: Spot | NotPossible,
        pose: str,
        frames: list[Image],
        known: dict[str, Any],
    ) -> tuple[dict[str, Any], KindAnswer | None, Coded | None]:
        """The board's part of the answer, and what its reader made of it or why it made nothing of it."""
        shape: dict[str, Any] = {"name": name, "seat": board.seat, "kind": board.kind}
        if isinstance(spot, NotPossible):
            return {**shape, "error": "board_not_found", "why": str(spot)}, None, spot
        corners = [[round(float(x), 2), round(float(y), 2)] for x, y in spot.corners]
        shape |= {"pose": pose, "corners": corners, "markers": list(spot.markers)}
        kind = kind_of(kinds_of_layouts()[board.kind])
        try:
            query = query_of_entry(kind, {**known, "layout": board.layout}, self._folder, self._memory)
            reading = KindAnswer(kind, read([alone(frame, spot) for frame in frames], query, self._memory))
        except NotPossible as error:
            return {**shape, "error": "board_not_found", "why": str(error)}, None, error
        except BadInput as error:
            return {**shape, "error": "bad_input", "why": str(error)}, None, error
        return {**shape, "reading": reading.as_json()}, reading, None


def _outline(board: _Board) -> np.ndarray[Any, np.dtype[np.float64]]:
    width, height = board.marked.size or (1.0, 1.0)
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


def _where(board: _Board, verified: Verified) -> Spot:
    assert verified.plane is not None
    return Spot(project(verified.plane, _outline(board)), verified.plane)


def _of_boards(entry: dict[str, Any], boards: dict[str, _Board]) -> dict[str, dict[str, Any]]:
    """What the record knows of each board, by its name. Raises BadInput."""
    known = entry.get("boards") or entry.get("expect") or {}
    if not isinstance(known, dict) or not all(isinstance(value, dict) for value in known.values()):
        raise BadInput("boards.wrong", "boards: expected an object of boards by name, got {boards!r}", known)
    unknown = sorted(set(known) - set(boards))
    if unknown:
        raise BadInput(
            "boards.unknown",
            "boards: {board!r} is no board of the table: expected {known}",
            unknown[0],
            ", ".join(boards),
        )
    return known
