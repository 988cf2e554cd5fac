"""Look at the Stars as a game of the contract: the rules bound to one pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.corrections import swapped
from engines.game import NATURE, Game, ScoreSheet, Seat, Violation
from engines.look_at_the_stars import corrections, legal, legality, scoring, turn
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    DealSlate,
    Phase,
    Reveal,
    StarsAction,
    StarsOptions,
    StarsPack,
    StarsState,
)
from engines.look_at_the_stars.slate import constellations
from engines.look_at_the_stars.slate.constellations import Hint

if TYPE_CHECKING:
    from random import Random

_STEPS = turn.STEPS
_DRAW = Phase.DRAW


class LookAtTheStars(Game[StarsState, StarsAction]):
    """The rules of Look at the Stars with one pack, for one to eight players who all draw at once.

    `legal_actions` is complete: every place of the night card in every rotation and passing; every use of an earned
    power and declining. Written with its lines or ends the other way round, an action means the same; `check` judges
    any form. `legal.random_action` chooses among them uniformly without listing them.
    """

    name = "look_at_the_stars"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    max_actions = 3348
    """28 of nature's. Each of 8 players draws or passes 18 times and declines at most 18 times; every use of a power
    spends a line of its own, and the lattice has 379. With the house pack's shapes of three lines it is 468."""
    state_type: ClassVar[Any] = StarsState
    action_type: ClassVar[Any] = StarsAction
    options_type: ClassVar[Any] = StarsOptions

    def __init__(self, pack: StarsPack) -> None:
        self.pack = pack
        self.pack_name = pack.pack
        self.box = Box(pack)

    @classmethod
    def from_pack(cls, data: bytes) -> LookAtTheStars:
        """The game with the components of a pack. Raises BadInput listing everything wrong with it."""
        from engines.look_at_the_stars.packcheck import parse_pack

        return cls(parse_pack(data))

    def setup(self, players: Sequence[str], options: Any = None) -> StarsState:
        """The table before the slates are dealt. Raises BadInput for other than 1 to 8 distinct names."""
        return turn.first_state(tuple(players), StarsOptions() if options is None else options)

    def decode_options(self, data: dict[str, Any]) -> Any:
        """Typed options; true and false may stand for "true" and "false". Raises BadInput naming the option."""
        words = {key: str(value).lower() if isinstance(value, bool) else value for key, value in data.items()}
        return super().decode_options(words)

    def to_move(self, state: StarsState) -> tuple[Seat, ...]:
        """The seats that may act now: nature, or everybody who has not finished the turn."""
        if state.phase is _DRAW:
            return state.waiting
        return turn.to_move(state)

    def legal_actions(self, state: StarsState, seat: Seat) -> list[StarsAction]:
        """Every legal action of that seat, sorted as `engines.look_at_the_stars.legal` says."""
        return legal.legal_actions(self.box, state, seat)

    def check(self, state: StarsState, action: StarsAction) -> list[Violation]:
        """Everything wrong with the action in that state, what cannot be overruled first; empty when legal."""
        return legality.violations(self.box, state, action)

    def play(self, state: StarsState, action: StarsAction) -> StarsState:
        """The state after an action that is known to be legal or accepted."""
        return _STEPS[type(action)](self.box, state, action)

    def deal(self, state: StarsState, rng: Random) -> StarsAction:
        """Nature's next action: every slate or card that may come is equally likely.

        Raises ValueError when nature is not to move.
        """
        if NATURE not in turn.to_move(state):
            raise ValueError(f"nature is not to move: the table is at {state.phase.value}")
        return legal.deal(self.box, state, rng)

    def put_right(
        self, states: Sequence[StarsState], actions: Sequence[StarsAction], place: int, now: StarsAction
    ) -> list[StarsAction]:
        """All actions with one put right; slates and night cards taken for each other change places."""
        fields = {DealSlate: ("slate", "player"), Reveal: ("card",)}.get(type(now), ())
        return swapped(actions, place, now, *fields)

    def in_turn(
        self,
        state: StarsState,
        action: StarsAction,
        following: Sequence[StarsAction],
        fits: bool,
        was: StarsState | None = None,
    ) -> StarsAction | None:
        """What stands in the place of a later action so that nobody's turn is lost; see `corrections`."""
        return corrections.in_turn(self.box, state, action, following, fits)

    def score(self, state: StarsState) -> ScoreSheet:
        """The sheet; before the end it names no winner."""
        sheet = scoring.score(self.box, state)
        return sheet if state.phase is Phase.OVER else sheet.undecided()

    def hints(self, state: StarsState, seat: int) -> tuple[Hint, ...]:
        """The groups of a slate that score nothing as they are: with 1 or 2 lines, or with too many."""
        slate = state.slates[seat]
        return constellations.hints(slate.drawn, slate.objects)

    def view(self, state: StarsState, seat: Seat) -> StarsState:
        """What that seat may know: everything. The slates lie open, and the order of the cards is in no state.

        Raises ValueError for a seat that does not exist.
        """
        if seat == NATURE:
            return state
        if not 0 <= seat < len(state.slates):
            raise ValueError(f"no seat {seat!r} at this table: expected 0 to {len(state.slates) - 1} or {NATURE!r}")
        return state

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of photographed or typed-in slates of one to eight players."""
        from engines.look_at_the_stars import positions

        return positions.score_position(self.box, position, self.decode_options)
