"""`planisphere pack`: proves component packs, captures them from photographs, lists those at hand."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from engines.packcheck import PackReport
from engines.registry import game_names, pack_names
from engines.star_explorer.packcheck import PackFigures
from planisphere.capture import CAPTURES, capture_function, capture_module
from planisphere.packs import HELP, captured_names, find_pack, prove

_ROUNDS = ("I", "II", "III", "IV", "V", "VI")


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
    games = capture.add_subparsers(dest="game", required=True, metavar="{" + ",".join(CAPTURES) + "}")
    for game in CAPTURES:
        capture_module(game).configure(games.add_parser(game, description=about, allow_abbrev=False))


def run(args: argparse.Namespace) -> int:
    """Runs `check`, `capture` or `list`; raises BadInput where a pack is not one."""
    if args.action == "capture":
        return capture_function(args.game)(args)
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
    if isinstance(report.figures, PackFigures):
        _print_figures(report.figures)
        return
    for name, value in msgspec.to_builtins(report.figures).items():
        print(f"{name.replace('_', ' ')}: {_counts(value) if isinstance(value, dict) else value}")


def _print_figures(figures: PackFigures) -> None:
    print(f"stars: {figures.stars} ({_counts(figures.types)}; {_counts(figures.zones)})")
    for number, counts in zip(_ROUNDS, figures.visible, strict=True):
        print(f"fully visible in round {number}: {sum(counts.values())} ({_counts(counts)})")
    print(f"closest call of what is fully visible: {figures.clearance:.2f} mm")
    print(f"tiles by size: {_counts(figures.sizes)}; by type: {_counts(figures.tile_types)}")
    _print_places(figures)


def _print_places(figures: PackFigures) -> None:
    print("places to draw each tile whole, rounds I to VI:")
    for tile, counts in figures.places.items():
        print(f"  {tile:<18}" + "".join(f"{count:5}" for count in counts))


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name}: {n}" if name.isdecimal() else f"{n} {name}" for name, n in counts.items())
