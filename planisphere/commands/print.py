"""`planisphere print`: the print-and-play PDF of a pack, true to size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engines.errors import BadInput, NotPossible
from engines.files import write_whole
from pi_app.packs import HELP, find_pack, prove
from planisphere.sheets import open_sheets


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("pack", metavar="PACK", help=HELP)
    parser.add_argument("--out", type=Path, required=True, metavar="F.pdf", help="the file to write")
    parser.add_argument("--paper", choices=["a4", "letter"], default="a4")
    parser.add_argument("--players", type=int, choices=range(1, 9), default=4, help="for how many (default: 4)")
    parser.add_argument("--ink", choices=["night", "light"], default="night", help="light: line art that saves toner")


def run(args: argparse.Namespace) -> int:
    """Writes the PDF; raises BadInput for a pack that is not valid, NotPossible where it cannot be written."""
    from paper.formats import PAPERS
    from planisphere.sheets.look import LOOKS

    source = find_pack(args.pack)
    printer = open_sheets(source.game)
    problems = prove(source).problems
    if problems:
        first = problems[0]
        raise BadInput(
            "print.pack_invalid",
            "pack {label!r}: {where}: {what} ({n} found by pack check)",
            source.label,
            first.where,
            first.what,
            len(problems),
        )
    if args.out.is_dir() or not args.out.parent.is_dir():
        raise BadInput("print.out", "print: --out {out!r}: expected a file in an existing folder", str(args.out))
    data = printer(source.data, PAPERS[args.paper], LOOKS[args.ink], args.players)
    _write(args.out, data)
    print(f"{args.out}: print at 100 %, {args.paper}", file=sys.stderr)
    return 0


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise NotPossible(
            "print.not_written", "print: --out {path!r}: {reason}", str(path), error.strerror or "cannot be written"
        ) from error
