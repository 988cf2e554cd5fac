"""What is around every screen."""

from __future__ import annotations

import msgspec

from hardware.lights import Levels
from pi_app.presenters.turn_clock import Ring


class Strip(msgspec.Struct, frozen=True):
    """A line from the evening that this table takes part in, and its button (see `pi_app.presenters.host_strip`)."""

    text: str
    action: str = ""
    key: str = ""


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What is around every screen: titles, the way back, undo and redo by name, and a warning where there is one."""

    screen: str
    title: str
    subtitle: str = ""
    aloud: tuple[str, ...] = ()
    """What somebody reads aloud from this screen, sentence by sentence."""
    back: bool = False
    menu: bool = False
    undo_word: str = ""
    redo_word: str = ""
    undo: str | None = None
    """What undo would take back; None where there is nothing."""
    redo: str | None = None
    banner: str | None = None
    warning: bool = False
    """Whether the banner warns, or tells of something done."""
    trouble: bool = False
    """Whether something is wrong with the table itself that was read and put away."""
    guide: str | None = None
    """The step of the guide through a first game; None where there is none."""
    ring: Ring | None = None
    """How much of the time for a turn is gone; None where nobody is timed."""
    lamps: Levels | None = None
    """How bright the six round lights of the screen burn: those of the table are all lit while the camera looks, which
    here would say that the game is over. None without a game."""
    strip: Strip | None = None
    """What the host of an evening asks or is asked; None at a table that takes part in none."""
