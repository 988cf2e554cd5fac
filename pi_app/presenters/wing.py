"""A wing of the app: what the common rooms (start, players, sheet, menu, undo, lights) must know of one game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from engines.registry import PAD
from hardware.lights import Scene as LightScene

if TYPE_CHECKING:
    from engines.game import PlayerScore
    from engines.record import Header
    from pi_app.presenters.navigator import Navigator

WINGS: Final[dict[str, str]] = {
    "star_explorer": "pi_app.games.star_explorer.wing:StarWing",
    "look_at_the_stars": "pi_app.games.look_at_the_stars.wing:StarsWing",
    "stellar": "pi_app.games.stellar.wing:StellarWing",
    "starfarers": "pi_app.games.starfarers.wing:StarfarersWing",
}
"""Game -> `module:class`; loaded on first use, so that one game never pays for another."""


class Choice(msgspec.Struct, frozen=True):
    """An option that the table settles before a game: the engine's name for it, and its values in words.

    The first value is the one a newcomer gets. Values are what the record's header keeps.
    """

    option: str
    words: str
    values: tuple[tuple[str, str], ...]


class Topic(msgspec.Struct, frozen=True):
    """One card of the rules in our own words."""

    title: str
    lines: tuple[str, ...]


class ScreenPlace(msgspec.Struct, frozen=True):
    """Where a screen is: `module:Class` of the widget and of its presenter (built with the navigator)."""

    screen: str
    presenter: str


class Wing(Protocol):
    """One game on the screens. Stateless: the navigator and the table it holds are what is.

    A wing may also have what `optional` asks for:

    - `people_look(nav) -> bool`: whether a summary is up that people end by a touch even where a bot would go on;
    - `help_card(nav) -> int`: the rule card that fits the present screen;
    - `what_now(nav) -> tuple[str, ...]`: what can be done now, where the common words do not say enough;
    - `guide(nav) -> str`: the step of the guide through a first game, where the common one does not fit;
    - `past_screen(nav) -> str`: the screen that shows an earlier state to all, where `screen` would not (hidden hands);
    - `dispute(nav) -> Dispute | None`: what of the present screen the host of an evening could decide.
    """

    def title(self) -> str:
        """The game's name in the language in use."""

    def screens(self) -> Mapping[str, ScreenPlace]:
        """The screens that only this game has, by name; `why` and `help` may replace the common ones."""

    def screen(self, nav: Navigator) -> str:
        """The screen that the present state asks for."""

    def light(self, nav: Navigator) -> LightScene:
        """What the round lights show."""

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back, in two or three words."""

    def rule_words(self, rule: str, fallback: str) -> str:
        """A broken rule in a few words; `fallback` where there are none for it."""

    # Setting a game up -----------------------------------------------------------------------------------------

    def seats(self) -> tuple[int, int]:
        """The fewest and the most players."""

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """What the table settles before a game, at the table or on the screen."""

    def options(self, digital: bool) -> dict[str, Any]:
        """Options that go without saying when the game is played in this way."""

    def bots(self) -> tuple[str, ...]:
        """Bots that may take a seat on the screen, the weakest first, by the engine's names."""

    # The score sheet -------------------------------------------------------------------------------------------

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """The rows of the score pad in the rule book's order, by the engine's names."""

    def row_words(self, row: str) -> str:
        """A row in words, as the rule book calls it."""

    def short_row_words(self, row: str) -> str:
        """A row as the head of a narrow column: a numeral or one short word."""

    def explained(self, row: str) -> bool:
        """Whether the page `why` has something to show for that row."""

    def corrected_rows(self, nav: Navigator, seat: int) -> frozenset[str]:
        """The rows of that player that were put right after the fact."""

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """What places are given by, the best smallest: points first, then the rule book's tie breaks."""

    def verdict(self, nav: Navigator) -> str | None:
        """The closing words of a game that is over; None: who won, in the common words."""

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """What else must be said below the sheet."""

    # Help ------------------------------------------------------------------------------------------------------

    def help(self) -> tuple[Topic, ...]:
        """The rules as cards, the first one first to read."""


def optional(wing: Wing, name: str, *arguments: Any, default: Any = None) -> Any:
    """What the wing's method of that name gives; `default` for a wing that has none."""
    method = getattr(wing, name, None)
    return default if method is None else method(*arguments)


@cache
def wing_of(game: str) -> Wing:
    """The wing of a game. Raises LookupError for a game that has no screens."""
    if game not in WINGS:
        raise LookupError(f"{game} has no screens")
    module, _, name = WINGS[game].partition(":")
    wing: Wing = getattr(import_module(module), name)()
    return wing


def wing_for(header: Header) -> Wing:
    """The wing of a record: the score pad's where only that was kept. Raises LookupError as `wing_of`."""
    if header.pack != PAD:
        return wing_of(header.game)
    from engines.pad import score_pad_of
    from pi_app.presenters.pad import PadWing

    return PadWing(wing_of(header.game), score_pad_of(header.game))
