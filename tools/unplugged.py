"""Plays whole games through the real screens while the simulated table's devices are unplugged one after another.

    .venv/bin/python -m tools.unplugged [--games starfarers,star_explorer] [--seconds 300] [--seed 3] [--players 2]

Each game is played once whole and once for each device, so that in the end every device was out at every step: camera,
shaker, lights and buttons take turns, one a step. Prints one JSON object: steps, how often the screen named the missing
part, whether all score sheets are the same. Exit code 1 where they are not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

PARTS = ("camera", "shaker", "lights", "buttons")
AWAY = "no microcontroller is plugged in: touch the screen instead"


def main() -> int:
    """Both games, or the one run that a child process was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", default="starfarers,star_explorer")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turn", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.turn is not None:
        return int(one_run(args))
    found = {game: several(game, args) for game in args.games.split(",")}
    print(json.dumps(found, indent=2))
    return 0 if all(result["same"] for result in found.values()) else 1


def several(game: str, args: argparse.Namespace) -> dict[str, Any]:
    """A whole run (turn -1), and one for each part that begins."""
    runs = [child(game, turn, args) for turn in range(-1, len(PARTS))]
    return {
        "same": all(run["sheet"] == runs[0]["sheet"] and run["over"] for run in runs),
        "steps": [run["steps"] for run in runs],
        "unplugged": sum(run["unplugged"] for run in runs),
        "named": sum(run["named"] for run in runs),
        "totals": [player["total"] for player in runs[0]["sheet"]["players"]],
    }


def child(game: str, turn: int, args: argparse.Namespace) -> Any:
    """One run in a process and a state folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environ |= {"XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder, "SDL_VIDEODRIVER": "offscreen"}
        command = [sys.executable, __file__, "--games", game, "--turn", str(turn), "--seconds", str(args.seconds)]
        command += ["--seed", str(args.seed), "--players", str(args.players)]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def one_run(args: argparse.Namespace) -> Any:
    """Autoplay with the part of each step out of its socket."""
    from pi_app.ui import environment

    environment.prepare((800, 480), max_fps=120)
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.settings import Settings
    from pi_app.paths import state_dir
    from pi_app.ui.app import PlanisphereApp

    runs = []
    with Kiosk(state_dir(), Settings(), simulate=True, seed=args.seed) as kiosk:
        kiosk.nav.preferred = args.games
        kiosk.nav.parts.every_s = 0.0
        PlanisphereApp(kiosk.nav, kiosk.devices.buttons, started=lambda app: runs.append(begin(app, kiosk, args))).run()
        run = runs[0]
        if run.error is not None:
            raise run.error
        table = kiosk.nav.open_table
        sheet = json.loads(json.dumps(as_json(table.sheet)))
        told = {"steps": run.steps_seen, "unplugged": run.unplugged, "named": run.named, "over": table.over}
        print(json.dumps({**told, "sheet": sheet}))
    return 0


def as_json(sheet: Any) -> Any:
    """A score sheet as plain values."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(sheet))


class Unplugging:
    """Mixed into the driver of a game: at every step another part is out; `turn` -1: none."""

    app: Any
    nav: Any
    kiosk: Any
    turn: int
    steps_seen = unplugged = named = 0

    def shoot(self, name: str) -> Iterator[Any]:
        """Called as each step begins."""
        if self.nav.table is None or name != self.nav.screen:
            return
        self.steps_seen += 1
        if self.turn < 0:
            return
        self.plug_in()
        yield
        part = PARTS[(self.steps_seen + self.turn) % len(PARTS)]
        self.unplug(part)
        yield
        yield
        self.unplugged += 1
        self.named += part in (self.app.root.frame.banner or "")

    def unplug(self, part: str) -> None:
        """Take this part out of its socket."""
        if part == "camera":
            self.kiosk.table.plugged = False
        else:
            getattr(self.kiosk.devices, part).status = AWAY

    def plug_in(self) -> None:
        """Put all plugs back."""
        self.kiosk.table.plugged = True
        for part in PARTS[1:]:
            getattr(self.kiosk.devices, part).status = "ready"


def begin(app: Any, kiosk: Any, args: argparse.Namespace) -> Any:
    """The driver of the game, with a hand at the plugs."""
    from pi_app.autoplay import driver

    made: Any = type("Unplugged", (Unplugging, driver(args.games)), {"kiosk": kiosk, "turn": args.turn})
    how = {"seconds": args.seconds, "players": args.players, "seed": args.seed, "table": kiosk.table}
    return made(app, shots=Path("/dev/null/none"), **how)


if __name__ == "__main__":
    sys.exit(main())
