"""Cards on the simulated table."""

from __future__ import annotations

from engines.registry import PAD
from engines.stellar.model import Phase
from hardware.simulated.stellar.tabletop import SimulatedCards
from hardware.simulated.tabletop import SimulatedTable
from pi_app.presenters.navigator import Navigator


class Boards:
    """A telescope and its notebook a seat."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._cards = SimulatedCards(table, seed)

    def prepare(self, nav: Navigator, seat: int) -> None:
        """The cards of the record; where the screen waits for the end, those of a game played to it."""
        session = nav.open_table
        if session.header.pack == PAD or session.state.phase is Phase.SHOW_CARDS:
            self._cards.play(seat)
        else:
            self._cards.follow(session.game, session.state.seats[seat], seat)  # type: ignore[arg-type]
