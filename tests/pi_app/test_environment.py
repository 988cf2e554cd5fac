"""Which panel SDL is told to draw on, and which way up: another process, as Kivy is prepared once in each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, sys
from pathlib import Path
from pi_app.ui import environment

found = environment.connected_panel
environment.connected_panel = lambda: found(Path(sys.argv[1]))
environment.prepare(display=environment.Display("kmsdrm", None), turned=int(sys.argv[2]) if sys.argv[2] else None)
from kivy.config import Config

print(os.environ.get("SDL_KMSDRM_DEVICE_INDEX"), Config.get("graphics", "rotation"))
"""


@pytest.mark.parametrize(
    ("panel", "mode", "turned", "told"),
    [
        ("card2-DSI-1", "720x1280", "", "2 90"),
        ("card2-DSI-1", "720x1280", "270", "2 270"),
        ("card1-HDMI-A-1", "1280x720", "", "1 0"),
        (None, "", "", "None 0"),
    ],
)
def test_the_screen_lies_across_the_panel_that_is_there(
    tmp_path: Path, panel: str | None, mode: str, turned: str, told: str
) -> None:
    if panel is not None:
        (tmp_path / panel).mkdir()
        (tmp_path / panel / "status").write_text("connected\n")
        (tmp_path / panel / "modes").write_text(f"{mode}\n")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), turned]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == told
