"""Broken rules of Starfarers in a few words, for every rule that the referee names."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_

_NOT_NOW: Final = N_("It is not the time for that")
_NOT_FREE: Final = N_("That site is not free")
_NO_CARD: Final = N_("That friendship card cannot be used now")
_NO_COLONY: Final = N_("No colony can be founded there")
_NO_DRAW: Final = N_("No card can be drawn there")
_NO_STOP: Final = N_("That ship may not stop there")
_NO_SUPPLY: Final = N_("No supply card is drawn now")
_NO_WAY: Final = N_("No ship can go there")
RULES: Final = {
    "starfarers.build.costs": N_("That cannot be paid"),
    "starfarers.build.ship_corner": N_("No free corner next to a spaceport"),
    "starfarers.build.ship_pieces": N_("No piece of that kind is left"),
    "starfarers.build.ship_transporter": N_("That transporter is on the board"),
    "starfarers.build.spaceport": N_("A spaceport needs an own colony"),
    "starfarers.build.spaceport_rings": N_("All spaceport rings are used"),
    "starfarers.build.upgrade_room": N_("The mother ship has no more room for it"),
    "starfarers.colony.barren": _NO_COLONY,
    "starfarers.colony.site": _NO_COLONY,
    "starfarers.colony.system_limit": _NO_COLONY,
    "starfarers.components.cards": N_("The bank has none of it"),
    "starfarers.components.corners": _NO_WAY,
    "starfarers.components.hand": N_("These cards are not in the hand"),
    "starfarers.components.pile": _NO_SUPPLY,
    "starfarers.components.tokens": N_("That token cannot lie there"),
    "starfarers.components.upgrades": N_("The mother ship has no more room for it"),
    "starfarers.conquest.token": N_("All lairs and ice planets are taken"),
    "starfarers.encounter.afford": N_("That cannot be paid"),
    "starfarers.encounter.choose": N_("The bank has none of it"),
    "starfarers.encounter.contest": _NOT_NOW,
    "starfarers.encounter.gain": N_("The mother ship has no more room for it"),
    "starfarers.encounter.gift": N_("These cards are not in the hand"),
    "starfarers.encounter.ground": N_("That ship does not fly in this turn"),
    "starfarers.encounter.jump": _NO_WAY,
    "starfarers.encounter.lose": N_("That is not on the mother ship"),
    "starfarers.encounter.order": _NOT_NOW,
    "starfarers.encounter.pay": N_("That cannot be paid"),
    "starfarers.encounter.pile": N_("That encounter card is not in the pile"),
    "starfarers.encounter.steal": _NO_DRAW,
    "starfarers.explore.look": _NOT_NOW,
    "starfarers.flight.balls": N_("A mother ship cannot show these two balls"),
    "starfarers.flight.one_by_one": N_("That ship has flown before another one: it stays where it is"),
    "starfarers.flight.shake": _NOT_NOW,
    "starfarers.flight.ships": N_("That ship is not on the board"),
    "starfarers.flight.speed": N_("That is too far for this speed"),
    "starfarers.friendship.fame_for_sale": _NO_CARD,
    "starfarers.friendship.helping_hand": _NO_CARD,
    "starfarers.light.report": _NOT_NOW,
    "starfarers.turn.leave": N_("At least two players go on"),
    "starfarers.navigation.colony_ship": _NO_STOP,
    "starfarers.navigation.edges": _NO_WAY,
    "starfarers.navigation.founded": _NO_STOP,
    "starfarers.navigation.leave": N_("A colony ship must leave the colony site"),
    "starfarers.navigation.one_ship": N_("Another ship stands there"),
    "starfarers.navigation.passing": N_("The ship may not stay here: fly on"),
    "starfarers.navigation.trade_point": _NO_STOP,
    "starfarers.navigation.trade_ship": _NO_STOP,
    "starfarers.setup.cards": _NOT_NOW,
    "starfarers.setup.colonies": _NOT_FREE,
    "starfarers.setup.first_player": _NOT_NOW,
    "starfarers.setup.second_colony": _NOT_FREE,
    "starfarers.setup.spaceports": _NOT_FREE,
    "starfarers.seven.discard": N_("Half of the cards are given back, rounded down"),
    "starfarers.seven.rob": _NO_DRAW,
    "starfarers.station.card": N_("That friendship card is taken"),
    "starfarers.station.point": N_("No trade station can be founded there"),
    "starfarers.station.rings": N_("There are not enough freight rings"),
    "starfarers.supply.draw": _NO_SUPPLY,
    "starfarers.supply.points": _NO_SUPPLY,
    "starfarers.supply.refill": _NO_SUPPLY,
    "starfarers.trade.bank": N_("The bank does not trade that way"),
    "starfarers.trade.bank_goods": N_("The bank does not trade that way"),
    "starfarers.trade.counter": _NOT_NOW,
    "starfarers.trade.gifts": N_("Cards are not given for nothing"),
    "starfarers.trade.offers": N_("No more offers in this turn"),
    "starfarers.trade.players": N_("Nobody gets back what is given"),
    "starfarers.turn.order": N_("Somebody else is to act"),
    "starfarers.turn.phases": N_("That comes in another part of the turn"),
}
