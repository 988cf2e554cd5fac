"""How large the panel is, as the kernel tells it (`/sys/class/drm`)."""

from __future__ import annotations

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


def panel_inches(folder: Path = FOLDER) -> float | None:
    """The diagonal of the first connected panel; None where there is none, or it does not say (a projector)."""
    for status in sorted(folder.glob("card*-*/status")):
        try:
            if status.read_text().strip() == "connected":
                return _diagonal(status.parent)
        except OSError:
            continue
    return None


def _diagonal(connector: Path) -> float | None:
    edid = (connector / "edid").read_bytes()
    if len(edid) < EDID_BYTES:
        return RIBBON_INCHES if "DSI" in connector.name else None
    across, down = edid[CM_ACROSS : CM_ACROSS + 2]
    return hypot(across, down) / CM_PER_INCH if across and down else None
