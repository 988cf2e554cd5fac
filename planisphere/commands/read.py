"""`planisphere read`: one photograph to a reading."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from engines.registry import game_names
from pi_app.camera.entries import read_json
from pi_app.camera.kinds import kind_of
from pi_app.camera.readers import TABLE, open_reader, reader_names


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", choices=reader_names())
    layout = "where things are: a file, or but for table the name of a pack, with :3 for its third slate"
    parser.add_argument("--layout", required=True, metavar="L.json", help=layout)
    parser.add_argument("--image", required=True, nargs="+", metavar="AFTER", help="the photograph, or a burst of them")
    parser.add_argument("--blank", metavar="B.jpg", help="the same board, clean, at this round's stop")
    parser.add_argument("--before", metavar="B.jpg", help="the same board before this drawing")
    parser.add_argument("--calibration", metavar="C.jpg", help="balls: the four of them in this evening's light")
    parser.add_argument("--known", default="", metavar="A-B,A-B…", help="lines of earlier rounds, by their ends")
    parser.add_argument(
        "--known-shooting-stars", default="", metavar="A-B,…", help="those of earlier turns, head first (slates)"
    )
    parser.add_argument("--expect", metavar="E.json", help="the tile or night card that was to be drawn")
    parser.add_argument("--json", action="store_true", help="print the reading as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints the reading, or, with 3, why there is none. Raises BadInput."""
    _check_fitting(args)
    entry: dict[str, Any] = {
        "layout": args.layout,
        "image": args.image,
        "known": _known("--known", args.known, args.game),
    }
    if args.known_shooting_stars:
        entry["known_shooting_stars"] = _known("--known-shooting-stars", args.known_shooting_stars, args.game)
    entry |= {name: value for name in ("blank", "before", "calibration") if (value := getattr(args, name)) is not None}
    if args.expect is not None:
        entry["expect"] = read_json(Path(args.expect))
    try:
        answer = open_reader(args.game, Path()).read(entry)
    except NotPossible as error:
        said = error.finding.as_json()
        print(msgspec.json.encode({"error": "board_not_found", "why": str(error), **said}).decode())
        print(f"planisphere: {error}", file=sys.stderr)
        return 3
    shape = answer.as_json()
    if args.json:
        print(msgspec.json.encode(shape).decode())
        return 0
    print("\n".join(answer.in_words()))
    if not shape.get("light", {}).get("ok", True):
        print("light: " + ", ".join(shape["light"]["why"]), file=sys.stderr)
    return 0


_RECORD = ("blank", "before", "known", "known_shooting_stars", "calibration", "expect")
_ANY_GAME = ("blank", "before", "known", "expect")
"""Options that the reader of no game refuses, so that one call does for all of them."""


def _check_fitting(args: argparse.Namespace) -> None:
    """Raise BadInput where an option tells a reader what it does not look at; where it may be given for any game, say
    that it is of no use."""
    for name in _RECORD:
        if getattr(args, name) and name not in _fitting(args.game):
            option = f"read {args.game}: {_option(name)}"
            if name not in _ANY_GAME or args.game not in game_names():
                raise BadInput(
                    "read.option",
                    "{option} does not fit this reader, which takes {fitting}",
                    option,
                    _fitting_words(args.game),
                )
            print(f"planisphere: {option} is left out: this reader takes {_fitting_words(args.game)}", file=sys.stderr)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _fitting(game: str) -> tuple[str, ...]:
    """The options that tell what the record knows, of those that this reader looks at."""
    if game == TABLE:
        return ("expect",)
    kind = kind_of(game)
    return tuple(name for name in _RECORD if name in (*kind.takes, *kind.others))


def _fitting_words(game: str) -> str:
    boards = " (a file: what is known of each board, by its name)" if game == TABLE else ""
    return ", ".join(map(_option, _fitting(game))) + boards


_POINT = re.compile(r"[A-Za-z0-9]{1,9}")


def _known(option: str, text: str, game: str) -> list[list[int | str]]:
    """The lines that an option tells. Raises BadInput where they cannot be on a board of this game."""
    lines = _lines(option, text)
    ends = None if game == TABLE else kind_of(game).ends
    kind, points, example = ends or (object, "points", "12-13,13-20")
    if not all(isinstance(point, kind) for line in lines for point in line):
        raise BadInput(
            "read.points",
            "{option} {text!r}: expected pairs of {points}, such as {example}",
            option,
            text,
            points,
            example,
        )
    return lines


def _lines(option: str, text: str) -> list[list[int | str]]:
    """Lines from text such as `12-13,13-20` or `E9-F9,F9-F8`. Raises BadInput."""
    lines = [[point.strip() for point in line.split("-")] for line in text.split(",") if line.strip()]
    if any(len(line) != 2 or not all(_POINT.fullmatch(point) for point in line) for line in lines):
        raise BadInput("read.pairs", "{option} {text!r}: expected pairs of points such as 12-13,13-20", option, text)
    return [[int(point) if point.isdigit() else point for point in line] for line in lines]
