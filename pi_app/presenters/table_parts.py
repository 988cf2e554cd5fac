"""Devices that were there and are gone: named on every screen, with the way on, until they are back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Final

from hardware.camera import no_camera
from hardware.status import READY
from pi_app.i18n import N_, _

if TYPE_CHECKING:
    from engines.errors import Finding
    from hardware.devices import Devices

POLL_INTERVAL_S: Final = 0.5
"""Seconds between two looks at the state of the devices."""
_NAMES: Final = {
    "camera": N_("camera"),
    "shaker": N_("shaker"),
    "lights": N_("lights"),
    "buttons": N_("buttons"),
}
_WAYS: Final = {
    "camera": N_("Tap what you drew."),
    "shaker": N_("Tap the balls that you see."),
    "lights": N_("The screen shows the lights."),
    "buttons": N_("Touch the screen."),
}


class TableParts:
    """Watches the parts of a table. `statuses`: by part, what says `READY` while it is there. `clock`: seconds."""

    def __init__(
        self, statuses: Mapping[str, Callable[[], Finding]] | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._statuses = dict(statuses or {})
        self._clock = clock
        self.every_s = POLL_INTERVAL_S
        self._asked: float | None = None
        self._known: set[str] = set()
        self.missing: tuple[str, ...] = ()
        """Parts that were there and are gone."""

    @classmethod
    def of(cls, devices: Devices) -> TableParts:
        """The parts of these devices."""
        return cls(
            {
                "camera": lambda: READY if devices.camera_there else no_camera("auto"),
                "shaker": lambda: devices.shaker.status,
                "lights": lambda: devices.lights.status,
                "buttons": lambda: devices.buttons.status,
            }
        )

    def poll(self) -> bool:
        """Ask the devices, but not too often; whether a part has gone or come back."""
        now = self._clock()
        if self._asked is not None and now - self._asked < self.every_s:
            return False
        self._asked = now
        there = {part for part, status in self._statuses.items() if status() == READY}
        self._known |= there
        missing = tuple(part for part in self._statuses if part in self._known and part not in there)
        changed, self.missing = missing != self.missing, missing
        return changed

    def words(self) -> str | None:
        """What is missing and how the table goes on; None where nothing is."""
        if not self.missing:
            return None
        names = ", ".join(_(_NAMES[part]) for part in self.missing)
        ways = " ".join(_(_WAYS[part]) for part in self.missing)
        return _("Not plugged in: {parts}. {ways}").format(parts=names, ways=ways)
