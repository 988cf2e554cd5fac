"""The trial of the camera: a board photographed and read through the kernel, the camera pulled and plugged in again."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np

from engines.registry import open_game
from engines.star_explorer.rules import StarExplorer
from hardware.simulated.star_explorer.tabletop import SimulatedDiscs
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import QUIET_S, Bench, ready
from tools.virtual_pi.machine import Machine

WAYS: Final = ("main", "way.pad", "name.Guest 1", "name.Guest 2", "main", "boards", "photograph")
"""From the first screen to the photograph of a finished board."""
SEED, ROUNDS = 3, 6
DEVICE: Final = "/dev/video0"
LINK: Final = "/dev/v4l/by-id/usb-Webcam-video-index0"
"""What udev makes for a webcam; for the kernel's loopback it makes none."""
PICTURE: Final = "/run/board.jpg"
PROGRAM: Final = Path(__file__).with_name("webcam.py")
UNIT: Final = "webcam"


class Hold:
    """A table that keeps how the last board laid looks."""

    def lay(self, _seat: int, picture: Any) -> None:
        """Keep it."""
        self.picture = picture


def board() -> bytes:
    """A photograph of a disc at the end of a game, as a JPEG."""
    game, held = cast("StarExplorer", open_game("star_explorer")), Hold()
    SimulatedDiscs(cast("SimulatedTable", held), game.pack.layout, SEED).play(0, ROUNDS)
    return bytes(cv2.imencode(".jpg", np.asarray(held.picture(CALM, 0)), [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


def plug_in(machine: Machine) -> None:
    """Have the webcam send its picture, and be found."""
    machine.run("systemd-run", f"--unit={UNIT}", "python3", f"/run/{PROGRAM.name}", PICTURE, DEVICE)
    machine.run("sh", "-c", f"mkdir -p {Path(LINK).parent} && ln -sf {DEVICE} {LINK}")


def pull_out(machine: Machine) -> None:
    """Take it away again."""
    machine.run("rm", LINK)
    machine.run("systemctl", "stop", UNIT)


def camera(bench: Bench) -> dict[str, Any]:
    """A board is photographed and read as on this machine; a camera pulled out is named, and comes back by itself."""
    picture = board()
    with tempfile.TemporaryDirectory(dir=pictures.ON_A_DISK) as folder:
        (Path(folder) / "board.jpg").write_bytes(picture)
        (Path(folder) / "settings.toml").write_text(f'[camera]\nkind = "folder"\nfolder = "{folder}"\n')
        views = pictures.tour(*WAYS, state=Path(folder))
    with ready(bench) as (_, machine):
        for path, data in {PICTURE: picture, f"/run/{PROGRAM.name}": PROGRAM.read_bytes()}.items():
            machine.put(path, data)
        machine.run("modprobe", "v4l2loopback", "video_nr=0", "exclusive_caps=1")
        plug_in(machine)
        read = pictures.walk(machine, bench.pictures / "7_read.png", views, WAYS)
        banner = views[-1].boxes["text.1"]
        pull_out(machine)
        gone = pictures.changes(machine, bench.pictures / "8_pulled_out.png", views[-1].picture, banner)
        time.sleep(QUIET_S)
        plug_in(machine)
        plugged = time.monotonic()
        back = pictures.shows(machine, bench.pictures / "9_plugged_in.png", views[-1].picture, banner)
    figures = {"read_after_s": read, "told_after_s": gone, "back_after_s": back - plugged}
    return {name: round(seconds, 1) for name, seconds in figures.items()}
