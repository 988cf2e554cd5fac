"""The camera as the screens know it: one photograph at a time, its reading as a drawing to look over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import Finding
from hardware.camera import Image
from hardware.devices import Devices
from pi_app.camera.cases import CaseShelf, corrected
from pi_app.camera.kind import Box
from pi_app.camera.kinds import kind_now, kind_of
from pi_app.camera.query import Query
from pi_app.camera.shelf import PhotoShelf
from pi_app.camera.shot import SeatCapture, Shot
from pi_app.camera.words import failure_words, hidden_by_light, seen_words
from pi_app.camera.worker import CameraWorker
from pi_app.i18n import Said, said
from pi_app.presenters.eye import Seen
from pi_app.table.session import TableSession


def query_of(session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float] | None = None) -> Query:
    """What the camera is asked of that seat's board now. `sizes`: of what is not of the usual size here, mm.

    Raises LookupError for a game of which a camera reads nothing.
    """
    kind = kind_now(session)
    if kind is None:
        raise LookupError(f"no camera reads anything of {session.header.game}")
    return kind.query(session, seat, sizes or {})


class CameraSession:
    """Photographs boards and has them read; see `pi_app.presenters.eye.Eye`.

    `table`: the game that is open. `state`: the state folder, where the photographs are kept that the screens show.
    `cases`: where corrected readings are kept, if the table wants that. `sizes`: as for `query_of`.
    """

    def __init__(
        self,
        devices: Devices,
        worker: CameraWorker,
        state: Path,
        table: Callable[[], TableSession[Any, Any]],
        cases: CaseShelf | None = None,
        sizes: Mapping[str, float] | None = None,
    ) -> None:
        self._trouble: Said | None = None
        self.bad_light = False
        self.shelf = PhotoShelf(state)
        self._devices = devices
        self._worker = worker
        self._table = table
        self._cases = cases
        self._sizes = sizes
        self._proposed: dict[int, tuple[Shot, Any]] = {}
        self._capture: SeatCapture | None = None
        self._name = ""

    @property
    def busy(self) -> str | None:
        """`shooting`, `reading`, or None."""
        return None if self._capture is None or self._capture.phase == "over" else self._capture.phase

    @property
    def trouble(self) -> str | None:
        """Why the last photograph could not be read, in the language in use now."""
        return None if self._trouble is None else said(self._trouble)

    def can_look(self, seat: int) -> bool:
        """Whether a camera sees that seat's board now, and can read it."""
        kind = kind_now(self._table())
        if kind is None or self._devices.camera(seat).status.state != "ready":
            return False
        self._worker.warm(kind.name)
        return True

    def look(self, seat: int) -> None:
        """Photograph that seat's board and have it read."""
        self._drop()
        self._proposed.pop(seat, None)
        query = query_of(self._table(), seat, self._sizes)
        self._name = self.shelf.fresh_name(query.game, seat, query.round)
        query = msgspec.structs.replace(query, flat=self.shelf.path(self._name))
        camera, lights = self._devices.camera(seat), self._devices.lights
        self._capture = SeatCapture(camera, lights, self._worker, query, count=kind_of(query.kind).frames)

    def poll(self) -> Seen | None:
        """The drawing that was read, once it is there; where it could not be read `trouble` says why."""
        shot = self._capture.poll() if self._capture else None
        if shot is None:
            return None
        self._capture = None
        return self._seen(shot)

    def forget(self) -> None:
        """Drop what is under way, and the last trouble."""
        self._drop()
        self._proposed.clear()

    def _drop(self) -> None:
        if self._capture:
            self._capture.cancel()
        self._capture = None
        self._trouble = None
        self.bad_light = False

    def confirmed(self, seat: int, draft: Any) -> None:
        """The table confirmed this draft after a reading; where it had to correct the reading, that is kept."""
        shot, proposed = self._proposed.pop(seat, (None, None))
        if self._cases is None or shot is None:
            return
        case = corrected(shot.query, shot.frames, proposed, draft)
        if case is not None:
            with suppress(OSError):
                self._cases.keep(case)

    def photo(self, name: str) -> Image | None:
        """The flat photograph of that name (height × width × 3, RGB), or None where it is gone."""
        return _flat(self.shelf.path(name))

    def newest(self, game: int, seat: int, number: int) -> str | None:
        """The name of the last photograph of that seat's board in that round, if it is still there."""
        return self.shelf.newest_name(game, seat, number)

    def photo_at(self, name: str) -> Box | None:
        """What part of the board it covers: left, top, width, height in the units of the board's layout."""
        if not self.shelf.path(name).is_file():
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
        whys = kind.light(query, reading)
        compare: Finding | None = getattr(reading, "compare", None)  # what is drawn on has it
        self._trouble = partial(seen_words, whys, compare) if whys or compare else None
        self.bad_light = bool(whys)
        photo = self._name if self.shelf.path(self._name).is_file() else None
        draft = kind.draft(query, reading, shot.frames[-1], photo)
        if self._cases is not None:
            self._proposed[query.seat] = shot, draft
        return Seen(query.seat, draft)


@lru_cache(maxsize=4)
def _flat(path: Path) -> Image | None:
    if not path.is_file():
        return None
    import cv2
    import numpy as np

    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image[:, :, ::-1], np.uint8)
