"""Cameras over every board that see what a test puts there."""

from __future__ import annotations

from typing import Any

from pi_app.presenters.board_camera import Seen
from tools.props import QuickCamera


class LentCamera(QuickCamera):
    """`coming` is what it reads next. It remembers whom it looked at, asked or not, what was confirmed, and
    how often it was to forget."""

    def __init__(self) -> None:
        self.looked: list[int] = []
        self.unasked: list[int] = []
        self.told: list[tuple[int, Any]] = []
        self.forgot = 0

    def look(self, seat: int, unasked: bool = False) -> None:
        (self.unasked if unasked else self.looked).append(seat)
        self.busy, self.trouble = "shooting", None

    def poll(self) -> Seen | None:
        seen = super().poll()
        if seen is not None:
            self.busy = None
        return seen

    def confirmed(self, seat: int, draft: Any) -> None:
        self.told.append((seat, draft))

    def forget(self) -> None:
        self.busy = self.trouble = None
        self.forgot += 1


class OneCamera(LentCamera):
    """Its first photograph of the first player's board is still there, laid flat."""

    def newest(self, game: int, seat: int, number: int) -> str | None:
        return f"{game}/{seat}-{number}-1" if (seat, number) == (0, 1) else None

    def photo_at(self, name: str) -> tuple[float, float, float, float] | None:
        return (20.0, 15.0, 150.0, 110.0)
