from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_app.host import notify


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The service manager's end."""
    path = str(tmp_path / "notify")
    name = path if request.param == "file" else "@" + path
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0", 1))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield listening


def test_each_call_is_one_datagram_of_lines(manager: socket.socket) -> None:
    notify.ready("screen start")
    notify.alive("screen draw")
    notify.stopping()
    assert [manager.recv(200) for _ in range(3)] == [
        b"READY=1\nSTATUS=screen start",
        b"WATCHDOG=1\nSTATUS=screen draw",
        b"STOPPING=1",
    ]


def test_a_status_cannot_smuggle_in_a_line(manager: socket.socket) -> None:
    notify.alive("draw\nMAINPID=1")
    assert manager.recv(200) == b"WATCHDOG=1\nSTATUS=draw MAINPID=1"


def test_without_a_service_manager_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify.supervised()
    notify.ready("screen start")


def test_a_manager_that_is_gone_stops_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    assert notify.supervised()
    notify.alive("screen draw")
    monkeypatch.setenv("NOTIFY_SOCKET", "vsock:2:1")
    notify.alive("screen draw")


def test_a_manager_that_does_not_listen_stops_no_screen(manager: socket.socket) -> None:
    for _ in range(2000):
        notify.alive("screen draw")


def test_the_app_says_that_it_is_up_that_it_lives_and_that_it_was_asked_to_end(tmp_path: Path) -> None:
    address, trace = str(tmp_path / "notify"), tmp_path / "trace"
    (tmp_path / "settings.toml").write_text('camera.kind = "none"\nlights.kind = "none"\nbuttons.kind = "none"\n')
    environ = {
        **os.environ,
        "NOTIFY_SOCKET": address,
        "SDL_VIDEODRIVER": "offscreen",
        "STATE_DIRECTORY": str(tmp_path),
        "CONFIGURATION_DIRECTORY": str(tmp_path),
        "PLANISPHERE_TRACE": str(trace),
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(600)
        command = [sys.executable, "-m", "planisphere.cli", "play", "--size", "800x480"]
        with subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL) as app:
            try:
                told = [listening.recv(200).partition(b"\n")[0] for _ in range(2)]
                traced = [json.loads(line)["screen"] for line in trace.read_text().splitlines()]
                app.terminate()
                while told[-1] == b"WATCHDOG=1":
                    told.append(listening.recv(200).partition(b"\n")[0])
                code = app.wait()
            finally:
                app.kill()
    assert told[:2] == [b"READY=1", b"WATCHDOG=1"]
    assert traced == ["start"], "the trace begins with the screen that is up, said once"
    assert (told[-1], code) == (b"STOPPING=1", 0)


KEYS = """
from pi_app.ui import environment
environment.prepare((800, 480), environment.Display("offscreen", "tests"))
from pi_app.ui.app import PlanisphereApp
app = PlanisphereApp(nav=None)
app._app_window = None
for key in (282, 27):
    assert not app._on_keyboard_settings(None, key) or key == 282
assert app._app_settings is None, "Kivy's settings panel was opened"
"""


def test_no_key_opens_kivys_settings() -> None:
    environ = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    done = subprocess.run([sys.executable, "-c", KEYS], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
