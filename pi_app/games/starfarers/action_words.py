"""What can be done, and how, for somebody who does it for the first time, by kind of action."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_

ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "place_spaceport": (N_("place a spaceport"), N_("Begin at three numbers that come up often: 6 and 8 do.")),
    "place_colony": (N_("place a colony"), N_("Begin at three numbers that come up often: 6 and 8 do.")),
    "place_ship": (N_("place a ship"), N_("A ship starts beside one of your spaceports.")),
    "roll": (N_("roll the dice"), N_("Roll: every planet with that number gives a card to those beside it.")),
    "discard": (N_("give cards back"), N_("A 7: whoever holds too many cards gives half of them back.")),
    "rob": (N_("take a card from somebody"), ""),
    "relief": (N_("choose a card for free"), N_("You got nothing: choose one card from the bank.")),
    "take_supply": (N_("take a card from the supply"), ""),
    "bank_trade": (N_("trade with the bank"), ""),
    "offer": (
        N_("offer a trade"),
        N_("Trade and build as you like, in any order; then go on to the flight."),
    ),
    "accept": (N_("accept the offer"), N_("Somebody offers a trade: accept it, decline it, or offer another.")),
    "decline": (N_("decline the offer"), ""),
    "counter": (N_("make another offer"), ""),
    "trade": (N_("close the trade with one who accepts"), ""),
    "build_ship": (N_("build a ship"), ""),
    "build_spaceport": (N_("build a spaceport"), ""),
    "build_upgrade": (N_("build an upgrade"), ""),
    "buy_fame": (N_("buy fame"), ""),
    "helping_hand": (N_("ask for a helping hand"), ""),
    "start_flight": (
        N_("start the flight"),
        N_("When nothing is left to trade or build, start the flight: shake the ship."),
    ),
    "move": (N_("move a ship"), N_("Every ship may fly as far as the speed says: tap it, then a lit corner.")),
    "found_colony": (N_("found a colony"), ""),
    "found_station": (N_("found a trade station"), ""),
    "jump": (N_("jump with a ship"), ""),
    "end_turn": (N_("end the turn"), ""),
    "give": (N_("give cards away"), ""),
    "answer": (N_("answer the encounter"), N_("The left neighbour reads the card; answer before you hear the result.")),
    "choose": (N_("choose cards"), ""),
    "gain_upgrade": (N_("choose an upgrade"), ""),
    "lose_upgrade": (N_("give an upgrade away"), ""),
}
REASONS: Final = {
    "starfarers.bot.win": N_("That wins the game."),
    "starfarers.bot.points": N_("Points gained: {points}."),
    "starfarers.bot.friends": N_("A friendship card helps for the rest of the game."),
    "starfarers.bot.upgrades": N_("The mother ship becomes stronger."),
    "starfarers.bot.production": N_("Its planets will bring more cards."),
    "starfarers.bot.cards": N_("The cards come nearer to what is to be built."),
    "starfarers.bot.ships": N_("A ship comes nearer to its goal."),
    "starfarers.bot.rivals": N_("It holds the leader back."),
    "starfarers.bot.encounter": N_("Each answer was tried in mind, so many times: {courses}. This one ends best."),
    "starfarers.bot.nothing": N_("Nothing better can be done now."),
    "starfarers.bot.only": N_("Nothing else can be done now."),
}
"""Code of a bot's reason -> its sentence."""
