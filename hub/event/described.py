"""Games that no engine knows: how their results are told, compared and added up. A host describes one in a minute."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from engines.described import OUTCOMES, Description, ScoreRow
from engines.registry import OTHER
from hub.errors import BadValue
from hub.event.names import clean_name
from hub.event.standings import ranks

MAX_TITLE: Final = 60


class Described(Description, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as the host of an evening describes it."""

    def ranks(self, totals: Sequence[int], winners: Sequence[int] | None = None) -> tuple[int, ...]:
        """Places at a table, 1 is first; where all have lost together, nobody is."""
        found = ranks([-total for total in totals] if self.lowest else totals, winners)
        return tuple(place + 1 for place in found) if self.winning(totals) is None else found

    def check(self, totals: Sequence[int]) -> None:
        """Raises Refused (`bad_value`) for totals that no such game ends with."""
        if self.score == "outcome" and not set(totals) <= set(OUTCOMES):
            raise BadValue("result.outcome", "outcomes {totals}: expected 0, 1 or 2", list(totals))
        if self.score == "time" and any(total < 0 for total in totals):
            raise BadValue("result.time", "times {totals}: expected 0 s or more", list(totals))
        if self.score == "places" and tuple(totals) != self.ranks(totals):
            raise BadValue(
                "result.places", "places {places}: expected 1 to {most} for each seat", list(totals), len(totals)
            )


def checked(options: dict[str, Any]) -> Described:
    """An evening's description of its game, with names as they are kept. Raises Refused (`bad_value`)."""
    try:
        given = msgspec.convert(options, Described)
    except msgspec.ValidationError as error:
        raise BadValue("evening.options", "options: {reason}", error) from error
    if given.rows and given.score not in ("points", "lowest"):
        raise BadValue("game.rows", "rows are for points")
    rows = tuple(ScoreRow(clean_name(row.name, MAX_TITLE), row.each) for row in given.rows)
    return Described(title=clean_name(given.title, MAX_TITLE), score=given.score, rows=rows)


@lru_cache(maxsize=64)
def described(game: str, options: str) -> Described | None:
    """The description in an evening's columns; None for a game that an engine knows."""
    return msgspec.json.decode(options, type=Described) if game == OTHER else None
