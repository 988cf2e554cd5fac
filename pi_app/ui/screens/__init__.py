"""The screens: one module and one layout file each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.registry import load

if TYPE_CHECKING:
    from pi_app.games.app_game import ScreenPlace
    from pi_app.presenters.navigator import Navigator
    from pi_app.ui.screens.base import Presenter, TableScreen


def make_presenter(place: ScreenPlace, nav: Navigator) -> Presenter:
    """What the screen there shows and does."""
    made: Presenter = load(place.presenter)(nav)
    return made


def make_screen(place: ScreenPlace, presenter: Presenter) -> TableScreen:
    """The screen there, over its presenter."""
    made: TableScreen = load(place.screen)(presenter)
    return made


def is_shared(place: ScreenPlace) -> bool:
    """Whether one screen serves every presenter of that class."""
    return bool(load(place.screen).SHARED)
