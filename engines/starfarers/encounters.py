"""Plays encounter cards: one small interpreter for the verbs that cards are made of, none for single cards.

The left neighbour reads, the active player answers before hearing what follows, gifts go to the bank at once. In light
mode the table moves cards and ships by itself, and only what the app keeps is played here: fame, upgrades, contests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.starfarers import pack, ships
from engines.starfarers.bank import count, handed, paid, received, tracked
from engines.starfarers.components import ONE, RESOURCE_INDEX, VALUE, Components, cards_of
from engines.starfarers.encounter_program import END, Instruction, Program, compile_card
from engines.starfarers.flight import encounter_ended, jumped
from engines.starfarers.model import (
    NOWHERE,
    UPGRADES,
    Answer,
    Choose,
    DrawEncounter,
    Encounter,
    GainUpgrade,
    Give,
    Jump,
    LoseUpgrade,
    Shake,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.standing import combat, room_for, speed, upgrades, with_fame, with_upgrade

_NEIGHBOUR: Final[dict[pack.Neighbour, int]] = {"R1": -1, "R2": -2, "L1": 1, "L2": 2}
_NATURES: Final = (pack.Contest, pack.Shake, pack.Steal)
"""The verbs at which nature acts for those who are waiting."""

_NO_BALLS: Final[Mapping[int, int]] = {}


# Who is who ----------------------------------------------------------------------------------------------------


def reader(state: StarfarersState) -> int:
    """The seat that reads the card aloud: the left neighbour."""
    return (state.seat + 1) % len(state.seats)


def neighbour(state: StarfarersState, place: pack.Neighbour) -> int:
    """The seat of a neighbour of the active player; of two players the other one, wherever the card looks."""
    players = len(state.seats)
    return reader(state) if players == 2 else (state.seat + _NEIGHBOUR[place]) % players


def opponents(state: StarfarersState) -> tuple[int, ...]:
    """Everybody but the active player, from the left neighbour on."""
    players = len(state.seats)
    return tuple((state.seat + step) % players for step in range(1, players))


def strength(state: StarfarersState, seat: int, of: str) -> int:
    """What ship and friendship cards add in a contest; an opponent's cards only with `opponent_cards_count`."""
    player = state.seats[seat]
    if seat != state.seat and state.options.opponent_cards_count == "no":
        return player.cannons if of == "combat" else player.boosters
    return combat(player) if of == "combat" else speed(player)


class Contested(NamedTuple):
    """What both sides of a contest come to: balls, upgrades and cards."""

    mine: int
    theirs: int

    @property
    def won(self) -> bool:
        """Whether the active player wins, ties too."""
        return self.mine >= self.theirs


def contested(state: StarfarersState, contest: pack.Contest, sums: Mapping[int, int] = _NO_BALLS) -> Contested:
    """How a contest stands; `sums`: what the balls show by seat, none where nobody shook."""
    seats = state.seat, neighbour(state, contest.against)
    return Contested(*(sums.get(seat, 0) + strength(state, seat, contest.of) for seat in seats))


# What a verb does by itself ------------------------------------------------------------------------------------


def _fame(parts: Components, state: StarfarersState, verb: pack.Fame) -> StarfarersState:
    return with_fame(parts, state, state.seat, verb.rings)


def _receive(parts: Components, state: StarfarersState, verb: pack.Receive) -> StarfarersState:
    if verb.resource is None:
        return state
    return received(state, state.seat, cards_of({verb.resource: verb.cards}))


def _ground(parts: Components, state: StarfarersState, verb: pack.Ground) -> StarfarersState:
    return ships.grounded(state) if tracked(state) else state


def _grant(parts: Components, state: StarfarersState, verb: pack.GrantTradeShip) -> StarfarersState:
    return ships.granted(state) if tracked(state) else state


def _refund(parts: Components, state: StarfarersState, verb: pack.Refund) -> StarfarersState:
    return received(state, state.seat, _under_way(state).given)


def _forfeit(parts: Components, state: StarfarersState, verb: pack.Forfeit) -> StarfarersState:
    return paid(state, state.seat, _under_way(state).taken)


def _most_freight(parts: Components, state: StarfarersState, verb: pack.MostFreight) -> StarfarersState:
    most = max(player.rings for player in state.seats)
    for seat in range(len(state.seats)):
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


def _under_way(state: StarfarersState) -> Encounter:
    assert state.encounter is not None
    return state.encounter


# Whom a verb asks ----------------------------------------------------------------------------------------------


def _active(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return (state.seat,)


def _can_pay(parts: Components, state: StarfarersState, verb: pack.Pay) -> Sequence[int]:
    return (state.seat,) if tracked(state) and count(state.hands[state.seat]) else ()


def _can_receive(parts: Components, state: StarfarersState, verb: pack.Receive) -> Sequence[int]:
    return (state.seat,) if verb.resource is None and tracked(state) and count(state.bank) else ()


def _can_gain(parts: Components, state: StarfarersState, verb: pack.GainUpgrade) -> Sequence[int]:
    return (state.seat,) if any(room_for(parts, state, state.seat, upgrade) for upgrade in UPGRADES) else ()


def _can_lose(parts: Components, state: StarfarersState, verb: pack.LoseUpgrade) -> Sequence[int]:
    return (state.seat,) if upgrades(state.seats[state.seat]) else ()


def _can_jump(parts: Components, state: StarfarersState, verb: pack.Jump) -> Sequence[int]:
    return (state.seat,) if tracked(state) and ships.first_ship(state, state.seat) != NOWHERE else ()


def _with_cards(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return [seat for seat in opponents(state) if count(state.hands[seat])] if tracked(state) else ()


def _worn(parts: Components, state: StarfarersState, verb: pack.Wear) -> Sequence[int]:
    return [seat for seat, player in enumerate(state.seats) if upgrades(player) > verb.more_than]


def _contestants(parts: Components, state: StarfarersState, verb: pack.Contest) -> Sequence[int]:
    return () if verb.of == "boosters" else (state.seat, neighbour(state, verb.against))


_ASKED: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], Sequence[int]]]] = {
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
    pack.Wear: _worn,
}
"""Who must act (or have nature act for them); nobody means that this part of the card is skipped."""


# The interpreter -----------------------------------------------------------------------------------------------


class Followed(NamedTuple):
    """A step of a card that has been taken, for the reader to tell."""

    verb: pack.Step
    skipped: bool
    """Whether it did nothing, because nobody could act on it."""


class Encounters:
    """The encounter cards of a pack, ready to be played while a table is at `Phase.ENCOUNTER`. Immutable."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.programs = {card.id: compile_card(card) for card in parts.pack.encounters}
        balls = parts.pack.balls
        pairs = [(a, b) for n, a in enumerate(balls) for b in balls[n + 1 :]]
        self.pairs: tuple[tuple[pack.Ball, pack.Ball], ...] = tuple(pairs)
        """The two balls that a mother ship may show, each pair as often as it is likely."""

    def program(self, state: StarfarersState) -> Program:
        """The program of the card under way."""
        return self.programs[_under_way(state).card]

    def instruction(self, state: StarfarersState) -> Instruction:
        """The instruction at which the card under way waits for somebody."""
        encounter = _under_way(state)
        return self.programs[encounter.card].instructions[encounter.step]

    def to_move(self, state: StarfarersState) -> tuple[Seat, ...]:
        """Who must act now: nature, or players (several at once where they give or lose something)."""
        encounter = state.encounter
        if encounter is None or isinstance(self.instruction(state).verb, _NATURES):
            return (NATURE,)
        return tuple(sorted(encounter.waiting))

    def play(self, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
        """The state after an action that is known to be legal, and after all that follows by itself."""
        return self.follow(state, action)[0]

    def follow(self, state: StarfarersState, action: StarfarersAction) -> tuple[StarfarersState, list[Followed]]:
        """As `play`, with the steps of the card that followed by themselves, in their order."""
        if isinstance(action, DrawEncounter):
            encounter = Encounter(card=action.card, step=self.programs[action.card].start)
            return self._run(replace(state, encounter=encounter, met=state.met | 1 << (action.card - 1)))
        verb, then = self.instruction(state)
        state, outcome = _PLAYED[type(action)](self.parts, state, verb, action)
        encounter = _under_way(state)
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
            asked = _ASKED.get(type(verb), _nobody)(self.parts, state, verb)
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
        first = encounter.waiting[0]
        if isinstance(self.instruction(state).verb, pack.Steal):
            hand = state.hands[first]
            cards = [resource for resource, n in zip(pack.RESOURCES, hand, strict=False) for _ in range(n)]
            return Steal(victim=first, card=cards[int(rng.random() * len(cards))], seat=NATURE)
        return Shake(player=first, balls=self.pairs[int(rng.random() * len(self.pairs))], seat=NATURE)

    def pile(self, state: StarfarersState) -> list[int]:
        """The cards that may come next, ascending: those not drawn since the last shuffle, or all when none is left."""
        cards = sorted(self.programs)
        return [card for card in cards if not state.met >> (card - 1) & 1] or cards


def _skipped(state: StarfarersState, verb: pack.Step) -> bool:
    """Whether a step at which nobody was asked has come to nothing; what light mode leaves to the table has not."""
    if isinstance(verb, pack.GainUpgrade | pack.LoseUpgrade | pack.Wear):
        return True
    free = isinstance(verb, pack.Pay | pack.Jump | pack.Steal | pack.TakeGifts)
    return tracked(state) and (free or (isinstance(verb, pack.Receive) and verb.resource is None))


def _nobody(parts: Components, state: StarfarersState, verb: Any) -> Sequence[int]:
    return ()


# What an action does -------------------------------------------------------------------------------------------

Played: TypeAlias = tuple[StarfarersState, int]
"""The state, and the outcome by which the program goes on."""


def _noted(state: StarfarersState, seat: int, **changes: Any) -> StarfarersState:
    """The encounter without that seat among those waited for."""
    encounter = _under_way(state)
    waiting = tuple(other for other in encounter.waiting if other != seat)
    return replace(state, encounter=replace(encounter, waiting=waiting, **changes))


def number_given(action: Give) -> int:
    """How many cards are given."""
    return count(action.cards) if action.count is None else action.count


def _give(parts: Components, state: StarfarersState, verb: Any, action: Give) -> Played:
    seat = _seat_of(action.seat)
    if isinstance(verb, pack.TakeGifts):
        return _noted(handed(state, seat, state.seat, action.cards), seat), 0
    state = paid(state, seat, action.cards)
    if isinstance(verb, pack.Gift):
        return _noted(state, seat, given=action.cards), number_given(action)
    return _noted(state, seat), 0


def _answer(parts: Components, state: StarfarersState, verb: Any, action: Answer) -> Played:
    return _noted(state, state.seat), int(action.yes)


def _choose(parts: Components, state: StarfarersState, verb: Any, action: Choose) -> Played:
    return _noted(received(state, state.seat, action.cards), state.seat, taken=action.cards), 0


def _gain(parts: Components, state: StarfarersState, verb: Any, action: GainUpgrade) -> Played:
    return _noted(with_upgrade(state, state.seat, action.upgrade, 1), state.seat), 0


def _lose(parts: Components, state: StarfarersState, verb: Any, action: LoseUpgrade) -> Played:
    seat = _seat_of(action.seat)
    return _noted(with_upgrade(state, seat, action.upgrade, -1), seat), 0


def _jump(parts: Components, state: StarfarersState, verb: Any, action: Jump) -> Played:
    return jumped(parts, _noted(state, state.seat), action), 0


def _steal(parts: Components, state: StarfarersState, verb: Any, action: Steal) -> Played:
    card = ONE[RESOURCE_INDEX[action.card]]
    return _noted(handed(state, action.victim, state.seat, card), action.victim), 0


def _shake(parts: Components, state: StarfarersState, verb: Any, action: Shake) -> Played:
    shakes = (*_under_way(state).shakes, (action.player, *action.balls))
    state = _noted(state, action.player, shakes=shakes)
    if _under_way(state).waiting:
        return state, 0
    sums = {player: VALUE[one] + VALUE[other] for player, one, other in shakes}
    if isinstance(verb, pack.Shake):
        return state, sums[state.seat]
    return state, int(contested(state, verb, sums).won)


def _seat_of(seat: Seat) -> int:
    assert isinstance(seat, int)
    return seat


_PLAYED: Final[dict[type[Any], Callable[[Components, StarfarersState, Any, Any], Played]]] = {
    Give: _give,
    Answer: _answer,
    Choose: _choose,
    GainUpgrade: _gain,
    LoseUpgrade: _lose,
    Jump: _jump,
    Steal: _steal,
    Shake: _shake,
}
