"""`planisphere read`: one photograph to a reading."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from planisphere.readings import GAMES, DiscQuery, DiscReader, read_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--layout", required=True, metavar="L.json")
    parser.add_argument("--image", required=True, nargs="+", metavar="AFTER", help="the photograph, or a burst of them")
    parser.add_argument("--blank", metavar="B.jpg", help="the same board, clean, at this round's stop")
    parser.add_argument("--before", metavar="B.jpg", help="the same board before this drawing")
    parser.add_argument("--known", default="", metavar="A-B,A-B…", help="lines of earlier rounds, by star ids")
    parser.add_argument("--expect", metavar="E.json", help="the tile that was to be drawn")
    parser.add_argument("--json", action="store_true", help="print the reading as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints the reading. Raises BadInput, or NotPossible after saying so in JSON."""
    entry: dict[str, Any] = {"layout": args.layout, "image": args.image, "known": known_lines(args.known)}
    entry |= {name: value for name in ("blank", "before") if (value := getattr(args, name)) is not None}
    if args.expect is not None:
        entry["expect"] = read_json(Path(args.expect))
    try:
        reading = DiscReader(Path()).read(DiscQuery.parse(entry))
    except NotPossible as error:
        print(msgspec.json.encode({"error": "board_not_found", "why": str(error)}).decode())
        raise
    if args.json:
        print(msgspec.json.encode(reading.as_json()).decode())
        return 0
    print(f"round {reading.round}, disc at {reading.rotation_deg:.1f}°, board found by {reading.located.by}")
    print("lines: " + (", ".join(f"{line.a}-{line.b}" for line in reading.lines) or "none"))
    print("doubtful: " + (", ".join(f"{line.a}-{line.b} ({line.p:.2f})" for line in reading.doubtful) or "none"))
    if not reading.light.ok:
        print("light: " + ", ".join(reading.light.why), file=sys.stderr)
    return 0


def known_lines(text: str) -> list[list[int]]:
    """Lines from text such as `12-13,13-20`. Raises BadInput."""
    try:
        return [[int(star) for star in line.split("-")] for line in text.split(",") if line.strip()]
    except ValueError as error:
        raise BadInput(f"--known {text!r}: expected star ids such as 12-13,13-20") from error
