"""A robot over a shell in the window of the tests; time passes with its frames, and no faster machine sees another."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences
from tests.pi_app.screen_faults import Frames, Stage

FRAME_S: Final = 0.04
MOST_FRAMES: Final = 2000


class Hand(Stage):
    """Sends a robot lines, and gives back its answers."""

    def __init__(self, nav: Navigator, frames: Frames, shots: Path) -> None:
        from pi_app.robot.play import Robot

        nav.preferences = Preferences(reduced_motion=True)
        super().__init__(nav, frames)
        self.lines: list[bytes] = []
        self.told: list[bytes] = []
        app: Any = SimpleNamespace(nav=nav, root=self.shell, stop=lambda: None)
        self.robot = Robot(app, self._next, self.told.append, shots, clock=lambda: self.now)

    def _next(self) -> bytes | None:
        return self.lines.pop(0) if self.lines else None

    def frames(self, count: int) -> None:
        """Let so many frames pass, and the time that they take."""
        for _ in range(count):
            self._frames(1)
            self.now += FRAME_S

    def say(self, **command: Any) -> Any:
        """Have it do a command; returns the answer. Raises what ended the robot."""
        before = len(self.told)
        self.lines.append(msgspec.json.encode(command))
        for _ in range(MOST_FRAMES):
            self.frames(1)
            if self.robot.error is not None:
                raise self.robot.error
            if len(self.told) > before:
                return msgspec.json.decode(self.told[-1])
        raise AssertionError(f"no answer to {command}")

    def controls(self) -> dict[str, dict[str, Any]]:
        """What is shown, by id."""
        return {control["id"]: control for control in self.say(tree=True)["controls"]}

    def tap(self, key: str) -> None:
        """Touch it as soon as it takes touches; it must take this one."""
        self.say(wait="idle")
        answer = self.say(tap=key)
        assert answer["hit"] == key, answer

    def close(self) -> None:
        """No more lines."""
        self.robot._event.cancel()
        self.robot.finger.lift()
        super().close()
