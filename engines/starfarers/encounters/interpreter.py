"""Plays encounter cards: one small interpreter for the verbs that cards are made of, none for single cards.

The left neighbour reads, the active player answers before hearing what follows, gifts go to the bank at once. Where
hands are not kept the table moves cards by itself, in light mode ships too: only what the record holds is played here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.game import NATURE, Seat, Violation
from engines.starfarers import pack, ships
from engines.starfarers.bank import count, paid, received, tracked
from engines.starfarers.components import Components, cards_of
from engines.starfarers.encounters.program import END, Instruction, Program, compile_card
from engines.starfarers.encounters.steps import STEPS, contested, neighbour, opponents, under_way
from engines.starfarers.model import NOWHERE, DrawEncounter, Encounter, StarfarersAction, StarfarersState
from engines.starfarers.phases import Found
from engines.starfarers.phases.flight import encounter_ended
from engines.starfarers.standing import present, room, upgrades, with_fame

# What a verb does by itself ------------------------------------------------------------------------------------


def _fame(parts: Components, state: StarfarersState, verb: pack.Fame) -> StarfarersState:
    return with_fame(parts, state, state.seat, verb.rings)


def _receive(parts: Components, state: StarfarersState, verb: pack.Receive) -> StarfarersState:
    if verb.resource is None:
        return state
    return received(state, state.seat, cards_of({verb.resource: verb.cards}))


def _ground(parts: Components, state: StarfarersState, verb: pack.Ground) -> StarfarersState:
    return ships.grounded(state) if ships.charted(state) else state


def _grant(parts: Components, state: StarfarersState, verb: pack.GrantTradeShip) -> StarfarersState:
    return ships.granted(state) if ships.charted(state) else state


def _refund(parts: Components, state: StarfarersState, verb: pack.Refund) -> StarfarersState:
    return received(state, state.seat, under_way(state).given)


def _forfeit(parts: Components, state: StarfarersState, verb: pack.Forfeit) -> StarfarersState:
    return paid(state, state.seat, under_way(state).taken)


def _most_freight(parts: Components, state: StarfarersState, verb: pack.MostFreight) -> StarfarersState:
    seats = sorted(present(state))
    most = max(state.seats[seat].rings for seat in seats)
    for seat in seats:
        if most and state.seats[seat].rings == most:
            state = with_fame(parts, state, seat, verb.rings)
    return state


def _reshuffle(parts: Components, state: StarfarersState, verb: pack.Reshuffle) -> StarfarersState:
    return replace(state, met=0)


def _draw_another(parts: Components, state: StarfarersState, verb: pack.DrawAnother) -> StarfarersState:
    return replace(state, encounter=None)


_EFFECTS: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], StarfarersState]]] = {
    pack.Fame: _fame,
    pack.Receive: _receive,
    pack.Ground: _ground,
    pack.GrantTradeShip: _grant,
    pack.Refund: _refund,
    pack.Forfeit: _forfeit,
    pack.MostFreight: _most_freight,
    pack.Reshuffle: _reshuffle,
    pack.DrawAnother: _draw_another,
}
"""What happens without anybody's doing; other verbs do nothing where nobody can act on them."""


def _nothing(parts: Components, state: StarfarersState, verb: Any) -> StarfarersState:
    return state


# Whom a verb asks ----------------------------------------------------------------------------------------------


def _active(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return (state.seat,)


def _can_pay(parts: Components, state: StarfarersState, verb: pack.Pay) -> Sequence[int]:
    return (state.seat,) if tracked(state) and count(state.hands[state.seat]) else ()


def _can_receive(parts: Components, state: StarfarersState, verb: pack.Receive) -> Sequence[int]:
    return (state.seat,) if verb.resource is None and tracked(state) and count(state.bank) else ()


def _can_gain(parts: Components, state: StarfarersState, verb: pack.GainUpgrade) -> Sequence[int]:
    return (state.seat,) if room(parts, state, state.seat) else ()


def _can_lose(parts: Components, state: StarfarersState, verb: pack.LoseUpgrade) -> Sequence[int]:
    return (state.seat,) if upgrades(state.seats[state.seat]) else ()


def _can_jump(parts: Components, state: StarfarersState, verb: pack.Jump) -> Sequence[int]:
    return (state.seat,) if ships.charted(state) and ships.first_ship(state, state.seat) != NOWHERE else ()


def _with_cards(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return [seat for seat in opponents(state) if count(state.hands[seat])] if tracked(state) else ()


def _upgraded(parts: Components, state: StarfarersState, verb: pack.Wear) -> Sequence[int]:
    return [seat for seat in sorted(present(state)) if upgrades(state.seats[seat]) > verb.more_than]


def _contestants(parts: Components, state: StarfarersState, verb: pack.Contest) -> Sequence[int]:
    return () if verb.of == "boosters" else (state.seat, neighbour(state, verb.against))


_ADDRESSED: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], Sequence[int]]]] = {
    pack.Gift: _active,
    pack.Ask: _active,
    pack.Contest: _contestants,
    pack.Shake: _active,
    pack.Pay: _can_pay,
    pack.Receive: _can_receive,
    pack.GainUpgrade: _can_gain,
    pack.LoseUpgrade: _can_lose,
    pack.Jump: _can_jump,
    pack.Steal: _with_cards,
    pack.TakeGifts: _with_cards,
    pack.Wear: _upgraded,
}
"""Who must act (or have nature act for them); nobody means that this part of the card is skipped."""


# The interpreter -----------------------------------------------------------------------------------------------


class Followed(NamedTuple):
    """A step of a card that has been taken, for the reader to tell."""

    verb: pack.Step
    skipped: bool
    """Whether it did nothing, because nobody could act on it."""


Place: TypeAlias = tuple[int, int]
"""A card and a step of it."""


def _alike(programs: dict[int, Program]) -> dict[Place, list[Place]]:
    """Where the active player has heard no more than the scene and questions: all places that sound the same, by card.

    A gift that nothing is said to goes on with the next question.
    """
    same: dict[tuple[str, ...], list[Place]] = {}
    for number in sorted(programs):
        card, instructions, step = programs[number]
        heard: tuple[str, ...] = (card.kind,)
        while step != END and isinstance(verb := instructions[step].verb, pack.Gift | pack.Ask):
            heard = (*heard, f"gift {verb.most}" if isinstance(verb, pack.Gift) else "ask")
            same.setdefault(heard, []).append((number, step))
            if isinstance(verb, pack.Ask) or verb.results:
                break
            step = instructions[step].then[0]
    return {place: places for places in same.values() for place in places}


class Encounters:
    """The encounter cards of a pack, ready to be played while a table is at `Phase.ENCOUNTER`. Immutable."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.programs = {card.id: compile_card(card) for card in parts.pack.encounters}
        self._questions = _alike(self.programs)

    def program(self, state: StarfarersState) -> Program:
        """The program of the card under way."""
        return self.programs[under_way(state).card]

    def instruction(self, state: StarfarersState) -> Instruction:
        """The instruction at which the card under way waits for somebody."""
        encounter = under_way(state)
        return self.programs[encounter.card].instructions[encounter.step]

    def awaited(self, state: StarfarersState) -> type[StarfarersAction]:
        """The kind of action that the card under way waits for."""
        return STEPS[type(self.instruction(state).verb)].kind

    def asked_only(self, state: StarfarersState) -> StarfarersState:
        """The state to those who have heard the scene and the question alone: of the cards that begin like the one
        under way and were not drawn before, the lowest stands for it."""
        encounter = under_way(state)
        heard = self._questions.get((encounter.card, encounter.step))
        if heard is None:
            return state
        own = 1 << encounter.card - 1
        before = state.met & ~own
        card, step = next(pair for pair in heard if pair[0] == encounter.card or not before >> pair[0] - 1 & 1)
        if card == encounter.card:
            return state
        met = before | 1 << card - 1
        return replace(state, encounter=replace(encounter, card=card, step=step), met=met)

    def heard(self, state: StarfarersState) -> list[StarfarersState]:
        """The state with each card that may be under way for all that the active player has heard: those that begin
        alike and were not drawn before."""
        encounter = under_way(state)
        places = self._questions.get((encounter.card, encounter.step), [(encounter.card, encounter.step)])
        before = state.met & ~(1 << encounter.card - 1)
        return [
            replace(state, encounter=replace(encounter, card=card, step=step), met=before | 1 << card - 1)
            for card, step in places
            if not before >> card - 1 & 1
        ]

    def to_move(self, state: StarfarersState) -> tuple[Seat, ...]:
        """Who must act now: nature, or players (several at once where they give or lose something)."""
        encounter = state.encounter
        if encounter is None or STEPS[type(self.instruction(state).verb)].deal:
            return (NATURE,)
        return tuple(sorted(encounter.waiting))

    def legal(self, state: StarfarersState, seat: Any) -> list[StarfarersAction]:
        """Every legal action of a seat that is to move, in a fixed order."""
        if state.encounter is None:
            return [DrawEncounter(card=card, seat=NATURE) for card in self.pile(state)]
        verb = self.instruction(state).verb
        return [*STEPS[type(verb)].legal(self.parts, state, verb, seat)]

    def wrong(self, state: StarfarersState, action: StarfarersAction) -> Found:
        """Everything wrong with an action; empty when it is legal."""
        if state.encounter is None:
            return self._wrong_draw(state, action)
        verb = self.instruction(state).verb
        step = STEPS[type(verb)]
        if type(action) is step.kind and action.seat in self.to_move(state):
            return [*step.wrong(self.parts, state, verb, action)]
        seats = self.to_move(state)
        who = " and ".join(state.players[seat] if isinstance(seat, int) else "nature" for seat in seats)
        text = f"the encounter waits for {who}: {step.kind.__struct_config__.tag}"
        return [Violation("starfarers.encounter.order", text, _of_card(state.encounter.card))]

    def _wrong_draw(self, state: StarfarersState, action: StarfarersAction) -> Found:
        if not isinstance(action, DrawEncounter) or action.seat != NATURE:
            return [Violation("starfarers.encounter.order", "an encounter card is drawn now")]
        if action.card in self.pile(state):
            return []
        text = f"there is no encounter card {action.card}"
        if action.card in self.programs:
            text = f"encounter card {action.card} was drawn since the last shuffle"
        return [Violation("starfarers.encounter.pile", text, _of_card(action.card))]

    def play(self, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
        """The state after an action that is known to be legal, and after all that follows by itself."""
        return self.follow(state, action)[0]

    def follow(self, state: StarfarersState, action: StarfarersAction) -> tuple[StarfarersState, list[Followed]]:
        """As `play`, with the steps of the card that followed by themselves, in their order."""
        if isinstance(action, DrawEncounter):
            encounter = Encounter(card=action.card, step=self.programs[action.card].start)
            return self._run(replace(state, encounter=encounter, met=state.met | 1 << (action.card - 1)))
        verb, then = self.instruction(state)
        state, outcome = STEPS[type(verb)].play(self.parts, state, verb, action)
        encounter = under_way(state)
        if encounter.waiting:
            return state, []
        return self._run(replace(state, encounter=replace(encounter, step=then[outcome], shakes=())))

    def _run(self, state: StarfarersState) -> tuple[StarfarersState, list[Followed]]:
        """Goes on until somebody must act, the card is done or another one is drawn."""
        followed: list[Followed] = []
        while (encounter := state.encounter) is not None:
            if encounter.step == END:
                return encounter_ended(self.parts, state), followed
            verb, then = self.instruction(state)
            asked = _ADDRESSED.get(type(verb), _nobody)(self.parts, state, verb)
            if asked:
                return replace(state, encounter=replace(encounter, waiting=tuple(asked))), followed
            outcome = int(contested(state, verb).won) if isinstance(verb, pack.Contest) else 0
            followed.append(Followed(verb, _skipped(state, verb)))
            state = _EFFECTS.get(type(verb), _nothing)(self.parts, state, verb)
            if state.encounter is not None:
                state = replace(state, encounter=replace(state.encounter, step=then[outcome]))
        return state, followed

    def deal(self, state: StarfarersState, rng: Random) -> StarfarersAction:
        """Nature's next action with the odds of the pieces: a card not drawn since the last shuffle, two balls, a card
        out of a hand."""
        encounter = state.encounter
        if encounter is None:
            left = self.pile(state)
            return DrawEncounter(card=left[int(rng.random() * len(left))], seat=NATURE)
        deal = STEPS[type(self.instruction(state).verb)].deal
        if deal is None:
            raise ValueError("nature is not to move: the encounter waits for players")
        return deal(self.parts, state, rng)

    def pile(self, state: StarfarersState) -> list[int]:
        """The cards that may come next, ascending: those not drawn since the last shuffle, or all when none is left."""
        cards = sorted(self.programs)
        return [card for card in cards if not state.met >> (card - 1) & 1] or cards


def _of_card(number: int) -> tuple[str, ...]:
    return (f"encounter:{number}",)


def _skipped(state: StarfarersState, verb: pack.Step) -> bool:
    """Whether a step at which nobody was asked has come to nothing; what is left to the table has not."""
    if isinstance(verb, pack.GainUpgrade | pack.LoseUpgrade | pack.Wear):
        return True
    if isinstance(verb, pack.Jump):
        return ships.charted(state)
    free = isinstance(verb, pack.Pay | pack.Steal | pack.TakeGifts)
    return tracked(state) and (free or (isinstance(verb, pack.Receive) and verb.resource is None))


def _nobody(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return ()
