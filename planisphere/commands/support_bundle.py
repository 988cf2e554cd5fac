"""`planisphere support-bundle`: what whoever helps needs to know about this table, in one ZIP file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engines.errors import BadInput, NotPossible
from engines.files import write_whole
from pi_app.host.support import bundle
from pi_app.paths import state_dir


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--out", metavar="F.zip", type=Path, help="the file to write; standard output where missing")
    parser.add_argument("--with-names", action="store_true", help="leave the players' names in: only if they agreed")
    parser.add_argument("--with-photos", action="store_true", help="add photographs of the table: only if all agreed")


def run(args: argparse.Namespace) -> int:
    """Write the file, also while the app runs. Raises BadInput or NotPossible where it cannot be written."""
    if args.out is None and sys.stdout.isatty():
        raise BadInput("support.out", "support-bundle: the bundle is a ZIP file: expected --out F.zip, or `> F.zip`")
    data = bundle(state_dir(), names=args.with_names, photos=args.with_photos)
    if args.out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    try:
        write_whole(args.out, data)
    except OSError as error:
        raise NotPossible(
            "support.not_written",
            "{out}: {reason}; another way: planisphere support-bundle > F.zip",
            args.out,
            error.strerror,
        ) from error
    print(f"{args.out}: {len(data) // 1000} kB", file=sys.stderr)
    return 0
