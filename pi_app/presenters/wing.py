"""A wing of the app: what the common rooms (start, players, sheet, menu, undo, lights) must know of one game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from hardware.lights import Scene as LightScene

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

WINGS: Final[dict[str, str]] = {
    "star_explorer": "pi_app.presenters.star_wing:StarWing",
}
"""Game -> `module:class`; loaded on first use, so that one game never pays for another."""


class Wing(Protocol):
    """One game on the screens. Stateless: the navigator and the table it holds are what is."""

    def title(self) -> str:
        """The game's name in the language in use."""

    def screen(self, nav: Navigator) -> str:
        """The screen that the present state asks for, a name of `pi_app.ui.screens`."""

    def light(self, nav: Navigator) -> LightScene:
        """What the round lights show."""

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back, in two or three words."""

    def rule_words(self, rule: str, fallback: str) -> str:
        """A broken rule in a few words; `fallback` where there are none for it."""


@cache
def wing_of(game: str) -> Wing:
    """The wing of a game. Raises LookupError for a game that has no screens."""
    if game not in WINGS:
        raise LookupError(f"{game} has no screens")
    module, _, name = WINGS[game].partition(":")
    wing: Wing = getattr(import_module(module), name)()
    return wing
