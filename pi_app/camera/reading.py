"""Photographs to a reading, whoever asks: the app in its child process, the command line, a kept case."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from engines.errors import NotPossible
from hardware.camera import Image
from pi_app.camera.kind import Memory
from pi_app.camera.kinds import kind_of
from pi_app.camera.query import Picture, Query, load_picture, write_picture

_FEW: Final = 0.5
"""A board of which a smaller share was found may be another one whose markers were misread."""


def read(frames: Sequence[Picture], query: Query, memory: Memory) -> Any:
    """The reading, of the kind's own type.

    Raises NotPossible with what can be told of the picture where nothing is found or it shows another board, BadInput
    for a file that is no picture, a layout or a record that cannot be.
    """
    from vision.ink.diagnosis import explained, why_not_found

    kind = kind_of(query.kind)
    layout = memory.layout(kind, query)
    markers = kind.markers(layout)
    pictures: list[Image] = [load_picture(frame) for frame in frames]
    try:
        reading = kind.read(pictures, query, layout, memory)
    except NotPossible as error:
        raise explained(error, pictures[0] if pictures else None, markers) from error
    if markers is not None and _found_otherwise(reading):
        strange = why_not_found(pictures[0], markers)
        if strange is not None:
            raise NotPossible.of(strange)
    if query.board:
        memory.last[query.board] = reading
    if query.flat is not None:
        flat = kind.flat(pictures, reading, layout)
        if flat is not None:
            with suppress(OSError):
                write_picture(flat, query.flat)
    return reading


def _found_otherwise(reading: Any) -> bool:
    """Whether a board that has markers was found, but not by them, or by few of them: it may be another one."""
    from vision.ink.markers import SURE_MARKERS

    located = reading.as_json().get("located")
    if not isinstance(located, dict):
        return False
    by, few = located.get("by"), getattr(getattr(reading, "pose", None), "markers", SURE_MARKERS) < SURE_MARKERS
    return by == "outline" or located.get("confidence", 1.0) < _FEW or (by == "markers" and few)
