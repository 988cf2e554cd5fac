"""What was read from a photograph of a star disc, as values that go into JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from vision.ink.light import Light
from vision.ink.pose import By, Pose


class Line(msgspec.Struct, frozen=True):
    """A line between the stars `a` < `b` (ids of the layout), drawn with probability `p`."""

    a: int
    b: int
    p: float


class Located(msgspec.Struct, frozen=True):
    """How the board was found; `corners` in px, clockwise from the printed top left; `confidence` 0…1."""

    by: By
    corners: tuple[tuple[float, float], ...]
    confidence: float


class Milliseconds(msgspec.Struct, frozen=True):
    """How long the parts of a reading took."""

    locate: float
    read: float
    total: float


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of one board.

    `lines`: all judged drawn (p ≥ 0.5), earlier rounds' included. `doubtful`: those a person should be asked about, in
    `lines` too where p ≥ 0.5. `crossed_stars`: crossed-off 3-point stars, None where the layout does not say where they
    are. `pose` places disc millimetres in the picture; it stays out of the JSON.
    """

    game: str = "star_explorer"
    located: Located
    rotation_deg: float
    round: int | None
    lines: tuple[Line, ...]
    doubtful: tuple[Line, ...]
    crossed_stars: int | None
    light: Light
    ms: Milliseconds
    pose: Pose

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, in the shape that the command line prints."""
        shape: dict[str, Any] = {
            name: msgspec.to_builtins(getattr(self, name)) for name in self.__struct_fields__ if name != "pose"
        }
        return shape
