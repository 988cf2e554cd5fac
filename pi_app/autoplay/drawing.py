"""Plays games in which all draw at once: by finger, now and then by camera, once all boards without a touch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pi_app.autoplay.base import Autoplay, Steps
from pi_app.steps.hands_free import can_be_together, desk_of

if TYPE_CHECKING:
    from hardware.simulated.trouble import Trouble


class DrawingAutoplay(Autoplay, ABC):
    """A game says what is drawn, and how a drawing gets on the screen."""

    QUESTION: ClassVar[str]
    """The screen that asks about a photograph."""
    BY_CAMERA: ClassVar[Mapping[tuple[int, int], Trouble]]
    """Rounds and seats drawn by camera, where there is time, and what is wrong with the light there."""
    HANDS_FREE: ClassVar[int]
    """A round in which the camera reads all boards at once, where there is time."""

    @abstractmethod
    def round(self) -> int:
        """Which round it is."""

    @abstractmethod
    def wanted(self) -> Any:
        """What the player on the screen draws: always the same in the same state, so a restart goes on with it."""

    @abstractmethod
    def bring(self, wanted: Any) -> Steps:
        """Bring what is on the screen to what is wanted."""

    @abstractmethod
    def finish(self, seat: int, wanted: Any) -> Steps:
        """Put it into the game."""

    @abstractmethod
    def answer(self, wanted: Any) -> Steps:
        """Answer a question: what is on the board is the truth."""

    def hands_free(self) -> bool:
        return self.round() == self.HANDS_FREE and not self.hurried and not self.digital

    def draw_turn(self) -> Steps:
        """The turn of the player on the screen."""
        seat, number = self.presenter.seat, self.round()
        if self.hands_free() and desk_of(self.nav).opened is None and can_be_together(self.nav):
            yield from self.read_all()
            return
        wanted = self.wanted()
        yield
        if (number, seat) in self.BY_CAMERA and not self.hurried and self.presenter.has_camera:
            if self.table is not None:
                self.table.trouble(seat, self.BY_CAMERA[number, seat])
            yield from self.photograph()
            yield from self.answer_all(wanted)
            yield from self.shoot("trouble" if self.nav.camera.trouble else "photograph")
        yield from self.bring(wanted)
        yield from self.shoot("drawing")
        yield from self.finish(seat, wanted)

    def answer_all(self, wanted: Any) -> Steps:
        """Answer questions for as long as there are any."""
        while self.nav.screen == self.QUESTION:
            yield from self.answer(wanted)
