"""Puts the firmware onto a microcontroller that runs MicroPython, with mpremote, and proves that it is there whole."""

from __future__ import annotations

import subprocess
import sys
import time
from binascii import crc32
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from firmware_bridge.errors import BridgeError
from firmware_bridge.firmware.parts import PROGRAM

FIRMWARE = Path(__file__).resolve().parent / "firmware"
FOLDER = "table"
STAY = "stay"
"""A file of this name makes the board stay at its prompt once: its watchdog could not be stopped otherwise."""
TIMEOUT_S = 60.0
MAX_TRIES = 10
RESET = "import time, machine; time.sleep_ms(200); machine.reset()"
Runner = Callable[[Sequence[str]], str]
"""Runs mpremote with arguments; gives what it printed. Raises BridgeError."""

LIST = f"""
import binascii, json, os
found = {{}}
for folder in ("", "{FOLDER}"):
    for name in os.listdir(folder or ".") if not folder or folder in os.listdir() else ():
        if name.endswith(".py"):
            with open((folder + "/" if folder else "") + name, "rb") as file:
                found[(folder + "/" if folder else "") + name] = binascii.crc32(file.read())
print(json.dumps(found))
"""


def files() -> dict[str, Path]:
    """Where each file goes on the board."""
    placed = {f"{FOLDER}/{path.name}": path for path in sorted(FIRMWARE.glob("*.py"))}
    placed["main.py"] = placed.pop(f"{FOLDER}/main.py")
    placed["typing.py"] = placed.pop(f"{FOLDER}/typing_for_micropython.py")
    return placed


def flash(port: str, run: Runner | None = None, pause: Callable[[float], None] = time.sleep) -> Iterator[str]:
    """Copy every file and compare; yields what is being done. Raises BridgeError where the board does not take it.

    `port`: of the board's prompt (REPL), as mpremote takes it: `auto`, a tty.
    """
    mpremote = run or run_mpremote
    at = ("connect", port, "resume")
    yield "asking the board to stay at its prompt"
    mpremote((*at, "exec", f"open({STAY!r}, 'w').close()"))
    mpremote((*at, "exec", "--no-follow", RESET))
    there = _after_reset(mpremote, at, pause)
    if not any(name.startswith(f"{FOLDER}/") for name in there):
        mpremote((*at, "exec", f"import os\nif {FOLDER!r} not in os.listdir(): os.mkdir({FOLDER!r})"))
    placed = files()
    old = _unlike(there)
    yield f"copying {len(old)} of {len(placed)} files"
    inside = [str(placed[name]) for name in old if name == f"{FOLDER}/{placed[name].name}"]
    if inside:
        mpremote((*at, "fs", "cp", "-f", *inside, f":{FOLDER}/"))
    for name in old:
        if str(placed[name]) not in inside:
            mpremote((*at, "fs", "cp", "-f", str(placed[name]), f":{name}"))
    wrong = _unlike(_listed(mpremote, at))
    if wrong:
        raise BridgeError(f"{', '.join(wrong)} did not arrive whole: try again, with another cable if need be")
    yield f"all {len(placed)} files of version {PROGRAM} are on the board; starting it"
    mpremote((*at, "exec", f"import os\nif {STAY!r} in os.listdir(): os.remove({STAY!r})"))
    mpremote((*at, "exec", "--no-follow", RESET))


def _unlike(there: dict[str, int]) -> list[str]:
    """The files that are not on the board as they are here."""
    return [name for name, path in files().items() if there.get(name) != crc32(path.read_bytes())]


def _after_reset(mpremote: Runner, at: Sequence[str], pause: Callable[[float], None]) -> dict[str, int]:
    """What is on the board, once its USB port is back."""
    for _ in range(MAX_TRIES - 1):
        pause(1.0)
        try:
            return _listed(mpremote, at)
        except BridgeError:
            continue
    pause(1.0)
    return _listed(mpremote, at)


def _listed(mpremote: Runner, at: Sequence[str]) -> dict[str, int]:
    printed = mpremote((*at, "exec", LIST))
    try:
        return msgspec.json.decode(printed.strip().splitlines()[-1], type=dict[str, int])
    except (msgspec.DecodeError, msgspec.ValidationError, IndexError) as error:
        raise BridgeError(f"the board answers {printed.strip()[:80]!r}: is MicroPython on it?") from error


def run_mpremote(arguments: Sequence[str]) -> str:
    """What mpremote prints. Raises BridgeError with its last line where it fails."""
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        done: Any = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise BridgeError("the board does not answer at its prompt") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["mpremote failed"]
        raise BridgeError(said[-1].removeprefix("mpremote: "))
    printed: str = done.stdout
    return printed
