"""Which panel SDL is told to draw on, and which way up: another process, as Kivy is prepared once in each."""

from __future__ import annotations

import os
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


UNREADABLE = """
import shutil, sys
from importlib import resources
from pathlib import Path
from pi_app.ui import environment

own = resources.files("pi_app") / "fonts"
shutil.copytree(own, f"{sys.argv[1]}/fonts")
environment.resources.files = lambda _package: Path(sys.argv[1])
environment.prepare(display=environment.Display("offscreen", None))
from kivy.core.text import Label

shutil.rmtree(f"{sys.argv[1]}/fonts")
for bold in (False, True):
    print(Label(font_size=31, font_name="Inter", bold=bold).get_extents("A page of words")[0] > 100)
"""


def test_words_of_every_size_are_laid_out_once_the_disk_lets_no_font_be_read_any_more(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    command = [sys.executable, "-c", UNREADABLE, str(tmp_path)]
    told = {**os.environ, "RUNTIME_DIRECTORY": str(memory)}
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\nTrue\n", 0), done.stderr


def test_a_folder_that_takes_no_font_leaves_it_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = tmp_path / "font"
    font.write_bytes(b"x")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(font / "no folder"))
    from pi_app.ui import environment

    assert environment.in_memory(str(font)) == str(font)


AHEAD = """
import sys
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from pi_app.ui import environment

environment.prepare(display=environment.Display("offscreen", None))
from pi_app.ui.app import PlanisphereApp
from pi_app.ui.tidy import REST_S, Tidier

now = [0.0]
tidier = Tidier(lambda: now[0])
app = PlanisphereApp(nav=None)
app.root = SimpleNamespace(tidier=tidier)
tidier.tick()
tidier.touched()
before = set(sys.modules)
assert app.read_ahead() and set(sys.modules) == before and not tidier.settling
now[0] = REST_S
while app.read_ahead():
    pass
assert tidier.settling, "what is held now is held for long"
for part in ("pi_app", "engines", "vision"):
    folder = Path(str(resources.files(part)))
    for path in folder.rglob("*.py"):
        name = ".".join((part, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
        if name not in sys.modules:
            print(name)
"""


def test_every_page_can_be_opened_once_the_disk_lets_no_program_be_read_any_more() -> None:
    done = subprocess.run([sys.executable, "-c", AHEAD], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
