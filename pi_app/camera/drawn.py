"""What boards that are drawn on have in common before the camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pi_app.camera.query import Query

if TYPE_CHECKING:
    from vision.ink.light import Trouble


def without_pen(query: Query, whys: Sequence[Trouble]) -> list[Trouble]:
    """What is wrong with the light; on a finished board the pen covers so many stars as a hand would."""
    return [why for why in whys if not (query.finished and why.finding.code == "light.hand")]


def lines_of(query: Query, new: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
    """The lines of a truth: those just drawn, and the earlier ones, which may lie under a frame."""
    rows = [{"a": min(line), "b": max(line), "new": True, "occluded": 0.0} for line in new]
    known = query.record.get("known", ())
    rows += [{"a": min(line), "b": max(line), "new": False, "occluded": 1.0} for line in known]
    return sorted(rows, key=lambda row: (not row["new"], row["a"], row["b"]))


def too_doubtful(reading: Any) -> bool:
    """Whether so much is asked of a reading that its whole drawing is looked over at once, a tap for each line."""
    from vision.ink.tuning import COMPARING

    return len(reading.doubtful) > COMPARING.few
