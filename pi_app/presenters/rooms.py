"""The common rooms: screens that every game shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pi_app.games.app_game import app_of, offered

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


ROOMS: Final[dict[str, str]] = {
    "start": "pi_app.presenters.start:StartPresenter",
    "games": "pi_app.presenters.choosing:GamesPresenter",
    "players": "pi_app.presenters.setup:PlayersPresenter",
    "options": "pi_app.presenters.options:OptionsPresenter",
    "scores": "pi_app.presenters.standing:SheetPresenter",
    "final": "pi_app.presenters.standing:SheetPresenter",
    "past": "pi_app.presenters.standing:PastPresenter",
    "history": "pi_app.presenters.history:HistoryPresenter",
    "correct": "pi_app.steps.entry:EntryPresenter",
    "better": "pi_app.presenters.better:BetterPresenter",
    "take": "pi_app.presenters.take:TakePresenter",
    "people": "pi_app.presenters.people_page:PeoplePresenter",
    "sky": "pi_app.presenters.personal_sky:SkyPresenter",
    "settings": "pi_app.presenters.settings:SettingsPresenter",
    "host": "pi_app.presenters.host:HostPresenter",
    "first_start": "pi_app.presenters.first_start:FirstStartPresenter",
    "seats": "pi_app.presenters.seats:SeatsPresenter",
    "phones": "pi_app.presenters.phones:PhonesPresenter",
    "menu": "pi_app.presenters.menu:MenuPresenter",
    "help": "pi_app.presenters.menu:HelpPresenter",
}


def presenter_of(name: str, nav: Navigator) -> str | None:
    """`module:Class` of the presenter of that screen, for the game in progress; None where there is no such screen."""
    own = nav.app.screens() if nav.table is not None else {}
    games = (app_of(game).rooms() for game in offered())
    return own.get(name) or ROOMS.get(name) or next((rooms[name] for rooms in games if name in rooms), None)
