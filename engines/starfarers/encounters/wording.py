"""What the reader of an encounter card says: our own words, put together from the verbs of the card.

Every sentence comes from a template of this module, so that screens can translate the templates and fill them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from engines.starfarers import pack
from engines.starfarers.encounters.interpreter import Encounters, Followed
from engines.starfarers.encounters.steps import neighbour
from engines.starfarers.model import StarfarersState
from engines.starfarers.pack import EncounterCard, EncounterKind, Neighbour, Step

TITLES: Final[dict[EncounterKind, str]] = {
    "merchant": "A merchant",
    "merchant_prince": "A merchant prince",
    "false_merchant": "A merchant",
    "pirate_demand": "Pirates",
    "fence": "A fence",
    "hired_raid": "Hired hands",
    "ambush": "An ambush",
    "distress": "A distress call",
    "ship_under_attack": "A ship under attack",
    "space_distortion": "A distortion of space",
    "travellers": "Travellers",
    "wear_and_tear": "Wear and tear",
}
_MERCHANT: Final = "A freighter as old as your maps comes alongside. Its merchant lives on gifts and forgets none."
SCENES: Final[dict[EncounterKind, str]] = {
    "merchant": _MERCHANT,
    "merchant_prince": "A prince among merchants lets you come aboard. Nobody leaves his court unnoticed.",
    "false_merchant": _MERCHANT,
    "pirate_demand": "Three dark hulls close in on your ship, and a voice names a price for letting you pass.",
    "fence": "In the shadow of a moon somebody offers goods without papers: more than you give, no questions asked.",
    "hired_raid": "A captain without a flag offers to lighten the holds of all the others, for a small fee.",
    "ambush": "The asteroids around you light their engines: it is a trap.",
    "distress": "A crippled ship drifts towards a sun and calls for help. A quick ship might still catch it.",
    "ship_under_attack": "Pirates have a lonely ship between them. It has seen you and calls.",
    "space_distortion": "Space itself is folded here. A quick ship might slip through and come out elsewhere.",
    "travellers": "A caravan of Travellers crosses your way and passes a bowl round for those who mend its ships.",
    "wear_and_tear": "Years among the stars leave their mark on every mother ship.",
}
"""What is read aloud first. A false merchant sounds like any other."""
QUESTIONS: Final[dict[EncounterKind, str]] = {
    "false_merchant": "Whatever you gave, he is a pirate. Do you attack him?",
    "pirate_demand": "Do you hand over {cards}?",
    "fence": "Do you swap 1 card for 2 of your choice?",
    "hired_raid": "Do you pay 1 card to have the others robbed?",
    "ambush": "Do you try to escape?",
    "distress": "Do you try to help?",
    "ship_under_attack": "Do you fight for it?",
    "space_distortion": "Do you try to slip through?",
}
GIFT: Final = "How many cards do you give: none to {most}?"
YES: Final = "yes"
NO: Final = "no"
NEIGHBOURS: Final[dict[Neighbour, str]] = {
    "R1": "the player on your right",
    "R2": "the second player on your right",
    "L1": "the player on your left",
    "L2": "the second player on your left",
}
CONTESTS: Final = {
    "combat": "Combat with {name}: both shake, cannons count.",
    "race": "Race with {name}: both shake, boosters count.",
    "boosters": "Your boosters against those of {name}: nobody shakes.",
}
ENDS: Final = {"combat": ("won", "lost"), "race": ("won", "lost"), "boosters": ("away", "caught")}
SHAKE: Final = "Shake: the balls alone decide."
NOTHING: Final = "Nothing happens."
SKIPPED: Final = "{sentence} There is none: go on."


def cards(number: int, resource: str | None = None) -> str:
    """`1 card`, `2 ore`, `2 cards`."""
    if resource is not None:
        return f"{number} {resource}"
    return f"{number} card{'' if number == 1 else 's'}"


def rings(number: int) -> str:
    """`1 fame ring`, `2 fame rings`."""
    return f"{number} fame ring{'' if number == 1 else 's'}"


PEOPLES: Final[dict[pack.People, str]] = {
    "green_folk": "Green Folk",
    "merchants": "Merchants",
    "scientists": "Scientists",
    "diplomats": "Diplomats",
}
FRIENDSHIP: Final[dict[pack.FriendshipPower, str]] = {
    "production_bonus": "When a roll brings you {resource}, take 1 {resource} more.",
    "two_for_one": "The bank takes 2 {resource} for any 1 card.",
    "goods_for_one": "Once a turn the bank takes 1 goods for any 1 card.",
    "engineering": "Counts as {upgrades} on your mother ship.",
    "tribute_relief": "On a 7, give cards back only with more than {limit} in hand.",
    "fame_for_sale": "Once in your turn: 1 goods for 1 fame ring.",
    "helping_hand": "Once in your turn: draw a card from each of up to two players who have more points than you.",
    "relief_fund": "When a roll other than 7 brings you nothing, take 1 card of your choice.",
}


def friendship(card: pack.FriendshipCard) -> str:
    """What a friendship card does for its owner."""
    counts = [("booster", card.boosters), ("cannon", card.cannons)]
    upgrades = " and ".join(f"{n} {word}{'' if n == 1 else 's'}" for word, n in counts if n)
    return FRIENDSHIP[card.power].format(resource=card.resource, upgrades=upgrades, limit=card.limit)


# One step ------------------------------------------------------------------------------------------------------


def _fame(step: pack.Fame) -> str:
    return f"{'Win' if step.rings > 0 else 'Lose'} {rings(abs(step.rings))}."


def _receive(step: pack.Receive) -> str:
    if step.resource is not None:
        return f"Take {cards(step.cards, step.resource)} from the bank."
    return f"Take {cards(step.cards)} of your choice from the bank."


_SENTENCES: Final[dict[type[Any], Callable[[Any], str]]] = {
    pack.Fame: _fame,
    pack.Receive: _receive,
    pack.Pay: lambda step: f"Give {cards(step.cards)} of your choice to the bank.",
    pack.GainUpgrade: lambda _: "Win an upgrade of your choice, if your mother ship has room.",
    pack.LoseUpgrade: lambda _: "Lose an upgrade of your choice.",
    pack.Ground: lambda _: "Your first ship does not fly in this turn.",
    pack.GrantTradeShip: lambda _: "Win a trade ship: place it next to your spaceport as soon as you can.",
    pack.Jump: lambda _: "Your first ship jumps to any free corner.",
    pack.Steal: lambda _: "Draw a card from the hand of every opponent.",
    pack.TakeGifts: lambda _: "Every opponent gives you a card of their choice.",
    pack.Refund: lambda _: "Take back what you gave.",
    pack.Forfeit: lambda _: "Give those cards back to the bank.",
    pack.Wear: lambda step: f"Everybody with more than {step.more_than} upgrades takes one off.",
    pack.MostFreight: lambda step: f"Whoever has the most freight rings wins {rings(step.rings)}.",
    pack.Reshuffle: lambda _: "Shuffle all encounter cards.",
    pack.DrawAnother: lambda _: "Draw another encounter card.",
}


def sentence(step: Step, name: str = "") -> str:
    """What a step tells the active player to do; `name`: the opponent of a contest. A question has none of its own."""
    if isinstance(step, pack.Gift):
        return GIFT.format(most=step.most)
    if isinstance(step, pack.Contest):
        return CONTESTS[step.of].format(name=name or NEIGHBOURS[step.against])
    if isinstance(step, pack.Shake):
        return SHAKE
    return _SENTENCES[type(step)](step)


def question(card: EncounterCard, ask: pack.Ask) -> str:
    """The question of a card, the price of a `yes` in it."""
    price = next((step.cards for step in ask.yes if isinstance(step, pack.Pay)), 0)
    return QUESTIONS[card.kind].format(cards=cards(price))


# A whole card --------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a card as its reader sees it."""

    depth: int
    condition: str
    """When it counts: `2 cards`, `yes`, `won`, `1-2`; nothing for what always follows."""
    text: str


def outline(card: EncounterCard) -> list[Line]:
    """The card line by line, what follows an answer indented under it."""
    return list(_outline(card, card.steps, 0))


def _outline(card: EncounterCard, steps: tuple[Step, ...], depth: int, condition: str = "") -> Iterator[Line]:
    said: list[str] = []
    for step in steps:
        branches = _branches(step)
        said.append(question(card, step) if isinstance(step, pack.Ask) else sentence(step))
        if branches or isinstance(step, pack.Gift):
            yield Line(depth, condition, " ".join(said))
            said, condition = [], ""
            for label, branch in branches:
                yield from _outline(card, branch, depth + 1, label)
    if said or condition:
        yield Line(depth, condition, " ".join(said) or NOTHING)


def _branches(step: Step) -> list[tuple[str, tuple[Step, ...]]]:
    if isinstance(step, pack.Ask):
        return [(YES, step.yes), (NO, step.no)]
    if isinstance(step, pack.Contest):
        won, lost = ENDS[step.of]
        return [(won, step.win), (lost, step.lose)]
    if isinstance(step, pack.Gift):
        return [(cards(int(n)), branch) for n, branch in step.results.items()]
    if isinstance(step, pack.Shake):
        return [(text.replace("-", " or "), branch) for text, branch in step.bands.items()]
    return []


# At the table --------------------------------------------------------------------------------------------------


def prompt(encounters: Encounters, state: StarfarersState) -> str:
    """What the reader says now: the question or the step that the encounter waits at, the opponent by name."""
    step = encounters.instruction(state).verb
    if isinstance(step, pack.Ask):
        return question(encounters.program(state).card, step)
    return sentence(step, _opponent(state, step))


def followed_words(state: StarfarersState, followed: list[Followed]) -> list[str]:
    """What has followed by itself, sentence by sentence; what came to nothing says so."""
    return [_sentence(state, step) for step in followed]


def _sentence(state: StarfarersState, step: Followed) -> str:
    said = sentence(step.verb, _opponent(state, step.verb))
    return SKIPPED.format(sentence=said) if step.skipped else said


def _opponent(state: StarfarersState, step: Step) -> str:
    return state.players[neighbour(state, step.against)] if isinstance(step, pack.Contest) else ""
