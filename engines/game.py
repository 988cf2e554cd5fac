"""The contract that all games share: seats, states, actions, violations, score sheets with receipts.

A `Game` is the rules bound to one box of components (a pack). It is stateless: states are frozen values, and
nature (shuffles, dice, revealed tiles) is a seat like the players', so that a physical table, a camera and a seeded
dealer all feed the same code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, get_args

import msgspec

from engines.errors import BadInput

if TYPE_CHECKING:
    from random import Random

    from engines.rulebook import RuleBook

NATURE: Final = "nature"
Seat: TypeAlias = int | Literal["nature"]


class Action(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """What one seat does; subclasses are one kind each, tagged by `type` in JSON."""

    seat: Seat
    """The acting seat: 0, 1, … for players in table order, `NATURE` for what nobody decides."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is so at one moment of a game; the fold of its record."""

    players: tuple[str, ...]
    """Names in seat order; distinct."""


class Violation(msgspec.Struct, frozen=True):
    """One rule that an action breaks."""

    rule: str
    """Rule id such as `star_explorer.draw.g`."""
    message: str
    """One English sentence naming the offending components."""
    components: tuple[str, ...] = ()
    """Component ids: `star:12`, `line:12-13`, `tile:cassiopeia`."""
    severity: Literal["error", "warning"] = "error"
    """A warning never blocks; an error blocks unless it may be and is overruled."""
    overrulable: bool = False
    """Whether the table may accept the action against this rule."""


class IllegalAction(ValueError):
    """An action that the rules forbid here; the state is unchanged."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        first = self.violations[0]
        self.rule = first.rule
        self.message = first.message
        self.components = first.components
        super().__init__(f"{first.rule}: {first.message}")


class Receipt(msgspec.Struct, frozen=True):
    """Why a row pays: so many components at so many points each."""

    rule: str
    points: int
    count: int
    each: int
    components: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One row of the score pad. `parts` splits the points where the rule book does."""

    row: str
    points: int
    parts: dict[str, int] = {}
    receipt: tuple[Receipt, ...] = ()


class PlayerScore(msgspec.Struct, frozen=True):
    """One player's column of the score pad."""

    name: str
    total: int
    rows: tuple[Row, ...]
    tiebreak: dict[str, int] = {}


class Warned(msgspec.Struct, frozen=True):
    """A rule of how a position came about that was broken; the position is scored all the same."""

    rule: str
    message: str
    player: str | None = None
    components: tuple[str, ...] = ()


class ScoreSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The score pad of a table; `winners` in seat order, nobody while the game goes on.

    `note` holds a game's closing words (what a solo total is worth), `band` the same as a number from 1.
    """

    game: str
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    warnings: tuple[Warned, ...] = ()
    note: str | None = None
    band: int | None = None

    def undecided(self) -> ScoreSheet:
        """The same points while the game goes on: nobody has won, and a solo total is worth nothing yet."""
        return msgspec.structs.replace(self, winners=(), note=None, band=None)


class _Named(Protocol):
    name: ClassVar[str]


class RulesOfGame:
    """A class attribute that is the rule list of the game so named; read from its file on first use only."""

    def __get__(self, instance: Any, owner: type[_Named]) -> RuleBook:
        from engines.rulebook import rulebook

        return rulebook(owner.name)


@cache
def _kinds(actions: Any) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(actions)}


def _kind(actions: Any, tag: Any) -> Any:
    """The class of that tag, which decodes hundreds of times faster than the union; the union where there is none."""
    return _kinds(actions).get(tag, actions) if isinstance(tag, str) else actions


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Game(ABC, Generic[S, A]):
    """The rules of one game with one pack. Instances are immutable and may be shared between threads."""

    name: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    max_actions: ClassVar[int]
    """No game has more actions than this."""
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    """The union of the game's action classes, for decoding."""
    options_type: ClassVar[Any]
    rules = RulesOfGame()
    pack_name: str

    @classmethod
    @abstractmethod
    def from_pack(cls, data: bytes) -> Game[S, A]:
        """The game with the components of a pack (JSON text). Raises BadInput where the pack is not one."""

    @abstractmethod
    def setup(self, players: Sequence[str], options: Any = None) -> S:
        """The first state. `options`: an instance of `options_type` (None: the defaults).

        Raises BadInput for a wrong number of players or names that are not distinct.
        """

    @abstractmethod
    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now, in seat order (several act all at once); empty when over."""

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> list[A]:
        """Every legal action of that seat in a fixed order; empty when it is not to move."""

    @abstractmethod
    def check(self, state: S, action: A) -> list[Violation]:
        """Everything wrong with the action in that state, worst first; warnings included; empty when legal."""

    @abstractmethod
    def play(self, state: S, action: A) -> S:
        """The state after an action that is known to be legal; legality is not looked at."""

    def bear(self, state: S, action: A) -> S:
        """The state after an action that the table accepted against every rule that it breaks."""
        return self.play(state, action)

    @abstractmethod
    def deal(self, state: S, rng: Random) -> A:
        """Nature's next action, drawn with the odds of the physical components."""

    @abstractmethod
    def score(self, state: S) -> ScoreSheet:
        """The score pad as it stands, with a receipt for every row; it names winners once the game is over."""

    @abstractmethod
    def view(self, state: S, seat: Seat) -> S:
        """What that seat may know: the state with everything hidden from it removed."""

    @abstractmethod
    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of a position without a history (the `score` command).

        Raises BadInput where it cannot be a position; broken rules of how it came about become `warnings`.
        """

    def knows_choices(self, state: S) -> bool:
        """Whether the state holds all that a seat's choices hang on, so that other answers can be worked out."""
        return True

    def turned_out(self, state: S, action: A, rng: Random) -> A:
        """What a choice that was made by a seat's view turns out to be: the same, unless it names what that view could
        not know to lie elsewhere."""
        return action

    def put_right(self, states: Sequence[S], actions: Sequence[A], place: int, now: A) -> list[A]:
        """All actions of a game once the one at `place` is known to have been `now`, before the rules look at them.

        What names the same component follows it. Where a component exists once and another action has named it, that
        one gets what was replaced. `states[i]` is the state in which `actions[i]` was played.
        """
        return [*actions[:place], now, *actions[place + 1 :]]

    def in_turn(self, state: S, action: A, following: Sequence[A], fits: bool, was: S | None = None) -> A | None:
        """What stands in the place of an action once an earlier one was put right, so that nobody's turn is lost or
        moves: the action itself where it `fits` (it is legal, or the table accepts it), another one, or None where
        it is lost. `following`: the actions after it; `was`: the state in which it was played, where that is known."""
        return action if fits else None

    def is_over(self, state: S) -> bool:
        """Whether nobody is to move any more."""
        return not self.to_move(state)

    def apply(self, state: S, action: A, overruled: Iterable[str] = ()) -> S:
        """The state after the action. Raises IllegalAction, except for overrulable rules named in `overruled`."""
        accepted = frozenset(overruled)
        errors = [v for v in self.check(state, action) if v.severity == "error"]
        broken = [v for v in errors if not (v.overrulable and v.rule in accepted)]
        if broken:
            raise IllegalAction(broken)
        return self.bear(state, action) if errors else self.play(state, action)

    def decode_action(self, seat: Seat, data: dict[str, Any]) -> A:
        """A typed action from its record form (which keeps the seat beside it). Raises BadInput."""
        try:
            action: A = msgspec.convert({**data, "seat": seat}, _kind(self.action_type, data.get("type")))
        except msgspec.ValidationError as error:
            raise BadInput("action.wrong", "action {type!r}: {problem}", data.get("type"), error) from error
        return action

    def encode_action(self, action: A) -> dict[str, Any]:
        """The record form of an action: plain JSON values, `type` first, without the seat."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
        del data["seat"]
        return data

    def decode_options(self, data: dict[str, Any]) -> Any:
        """Typed options from a record header. Raises BadInput naming the option."""
        try:
            return msgspec.convert(data, self.options_type)
        except msgspec.ValidationError as error:
            raise BadInput("options.wrong", "options of {name}: {problem}", self.name, error) from error
