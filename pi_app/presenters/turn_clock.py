"""A gentle clock of the turn: a ring that fills, and whom the table waits for once it is full. Nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec

from engines.game import NATURE
from engines.registry import PAD
from pi_app.i18n import _

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

STEPS: Final = 24
"""The ring grows in so many steps: the screen is drawn as rarely."""


class Ring(msgspec.Struct, frozen=True):
    """How much of the time for a turn is gone, 0 to 1, and whom the table waits for once all of it is."""

    share: float
    waits: str = ""


class TurnClock:
    """Counts from the last line of the record on, where the table wants it. `clock`: seconds.

    `tick` is called every frame.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._moment: tuple[int, int] | None = None
        self._began = 0.0
        self.steps = 0
        """Steps of the ring that are full."""

    def tick(self, nav: Navigator) -> bool:
        """Look at the clock; whether the ring has grown, or begins anew."""
        moment = _moment(nav)
        if moment != self._moment:
            grown = self.steps > 0 or (moment is None) != (self._moment is None)
            self._moment, self._began, self.steps = moment, self._clock(), 0
            return grown
        if moment is None or self.steps == STEPS:
            return False
        steps = min(STEPS, int(STEPS * (self._clock() - self._began) / (60 * nav.preferences.timer)))
        grown, self.steps = steps != self.steps, steps
        return grown

    def ring(self, nav: Navigator) -> Ring | None:
        """The ring as it stands; None where there is none."""
        moment = _moment(nav)
        if moment is None:
            return None
        steps = self.steps if moment == self._moment else 0
        return Ring(steps / STEPS, _waits(nav) if steps == STEPS else "")


def _moment(nav: Navigator) -> tuple[int, int] | None:
    """What the clock counts from: the game and the length of its record; None while nobody is timed."""
    table = nav.table
    if not nav.preferences.timer or table is None or table.header.pack == PAD or not _people(nav):
        return None
    return table.game_id, table.length


def _people(nav: Navigator) -> list[int]:
    """The people who are to move."""
    table = nav.table
    if table is None:
        return []
    bots = nav.bots_of(table.game_id)
    return [seat for seat in table.game.to_move(table.state) if seat != NATURE and seat not in bots]


def _waits(nav: Navigator) -> str:
    names = ", ".join(nav.open_table.players[seat] for seat in _people(nav))
    return _("Waiting for {names}").format(names=names)
