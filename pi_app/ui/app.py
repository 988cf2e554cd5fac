"""The Kivy app: a window around the shell, a clock that polls what never calls back."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.metrics import Metrics

from engines.errors import NotPossible
from hardware.buttons import Buttons, ScreenButtons
from pi_app.host import log, notify, updates
from pi_app.host.rest import Rest
from pi_app.i18n import _
from pi_app.paths import state_dir
from pi_app.presenters.navigator import Navigator
from pi_app.sound import Espeak, Mixer, Sounds
from pi_app.trace import follow
from pi_app.ui.density import pixels_per_dp
from pi_app.ui.drawn import finish_frames
from pi_app.ui.environment import font_files, fonts_found, in_memory
from pi_app.ui.panel import take_fingers
from pi_app.ui.shell import Shell
from pi_app.ui.sleeper import Sleeper

POLL_S: Final = 0.1
SAVE_S: Final = 5.0
WARM_S: Final = 1.0
"""When the sounds are loaded: not while the first screen is on its way."""
PARTS: Final = ("engines", "pi_app", "vision")
READ_S: Final = 0.25
"""From one part of the program that is read ahead to the next."""


class PlanisphereApp(App):
    """The touchscreen. `started` is called once the first screen has been drawn. `rest`: how it rests; None: never.

    `inches`: the diagonal of the panel that the window fills; None: nobody knows.
    """

    title = "Planisphere"

    def __init__(
        self,
        nav: Navigator,
        buttons: Buttons | None = None,
        started: Callable[[PlanisphereApp], None] | None = None,
        rest: Rest | None = None,
        inches: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.inches = inches
        self.nav = nav
        self.buttons: Buttons = buttons or ScreenButtons()
        self.started = started
        self.rest = rest
        self.mixer = Mixer()
        self.speaker = Espeak()
        self._modules = _modules()

    def build(self) -> Shell:
        """The shell in the window's size."""
        fit_to_window(self.inches)
        finish_frames()
        take_fingers()
        return Shell(self.nav)

    def on_start(self) -> None:
        """Begin to poll, and tell the service manager so."""
        if notify.supervised():
            log.to_journal()
            log.follow(self.nav)
            signal.signal(signal.SIGTERM, lambda *_: self.stop())
            Clock.schedule_once(lambda _dt: updates.came_up(state_dir()), updates.WELL_S)
            Clock.schedule_interval(lambda _dt: self._make_way(), SAVE_S)
            hold_window()
        once_shown(self._up)
        Clock.schedule_interval(lambda _dt: self._poll(), POLL_S)
        Clock.schedule_interval(lambda _dt: self.nav.tick(), 0)
        self._tidy()
        if self.rest is not None:
            Sleeper(self.root, self.rest)
        Clock.schedule_interval(lambda _dt: self.nav.keep_saving(), SAVE_S)
        Sounds(self.nav, lambda: self.root.frame, self.mixer, self.speaker)
        Clock.schedule_once(lambda _dt: self.mixer.warm(), WARM_S)
        Clock.schedule_interval(lambda _dt: self.read_ahead(), READ_S)
        if not fonts_found():
            self.nav.tell(lambda: _("The font of the screens is missing: another one is used."))
            self.nav.changed()

    def _up(self) -> None:
        """Tell all who wait for it that the screen is up, and the service manager from then on that it moves."""
        follow(self.nav)
        notify.ready(self._status())
        Clock.schedule_interval(lambda _dt: notify.alive(self._status()), notify.ALIVE_S)
        if self.started is not None:
            self.started(self)

    def read_ahead(self) -> bool:
        """Read one more part of the program while the table rests, and tell whether there may be others.

        Each page is then there at the first touch, also once the disk lets nothing be read any more.
        """
        tidier = self.root.tidier
        if not tidier.rests:
            return True
        for name in self._modules:
            if name not in sys.modules:
                with suppress(ImportError, OSError):
                    import_module(name)
                return True
        tidier.settle()
        return False

    def _tidy(self) -> None:
        """Let widgets that nobody holds any more be collected between the touches."""
        tidier = self.root.tidier
        Window.bind(
            on_touch_down=lambda *_: tidier.touched(),
            on_touch_up=lambda *_: tidier.touched(),
            on_flip=lambda *_: tidier.drawn(),
        )
        Clock.schedule_interval(lambda _dt: tidier.tick(), 0)

    def open_settings(self, *_: Any) -> bool:
        """Nothing: Kivy's own settings panel, which F1 would open, is not for guests with a keyboard."""
        return False

    def on_stop(self) -> None:
        """Tell the service manager that this end is meant."""
        notify.stopping()
        if self.rest is not None:
            self.rest.stir()
        self.speaker.close()

    def _make_way(self) -> None:
        """End where another version is to run, once no game is open or the host says so: that one is started."""
        updater = getattr(self.nav.desk, "updater", None)
        if updates.superseded() and (self.nav.table is None or (updater is not None and updater.restart)):
            self.stop()

    def _status(self) -> str:
        return f"screen {self.nav.screen}" + ("" if self.nav.journal.saving else f"; {self.nav.journal.reason}")

    def _poll(self) -> None:
        """Camera and seat buttons: they never call back, so the screen asks them."""
        for seat in self.buttons.presses():
            self.root.screen.presenter.press(seat)
        self.root.screen.tick()


def once_shown(tell: Callable[[], object]) -> None:
    """Call `tell` when a picture has been handed to the panel: a slow machine draws its first one for seconds.

    It is drawn twice. SDL's driver for panels (KMS) makes its surface anew in the first swap, and shows that, empty:
    without the second one the panel stays black until something changes.
    """
    frames = 0

    def shown(*_: Any) -> None:  # Kivy says so just before
        nonlocal frames
        frames += 1
        if frames == 1:
            Window.canvas.ask_update()
        else:
            Window.unbind(on_flip=shown)
            Clock.schedule_once(lambda _dt: tell(), 0)

    Window.bind(on_flip=shown)


def _modules() -> Iterator[str]:
    """The names of all modules of the program's parts; packages are loaded on the way."""
    for name in PARTS:
        for module in walk_packages(import_module(name).__path__, f"{name}.", onerror=lambda _name: None):
            yield module.name


def hold_window() -> None:
    """From now on the window cannot be closed from its own side: a table has no other program to go to."""
    Window.bind(on_request_close=lambda *_args, **_named: True)


def fit_to_window(inches: float | None = None) -> None:
    """Make dp as large as the window, on a panel of so many inches, asks for (see `density`); register the font."""
    if Window is None:
        raise NotPossible(
            "display.not_opened", "the display cannot be opened; `planisphere doctor` says what is missing"
        )
    regular, bold = map(in_memory, font_files())
    LabelBase.register("Inter", regular, fn_bold=bold)
    Metrics.density = pixels_per_dp(Window.size, inches)


def resize(shell: Shell, size: tuple[int, int]) -> None:
    """Give the window another size in pixels, no larger than it was opened, and build the screens for it."""
    shell.clear_widgets()  # they are built anew: nobody needs them laid out in the new size
    Window.size = size
    fit_to_window()
    shell.rebuild()


def screenshot(path: Path) -> bool:
    """Write what the window shows to a PNG. Returns whether the disk took it; a full one is no reason to stop."""
    import cv2
    import numpy as np
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = Window.system_size
    Window.dispatch("on_draw")
    data = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    picture = np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1, :, ::-1]
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        return bool(cv2.imwrite(str(path), picture))
    return False
