"""Games that cafés play, as a host would describe them: names, numbers of players and what is counted, no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engines.described import Score, ScoreRow
from hub.event.described import Described
from hub.event.standings import Scheme
from hub.web.words import N_


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A description with its words in English, the numbers of players, and how standings are counted."""

    title: str
    score: Score = "points"
    rows: tuple[tuple[str, int], ...] = ()
    seats_min: int = 2
    seats: int = 4
    scheme: Scheme = "shared"

    def options(self, say: Callable[[str], str]) -> dict[str, Any]:
        """The options of an evening with that game, in the words of a language."""
        rows = tuple(ScoreRow(say(name), each) for name, each in self.rows)
        found: dict[str, Any] = msgspec.to_builtins(Described(title=say(self.title), score=self.score, rows=rows))
        return found


PRESETS: Final = {
    "azul": Preset(title="Azul"),
    "carcassonne": Preset(title="Carcassonne", seats=5),
    "catan": Preset(
        title="Catan", seats_min=3,
        rows=(
            (N_("Settlements"), 1), (N_("Cities"), 2), (N_("Longest road"), 2), (N_("Largest army"), 2),
            (N_("Points on cards"), 1),
        ),
    ),
    "ticket_to_ride": Preset(
        title="Ticket to Ride", seats=5,
        rows=((N_("Routes"), 1), (N_("Tickets kept"), 1), (N_("Tickets missed"), -1), (N_("Longest path"), 10)),
    ),
    "scrabble": Preset(title="Scrabble"),
    "hearts": Preset(title=N_("Hearts"), score="lowest", seats_min=3),
    "chess": Preset(title=N_("Chess"), score="outcome", seats=2),
    "cooperative": Preset(title=N_("Cooperative game"), score="outcome", seats=5, scheme="totals"),
    "places": Preset(title=N_("Game with places"), score="places", seats=8),
    "race": Preset(title=N_("Against the clock"), score="time", seats=8),
}  # fmt: skip
"""Code -> the game, in the order in which they are offered."""
