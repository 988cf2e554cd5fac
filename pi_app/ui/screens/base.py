"""What every screen is: a presenter, the view it gave last, and widgets that show it."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.games.star_explorer.ui import disc, stars  # noqa: F401
from pi_app.ui import theme

# Layout files name these widgets: importing them here makes them known to Kivy before any layout is read.
from pi_app.ui.widgets.basics import MainTap


class TableScreen(BoxLayout):
    """A screen; its layout file binds to `view`, what changes in number is built in `fill`."""

    presenter: Any = ObjectProperty(None)
    view: Any = ObjectProperty(None, rebind=True)
    overlay: Any = ObjectProperty(None, allownone=True)
    """What covers the screen until it is answered."""
    SHARED: ClassVar[bool] = False
    """Whether one screen of this class serves all its presenters, one after the other."""

    def __init__(self, presenter: Any, **kwargs: Any) -> None:
        self._filled: dict[str, Any] = {}
        super().__init__(presenter=presenter, view=presenter.view(), **kwargs)
        self.build()
        self.fill()
        if theme.worn.left_handed:
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
