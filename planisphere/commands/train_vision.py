"""`planisphere train-vision`: trains the nets of the camera's reader from folders that `planisphere photos` wrote."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engines.errors import BadInput
from vision.classifier import NetFile


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "folder", type=Path, nargs="+", help="photographs with truth, as `planisphere photos` writes them"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the nets are written")
    parser.add_argument(
        "--check", type=Path, metavar="DIR", help="photographs of other designs, to measure the loss on"
    )


def run(args: argparse.Namespace) -> int:
    """Writes the nets; nothing is written when the photographs cannot be read."""
    import cv2

    from planisphere.training.crosses import cross_lessons, cross_net
    from planisphere.training.lines import line_nets, losses
    from planisphere.training.nets import net_text
    from planisphere.training.photographs import boards, examples

    cv2.setNumThreads(1)
    seen = [example for folder in args.folder for example in examples(folder)]
    crossed = [lesson for folder in args.folder for lesson in cross_lessons(boards(folder))]
    if not seen:
        raise BadInput(f"train-vision: {args.folder[0]}: expected photographs with a board in them")
    about = f"photographs of {len({example.design for example in seen})} simulated boards"
    nets: dict[str, NetFile] = {}
    for kind, compared in (("", True), ("bare_", False)):
        views = [example for example in seen if example.sight.compared == compared]
        nets[f"{kind}line_alone"], nets[f"{kind}line_among_rivals"] = line_nets(views, f"{len(views)} {about}")
    if crossed:
        nets["crossed_star"] = cross_net(crossed, f"{len(crossed)} {about}")
    args.out.mkdir(parents=True, exist_ok=True)
    for name, net in nets.items():
        (args.out / f"{name}.json").write_text(net_text(net))
    print(f"trained on {about}; wrote {', '.join(nets)}", file=sys.stderr)
    if args.check is not None:
        check = list(examples(args.check))
        for kind, compared in (("", True), ("bare_", False)):
            views = [example for example in check if example.sight.compared == compared]
            alone, among = losses(views, nets[f"{kind}line_alone"], nets[f"{kind}line_among_rivals"])
            print(f"{kind or 'compared_'}line nets: loss {alone:.3f} by the ink alone, {among:.3f} among rivals")
    return 0
