"""Talks to a virtual machine, and to the agent inside it: one JSON object a line over a socket."""

from __future__ import annotations

import base64
import json
import secrets
import socket
import time
from pathlib import Path
from typing import Any, Final

TOUCH_RANGE: Final = 0x7FFF
"""Places of a touch go from 0 to this, whatever the panel's size."""


class Refused(Exception):
    """The machine said no, or says nothing any more; the text is its own."""


class Channel:
    """Commands and their answers; what the machine tells unasked is passed over.

    `greets`: whether the other side speaks first (QEMU's monitor does, the guest's agent does not).
    """

    def __init__(self, path: Path, *, greets: bool = True, seconds: float = 30.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(seconds)
        self._file = self._socket.makefile("rb")
        try:
            self._socket.connect(str(path))
            if greets:
                self._line()
                self.ask("qmp_capabilities")
        except OSError as error:
            self.close()
            raise Refused(f"{path.name}: {error.strerror or error}") from error

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a command; what it returns. Raises Refused."""
        try:
            self._send(command, arguments)
            while True:
                answer = self._line()
                if "error" in answer:
                    raise Refused(f"{command}: {answer['error'].get('desc', answer['error'])}")
                if "return" in answer:
                    return answer["return"]
        except OSError as error:
            raise Refused(f"{command}: {error.strerror or error}") from error

    def synchronise(self) -> None:
        """Pass over what the agent answers late, to who has hung up since, maybe in half a line. Raises Refused."""
        number = secrets.randbits(31)
        try:
            self._send("guest-sync", {"id": number})
            while str(number).encode() not in self._text():
                pass
        except OSError as error:
            raise Refused(f"guest-sync: {error.strerror or error}") from error

    def last_events(self, seconds: float) -> list[str]:
        """The names of what the machine tells unasked until it is gone. Raises Refused where it stays for so long."""
        events, end = list[str](), time.monotonic() + seconds
        try:
            while True:
                self._socket.settimeout(max(0.01, end - time.monotonic()))
                events += [name] if (name := self._line().get("event")) else []
        except TimeoutError:
            raise Refused(f"still running after {seconds:g} s") from None
        except (Refused, OSError):
            return events

    def close(self) -> None:
        """Hang up: as long as either of the two is open, nobody else gets through."""
        self._file.close()
        self._socket.close()

    def _send(self, command: str, arguments: dict[str, Any]) -> None:
        told = {"execute": command, **({"arguments": arguments} if arguments else {})}
        self._socket.sendall(json.dumps(told).encode() + b"\n")

    def _text(self) -> bytes:
        line = self._file.readline()
        if not line.endswith(b"\n"):
            raise Refused("the machine has hung up")
        return line

    def _line(self) -> Any:
        return json.loads(self._text())


def run_inside(agent: Channel, *command: str, seconds: float = 120.0) -> str:
    """Run a command in the guest as root; what it printed. Raises Refused where it failed or took longer."""
    pid = agent.ask("guest-exec", path=command[0], arg=list(command[1:]), **{"capture-output": True})["pid"]
    end = time.monotonic() + seconds
    while not (done := agent.ask("guest-exec-status", pid=pid))["exited"]:
        if time.monotonic() > end:
            raise Refused(f"{' '.join(command)}: not done within {seconds:g} s")
        time.sleep(0.2)
    printed = {
        part: base64.b64decode(done.get(part, "")).decode("utf-8", "replace") for part in ("out-data", "err-data")
    }
    if done.get("exitcode", 1):
        raise Refused(f"{' '.join(command)}: {printed['err-data'].strip() or done}")
    return printed["out-data"].strip()


def put_inside(agent: Channel, path: str, data: bytes) -> None:
    """Write a file in the guest, as root. Raises Refused."""
    handle = agent.ask("guest-file-open", path=path, mode="w")
    try:
        agent.ask("guest-file-write", handle=handle, **{"buf-b64": base64.b64encode(data).decode()})
    finally:
        agent.ask("guest-file-close", handle=handle)


def finger(kind: str, slot: int, place: tuple[float, float] | None = None) -> list[dict[str, Any]]:
    """The events of one finger that comes down (`begin`), moves (`update`) or lifts (`end`).

    `place`: parts of the panel's width and height, 0 to 1; a finger that lifts has none.
    """
    word = {"type": kind, "slot": slot, "tracking-id": slot if kind != "end" else -1}
    events = [{"type": "mtt", "data": {**word, "axis": "x", "value": 0}}]
    for axis, part in zip("xy", place or (), strict=False):
        told = {"type": "data", "slot": slot, "tracking-id": slot, "axis": axis, "value": round(part * TOUCH_RANGE)}
        events.append({"type": "mtt", "data": told})
    return events


def tap(machine: Channel, *places: tuple[float, float], hold_s: float = 0.1) -> None:
    """Touch these places at once, each with a finger of its own, and lift them all."""
    fingers = list(enumerate(places))
    down = [event for slot, place in fingers for event in finger("begin", slot, place)]
    machine.ask("input-send-event", events=[*down, _touched(True)])
    time.sleep(hold_s)
    up = [event for slot, _ in fingers for event in finger("end", slot)]
    machine.ask("input-send-event", events=[*up, _touched(False)])


def _touched(down: bool) -> dict[str, Any]:
    return {"type": "btn", "data": {"button": "touch", "down": down}}
