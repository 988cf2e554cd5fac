"""What was read from a photograph of a star disc, as values that go into JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.errors import Finding
from vision.ink.light import Light
from vision.ink.pose import Pose
from vision.ink.reading import Located, Milliseconds, plain


class Line(msgspec.Struct, frozen=True):
    """A line between the stars `a` < `b` (ids of the layout), drawn with probability `p`."""

    a: int
    b: int
    p: float


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of one board.

    `lines`: all judged drawn (p ≥ 0.5), earlier rounds' included. `doubtful`: those a person should be asked about, in
    `lines` too where p ≥ 0.5. `crossed_stars`: crossed-off 3-point stars, None where the layout does not say where they
    are. `pose` places disc millimetres in the picture; it stays out of the JSON.
    """

    located: Located
    rotation_deg: float
    round: int | None
    lines: tuple[Line, ...]
    doubtful: tuple[Line, ...]
    crossed_stars: int | None
    light: Light
    ms: Milliseconds
    pose: Pose
    compare: Finding | None = None
    """Why every line should be compared with the photograph; None where questions suffice."""
    warnings: tuple[str, ...] = ()
    """Photographs of the record that were of no use, in words."""

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, as the command line prints it behind the name of its kind."""
        shape = plain(self)
        if not self.warnings:
            del shape["warnings"]
        return shape
