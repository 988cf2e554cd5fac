"""Starfarers as a game of the contract: the rules bound to one pack."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engines.game import NATURE, Game, ScoreSheet, Seat, Violation
from engines.starfarers import corrections, scoring
from engines.starfarers.bank import tracked
from engines.starfarers.bearing import bearing
from engines.starfarers.components import Components
from engines.starfarers.encounters.interpreter import Encounters
from engines.starfarers.hidden import Views
from engines.starfarers.model import (
    Answer,
    BuildShip,
    BuyFame,
    Counter,
    Discard,
    DrawEncounter,
    DrawSupply,
    EndTurn,
    FoundColony,
    Give,
    Leave,
    Move,
    Offer,
    Phase,
    PlaceColony,
    PlaceShip,
    Report,
    Shake,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
    StartFlight,
    TakeSupply,
)
from engines.starfarers.pack import StarfarersPack
from engines.starfarers.phases import (
    PhaseRules,
    build,
    explore,
    flight,
    leaving,
    light,
    of_seat,
    production,
    setup,
    supply,
    trade,
)
from engines.starfarers.standing import judged

_FULL: Final[dict[Phase, PhaseRules]] = leaving.with_leaving(
    {
        **setup.RULES,
        **production.RULES,
        **supply.RULES,
        **build.RULES,
        **trade.RULES,
        **flight.RULES,
        **explore.RULES,
    }
)
"""What may be done by phase, in the order of the rule book; encounters are cards and have an interpreter."""
_BY_MODE: Final[dict[str, dict[Phase, PhaseRules]]] = {
    "full": _FULL,
    "middle": leaving.with_leaving({**setup.RULES, **build.TOLD, **flight.RULES, **explore.RULES}),
    "light": leaving.with_leaving(
        {
            Phase.FIRST_PLAYER: _FULL[Phase.FIRST_PLAYER],
            Phase.SHAKE: _FULL[Phase.SHAKE],
            **light.RULES,
        }
    ),
}
_ENCOUNTER: Final = Phase.ENCOUNTER
_DEAL: Final = Phase.DEAL
_NATURE: Final[tuple[Seat, ...]] = (NATURE,)
_PLAYER: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), (3,))
_DEALS: Final = {phase: rules.deal for phase, rules in _FULL.items() if rules.deal}
_STOPS: Final = (
    "starfarers.navigation.trade_ship",
    "starfarers.navigation.trade_point",
    "starfarers.navigation.colony_ship",
    "starfarers.navigation.leave",
    "starfarers.navigation.passing",
)
_CORNER: Final = frozenset(("starfarers.build.ship_corner",))
_OVERRULABLE: Final[dict[type[Any], frozenset[str]]] = {
    Move: frozenset(_STOPS),
    EndTurn: frozenset(("starfarers.navigation.leave", "starfarers.navigation.passing")),
    FoundColony: frozenset(("starfarers.colony.barren", "starfarers.colony.system_limit")),
    PlaceColony: frozenset(("starfarers.colony.system_limit",)),
    PlaceShip: _CORNER,
    BuildShip: _CORNER,
    DrawSupply: frozenset(("starfarers.setup.cards",)),
    BuyFame: frozenset(("starfarers.friendship.fame_for_sale",)),
    TakeSupply: frozenset(("starfarers.supply.points", "starfarers.supply.draw")),
    Discard: frozenset(("starfarers.seven.discard",)),
    Offer: frozenset(("starfarers.trade.offers", "starfarers.trade.gifts")),
    Counter: frozenset(("starfarers.trade.gifts",)),
    Give: frozenset(("starfarers.encounter.gift", "starfarers.encounter.pay")),
    Answer: frozenset(("starfarers.encounter.afford",)),
    Report: frozenset(("starfarers.build.ship_transporter", "starfarers.conquest.token")),
}
"""What a table may accept: how far ships fly and where they begin and stop, where is founded (a station without freight
rings too), what is offered, drawn and given; and cards that nobody is known to have (`bearing`). The counts of pieces
hold: they are what lies on the table."""
_WAITS: Final = frozenset(("starfarers.turn.phases", "starfarers.turn.order", "starfarers.encounter.order"))
"""Rules that an action breaks which does not have its place now; a table may go on to it all the same."""
_WAITING: Final = (Phase.RELIEF, Phase.DISCARD, Phase.ANSWER)
_TO_MOVE: Final[dict[Phase, tuple[tuple[Seat, ...], ...] | None]] = {
    **dict.fromkeys(Phase, _PLAYER),
    **dict.fromkeys(_DEALS, (_NATURE,) * 4),
    **dict.fromkeys((*_WAITING, _ENCOUNTER), None),
    Phase.OVER: ((),) * 4,
}
"""By phase, by the active player: who is to move; None where the state's `waiting` or the encounter says so."""


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
        self.encounters = Encounters(self.parts)
        self._views = Views(self.encounters)

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
        seats = _TO_MOVE[state.phase]
        if seats is not None:
            return seats[state.seat]
        return self.encounters.to_move(state) if state.phase is _ENCOUNTER else state.waiting

    def knows_choices(self, state: StarfarersState) -> bool:
        """In full mode alone: elsewhere hands are the players' own business."""
        return tracked(state)

    def legal_actions(self, state: StarfarersState, seat: Seat) -> list[StarfarersAction]:
        """The legal actions of that seat, in the order in which the phases list them."""
        if seat not in self.to_move(state):
            return []
        if state.phase is _ENCOUNTER:
            return self.encounters.legal(state, seat)
        return _BY_MODE[state.options.mode][state.phase].legal(self.parts, state, seat)

    def check(self, state: StarfarersState, action: StarfarersAction) -> list[Violation]:
        found = self._wrong(state, action)
        if not found:
            return found
        waited: list[Violation] = []
        if found[0].rule in _WAITS and (later := corrections.gone_on(state, action)) is not None:
            waited, state = [replace(found[0], overrulable=True)], later
            found = self._wrong(state, action)
        borne = bearing(self.parts, state, action)
        left = found if borne is state else self._wrong(borne, action)
        rules = _OVERRULABLE.get(type(action), frozenset())
        bears = all(broken.overrulable or broken.rule in rules for broken in left)
        accepted = [replace(v, overrulable=True) if bears or v.rule in rules else v for v in found]
        return [*waited, *accepted]

    def _wrong(self, state: StarfarersState, action: StarfarersAction) -> list[Violation]:
        if state.phase is _ENCOUNTER:
            return self.encounters.wrong(state, action)
        if state.phase is _DEAL:
            state = setup.placing_first(self.parts, state, action)
        rules = _BY_MODE[state.options.mode].get(state.phase)
        act = rules and rules.acts.get(type(action))
        if act is None:
            text = f"{type(action).__struct_config__.tag} has no place here: the table is at {state.phase.value}"
            return [Violation("starfarers.turn.phases", text)]
        seats = (NATURE,) if isinstance(action, Shake) else self.to_move(state)
        if action.seat not in seats and not isinstance(action, Leave):
            return [Violation("starfarers.turn.order", f"seat {action.seat!r} is not to act now", of_seat(action.seat))]
        return act.wrong(self.parts, state, action)

    def play(self, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
        if state.phase is _ENCOUNTER:
            after = self.encounters.play(state, action)
        else:
            if state.phase is _DEAL:
                state = setup.placing_first(self.parts, state, action)
            after = _BY_MODE[state.options.mode][state.phase].acts[type(action)].play(self.parts, state, action)
        if after.seats is state.seats and after.seat == state.seat:
            return after
        return judged(after)

    def bear(self, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
        """The state after an action that the table accepted: what it needs is there (`bearing`), and the table goes on
        to it (`corrections`)."""
        if not self._in_time(state, action) or action.seat not in self.to_move(state):
            state = corrections.gone_on(state, action) or state
        return self.play(bearing(self.parts, state, action), action)

    def _in_time(self, state: StarfarersState, action: StarfarersAction) -> bool:
        """Whether the table waits for an action of this kind."""
        if state.phase is not _ENCOUNTER:
            return type(action) in _BY_MODE[state.options.mode][state.phase].acts
        if state.encounter is None:
            return type(action) is DrawEncounter
        return type(action) is self.encounters.awaited(state)

    def put_right(
        self,
        states: Sequence[StarfarersState],
        actions: Sequence[StarfarersAction],
        place: int,
        now: StarfarersAction,
    ) -> list[StarfarersAction]:
        """All actions with one put right; cards taken for each other change places (`corrections`)."""
        return corrections.put_right(self.parts, states, actions, place, now)

    def in_turn(
        self,
        state: StarfarersState,
        action: StarfarersAction,
        following: Sequence[StarfarersAction],
        fits: bool,
        was: StarfarersState | None = None,
    ) -> StarfarersAction | None:
        """The action where it fits and belongs to this turn, or what can be in its place (`corrections`)."""
        if was is not None and was.turn != state.turn:
            return None
        if not fits:
            others = corrections.others(self.parts, state, action)
            return next((o for o in others if all(v.overrulable for v in self.check(state, o))), None)
        if was is not None and isinstance(action, StartFlight):
            ended, ends = (self.bear(before, action).turn != before.turn for before in (was, state))
            if ended != ends:
                return EndTurn(seat=action.seat) if ended else StartFlight(shaken=True, seat=action.seat)
        return action

    def deal(self, state: StarfarersState, rng: Random) -> StarfarersAction:
        """Nature's next action with the odds of dice, balls and shuffled piles.

        Raises ValueError when nature is not to move.
        """
        if state.phase is _ENCOUNTER:
            return self.encounters.deal(state, rng)
        deal = _DEALS.get(state.phase)
        if deal is None:
            raise ValueError(f"nature is not to move: the table is at {state.phase.value}")
        return deal(self.parts, state, rng)

    def score(self, state: StarfarersState) -> ScoreSheet:
        """The points of every seat as they stand, with their receipts."""
        return scoring.score(self.parts, state)

    def view(self, state: StarfarersState, seat: Seat) -> StarfarersState:
        """What that seat may know; see `engines.starfarers.hidden`."""
        return self._views.view(state, seat)

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of a typed-in position of one to four players."""
        from engines.starfarers.positions import score_position

        return score_position(self.parts, position)
