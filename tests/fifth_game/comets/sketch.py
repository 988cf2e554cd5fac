"""The trails for onlookers."""

from __future__ import annotations

from comets.model import PLACES, TRAILS, CometsState
from comets.rules import Comets
from pi_app.presenters.onlookers.sketch import Sketch, area, words


def trails(game: Comets, state: CometsState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """A board a player: three rows of three numbers."""
    found = []
    for seat, name in enumerate(players):
        marks = [area((0, 0, PLACES, 0, PLACES, TRAILS, 0, TRAILS), "sky")]
        for y, trail in enumerate(state.seats[seat]):
            marks += [words(x + 0.5, y + 0.5, 0.5, "now", str(number)) for x, number in enumerate(trail)]
        found.append(Sketch(seat + 1, name, PLACES, TRAILS, tuple(marks)))
    return tuple(found)
