"""What else is beside this table, as a host should know it: other cameras, the way round of the panel, the network."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.errors import finding
from hardware.camera import BY_ID, cameras, find_device
from hardware.config import CameraConfig
from hardware.panel import FOLDER, connected_panel, is_upright
from pi_app.host.board import Told
from pi_app.host.rest import ScreenConfig
from pi_app.host.system import Machine, ask
from pi_app.ui.environment import QUARTER

FIVE_GHZ: Final = 5000
"""In MHz."""


def look(
    camera: CameraConfig,
    screen: ScreenConfig,
    drm: Path = FOLDER,
    by_id: Path = BY_ID,
    question: Callable[[str], dict[str, Any]] = ask,
) -> Iterator[Told]:
    """What there is to say; `question` asks the machine's service, and nothing is said of a network without it."""
    for told in (other_cameras(camera, by_id), way_round(screen, drm), network(question)):
        if told is not None:
            yield told


def other_cameras(wanted: CameraConfig, by_id: Path) -> Told | None:
    """Which of several cameras is used; None where there are no two."""
    found = cameras(by_id)
    used = find_device(wanted.device, by_id) if wanted.kind in ("auto", "v4l2") else None
    if used is None or len(found) < 2:
        return None
    text = finding("cameras.several", "{n}: {path} is used", len(found), Path(used).name)
    if wanted.device != "auto":
        return Told("cameras", text)
    words = "Unplug the others, or name one in settings.toml: [camera], device."
    return Told("cameras", text, finding("mend.cameras", words))


def way_round(screen: ScreenConfig, drm: Path) -> Told | None:
    """How everything is turned on the panel; None where it is not."""
    panel = connected_panel(drm)
    upright = panel is not None and is_upright(panel)
    degrees = (QUARTER if upright else 0) if screen.turned is None else screen.turned
    return Told("turned", finding("turned.by", "turned by {n} degrees", degrees)) if degrees else None


def network(question: Callable[[str], dict[str, Any]]) -> Told | None:
    """The Wi-Fi network that the machine is in, and whether the app may use it."""
    try:
        machine = msgspec.convert(question("state"), Machine)
    except (OSError, ValueError):
        return None
    if not machine.joined:
        return Told("network", finding("network.none", "in none: games need none"))
    if machine.login:
        words = "in {name}, which asks guests to log in"
        mend = finding("mend.login", "Phones and an event host may not be reached there.")
        return Told("network", finding("network.login", words, machine.joined), mend)
    if not may_use_networks():
        words = "in {name}, but the app may use no network"
        mend = finding("mend.type", "Type: {command}", "sudo script/install-pi --network")
        return Told("network", finding("network.closed", words, machine.joined), mend)
    if machine.megahertz is None:
        return Told("network", finding("network.in", "in {name}", machine.joined))
    band = "5" if machine.megahertz >= FIVE_GHZ else "2.4"
    return Told("network", finding("network.in_band", "in {name}, {band} GHz", machine.joined, band))


def may_use_networks() -> bool:
    """Whether this program is let out of its machine at all."""
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    except OSError as error:
        return error.errno != errno.EAFNOSUPPORT
    return True
