"""What trails pay, with a receipt for every row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from comets.model import PLACES, TRAILS, CometsOptions, Trail
from engines.game import PlayerScore, Receipt, Row, ScoreSheet

BONUS = {"five": 5, "ten": 10}


def pays(trail: Trail) -> bool:
    """Whether a trail is full and never falls."""
    return len(trail) == PLACES and all(a <= b for a, b in pairwise(trail))


def player_score(name: str, trails: Sequence[Trail], options: CometsOptions) -> PlayerScore:
    """One player's column."""
    rows = [_trail_row(place, trail) for place, trail in enumerate(trails)]
    whole = sum(map(pays, trails)) == TRAILS
    points = BONUS[options.bonus] if whole else 0
    receipt = (Receipt("comets.score.sky", points, 1, points),) if whole else ()
    rows.append(Row("sky", points, {}, receipt))
    return PlayerScore(name, sum(row.points for row in rows), tuple(rows))


def _trail_row(place: int, trail: Trail) -> Row:
    points = sum(trail) if pays(trail) else 0
    parts = tuple(f"trail:{place + 1}" for _ in range(1 if points else 0))
    receipt = (Receipt("comets.score.trail", points, 1, points, parts),) if points else ()
    return Row(f"trail.{place + 1}", points, {}, receipt)


def score_sheet(players: Sequence[PlayerScore]) -> ScoreSheet:
    """The pad of the table; equal points share the victory."""
    most = max(player.total for player in players)
    return ScoreSheet("comets", tuple(players), tuple(player.name for player in players if player.total == most))
