"""The score pad of the game on its own."""

from __future__ import annotations

from engines.pad import ScorePad


class StellarPad(ScorePad):
    """Five types, three sections, diversity; equal points share the victory."""

    name = "stellar"
    rows = ("planet", "moon", "asteroid", "cloud", "black_hole", "top", "middle", "bottom", "diversity")
    seats = (2, 2)
