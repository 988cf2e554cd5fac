"""The screens: one module and one layout file each, opened by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator
    from pi_app.ui.screens.base import TableScreen

_SCREENS: Final[dict[str, tuple[str, str, str]]] = {
    "start": ("start", "StartScreen", "setup:StartPresenter"),
    "players": ("players", "PlayersScreen", "setup:PlayersPresenter"),
    "first_player": ("first_player", "FirstPlayerScreen", "setup:FirstPlayerPresenter"),
    "start_tile": ("start_tile", "StartTileScreen", "setup:StartTilePresenter"),
    "size": ("size", "SizeScreen", "tiles:SizePresenter"),
    "seven": ("seven", "SevenScreen", "tiles:SevenPresenter"),
    "reveal": ("reveal", "RevealScreen", "tiles:RevealPresenter"),
    "draw": ("draw", "DrawScreen", "draw:DrawPresenter"),
    "question": ("question", "QuestionScreen", "question:QuestionPresenter"),
    "round": ("why", "WhyScreen", "score:WhyPresenter"),
    "why": ("why", "WhyScreen", "score:WhyPresenter"),
    "marker": ("marker", "MarkerScreen", "score:MarkerPresenter"),
    "scores": ("sheet", "SheetScreen", "standing:SheetPresenter"),
    "final": ("sheet", "SheetScreen", "standing:SheetPresenter"),
    "past": ("past", "PastScreen", "standing:PastPresenter"),
    "menu": ("menu", "MenuScreen", "standing:MenuPresenter"),
    "help": ("help", "HelpScreen", "standing:HelpPresenter"),
    "star_map": ("star_map", "StarMapScreen", "star_map:StarMapPresenter"),
}
SCREEN_NAMES: Final = tuple(_SCREENS)


def make_screen(name: str, nav: Navigator) -> TableScreen:
    """A screen with its presenter."""
    module, screen, where = _SCREENS[name]
    home, _colon, presenter = where.partition(":")
    presenter_class = getattr(import_module(f"pi_app.presenters.{home}"), presenter)
    screen_class = getattr(import_module(f"pi_app.ui.screens.{module}"), screen)
    made: TableScreen = screen_class(presenter_class(nav))
    return made
