"""What surrounds every screen: the top bar with undo and redo by name, the warning, the screen itself."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any, Final

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.navigator import Frame, Navigator
from pi_app.ui.screens import make_screen
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap, Night

BOUNCE_S: Final = 0.08
BOUNCE_DP: Final = 20


class TopBar(BoxLayout):
    """Titles, the way back, undo and redo."""

    frame: Frame = ObjectProperty(Frame(screen="start", title=""), rebind=True)
    nav: Navigator = ObjectProperty(None)


class StepTap(FlatTap):
    """Undo or redo with the name of the step; absent where there is none."""

    icon = StringProperty("")
    verb = StringProperty("")
    text = StringProperty("")


class Banner(BoxLayout):
    """A warning that concerns everybody: saving is off, a touch that could not be done."""

    text = StringProperty("")
    warning = BooleanProperty(True)


class Shell(Night):
    """The window: holds the screen that the navigator says is up."""

    frame: Frame = ObjectProperty(None, rebind=True)
    nav: Navigator = ObjectProperty(None)

    def __init__(self, nav: Navigator, **kwargs: Any) -> None:
        self._screens: dict[str, TableScreen] = {}
        self._last_touch: tuple[float, float, float] = (0.0, -1e9, -1e9)
        self.screen = self._screen(nav)
        super().__init__(nav=nav, frame=self.screen.view.frame, **kwargs)
        self._hold(self.screen)
        nav.subscribe(self.refresh)

    def _screen(self, nav: Navigator) -> TableScreen:
        name = nav.screen
        if name not in self._screens:
            self._screens[name] = make_screen(name, nav)
        return self._screens[name]

    def refresh(self) -> None:
        """Show what the navigator says now."""
        screen = self._screen(self.nav)
        screen.refresh()
        self.frame = screen.view.frame
        self._hold(screen)

    def _hold(self, screen: TableScreen) -> None:
        wanted = [screen] if screen.overlay is None else [screen.overlay, screen]
        holder = self.ids.holder
        if holder.children != wanted:
            holder.clear_widgets()
            for widget in reversed(wanted):
                holder.add_widget(widget)
        self.screen = screen

    def on_touch_down(self, touch: Any) -> bool:
        """Swallow a finger that bounces."""
        now, (then, x, y) = monotonic(), self._last_touch
        self._last_touch = (now, *touch.pos)
        near = abs(touch.x - x) < dp(BOUNCE_DP) and abs(touch.y - y) < dp(BOUNCE_DP)
        if now - then < BOUNCE_S and near:
            return True
        return bool(super().on_touch_down(touch))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
