"""The boards of the game in progress as everybody may see them: its sky as it grows, for the empty half of a screen."""

from __future__ import annotations

from typing import ClassVar

from engines.game import NATURE
from pi_app.presenters.colours import COLOURS
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Mark, Sketch
from pi_app.presenters.onlookers.view import boards_of, open_state
from pi_app.steps.view import Part


class SketchStage(Part, frozen=True):
    """A board as onlookers see it, and over it what could have been. `seats`: their colours, six digits each."""

    WIDGET: ClassVar = "pi_app.ui.widgets.sketch:SketchBox"
    sketch: Sketch
    ghosts: tuple[Mark, ...]
    seats: tuple[str, ...]


class Sky(SketchStage, frozen=True):
    """The same beside something that matters more: it is painted after that is on the screen."""

    WIDGET: ClassVar = "pi_app.ui.widgets.sketch:SkyBox"


def seat_codes(nav: Navigator) -> tuple[str, ...]:
    """The colours of the seats on a night sky, six digits each."""
    return tuple(COLOURS[colour].night for colour in nav.colours or ())


def skies(nav: Navigator) -> tuple[Sky, ...]:
    """Every player's board, or the one of all; nothing that is hidden from anybody. None where the game draws none."""
    table = nav.open_table
    boards = boards_of(nav, open_state(table.game, table.state, len(table.players)))
    own = tuple(board for board in boards if board.seat) or boards
    return tuple(Sky(board, (), seat_codes(nav)) for board in own)


def sky(nav: Navigator, seat: int | None = None) -> Sky | None:
    """The board of that player, or of whom the game waits for, or of all."""
    table = nav.open_table
    moving = [mover for mover in table.game.to_move(table.state) if mover != NATURE]
    wanted = seat if seat is not None else moving[0] if moving else 0
    drawn = skies(nav)
    return next((one for one in drawn if one.sketch.seat == wanted + 1), drawn[0] if drawn else None)
