"""Print-and-play sheets: true-size PDF drawings of a pack."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from engines.errors import NotPossible

if TYPE_CHECKING:
    from planisphere.sheets.look import Look
    from planisphere.sheets.paper import Paper

SHEETS: dict[str, str] = {
    "star_explorer": "planisphere.sheets.book:print_pack",
    "stellar": "planisphere.sheets.stellar:print_pack",
    "look_at_the_stars": "planisphere.sheets.slate_book:print_stars_pack",
    "starfarers": "planisphere.sheets.starfarers_book:print_starfarers_pack",
}
"""Game -> `module:function`, which makes the PDF of a pack's JSON text; loaded on first use."""


def open_sheets(game: str) -> Callable[[bytes, Paper, Look, int], bytes]:
    """What prints a valid pack of the game, for so many players. Raises NotPossible where nothing does."""
    if game not in SHEETS:
        raise NotPossible(
            "print.no_sheets", "there are no sheets for {game}, only for {known}", game, ", ".join(sorted(SHEETS))
        )
    module, _, name = SHEETS[game].partition(":")
    printer: Callable[[bytes, Paper, Look, int], bytes] = getattr(import_module(module), name)
    return printer
