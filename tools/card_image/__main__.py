"""Makes the image of a card for a Raspberry Pi: flash it, plug it in, play.

    sudo script/image --out CARD.img [--base IMAGE] [--release 12] [--wheels DIR] [--work DIR] [--try]

Debian's packages `debootstrap`, `qemu-user-static`, `binfmt-support`, `fdisk`, `e2fsprogs`, `dosfstools` and `mtools`
are needed, for `--try` `qemu-system-arm`, too. Exit code 1 where the card does not start, 2 where this machine lacks
something or what was given is not right.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from tools.card_image import pack, trial
from tools.card_image.build import build
from tools.virtual_pi import report
from tools.virtual_pi.debian_root import lacking_for_arm64
from tools.virtual_pi.workplace import in_folder, parser_of


def make(args: argparse.Namespace, work: Path) -> int:
    """Build the card, and try it where that is wished; the exit code."""
    if not args.out.exists():
        build(args.out, work, args.release, args.base, args.wheels)
    print(f"{args.out}: {args.out.stat().st_size / 1e9:.1f} GB", flush=True)
    if not args.trial:
        return 0
    shots = args.out.with_name(f"{args.out.name}.trial")
    outcome = report.attempt("start", partial(trial.start, args.out, work, shots / "start"))
    return report.written(shots, "card", {"debian": args.release}, [outcome])


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = parser_of("image", str(__doc__), report=False)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="CARD.img", help="the image; one that is there is kept"
    )
    parser.add_argument("--base", type=Path, metavar="IMAGE", help="of Raspberry Pi OS Lite, 64-bit: needed for a Pi 5")
    parser.add_argument("--try", dest="trial", action="store_true", help="start an emulated machine from it, twice")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run from the command line; returns the exit code."""
    args = arguments(argv)
    lacking = lacking_for_arm64({**pack.PROGRAMS, **({trial.QEMU: "qemu-system-arm"} if args.trial else {})})
    if lacking is None and args.base is not None and not args.base.is_file():
        lacking = f"--base {args.base}: no such file"
    return in_folder("image", args.work, partial(make, args), lacking)


if __name__ == "__main__":
    sys.exit(main())
