"""The screens: one module and one layout file each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pi_app.games.app_game import ScreenPlace
    from pi_app.presenters.navigator import Navigator
    from pi_app.ui.screens.base import Presenter, TableScreen


def make_presenter(place: ScreenPlace, nav: Navigator) -> Presenter:
    """What the screen there shows and does."""
    made: Presenter = _named(place.presenter)(nav)
    return made


def make_screen(place: ScreenPlace, presenter: Presenter) -> TableScreen:
    """The screen there, over its presenter."""
    made: TableScreen = _named(place.screen)(presenter)
    return made


def is_shared(place: ScreenPlace) -> bool:
    """Whether one screen serves every presenter of that class."""
    return bool(_named(place.screen).SHARED)


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
