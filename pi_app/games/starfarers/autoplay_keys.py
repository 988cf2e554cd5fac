"""The taps that do each action of Starfarers: keys of buttons and of places on the map. Needs no screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.starfarers.model import (
    Accept,
    Answer,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Cards,
    Choose,
    Counter,
    Decline,
    Discard,
    EndTurn,
    FoundColony,
    FoundStation,
    GainUpgrade,
    Give,
    HelpingHand,
    Jump,
    LoseUpgrade,
    Move,
    Offer,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Relief,
    Report,
    Rob,
    StartFlight,
    TakeSupply,
    Trade,
)
from engines.starfarers.pack import RESOURCES


def picked(key: str, cards: Cards) -> Iterator[str]:
    """The taps that take these cards one by one."""
    for resource, count in zip(RESOURCES, cards, strict=True):
        yield from [f"{key}.{resource}.more"] * count


def keys_of(action: Any, full: bool) -> list[str]:
    """The buttons (`map.`: places of the map, `chip.`: only where it is not chosen) that do it, in their order."""
    match action:
        case PlaceSpaceport(site=site) | PlaceColony(site=site):
            return [f"map.site.{site}", "place"]
        case PlaceShip(ship=ship, corner=corner):
            return [f"chip.ship.{ship}", f"map.corner.{corner}", "place"]
        case Discard(cards=cards):
            return [*picked("give", cards), "done"]
        case Rob(victim=victim):
            return ["rob.none" if victim is None else f"rob.{victim}"]
        case Relief(card=card):
            return [f"relief.{card}"]
        case TakeSupply():
            return ["supply"]
    return _dealing_keys(action, full) or _flight_keys(action) or _encounter_keys(action, full)


def _dealing_keys(action: Any, full: bool) -> list[str]:
    menu = ["page.build"] if full else []
    match action:
        case BankTrade(give=give, get=get):
            return ["page.trade", f"bankgive.{give}", f"bankget.{get}"]
        case Offer(give=give, get=get):
            return ["page.trade", *picked("give", give), *picked("get", get), "offer"]
        case Accept():
            return ["accept"]
        case Decline():
            return ["decline"]
        case Counter(give=give, get=get):
            return ["counter", *picked("give", give), "propose"]
        case Trade(partner=partner):
            return ["trade.none" if partner is None else f"trade.{partner}"]
        case BuildShip(cargo=cargo, ship=ship, corner=corner):
            return [*menu, f"item.{cargo}", f"chip.ship.{ship}", f"map.corner.{corner}", "place"]
        case BuildSpaceport(site=site):
            return [*menu, "item.spaceport", f"map.site.{site}", "place"]
        case BuildUpgrade(upgrade=upgrade):
            return [*menu, f"item.{upgrade}" if full else f"upgrade.{upgrade}"]
        case BuyFame():
            return [*menu, "fame"]
        case HelpingHand(victims=victims):
            return [*menu, "help." + ".".join(map(str, victims))]
        case StartFlight():
            return ["fly"]
    return []


def _flight_keys(action: Any) -> list[str]:
    match action:
        case Move(ship=ship, to=to):
            return [f"chip.ship.{ship}", f"map.corner.{to}", "fly"]
        case FoundColony(ship=ship):
            return [f"found.{ship}"]
        case FoundStation(ship=ship, card=card):
            return [f"station.{ship}", f"friend.{card}"]
        case EndTurn():
            return ["end"]
        case Report(what="station", card=card):
            return ["where", f"card.{card}"]
        case Report(what=what):
            return [f"report.{what}"]
    return []


def _encounter_keys(action: Any, full: bool) -> list[str]:
    match action:
        case Give(cards=cards, count=count):
            return ["chip.read", *picked("give", cards), "give_cards"] if full else [f"count.{count}"]
        case Answer(yes=yes):
            return ["answer.yes" if yes else "answer.no"]
        case Choose(cards=cards):
            return ["chip.read", *picked("get", cards), "take_cards"]
        case GainUpgrade(upgrade=upgrade) | LoseUpgrade(upgrade=upgrade):
            return [f"upgrade.{upgrade}"]
        case Jump(corner=corner):
            return [f"map.corner.{corner}", "jump"]
    raise LookupError(f"no taps for {action}")
