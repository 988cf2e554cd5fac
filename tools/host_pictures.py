"""Makes the pictures of the host's guide anew, from the simulated table: python -m tools.host_pictures [--out DIR].

The screens come from a game that plays by itself; the help page is drawn as a console of 8x16 cells shows it.
"""

from __future__ import annotations

import argparse
import os
import re
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SHOTS = {
    "start": "start",
    "players": "players",
    "draw": "drawing",
    "photograph": "photograph",
    "question": "question",
    "final": "final",
}
"""Ending of a screenshot's name -> name of the picture."""
SIZES = {"800x480": (100, 30), "1280x720": (160, 45)}
CELL = (8, 16)
DOCTOR = [
    "ok    python                           3.11.2",
    "fail  display                          a panel is connected, but no right to draw on it",
    "                                       -> sudo usermod -aG video,render planisphere",
    "ok    saved games                      on ext4",
]
LOG = [
    "Traceback (most recent call last):",
    '  File "/opt/planisphere/venv/bin/planisphere", line 8, in <module>',
    '  File "/opt/planisphere/venv/lib/python3.11/site-packages/pi_app/ui/app.py", line 104, in fit_to_window',
    "engines.errors.NotPossible: the display cannot be opened; `planisphere doctor` says what is missing",
    "planisphere: the display cannot be opened; `planisphere doctor` says what is missing",
]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"


def console(text: str, columns: int, rows: int) -> Any:
    """A picture of a page on the console, white on black."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (columns * CELL[0], rows * CELL[1]), "black")
    draw, font = ImageDraw.Draw(picture), ImageFont.truetype(FONT, 13)
    halves = {"█": (0, 16), "▀": (0, 8), "▄": (8, 16)}
    for y, row in enumerate(text.split("\n")[:rows]):
        colour = "white" if row.startswith("\033[1;97m") else "#b0b0b0"
        for x, char in enumerate(re.sub(r"\x1b\[[0-9;]*m", "", row)[:columns]):
            left, top = x * CELL[0], y * CELL[1]
            if char in halves:
                first, last = halves[char]
                draw.rectangle((left, top + first, left + CELL[0] - 1, top + last - 1), "white")
            else:
                draw.text((left, top), char, colour, font)
    return picture


def help_pages(out: Path) -> None:
    """The page of a table that needs help, as two panels show it."""
    screen = runpy.run_path(str(ROOT / "systemd" / "help_screen.py"))
    for name, (columns, rows) in SIZES.items():
        text = screen["page"](DOCTOR, LOG, columns, rows, screen["qr_maker"]())
        console(text, columns, rows).save(out / f"help-{name}.png", optimize=True)


def screens(out: Path, seconds: float) -> None:
    """Screens of a game that plays by itself."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "STATE_DIRECTORY": folder, "SDL_VIDEODRIVER": "offscreen", "OMP_NUM_THREADS": "1"}
        command = [str(ROOT / ".venv/bin/planisphere"), "play", "--simulate", "--autoplay", str(seconds)]
        command += ["--screenshots", f"{folder}/shots"]
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        taken = sorted(Path(folder, "shots").glob("*.png"))
        for ending, name in SHOTS.items():
            path = next((path for path in taken if path.stem.endswith(ending)), None)
            if path is None:
                print(f"the game did not come to {ending!r}: that picture stays as it was", file=sys.stderr)
                continue
            Image.open(path).quantize(128).save(out / f"{name}.png", optimize=True)


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "host" / "pictures")
    parser.add_argument("--seconds", type=float, default=600, help="how long the game may take")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    help_pages(args.out)
    screens(args.out, args.seconds)
    print(f"{len(list(args.out.glob('*.png')))} pictures in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
