"""Wi-Fi and clock of the machine, which a service of its own sets for the app (`systemd/system_settings.py`).

Each question takes seconds: it is asked in a thread of its own, one at a time; `view` is what it has come to.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

SOCKET: Final = Path("/run/planisphere-system")
TIMEOUT_S: Final = 150.0
"""Longer than the service takes at most for what it is asked."""
Lock: TypeAlias = Literal["none", "wpa", "sae", "other"]
Doing: TypeAlias = Literal["", "asking", "looking", "joining", "leaving", "setting"]
Refusal: TypeAlias = Literal["", "question", "password", "absent", "address", "failed"]
Question: TypeAlias = Callable[..., dict[str, Any]]


class Network(msgspec.Struct, frozen=True):
    """A Wi-Fi network that is heard. `strength`: 0 to 100; `lock`: what it asks for (`other`: not to be had here)."""

    name: str
    strength: int
    lock: Lock
    joined: bool = False


class Machine(msgspec.Struct, frozen=True):
    """How the machine stands. `set_by_network`: whether a network sets its clock; None: it does not say.

    `login`: whether the network that it is in asks guests to log in; `megahertz`: where that network sends.
    """

    wifi: bool = False
    joined: str = ""
    """The network it is in; empty: none."""
    zone: str = "UTC"
    zones: tuple[str, ...] = ()
    """The time zones it knows, such as `Europe/Berlin`; none: its clock cannot be set here."""
    set_by_network: bool | None = None
    login: bool = False
    megahertz: int | None = None


class Seen(msgspec.Struct, frozen=True):
    """What is known. `machine`: None until it has answered; `networks`: None until they were looked for."""

    doing: Doing = ""
    machine: Machine | None = None
    networks: tuple[Network, ...] | None = None
    refused: Refusal = ""
    """Why the last thing that was asked for was not done."""


class System:
    """Asks the service. `question`: how; where nobody answers, a machine without Wi-Fi, whose clock cannot be set."""

    def __init__(self, question: Question | None = None) -> None:
        self._question = question or ask
        self._lock = threading.Lock()
        self._waiting: dict[Doing, Callable[[], None]] = {}
        self._working = False
        self.view = Seen()

    @property
    def busy(self) -> bool:
        """Whether a question is under way."""
        return bool(self.view.doing)

    def look(self) -> None:
        """Ask how the machine stands."""
        self._begin("asking", self._look)

    def listen(self) -> None:
        """Look for networks."""
        self._begin("looking", self._listen)

    def join(self, network: Network, password: str) -> None:
        """Join a network; `password`: 8 to 63 characters, or none where it asks for none."""
        told = {"name": network.name, "lock": network.lock, "password": password}
        self._begin("joining", lambda: self._done("join", **told))

    def leave(self) -> None:
        """Be in no network."""
        self._begin("leaving", lambda: self._done("leave"))

    def set_clock(self, zone: str, when: str | None = None) -> None:
        """Set the time zone and, where it is given, the time there (`YYYY-MM-DD HH:MM`)."""
        self._begin("setting", lambda: self._done("set_clock", zone=zone, when=when))

    def _begin(self, doing: Doing, job: Callable[[], None]) -> None:
        """Do that, after what is under way; once, however often it is asked for before its turn."""
        with self._lock:
            self._waiting[doing] = job
            idle, self._working = not self._working, True
        if idle:
            self._now(doing=doing)
            threading.Thread(target=self._work, name="system", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._working = False
                    self._now(doing="")
                    return
                doing, job = next(iter(self._waiting.items()))
            self._now(doing=doing, refused="")
            try:
                job()
            except (OSError, ValueError, LookupError):
                self._now(refused="failed", machine=self.view.machine or Machine())
            with self._lock:
                del self._waiting[doing]

    def _now(self, **changes: Any) -> None:
        self.view = msgspec.structs.replace(self.view, **changes)

    def _look(self) -> None:
        self._now(machine=msgspec.convert(self._question("state"), Machine))
        time.tzset()

    def _listen(self) -> None:
        self._now(networks=msgspec.convert(self._question("networks")["networks"], tuple[Network, ...]))

    def _done(self, what: str, **told: Any) -> None:
        refused = self._question(what, **told).get("refused", "")
        self._look()
        self._now(refused=refused)


def ask(what: str, *, path: Path = SOCKET, **told: Any) -> dict[str, Any]:
    """Ask the service and wait for its answer. Raises OSError where nobody answers, ValueError for no answer."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(TIMEOUT_S)
        link.connect(str(path))
        link.sendall(msgspec.json.encode({"ask": what, **told}) + b"\n")
        with suppress(OSError):
            link.shutdown(socket.SHUT_WR)
        said = b"".join(iter(lambda: link.recv(1 << 16), b""))
    return msgspec.json.decode(said, type=dict[str, Any])
