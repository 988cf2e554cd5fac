"""Stellar as a game of the contract: the rules bound to one pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.game import NATURE, Game, ScoreSheet, Seat, Violation
from engines.stellar import corrections, light, scoring, setup, turn
from engines.stellar.actions import NATURES_PHASES, Actions, dealable, to_move
from engines.stellar.deck import Deck
from engines.stellar.hidden import Views
from engines.stellar.legality import card_of, violations
from engines.stellar.model import (
    DealHand,
    DealStart,
    DiscardRow,
    FirstPlayer,
    Phase,
    PlaceStart,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    ShowCards,
    StellarAction,
    StellarOptions,
    StellarPack,
    StellarState,
    Take,
)

if TYPE_CHECKING:
    from random import Random

_STEPS: dict[type[Any], Callable[[Deck, StellarState, Any], StellarState]] = {
    FirstPlayer: setup.first_player,
    DiscardRow: turn.discard_row,
    Take: turn.take,
    PlayRow: turn.play_row,
    ShowCards: light.show_cards,
}
_CARD_STEPS: dict[type[Any], Callable[[Deck, StellarState, Any, int], StellarState]] = {
    DealStart: setup.deal_start,
    PlaceStart: setup.place_start,
    DealHand: setup.deal_hand,
    PlayHand: turn.play_hand,
    Reveal: turn.reveal,
    Refill: turn.refill,
    PlayLast: turn.play_last,
}
"""The steps that are told which card the action names."""
_DEAL_START, _FIRST_PLAYER = Phase.DEAL_START, Phase.FIRST_PLAYER


class Stellar(Game[StellarState, StellarAction]):
    """The rules of Stellar with one pack, for two players.

    `legal_actions` is complete: it names every card by its id. A face in its place (`moon:4:1`, `satellite:3`), as a
    camera reads it, is another spelling that `check` and `play` understand. Of the cards shown in light mode it lists
    none alone; what else may be shown is found by `check`.
    """

    name = "stellar"
    min_players = 2
    max_players = 2
    max_actions = 262
    """16 to set up, at most 11 in each of 22 turns, 2 last cards, and the 2 cards of a last refill."""
    state_type: ClassVar[Any] = StellarState
    action_type: ClassVar[Any] = StellarAction
    options_type: ClassVar[Any] = StellarOptions

    def __init__(self, pack: StellarPack) -> None:
        self.pack = pack
        self.pack_name = pack.pack
        self.deck = Deck(pack)
        self.actions = Actions(self.deck)
        self._views = Views()

    @classmethod
    def from_pack(cls, data: bytes) -> Stellar:
        """The game with the components of a pack. Raises BadInput listing everything wrong with it."""
        from engines.stellar.packcheck import parse_pack

        return cls(parse_pack(data))

    def setup(self, players: Sequence[str], options: Any = None) -> StellarState:
        """The table before the start cards are dealt. Raises BadInput for other than two distinct names."""
        return setup.first_state(self.deck, tuple(players), StellarOptions() if options is None else options)

    def to_move(self, state: StellarState) -> tuple[Seat, ...]:
        """The seats that may act now; both while start cards are placed and when the last cards are played."""
        return to_move(state)

    def legal_actions(self, state: StellarState, seat: Seat) -> list[StellarAction]:
        """Every legal action of that seat, sorted as `engines.stellar.actions` says."""
        return self.actions.legal(state, seat)

    def check(self, state: StellarState, action: StellarAction) -> list[Violation]:
        return violations(self.deck, state, action)

    def play(self, state: StellarState, action: StellarAction) -> StellarState:
        """The state after an action that is known to be legal or accepted."""
        step = _STEPS.get(type(action))
        if step is not None:
            return step(self.deck, state, action)
        named: Any = action
        return _CARD_STEPS[type(action)](self.deck, state, action, card_of(self.deck, state, named))

    def deal(self, state: StellarState, rng: Random) -> StellarAction:
        """Nature's next action: every card that may come is equally likely.

        Raises ValueError when nature is not to move.
        """
        phase = state.phase
        if phase not in NATURES_PHASES:
            raise ValueError(f"nature is not to move: the table is at {phase.value}")
        if phase is _FIRST_PLAYER:
            return FirstPlayer(int(rng.random() * 2), seat=NATURE)
        cards = dealable(self.deck, state) if phase is _DEAL_START else state.unseen
        return self.actions.dealt(state, cards[int(rng.random() * len(cards))])

    def knows_choices(self, state: StellarState) -> bool:
        """Not in light mode: the turns are the players' own business."""
        return state.options.mode == "full"

    def turned_out(self, state: StellarState, action: StellarAction, rng: Random) -> StellarAction:
        """Who plays a hand that nobody knows may name a card that lies face down before the other player: it is one of
        those that can be in the hand, played as it can be."""
        if (
            not isinstance(action, (PlayHand, PlayLast))
            or state.options.hands == "dealt"
            or not self.check(state, action)
        ):
            return action
        return rng.choice(self.legal_actions(state, action.seat))

    def put_right(
        self, states: Sequence[StellarState], actions: Sequence[StellarAction], place: int, now: StellarAction
    ) -> list[StellarAction]:
        """All actions with one put right; cards and slots taken for each other change places (`corrections`)."""
        return corrections.put_right(self.deck, states, actions, place, now)

    def in_turn(
        self,
        state: StellarState,
        action: StellarAction,
        following: Sequence[StellarAction],
        fits: bool,
        was: StellarState | None = None,
    ) -> StellarAction | None:
        """What stands in the place of a later action so that nobody's turn is lost (`corrections`)."""
        return corrections.in_turn(state, action, fits, was)

    def score(self, state: StellarState) -> ScoreSheet:
        """The score pad as it stands, with the best use of satellites and 6/0s."""
        if state.options.mode == "light":
            return light.score(self.deck, state)
        sheet = scoring.score(self.deck, state)
        return sheet if state.phase is Phase.OVER else sheet.undecided()

    def view(self, state: StellarState, seat: Seat) -> StellarState:
        """What that seat may know; see `engines.stellar.hidden`."""
        return self._views.view(state, seat)

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of a photographed or typed-in position of one or two players."""
        from engines.stellar.positions import score_position

        return score_position(self.deck, position)
