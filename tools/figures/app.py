"""The app's figures: how fast it starts and answers a finger, how fluent it stays, how much memory it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from engines.errors import NotPossible
from engines.record import Header
from planisphere.figure import Figure
from tools.figures.touches import Touch, Watch, pause_figures, touch_figures, watch_app

if TYPE_CHECKING:
    from pi_app.host.kiosk import Kiosk
    from pi_app.ui.app import PlanisphereApp

Part: TypeAlias = Literal["start", "games", "reading", "rest"]
GAMES: Final = 10
STARTS: Final = 3
READING_S: Final = 8.0
"""Seconds for which photographs are read one after the other while frames are counted."""
SETTLED_S: Final = 8.0
"""Seconds after a change until the app rests: fewer frames, garbage collected."""
REST_S: Final = 10.0
"""Seconds for which each of two screens is looked at that nobody touches."""
MAX_GAME_S: Final = 1200.0
TIMEOUT_S: Final = 3600.0

_FLOOR: Final = """
from kivy.base import runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.uix.label import Label
Clock.schedule_once(lambda _dt: stopTouchApp(), 0)
runTouchApp(Label(text="x"))
"""


class Resting(msgspec.Struct, frozen=True):
    """A screen that nobody touches: what it takes of one core, and the frames that it drew in vain."""

    screen: str
    percent: float
    frames: int


class Measured(msgspec.Struct, kw_only=True):
    """What one run of the app told about itself. Seconds, megabytes, frames a second."""

    start_s: float = 0.0
    touches: list[Touch] = []
    pauses: list[float] = []
    within: list[float] = []
    games: int = 0
    memory_mb: float = 0.0
    peak_mb: float = 0.0
    fps: float = 0.0
    readings: int = 0
    resting: list[Resting] = []


def figures(games: int = GAMES, seconds: float = READING_S) -> Iterator[Figure]:
    """Start (floor: a bare Kivy window with one label); what screens cost that nobody touches; frames a second while
    photographs are read; over whole games of every kind: touch to picture with where it goes and on which screens,
    memory after them and at its peak.

    Offscreen at 800x480 (drawn by the processor), in processes of their own, played by the app itself with its finger.
    """
    starts = sorted(_run("start").start_s for _ in range(STARTS))
    floors = sorted(_bare_window() for _ in range(STARTS))
    yield Figure("app.start_s", starts[STARTS // 2], "s", floors[STARTS // 2])
    for one in _run("rest", REST_S).resting:
        yield Figure(f"app.rest.{one.screen}_percent", one.percent, "%")
        yield Figure(f"app.rest.{one.screen}_frames", one.frames, "")
    reading = _run("reading", seconds)
    yield Figure("app.fps_while_reading", reading.fps, "1/s")
    played = _run("games", games)
    yield from touch_figures(played.touches)
    yield from pause_figures(played.pauses, played.within)
    yield Figure("app.games", played.games, "")
    yield Figure("app.memory_mb", played.memory_mb, "MB", note=f"after {played.games} games; peak {played.peak_mb:.0f}")


def _environment(state: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("STATE_DIRECTORY", "DISPLAY", "WAYLAND_DISPLAY")}
    folders = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), state)
    return {**kept, **folders, "SDL_VIDEODRIVER": "offscreen"}


def _run(part: Part, amount: float = 0.0) -> Measured:
    with tempfile.TemporaryDirectory() as state:
        begun = time.monotonic()
        command = [sys.executable, "-m", "tools.figures.app", part, str(begun), str(amount)]
        done = _finished(command, _environment(state))
    return msgspec.json.decode(done, type=Measured)


def _bare_window() -> float:
    with tempfile.TemporaryDirectory() as state:
        begun = time.monotonic()
        quiet = {"KIVY_NO_CONFIG": "1", "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
        _finished([sys.executable, "-c", _FLOOR], {**_environment(state), **quiet})
        return time.monotonic() - begun


def _finished(command: list[str], environ: dict[str, str]) -> bytes:
    done = subprocess.run(command, env=environ, capture_output=True, timeout=TIMEOUT_S, check=False)
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise NotPossible("bench.app_failed", "the app could not be measured: {why}", why[0])
    return done.stdout


# In the child ----------------------------------------------------------------------------------------------------


def _measure(part: Part, begun: float, amount: float) -> Measured:
    """Run the app, and tell."""
    import resource

    from pi_app.host.settings import Settings
    from pi_app.paths import state_dir
    from pi_app.ui import environment

    environment.prepare((800, 480), max_fps=environment.MAX_FPS if part in ("start", "rest") else 120)
    from hardware.backlight import Backlight
    from hardware.config import CameraConfig
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.rest import Rest, ScreenConfig
    from pi_app.ui.app import PlanisphereApp

    found = Measured()
    watch = watch_app() if part == "games" else Watch()
    parts: dict[Part, Callable[[PlanisphereApp, Kiosk], None]] = {
        "start": lambda app, _kiosk: app.stop(),
        "games": _Games(found, int(amount)),
        "reading": _Reading(found, amount),
        "rest": _Rest(found, amount),
    }
    with Kiosk(state_dir(), Settings(camera=CameraConfig(kind="none")), simulate=part == "reading", seed=1) as kiosk:

        def start(app: PlanisphereApp) -> None:
            found.start_s = time.monotonic() - begun
            parts[part](app, kiosk)

        kiosk.bots.pause = False
        rest = Rest(ScreenConfig(), Backlight(state_dir() / "none")) if part == "rest" else None
        PlanisphereApp(kiosk.nav, started=start, rest=rest).run()
    found.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found.touches, found.pauses, found.within = watch.touches, watch.pauses, watch.within
    return found


def _resident_mb() -> float:
    """How much memory this process holds now."""
    import resource

    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


class _Games:
    """Plays so many games to their ends, one kind after the other."""

    def __init__(self, found: Measured, games: int) -> None:
        self.found = found
        self.games = games
        self.run: Any = None

    def __call__(self, app: PlanisphereApp, kiosk: Kiosk) -> None:
        """Begin the first game, and go on until the last."""
        self.app, self.kiosk = app, kiosk
        self._next()

    def _next(self) -> None:
        from kivy.clock import Clock

        from pi_app.autoplay import driven, driver

        if self.run is not None:
            if self.run.error is not None:
                raise self.run.error
            self.found.games += 1
        if self.found.games == self.games:
            self.found.memory_mb = _resident_mb()
            self.app.stop()
            return
        kind = driver(driven()[self.found.games % len(driven())])
        hurried = type("Hurried", (kind,), {"hurried": True, "shoot": lambda _self, _name: iter(())})
        stop = lambda: Clock.schedule_once(lambda _dt: self._next(), 0)  # noqa: E731
        app = SimpleNamespace(nav=self.app.nav, root=self.app.root, stop=stop)
        how: dict[str, Any] = {"seconds": MAX_GAME_S, "players": 2, "seed": self.found.games + 1}
        self.run = hurried(app, shots=Path(os.devnull), digital=True, **how)


class _Rest:
    """Lets the start screen rest, and then a game that waits for a player."""

    def __init__(self, found: Measured, seconds: float) -> None:
        self.found = found
        self.seconds = seconds
        self.frames = 0
        self.spent = 0.0

    def __call__(self, app: PlanisphereApp, kiosk: Kiosk) -> None:
        """Begin with the screen that is up."""
        from kivy.core.window import Window

        self.app, self.nav = app, kiosk.nav
        Window.bind(on_flip=lambda *_: self._flip())
        self._look()

    def _flip(self) -> None:
        self.frames += 1

    def _look(self) -> None:
        """Look at a screen once it has come to rest."""
        from kivy.clock import Clock

        Clock.schedule_once(lambda _dt: self._begin(), SETTLED_S)
        Clock.schedule_once(lambda _dt: self._end(), SETTLED_S + self.seconds)

    def _begin(self) -> None:
        self.frames, self.spent = 0, time.process_time()

    def _end(self) -> None:
        percent = 100 * (time.process_time() - self.spent) / self.seconds
        self.found.resting.append(Resting(self.nav.screen, percent, self.frames))
        if self.nav.table is not None:
            self.app.stop()
            return
        self.nav.begin(Header(game="star_explorer", players=("Ada", "Tycho")))
        self._look()


class _Reading:
    """Has a simulated board photographed and read again and again, and counts the frames meanwhile."""

    def __init__(self, found: Measured, seconds: float) -> None:
        self.found = found
        self.seconds = seconds
        self.frames = 0
        self.spent = 0.0
        self.since: float | None = None

    def __call__(self, app: PlanisphereApp, kiosk: Kiosk) -> None:
        """Bring a game to its drawing, then photograph."""
        from kivy.clock import Clock
        from kivy.core.window import Window

        self.app, self.nav = app, kiosk.nav
        _to_the_first_drawing(self.nav)
        self.limit = time.monotonic() + 10 * self.seconds
        Window.bind(on_flip=lambda *_: self._flip())
        Clock.schedule_interval(lambda _dt: self._tick(), 0)

    def _flip(self) -> None:
        self.frames += self.since is not None

    def _tick(self) -> None:
        from kivy.core.window import Window

        now, busy = time.monotonic(), self.nav.camera.busy is not None
        if self.since is not None:
            self.spent += now - self.since
        self.since = now if busy else None
        Window.canvas.ask_update()  # something always moves
        if self.spent >= self.seconds or now > self.limit:
            self.found.fps = self.frames / self.spent if self.spent else 0.0
            self.app.stop()
        elif not busy:
            self.found.readings += 1
            seat = self.app.root.screen.presenter.seat
            self.nav.camera.look(seat)


def _to_the_first_drawing(nav: Any) -> None:
    nav.begin(Header(game="star_explorer", players=("Ada", "Tycho"), options={"piles": "dealt"}))
    table = nav.open_table
    while nav.screen != "draw":
        seat = table.game.to_move(table.state)[0]
        nav.act(table.game.legal_actions(table.state, seat)[0])


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(_measure(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))))  # type: ignore[arg-type]
