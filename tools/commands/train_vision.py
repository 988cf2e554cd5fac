"""`planisphere train-vision`: trains the nets of the camera's reader from folders that `planisphere photos` wrote."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from engines.errors import BadInput
from planisphere.folders import check_folder
from vision.ink.classifier import NetFile

SLATES = "look_at_the_stars.list.jsonl"
"""A folder with this list holds photographs of slates, any other photographs of discs."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "folder", type=Path, nargs="+", help="photographs with truth, as `planisphere photos` writes them"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the nets are written")
    parser.add_argument(
        "--check", type=Path, metavar="DIR", help="photographs of other designs, to measure the loss on"
    )
    parser.add_argument(
        "--start", type=Path, metavar="DIR", help="nets to go on from (few photographs are enough then)"
    )


def run(args: argparse.Namespace) -> int:
    """Writes the nets; nothing is written when the photographs cannot be read."""
    import cv2

    check_folder(args.out, "train-vision: --out")
    cv2.setNumThreads(1)
    if (args.folder[0] / SLATES).is_file():
        return _train_slates(args)
    return _train_discs(args)


def _train_slates(args: argparse.Namespace) -> int:
    from tools.training.slates import losses, point_nets, slate_nets

    if args.start is None:
        about = f"the points of {len(args.folder)} folders of photographs"
        nets = point_nets(args.folder, about) | slate_nets(args.folder)
    else:
        nets = slate_nets(args.folder, lambda name: _stored(args.start, name))
    _write(args.out, nets)
    if args.check is not None:
        print("\n".join(losses(args.check, nets)))
    return 0


def _write(out: Path, nets: dict[str, NetFile]) -> None:
    from tools.training.nets import net_text

    out.mkdir(parents=True, exist_ok=True)
    for name, net in nets.items():
        (out / f"{name}.json").write_text(net_text(net))
    print(f"wrote {', '.join(nets)} to {out}", file=sys.stderr)


def _stored(folder: Path, name: str) -> NetFile:
    path = folder / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=NetFile)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(
            "train.no_net", "train-vision: --start: {path}: expected a net: {problem}", path, str(error)
        ) from error


def _train_discs(args: argparse.Namespace) -> int:
    from tools.training.crosses import cross_lessons, cross_net
    from tools.training.lines import line_nets, losses
    from tools.training.photographs import boards, examples

    seen = [example for folder in args.folder for example in examples(folder)]
    crossed = [lesson for folder in args.folder for lesson in cross_lessons(boards(folder))]
    if not seen:
        raise BadInput(
            "train.no_board", "train-vision: {folder}: expected photographs with a board in them", args.folder[0]
        )
    about = f"photographs of {len({example.design for example in seen})} simulated boards"
    nets: dict[str, NetFile] = {}
    for kind, compared in (("", True), ("bare_", False)):
        views = [example for example in seen if example.sight.compared == compared]
        names = f"{kind}line_alone", f"{kind}line_among_rivals"
        start = None if args.start is None else (_stored(args.start, names[0]), _stored(args.start, names[1]))
        nets[names[0]], nets[names[1]] = line_nets(views, f"{len(views)} {about}", start)
    if crossed:
        nets["crossed_star"] = cross_net(crossed, f"{len(crossed)} {about}")
    _write(args.out, nets)
    if args.check is not None:
        check = list(examples(args.check))
        for kind, compared in (("", True), ("bare_", False)):
            views = [example for example in check if example.sight.compared == compared]
            alone, among = losses(views, nets[f"{kind}line_alone"], nets[f"{kind}line_among_rivals"])
            print(f"{kind or 'compared_'}line nets: loss {alone:.3f} by the ink alone, {among:.3f} among rivals")
    return 0
