"""The score pad on its own."""

from __future__ import annotations

from engines.pad import ScorePad


class CometsPad(ScorePad):
    """Three trails and the bonus."""

    name = "comets"
    rows = ("trail.1", "trail.2", "trail.3", "sky")
    seats = (1, 4)
