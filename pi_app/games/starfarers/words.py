"""The words of Starfarers on the screens: cards, upgrades, balls, steps to undo, rules, rows of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engines.starfarers.components import VALUE
from engines.starfarers.model import UPGRADES, Cards, Upgrade
from engines.starfarers.pack import PEOPLES, RESOURCES, Ball, FriendshipCard, People, Resource
from pi_app.i18n import N_, _, ngettext, npgettext

_RESOURCES: Final[dict[Resource, str]] = {
    "ore": N_("ore"),
    "fuel": N_("fuel"),
    "carbon": N_("carbon"),
    "food": N_("food"),
    "goods": N_("goods"),
}
_UPGRADES: Final[dict[Upgrade, str]] = {
    "booster": N_("booster"),
    "cannon": N_("cannon"),
    "ring": N_("freight ring"),
}
_BALLS: Final[dict[Ball, str]] = {
    "black": N_("black"),
    "blue": N_("blue"),
    "yellow": N_("yellow"),
    "red": N_("red"),
}
_PEOPLES: Final[dict[People, str]] = {
    "green_folk": N_("Green Folk"),
    "merchants": N_("Merchants"),
    "scientists": N_("Scientists"),
    "diplomats": N_("Diplomats"),
}
_FRIENDSHIP: Final = {
    "production_bonus": N_("When a roll brings you {resource}, take 1 {resource} more."),
    "two_for_one": N_("The bank takes {cards} for any 1 card."),
    "goods_for_one": N_("Once a turn the bank takes 1 goods for any 1 card."),
    "tribute_relief": N_("On a 7, give cards back only with more than {limit} in hand."),
    "fame_for_sale": N_("Once in your turn: 1 goods for 1 fame ring."),
    "helping_hand": N_("Once in your turn: draw a card from each of up to two players who have more points than you."),
    "relief_fund": N_("When a roll other than 7 brings you nothing, take 1 card of your choice."),
}
_ENGINEERING: Final = {
    (1, 1): N_("Counts as 1 booster and 1 cannon."),
    (2, 0): N_("Counts as 2 boosters."),
    (0, 2): N_("Counts as 2 cannons."),
}
ROWS: Final = ("fame", "colonies", "tokens", "spaceports", "medals")
"""The rows of the score pad in the rule book's order."""
ROW_NAMES: Final = {
    "fame": N_("Pairs of fame rings"),
    "colonies": N_("Colonies"),
    "tokens": N_("Lairs and ice planets"),
    "spaceports": N_("Spaceports"),
    "medals": N_("Friendship medals"),
    "stations": N_("Trade stations"),
    "cards": N_("Friendship cards"),
    "upgrades": N_("Upgrades"),
    "shakes": N_("Shakes"),
    "rolls": N_("Rolls"),
}
SHORT_ROW_NAMES: Final = {
    "fame": N_("Fame"),
    "colonies": N_("Colonies"),
    "tokens": N_("Lairs"),
    "spaceports": N_("Ports"),
    "medals": N_("Medals"),
    "stations": N_("Stations"),
    "cards": N_("Cards"),
    "upgrades": N_("Ship"),
    "shakes": N_("Shakes"),
    "rolls": N_("Rolls"),
}
_STEPS: Final = {
    "first_player": N_("first player: {name}"),
    "reveal": N_("token shown"),
    "place_spaceport": N_("spaceport: {name}"),
    "place_colony": N_("colony: {name}"),
    "place_ship": N_("ship placed: {name}"),
    "draw_supply": N_("supply card: {name}"),
    "roll": N_("roll: {sum}"),
    "discard": N_("cards given back: {name}"),
    "rob": N_("the 7: {name}"),
    "steal": N_("card drawn: {name}"),
    "relief": N_("relief: {name}"),
    "take_supply": N_("supply: {name}"),
    "bank_trade": N_("bank: {name}"),
    "offer": N_("offer: {name}"),
    "accept": N_("answer: {name}"),
    "decline": N_("answer: {name}"),
    "counter": N_("counter-offer: {name}"),
    "trade": N_("trade: {name}"),
    "build_ship": N_("ship built: {name}"),
    "build_spaceport": N_("spaceport: {name}"),
    "build_upgrade": N_("{upgrade}: {name}"),
    "buy_fame": N_("fame bought: {name}"),
    "helping_hand": N_("helping hand: {name}"),
    "start_flight": N_("building done: {name}"),
    "shake": N_("shake: {balls}"),
    "encounter": N_("encounter {card}"),
    "give": N_("gift: {name}"),
    "answer": N_("answer: {name}"),
    "choose": N_("cards taken: {name}"),
    "gain_upgrade": N_("{upgrade} won: {name}"),
    "lose_upgrade": N_("{upgrade} lost: {name}"),
    "jump": N_("jump: {name}"),
    "move": N_("flight: {name}"),
    "found_colony": N_("colony: {name}"),
    "found_station": N_("station: {name}"),
    "end_turn": N_("end of turn: {name}"),
    "leave": N_("has left: {name}"),
    "back": N_("plays again: {name}"),
    "correction": N_("correction: {name}"),
}
_REPORTS: Final = {
    "colony": N_("colony: {name}"),
    "spaceport": N_("spaceport: {name}"),
    "station": N_("station: {name}"),
    "token": N_("lair or ice planet: {name}"),
    "fame": N_("fame bought: {name}"),
}


def resource_words(resource: Resource) -> str:
    """A resource by name."""
    return _(_RESOURCES[resource])


def counted_words(resource: Resource, n: int) -> str:
    """The number of cards and the resource, in the plural that the number asks for: *3 ore*."""
    counted = {
        "ore": ngettext("{n} ore", "{n} ore", n),
        "fuel": ngettext("{n} fuel", "{n} fuel", n),
        "carbon": ngettext("{n} carbon", "{n} carbon", n),
        "food": ngettext("{n} food", "{n} food", n),
        "goods": ngettext("{n} goods", "{n} goods", n),
    }
    return counted[resource].format(n=n)


def moved_words(resource: Resource, n: int) -> str:
    """The same where a sentence gives or takes those cards."""
    counted = {
        "ore": npgettext("object", "{n} ore", "{n} ore", n),
        "fuel": npgettext("object", "{n} fuel", "{n} fuel", n),
        "carbon": npgettext("object", "{n} carbon", "{n} carbon", n),
        "food": npgettext("object", "{n} food", "{n} food", n),
        "goods": npgettext("object", "{n} goods", "{n} goods", n),
    }
    return counted[resource].format(n=n)


def upgrade_words(upgrade: Upgrade) -> str:
    """An upgrade by name."""
    return _(_UPGRADES[upgrade])


def ball_words(ball: Ball) -> str:
    """A ball's colour."""
    return _(_BALLS[ball])


def people_words(people: People) -> str:
    """A people's name."""
    return _(_PEOPLES[people])


def people_of(index: int) -> People:
    """A people by its place in the pack's list."""
    return PEOPLES[index]


def cards_words(cards: Sequence[int], words: Callable[[Resource, int], str] = counted_words) -> str:
    """Counts by resource in words: `2 ore, 1 goods`; nothing where there is none."""
    named = [words(r, n) for n, r in zip(cards, RESOURCES, strict=False) if n]
    return ", ".join(named) or _("nothing")


def count_words(cards: int) -> str:
    """A number of cards in words."""
    return ngettext("{n} card", "{n} cards", cards).format(n=cards)


def moved_count_words(cards: int) -> str:
    """The same where a sentence gives or takes them."""
    return npgettext("object", "{n} card", "{n} cards", cards).format(n=cards)


def friendship_words(card: FriendshipCard) -> str:
    """What a friendship card does for its owner."""
    if card.power == "engineering":
        known = _ENGINEERING.get((card.boosters, card.cannons))
        counts: list[tuple[int, Upgrade]] = [(card.boosters, "booster"), (card.cannons, "cannon")]
        upgrades = " + ".join(f"{n} × {upgrade_words(upgrade)}" for n, upgrade in counts if n)
        return _(known or N_("Counts as {upgrades}.")).format(upgrades=upgrades)
    resource, cards = (resource_words(card.resource), moved_words(card.resource, 2)) if card.resource else ("", "")
    return _(_FRIENDSHIP[card.power]).format(resource=resource, cards=cards, limit=card.limit)


def friendship_signs(card: FriendshipCard) -> tuple[str, ...]:
    """A friendship card at a glance: names of signs, and short texts such as `2:1`."""
    resource = card.resource or ""
    match card.power:
        case "production_bonus":
            return "+1", resource
        case "two_for_one":
            return "2:1", resource
        case "goods_for_one":
            return "1:1", "goods"
        case "engineering":
            return ("booster",) * card.boosters + ("cannon",) * card.cannons
        case "tribute_relief":
            return f"7: {card.limit}", "cards"
        case "fame_for_sale":
            return "goods", "fame"
        case "helping_hand":
            return "cards", "cards"
        case "relief_fund":
            return "+1", "cards"


def balls_words(balls: Sequence[Ball]) -> str:
    """Two balls in words."""
    return " + ".join(ball_words(ball) for ball in balls)


def worths_words(balls: Sequence[Ball]) -> str:
    """Balls with what each is worth: `blue 1 + yellow 2`; a line ends behind a number only."""
    return " + ".join(f"{ball_words(ball)}\u00a0{VALUE[ball]}" for ball in balls)


def step_words(kind: str, player: str | None, action: dict[str, Any]) -> str:
    """What an undo would take back, in two or three words."""
    if kind == "leave" and action.get("back"):
        kind = "back"
    words = _REPORTS.get(str(action.get("what"))) if kind == "report" else _STEPS.get(kind)
    if words is None:
        return kind
    upgrade = action.get("upgrade")
    said = _(words).format(
        name=player or "",
        sum=sum(action.get("dice", ())),
        balls=balls_words(action.get("balls", ())),
        card=action.get("card", ""),
        upgrade=upgrade_words(upgrade) if upgrade in UPGRADES else "",
    )
    return said.rstrip(": \u00a0")  # what nature did has no name behind the colon


def missing(cost: Cards, hand: Sequence[int]) -> Cards:
    """The cards of a cost that are not in the hand."""
    a, b, c, d, e = (max(0, need - have) for need, have in zip(cost, hand, strict=False))
    return a, b, c, d, e
