"""The common rooms: screens that every game shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pi_app.games.app_game import ScreenPlace, app_of, offered, step

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


def _room(module: str, screen: str, presenter: str) -> ScreenPlace:
    return ScreenPlace(f"pi_app.ui.screens.{module}:{screen}", f"pi_app.presenters.{presenter}")


ROOMS: Final[dict[str, ScreenPlace]] = {
    "start": step("pi_app.presenters.start:StartPresenter"),
    "games": step("pi_app.presenters.choosing:GamesPresenter"),
    "players": step("pi_app.presenters.setup:PlayersPresenter"),
    "options": step("pi_app.presenters.options:OptionsPresenter"),
    "scores": _room("sheet", "SheetScreen", "standing:SheetPresenter"),
    "final": _room("sheet", "SheetScreen", "standing:SheetPresenter"),
    "past": step("pi_app.presenters.standing:PastPresenter"),
    "history": _room("history", "HistoryScreen", "history:HistoryPresenter"),
    "correct": step("pi_app.steps.entry:EntryPresenter"),
    "better": step("pi_app.presenters.better:BetterPresenter"),
    "take": step("pi_app.presenters.take:TakePresenter"),
    "people": step("pi_app.presenters.people_page:PeoplePresenter"),
    "sky": step("pi_app.presenters.personal_sky:SkyPresenter"),
    "settings": step("pi_app.presenters.settings:SettingsPresenter"),
    "host": step("pi_app.presenters.host:HostPresenter"),
    "first_start": step("pi_app.presenters.first_start:FirstStartPresenter"),
    "seats": step("pi_app.presenters.seats:SeatsPresenter"),
    "phones": step("pi_app.presenters.phones:PhonesPresenter"),
    "menu": step("pi_app.presenters.menu:MenuPresenter"),
    "help": step("pi_app.presenters.menu:HelpPresenter"),
}


def screen_place(name: str, nav: Navigator) -> ScreenPlace | None:
    """Where the screen of that name is, for the game in progress; None where there is none."""
    own = nav.app.screens() if nav.table is not None else {}
    return own.get(name) or ROOMS.get(name) or next(_rooms_of_games(name), None)


def _rooms_of_games(name: str) -> Iterator[ScreenPlace]:
    for game in offered():
        if name in (rooms := app_of(game).rooms()):
            yield rooms[name]
