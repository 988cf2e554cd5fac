"""Print-and-play sheets: true-size PDF drawings of a pack."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.errors import NotPossible
from engines.registry import games, load, parts_of

if TYPE_CHECKING:
    from paper.formats import Paper
    from planisphere.sheets.look import Look


def open_sheets(game: str) -> Callable[[bytes, Paper, Look, int], bytes]:
    """What prints a valid pack of the game, for so many players. Raises NotPossible where nothing does."""
    where = parts_of(game).sheets
    if where is None:
        known = ", ".join(sorted(name for name, parts in games().items() if parts.sheets))
        raise NotPossible("print.no_sheets", "there are no sheets for {game}, only for {known}", game, known)
    printer: Callable[[bytes, Paper, Look, int], bytes] = load(where)
    return printer
