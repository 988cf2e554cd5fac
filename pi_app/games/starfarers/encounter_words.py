"""What the reader of an encounter says, in the language in use: our own words, put together from the card's verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engines.starfarers import pack
from engines.starfarers.encounters.interpreter import Encounters, Followed
from engines.starfarers.encounters.steps import contested, neighbour
from engines.starfarers.model import StarfarersState
from engines.starfarers.pack import EncounterCard, EncounterKind, Step
from pi_app.games.starfarers.words import moved_count_words, moved_words
from pi_app.i18n import N_, _, ngettext

_TITLES: Final[dict[EncounterKind, str]] = {
    "merchant": N_("A merchant"),
    "merchant_prince": N_("A merchant prince"),
    "false_merchant": N_("A merchant"),
    "pirate_demand": N_("Pirates"),
    "fence": N_("A fence"),
    "hired_raid": N_("Hired hands"),
    "ambush": N_("An ambush"),
    "distress": N_("A distress call"),
    "ship_under_attack": N_("A ship under attack"),
    "space_distortion": N_("A distortion of space"),
    "travellers": N_("Travellers"),
    "wear_and_tear": N_("Wear and tear"),
}
_MERCHANT: Final = N_("A freighter as old as your maps comes alongside. Its merchant lives on gifts and forgets none.")
_SCENES: Final[dict[EncounterKind, str]] = {
    "merchant": _MERCHANT,
    "merchant_prince": N_("A prince among merchants lets you come aboard. Nobody leaves his court unnoticed."),
    "false_merchant": _MERCHANT,
    "pirate_demand": N_("Three dark hulls close in on your ship, and a voice names a price for letting you pass."),
    "fence": N_(
        "In the shadow of a moon somebody offers goods without papers: more than you give, no questions asked."
    ),
    "hired_raid": N_("A captain without a flag offers to lighten the holds of all the others, for a small fee."),
    "ambush": N_("The asteroids around you light their engines: it is a trap."),
    "distress": N_("A crippled ship drifts towards a sun and calls for help. A quick ship might still catch it."),
    "ship_under_attack": N_("Pirates have a lonely ship between them. It has seen you and calls."),
    "space_distortion": N_("Space itself is folded here. A quick ship might slip through and come out elsewhere."),
    "travellers": N_("A caravan of Travellers crosses your way and passes a bowl round for those who mend its ships."),
    "wear_and_tear": N_("Years among the stars leave their mark on every mother ship."),
}
_QUESTIONS: Final[dict[EncounterKind, str]] = {
    "false_merchant": N_("Whatever you gave, he is a pirate. Do you attack him?"),
    "pirate_demand": N_("Do you hand over {cards}?"),
    "fence": N_("Do you swap 1 card for 2 of your choice?"),
    "hired_raid": N_("Do you pay 1 card to have the others robbed?"),
    "ambush": N_("Do you try to escape?"),
    "distress": N_("Do you try to help?"),
    "ship_under_attack": N_("Do you fight for it?"),
    "space_distortion": N_("Do you try to slip through?"),
}
_CONTESTS: Final = {
    "combat": N_("Combat with {name}: both shake, cannons count."),
    "race": N_("Race with {name}: both shake, boosters count."),
    "boosters": N_("Your boosters against those of {name}: nobody shakes."),
}
_PLAIN: Final[dict[type[Any], str]] = {
    pack.GainUpgrade: N_("Win an upgrade of your choice, if your mother ship has room."),
    pack.LoseUpgrade: N_("Lose an upgrade of your choice."),
    pack.Ground: N_("Your first ship does not fly in this turn."),
    pack.GrantTradeShip: N_("Win a trade ship: place it next to your spaceport as soon as you can."),
    pack.Jump: N_("Your first ship jumps to any free corner."),
    pack.Steal: N_("Draw a card from the hand of every opponent."),
    pack.TakeGifts: N_("Every opponent gives you a card of their choice."),
    pack.Refund: N_("Take back what you gave."),
    pack.Forfeit: N_("Give the cards that you took back to the bank."),
    pack.Reshuffle: N_("Shuffle all encounter cards."),
    pack.DrawAnother: N_("Draw another encounter card."),
    pack.Shake: N_("Shake: the balls alone decide."),
}


def title(card: EncounterCard) -> str:
    """What kind of encounter it is."""
    return _(_TITLES[card.kind])


def scene(card: EncounterCard) -> str:
    """What is read aloud first. A false merchant sounds like any other."""
    return _(_SCENES[card.kind])


def question(card: EncounterCard, ask: pack.Ask) -> str:
    """The question of a card, the price of a `yes` in it."""
    price = next((step.cards for step in ask.yes if isinstance(step, pack.Pay)), 0)
    return _(_QUESTIONS[card.kind]).format(cards=moved_count_words(price))


def _fame(step: pack.Fame) -> str:
    n = abs(step.rings)
    if step.rings > 0:
        return ngettext("Win {n} fame ring.", "Win {n} fame rings.", n).format(n=n)
    return ngettext("Lose {n} fame ring.", "Lose {n} fame rings.", n).format(n=n)


def _receive(step: pack.Receive) -> str:
    if step.resource is not None:
        return _("Take {cards} from the bank.").format(cards=moved_words(step.resource, step.cards))
    return _("Take {cards} of your choice from the bank.").format(cards=moved_count_words(step.cards))


def _freight(step: pack.MostFreight) -> str:
    return ngettext(
        "Whoever has the most freight rings wins {n} fame ring.",
        "Whoever has the most freight rings wins {n} fame rings.",
        step.rings,
    ).format(n=step.rings)


_COUNTED: Final[dict[type[Any], Callable[[Any], str]]] = {
    pack.Fame: _fame,
    pack.Receive: _receive,
    pack.Pay: lambda step: _("Give {cards} of your choice to the bank.").format(cards=moved_count_words(step.cards)),
    pack.Gift: lambda step: _("How many cards do you give: 0 to {most}?").format(most=step.most),
    pack.Wear: lambda step: _("Everybody with more than {n} upgrades takes one off.").format(n=step.more_than),
    pack.MostFreight: _freight,
}


def sentence(step: Step, name: str) -> str:
    """What a step tells the active player; `name`: the opponent of a contest."""
    if isinstance(step, pack.Contest):
        return _(_CONTESTS[step.of]).format(name=name)
    counted = _COUNTED.get(type(step))
    return counted(step) if counted else _(_PLAIN[type(step)])


def prompt(encounters: Encounters, state: StarfarersState) -> str:
    """What the reader says now: the question or the step that the encounter waits at."""
    step = encounters.instruction(state).verb
    if isinstance(step, pack.Ask):
        return question(encounters.program(state).card, step)
    return sentence(step, opponent(state, step))


def told(state: StarfarersState, followed: list[Followed]) -> tuple[str, ...]:
    """What has followed by itself, sentence by sentence; what came to nothing says so."""
    return tuple(_told(state, step) for step in followed)


def _told(state: StarfarersState, step: Followed) -> str:
    said = sentence(step.verb, opponent(state, step.verb))
    if isinstance(step.verb, pack.Contest):
        return f"{said} {_decided(state, step.verb)}"
    return _("{sentence} There is none: go on.").format(sentence=said) if step.skipped else said


def _decided(state: StarfarersState, contest: pack.Contest) -> str:
    """How a contest without shakes ended."""
    end = contested(state, contest)
    text = _("{mine} against {theirs}: you win.") if end.won else _("{mine} against {theirs}: you lose.")
    return text.format(mine=end.mine, theirs=end.theirs)


def opponent(state: StarfarersState, step: Step) -> str:
    """The name of the opponent of a contest; nothing for other steps."""
    return state.players[neighbour(state, step.against)] if isinstance(step, pack.Contest) else ""
