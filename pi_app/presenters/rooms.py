"""The common rooms: screens that every game shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_app.presenters.wing import ScreenPlace

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


def _room(module: str, screen: str, presenter: str) -> ScreenPlace:
    return ScreenPlace(f"pi_app.ui.screens.{module}:{screen}", f"pi_app.presenters.{presenter}")


ROOMS: Final[dict[str, ScreenPlace]] = {
    "start": _room("start", "StartScreen", "setup:StartPresenter"),
    "games": _room("games", "GamesScreen", "choosing:GamesPresenter"),
    "players": _room("players", "PlayersScreen", "setup:PlayersPresenter"),
    "scores": _room("sheet", "SheetScreen", "standing:SheetPresenter"),
    "final": _room("sheet", "SheetScreen", "standing:SheetPresenter"),
    "past": _room("past", "PastScreen", "standing:PastPresenter"),
    "history": _room("history", "HistoryScreen", "history:HistoryPresenter"),
    "take": _room("take", "TakeScreen", "take:TakePresenter"),
    "people": _room("people", "PeopleScreen", "people:PeoplePresenter"),
    "settings": _room("settings", "SettingsScreen", "settings:SettingsPresenter"),
    "host": _room("host", "HostScreen", "host:HostPresenter"),
    "menu": _room("menu", "MenuScreen", "standing:MenuPresenter"),
    "help": _room("help", "HelpScreen", "standing:HelpPresenter"),
    "star_map": ScreenPlace(
        "pi_app.games.star_explorer.ui.star_map:StarMapScreen", "pi_app.games.star_explorer.star_map:StarMapPresenter"
    ),
}


def screen_place(name: str, nav: Navigator) -> ScreenPlace | None:
    """Where the screen of that name is, for the game in progress; None where there is none."""
    own = nav.wing.screens() if nav.table is not None else {}
    return own.get(name) or ROOMS.get(name)
