"""A robot over a shell in the window of the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences
from tests.pi_app.screen_faults import Frames, Stage
from tools.figures.robot_hand import RobotHand


class Hand(RobotHand, Stage):
    """A stage that is touched by a robot; no faster machine sees another evening."""

    def __init__(self, nav: Navigator, frames: Frames, shots: Path) -> None:
        nav.preferences = Preferences(reduced_motion=True)
        super().__init__(nav, frames)
        self.attach(self.shell, shots)

    def controls(self) -> dict[str, dict[str, Any]]:
        """What is shown, by id."""
        return {control["id"]: control for control in self.say(tree=True)["controls"]}

    def tap(self, key: str) -> None:
        """Touch it as soon as it takes touches; it must take this one."""
        self.say(wait="idle")
        answer = self.say(tap=key)
        assert answer["hit"] == key, answer

    def close(self) -> None:
        """Let go of the robot and the window."""
        self.release()
        super().close()
