"""How much of each room the tests ran, lines and branches: `python -m tools.coverage_by_room`, which script/test
--coverage calls. Reads what coverage.py has combined in `$COVERAGE_FILE`. `--keep ROOM ...` writes the figures of these
rooms into `docs/measurements/coverage.json`, from which `python -m tools.measurements` draws."""

from __future__ import annotations

import argparse
import datetime
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import coverage
import msgspec
from coverage.exceptions import NoDataError

from tools.measurements.data import FOLDER, Figure, load

WINDOWLESS: Final = "pi_app without ui"
"""The app without the folders that draw its screens."""
ROOMS: Final = {
    "engines": 98, "vision": 90, "hardware": 90, "firmware_bridge": None, "pi_app": None, WINDOWLESS: 95,
    "pi_app/presenters": 95, "hub": 95, "planisphere": None,
}  # fmt: skip
"""Room -> how much of it is to be run, %; None where nothing was settled."""
FILE: Final = FOLDER / "coverage.json"


def measured() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every room of which something was run, and coverage.py's totals of it."""
    data = coverage.Coverage()
    data.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        for room in ROOMS:
            omit = ["*/ui/*"] if room == WINDOWLESS else []
            try:
                data.json_report(include=[f"{room.split()[0]}/*"], omit=omit, outfile=str(report))
            except NoDataError:
                continue
            yield room, msgspec.json.decode(report.read_bytes())["totals"]


def figures(room: str, totals: dict[str, Any], date: str) -> list[Figure]:
    """The totals of a room as measurements."""
    size, missed = (totals[f"{what}_lines"] + totals[f"{what}_branches"] for what in ("covered", "missing"))
    share = round(totals["percent_covered"], 1)
    return [
        Figure("covered", "quick", room, None, share, None, date, ROOMS[room]),
        Figure("missed", "quick", room, size + missed, missed, None, date),
    ]


def main() -> None:
    """Print one row a room, in percent."""
    parser = argparse.ArgumentParser(description="How much of each room the tests ran, lines and branches.")
    parser.add_argument("--keep", nargs="+", choices=ROOMS, default=[], metavar="ROOM", help=f"write it into {FILE}")
    keep = parser.parse_args().keep
    found: dict[str, list[Figure]] = {}
    print(f"{'room':<20}{'covered':>9}")
    for room, totals in measured():
        print(f"{room:<20}{totals['percent_covered']:>8.1f}%")
        if room in keep:
            found[room] = figures(room, totals, datetime.datetime.now(datetime.UTC).date().isoformat())
    if keep:
        kept = load(FILE)
        before = {room: [figure for figure in kept.figures if figure.level == room] for room in ROOMS}
        now = msgspec.structs.replace(kept, figures=[f for room in ROOMS for f in found.get(room, before[room])])
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(now), indent=2) + b"\n")


if __name__ == "__main__":
    main()
