"""`planisphere photos`: photographs of simulated boards with the truth, for training and judging the reader."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engines.errors import BadInput
from planisphere.folders import check_folder
from planisphere.progress import Progress
from tools.studio.scenes import TRACED, open_scene, scenes

_SIZES = {"1280x720": (1280, 720), "1920x1080": (1920, 1080)}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", choices=sorted(scenes()), help="what to photograph")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write; must be empty or new")
    parser.add_argument("--count", type=int, default=30, metavar="N", help="number of boards, all levels together")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same pictures")
    parser.add_argument("--level", choices=["easy", "medium", "hard", "all"], default="all")
    parser.add_argument("--burst", type=int, default=1, metavar="N", help="pictures of each board")
    parser.add_argument("--no-markers", action="store_true", help="boards without corner markers")
    parser.add_argument(
        "--wide", action="store_true", help="less steady and larger hands, thicker pens on slates, too (for training)"
    )
    parser.add_argument(
        "--lamp", action="store_true", help="under a fixed lamp mirrored in discs and slates, clean ones as well"
    )
    parser.add_argument(
        "--phone", action="store_true", help="discs and slates by a phone in a hand: 12 megapixels, up to 40° tilt, cut"
    )
    parser.add_argument(
        "--tables", action="store_true", help="discs and slates: each design with one pen and one lamp, strange ones"
    )
    parser.add_argument(
        "--true-light",
        action="store_true",
        help="all but captured parts by a path tracer (script/true-light)",
    )
    parser.add_argument("--size", choices=sorted(_SIZES), default="1280x720")
    parser.add_argument(
        "--designs", type=int, default=None, metavar="N", help="different boards (default: a fifth of the count)"
    )


def run(args: argparse.Namespace) -> int:
    """Writes the folder; raises BadInput where the arguments cannot be met."""
    import cv2

    from tools.studio.levels import LEVELS
    from tools.studio.orders import Order

    designs = args.designs if args.designs is not None else max(1, args.count // 5)
    _check(args, designs)
    cv2.setNumThreads(1)
    levels = LEVELS if args.level == "all" else (args.level,)
    size = _SIZES[args.size]
    order = Order(
        boards=args.count,
        seed=args.seed,
        levels=levels,
        designs=designs,
        markers=not args.no_markers,
        size=size,
        burst=args.burst,
        wide=args.wide,
        lamp=args.lamp,
        phone=args.phone,
        tables=args.tables,
        true_light=args.true_light,
    )
    what, expected = ("designs", designs) if args.game == "capture" else ("boards", args.count)
    done = 0
    with Progress(lambda: f"photos: {done} of {expected} {what}"):
        for _ in open_scene(args.game)(args.out, order):
            done += 1
    pictures = sum(path.suffix == ".jpg" for path in args.out.rglob("*"))
    print(f"{args.out}: {pictures} {'picture' if pictures == 1 else 'pictures'}", file=sys.stderr)
    return 0


def _check(args: argparse.Namespace, designs: int) -> None:
    counts = (
        ("--count", args.count, 1),
        ("--designs", designs, 1),
        ("--seed", args.seed, 0),
        ("--burst", args.burst, 1),
    )
    for option, value, least in counts:
        if value < least:
            raise BadInput(
                "photos.whole_number",
                "photos: {option} {value!r}: expected a whole number from {least}",
                option,
                value,
                least,
            )
    if args.true_light and scenes()[args.game] not in TRACED:
        raise BadInput("photos.not_traced", "photos: {kind} cannot be photographed by true light yet", args.game)
    check_folder(args.out, "photos: --out")
    if args.out.exists() and any(args.out.iterdir()):
        raise BadInput("photos.out", "photos: --out {out!r}: expected a new or empty folder", str(args.out))
