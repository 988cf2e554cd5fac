"""Slates on the simulated table."""

from __future__ import annotations

from engines.registry import PAD
from hardware.simulated.look_at_the_stars.tabletop import SimulatedSlates
from hardware.simulated.tabletop import SimulatedTable
from pi_app.presenters.navigator import Navigator


class Boards:
    """A slate a seat."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._slates = SimulatedSlates(table, seed)

    def prepare(self, nav: Navigator, seat: int) -> None:
        """The slate of the record, with what its player draws now; on a score pad one that is played to the end."""
        session = nav.open_table
        if session.header.pack == PAD:
            self._slates.play(seat)
        else:
            self._slates.follow(session.game, session.state, seat)  # type: ignore[arg-type]
