"""The camera as the screens know it: one photograph at a time, its reading as a drawing to look over."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import Finding
from hardware.camera import Image
from hardware.devices import Devices
from pi_app.camera.boards import BoardRead, TableQuery, TableRead
from pi_app.camera.cases import CaseShelf, corrected
from pi_app.camera.hands_watch import HandsWatch
from pi_app.camera.kind import Box, CameraKind
from pi_app.camera.kinds import kind_now, kind_of
from pi_app.camera.learnt import Learner, confirmed
from pi_app.camera.query import Query, Stored
from pi_app.camera.shelf import PhotoShelf
from pi_app.camera.shot import BroughtCapture, SeatCapture, Shot
from pi_app.camera.table_watch import TableWatch
from pi_app.camera.words import failure_words, hidden_by_light, lost_words, seen_words
from pi_app.camera.worker import CameraWorker
from pi_app.i18n import Said, said
from pi_app.presenters.board_camera import BoardCamera, BoardSeen, Seen, TableSeen, Watched
from pi_app.table.session import TableSession


def query_of(session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float] | None = None) -> Query:
    """What the camera is asked of that seat's board now. `sizes`: of what is not of the usual size here, mm.

    Raises LookupError for a game of which a camera reads nothing.
    """
    kind = kind_now(session)
    if kind is None:
        raise LookupError(f"no camera reads anything of {session.header.game}")
    return kind.query(session, seat, sizes or {})


class CameraSession(BoardCamera):
    """Photographs boards and has them read.

    `table`: the game that is open. `state`: the state folder, where the photographs are kept that the screens show.
    `cases`: where corrected and confirmed readings are kept, if the table wants that; `learner`: what it has learnt
    from them. `sizes`: as for `query_of`.
    """

    def __init__(
        self,
        devices: Devices,
        worker: CameraWorker,
        state: Path,
        table: Callable[[], TableSession[Any, Any]],
        cases: CaseShelf | None = None,
        sizes: Mapping[str, float] | None = None,
        learner: Learner | None = None,
    ) -> None:
        self._trouble: Said | None = None
        self.bad_light = False
        self.shelf = PhotoShelf(state)
        self._devices = devices
        self._worker = worker
        self._table = table
        self._cases = cases
        self._sizes = sizes
        self._learner = learner
        self._proposed: dict[int, tuple[Shot, Any]] = {}
        self._capture: SeatCapture | BroughtCapture | None = None
        self._unasked = False
        self._hands: tuple[int, HandsWatch] | None = None
        self._name = ""
        self._watched: Watched | None = None
        self._table_watch: TableWatch | None = None
        self._hands_of_all: HandsWatch | None = None
        self._asked: dict[int, Query] = {}
        self._picture: Image | None = None
        self._found: TableRead | None = None
        self._boards: tuple[BoardSeen, ...] = ()
        self._tables_read = 0

    @property
    def busy(self) -> str | None:
        if self._capture is not None and self._capture.phase != "over":
            return self._capture.phase
        return None if self._table_watch is None else self._table_watch.doing

    @property
    def trouble(self) -> str | None:
        return None if self._trouble is None else said(self._trouble)

    def can_look(self, seat: int) -> bool:
        kind = kind_now(self._table())
        if kind is None or self._devices.camera(seat).status.state != "ready":
            return False
        self._worker.warm(kind.name)
        return True

    def look(self, seat: int, unasked: bool = False) -> None:
        query, camera, lights = self._asked_of(seat), self._devices.camera(seat), self._devices.lights
        self._unasked = unasked
        self._capture = SeatCapture(camera, lights, self._worker, query, count=kind_of(query.kind).frames)

    def hands_left(self, seat: int) -> bool:
        if self.busy is not None:
            return False
        if self._hands is None or self._hands[0] != seat:
            self._hands = seat, HandsWatch(self._devices.camera(seat), self._worker)
        hands = self._hands[1]
        hands.poll(self._worker.poll())
        return hands.phase == "read"

    def reads(self) -> bool:
        kind = kind_now(self._table())
        if kind is None or kind.frames > 1:  # what moves takes more pictures than one
            return False
        self._worker.warm(kind.name)
        return True

    def read(self, seat: int, picture: bytes) -> None:
        self._capture, self._unasked = BroughtCapture(self._worker, self._asked_of(seat), Stored(picture)), False

    def _asked_of(self, seat: int) -> Query:
        """What is asked of the next picture of that seat's board; what was under way is dropped."""
        self._drop()
        self._proposed.pop(seat, None)
        query = self._query(seat)
        self._name = self.shelf.fresh_name(query.game, seat, query.round)
        return msgspec.structs.replace(query, flat=self.shelf.path(self._name))

    def _query(self, seat: int) -> Query:
        query = query_of(self._table(), seat, self._sizes)
        if self._learner is None:
            return query
        return msgspec.structs.replace(query, habits=self._learner.habits(query.kind))

    def poll(self) -> Seen | None:
        shot = self._capture.poll() if self._capture else None
        if shot is None:
            return None
        self._capture = None
        if self._hands is not None:
            self._hands[1].read(time.monotonic())
        seen = self._seen(shot)
        if seen is None and self._unasked:
            self._trouble, self.bad_light = None, False
        return seen

    def can_watch(self) -> bool:
        return self.can_look(0)

    def watch(self, watched: Watched) -> TableSeen:
        if self._table_watch is None or watched != self._watched:
            self._drop()
            self._watched = watched
            camera = self._devices.overview(watched.seats)
            self._table_watch = TableWatch(
                camera, self._devices.lights, self._worker, self._asked_of_all, before=self._hands_of_all
            )
        self._table_watch.poll()
        found, why = self._table_watch.found, self._table_watch.failure
        if found is not self._found:
            self._found = found
            before = _drawn(self._boards)
            boards = [] if found is None else [self._board_seen(board) for board in found.boards]
            drawn = _drawn(boards)
            self._boards = tuple(
                msgspec.structs.replace(one, changed=bool(before) and drawn.get(one.seat) != before.get(one.seat))
                for one in boards
            )
            self._tables_read += drawn not in ({}, before)
        self._trouble = None if why is None else partial(failure_words, why)
        return TableSeen(self._table_watch.phase, self._boards, found is None or found.seated)

    @property
    def tables_read(self) -> int:
        return self._tables_read

    def _asked_of_all(self, picture: Image) -> TableQuery:
        """The boards of the table as the record knows them now."""
        assert self._watched is not None
        self._asked, self._picture = {}, picture
        for seat in self._watched.seats:
            query = self._query(seat)
            name = self.shelf.fresh_name(query.game, seat, query.round)
            self._asked[seat] = msgspec.structs.replace(query, flat=self.shelf.path(name))
        return TableQuery(picture, tuple(self._asked.values()), self._watched.wanted, dict(self._watched.places))

    def _board_seen(self, board: BoardRead) -> BoardSeen:
        query = self._asked[board.seat]
        kind, reading = kind_of(query.kind), board.reading
        if board.failure is not None and board.failure.code == kind.nothing_new:
            return BoardSeen(board.seat, board.at, sure=True)
        if reading is None:
            return BoardSeen(board.seat, board.at, trouble=partial(failure_words, board.failure, kind.failures))
        trouble = kind.trouble(query, reading)
        if trouble is not None:
            return BoardSeen(board.seat, board.at, trouble=trouble)
        photo = self.shelf.name(board.flat) if board.flat is not None and os.path.isfile(board.flat) else None
        assert self._picture is not None
        draft = kind.draft(query, reading, self._picture, photo)
        trouble = _beside(kind, query, reading) or (lost_words if kind.lost(query, reading) else None)
        return BoardSeen(board.seat, board.at, draft, trouble, sure=trouble is None)

    def forget(self) -> None:
        self._drop()
        self._hands = self._hands_of_all = None
        self._proposed.clear()

    def _drop(self) -> None:
        if self._capture:
            self._capture.cancel()
        self._capture = None
        if self._table_watch is not None:
            self._table_watch.cancel()
            self._hands_of_all = self._table_watch.hands
        if self._hands is not None:
            self._hands[1].cancel()
        self._table_watch = self._watched = self._found = None
        self._boards = ()
        self._trouble = None
        self.bad_light = False

    def confirmed(self, seat: int, draft: Any) -> None:
        """Keep a draft that was corrected, and a right one that teaches."""
        shot, proposed = self._proposed.pop(seat, (None, None))
        if self._cases is None or shot is None:
            return
        case = corrected(shot.query, shot.frames, proposed, draft) or confirmed(shot.query, shot.frames, draft)
        if case is not None:
            with suppress(OSError):
                self._cases.keep(case)

    def photo(self, name: str) -> Image | None:
        return _flat(self.shelf.path(name))

    def newest(self, game: int, seat: int, number: int) -> str | None:
        return self.shelf.newest_name(game, seat, number)

    def last(self, game: int, seat: int) -> str | None:
        return self.shelf.last_name(game, seat)

    def photo_at(self, name: str) -> Box | None:
        if not os.path.isfile(self.shelf.path(name)):
            return None
        query = query_of(self._table(), 0, self._sizes)
        return kind_of(query.kind).area(query)

    def _seen(self, shot: Shot) -> Seen | None:
        query, kind, reading = shot.query, kind_of(shot.query.kind), shot.reading
        if reading is None:
            self._trouble = partial(failure_words, shot.failure, kind.failures)
            self.bad_light = hidden_by_light(shot.failure)
            return None
        self._trouble = kind.trouble(query, reading)
        if self._trouble is not None:
            return None
        self._trouble = _beside(kind, query, reading)
        self.bad_light = bool(kind.light(query, reading))
        photo = self._name if os.path.isfile(self.shelf.path(self._name)) else None
        draft = kind.draft(query, reading, shot.frames[-1], photo)
        if self._cases is not None:
            self._proposed[query.seat] = shot, draft
        return Seen(query.seat, draft)


def _beside(kind: CameraKind, query: Query, reading: Any) -> Said | None:
    """What is said beside a reading: bad light, and that every line should be compared; None where all is well."""
    whys = kind.light(query, reading)
    compare: Finding | None = getattr(reading, "compare", None)  # readings of what is drawn on have it
    return partial(seen_words, whys, compare) if whys or compare else None


def _drawn(boards: Sequence[BoardSeen]) -> dict[int, Any]:
    """What is on the boards of which nothing is in the way, by seat, whatever photograph it was read from."""
    return {
        board.seat: msgspec.structs.replace(board.draft, photo=None) for board in boards if board.sure and board.draft
    }


@lru_cache(maxsize=4)
def _flat(path: Path) -> Image | None:
    if not os.path.isfile(path):
        return None
    import cv2
    import numpy as np

    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image[:, :, ::-1], np.uint8)
