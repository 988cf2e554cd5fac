"""What the outbox and an event host say to each other; what does not fit is no answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from pi_app.evening.asks import Answer

Text = Annotated[str, Meta(max_length=200)]
T = TypeVar("T", bound=msgspec.Struct)


class SeatCall(msgspec.Struct, frozen=True):
    """Who is to sit at a seat, and whether they start."""

    name: Annotated[str, Meta(max_length=60)]
    first: bool = False


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """What the event host wants this table to play; everything empty where it wants nothing."""

    event: Text = ""
    game: Text = ""
    pack: Text = ""
    options: Annotated[dict[str, Any], Meta(max_length=50)] = {}
    place: int | None = None
    round: int | None = None
    seating: int | None = None
    seats: Annotated[tuple[SeatCall, ...], Meta(max_length=10)] = ()
    state: Text = ""
    timer: Text = ""
    remaining_ms: int | None = None
    aids: bool = False
    """Whether players may be told what their turns could have scored, and play with handicaps."""
    answers: Annotated[tuple[Answer, ...], Meta(max_length=100)] = ()

    @property
    def left_ms(self) -> int | None:
        """What is left of a round whose clock runs, as it was when this was said; None where none does."""
        return self.remaining_ms if self.timer == "running" else None

    @property
    def time_is_up(self) -> bool:
        """Whether the round still runs and its time is over."""
        return self.left_ms is not None and self.left_ms <= 0


class Asks(msgspec.Struct, frozen=True, kw_only=True):
    """A question at this table, for the event host to see; `judge`: to answer. `photo`: JPEG or PNG in base64."""

    question: str
    one: str = ""
    other: str = ""
    photo: str = ""
    judge: bool = False
    game: str = ""


class TableNote(msgspec.Struct, frozen=True, kw_only=True):
    """How this table is: the screen that is up, the light on the board, a question."""

    screen: str = ""
    light: Literal["ok", "low"] | None = None
    asks: Asks | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why an event host does not take something."""

    error: Text = ""
    held: int | None = None
    game: Text = ""


class Stored(msgspec.Struct, frozen=True):
    """The highest batch that an event host holds."""

    held: Annotated[int, Meta(ge=0, le=2**53)]


class Paired(msgspec.Struct, frozen=True):
    """What pairing brings: who this table is there."""

    table: Annotated[int, Meta(ge=1, le=2**31)]
    token: Annotated[str, Meta(min_length=20, max_length=100)]


class HubState(msgspec.Struct, frozen=True):
    """What an event host holds of this table: batches, and lines of each game."""

    held: Annotated[int, Meta(ge=0, le=2**53)]
    games: Annotated[dict[str, int], Meta(max_length=1_000)]


def read(kind: type[T], body: bytes) -> T | None:
    """An answer of that shape; None for anything else."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def refusal_of(body: bytes) -> Refusal:
    """Why it was refused; empty where the answer does not say."""
    return read(Refusal, body) or Refusal()
