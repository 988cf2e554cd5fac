"""What the app costs while nobody touches it: processor time, and frames drawn although nothing has changed.

    .venv/bin/python -m tools.idle [--seconds 30]

Opens the app offscreen, lets the start screen and then a game that waits for a player rest, and prints a line of JSON
for each: `percent` of one core and `drawn` frames. Exit code 1 where a frame was drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engines.record import Header
from hardware.backlight import Backlight
from pi_app.host.rest import Rest, ScreenConfig
from pi_app.host.settings import Settings
from pi_app.ui import environment

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator
    from pi_app.ui.app import PlanisphereApp

SETTLED_S = 8.0
"""Seconds after a change until the app rests: fewer frames, garbage collected."""


class Watch:
    """Looks at one screen after the other, then ends the app. `found`: a line of figures for each."""

    def __init__(self, nav: Navigator, seconds: float) -> None:
        self.nav, self.seconds = nav, seconds
        self.found: list[dict[str, object]] = []
        self.drawn = 0
        self._at = 0.0

    def wait(self, app: PlanisphereApp) -> None:
        """Look at the screen that is up, once it has come to rest."""
        from kivy.clock import Clock

        self._app = app
        Clock.schedule_once(lambda _dt: self._begin(), SETTLED_S)
        Clock.schedule_once(lambda _dt: self._end(), SETTLED_S + self.seconds)

    def frame(self, *_: object) -> None:
        """A frame was drawn."""
        self.drawn += 1

    def _begin(self) -> None:
        self.drawn, self._at = 0, time.process_time()

    def _end(self) -> None:
        percent = round(100 * (time.process_time() - self._at) / self.seconds, 2)
        self.found.append({"screen": self.nav.screen, "percent": percent, "drawn": self.drawn})
        if self.nav.table is not None:
            self._app.stop()
            return
        self.nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
        self.wait(self._app)


def measure(state: Path, seconds: float) -> list[dict[str, object]]:
    """The figures of both screens; `state`: an empty folder."""
    os.environ.update(SDL_VIDEODRIVER="offscreen", STATE_DIRECTORY=str(state), CONFIGURATION_DIRECTORY=str(state))
    environment.prepare()
    from kivy.core.window import Window

    from pi_app.host.kiosk import Kiosk
    from pi_app.ui.app import PlanisphereApp

    with Kiosk(state, Settings()) as kiosk:
        watch = Watch(kiosk.nav, seconds)
        Window.bind(on_flip=watch.frame)
        rest = Rest(ScreenConfig(), Backlight(state / "none"))
        PlanisphereApp(kiosk.nav, started=watch.wait, rest=rest).run()
    return watch.found


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each screen is looked at (default: 30)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="planisphere-idle-") as folder:
        found = measure(Path(folder), args.seconds)
    for line in found:
        print(json.dumps(line))
    return 1 if any(line["drawn"] for line in found) else 0


if __name__ == "__main__":
    sys.exit(main())
