"""The score pad of the game on its own."""

from __future__ import annotations

from engines.pad import ScorePad


class StarfarersPad(ScorePad):
    """Colonies, spaceports, fame, tokens, medals; nobody has won with fewer than 15."""

    name = "starfarers"
    rows = ("colonies", "spaceports", "fame", "tokens", "medals")
    seats = (2, 4)
    goal = 15
