"""Formats of paper, and which one an office has."""

from __future__ import annotations

from typing import Final

import msgspec


class Paper(msgspec.Struct, frozen=True):
    """A paper size, millimetres, upright."""

    name: str
    width: float
    height: float

    @property
    def lying(self) -> Paper:
        """The same, turned by a quarter."""
        return Paper(self.name, self.height, self.width)

    def middle(self, width: float, height: float) -> tuple[float, float]:
        """Where the top left corner of what lies in its middle is, all in millimetres."""
        return (self.width - width) / 2, (self.height - height) / 2


PAPERS: Final[dict[str, Paper]] = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
LETTER_REGIONS: Final = frozenset(
    ("US", "CA", "MX", "GT", "SV", "HN", "NI", "CR", "PA", "CO", "VE", "CL", "PH", "PR", "DO")
)
"""Where offices print on Letter (Unicode CLDR, `paperSize`)."""


def paper_for(accepted: str, wanted: str | None = None) -> Paper:
    """The paper that was asked for by name, else the one of the first region of an Accept-Language header.

    >>> paper_for("en-US,en;q=0.9").name, paper_for("de").name, paper_for("en-US", "a4").name
    ('Letter', 'A4', 'A4')
    """
    if wanted in PAPERS:
        return PAPERS[str(wanted)]
    region = accepted.partition(",")[0].partition(";")[0].strip().upper().rpartition("-")[2]
    return PAPERS["letter" if region in LETTER_REGIONS else "a4"]
