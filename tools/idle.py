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

SETTLED_S = 8.0
"""Seconds after a change until the app rests: fewer frames, garbage collected."""


def measure(state: Path, seconds: float) -> list[dict[str, object]]:
    """The figures of both screens; `state`: an empty folder."""
    os.environ.update(SDL_VIDEODRIVER="offscreen", STATE_DIRECTORY=str(state), CONFIGURATION_DIRECTORY=str(state))
    from pi_app.ui import environment

    environment.prepare((800, 480))
    from kivy.clock import Clock
    from kivy.core.window import Window

    from engines.record import Header
    from hardware.backlight import Backlight
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.rest import Rest, ScreenConfig
    from pi_app.host.settings import Settings
    from pi_app.ui.app import PlanisphereApp

    found: list[dict[str, object]] = []
    drawn: list[float] = []
    with Kiosk(state, Settings()) as kiosk:

        def begin(screens: int) -> None:
            drawn.clear()
            at = time.process_time()
            Clock.schedule_once(lambda _dt: end(screens, at), seconds)

        def end(screens: int, at: float) -> None:
            percent = round(100 * (time.process_time() - at) / seconds, 2)
            found.append({"screen": kiosk.nav.screen, "percent": percent, "drawn": len(drawn)})
            if screens:
                kiosk.nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
                Clock.schedule_once(lambda _dt: begin(screens - 1), SETTLED_S)
            else:
                app.stop()

        Window.bind(on_flip=lambda *_: drawn.append(time.monotonic()))
        app = PlanisphereApp(
            kiosk.nav,
            started=lambda _app: Clock.schedule_once(lambda _dt: begin(1), SETTLED_S),
            rest=Rest(ScreenConfig(), Backlight(state / "none")),
        )
        app.run()
    return found


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
