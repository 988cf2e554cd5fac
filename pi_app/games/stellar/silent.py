"""Points on which the rule book is silent: a question and its answers, the first one that of a new game."""

from __future__ import annotations

from typing import Final

from pi_app.games.app_game import Silent
from pi_app.i18n import N_

SILENT: Final[tuple[Silent, ...]] = (
    (
        "last_refill",
        N_("Is the row filled again after the very last turn?"),
        (
            ("skip", N_("No")),
            ("refill", N_("Yes")),
        ),
    ),
)
