"""`planisphere train-vision`: trains the nets of the camera's reader from folders that `planisphere photos` wrote."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import BadInput
from planisphere.folders import check_folder

if TYPE_CHECKING:
    from tools.training.onnx_files import TanhNet

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
    parser.add_argument("--start", type=Path, metavar="DIR", help="nets whose judgement by the ink alone stays")


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


def _write(out: Path, nets: dict[str, TanhNet]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name, net in nets.items():
        (out / f"{name}.onnx").write_bytes(net.onnx())
    print(f"wrote {', '.join(nets)} to {out}", file=sys.stderr)


def _stored(folder: Path, name: str) -> TanhNet:
    from tools.training.onnx_files import parse_tanh_net

    path = folder / f"{name}.onnx"
    try:
        return parse_tanh_net(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BadInput(
            "train.no_net", "train-vision: --start: {path}: expected a net: {problem}", path, str(error)
        ) from error


def _train_discs(args: argparse.Namespace) -> int:
    from tools.training.crosses import cross_datasets, cross_net
    from tools.training.lines import among_net, line_nets, losses
    from tools.training.nets import FOLDS
    from tools.training.photographs import boards, examples

    names = {kind: (f"{kind}line_alone", f"{kind}line_among_rivals") for kind in ("", "bare_")}
    begun = {} if args.start is None else {alone: _stored(args.start, alone) for alone, _ in names.values()}
    seen = [example for folder in args.folder for example in examples(folder)]
    if not seen:
        raise BadInput(
            "train.no_board", "train-vision: {folder}: expected photographs with a board in them", args.folder[0]
        )
    about = f"photographs of {len({example.design for example in seen})} simulated boards"
    nets: dict[str, TanhNet] = {}
    for kind, compared in (("", True), ("bare_", False)):
        views = [example for example in seen if example.sight.compared == compared]
        alone, among = names[kind]
        if begun:
            nets[among] = among_net(views, [begun[alone].net()] * FOLDS, f"{len(views)} {about}")
        else:
            nets[alone], nets[among] = line_nets(views, f"{len(views)} {about}")
    crossed = [] if begun else [part for folder in args.folder for part in cross_datasets(boards(folder))]
    if crossed:
        nets["crossed_star"] = cross_net(crossed, f"{len(crossed)} {about}")
    _write(args.out, nets)
    if args.check is not None:
        check = list(examples(args.check))
        for kind, compared in (("", True), ("bare_", False)):
            views = [example for example in check if example.sight.compared == compared]
            alone_loss, among_loss = losses(views, *((begun | nets)[name] for name in names[kind]))
            print(
                f"{kind or 'compared_'}line nets: loss {alone_loss:.3f} by the ink alone, {among_loss:.3f} among rivals"
            )
    return 0
