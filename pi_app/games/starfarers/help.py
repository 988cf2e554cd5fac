"""The rules of Starfarers as cards in our own words."""

from __future__ import annotations

from typing import Final

from engines.starfarers.model import Phase, StarfarersState
from pi_app.i18n import N_, _

RULE_CARDS: Final = (
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


_CARDS: Final = {
    Phase.ROLL: 1,
    Phase.BUILD: 1,
    Phase.ANSWER: 1,
    Phase.CHOOSE: 1,
    Phase.DISCARD: 2,
    Phase.ROB: 2,
    Phase.STEAL: 2,
    Phase.SHAKE: 3,
    Phase.FLIGHT: 3,
    Phase.REVEAL: 3,
    Phase.FREE_SHIP: 4,
    Phase.PLACE_SHIPS: 4,
    Phase.ENCOUNTER: 5,
}
"""Phase -> the card that fits; the goal elsewhere."""
_TABLE: Final = {
    Phase.FIRST_PLAYER: N_("Everybody rolls the dice; the highest roll begins. Tap the name."),
    Phase.ROLL: N_("Roll both dice and tap what they show."),
    Phase.SHAKE: N_("Shake the mother ship and put it back: the two balls say how far every ship flies."),
    Phase.DEAL: N_("Everybody draws three cards from the supply pile, and tells the screen in secret."),
    Phase.SUPPLY: N_("Draw a card from the supply pile, and tell the screen in secret."),
    Phase.REVEAL: N_("Look at the token and tap what it shows."),
}
_BY_MODE: Final[dict[str, dict[Phase, str]]] = {
    "full": {},
    "middle": {
        Phase.BUILD: N_("Trade and pay on the table; tap here what you built. Then shake, and tap the two balls."),
        Phase.FLIGHT: N_("Tap a ship, then a lit corner, and move the ship on the board as well."),
    },
    "light": {
        Phase.BUILD: N_(
            "Trade and build on the table; tap here what you put on the mother ship. Then fly, or end the turn."
        ),
        Phase.FLIGHT: N_("Fly your ships on the board as far as the speed says, and tap here what you founded or won."),
    },
}


def card_of(phase: Phase) -> int:
    """The card that fits a phase."""
    return _CARDS.get(phase, 0)


def step_of(state: StarfarersState) -> str:
    """What the table does and tells now; nothing where the players' own actions say it."""
    words = _TABLE.get(state.phase) or _BY_MODE[state.options.mode].get(state.phase, "")
    return _(words) if words else ""
