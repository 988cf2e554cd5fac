"""What every screen is: a presenter, the view it gave last, and widgets that show it."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, cast

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.presenters.frame import Frame
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.ui import theme
from pi_app.ui.widgets.question import Question

# Layout files name these widgets: importing them here makes them known to Kivy before any layout is read.
from pi_app.ui.widgets.taps import MainTap


class View(Protocol):
    """What a screen shows, as one value."""

    @property
    def frame(self) -> Frame:
        """What is around it."""


class Presenter(Protocol):
    """What stands behind a screen: a view as a value, over the navigator."""

    nav: Navigator

    def view(self) -> View:
        """A value of the screen's own kind."""


class Asking(Presenter, Protocol):
    """A presenter whose view may hold a question."""

    def confirm(self) -> None:
        """Yes."""

    def cancel(self) -> None:
        """No."""


class Switching(Protocol):
    """A presenter whose question has a switch."""

    def switch(self) -> None:
        """The other way."""


class TableScreen(BoxLayout):
    """A screen; its layout file binds to `view`, what changes in number is built in `fill`."""

    presenter: Presenter = ObjectProperty(None)
    view: View = ObjectProperty(None, rebind=True)
    overlay: Any = ObjectProperty(None, allownone=True)
    """What covers the screen until it is answered."""
    SHARED: ClassVar[bool] = False
    """Whether one screen of this class serves all its presenters, one after the other."""

    def __init__(self, presenter: Presenter, **kwargs: Any) -> None:
        self._filled: dict[str, Any] = {}
        super().__init__(presenter=presenter, view=presenter.view(), **kwargs)
        self.build()
        self.fill()
        if theme.current.left_handed:
            mirror(self)
        self.fbind("view", lambda *_: self.fill())

    def refresh(self) -> None:
        """Show what the presenter says now."""
        self.view = self.presenter.view()

    def build(self) -> None:
        """Build what stays and is filled anew with every view."""

    def fill(self) -> None:
        """Build the parts whose number depends on the view."""

    def is_new(self, part: str, value: Any) -> bool:
        """Whether this part of the view has changed since it was built last; building is what costs time."""
        if part in self._filled and self._filled[part] == value:
            return False
        self._filled[part] = value
        return True

    def ask(self, pending: Pending | None) -> None:
        """Put a question over the screen until the presenter's `confirm` or `cancel` has answered it; None: no more."""
        if not self.is_new("pending", pending):
            return
        if pending is None:
            self.overlay = None
            return
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences),
            yes=pending.confirm,
            no=pending.cancel,
            other=pending.other,
            possible=pending.possible,
            loses=pending.loses,
        )
        asking = cast("Asking", self.presenter)
        question.bind(on_accept=lambda *_: asking.confirm(), on_refuse=lambda *_: asking.cancel())
        if pending.other:
            question.bind(on_switch=lambda *_: cast("Switching", self.presenter).switch())
        self.overlay = question

    def press(self, seat: int) -> None:
        """A seat's button was pressed."""

    def tick(self) -> None:
        """Called a few times a second while the screen is up."""


def mirror(screen: Widget) -> None:
    """Swap left and right around the main action: in the widest row that it is part of, or the screen itself."""
    mains = [widget for widget in screen.walk(restrict=True) if isinstance(widget, MainTap)]
    for row in _above(mains[-1], screen) if mains else (screen,):
        if isinstance(row, BoxLayout) and row.orientation == "horizontal" and len(row.children) > 1:
            row.children = row.children[::-1]
            return


def _above(widget: Widget, top: Widget) -> list[Widget]:
    """What holds a widget, from the top downwards."""
    found = [widget.parent]
    while found[-1] is not top:
        found.append(found[-1].parent)
    return found[::-1]
