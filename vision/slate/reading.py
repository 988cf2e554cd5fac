"""What was read from a photograph of a slate, as values that go into JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.errors import Finding
from vision.ink.light import Light
from vision.ink.pose import Placed
from vision.ink.reading import Located, Milliseconds, plain


class SlateLine(msgspec.Struct, frozen=True):
    """A line between the neighbouring points `a` and `b`, drawn with probability `p`."""

    a: str
    b: str
    p: float


class SlateStar(msgspec.Struct, frozen=True):
    """A shooting star, drawn with probability `p`; `head` (in JSON `from`) is its head where it can be told."""

    head: str = msgspec.field(name="from")
    tail: str = msgspec.field(name="to")
    p: float


class SlateObject(msgspec.Struct, frozen=True):
    """Something of a power bonus that seems to be drawn at the point `at`; `kind` is a proposal, None where only the
    ink is sure. The table is asked."""

    at: str
    p: float
    kind: str | None = None


class SlateReading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of one slate.

    `slate`: its number in the pack, None where it is none of these or cannot be told. `lines`: all judged drawn
    (p ≥ 0.5), earlier ones included, printed ones not. `doubtful`: lines and shooting stars a person should be asked
    about, also listed above where p ≥ 0.5. `objects`: proposals. `warnings`: what does not fit, in words. `pose` stays
    out of the JSON.
    """

    located: Located
    slate: int | None
    lines: tuple[SlateLine, ...]
    shooting_stars: tuple[SlateStar, ...]
    doubtful: tuple[SlateLine | SlateStar, ...]
    objects: tuple[SlateObject, ...]
    warnings: tuple[str, ...]
    light: Light
    ms: Milliseconds
    pose: Placed
    compare: Finding | None = None
    """Why every line should be compared with the photograph; None where questions suffice."""

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, as the command line prints it behind the name of its kind."""
        return plain(self)
