"""What every screen on which the camera looks at a board shares: a seat's button, and taking in what it brings."""

from __future__ import annotations

from pi_app.ui.screens.base import TableScreen


class CameraScreen(TableScreen):
    """Its presenter has `press` and `look`; the latter tells the navigator once nothing more is under way."""

    def press(self, seat: int) -> None:
        """A seat's button."""
        self.presenter.press(seat)

    def tick(self) -> None:
        """Take in what the camera brings, and say what it does now."""
        eye = self.presenter.nav.eye
        before = eye.busy
        if before is None:
            return
        self.presenter.look()
        if eye.busy not in (None, before):
            self.refresh()
