"""Prints how well the house keeps to its plan.

python -m tools.house                   the figures
python -m tools.house --against v1.0    beside those of another revision
python -m tools.house --list            and where each figure comes from
python -m tools.house --json            everything as JSON
python -m tools.house --check           exit 1 where a figure is above its limit
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engines.errors import BadInput
from tools.codes import ROOT, faults, sites
from tools.house.circles import circles
from tools.house.docstrings import undescribed
from tools.house.games import naming
from tools.house.sentences import read_back
from tools.house.sizes import Room, crowded, functions, rooms
from tools.house.source import Source, revision


class Figure(NamedTuple):
    """One figure: how much there is of it, and which."""

    value: float
    found: list[str]


class Measured(NamedTuple):
    """Everything that is measured of one revision."""

    figures: dict[str, Figure]
    rooms: dict[str, Room]


class Limit(NamedTuple):
    """What a figure may be at most."""

    today: float
    """Where it stood when somebody last brought it down: it never rises again."""
    wanted: float


LIMITS = {
    "games named outside their folders": Limit(0, 0),
    "circles of imports": Limit(0, 0),
    "crowded folders": Limit(3, 3),
    "sentences read back": Limit(0, 0),
    "raised without a code": Limit(0, 0),
    "undescribed methods": Limit(0, 0),
    "long functions": Limit(0, 0),
    "median of a function": Limit(8, 8),
    "p95 of a function": Limit(25, 25),
}
"""Figure -> its limits; whoever brings one down writes the new one here."""


def measure(source: Source) -> Measured:
    """The house as it stands in some sources."""
    lengths = functions(source)
    told = {
        "games named outside their folders": naming(source),
        "circles of imports": [f"{len(part)}: {', '.join(part)}" for part in circles(source)],
        "crowded folders": [f"{folder}: {count}" for folder, count in crowded(source).items()],
        "sentences read back": read_back(source),
        "raised without a code": [fault for fault in faults(sites(root=source.root)) if " without " in fault],
        "undescribed methods": undescribed(source),
        "long functions": lengths.long,
    }
    figures = {name: Figure(len(found), found) for name, found in told.items()}
    figures["median of a function"] = Figure(lengths.median, [])
    figures["p95 of a function"] = Figure(round(lengths.p95, 1), [])
    return Measured(figures, rooms(source))


def above(measured: Measured) -> list[str]:
    """The figures above their limits."""
    return [name for name, figure in measured.figures.items() if figure.value > LIMITS[name].today]


def table(now: Measured, before: Measured | None, all_of_it: bool) -> Iterator[str]:
    """The figures as lines of text, beside those of another revision where there is one."""
    for name, figure in now.figures.items():
        beside = f"{before.figures[name].value:8g}" if before else ""
        yield f"{name:34}{beside}{figure.value:8g}  (at most {LIMITS[name].today:g}, wanted {LIMITS[name].wanted:g})"
        if all_of_it:
            yield from (f"    {where}" for where in figure.found)
    yield f"{'room':16}{'files':>8}{'lines':>8}{'tests':>8}{'lines':>8}"
    for name in now.rooms:
        yield _row(name, now.rooms[name])
        if before and name in before.rooms:
            yield _row("  before", before.rooms[name])


def _row(name: str, room: Room) -> str:
    return f"{name:16}" + "".join(f"{value:8}" for value in room)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description="How well the house keeps to its plan.")
    parser.add_argument("--against", metavar="REV", help="a revision to set beside")
    parser.add_argument("--list", action="store_true", help="say where each figure comes from")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure is above its limit")
    args = parser.parse_args()
    now, before = measure(Source(ROOT)), None
    if args.against:
        try:
            with revision(ROOT, args.against) as source:
                before = measure(source)
        except BadInput as error:
            print(error, file=sys.stderr)
            return 2
    if args.json:
        print(msgspec.json.encode({"now": _plain(now), "before": _plain(before) if before else None}).decode())
    else:
        print(*table(now, before, args.list), sep="\n")
    return int(args.check and bool(above(now)))


def _plain(measured: Measured) -> dict[str, object]:
    return {
        "figures": {name: figure._asdict() for name, figure in measured.figures.items()},
        "rooms": {name: room._asdict() for name, room in measured.rooms.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
