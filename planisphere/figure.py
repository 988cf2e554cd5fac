"""A measured figure beside its floor, so that its ratio can be compared between machines."""

from __future__ import annotations

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured figure; `ratio` = value / floor, None where there is no floor."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    note: str = ""
    """What else a reader should know, in a few words."""

    @property
    def ratio(self) -> float | None:
        """Value over floor."""
        return self.value / self.floor if self.floor else None
