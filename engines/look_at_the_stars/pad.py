"""The score pad of the game on its own."""

from __future__ import annotations

from engines.pad import ScorePad


class LookAtTheStarsPad(ScorePad):
    """Constellations by size, planets, shooting stars, both bonuses; equal points share the victory."""

    name = "look_at_the_stars"
    rows = (*(f"constellation.{k}" for k in range(3, 11)), "planets", "shooting_stars", "point_bonus", "power_bonus")
    seats = (1, 8)
