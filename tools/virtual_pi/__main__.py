"""Installs the table into a virtual machine, boots it, and tries what only a whole machine shows.

    sudo script/virtual-pi [--trial NAME] [--release 12] [--report DIR] [--wheels DIR] [--work DIR] [--cuts N]

Debian's packages `debootstrap`, `qemu-system-x86`, `e2fsprogs` and `openssh-client` are needed. Prints a line a
trial and leaves a report in JUnit's XML with pictures of the panel. Exit code 1 where a trial failed, 2 where this
machine lacks something.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from tools.virtual_pi import image, report
from tools.virtual_pi.bench import Bench
from tools.virtual_pi.machine import choose, kvm_works
from tools.virtual_pi.trials import TRIALS
from tools.virtual_pi.workplace import in_folder, parser_of


def run(args: argparse.Namespace, work: Path) -> int:
    """Make the disk, run the trials, write the report; the exit code."""
    base = image.bare(args.release, work)
    accelerator, why = choose(partial(kvm_works, image.of_kernel(base)))
    print(f"processor: {accelerator} ({why})", flush=True)
    disk = image.build(args.release, accelerator, base, work, args.wheels)
    outcomes = []
    for name in args.trial or TRIALS:
        pictures = args.report / name
        pictures.mkdir(parents=True, exist_ok=True)
        bench = Bench(disk, accelerator, work, pictures, args.cuts, args.wheels)
        outcomes.append(report.attempt(name, partial(TRIALS[name], bench)))
    about = {"debian": args.release, "accelerator": accelerator}
    return report.written(args.report, f"virtual-pi-{args.release}", about, outcomes)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = parser_of("virtual-pi", str(__doc__))
    parser.add_argument("--trial", action="append", choices=list(TRIALS), help="only this one; may be given again")
    parser.add_argument("--cuts", type=int, default=3, metavar="N", help="power cuts of each game (default: 3)")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run from the command line; returns the exit code."""
    args = arguments(argv)
    return in_folder("virtual-pi", args.work, partial(run, args), image.missing())


if __name__ == "__main__":
    sys.exit(main())
