"""What stands in for devices and photographs where screens are shown without them. Nothing here needs a display."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pi_app.i18n import Said, said
from pi_app.presenters.board_camera import NoCamera, Seen
from vision.capture.draft import PICTURE, Draft, DraftKind, DraftStar, save_draft, save_picture


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


def draft_star_map(folder: Path) -> None:
    """Keeps there a captured star map of seven stars of four types, some of them doubtful, and a grey picture of it."""
    kinds = tuple(DraftKind((200.0, 128.0 + 20 * kind, 128.0), ()) for kind in range(4))
    stars = tuple(DraftStar(12.0 * k - 36, 5.0 * k, 2.4, k % 4, 0.4 + 0.1 * k) for k in range(7))
    made = Draft(game="star_explorer", radius=60, scale=2, axis_deg=30, axis_half_breadth=0.5, kinds=kinds, stars=stars)
    save_draft(folder, made)
    save_picture(folder, PICTURE, np.full((241, 241, 3), 60, np.uint8))
