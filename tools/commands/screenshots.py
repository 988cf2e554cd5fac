"""`planisphere screenshots`: pictures of every screen, in every language, theme and size."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.errors import BadInput, NotPossible
from pi_app.autoplay import driven
from pi_app.games.app_game import app_of
from pi_app.i18n import LANGUAGES
from tools.screen_tour import COMMON, LOOKS, MAX_GAME_S, Order

WAYS: Final = ("table", "screen")
SIZES: Final = {"800x480": (800, 480), "1280x720": (1280, 720)}
THUMBNAIL: Final = 400
"""Width of a picture on a contact sheet, px."""
COLUMNS: Final = 5
_CAPTION: Final = 22


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write; must be empty or new")
    parser.add_argument("--game", action="append", choices=[COMMON, *sorted(driven())],
                        help="only this game, or what is common to all (may be repeated)")  # fmt: skip
    parser.add_argument("--language", action="append", choices=sorted(LANGUAGES), help="only this language")
    parser.add_argument("--look", action="append", choices=list(LOOKS), help="only this look")
    parser.add_argument("--size", action="append", choices=list(SIZES), help="only this size of the window")
    parser.add_argument("--inches", type=float, metavar="N", help="as on a panel of so many inches (diagonal)")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="only at the table, or only on the screen")
    parser.add_argument("--players", type=int, default=3, metavar="N", help="how many play (default: 3)")
    parser.add_argument("--bots", type=int, default=0, metavar="N", help="bots among them, on the screen")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games")


def run(args: argparse.Namespace) -> int:
    """Writes DIR/SIZE/LOOK/LANGUAGE/GAME-WAY-NN-SCREEN.png, and a contact sheet for each of those folders."""
    if args.out.exists() and (not args.out.is_dir() or any(args.out.iterdir())):
        raise BadInput("screenshots.out", "screenshots: --out {out!r}: expected a new or empty folder", str(args.out))
    if not 1 <= args.players <= 4:
        raise BadInput("screenshots.players", "screenshots: --players {players}: expected 1 to 4", args.players)
    if not 0 <= args.bots < args.players:
        raise BadInput(
            "screenshots.bots",
            "screenshots: --bots {bots}: expected 0 to {players}, as many as play but one",
            args.bots,
            args.players - 1,
        )
    with tempfile.TemporaryDirectory() as scratch:
        for order in _orders(args, Path(scratch)):
            written = _pictured(order)
            where = f"{order.game} ({order.way}) {Path(order.out).name}"
            print(f"screenshots: {where}: {written} pictures", file=sys.stderr, flush=True)
    for folder in sorted(args.out.glob("*/*/*/")):
        size, look, language = folder.parts[-3:]
        _contact_sheet(sorted(folder.glob("*.png")), args.out / f"contact-{language}-{look}-{size}.png")
    return 0


def _orders(args: argparse.Namespace, scratch: Path) -> Iterator[Order]:
    for size in args.size or SIZES:
        for game, way in product(args.game or (COMMON, *driven()), args.way or WAYS):
            if game == COMMON and way != WAYS[-1]:
                continue  # these screens know of no way
            fewest, most = (1, 4) if game == COMMON else app_of(game).seats()
            players = max(fewest, min(args.players, most))
            yield Order(
                game=game,
                size=SIZES[size],
                inches=args.inches,
                looks=tuple(args.look or LOOKS),
                languages=tuple(args.language or LANGUAGES),
                players=players,
                seed=args.seed,
                way=way,
                bots=min(args.bots, players - 1) if way == "screen" else 0,
                out=str(args.out.resolve() / size),
                state=str(scratch / f"{game}-{way}-{size}"),
            )


def _pictured(order: Order) -> int:
    quiet = {k: v for k, v in os.environ.items() if k not in ("STATE_DIRECTORY", "DISPLAY", "WAYLAND_DISPLAY")}
    home = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), order.state)
    done = subprocess.run(
        [sys.executable, "-m", "tools.screen_tour"],
        input=msgspec.json.encode(order),
        env={**quiet, **home, "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True,
        timeout=2 * MAX_GAME_S,
        check=False,
    )
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise NotPossible(
            "screenshots.stopped",
            "screenshots: {game} ({way}) at {name} stopped: {why}",
            order.game,
            order.way,
            Path(order.out).name,
            why[0],
        )
    return int(done.stdout.split()[-1])


def _contact_sheet(pictures: Sequence[Path], out: Path) -> None:
    """Write the pictures (PNG, one size) as one PNG: small, in rows, each with its name below."""
    import cv2
    import numpy as np

    cells = [_cell(path) for path in pictures]
    blank = np.full_like(cells[0], 255)
    cells += [blank] * (-len(cells) % COLUMNS)
    rows = [np.hstack(cells[i : i + COLUMNS]) for i in range(0, len(cells), COLUMNS)]
    cv2.imwrite(str(out), np.vstack(rows))


def _cell(path: Path) -> Any:
    import cv2
    import numpy as np

    picture = cv2.imread(str(path))
    assert picture is not None
    high = round(picture.shape[0] * THUMBNAIL / picture.shape[1])
    cell = np.full((high + _CAPTION + 8, THUMBNAIL + 8, 3), 255, np.uint8)
    cell[4 : 4 + high, 4 : 4 + THUMBNAIL] = cv2.resize(picture, (THUMBNAIL, high), interpolation=cv2.INTER_AREA)
    cv2.putText(cell, path.stem, (6, high + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return cell
