"""A step in which the camera may look at a player's board: the photograph, a seat's button, the reading that comes."""

from __future__ import annotations

from abc import abstractmethod

from pi_app.presenters.board_camera import Seen, Sight, camera_words
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Photograph, Tap


class CameraStep(StepPresenter):
    """Asks the camera, and takes in what it has read; the screen goes on meanwhile."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._doing = nav.camera.busy
        self._sight = Sight()

    @abstractmethod
    def arrived(self, seen: Seen) -> bool:
        """Take in a reading. Returns whether it was one for this step."""

    def takes(self, seat: int) -> bool:
        """Whether a phone's picture of that seat's board is for this step."""
        return seat == self.seat

    def can_look(self, seat: int) -> bool:
        """Whether that player's board can be photographed: there is none where all is on the screen."""
        return not self.nav.open_table.digital and self.nav.camera.can_look(seat)

    @property
    def has_camera(self) -> bool:
        """Whether the board of the player on the screen can be photographed."""
        return self.can_look(self.seat)

    def photograph_tap(self) -> Tap:
        """The button that photographs, with what the camera does now."""
        camera = self.nav.camera
        on = self.has_camera and camera.busy is None
        return Tap(Photograph(), camera_words(camera, self.seat), icon="camera", on=on)

    @on(Photograph)
    def photograph(self) -> None:
        """Ask the camera; `tick` brings the reading."""
        self.nav.camera.look(self.seat)
        self.nav.changed()

    def tick(self) -> bool:
        """Take in a reading that has arrived or a phone's picture, and tell what the camera does now."""
        if self.nav.phones is not None:
            self.nav.phones.offer(self.takes)
        camera, before = self.nav.camera, self._doing
        self._doing = camera.busy
        if camera.busy is None and before is None:
            return self._sight.changed(self.has_camera)
        self.look()
        return camera.busy not in (None, before)

    def look(self) -> bool:
        """Take in a reading that has arrived. Returns whether one has."""
        seen = self.nav.camera.poll()
        if seen is not None and self.arrived(seen):
            return True
        if self.nav.camera.busy is None:
            self.nav.changed()
        return False
