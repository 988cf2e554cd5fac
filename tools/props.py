"""What stands in for devices and photographs where screens are shown without them. Nothing here needs a display."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from pi_app.host.system import System
from pi_app.i18n import Said, said
from pi_app.presenters.board_camera import NoCamera, Seen
from vision.capture.draft import PICTURE, Draft, DraftKind, DraftStar, save_draft, save_picture

ZONES: Final = (
    *("Africa/Abidjan", "America/Anchorage", "America/Argentina/Buenos_Aires", "America/Argentina/Rio_Gallegos"),
    *("America/Bogota", "America/Caracas", "America/Chicago", "America/Denver", "America/Edmonton", "America/Guyana"),
    *("America/Halifax", "America/Havana", "America/Kentucky/Monticello", "America/Lima", "America/Los_Angeles"),
    *("America/Montevideo", "America/New_York", "America/North_Dakota/New_Salem", "America/Panama", "America/Phoenix"),
    *("America/Puerto_Rico", "America/Santiago", "America/Sao_Paulo", "America/Toronto", "America/Vancouver"),
    *("Antarctica/Troll", "Arctic/Longyearbyen", "Asia/Tokyo", "Atlantic/Azores", "Australia/Sydney"),
    *("Europe/Berlin", "Europe/Paris", "Indian/Mauritius", "Pacific/Auckland"),
)
"""Time zones of all regions, among them one with a long name, and more than a page of one region."""


class QuickCamera(NoCamera):
    """A camera whose readings come at once."""

    coming: Seen | None = None

    def can_look(self, seat: int) -> bool:
        """It sees every board."""
        return True

    def poll(self) -> Seen | None:
        """The reading that was put there, once."""
        coming, self.coming = self.coming, None
        return coming


class QuickPhones:
    """Phones that are wished; `why` none can join, and who has `taken` a seat, are as somebody puts it."""

    on = True

    def __init__(self, why: Said | None = None, taken: tuple[int, ...] = ()) -> None:
        self._why = why
        self._taken = taken

    @property
    def why(self) -> str | None:
        """Why no phone can join."""
        return None if self._why is None else said(self._why)

    def address(self, seat: int) -> str | None:
        """An address as long as real ones."""
        return None if self._why or seat in self._taken else f"http://192.168.100.200:8048/#{'Aq-7_' * 4}{seat:02d}"

    def joined(self, seat: int) -> bool:
        """Whether somebody has put it so."""
        return seat in self._taken

    def renew(self, seat: int) -> None:
        """Nobody has it any more."""
        self._taken = tuple(taken for taken in self._taken if taken != seat)

    def offer(self, takes: Callable[[int], bool]) -> None:
        """There is never a picture."""


def quick_system(what: str, **told: Any) -> dict[str, Any]:
    """A machine with Wi-Fi whose service answers at once, and takes no password."""
    match what:
        case "networks":
            heard = (("Sternwarte", 88, "wpa"), ("Kaffeehaus am Ring", 61, "sae"), ("Gäste", 40, "none"))
            weak = (("Universität", 22, "other"), ("x" * 32, 9, "wpa"))
            return {"networks": [{"name": name, "strength": n, "lock": lock} for name, n, lock in (*heard, *weak)]}
        case "state":
            return {"wifi": True, "joined": "", "zone": "Europe/Berlin", "zones": ZONES, "set_by_network": False}
        case "join":
            return {"refused": "password"}
    return {}


def settled(system: System) -> None:
    """Wait until the machine has answered."""
    while system.busy:
        time.sleep(0.001)


def draft_star_map(folder: Path) -> None:
    """Keeps there a captured star map of seven stars of four types, some of them doubtful, and a grey picture of it."""
    kinds = tuple(DraftKind((200.0, 128.0 + 20 * kind, 128.0), ()) for kind in range(4))
    stars = tuple(DraftStar(12.0 * k - 36, 5.0 * k, 2.4, k % 4, 0.4 + 0.1 * k) for k in range(7))
    made = Draft(game="star_explorer", radius=60, scale=2, axis_deg=30, axis_half_breadth=0.5, kinds=kinds, stars=stars)
    save_draft(folder, made)
    save_picture(folder, PICTURE, np.full((241, 241, 3), 60, np.uint8))
