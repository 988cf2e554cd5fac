"""What tables send: batches of lines of their records, numbered without gaps; everything strict and bounded."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from engines.errors import finding
from hub.errors import Refused

MAX_BODY: Final = 1 << 20
MAX_NOTE: Final = 128 << 10
MAX_ITEMS: Final = 2_000
MAX_LINE: Final = 64 << 10
MAX_LINES: Final = 50_000
"""Lines of one game: the longest real ones have 4 000."""
MAX_GAMES: Final = 500
"""Games a table may begin within a day."""


class Item(msgspec.Struct, frozen=True):
    """One line of a record as the table's journal holds it.

    `n` 0: the header, which begins the game; else the line's number, or of a result how many lines came before it.
    """

    game: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    n: Annotated[int, Meta(ge=0, le=MAX_LINES)]
    line: msgspec.Raw


class Batch(msgspec.Struct, frozen=True):
    """Lines in the order in which they were written. `seq` counts a table's batches from 1 without gaps.

    `sent`: ms since 1970 by the table's clock.
    """

    seq: Annotated[int, Meta(ge=1, le=2**53)]
    items: Annotated[list[Item], Meta(min_length=1, max_length=MAX_ITEMS)]
    sent: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a batch: the highest number that is stored; `new` lines by this batch."""

    held: int
    new: int = 0
    duplicate: bool = False
    now: int = 0


class PairRequest(msgspec.Struct, frozen=True):
    """A table that wants to be paired."""

    code: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=60)] = "Table"


T = TypeVar("T")
_batches = msgspec.json.Decoder(Batch)


def decode(kind: type[T], body: bytes) -> T:
    """A message of that kind. Raises Refused (`not_json`), also for letters that no database keeps."""
    if b"\\u0000" in body:
        raise Refused("not_json", finding("message.malformed", "{reason}", "a text with U+0000"))
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not_json", finding("message.malformed", "{reason}", _short(error))) from error


def decode_batch(body: bytes) -> Batch:
    """A batch. Raises Refused: `not_json`, `too_large`."""
    if len(body) > MAX_BODY:
        raise Refused("too_large")
    try:
        batch = _batches.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not_json", finding("message.malformed", "{reason}", _short(error))) from error
    if any(len(item.line) > MAX_LINE for item in batch.items):
        raise Refused("too_large", finding("line.too_long", "a line has more than {most} bytes", MAX_LINE))
    return batch


def digest(batch: Batch) -> str:
    """What makes two batches the same: their lines, not when they were sent."""
    found = hashlib.sha256()
    for item in batch.items:
        found.update(f"{item.game}\n{item.n}\n{len(item.line)}\n".encode())
        found.update(bytes(item.line))
    return found.hexdigest()


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
