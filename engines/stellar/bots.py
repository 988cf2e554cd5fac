"""Bots for Stellar: `greedy` looks at the score pad after its next action, `expectimax` at the end of its whole turn;
as levels they are `normal` and `strong`, and say why.

All of them see their own view only. `expectimax` tries every way to finish its turn; for a card from the deck it
averages over the cards it has not seen. What it reaches is judged by `Judge`: the score pad with the runs, stars
and sections that the remaining turns are likely to bring.
"""

from __future__ import annotations

from collections import Counter
from math import erf, inf, sqrt
from random import Random
from typing import Final, TypeAlias

import msgspec

from engines.bots import Bot, Choice, Reason, Thinking
from engines.stellar.deck import Deck
from engines.stellar.model import TURNS, UNKNOWN, Phase, StellarAction, StellarState
from engines.stellar.notebook import RUNS, collections
from engines.stellar.rules import Stellar
from engines.stellar.scoring import DIVERSITY, MAJORITY, read_telescope, totals

Numbers: TypeAlias = tuple[float, ...]
ROWS_TRIED: Final = 3
"""Rows that are tried out before the satellite right is used."""
MEAN_NUMBER: Final = 3.2
"""What a card adds to a section on average."""
SPREAD: Final = 1.6
"""The standard deviation of that."""


def margin(game: Stellar, state: StellarState, seat: int) -> int:
    """How many points the seat is ahead as the table stands."""
    first, second = totals(game.deck, *state.seats)
    return first - second if seat == 0 else second - first


def random_action(game: Stellar, view: StellarState, seat: int, rng: Random) -> StellarAction:
    """Any legal action, each equally likely."""
    actions = game.legal_actions(view, seat)
    return actions[int(rng.random() * len(actions))]


def greedy_action(game: Stellar, view: StellarState, seat: int, rng: Random) -> StellarAction:
    """The action after which the own lead is largest; among equals any."""
    actions = game.legal_actions(view, seat)
    leads = [margin(game, game.play(view, action), seat) for action in actions]
    most = max(leads)
    return rng.choice([action for action, lead in zip(actions, leads, strict=True) if lead == most])


class Weights(msgspec.Struct, frozen=True):
    """How much the remaining turns are trusted to bring; each is multiplied by a share of them (0 to 1)."""

    run: float = 0.6
    """The share of one more card in a run."""
    run_turns: float = 3.0
    """With so many turns left or more, `run` counts in full."""
    stars: float = 1.5
    """Stars still to come for each type over a whole game."""
    types: float = 0.8
    """The share of the diversity points with one type missing, two missing its square and so on."""
    hand: float = 0.5
    """The share of what the best hand card would add to the notebook."""


class Judge:
    """What a state is worth to one seat when its turn is done: expected final lead, own types and shared sections."""

    def __init__(self, deck: Deck, view: StellarState, seat: int, weights: Weights) -> None:
        self.deck, self.seat, self.weights = deck, seat, weights
        self.turns = max(0, TURNS - 1 - view.turn) // 2
        self.theirs = view.seats[1 - seat]
        self._telescopes: dict[tuple[int, ...], tuple[Numbers, float]] = {}
        self._notebooks: dict[tuple[int, ...], list[Numbers]] = {}

    def worth(self, state: StellarState) -> float:
        """The expected final lead, up to what the opponent's types will score."""
        me = state.seats[self.seat]
        base = self._cards(me.telescope, me.notebook)
        hand = [card for card in me.hand if card != UNKNOWN]
        if not hand or state.phase is Phase.PLACE_START:
            return base
        best = max(self._cards(me.telescope, tuple(sorted([*me.notebook, card]))) for card in hand)
        return base + (best - base) * (self.weights.hand if self.turns else 1.0)

    def _cards(self, telescope: tuple[int, ...], notebook: tuple[int, ...]) -> float:
        known = self._telescopes.get(telescope)
        if known is None:
            known = self._telescopes[telescope] = self._telescope(telescope)
        runs = self._notebooks.get(notebook)
        if runs is None:
            runs = self._notebooks[notebook] = self._notebook(notebook)
        a, b, c, d, e = known[0]
        return known[1] + max([a * r[0] + b * r[1] + c * r[2] + d * r[3] + e * r[4] for r in runs])

    def _telescope(self, telescope: tuple[int, ...]) -> tuple[Numbers, float]:
        """By type the stars, now and expected; and what sections and diversity are worth."""
        seen = read_telescope(self.deck, telescope)
        more = self.weights.stars * self.turns / 11
        points = DIVERSITY * self.weights.types ** (5 - seen.types.bit_count())
        if seen.types != 31 and self.turns < 5 - seen.types.bit_count():
            points = 0.0
        for section, mine in zip(self.deck.sections, seen.sums, strict=True):
            points += MAJORITY * self._ahead(section, mine, telescope)
        return tuple(stars + more for stars in seen.stars), points

    def _ahead(self, section: tuple[int, ...], mine: int, telescope: tuple[int, ...]) -> float:
        """The chance to win a section minus the chance to lose it."""
        theirs = sum(self.deck.value[self.theirs.telescope[slot]] for slot in section)
        own_free = sum(telescope[slot] < 0 for slot in section)
        their_free = sum(self.theirs.telescope[slot] < 0 for slot in section)
        lead = mine - theirs + MEAN_NUMBER * (own_free - their_free)
        if not own_free + their_free:
            return (lead > 0) - (lead < 0)
        return erf(lead / (SPREAD * sqrt(2 * (own_free + their_free))))

    def _notebook(self, notebook: tuple[int, ...]) -> list[Numbers]:
        """By every use of the satellites: by type the length of the run, now and expected."""
        held = collections(self.deck, notebook)
        trust = self.weights.run * min(1.0, self.turns / self.weights.run_turns)
        masks = [held.masks]
        for number in held.satellites[:3]:
            masks = [(*m[:t], m[t] | 1 << number, *m[t + 1 :]) for m in masks for t in range(5)]
        return [tuple(_expected_run(m[t], held.six_zeros[t], trust) for t in range(5)) for m in masks]


def _expected_run(mask: int, six_zeros: int, trust: float) -> float:
    runs = RUNS[six_zeros]
    length = runs[mask]
    return length + trust * (max(runs[mask | 1 << number] for number in range(1, 6)) - length)


class Expectimax:
    """One decision: the expected worth of every way to finish the turn."""

    def __init__(self, game: Stellar, view: StellarState, seat: int, rng: Random, weights: Weights) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        self.judge = Judge(game.deck, view, seat, weights)

    def best(self, state: StellarState) -> tuple[float, StellarAction]:
        """The best action of the seat and what it is worth; the first of equals."""
        best_worth, best_action = -inf, None
        for action in self.game.legal_actions(state, self.seat):
            worth = self.worth(self.game.play(state, action))
            if worth > best_worth:
                best_worth, best_action = worth, action
        assert best_action is not None, "a seat to move has a legal action"
        return best_worth, best_action

    def worth(self, state: StellarState) -> float:
        """What a state is worth, the own turn played to its end."""
        if state.phase is Phase.REVEAL:
            return self._over_deck(state)
        if state.phase is Phase.NEW_ROW:
            return sum(self.worth(self._filled(state)) for _ in range(ROWS_TRIED)) / ROWS_TRIED
        if state.phase in _OWN and state.seat == self.seat:
            return self.best(state)[0]
        return self.judge.worth(state)

    def _over_deck(self, state: StellarState) -> float:
        """The mean over the cards that may lie on top of the deck; equal faces are tried once."""
        face = self.game.deck.face
        copies = Counter(face[code] for code in state.unseen)
        first = {face[code]: code for code in reversed(state.unseen)}
        total = sum(
            count * self.worth(self.game.play(state, self.game.actions.dealt(state, first[shown])))
            for shown, count in copies.items()
        )
        return total / len(state.unseen)

    def _filled(self, state: StellarState) -> StellarState:
        while state.phase is Phase.NEW_ROW:
            state = self.game.play(state, self.game.deal(state, self.rng))
        return state


_OWN: Final = frozenset({Phase.TAKE, Phase.PLAY_HAND, Phase.PLAY_ROW})


def expectimax_action(game: Stellar, view: StellarState, seat: int, rng: Random) -> StellarAction:
    """The action that begins the best turn, as `Judge` sees it."""
    return Expectimax(game, view, seat, rng, Weights()).best(view)[1]


def _greedy(game: Stellar, view: StellarState, seat: int, rng: Random) -> Choice:
    action = greedy_action(game, view, seat, rng)
    lead = margin(game, game.play(view, action), seat) - margin(game, view, seat)
    return Choice(action, Reason("stellar.bot.points", {"points": lead}, _PAYING))


def _expectimax(game: Stellar, view: StellarState, seat: int, rng: Random) -> Choice:
    return Choice(expectimax_action(game, view, seat, rng), Reason("stellar.bot.turn", {}, _PAYING))


_PAYING: Final = ("stellar.score.stars", "stellar.score.sections", "stellar.score.diversity")
BOTS: dict[str, Bot] = {
    "random": random_action,
    "greedy": greedy_action,
    "expectimax": expectimax_action,
    "normal": Thinking(_greedy),
    "strong": Thinking(_expectimax),
}
