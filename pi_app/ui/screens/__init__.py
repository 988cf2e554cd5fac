"""The screens: one module and one layout file each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator
    from pi_app.presenters.wing import ScreenPlace
    from pi_app.ui.screens.base import TableScreen


def make_screen(place: ScreenPlace, nav: Navigator) -> TableScreen:
    """A screen with its presenter."""
    made: TableScreen = _named(place.screen)(_named(place.presenter)(nav))
    return made


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
