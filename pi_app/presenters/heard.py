"""What the table hears: a cue for what has just happened, and the words that would be spoken.

Nothing is told by sound alone: every cue goes with something that the same change has put on the screen.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from engines.game import NATURE
from engines.record import CorrectLine, RedoLine, UndoLine
from pi_app.presenters.frame import Frame
from pi_app.presenters.host_strip import time_is_up
from pi_app.presenters.navigator import Navigator

Cue: TypeAlias = Literal["step", "turn", "ask", "have", "undo", "correct", "warn", "end", "time"]

SEEN: Final[dict[Cue, str]] = {
    "step": "the step's name beside Undo",
    "turn": "the title, which names the player",
    "ask": "the question in the place of the board's controls",
    "have": "the boards with their points, and how many of them are clear",
    "undo": "the step's name beside Redo",
    "correct": "the banner that says what was corrected",
    "warn": "the banner with the warning sign",
    "end": "the podium and the closing words",
    "time": "the line below the screen that says that the time is up, and the lamps that blink",
}
"""Cue -> what shows the same thing."""

_ASKING: Final = ("question",)


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What of the table can be heard to change."""

    screen: str
    game: int | None = None
    lines: int = 0
    last: str = ""
    """The kind of the record's last line: `act`, `undo`, `correct`."""
    moving: tuple[int | str, ...] = ()
    over: bool = False
    warning: str | None = None
    tables_read: int = 0
    """How often all boards have been read, with something else on them each time."""
    time_up: bool = False
    """Whether the time of an evening's round is over."""


def moment(nav: Navigator) -> Moment:
    """The table as it is now."""
    warning = nav.frame("").banner if nav.warning or not nav.journal.saving else None
    table = nav.table
    if table is None:
        return Moment(screen=nav.screen, warning=warning, time_up=time_is_up(nav))
    return Moment(
        screen=nav.screen,
        game=table.game_id,
        lines=table.length,
        last=_kind(nav),
        moving=tuple(seat for seat in table.game.to_move(table.state) if seat != NATURE),
        over=table.over,
        warning=warning,
        tables_read=nav.camera.tables_read,
        time_up=time_is_up(nav),
    )


def _kind(nav: Navigator) -> str:
    lines = nav.open_table.record.lines
    kinds = {UndoLine: "undo", RedoLine: "act", CorrectLine: "correct"}
    return kinds.get(type(lines[-1]), "act") if lines else "act"


def cue(before: Moment, after: Moment) -> Cue | None:
    """The one sound for a change, the most important first; None where nothing need be heard."""
    if after.warning and after.warning != before.warning:
        return "warn"
    if after.time_up and not before.time_up:
        return "time"
    if after.game is None or after.game != before.game:
        return None
    if after.lines > before.lines:
        return _grown(before, after)
    if after.tables_read > before.tables_read:
        return "have"
    return "ask" if after.screen in _ASKING and after.screen != before.screen else None


def _grown(before: Moment, after: Moment) -> Cue:
    if after.over and not before.over:
        return "end"
    if after.last == "undo":
        return "undo"
    if after.last == "correct":
        return "correct"
    return "turn" if after.moving != before.moving else "step"


def prompt(before: Frame | None, after: Frame) -> str | None:
    """The words to speak: a new warning, else what has changed of the titles and of what is read aloud."""
    if after.banner and after.warning and (before is None or before.banner != after.banner):
        return after.banner
    known = () if before is None else before.aloud
    titles = (after.title, after.subtitle)
    same = before is not None and (before.title, before.subtitle) == titles
    words = (*(() if same else titles), *(text for text in after.aloud if text not in known))
    return ". ".join(text.rstrip(".") for text in words if text) or None
