"""What the camera is told of the mother ship before its card, and its reading as two balls, each named or open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engines.starfarers.foot_card import BALL, balls_layout
from engines.starfarers.model import StarfarersState
from engines.starfarers.rules import Starfarers
from pi_app.games.starfarers.photographed import BallsSeen
from pi_app.i18n import Said, _
from pi_app.table import TableSession

if TYPE_CHECKING:
    from pi_app.eye import Asked
    from vision.balls.read import BallsReading


def balls_asked(session: TableSession[Any, Any], seat: int, ball: float = BALL) -> Asked:
    """The balls of that seat's ship; `ball`: their diameter, mm."""
    from pi_app.eye import Asked

    game: Starfarers = session.game  # type: ignore[assignment]
    state: StarfarersState = session.state
    told = balls_layout(game.parts.pack.balls, ball)
    return Asked(
        game=session.game_id,
        seat=seat,
        round=state.turn + 1,
        layout=msgspec.Raw(msgspec.json.encode(told)),
        kind="balls",
    )


def balls_trouble(asked: Asked, reading: BallsReading) -> Said | None:
    """Why the reading is of no use: no ball is seen."""
    if reading.balls:
        return None
    return lambda: _("No ball can be seen in the tube")


def balls_draft(reading: BallsReading) -> BallsSeen:
    """The balls from the top, those that are not sure left open; a single one lies below."""
    sure = [None if ball in reading.doubtful else ball.colour for ball in reading.balls]
    percent = [round(100 * ball.p) for ball in reading.balls]
    missing = 2 - len(sure)
    return BallsSeen(
        balls=(*[None] * missing, *sure),
        sure=(*[0] * missing, *percent),
        settled=reading.settled,
        visible=len(sure),
    )
