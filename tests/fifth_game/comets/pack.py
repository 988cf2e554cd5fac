"""The box: the numbers on the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from engines.forms import decode_form
from engines.packcheck import Finding, PackReport, refuse


class CometsPack(msgspec.Struct, frozen=True):
    """What is in the box."""

    game: Literal["comets"]
    pack: str
    title: str
    faces: tuple[int, ...]
    """The numbers of the dice, each once."""


class PackFigures(msgspec.Struct, frozen=True):
    """What a pack holds."""

    faces: int
    highest: int


def check_pack(data: bytes) -> PackReport[PackFigures]:
    """The report on a pack's JSON text. Raises BadInput where it does not have the form of a pack."""
    pack = _decode(data)
    return PackReport(pack.pack, tuple(_problems(pack)), (), PackFigures(len(pack.faces), max(pack.faces, default=0)))


def parse_pack(data: bytes) -> CometsPack:
    """A pack that can be played. Raises BadInput listing everything wrong with it."""
    pack = _decode(data)
    refuse("comets", _problems(pack))
    return pack


def _decode(data: bytes) -> CometsPack:
    return decode_form(data, CometsPack, "pack of comets")


def _problems(pack: CometsPack) -> Iterator[Finding]:
    if len(pack.faces) < 2 or list(pack.faces) != sorted(set(pack.faces)) or pack.faces[0] < 1:
        yield Finding("faces", f"{list(pack.faces)}: expected at least two rising numbers above 0")
