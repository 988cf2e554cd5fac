"""Mother ships on the simulated table."""

from __future__ import annotations

from hardware.simulated.starfarers.tabletop import SimulatedShips
from hardware.simulated.tabletop import SimulatedTable
from pi_app.presenters.navigator import Navigator


class Boards:
    """A ship that was shaken stands before its card."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._ships = SimulatedShips(table, seed)

    def prepare(self, nav: Navigator, seat: int) -> None:
        """The ship after the shake that is to be told now."""
        session = nav.open_table
        self._ships.follow(session.game.parts.pack.balls, session.length, seat)  # type: ignore[attr-defined]
