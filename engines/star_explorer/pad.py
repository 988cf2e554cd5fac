"""The score pad of the game on its own."""

from __future__ import annotations

import msgspec

from engines.game import ScoreSheet
from engines.pad import ScorePad
from engines.star_explorer.model import StarExplorerOptions
from engines.star_explorer.scoring import solo_band


class StarExplorerPad(ScorePad):
    """Six rounds and the four rows of the end; the fewest fading stars decide."""

    name = "star_explorer"
    rows = (*(f"round.{k}" for k in range(1, 7)), "unfaded", "central", "axis", "rim")
    ties = ("fading",)
    seats = (1, 4)

    def judged(self, sheet: ScoreSheet) -> ScoreSheet:
        """With the title of a solo total."""
        note, band = solo_band(sheet.players[0].total, StarExplorerOptions())
        return msgspec.structs.replace(sheet, note=note, band=band)
