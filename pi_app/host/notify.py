"""Tells systemd how the app is, by its notification protocol; silent where no service manager listens.

Source: https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Final

ALIVE_S: Final = 3.0
"""Seconds between two signs of life of the screen: several fit into the unit's WatchdogSec."""


def supervised() -> bool:
    """Whether a service manager listens."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def ready(status: str) -> None:
    """The first screen is up. `status`: one line for `systemctl status`."""
    _send("READY=1", f"STATUS={status}")


def alive(status: str) -> None:
    """The screen still moves: the watchdog waits anew."""
    _send("WATCHDOG=1", f"STATUS={status}")


def stopping() -> None:
    """The app is closing, on purpose."""
    _send("STOPPING=1")


def _send(*lines: str) -> None:
    """One datagram. A manager that cannot be reached is no reason to stop a game."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    name = "\0" + address[1:] if address.startswith("@") else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.setblocking(False)
        sender.sendto("\n".join(line.replace("\n", " ") for line in lines).encode(), name)
