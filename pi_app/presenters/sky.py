"""The boards of the game in progress as everybody may see them: its sky as it grows, for the empty half of a screen."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engines.game import NATURE
from engines.registry import PAD, load
from pi_app.presenters.colours import COLOURS
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Mark, Sketch
from pi_app.presenters.onlookers.view import open_state
from pi_app.steps.view import Part

BARE: Final = 1
"""Marks of a board on which nothing lies yet: its ground."""


class SketchStage(Part, frozen=True):
    """A board as onlookers see it, and over it what could have been. `seats`: their colours, six digits each."""

    WIDGET: ClassVar = "pi_app.ui.widgets.sketch:SketchBox"
    sketch: Sketch
    ghosts: tuple[Mark, ...]
    seats: tuple[str, ...]


class Moment:
    """A game as it stands now, to be drawn later. Two are equal where the table is the same again."""

    def __init__(self, nav: Navigator) -> None:
        table = nav.open_table
        self._game, self._state, self._players, self._sketch = table.game, table.state, table.players, nav.app.sketch
        self._id = table.game_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and (other._id, other._state) == (self._id, self._state)

    def __hash__(self) -> int:
        return hash(self._id)

    def boards(self) -> tuple[Sketch, ...]:
        """Every player's board, or the one of all, with nothing that is hidden from anybody."""
        state = open_state(self._game, self._state, len(self._players))
        drawn: tuple[Sketch, ...] = load(self._sketch)(self._game, state, self._players)
        drawn = tuple(board for board in drawn if len(board.marks) > BARE)
        return tuple(board for board in drawn if board.seat) or drawn


class Sky(Part, frozen=True):
    """A player's board, or that of all, beside something that matters more: it is drawn once that is on the screen."""

    WIDGET: ClassVar = "pi_app.ui.widgets.sketch:SkyBox"
    moment: Any
    """A `Moment`."""
    seat: int
    """-1: everybody's board."""
    seats: tuple[str, ...]

    def stage(self) -> SketchStage | None:
        """The board; None where there is none."""
        drawn = self.moment.boards()
        own = next((one for one in drawn if one.seat == self.seat + 1), drawn[0] if drawn else None)
        return None if own is None else SketchStage(own, (), self.seats)


def seat_codes(nav: Navigator) -> tuple[str, ...]:
    """The colours of the seats on a night sky, six digits each."""
    return tuple(COLOURS[colour].night for colour in nav.colours or ())


def sky(nav: Navigator, seat: int | None = None) -> Sky | None:
    """The board of that player, or of whom the game waits for, or of all; None where the game draws none."""
    table = nav.open_table
    if not nav.app.sketch or table.header.pack == PAD:
        return None
    moving = [mover for mover in table.game.to_move(table.state) if mover != NATURE]
    wanted = seat if seat is not None else moving[0] if moving else 0
    return Sky(Moment(nav), wanted, seat_codes(nav))


def skies(nav: Navigator) -> tuple[Sky, ...]:
    """The same of every player; one where all have one board."""
    if sky(nav, 0) is None:
        return ()
    moment = Moment(nav)
    return tuple(Sky(moment, board.seat - 1, seat_codes(nav)) for board in moment.boards())
