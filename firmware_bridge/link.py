"""The link to the microcontroller: opens the port, keeps it, and brings every message across once and in order."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from queue import Empty, SimpleQueue
from typing import Any, Literal

import serial
from serial.threaded import ReaderThread

from firmware_bridge.firmware.parts import LINK_BAUD
from firmware_bridge.firmware.peer import VERSION, Peer
from firmware_bridge.framing import FrameReader, write
from firmware_bridge.messages import Command, Event, from_wire, to_wire

NAME = "planisphere"
POLL_INTERVAL_S = 0.005
RETRY_S = (0.25, 0.5, 1.0, 2.0)
"""Pauses between tries to open the port; the last goes on for ever."""
MAX_WAITING = 256
"""The most commands that wait while the microcontroller is away."""
Status = Literal["linked", "no answer", "no port", "wrong version", "closed"]


class _Reader(ReaderThread):
    """pyserial's reading thread, for which a port that goes away in any manner is a lost connection."""

    def run(self) -> None:
        """Read until the port is closed or lost."""
        try:
            super().run()
        except (OSError, TypeError, ValueError, AttributeError):  # what a tty pulled from under pyserial raises
            self.alive = False


class Link(AbstractContextManager["Link"]):
    """The Raspberry Pi's end. Opens in a thread of its own and comes back by itself after every loss.

    `port`: gives the port's name or URL (a tty, a pty, `socket://`, `loop://`), or None while there is none.
    """

    def __init__(self, port: Callable[[], str | None], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._clock = clock
        self._lock = threading.Lock()
        self._peer = Peer(secrets.randbelow(2**24 - 1) + 1, NAME, str(VERSION), MAX_WAITING)
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._wake = threading.Event()
        self._closing = False
        self._open = False
        self._lost = threading.Event()
        self.reconnects = 0
        """How often the port was opened."""
        self._thread = threading.Thread(target=self._run, name="firmware link", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """`linked`, or the first reason why not: closed, no port, another version, no answer."""
        with self._lock:
            if self._closing:
                return "closed"
            if not self._open:
                return "no port"
            if self._peer.refused:
                return "wrong version"
            return "linked" if self._peer.linked(self._now()) else "no answer"

    @property
    def program(self) -> str:
        """The version of the microcontroller's program, empty while it has not said."""
        with self._lock:
            return self._peer.other_program

    @property
    def starts(self) -> int:
        """How often the microcontroller was started, as far as it told; after each it knows no scene."""
        with self._lock:
            return self._peer.starts if self._peer.linked(self._now()) else 0

    def send(self, command: Command) -> bool:
        """Bring a command across, now or when the microcontroller is back; False where too many wait already."""
        with self._lock:
            taken = self._peer.send(to_wire(command))
        self._wake.set()
        return taken

    def events(self, wait_s: float = 0.0) -> list[Event]:
        """The events since the last call, in order; waits at most `wait_s` for a first one."""
        found: list[Event] = []
        try:
            found.append(self._events.get(timeout=wait_s) if wait_s else self._events.get_nowait())
            while True:
                found.append(self._events.get_nowait())
        except Empty:
            return found

    def close(self) -> None:
        """Let go of the port. May be called twice."""
        with self._lock:
            self._closing = True
        self._wake.set()
        self._thread.join(5)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _run(self) -> None:
        tries = 0
        while not self._closing:
            try:
                line = self._opened()
            except (OSError, ValueError, serial.SerialException):
                line = None
            if line is None:
                self._pause(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            tries = 0
            self._talk(line)

    def _opened(self) -> Any:
        name = self._port()
        if name is None:
            return None
        line = serial.serial_for_url(name, LINK_BAUD, timeout=0.1, write_timeout=1.0, do_not_open=True)
        if "://" not in name:
            line.exclusive = True
        line.open()
        return line

    def _talk(self, line: Any) -> None:
        """Until the port is lost."""
        self._lost.clear()
        with self._lock:
            self._peer.reconnect()
            self._open = True
            self.reconnects += 1
        reader = _Reader(line, lambda: FrameReader(self._take, self._lost.set))
        reader.daemon = True
        reader.start()
        try:
            while reader.is_alive() and not (self._closing or self._lost.is_set()):
                self._write(reader)
                self._wake.wait(POLL_INTERVAL_S)
                self._wake.clear()
            if self._closing:
                self._write(reader)  # the last acknowledgement: else the next program would hear the same event again
        except (OSError, serial.SerialException):
            pass
        finally:
            with self._lock:
                self._open = False
            _shut(reader, line)

    def _write(self, reader: ReaderThread) -> None:
        with self._lock:
            frames = self._peer.due(self._now())
        if frames:
            reader.write(b"".join(write(frame) for frame in frames))

    def _take(self, frame: list[Any]) -> None:
        with self._lock:
            messages = self._peer.receive(frame, self._now())
        for message in messages:
            event = from_wire(message)
            if event is not None:
                self._events.put(event)
        self._wake.set()

    def _pause(self, seconds: float) -> None:
        self._wake.clear()
        self._wake.wait(seconds)


def _shut(reader: ReaderThread, line: Any) -> None:
    try:
        reader.close()
    except (OSError, serial.SerialException, RuntimeError):
        line.close()
