"""What every presenter of a step does: give a view, take commands, listen to seat buttons and devices."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Command, Page, StepView


class StepPresenter(ABC):
    """A step over the navigator; what a touch changes is told by the navigator's `changed`."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @abstractmethod
    def view(self) -> StepView:
        """The step as it is now."""

    def do(self, command: Command) -> None:
        """Do what was touched; a command that means nothing in this step does nothing."""
        match command:
            case Page(name):
                self.nav.open_page(name)

    def press(self, seat: int) -> None:  # noqa: B027  (most steps have no use for a seat's button)
        """A seat's button was pressed."""

    def tick(self) -> bool:
        """Called several times a second while the step is up. Returns whether the view must be asked for anew."""
        return False

    def confirm(self) -> None:  # noqa: B027  (a step that asks nothing has nothing to confirm)
        """Yes to the question over the step."""

    def switch(self) -> None:  # noqa: B027  (few questions have a switch)
        """The switch of the question over the step was touched."""

    def cancel(self) -> None:  # noqa: B027  (a step that asks nothing has nothing to cancel)
        """No to it."""
