"""Installs the table into Debian for arm64, runs it there on an emulated processor, and compares it with this machine.

    sudo script/arm64 [--check NAME] [--release 12] [--report DIR] [--wheels DIR] [--work DIR]

Debian's packages `debootstrap`, `qemu-user-static` and `binfmt-support` are needed. Prints a line a check and leaves a
report in JUnit's XML. Exit code 1 where a check failed, 2 where this machine lacks something.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from tools import wheels as gathering
from tools.arm64 import sides
from tools.arm64.checks import CHECKS
from tools.virtual_pi import report
from tools.virtual_pi.debian_root import copied, debian, install_table, lacking_for_arm64, run
from tools.virtual_pi.workplace import in_folder, parser_of
from tools.wheels import ROOT

FOR_TESTS: Final = ("pytest", "pytest-timeout", "hypothesis", "iniconfig", "pluggy", "sortedcontainers")
MACHINE: Final = "aarch64"


def table(work: Path, release: str, wheels: Path | None) -> Path:
    """Debian for arm64 with the table in it; what is there already from an earlier run is taken."""
    root = work / f"root-{release}-arm64"
    if (root / "whole").exists():
        return root
    base = work / f"base-{release}-arm64"
    debian(base, release, "arm64")
    wheels = gathering.gathered(work, wheels, MACHINE)
    copied(base, root)
    install_table(root, wheels)
    add_tests(root)
    (root / "whole").touch()
    return root


def add_tests(root: Path) -> None:
    """What runs the tests, in the versions of the lock, as wheels for that processor and that Debian's Python."""
    lock = (ROOT / "requirements/dev.txt").read_text("utf-8")
    pins = [line.split()[0] for line in lock.splitlines() if line.partition("==")[0] in FOR_TESTS]
    (into,) = (root / "opt/planisphere/slots/a/lib").glob("python3.*/site-packages")
    run(*gathering.PIP, "install", "--upgrade", *foreign(into), "--target", str(into), *pins)


def foreign(packages: Path) -> list[str]:
    """pip's options for wheels of that folder's Python, on the other processor."""
    python = packages.parent.name.removeprefix("python")
    platforms = [f"--platform={glibc}_{MACHINE}" for glibc in gathering.GLIBC]
    return ["--no-deps", "--only-binary=:all:", f"--python-version={python}", "--implementation=cp", *platforms]


def attempt(args: argparse.Namespace, work: Path) -> int:
    """Make the table, compare, write the report; the exit code."""
    there = sides.there(table(work, args.release, args.wheels))
    with tempfile.TemporaryDirectory(prefix="planisphere-arm64-") as folder:
        here = sides.here(Path(folder) / "here")
        names = args.check or CHECKS
        outcomes = [report.attempt(name, partial(CHECKS[name], here, there)) for name in names]
    about = {"debian": args.release, "processor": "emulated"}
    return report.written(args.report, f"arm64-{args.release}", about, outcomes)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = parser_of("arm64", str(__doc__))
    parser.add_argument("--check", action="append", choices=list(CHECKS), help="only this one; may be given again")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run from the command line; returns the exit code."""
    args = arguments(argv)
    return in_folder("arm64", args.work, partial(attempt, args), lacking_for_arm64({}))


if __name__ == "__main__":
    sys.exit(main())
