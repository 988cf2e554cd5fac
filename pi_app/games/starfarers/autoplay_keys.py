"""The taps that do each action of Starfarers: keys of buttons and of places on the map. Needs no screen."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from engines.starfarers import model
from engines.starfarers.components import VALUE
from engines.starfarers.pack import RESOURCES, Ball
from pi_app.games.starfarers.desk import game_of, tracked
from pi_app.games.starfarers.turn import RevealPresenter
from pi_app.presenters.navigator import Navigator


def picked(key: str, cards: model.Cards) -> Iterator[str]:
    """The taps that take these cards one by one."""
    for resource, count in zip(RESOURCES, cards, strict=True):
        yield from [f"{key}.{resource}.more"] * count


def ball_keys(balls: tuple[Ball, ...], full: bool) -> list[str]:
    """The taps that name both balls of a mother ship: both with one touch where hands are not kept."""
    return [f"ball.{ball}" for ball in balls] if full else [".".join(("pair", *sorted(balls, key=VALUE.__getitem__)))]


def nature_keys(nav: Navigator, action: Any) -> list[str]:
    """The taps that tell what nature did; of tokens with one face the screen offers one."""
    match action:
        case model.FirstPlayer(player=player):
            return [f"first.{player}"]
        case model.Roll(dice=dice):
            return [f"die.{dice[0]}", f"die.{dice[1]}"]
        case model.DrawSupply(card=card) | model.Steal(card=card):
            return [f"drawn.{card}"]
        case model.DrawEncounter(card=number):
            return [f"card.{number}"]
        case model.Shake(balls=balls):
            return ball_keys(balls, tracked(nav))
        case model.Reveal(token=token):
            tokens, face = game_of(nav).parts.pack.tokens, attrgetter("lair", "ice", "numbers")
            shown = next(one for one in RevealPresenter(nav).faces() if face(tokens[one]) == face(tokens[token]))
            return [f"token.{shown}"]
    raise LookupError(f"no taps for {action}")


def keys_of(action: Any, full: bool) -> list[str]:
    """The buttons (`map.`: places of the map, `chip.`: only where it is not chosen) that do it, in their order."""
    match action:
        case model.PlaceSpaceport(site=site) | model.PlaceColony(site=site):
            return [f"map.site.{site}", "place"]
        case model.PlaceShip(ship=ship, corner=corner):
            return [f"chip.ship.{ship}", f"map.corner.{corner}", "place"]
        case model.Discard(cards=cards):
            return [*picked("give", cards), "done"]
        case model.Rob(victim=victim):
            return ["rob.none" if victim is None else f"rob.{victim}"]
        case model.Relief(card=card):
            return [f"relief.{card}"]
        case model.TakeSupply():
            return ["supply"]
    return _dealing_keys(action, full) or _flight_keys(action) or _encounter_keys(action, full)


def _dealing_keys(action: Any, full: bool) -> list[str]:
    menu = ["page.build"] if full else []
    match action:
        case model.BankTrade(give=give, get=get):
            return ["page.trade", f"bankgive.{give}", f"bankget.{get}"]
        case model.Offer(give=give, get=get):
            return ["page.trade", *picked("give", give), *picked("get", get), "offer"]
        case model.Accept():
            return ["accept"]
        case model.Decline():
            return ["decline"]
        case model.Counter(give=give, get=get):
            return ["counter", *picked("give", give), "propose"]
        case model.Trade(partner=partner):
            return ["trade.none" if partner is None else f"trade.{partner}"]
        case model.BuildShip(cargo=cargo, ship=ship, corner=corner):
            return [*menu, f"item.{cargo}", f"chip.ship.{ship}", f"map.corner.{corner}", "place"]
        case model.BuildSpaceport(site=site):
            return [*menu, "item.spaceport", f"map.site.{site}", "place"]
        case model.BuildUpgrade(upgrade=upgrade):
            return [*menu, f"item.{upgrade}" if full else f"upgrade.{upgrade}"]
        case model.BuyFame():
            return [*menu, "fame"]
        case model.HelpingHand(victims=victims):
            return [*menu, "help." + ".".join(map(str, victims))]
        case model.StartFlight():
            return ["fly"]
    return []


def _flight_keys(action: Any) -> list[str]:
    match action:
        case model.Move(ship=ship, to=to):
            return [f"chip.ship.{ship}", f"map.corner.{to}", "fly"]
        case model.FoundColony(ship=ship):
            return [f"found.{ship}"]
        case model.FoundStation(ship=ship, card=card):
            return [f"station.{ship}", f"friend.{card}"]
        case model.EndTurn():
            return ["end"]
        case model.Report(what="station", card=card):
            return ["where", f"card.{card}"]
        case model.Report(what=what):
            return [f"report.{what}"]
    return []


def _encounter_keys(action: Any, full: bool) -> list[str]:
    match action:
        case model.Give(cards=cards, count=count):
            return ["chip.read", *picked("give", cards), "give_cards"] if full else [f"count.{count}"]
        case model.Answer(yes=yes):
            return ["answer.yes" if yes else "answer.no"]
        case model.Choose(cards=cards):
            return ["chip.read", *picked("get", cards), "take_cards"]
        case model.GainUpgrade(upgrade=upgrade) | model.LoseUpgrade(upgrade=upgrade):
            return [f"upgrade.{upgrade}"]
        case model.Jump(corner=corner):
            return [f"map.corner.{corner}", "jump"]
    raise LookupError(f"no taps for {action}")
