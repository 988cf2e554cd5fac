"""Points on which the rule book is silent: a question and its answers, the first one that of a new game."""

from __future__ import annotations

from typing import Final

from pi_app.games.app_game import Silent
from pi_app.i18n import N_

SILENT: Final[tuple[Silent, ...]] = (
    (
        "single_star",
        N_("May one star alone be drawn?"),
        (
            ("no", N_("No")),
            ("yes", N_("Yes")),
        ),
    ),
    (
        "all_stars",
        N_("All stars are placed: must lines join them all?"),
        (
            ("any", N_("No")),
            ("connected", N_("Yes")),
        ),
    ),
    (
        "partial_lines",
        N_("Stars and lines are missing: what does that cost?"),
        (
            ("stars", N_("The stars alone")),
            ("stars_and_line", N_("One 3-point star more")),
        ),
    ),
    (
        "over_star",
        N_("May a line pass over an unused star?"),
        (
            ("warn", N_("Yes, with a warning")),
            ("forbid", N_("No")),
        ),
    ),
    (
        "equal_types",
        N_("Both tiles show the same type: what does it pay?"),
        (
            ("both", N_("Stars twice, lines once")),
            ("current", N_("Stars and lines once")),
            ("no_lines", N_("Stars twice, lines nothing")),
        ),
    ),
    (
        "axis_touch",
        N_("Does a line cross the axis that only touches it?"),
        (
            ("no", N_("No")),
            ("yes", N_("Yes")),
        ),
    ),
    (
        "marker_tie",
        N_("The first player is tied for least: where does the marker go?"),
        (
            ("keeps", N_("It stays")),
            ("passes", N_("It goes on")),
        ),
    ),
    (
        "solo_draw",
        N_("Playing alone: what is drawn in odd rounds?"),
        (
            ("tile", N_("A tile")),
            ("size", N_("A size")),
        ),
    ),
    (
        "solo_bands",
        N_("Playing alone: where do 50 and 150 points belong?"),
        (
            ("lower", N_("To the lower band")),
            ("upper", N_("To the upper band")),
        ),
    ),
)
