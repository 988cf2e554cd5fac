"""How a part of the table is: the one finding that says it works; every other one says why a finger takes its place."""

from __future__ import annotations

from typing import Final

from engines.errors import finding

READY: Final = finding("device.ready", "ready")
