"""Starfarers as a game of the contract: the rules bound to one pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engines.errors import BadInput
from engines.game import Game, ScoreSheet, Seat, Violation
from engines.starfarers import build, flight, light, nature, production, scoring, setup, trade
from engines.starfarers.actions import Actions
from engines.starfarers.components import Components
from engines.starfarers.hidden import Views
from engines.starfarers.model import (
    Accept,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Counter,
    Decline,
    Discard,
    DrawSupply,
    EndTurn,
    FirstPlayer,
    FoundColony,
    FoundStation,
    HelpingHand,
    Move,
    Offer,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Relief,
    Report,
    Reveal,
    Rob,
    Roll,
    Shake,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
    StartFlight,
    Steal,
    TakeSupply,
    Trade,
)
from engines.starfarers.pack import StarfarersPack
from engines.starfarers.standing import judged

if TYPE_CHECKING:
    from engines.starfarers.legality import Legality


def _place_ship(parts: Components, state: StarfarersState, action: PlaceShip) -> StarfarersState:
    place = setup.place_ship if state.phase is Phase.PLACE_SHIPS else flight.place_ship
    return place(parts, state, action)


_STEPS: dict[type[Any], Callable[[Components, StarfarersState, Any], StarfarersState]] = {
    FirstPlayer: setup.first_player,
    PlaceSpaceport: setup.place_spaceport,
    PlaceColony: setup.place_colony,
    PlaceShip: _place_ship,
    Roll: production.roll,
    Relief: production.relief,
    Discard: production.discard,
    Rob: production.rob,
    Steal: production.steal,
    TakeSupply: production.take_supply,
    DrawSupply: production.draw_supply,
    BankTrade: trade.bank_trade,
    Offer: trade.offer,
    Accept: trade.accept,
    Decline: trade.decline,
    Counter: trade.counter,
    Trade: trade.trade,
    BuildShip: build.build_ship,
    BuildSpaceport: build.build_spaceport,
    BuildUpgrade: build.build_upgrade,
    BuyFame: build.buy_fame,
    HelpingHand: build.helping_hand,
    StartFlight: build.start_flight,
    Shake: flight.shake,
    Move: flight.move,
    Reveal: flight.reveal,
    FoundColony: flight.found_colony,
    FoundStation: flight.found_station,
    EndTurn: flight.end_turn,
    Report: light.report,
}
_ENCOUNTER: Final = Phase.ENCOUNTER


class Starfarers(Game[StarfarersState, StarfarersAction]):
    """The rules of Starfarers with one pack, for two (a variant) to four players.

    `legal_actions` is complete but for trades (offers of one card for one) and detours (ships fly the shortest way);
    `check` judges any form of both.
    """

    name = "starfarers"
    min_players = setup.MIN_PLAYERS
    max_players = setup.MAX_PLAYERS
    max_actions = 200_000
    """600 turns (with `turn_limit`), each with 100 cards to pay, 2 offers, 48 moves, 38 tokens and 32 encounters."""
    state_type: ClassVar[Any] = StarfarersState
    action_type: ClassVar[Any] = StarfarersAction
    options_type: ClassVar[Any] = StarfarersOptions

    def __init__(self, pack: StarfarersPack) -> None:
        self.pack = pack
        self.pack_name = pack.pack
        self.parts = Components(pack)
        self.actions = Actions(self.parts)
        self._views = Views()

    @cached_property
    def _legality(self) -> Legality:
        from engines.starfarers.legality import Legality

        return Legality(self.actions)

    @classmethod
    def from_pack(cls, data: bytes) -> Starfarers:
        """The game with the components of a pack. Raises BadInput listing everything wrong with it."""
        from engines.starfarers.packcheck import parse_pack

        return cls(parse_pack(data))

    def setup(self, players: Sequence[str], options: Any = None) -> StarfarersState:
        """The table before anything was drawn. Raises BadInput for wrong numbers of players or names."""
        return setup.first_state(self.parts, tuple(players), StarfarersOptions() if options is None else options)

    def to_move(self, state: StarfarersState) -> tuple[Seat, ...]:
        """The seats that may act now; several where all who are asked answer, give cards back or lose upgrades."""
        return self.actions.to_move(state)

    def legal_actions(self, state: StarfarersState, seat: Seat) -> list[StarfarersAction]:
        """The legal actions of that seat, in the order of `engines.starfarers.actions`."""
        return self.actions.legal(state, seat)

    def check(self, state: StarfarersState, action: StarfarersAction) -> list[Violation]:
        """Everything wrong with the action in that state; empty when legal."""
        return self._legality.violations(state, action)

    def play(self, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
        """The state after an action that is known to be legal or accepted."""
        if state.phase is _ENCOUNTER:
            after = self.actions.encounters.play(state, action)
        else:
            after = _STEPS[type(action)](self.parts, state, action)
        if after.seats is state.seats and after.seat == state.seat:
            return after
        return judged(after)

    def deal(self, state: StarfarersState, rng: Random) -> StarfarersAction:
        """Nature's next action with the odds of dice, balls and shuffled piles.

        Raises ValueError when nature is not to move.
        """
        if state.phase is _ENCOUNTER:
            return self.actions.encounters.deal(state, rng)
        return nature.deal(self.actions, state, rng)

    def score(self, state: StarfarersState) -> ScoreSheet:
        """The score pad as it stands."""
        return scoring.score(self.parts, state)

    def view(self, state: StarfarersState, seat: Seat) -> StarfarersState:
        """What that seat may know; see `engines.starfarers.hidden`."""
        return self._views.view(state, seat)

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of a typed-in position of one to four players."""
        from engines.starfarers.positions import score_position

        if position.get("game") != self.name:
            raise BadInput(
                "position.other_game", "position: game is {game!r}, expected {name!r}", position.get("game"), self.name
            )
        return score_position(self.parts, position)
