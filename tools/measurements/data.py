"""What a file of measurements holds, and where such files lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from engines.errors import BadInput

FOLDER: Final = Path("docs/measurements")


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is counted or timed. `digits`: of the values after the point. `better`: which direction is good."""

    label: str
    unit: str
    better: Literal["more", "less"]
    digits: int = 1


class Set(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Photographs that were read. `given`: what the reader knew beside them. `note`: whether it was made with them."""

    what: str
    seeds: list[int]
    given: str
    note: str


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One measured value of a set at a level, with the number it was counted over (null: not written down).

    `interval`: 95 %, of a rate Wilson's; null where there is none. `date`: of the reader that was measured. `bar`: the
    value that is wanted.
    """

    what: str
    set: str
    level: str
    n: int | None
    value: float
    interval: tuple[float, float] | None
    date: str
    bar: float | None = None


class Measurements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was measured of one kind. `counted`: what `n` counts. `plot`: the measures that are drawn."""

    title: str
    counted: str
    plot: list[str]
    measures: dict[str, Measure]
    sets: dict[str, Set]
    figures: list[Figure]


def load(path: Path) -> Measurements:
    """The measurements of one file. Raises BadInput where a figure names a set or a measure that is not there."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Measurements)
    except msgspec.DecodeError as error:
        raise BadInput("measurements.not_readable", "{file}: {reason}", path.name, str(error)) from None
    for figure in found.figures:
        if figure.what not in found.measures or figure.set not in found.sets:
            raise BadInput("measurements.unknown_name", "{file}: unknown {figure}", path.name, repr(figure))
    return found


def save(path: Path, found: Measurements) -> None:
    """Write such a file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def load_all() -> dict[str, Measurements]:
    """Every kind of `docs/measurements`, by the name of its file."""
    return {path.stem: load(path) for path in sorted(FOLDER.glob("*.json"))}
