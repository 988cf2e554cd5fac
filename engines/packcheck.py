"""What the proof of any game's pack says; what is proved stands with each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from engines.errors import BadInput

Figures = TypeVar("Figures")


class Finding(msgspec.Struct, frozen=True):
    """One thing found wrong (or odd) in a pack: where, and what."""

    where: str
    what: str


@runtime_checkable
class InWords(Protocol):
    """Figures that say themselves; others are listed name by name."""

    def in_words(self) -> list[str]:
        """Lines of text."""


def tally(counted: dict[str, int]) -> str:
    """Counts on one line, such as "12 red, 9 blue"."""
    return ", ".join(f"{name}: {n}" if name.isdecimal() else f"{n} {name}" for name, n in counted.items())


class PackReport(msgspec.Struct, Generic[Figures], frozen=True):
    """The proof of a pack: valid if there are no problems."""

    pack: str
    problems: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    figures: Figures

    @property
    def valid(self) -> bool:
        """Whether the pack may be played."""
        return not self.problems


def refuse(game: str, problems: Iterable[Finding]) -> None:
    """Raise BadInput with one line that lists all the problems of a game's pack, if there are any."""
    if wrong := [f"{found.where}: {found.what}" for found in problems]:
        raise BadInput("pack.invalid", "pack of {game}: {wrong}", game, "; ".join(wrong))
