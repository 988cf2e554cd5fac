"""Every setting of Kivy and SDL, made before the first Kivy module is imported.

Fingers reach Kivy by one path only (SDL's finger events, see `panel.py`): SDL makes no mouse of them, and Kivy's own
readers of panels (`probesysfs`) are off, else every tap would count twice. A mouse has its own path.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from engines.errors import Finding, finding
from hardware.panel import FOLDER, card_of, connected_panel, is_upright
from pi_app.ui.tidy import hold_little

Driver = Literal["offscreen", "kmsdrm", "desktop", "given"]
DEFAULT_SIZE: Final = (800, 480)
MAX_FPS: Final = 30
WHOLE_PANEL: Final = "kmsdrm"
"""Where SDL was told to use this, the app has the panel to itself."""
QUARTER: Final = 90
"""Degrees against the clock by which Kivy turns what stands on a panel that is higher than wide."""
X11_SOCKETS = Path("/tmp/.X11-unix")

_KIVY: Final = {
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_WINDOW": "sdl2",
    "KIVY_TEXT": "sdl2",
    "KIVY_IMAGE": "sdl2",
    "KIVY_AUDIO": "sdl2",
    "KIVY_CLIPBOARD": "dummy",
}
_SDL: Final = {"SDL_TOUCH_MOUSE_EVENTS": "0", "SDL_MOUSE_TOUCH_EVENTS": "0"}


class Display(msgspec.Struct, frozen=True):
    """Where the screens will be seen, and why."""

    driver: Driver
    why: Finding


def find_display(environ: Mapping[str, str], drm: Path = FOLDER) -> Display:
    """The display to use: one named by SDL_VIDEODRIVER, a desktop's, a connected panel, or none (offscreen)."""
    named = environ.get("SDL_VIDEODRIVER")
    if named:
        known: dict[str, Driver] = {"offscreen": "offscreen", "kmsdrm": "kmsdrm"}
        return Display(known.get(named, "given"), finding("display.named", "SDL_VIDEODRIVER={driver}", named))
    if _desktop_runs(environ):
        return Display("desktop", finding("display.desktop", "a desktop is running"))
    if connected_panel(drm) is not None:
        return Display("kmsdrm", finding("display.panel", "a panel is connected"))
    return Display("offscreen", finding("display.none", "no display was found"))


def _desktop_runs(environ: Mapping[str, str]) -> bool:
    """Whether the desktop that the environment names is there: its socket, or another machine's."""
    wayland, x11 = environ.get("WAYLAND_DISPLAY", ""), environ.get("DISPLAY", "")
    if wayland and (Path(environ.get("XDG_RUNTIME_DIR", "/")) / wayland).exists():
        return True
    if x11.startswith(":"):
        return (X11_SOCKETS / f"X{x11[1:].partition('.')[0]}").exists()
    return bool(x11)


def prepare(
    size: tuple[int, int] | None = None,
    display: Display | None = None,
    max_fps: int = MAX_FPS,
    turned: int | None = None,
) -> Display:
    """Set up Kivy for this process; call before importing anything from Kivy.

    `size`: the window in pixels; None: the whole panel, or 800x480 where there is none. `turned`: by how many degrees
    everything is turned on the panel; None: so that it is wider than high. Returns the display chosen.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("the display must be prepared before Kivy is imported")
    chosen = display or find_display(os.environ)
    hold_little()
    _quieten()
    os.environ.update(_KIVY | _SDL)
    if chosen.driver in ("offscreen", "kmsdrm"):
        os.environ["SDL_VIDEODRIVER"] = chosen.driver
    if chosen.driver == "offscreen":
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    panel = connected_panel() if chosen.driver == WHOLE_PANEL else None
    if panel is not None:
        # SDL looks for the card itself, and misses that of a ribbon cable on a Raspberry Pi 5 (its issue 13705).
        os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card_of(panel)))
    if turned is None:
        turned = QUARTER if panel is not None and is_upright(panel) else 0
    _configure(size, chosen, max_fps, turned)
    return chosen


def _quieten() -> None:
    """Kivy tells its life on every start; what stops it the app says itself, in one line."""
    kivy = logging.getLogger("kivy")
    kivy.addHandler(logging.NullHandler())
    kivy.propagate = False


def _configure(size: tuple[int, int] | None, display: Display, max_fps: int, turned: int) -> None:
    from kivy.config import Config

    width, height = size or DEFAULT_SIZE
    whole_panel = size is None and os.environ.get("SDL_VIDEODRIVER") == WHOLE_PANEL
    graphics: dict[str, Any] = {
        "width": width,
        "height": height,
        "fullscreen": "auto" if whole_panel else 0,
        "show_cursor": 0 if whole_panel else 1,
        "maxfps": max_fps,
        "rotation": turned,
        "multisamples": 0,
        "allow_screensaver": 0,
        "resizable": 0,
    }
    for key, value in graphics.items():
        Config.set("graphics", key, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "")
    regular, bold = map(in_memory, font_files())
    Config.set("kivy", "default_font", str(["Inter", regular, regular, bold, bold]))
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")


def font_files() -> tuple[str, str]:
    """The paths of the bundled font, regular and semibold; of Kivy's own where it is missing."""
    folder = resources.files("pi_app") / "fonts"
    if fonts_found():
        return str(folder / "Inter-Regular.otf"), str(folder / "Inter-SemiBold.otf")
    from kivy import kivy_data_dir

    return f"{kivy_data_dir}/fonts/Roboto-Regular.ttf", f"{kivy_data_dir}/fonts/Roboto-Bold.ttf"


@cache
def in_memory(path: str) -> str:
    """Another path of what a font holds: it can be opened once the disk lets nothing be read any more.

    A font is opened for each size of words. The same path where the app has no folder in memory, or a full one.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY")
    with suppress(OSError):
        return shutil.copy(path, folder) if folder else path
    return path


def fonts_found() -> bool:
    """Whether the bundled font is there."""
    folder = resources.files("pi_app") / "fonts"
    return all((folder / name).is_file() for name in ("Inter-Regular.otf", "Inter-SemiBold.otf"))
