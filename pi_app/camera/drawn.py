"""What boards that are drawn on have in common before the camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pi_app.camera.kind import CameraKind
from pi_app.camera.query import Query
from pi_app.presenters.finished_boards import FinishedBoard

if TYPE_CHECKING:
    from vision.ink.light import Trouble


class DrawnKind(CameraKind):
    """Boards that are drawn on: the lines of a turn, or of a finished board whose game nobody recorded."""

    others = ("blank", "before")

    def light(self, query: Query, reading: Any) -> Sequence[Trouble]:
        """What is wrong; on a finished board the pen covers so many stars as a hand would."""
        return [why for why in reading.light.why if not (query.finished and why.finding.code == "light.hand")]

    def truth(self, query: Query, draft: Any) -> dict[str, Any] | None:
        """All lines; a finished board is no case: its marks are told one by one, not as what is drawn."""
        return None if isinstance(draft, FinishedBoard) else {"lines": lines_of(query, draft.lines)}


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
