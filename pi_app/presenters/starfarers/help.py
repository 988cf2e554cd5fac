"""The rules of Starfarers as cards in our own words."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_, _
from pi_app.presenters.wing import Topic

_HELP: Final = (
    (
        N_("The goal"),
        (
            N_("Be the first with 15 points, in your own turn."),
            N_("1 point for each colony, pair of fame rings, beaten lair and thawed ice planet."),
            N_("2 points for each spaceport and each friendship medal."),
        ),
    ),
    (
        N_("A turn"),
        (
            N_("1. Production: two dice; colonies next to planets with that number get a card."),
            N_("2. Supply: with fewer than 9 points, draw a card from the supply pile."),
            N_("3. Trade and build, in any order and as often as you can pay."),
            N_("4. Flight: shake the mother ship, fly your ships, found colonies and trade stations."),
        ),
    ),
    (
        N_("A 7"),
        (
            N_("Who has more than 7 cards gives half of them back, rounded down."),
            N_("The roller may take a random card from an opponent."),
            N_("If the bank cannot pay all of a resource, nobody gets any of it."),
        ),
    ),
    (
        N_("Flight"),
        (
            N_("Two balls show: black 0, blue 1, yellow 2, red 3. Their sum is the base speed."),
            N_("With the black ball the base speed is 3, and an encounter comes first."),
            N_("Boosters and friendship cards add to it. Each ship has the full speed."),
            N_("Fly over anything, but stop only on free corners: never on a founded colony or on a sun."),
        ),
    ),
    (
        N_("Founding"),
        (
            N_("A colony ship on a free circle between two planets founds a colony: no lair, no ice beside it."),
            N_("A trade ship on the lowest free number founds a station: number n needs n freight rings."),
            N_("Each station brings a friendship card; most stations at a people bring its medal."),
            N_("Cannons beat a lair, freight rings thaw an ice planet, when a ship stands next to it."),
        ),
    ),
    (
        N_("Encounters"),
        (
            N_("Your left neighbour reads. Answer before you hear what follows."),
            N_("In a contest both shake; cannons or boosters are added. You win ties."),
            N_("“Your ship” is always the one with the fewest balls on its tip."),
        ),
    ),
    (
        N_("This screen"),
        (
            N_("Tap a ship, then a lit corner. Drag to look around, use the glass to come nearer."),
            N_("Face-down tokens that you have seen are shown to you alone: hand the screen over when it asks."),
            N_("Undo is always at the top. Tap a number of the score to see why, and to put it right."),
        ),
    ),
)


def topics() -> tuple[Topic, ...]:
    """The cards, the goal first."""
    return tuple(Topic(_(title), tuple(_(line) for line in lines)) for title, lines in _HELP)
