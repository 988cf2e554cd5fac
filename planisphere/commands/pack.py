"""`planisphere pack`: proves component packs, captures them from photographs, lists those at hand."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from engines.packcheck import InWords, PackReport, tally
from engines.registry import game_names, games, load, pack_names, parts_of
from pi_app.packs import HELP, captured_names, find_pack, prove


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    proof = "Prove a pack; exit code 2 if it is not valid."
    check = actions.add_parser("check", help="prove a pack", description=proof)
    check.add_argument("pack", metavar="PACK", help=HELP)
    check.add_argument("--json", action="store_true", help="the whole report as JSON on stdout")
    listing = actions.add_parser("list", help="list the packs at hand", description="List the packs at hand.")
    listing.add_argument("--json", action="store_true", help="as JSON on stdout")
    about = "Make a pack from photographs of your own copy of a game."
    capture = actions.add_parser("capture", help="make a pack from photographs", description=about)
    captures = {game: parts.capture for game, parts in games().items() if parts.capture}
    kinds = capture.add_subparsers(dest="game", required=True, metavar="{" + ",".join(captures) + "}")
    for game, module in captures.items():
        load(module).configure(kinds.add_parser(game, description=about, allow_abbrev=False))


def run(args: argparse.Namespace) -> int:
    """Runs `check`, `capture` or `list`; raises BadInput where a pack is not one."""
    if args.action == "capture":
        return int(load(parts_of(args.game).capture or "").capture(args))
    return _check(args) if args.action == "check" else _list(args)


def _list(args: argparse.Namespace) -> int:
    rows = [(game, name, "shipped") for game in game_names() for name in pack_names(game)]
    rows += [(game, name, "captured") for game in game_names() for name in captured_names(game)]
    if args.json:
        packs = [{"pack": f"{row[0]}/{row[1]}", "game": row[0], "name": row[1], "origin": row[2]} for row in rows]
        print(msgspec.json.encode({"packs": packs}).decode())
    else:
        for game, name, origin in rows:
            print(f"{game}/{name}  ({origin})")
    return 0


def _check(args: argparse.Namespace) -> int:
    source = find_pack(args.pack)
    report = prove(source)
    if args.json:
        print(msgspec.json.encode({"valid": report.valid, **msgspec.to_builtins(report)}).decode())
    else:
        _print_report(report)
    for word, findings in (("problem", report.problems), ("warning", report.warnings)):
        for found in findings:
            print(f"planisphere: {source.label}: {word}: {found.where}: {found.what}", file=sys.stderr)
    return 0 if report.valid else 2


def _print_report(report: PackReport[Any]) -> None:
    print(f"pack {report.pack}: {'valid' if report.valid else 'NOT valid'}")
    if isinstance(report.figures, InWords):
        print("\n".join(report.figures.in_words()))
        return
    for name, value in msgspec.to_builtins(report.figures).items():
        print(f"{name.replace('_', ' ')}: {tally(value) if isinstance(value, dict) else value}")
