"""Puts the firmware onto an emulated RP2040 and tries it there, its clock never ahead of the real one.

    script/virtual-pico [--trial NAME] [--report DIR] [--work DIR] [--messages N] [--cuts N]

Builds MicroPython from Debian's sources first (some minutes). Prints a line a trial, and leaves a report in JUnit's
XML. Exit code 1 where a trial failed, 2 where this machine lacks something.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from firmware_bridge.link import Link
from tools.virtual_pi import report
from tools.virtual_pi.workplace import in_folder
from tools.virtual_pico.build import build, missing
from tools.virtual_pico.chip import Chip
from tools.virtual_pico.trials import TRIALS, Bench, flashed


def run(args: argparse.Namespace, work: Path) -> int:
    """Build, flash, try, report; the exit code."""
    rom, image = build(work)
    with Chip(rom, image) as chip:
        outcomes = [report.attempt("flash", partial(flashed, chip))]
        if outcomes[0].wrong is None:
            with Link(lambda: chip.link.port, clock=chip.seconds) as link:
                bench = Bench(chip, link, args.messages, args.cuts, args.seed)
                outcomes += [report.attempt(name, partial(TRIALS[name], bench)) for name in args.trial or TRIALS]
    return report.written(args.report, "virtual-pico", {"chip": "RP2040, rp2040js", "micropython": "1.25.0"}, outcomes)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="script/virtual-pico", description=str(__doc__).splitlines()[0])
    parser.add_argument("--trial", action="append", choices=list(TRIALS), help="only this one; may be given again")
    parser.add_argument("--report", type=Path, default=Path("virtual-pico"), metavar="DIR", help="where it goes")
    parser.add_argument("--work", type=Path, metavar="DIR", help="keep what was built here for the next time")
    parser.add_argument("--messages", type=int, default=10000, metavar="N", help="over each cable (default: 10000)")
    parser.add_argument("--cuts", type=int, default=40, metavar="N", help="of its power (default: 40)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of spoilt bytes and moments of cuts")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run from the command line; returns the exit code."""
    args = arguments(argv)
    return in_folder("virtual-pico", args.work, partial(run, args), missing())


if __name__ == "__main__":
    sys.exit(main())
