"""`planisphere bench`: measures the figures of the performance table, each beside its floor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import msgspec

from engines.errors import BadInput, NotPossible
from planisphere.figure import Figure
from planisphere.workshop import tool

AREAS = ("engines", "vision", "journal", "app", "hub")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("area", nargs="?", choices=AREAS, help="only this area (default: all that there are)")
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
    parser.add_argument("--photos", type=Path, metavar="LIST.jsonl", help="vision: the photographs to read")
    parser.add_argument(
        "--report", type=Path, metavar="F.html", help="vision: write how sure and how right the readers are"
    )
    parser.add_argument("--cases", type=Path, metavar="DIR", help="vision: read all kept cases anew")


def run(args: argparse.Namespace) -> int:
    """Measures and prints; raises NotPossible where the one area asked for cannot be measured here."""
    if args.area != "vision" and (args.report or args.cases):
        raise BadInput("bench.vision_only", "bench: --report and --cases belong to `bench vision`")
    found = []
    for figure in _figures(args):
        found.append(figure)
        if not args.json:
            print(_line(figure), flush=True)
    if args.json:
        rows = [{**msgspec.to_builtins(figure), "ratio": figure.ratio} for figure in found]
        print(msgspec.json.encode({"figures": rows}).decode())
    return 0


def _figures(args: argparse.Namespace) -> Iterator[Figure]:
    if args.report is not None:
        yield from _reported(args.photos, args.report)
    if args.cases is not None:
        yield from _replayed(args.cases)
    if args.report is None and args.cases is None:
        for area in AREAS if args.area is None else (args.area,):
            yield from _measured(area, args.photos, alone=args.area is not None)


def _reported(photos: Path | None, out: Path) -> Iterator[Figure]:
    write_report, lists = tool("figures.report", "bench").write_report, tool("figures.vision", "bench").lists
    if not out.parent.is_dir():
        raise BadInput("bench.report", "bench: --report {out!r}: expected a file in a folder that is there", str(out))
    yield from write_report(lists(photos), out)


def _replayed(folder: Path) -> Iterator[Figure]:
    """Reads every case anew, names those not read exactly on stderr, and keeps the figures beside the cases.

    Yields how many were read how, and how many worse than by the version that measured them last. Raises BadInput.
    """
    from pi_app.camera.cases import CaseShelf, Figures, replay, worse
    from vision.ink.truth import OUTCOMES

    shelf = CaseShelf(folder)
    folders = shelf.folders()
    if not folders:
        raise BadInput("cases.none", "--cases {folder!r}: expected a folder with kept cases in it", str(folder))
    found: dict[str, str] = {}
    for name, judged in replay(folders):
        found[name] = judged.outcome
        if judged.outcome != "exact":
            print(f"{name}: {judged.outcome} {', '.join(judged.wrong)}".rstrip(), file=sys.stderr)
    now, before = Figures(version("planisphere"), found), shelf.figures()
    for outcome in OUTCOMES:
        yield Figure(f"cases.{outcome}", sum(how == outcome for how in found.values()), "")
    yield Figure("cases.worse", len(worse(before, now)) if before else 0, "")
    with suppress(OSError):
        shelf.keep_figures(now)


def _measured(area: str, photos: Path | None, alone: bool) -> Iterator[Figure]:
    measured = tool(f"figures.{area}", "bench")
    try:
        given = {"photos": photos} if area == "vision" and photos is not None else {}
        yield from measured.figures(**given)
    except NotPossible as error:
        if alone:
            raise
        print(f"planisphere: bench {area}: {error}", file=sys.stderr)


def _line(figure: Figure) -> str:
    text = f"{figure.name:<44} {figure.value:>14,.4g} {figure.unit:<5}"
    if figure.floor is not None and figure.ratio is not None:
        text = f"{text} floor {figure.floor:>12,.4g}  ratio {figure.ratio:.4g}"
    return f"{text} {figure.note}".rstrip()
