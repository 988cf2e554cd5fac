"""Where a long trial works: a folder that is kept, or one that goes however the run ends; its failure in one line."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tools.virtual_pi.debian_root import NAMES
from tools.virtual_pi.qmp import Refused


def parser_of(name: str, words: str, report: bool = True) -> argparse.ArgumentParser:
    """The command line of a tool that makes a table: which Debian, of which wheels, and where it works and reports."""
    parser = argparse.ArgumentParser(prog=f"script/{name}", description=words.splitlines()[0])
    parser.add_argument("--release", choices=sorted(NAMES), default="12", help="of Debian (default: 12)")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="what tools.wheels gathered for its processor")
    parser.add_argument("--work", type=Path, metavar="DIR", help="keep what is made here for the next time")
    if report:
        parser.add_argument("--report", type=Path, default=Path(name), metavar="DIR", help="where the report goes")
    return parser


def in_folder(name: str, kept: Path | None, do: Callable[[Path], int], lacking: str | None = None) -> int:
    """The exit code of what is done in a folder: `kept`, or a new one on a disk; 2 where something needed fails.

    `lacking`: what this machine lacks for it, in one line; then nothing is done.
    """
    if lacking is not None:
        print(f"{name}: {lacking}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception: what was begun is cleared away
    try:
        if kept is not None:
            kept.mkdir(parents=True, exist_ok=True)
            return do(kept)
        with tempfile.TemporaryDirectory(prefix=f"planisphere-{name}-", dir="/var/tmp") as folder:
            return do(Path(folder))
    except Refused as error:
        print(f"{name}: {error}", file=sys.stderr)
    except subprocess.CalledProcessError as error:
        print(f"{name}: `{' '.join(map(str, error.cmd))}` ended with code {error.returncode}", file=sys.stderr)
    return 2
