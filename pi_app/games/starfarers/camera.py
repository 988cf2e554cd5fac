"""The mother ship before the camera: what the record knows of its balls, the reading, and that as two balls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.starfarers.foot_card import BALL, balls_layout
from engines.starfarers.model import StarfarersState
from engines.starfarers.pack import decode_pack
from engines.starfarers.rules import Starfarers
from hardware.camera import Image
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.query import Query
from pi_app.games.starfarers.photographed import BallsSeen
from pi_app.i18n import N_, Said, _
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from vision.balls.layout import BallsLayout
    from vision.balls.read import BallsReading
    from vision.ink.layout import MarkerSet


class BallsKind(CameraKind):
    """The balls in the tube of a ship that stands before its card."""

    name = "balls"
    layout_kind = "balls"
    layout_words = "a layout of kind 'balls' or a pack of starfarers"
    pack_game = "starfarers"
    others = ("calibration",)
    failures = {
        "markers.none": N_("The mother ship’s card is not in the picture: its corner markers must be seen"),
        "balls.cut_off": N_("The foot of the mother ship is cut off"),
    }
    frames = 2

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """The balls of that seat's ship; `ball` of the sizes: their diameter."""
        game: Starfarers = session.game  # type: ignore[assignment]
        state: StarfarersState = session.state
        return Query(
            kind=self.name,
            layout=msgspec.json.encode(balls_layout(game.parts.pack.balls, sizes.get("ball", BALL))),
            game=session.game_id,
            seat=seat,
            round=state.turn + 1,
            board=f"{session.game_id}-{seat}",
        )

    def of_pack(self, pack: bytes) -> bytes:
        """The balls in it, before the card of the usual size."""
        return msgspec.json.encode(balls_layout(decode_pack(pack).balls))

    def prepare(self) -> None:
        import vision.balls.read  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> BallsLayout:
        """Where the tube stands, and which balls there are."""
        from vision.balls.layout import parse_balls

        return parse_balls(layout)

    def markers(self, layout: BallsLayout) -> MarkerSet | None:
        """Those of the card."""
        return layout.markers

    def read(self, frames: Sequence[Image], query: Query, layout: BallsLayout, memory: Memory) -> BallsReading:
        """The balls that show, by this evening's light where the four of them were photographed in it."""
        from vision.balls.read import prepare_evening, read_balls

        evening = memory.prepared("calibration", query, lambda picture: prepare_evening(picture, layout))
        if isinstance(evening, NotPossible):
            words = "calibration {picture}: {problem}; photograph the four balls on their card"
            raise BadInput("calibration.wrong", words, query.name_of("calibration"), evening)
        return read_balls(frames, layout, evening=evening)

    def trouble(self, query: Query, reading: BallsReading) -> Said | None:
        """No ball is seen."""
        if reading.balls:
            return None
        return lambda: _("No ball can be seen in the tube")

    def draft(self, query: Query, reading: BallsReading, frame: Image, photo: str | None) -> BallsSeen:
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

    def truth(self, query: Query, draft: BallsSeen) -> dict[str, Any] | None:
        """The balls; those that moved, or were hidden, may lie there otherwise now. A finger names no places."""
        return {"balls": sorted(map(str, draft.balls))} if draft.settled and draft.visible == 2 else None

    def in_words(self, reading: BallsReading, factor: int) -> list[str]:
        """The balls, whether they lie still, doubts."""
        names = ", ".join(ball.colour for ball in reading.balls) or "none"
        still = "at rest" if reading.settled else "not settled yet"
        return [
            f"balls from the top: {names} ({reading.p:.2f}), {still}",
            "doubtful: " + (", ".join(f"{ball.colour} ({ball.p:.2f})" for ball in reading.doubtful) or "none"),
        ]


BALLS: Final = BallsKind()
