"""What every presenter of a step does: give a view, take commands, listen to seat buttons and devices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

from msgspec.structs import astuple

from engines.game import Action
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Command, Page, Play, Press, StepView

_KINDS: Final = "kinds_of_commands"
Method = TypeVar("Method", bound=Callable[..., None])
Values = ParamSpec("Values")


def on(*kinds: type[Command] | str) -> Callable[[Method], Method]:
    """A step's method that does such commands: it is called with the fields of the command, in their order.

    A word stands for what only this step does (`does`); no kind at all is the method's own name as that word.
    """

    def noted(method: Method) -> Method:
        setattr(method, _KINDS, kinds)
        return method

    return noted


def does(method: Callable[Values, None], *values: Values.args, **_none: Values.kwargs) -> Press:
    """What a button does that calls this method of its step, marked by `on`, with those values."""
    ways: Mapping[type[Command] | str, str] = method.__self__.methods  # type: ignore[attr-defined]
    return Press(next(way for way, name in ways.items() if isinstance(way, str) and name == method.__name__), values)


class StepPresenter(ABC):
    """A step over the navigator; what a touch changes is told by the navigator's `changed`."""

    methods: ClassVar[Mapping[type[Command] | str, str]] = {}
    """What is done in this step, by kind or word -> the name of its method (`on`); a subclass may do it otherwise."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.methods = {
            kind: name
            for base in reversed(cls.__mro__)
            for name, member in vars(base).items()
            if hasattr(member, _KINDS)
            for kind in getattr(member, _KINDS) or (name,)
        }

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def seat(self) -> int:
        """The player whose things are shown: the one chosen, else the first."""
        return self.nav.place.seat or 0

    @abstractmethod
    def view(self) -> StepView:
        """The step as it is now."""

    def do(self, command: Command) -> None:
        """Do what was touched; a command that means nothing in this step does nothing."""
        way: type[Command] | str = command.what if isinstance(command, Press) else type(command)
        if (name := self.methods.get(way)) is not None:
            getattr(self, name)(*(command.values if isinstance(command, Press) else astuple(command)))

    @on(Play)
    def play_action(self, what: tuple[Any, ...], action: Action) -> None:
        """Play that action of the game."""
        self.nav.act(action)

    @on(Page)
    def open_page(self, name: str) -> None:
        """Open a page over this one."""
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
