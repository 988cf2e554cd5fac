"""Bots that need nobody."""

from __future__ import annotations

from random import Random
from typing import Any

from comets.model import PLACES, CometsState, Trail, Write


def greedy(game: Any, view: CometsState, seat: int, rng: Random) -> Write:
    """Puts the number where it fits best: after the nearest that is not higher, low ones to empty trails."""
    number = view.fallen[-1]
    open_trails = [n for n, trail in enumerate(view.seats[seat]) if len(trail) < PLACES]
    return Write(seat=seat, trail=min(open_trails, key=lambda n: (_loss(view.seats[seat][n], number), n)))


def _loss(trail: Trail, number: int) -> float:
    if not trail:
        return 1.5
    return number - trail[-1] if number >= trail[-1] else 100


BOTS = {"greedy": greedy}
