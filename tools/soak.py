"""Lets a whole table play for a day of virtual time while its devices come and go, and looks for what grows.

    .venv/bin/python -m tools.soak [--hours 24] [--warm 24] [--screens] [--seed 1]

Everything of the app but its window runs: journal, devices, the camera with its reading process, presenters, and
a software microcontroller on a pty. Nothing waits: a touch follows a touch, six seconds apart by the table's clock.
Drawings are photographed and read; camera, microcontroller and disk vanish and come back. `--screens` draws every
screen too (offscreen). In the `--warm` hours every game, page and table of values is met once; the hours after are
judged. Prints one JSON object; exit code 1 where memory grew by 5 % or more, or threads or descriptors were left over.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import datetime
import gc
import json
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.bots import find_bot
from engines.errors import BadInput, finding
from engines.record import Header
from engines.registry import parts_of
from firmware_bridge.link import Link
from firmware_bridge.simulator.controller import Controller
from hardware.bridge import BridgedTable
from hardware.camera import CameraStatus, Frame, no_camera
from pi_app.games.app_game import app_of, offered
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings

TOUCH_S = 6
STEPS_AN_HOUR = 3600 // TOUCH_S
MAX_TOUCHES = 700
"""Touches after which a table gives up a game and begins another."""
PAGES = ("scores", "menu", "past")
MAX_GROWTH = 0.05
PATIENCE_S = 30
PHOTOGRAPHED = 0.3
"""The share of drawings that the camera is asked about."""


COUNTED = ("games", "touches", "undone", "photographs", "unread", "faults", "pages", "refused")


class Flaky:
    """A device that can be pulled out."""

    def __init__(self, device: Any, gone: Any) -> None:
        self._device, self._gone, self.out = device, gone, False

    def __getattr__(self, name: str) -> Any:
        return self._gone[name] if self.out and name in self._gone else getattr(self._device, name)


class Still:
    """A camera over boards that were photographed once a round: what renders them keeps pictures of its own."""

    status = CameraStatus("ready")

    def __init__(self) -> None:
        self.picture: Any = None

    def frames(self, count: int = 1, after: float = 0.0) -> list[Any]:
        """The same picture, taken now."""
        return [Frame(self.picture, time.monotonic()) for _ in range(count)]

    def close(self) -> None:
        """Nothing to let go."""


class Soak:
    """A table, its clock, and the hands and accidents around it."""

    def __init__(self, kiosk: Any, bridge: Any, controller: Any, seed: int, draw: Callable[[], object]) -> None:
        self.kiosk, self.nav, self.bridge, self.controller, self.draw = kiosk, kiosk.nav, bridge, controller, draw
        self.chance = random.Random(seed)
        self.now = datetime.datetime(2026, 1, 31, 18, tzinfo=datetime.UTC)
        self.counts = dict.fromkeys(COUNTED, 0)
        self.nav.clock = lambda: self.now.isoformat(timespec="seconds")
        self.left, self.still, self.simulated = 0, Still(), kiosk.devices.camera(0)
        self.cameras: dict[int, Flaky] = {}
        self.pictures: dict[Any, Any] = {}
        self._wrap_cameras()

    def _wrap_cameras(self) -> None:
        gone = {"status": CameraStatus("absent", no_camera("auto")), "frames": lambda *_: []}
        for seat in range(4):
            self.cameras[seat] = Flaky(self.still, gone)
            self.kiosk.devices._cameras[seat] = self.cameras[seat]

    def step(self) -> None:
        """One touch, and what time does meanwhile."""
        self.now += datetime.timedelta(seconds=TOUCH_S)
        self.accident()
        if self.nav.table is None or self.nav.table.over or self.left <= 0:
            self.begin()
        else:
            self.touch()
        self.nav.keep_saving()
        self.nav.tick()
        for event in self.bridge.buttons.presses():
            self.counts["touches"] += event >= 0
        self.bridge.lights.show(self.nav.lights.scene)
        self.draw()

    def begin(self) -> None:
        """Another game, of each kind in turn."""
        games = sorted(offered())
        game = games[self.counts["games"] % len(games)]
        players = ("Ana", "Ben", "Cleo")[: app_of(game).seats()[1]]
        self.nav.home()
        options = parts_of(game).self_play
        self.nav.begin(Header(game=game, players=players, options=options, seed=self.chance.randrange(10**6)))
        self.counts["games"] += 1
        self.left = MAX_TOUCHES

    def touch(self) -> None:
        """What a person does: mostly a move, sometimes something else."""
        self.left -= 1
        self.counts["touches"] += 1
        nav, way = self.nav, self.chance.random()
        if nav.place.page is not None:
            nav.back()
        elif way < 0.04 and nav.table.can_undo:
            nav.undo()
            self.counts["undone"] += 1
        elif way < 0.06 and nav.table.can_redo:
            nav.redo()
        elif way < 0.10:
            nav.open_page(self.chance.choice(PAGES))
            self.counts["pages"] += 1
        elif way < 0.11 and nav.screen == "draw":
            nav.keep(DiscDraft(lines=((1, self.chance.randrange(2, 9)),)))
        else:
            self.move()

    def move(self) -> None:
        """A legal action of whoever is to move."""
        table = self.nav.table
        seat = next((one for one in table.game.to_move(table.state) if isinstance(one, int)), None)
        if seat is not None:
            bot = find_bot(table.header.game, "random")
            action = bot(table.game, table.game.view(table.state, seat), seat, self.chance)
            if not self.nav.act(action):
                self.counts["refused"] += 1

    def photograph(self) -> None:
        """A board is photographed and read, as at a physical table; by finger where the camera is out."""
        table, camera = self.nav.table, self.kiosk.camera
        if table is None or table.header.game != "star_explorer" or self.nav.screen != "draw":
            return
        seat = next((one for one in table.game.to_move(table.state) if isinstance(one, int)), None)
        if seat is None or self.cameras[seat].out:
            return
        if (stop := table.state.round) not in self.pictures:
            self.kiosk.prepare_board(0)
            while not (drawn := self.simulated.frames()):
                time.sleep(0.02)
            self.pictures[stop] = drawn[0].image
        self.still.picture = self.pictures[stop]
        camera.look(seat)
        until, seen = time.monotonic() + PATIENCE_S, None
        while seen is None and camera.busy and time.monotonic() < until:
            self.nav.tick()
            seen = camera.poll()
            time.sleep(0.02)
        self.counts["photographs" if seen else "unread"] += 1
        camera.forget()

    def accident(self) -> None:
        """Now and then a device vanishes, or comes back."""
        way = self.chance.random()
        if way < 0.004:
            camera = self.cameras[self.chance.randrange(4)]
            camera.out = not camera.out
        elif way < 0.005:
            if self.controller.port is not None and self.chance.random() < 0.5:
                self.controller.reconnect()
            else:
                self.replug()
        elif way < 0.007:
            self.controller.put(contacts=[self.chance.randrange(4)])
            self.controller.put(contacts=[])
        elif way < 0.008:
            self.kiosk.journal._off(sqlite3.OperationalError("the card was pulled"))
        else:
            return
        self.counts["faults"] += 1

    def replug(self) -> None:
        """The microcontroller's cable is pulled, or put back."""
        self.controller.plug() if self.controller.port is None else self.controller.unplug()


def figures() -> dict[str, Any]:
    """What this process holds: memory in MB, threads, file descriptors."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)  # what a long game needed at its peak is not what is held
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "memory_mb": round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1),
        "threads": threading.active_count(),
        "names": sorted(thread.name for thread in threading.enumerate()),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "objects": len(gc.get_objects()),
    }


def settled() -> Any:
    """The figures once what had to end has ended: a link or a pty takes a moment."""
    best, until = figures(), time.monotonic() + 3
    while time.monotonic() < until:
        time.sleep(0.1)
        now = figures()
        best = min(best, now, key=lambda one: (one["threads"], one["descriptors"], one["memory_mb"]))
    return best


def window() -> Any:
    """Draws what the navigator shows, offscreen; returns what makes the screens of a navigator, and what draws one."""
    from pi_app.ui import environment
    from pi_app.ui.environment import Display

    environment.prepare((800, 480), Display("offscreen", finding("display.none", "no display was found")), max_fps=0)
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from pi_app.ui.app import fit_to_window

    EventLoop.ensure_window()
    Window.register()
    fit_to_window()

    def over(nav: Any) -> None:
        from pi_app.ui.shell import Shell

        Window.add_widget(Shell(nav))

    return over, EventLoop.idle


def run(hours: float, warm: float, seed: int, state: Path, screens: bool) -> Any:
    """Play. Returns the figures by hour, and what was done."""
    over, draw = window() if screens else (lambda _nav: None, lambda: None)
    controller = Controller(python=True)
    link = Link(lambda: controller.port)
    rows, began, bridge = [], time.monotonic(), BridgedTable(link)
    with Kiosk(state, Settings(), simulate=True, seed=seed) as kiosk:
        over(kiosk.nav)
        soak = Soak(kiosk, bridge, controller, seed, draw)
        for hour in range(round(hours + warm)):
            for _ in range(STEPS_AN_HOUR):
                soak.step()
                if soak.chance.random() < PHOTOGRAPHED:
                    soak.photograph()
            controller.plug()
            for camera in soak.cameras.values():
                camera.out = False
            kiosk.journal.retry()
            texts = [row for kept in kiosk.journal._kept.values() for row in kept.rows]
            held = round(sum(map(sys.getsizeof, texts)) / 1e6, 1)
            rows.append({"hour": hour + 1, **settled(), "games": soak.counts["games"], "journal_mb": held})
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        lost = kiosk.journal.reason
    bridge.close()
    controller.close()
    counts = {**soak.counts, "reconnects": link.reconnects, "seconds": round(time.monotonic() - began)}
    return rows, {**counts, "unsaved": lost}


def verdict(rows: Any, warm: float) -> Any:
    """What grew in the hours after the warm ones, and what was left over: figures, and what is wrong."""
    early, last = rows[:warm], rows[-1]
    first = {"memory_mb": early[-1]["memory_mb"]}
    first |= {key: max(row[key] for row in early) for key in ("threads", "descriptors")}
    growth = last["memory_mb"] / first["memory_mb"] - 1
    wrong = [] if growth < MAX_GROWTH else [f"memory grew by {growth:.1%}"]
    wrong += [f"{key}: {first[key]}, then {last[key]}" for key in ("threads", "descriptors") if last[key] > first[key]]
    told = {key: [first[key], last[key]] for key in first}
    return {"growth_percent": round(100 * growth, 2), **told}, wrong


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=int, default=24, help="of virtual time")
    parser.add_argument("--warm", type=int, default=24, help="hours before them that are not judged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screens", action="store_true", help="draw every screen, offscreen")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(BadInput):
        os.environ["STATE_DIRECTORY"] = folder
        rows, counts = run(args.hours, args.warm, args.seed, Path(folder), args.screens)
    found, wrong = verdict(rows, args.warm)
    print(
        json.dumps({"hours": args.hours, "warm": args.warm, "screens": args.screens, **found, **counts, "wrong": wrong})
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
