"""The app's figures: how fast it starts, how fast it answers a finger, how much memory it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import msgspec

from engines.errors import NotPossible
from planisphere.figures import Figure

SECONDS = 25.0
"""How long the app plays by itself while it is measured."""
STARTS = 3
LIMIT = 120.0

_FLOOR = """
from kivy.base import runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.uix.label import Label
Clock.schedule_once(lambda _dt: stopTouchApp(), 0)
runTouchApp(Label(text="x"))
"""


class Measured(msgspec.Struct, frozen=True):
    """What one run of the app told about itself. Seconds and megabytes."""

    start_s: float
    touches_s: tuple[float, ...]
    memory_mb: float


def figures(seconds: float = SECONDS) -> Iterator[Figure]:
    """Start (floor: a bare Kivy window with one label), touch to picture (95th percentile), and peak memory.

    Offscreen at 800x480 (drawn by the processor), in processes of their own, played by the app itself with its finger.
    """
    starts = sorted(_run(0.1).start_s for _ in range(STARTS))
    floors = sorted(_bare_window() for _ in range(STARTS))
    yield Figure("app.start_s", starts[STARTS // 2], "s", floors[STARTS // 2])
    played = _run(seconds)
    touches = sorted(played.touches_s)
    yield Figure("app.touch_p95_ms", 1000 * touches[int(0.95 * (len(touches) - 1))], "ms")
    yield Figure("app.memory_mb", played.memory_mb, "MB")


def _environment(state: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("STATE_DIRECTORY", "DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "SDL_VIDEODRIVER": "offscreen"}


def _run(seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as state:
        begun = time.monotonic()
        command = [sys.executable, "-m", "planisphere.figures.app", str(begun), str(seconds)]
        done = _finished(command, _environment(state))
    return msgspec.json.decode(done, type=Measured)


def _bare_window() -> float:
    with tempfile.TemporaryDirectory() as state:
        begun = time.monotonic()
        quiet = {"KIVY_NO_CONFIG": "1", "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
        _finished([sys.executable, "-c", _FLOOR], {**_environment(state), **quiet})
        return time.monotonic() - begun


def _finished(command: list[str], environ: dict[str, str]) -> bytes:
    done = subprocess.run(command, env=environ, capture_output=True, timeout=LIMIT, check=False)
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise NotPossible(f"the app could not be measured: {why[0]}")
    return done.stdout


def _measure(begun: float, seconds: float) -> Measured:
    """In the child: play, and tell."""
    import resource
    from pathlib import Path

    from hardware.config import CameraConfig
    from pi_app.paths import state_dir
    from pi_app.settings import Settings
    from pi_app.ui import environment

    environment.prepare((800, 480))
    from pi_app.autoplay.star_explorer import StarAutoplay
    from pi_app.kiosk import Kiosk
    from pi_app.ui.app import PlanisphereApp

    runs: list[tuple[float, StarAutoplay]] = []

    def start(app: PlanisphereApp) -> None:
        shown = time.monotonic() - begun
        run = StarAutoplay(app, seconds=seconds, players=2, seed=1, shots=Path(state_dir()) / "s")
        runs.append((shown, run))

    settings = Settings(camera=CameraConfig(kind="none"))
    with Kiosk(state_dir(), settings, seed=1) as kiosk:
        PlanisphereApp(kiosk.nav, started=start).run()
    shown, run = runs[0]
    if run.error is not None:
        raise run.error
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(shown, tuple(run.finger.answers), memory)


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(_measure(float(sys.argv[1]), float(sys.argv[2]))))
