"""Points on which the rule book is silent: a question and its answers, the first one that of a new game."""

from __future__ import annotations

from typing import Final

from pi_app.games.app_game import Silent
from pi_app.i18n import N_

SILENT: Final[tuple[Silent, ...]] = (
    (
        "replacement",
        N_("Does everybody see the token that replaces a lair or ice?"),
        (
            ("covered", N_("No")),
            ("face_up", N_("Yes")),
        ),
    ),
    (
        "win",
        N_("Does one win with 15 points in somebody else’s turn, too?"),
        (
            ("own_turn", N_("No")),
            ("any_turn", N_("Yes")),
        ),
    ),
    (
        "conquest",
        N_("Does a ship beat a lair or thaw ice by flying past?"),
        (
            ("standing", N_("No")),
            ("passing", N_("Yes")),
        ),
    ),
    (
        "flights",
        N_("May a ship fly on after another one has flown?"),
        (
            ("one_by_one", N_("No")),
            ("mixed", N_("Yes")),
        ),
    ),
    (
        "offers",
        N_("How many offers may be made in a turn?"),
        (
            ("any", N_("Any number")),
            ("two", N_("Two")),
        ),
    ),
    (
        "gifts",
        N_("May cards be given for nothing?"),
        (
            ("refused", N_("No")),
            ("allowed", N_("Yes")),
        ),
    ),
    (
        "refill",
        N_("When is an empty supply pile filled again?"),
        (
            ("at_once", N_("With its last card")),
            ("when_needed", N_("When the next card is due")),
        ),
    ),
    (
        "opponent_cards_count",
        N_("Do the friendship cards of an opponent count in a contest?"),
        (
            ("yes", N_("Yes")),
            ("no", N_("No")),
        ),
    ),
    (
        "helping_hand",
        N_("Must the helping hand take from two players?"),
        (
            ("up_to_two", N_("No")),
            ("exactly_two", N_("Yes")),
        ),
    ),
    (
        "bought_fame",
        N_("Up to how many fame rings may be bought?"),
        (
            ("eleven", "11"),
            ("six", "6"),
        ),
    ),
    (
        "system_limit",
        N_("Three players: do two colonies fill a home system, too?"),
        (
            ("outside_home", N_("No")),
            ("everywhere", N_("Yes")),
        ),
    ),
    (
        "second_colony",
        N_("Where may the second colony of the start stand?"),
        (
            ("home", N_("In a home system")),
            ("anywhere", N_("On any free site")),
        ),
    ),
    (
        "two_players",
        N_("May two people play?"),
        (
            ("variant", N_("Yes")),
            ("refused", N_("No")),
        ),
    ),
    (
        "turn_limit",
        N_("When does a game end that nobody wins?"),
        (
            ("none", N_("Never")),
            ("short", N_("After 20 turns")),
            ("long", N_("After 600 turns")),
        ),
    ),
)
