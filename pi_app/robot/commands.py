"""The robot's commands: one JSON object a line, each told by the word that only it has."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from pi_app.games.app_game import app_of, offered
from pi_app.i18n import LANGUAGES
from pi_app.presenters.place import Way
from pi_app.presenters.preferences import TextSize

Where: TypeAlias = str | tuple[float, float]
"""The id of a control, or a place: pixels from the top left of the window."""
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=60_000)]
LARGEST: Final = (1920, 1080)
"""The largest window that a robot may ask for, in pixels."""
SMALLEST: Final = (640, 400)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""


class Tap(Command, frozen=True):
    """Touch it, so many times, a touch every so many milliseconds, each held so long; `and` with a second finger."""

    tap: Where
    times: Annotated[int, Meta(ge=1, le=100)] = 1
    every_ms: Milliseconds = 100
    hold_ms: Milliseconds = 0
    second: Where | None = msgspec.field(default=None, name="and")


class Drag(Command, frozen=True):
    """Draw a finger along these places."""

    drag: Annotated[tuple[Where, ...], Meta(min_length=2)]
    ms: Milliseconds = 300


class Wait(Command, frozen=True):
    """Until nothing is under way (`idle`), or that screen shows (`screen:NAME`)."""

    wait: Annotated[str, Meta(pattern="^(idle|screen:[a-z_]+)$")]


class WaitFor(Command, frozen=True):
    """So long."""

    wait_ms: Milliseconds


class Tree(Command, frozen=True):
    """Tell everything that is shown."""

    tree: Literal[True]


class State(Command, frozen=True):
    """Tell how the game stands."""

    state: Literal[True]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be set; what is left out stays as it is."""

    language: str | None = None
    size: str | None = None
    text: TextSize | None = None
    look: Literal["night", "day"] | None = None
    hand: Literal["right", "left"] | None = None
    guide: bool | None = None

    def chosen(self) -> dict[str, str]:
        """The preferences among them, as the page of settings names them: name -> value."""
        left = {"right": "off", "left": "on"}
        return {
            name: value
            for name, value in (
                ("language", self.language),
                ("theme", self.look),
                ("text", self.text),
                ("left_handed", left.get(self.hand or "")),
            )
            if value is not None
        }

    def pixels(self) -> tuple[int, int] | None:
        """The window's size. Raises ValueError for what is none."""
        if self.size is None:
            return None
        match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", self.size)
        size = (int(match[1]), int(match[2])) if match else (0, 0)
        if not all(low <= n <= high for low, n, high in zip(SMALLEST, size, LARGEST, strict=True)):
            raise ValueError(f"expected a size from 640x400 to 1920x1080 - at `$.set.size`: {self.size!r}")
        return size


class Set(Command, frozen=True):
    """Choose as in the settings."""

    settings: Settings = msgspec.field(name="set")


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin. `bots`: name of a player -> the engine's name of the bot that plays it."""

    game: str
    way: Way = "table"
    players: tuple[str, ...] = ("Ana", "Bo")
    options: dict[str, Any] = {}
    bots: dict[str, str] = {}
    seed: int | None = None


class New(Command, frozen=True):
    """Go straight to the first step of a game."""

    new: NewGame


class Shot(Command, frozen=True):
    """Write what the window shows to a file of that name."""

    shot: Annotated[str, Meta(pattern=r"^[\w-][\w.-]*$", max_length=100)]


AnyCommand: TypeAlias = Tap | Drag | Wait | WaitFor | Tree | State | Set | New | Shot
COMMANDS: Final[dict[str, type[Command]]] = {
    "tap": Tap, "drag": Drag, "wait": Wait, "wait_ms": WaitFor, "tree": Tree, "state": State, "set": Set, "new": New,
    "shot": Shot,
}  # fmt: skip


def decode(line: bytes, number: int) -> AnyCommand:
    """The command of a line. Raises BadInput, with the line's number, for what is none."""
    try:
        data = msgspec.json.decode(line)
        words = [word for word in COMMANDS if word in data] if isinstance(data, dict) else []
        if len(words) != 1:
            raise ValueError(f"expected an object with one of {', '.join(COMMANDS)}")
        command: Any = msgspec.convert(data, COMMANDS[words[0]])
        if isinstance(command, Set):
            _check_settings(command.settings)
        if isinstance(command, New):
            _check_game(command.new)
    except (msgspec.DecodeError, ValueError) as error:
        raise bad_line(number, str(error)) from None
    return command  # type: ignore[no-any-return]


def bad_line(number: int, why: str) -> BadInput:
    """What is wrong with a line."""
    return BadInput("robot.line", "--robot, line {number}: {why}", number, why)


def _check_settings(settings: Settings) -> None:
    settings.pixels()
    if settings.language is not None and settings.language not in LANGUAGES:
        raise ValueError(f"expected one of {', '.join(LANGUAGES)} - at `$.set.language`")


def _check_game(new: NewGame) -> None:
    if new.game not in offered():
        raise ValueError(f"expected one of {', '.join(sorted(offered()))} - at `$.new.game`")
    fewest, most = app_of(new.game).seats()
    if not fewest <= len(new.players) <= most:
        raise ValueError(f"expected {fewest} to {most} players - at `$.new.players`")
    if strange := sorted(set(new.bots) - set(new.players)):
        raise ValueError(f"no player is called {strange[0]!r} - at `$.new.bots`")
