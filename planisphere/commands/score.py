"""`planisphere score`: the score sheet of a position that has no history."""

from __future__ import annotations

import argparse

import msgspec

from engines.errors import BadInput
from engines.registry import game_names, open_game
from planisphere.inputs import json_object, read_file
from planisphere.score_pad import score_pad


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a position as JSON (docs/formats.md); - reads standard input")
    parser.add_argument("--json", action="store_true", help="the score sheet as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints the score sheet; raises BadInput for what cannot be a position."""
    what = f"position {args.file!r}"
    position = json_object(read_file(args.file, "position"), what)
    name = position.get("game")
    if not isinstance(name, str):
        raise BadInput(
            "score.game", '{what}: "game" is {name!r}, expected one of {known}', what, name, ", ".join(game_names())
        )
    sheet = open_game(name).score_position(position)
    if args.json:
        print(msgspec.json.encode({**msgspec.to_builtins(sheet), "warnings": sheet.warnings}).decode())
        return 0
    print(score_pad(sheet))
    for warned in sheet.warnings:
        who = f"{warned.player}: " if warned.player else ""
        print(f"warning: {who}{warned.message} ({warned.rule})")
    return 0
