"""Tables of Starfarers taken from the recorded games, stopped where a test wants to look."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from engines.record import Record, Replay, parse_record, replay_record
from engines.registry import open_game
from engines.starfarers.model import Phase, StarfarersState
from pi_app.games.starfarers.desk import Own, acting, last_line
from pi_app.presenters.navigator import Navigator
from pi_app.steps import view
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command, Press

RECORDS = Path(__file__).parents[1] / "records"


@cache
def recorded(name: str) -> tuple[Record, Replay[Any, Any]]:
    """A recorded game and its fold."""
    record = parse_record((RECORDS / f"{name}.jsonl").read_bytes())
    return record, replay_record(open_game(record.header.game, record.header.pack), record)


def after(nav: Navigator, name: str, wanted: Callable[[StarfarersState], bool]) -> None:
    """Opens that game at the first state that is wanted, as a game at a table: nobody deals by itself."""
    from msgspec.structs import replace

    record, replay = recorded(name)
    length = next(place for place, state in enumerate(replay.states) if wanted(state))
    game = nav.journal.new_game(replace(record.header, seed=None))
    nav.journal.append(game, *record.lines[:length])
    nav.resume(game)


def begun(nav: Navigator) -> None:
    """Everybody has read what happened, and the player who is to act has the screen."""
    actor = acting(nav)
    nav.keep(Own(told=last_line(nav), holder=actor))


def verb(state: StarfarersState) -> Any:
    """The verb at which an encounter waits."""
    if state.phase is not Phase.ENCOUNTER or state.encounter is None:
        return None
    game: Any = open_game("starfarers", "house")
    return game.encounters.instruction(state).verb


def touched(presenter: StepPresenter, *keys: str) -> None:
    """Does what the buttons of those keys do."""
    for key in keys:
        presenter.do(offered(presenter.view(), key) or command(key))


def offered(shown: object, key: str) -> Command | None:
    """The command of that key among what a view, or a part of it, offers."""
    if isinstance(shown, Command):
        return shown if shown.key == key else None
    parts = astuple(shown) if isinstance(shown, Struct) else shown if isinstance(shown, tuple) else ()
    return next((found for part in parts if (found := offered(part, key)) is not None), None)


def tap(nav: Navigator, *keys: str) -> None:
    """Taps on the screens as they come."""
    from engines.registry import load
    from pi_app.presenters.rooms import presenter_of

    for key in keys:
        place = presenter_of(nav.screen, nav)
        assert place is not None
        touched(load(place)(nav), key)


def command(key: str) -> Command:
    """The command of that key."""
    head, *values = key.split(".")
    told: list[Any] = [
        None if value == "none" else value == "yes" if value in ("yes", "no") else value for value in values
    ]
    made = getattr(view, "".join(word.capitalize() for word in head.split("_")), None)
    if not (isinstance(made, type) and issubclass(made, Command)):
        return Press(head, tuple(int(value) if str(value).isdigit() else value for value in told))
    return msgspec.convert(dict(zip(made.__struct_fields__, told, strict=True)), made, strict=False)
