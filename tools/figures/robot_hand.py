"""A robot over a shell without a screen: time passes with its frames, so no machine sees another evening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pi_app.presenters.navigator import Navigator

if TYPE_CHECKING:
    from pi_app.robot.play import Robot

FRAME_S: Final = 0.04
MOST_FRAMES: Final = 2000


def window(size: tuple[int, int]) -> Callable[[int], None]:
    """Open a window of that size in pixels, without a screen; what it returns lets so many frames pass."""
    from pi_app.ui import environment

    environment.prepare(size, max_fps=0)
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang import Builder

    from pi_app.ui.app import fit_to_window

    EventLoop.ensure_window()
    fit_to_window()

    def pass_frames(count: int) -> None:
        for _ in range(count):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    return pass_frames


class RobotHand:
    """Sends a robot lines, and gives back its answers. `now`: seconds, as the shell's clock tells them."""

    nav: Navigator
    now: float
    robot: Robot
    _frames: Callable[[int], None]

    def attach(self, shell: Any, shots: Path) -> None:
        """Have a robot at that shell; its pictures go to `shots`."""
        from pi_app.robot.play import Robot

        self.lines: list[bytes] = []
        self.told: list[bytes] = []
        app: Any = SimpleNamespace(nav=self.nav, root=shell, stop=lambda: None)
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

    def release(self) -> None:
        """No more lines."""
        self.robot._event.cancel()
        self.robot.finger.lift()
