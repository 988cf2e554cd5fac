"""A simulated microcontroller on a pty, as a program on the other side sees a real one on its USB port."""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from firmware_bridge.simulator.programs import MicroPythonProgram, Program, PythonProgram, why_not_micropython

Fault = Callable[[bytes], bytes]
"""What a bad cable makes of bytes."""


class Controller(AbstractContextManager["Controller"]):
    """The board, its power and its cable. `python`: run the firmware under this Python rather than MicroPython.

    `fault` spoils the bytes of both directions from now on. `program`: something else to run on the board.
    """

    def __init__(
        self,
        *,
        python: bool | None = None,
        fault: Fault | None = None,
        program: Callable[[Callable[[bytes], None]], Program] | None = None,
    ) -> None:
        plain = why_not_micropython() is not None if python is None else python
        self._new_program = program or (PythonProgram if plain else MicroPythonProgram)
        self.fault = fault
        self._values: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._master: int | None = None
        self._slave: int | None = None
        self.port: str | None = None
        """The pty's name, None while the cable is out."""
        self._program: Program | None = None
        self._listener: threading.Thread | None = None
        self.plug()

    @property
    def ring(self) -> tuple[tuple[int, int, int], ...]:
        """What the lights show; nothing without power."""
        return () if self._program is None else self._program.ring

    def put(self, **values: Any) -> None:
        """Change raw values: `colour`, `motion`, `contacts`."""
        self._values |= values
        program = self._program
        if program is not None:
            program.put(values)

    def memory(self) -> int:
        """Bytes of the firmware's heap in use, 0 where that cannot be known."""
        return 0 if self._program is None else self._program.memory()

    def plug(self) -> None:
        """Put the cable in: power, and a port. Nothing happens where it is in."""
        if self._program is None:
            program = self._new_program(self._send)
            program.put(self._values)
            self._program = program
            self._open()

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and the firmware forgets everything."""
        self._shut()
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def reconnect(self) -> None:
        """The port goes away and comes back under another name; the firmware keeps running."""
        self._shut()
        self._open()

    def close(self) -> None:
        """Pull the cable for good. May be called twice."""
        self.unplug()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        with self._lock:
            self._master, self._slave = master, slave
            self.port = os.ttyname(slave)
        name = "microcontroller's port"
        self._listener = threading.Thread(target=self._listen, args=(master,), name=name, daemon=True)
        self._listener.start()

    def _shut(self) -> None:
        with self._lock:
            self.port = None
            held, self._master, self._slave = (self._master, self._slave), None, None
            for descriptor in held:
                if descriptor is not None:
                    os.close(descriptor)
        # The next port may get the same number: whoever listened to this one must be gone by then.
        if self._listener is not None and self._listener is not threading.current_thread():
            self._listener.join()

    def _send(self, data: bytes) -> None:
        """Bytes from the firmware to the port; lost where nobody takes them away."""
        if self.fault is not None:
            data = self.fault(data)
        with self._lock:
            if self._master is not None:
                try:
                    os.write(self._master, data)
                except BlockingIOError:
                    return

    def _listen(self, master: int) -> None:
        while True:
            with self._lock:
                if self._master != master:
                    return
            if not _ready(master):
                continue
            data = self._read(master)
            program = self._program
            if data and program is not None:
                program.write(data if self.fault is None else self.fault(data))

    def _read(self, master: int) -> bytes:
        with self._lock:
            if self._master != master:
                return b""
            try:
                return os.read(master, 4096)
            except OSError:
                return b""


def _ready(descriptor: int) -> bool:
    """Whether there is something to read, within a moment; a descriptor that was just closed has nothing."""
    try:
        return bool(select.select([descriptor], [], [], 0.05)[0])
    except (OSError, ValueError):
        return False
