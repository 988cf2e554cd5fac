"""What the Raspberry Pi and the microcontroller say to each other, as values; `docs/serial-protocol.md` shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Byte = Annotated[int, Meta(ge=0, le=255)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Colour: TypeAlias = tuple[Byte, Byte, Byte]
"""Red, green, blue."""
Counts: TypeAlias = tuple[int, int, int, int]
"""A colour sensor's red, green, blue and clear."""
Slot = Annotated[int, Meta(ge=0, le=1)]
SceneName: TypeAlias = Literal["off", "round", "seat", "progress", "attention", "lamp", "idle"]


class _Message(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    pass


class ShowScene(_Message, frozen=True, tag="scene"):
    """What the ring shows from now on: arc `k` of `of` in a colour, a share, or a pulse."""

    scene: SceneName
    k: Annotated[int, Meta(ge=0, le=24)] = 0
    of: Annotated[int, Meta(ge=1, le=24)] = 6
    colour: Colour = (255, 255, 255)
    share: Percent = 0
    calm: bool = False


class CameraLamp(_Message, frozen=True, tag="lamp"):
    """The ring to its known white, effects held, or back to the scene; answered by `LampLit` with the same `shot`."""

    on: bool
    level: Percent = 60
    shot: int = 0


class Calibrate(_Message, frozen=True, tag="calibrate"):
    """Learn what lies before a slot's sensor now; `name`: a ball's colour, `none` or `white`."""

    slot: Slot
    name: Annotated[str, Meta(min_length=1, max_length=12)]


class Settings(_Message, frozen=True, tag="settings"):
    """`still_ms`: how long the ship must stand still before the balls are looked at."""

    still_ms: Annotated[int, Meta(ge=100, le=3000)] = 600


class Look(_Message, frozen=True, tag="look"):
    """Ask for the sensors' raw counts."""


class AskState(_Message, frozen=True, tag="state"):
    """Ask how the microcontroller is."""


Command: TypeAlias = ShowScene | CameraLamp | Calibrate | Settings | Look | AskState


class Shaking(_Message, frozen=True, tag="shaking"):
    """The mother ship is shaken, for the `shake`-th time; `again`: before the balls of this shake were read."""

    shake: int
    again: bool = False


class Balls(_Message, frozen=True, tag="balls"):
    """The balls after a shake: a name a slot or None where it is not sure, percent of confidence, empty slots."""

    shake: int
    balls: tuple[str | None, ...]
    sure: tuple[Percent, ...]
    empty: tuple[bool, ...]
    settled: bool


class Button(_Message, frozen=True, tag="button"):
    """A seat's button went down."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Part(_Message, frozen=True, tag="part"):
    """A part stopped answering, or answers again."""

    part: str
    there: bool


class LampLit(_Message, frozen=True, tag="lamp"):
    """The ring now shows what `CameraLamp` asked for."""

    on: bool
    shot: int = 0


class Calibrated(_Message, frozen=True, tag="calibrated"):
    """What was learned; None where the sensor did not answer."""

    slot: int
    name: str
    reading: tuple[int, ...] | None


class Looked(_Message, frozen=True, tag="looked"):
    """The sensors' raw counts, None where one does not answer."""

    raw: tuple[Counts | None, ...]


class StateReport(_Message, frozen=True, tag="state"):
    """How the microcontroller is: parts that do not answer, bytes of memory free, shakes since its start."""

    missing: tuple[str, ...]
    free: int
    shakes: int


class Refused(_Message, frozen=True, tag="refused"):
    """A command that the microcontroller could make nothing of."""


class Lost(_Message, frozen=True, tag="lost"):
    """Events that could not be kept while nobody listened."""

    events: int


Event: TypeAlias = Shaking | Balls | Button | Part | LampLit | Calibrated | Looked | StateReport | Refused | Lost


def to_wire(command: Command) -> dict[str, Any]:
    """The plain values that go into a frame."""
    values: dict[str, Any] = msgspec.to_builtins(command)
    return values


def from_wire(values: Any) -> Event | None:
    """The event, or None for one that this version does not know."""
    try:
        event: Event = msgspec.convert(values, Event)
    except msgspec.ValidationError:
        return None
    return event
