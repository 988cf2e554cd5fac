"""What can be done, and how, for somebody who does it for the first time, by kind of action."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_

ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "place_start": (
        N_("lay a start card into the telescope"),
        N_("One of your two start cards goes to the telescope, the other to the notebook."),
    ),
    "take": (N_("take a card from the row"), N_("Take a card from the row into your hand.")),
    "discard_row": (N_("lay out a new row"), ""),
    "play_hand": (
        N_("play a card of your hand"),
        N_("Play a card to the telescope or the notebook. Its number names a card of the row for the other area."),
    ),
    "play_row": (
        N_("place the card of the row"),
        N_("The named card goes to the other area: tap one of the lit places."),
    ),
    "show_cards": (N_("show the cards to the table"), ""),
    "play_last": (N_("play the last card"), N_("The round is over: one of your two cards goes to the notebook.")),
}
REASONS: Final = {
    "stellar.bot.points": N_("It brings the largest lead at once: {points}."),
    "stellar.bot.turn": N_("Of all ways to end the turn, this one promises most."),
}
"""Code of a bot's reason -> its sentence."""
