"""Points on which the rule book is silent: a question and its answers, the first one that of a new game."""

from __future__ import annotations

from typing import Final

from pi_app.games.app_game import Silent
from pi_app.i18n import N_

SILENT: Final[tuple[Silent, ...]] = (
    (
        "nova_star",
        N_("May a new line touch the star under a nova?"),
        (
            ("closed", N_("No")),
            ("open", N_("Yes")),
        ),
    ),
    (
        "printed_lines",
        N_("Do printed lines belong to constellations?"),
        (
            ("ordinary", N_("Yes")),
            ("scenery", N_("No")),
        ),
    ),
    (
        "bonus_groups",
        N_("Do bonus shapes count outside constellations?"),
        (
            ("any", N_("Yes")),
            ("constellations", N_("No")),
        ),
    ),
    (
        "declined_power_spends_lines",
        N_("Does a power that is not used spend its lines?"),
        (
            ("false", N_("No")),
            ("true", N_("Yes")),
        ),
    ),
)
