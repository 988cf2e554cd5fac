"""Which panel there is, how large it is and which way it is built in, as the kernel tells it (`/sys/class/drm`)."""

from __future__ import annotations

import re
from contextlib import suppress
from math import hypot
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/sys/class/drm")
CM_ACROSS: Final = 21
"""The byte of an EDID that gives the width in cm; the next one gives the height (VESA E-EDID 1.4, 3.6.2)."""
EDID_BYTES: Final = 128
RIBBON_INCHES: Final = 7.0
"""Panels on the ribbon cable (DSI) tell no size: those for a Raspberry Pi measure 7 inches, or 5."""
CM_PER_INCH: Final = 2.54


def connected_panel(folder: Path = FOLDER) -> Path | None:
    """The kernel's folder of the first connector on which a panel hangs, such as `card1-DSI-1`; None: there is none."""
    for status in sorted(folder.glob("card*-*/status")):
        with suppress(OSError):
            if status.read_text().strip() == "connected":
                return status.parent
    return None


def panel_inches(panel: Path) -> float | None:
    """Its diagonal; None where it does not say (a projector)."""
    try:
        edid = (panel / "edid").read_bytes()
    except OSError:
        return None
    if len(edid) < EDID_BYTES:
        return RIBBON_INCHES if "DSI" in panel.name else None
    across, down = edid[CM_ACROSS : CM_ACROSS + 2]
    return hypot(across, down) / CM_PER_INCH if across and down else None


def card_of(panel: Path) -> int:
    """The number of the graphics card that drives it: not the same at each start of a Raspberry Pi 5."""
    return int(re.sub(r"card(\d+)-.*", r"\1", panel.name))


def is_upright(panel: Path) -> bool:
    """Whether its picture is higher than wide, as that of a Raspberry Pi Touch Display 2: its first mode is its own."""
    with suppress(OSError):
        told = re.match(r"(\d+)x(\d+)", (panel / "modes").read_text())
        return told is not None and int(told[1]) < int(told[2])
    return False
