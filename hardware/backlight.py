"""The light behind a panel, where the kernel has one (`/sys/class/backlight`): HDMI screens mostly have none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path("/sys/class/backlight")
ON, OFF = "0", "4"
"""Values of `bl_power`, FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN (ABI documentation of the kernel, backlight)."""


class Backlight:
    """Every light that is found when it is asked to burn; one that refuses is left as it is."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def burn(self, share: float) -> bool:
        """Burn at that share of full brightness, 0: not at all; returns whether there is a light that took it."""
        burning = [_burn(light, share) for light in sorted(self._folder.glob("*"))]
        return any(burning)


def _burn(light: Path, share: float) -> bool:
    try:
        if share > 0:
            full = int((light / "max_brightness").read_text())
            (light / "brightness").write_text(str(max(1, round(share * full))))
        (light / "bl_power").write_text(ON if share > 0 else OFF)
    except (OSError, ValueError):
        return False
    return True
