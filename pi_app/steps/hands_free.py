"""Whether all boards of a table are read at once, and where they lie: what is remembered of that beside the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.registry import PAD
from pi_app.presenters.board_camera import Share
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Command, Tap

ON: Final = "hands_free"
"""Key of the journal: whether this table reads all boards at once."""
PLACES: Final = "hands_free.places"
"""Key of the journal: where the boards of so many players lay when a round was accepted last, in seat order."""
DESK: Final = "hands_free.desk"


class Together(Command, frozen=True):
    """Have the camera read all boards at once, or one by one."""

    on: bool = True


class Desk(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is begun at this moment of one game: the board that is put right alone, whose boards have been told."""

    game: int = 0
    lines: int = 0
    opened: int | None = None
    asking: bool = False
    passing: bool = False
    """Whether the table was asked to give up the turns of those who have drawn nothing, and has not answered yet."""
    told: tuple[int, ...] = ()


def desk_of(nav: Navigator) -> Desk:
    """The desk as it is now; an empty one once the game has gone on."""
    table, desk = nav.open_table, nav.journal.kept(DESK, Desk)
    now = table.game_id, len(table.record.lines)
    return desk if (desk.game, desk.lines) == now else Desk(*now)


def keep_desk(nav: Navigator, desk: Desk) -> None:
    """Remember it and show it."""
    nav.journal.set_place(DESK, msgspec.json.encode(desk).decode())
    nav.changed()


def can_be_together(nav: Navigator) -> bool:
    """Whether the boards of this game lie on a table with a camera, more than one of them."""
    table = nav.open_table
    return not table.digital and table.header.pack != PAD and len(nav.people) > 1 and nav.camera.can_watch()


def is_on(nav: Navigator) -> bool:
    """Whether this table is read without a touch."""
    return nav.journal.place(ON) == "yes"


def is_together(nav: Navigator, waiting: Sequence[int]) -> bool:
    """Whether these players' boards are read all at once now."""
    return is_on(nav) and bool(waiting) and desk_of(nav).opened not in waiting and can_be_together(nav)


def switch(nav: Navigator, on: bool) -> None:
    """Read all boards at once from now on, or one by one."""
    nav.camera.forget()
    nav.journal.set_place(ON, "yes" if on else "")
    keep_desk(nav, replace(desk_of(nav), opened=None))


def together_tap(nav: Navigator) -> tuple[Tap, ...]:
    """The way to all boards, where there is one."""
    return (Tap(Together(), "", icon="boards"),) if can_be_together(nav) else ()


def places_of(nav: Navigator) -> dict[int, Share]:
    """Where the boards of so many players lay last, by seat; nothing where that is not known."""
    seats = nav.people
    return dict(zip(seats, _places_kept(nav).get(str(len(seats)), ()), strict=False))


def learn_places(nav: Navigator, places: dict[int, Share]) -> None:
    """The boards lie there: so they will in the next round and the next game of so many players."""
    seats = nav.people
    if set(places) == set(seats):
        kept = {**_places_kept(nav), str(len(seats)): [places[seat] for seat in seats]}
        nav.journal.set_place(PLACES, msgspec.json.encode(kept).decode())


def _places_kept(nav: Navigator) -> dict[str, list[Share]]:
    """How many play -> where their boards lay."""
    return nav.journal.kept(PLACES, dict[str, list[Share]])
