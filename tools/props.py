"""What stands in for devices and photographs where screens are shown without them. Nothing here needs a display."""

from __future__ import annotations

from pathlib import Path

import numpy as np

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


def draft_star_map(folder: Path) -> None:
    """Keeps there a captured star map of seven stars of four types, some of them doubtful, and a grey picture of it."""
    kinds = tuple(DraftKind((200.0, 128.0 + 20 * kind, 128.0), ()) for kind in range(4))
    stars = tuple(DraftStar(12.0 * k - 36, 5.0 * k, 2.4, k % 4, 0.4 + 0.1 * k) for k in range(7))
    made = Draft(game="star_explorer", radius=60, scale=2, axis_deg=30, axis_half_breadth=0.5, kinds=kinds, stars=stars)
    save_draft(folder, made)
    save_picture(folder, PICTURE, np.full((241, 241, 3), 60, np.uint8))
