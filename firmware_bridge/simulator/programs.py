"""The firmware's own files, run here: under MicroPython (in Node.js), or under this Python without Node.js."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import msgspec

from firmware_bridge.errors import BridgeError
from firmware_bridge.firmware.parts import STEP_MS
from firmware_bridge.firmware.table import Table
from firmware_bridge.simulator.board_simulated import Board

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent / "firmware"
MICROPYTHON = HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
START_TIMEOUT_S = 20.0


class Program(Protocol):
    """A running firmware: bytes of its serial line, raw values of its parts, and what its ring shows."""

    @property
    def ring(self) -> tuple[tuple[int, int, int], ...]:
        """The colours of the lights, (red, green, blue) 0 to 255 each."""

    def write(self, data: bytes) -> None:
        """Put bytes on its line."""

    def put(self, values: dict[str, Any]) -> None:
        """Change raw values: `colour`, `motion`, `contacts`."""

    def memory(self) -> int:
        """Bytes of its heap in use, 0 where that cannot be known."""

    def close(self) -> None:
        """Cut its power. May be called twice."""


def new_boot() -> int:
    """A boot number as the firmware draws one."""
    return secrets.randbelow(2**24 - 1) | 1


def why_not_micropython() -> str | None:
    """Why MicroPython cannot run here, or None."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    if not MICROPYTHON.is_dir():
        return f"MicroPython is not installed: run `npm ci` in {HERE.name}, or script/test"
    return None


class MicroPythonProgram:
    """The firmware under MicroPython. Raises BridgeError where that cannot run. `on_bytes` is called in a thread."""

    def __init__(self, on_bytes: Callable[[bytes], None]) -> None:
        why = why_not_micropython()
        if why is not None:
            raise BridgeError(f"bridge: {why}")
        self._ring: tuple[tuple[int, int, int], ...] = ()
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()
        values_out, self._values = os.pipe()
        self._notes, notes_in = os.pipe()
        self._process = _node(values_out, notes_in)
        os.close(values_out)
        os.close(notes_in)
        self._on_bytes = on_bytes
        self._closed = False
        jobs = (self._listen, self._note)
        self._threads = [threading.Thread(target=job, name="microcontroller", daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()
        self._answer("ready")

    @property
    def ring(self) -> tuple[tuple[int, int, int], ...]:
        """The colours of the lights, (red, green, blue) 0 to 255 each."""
        return self._ring

    def write(self, data: bytes) -> None:
        """Send bytes to the program; none once it is closed."""
        line = self._process.stdin
        if line is not None and not self._closed:
            with suppress(OSError):
                line.write(data)
                line.flush()

    def put(self, values: dict[str, Any]) -> None:
        """Set what the simulated inputs of the program read."""
        os.write(self._values, msgspec.json.encode(values) + b"\n")

    def memory(self) -> int:
        """Bytes of its heap in use."""
        os.write(self._values, b"memory\n")
        return int(self._answer("memory")["memory"])

    def close(self) -> None:
        """End the program; may be called again."""
        if self._closed:
            return
        self._closed = True
        self._process.kill()
        self._process.wait()
        os.close(self._values)
        for thread in self._threads:
            thread.join(5)
        for line in (self._process.stdin, self._process.stdout):
            if line is not None:
                with suppress(OSError):
                    line.close()

    def _answer(self, name: str) -> dict[str, Any]:
        try:
            while name not in (answer := self._answers.get(timeout=START_TIMEOUT_S)):
                pass
        except Empty as error:
            self.close()
            raise BridgeError("bridge: MicroPython did not start") from error
        return answer

    def _listen(self) -> None:
        line = self._process.stdout
        assert line is not None
        while data := os.read(line.fileno(), 4096):
            self._on_bytes(data)

    def _note(self) -> None:
        with os.fdopen(self._notes, "rb") as notes:
            for text in notes:
                note = msgspec.json.decode(text)
                if "ring" in note:
                    self._ring = tuple(tuple(colour) for colour in note["ring"])
                else:
                    self._answers.put(note)


def _node(values_out: int, notes_in: int) -> subprocess.Popen[bytes]:
    """Node.js with a pipe to read raw values from and one to write notes to."""
    arguments = ["node", "runner.mjs", str(FIRMWARE), str(HERE), str(new_boot()), str(values_out), str(notes_in)]
    pipe = subprocess.PIPE
    return subprocess.Popen(arguments, cwd=HERE, stdin=pipe, stdout=pipe, pass_fds=(values_out, notes_in))


class PythonProgram:
    """The same files under this Python, in a thread."""

    def __init__(self, on_bytes: Callable[[bytes], None]) -> None:
        self._board = Board()
        self._table = Table(self._board, new_boot())
        self._received: SimpleQueue[bytes] = SimpleQueue()
        self._on_bytes = on_bytes
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="microcontroller", daemon=True)
        self._thread.start()

    @property
    def ring(self) -> tuple[tuple[int, int, int], ...]:
        """The colours of the lights, (red, green, blue) 0 to 255 each."""
        return tuple(self._board.ring)

    def write(self, data: bytes) -> None:
        """Send bytes to the board."""
        self._received.put(data)

    def put(self, values: dict[str, Any]) -> None:
        """Set what the simulated inputs of the board read."""
        self._board.put(values)

    def memory(self) -> int:
        """Not known."""
        return 0

    def close(self) -> None:
        """End the thread in which the board runs."""
        self._closing.set()
        self._thread.join(5)

    def _run(self) -> None:
        started = time.monotonic()
        while not self._closing.wait(STEP_MS / 1000):
            received = b""
            while not self._received.empty():
                received += self._received.get()
            sent = self._table.step(received, int(1000 * (time.monotonic() - started)))
            if sent:
                self._on_bytes(sent)
