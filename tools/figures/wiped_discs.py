"""How often a star board that was wiped is told, with no clean photograph, and how often one that was not is.

    python -m tools.figures.wiped_discs [--boards 300] [--seed 1] [--designs 30] [--all-of 3]

Of every so many boards (`--all-of`) the wiped ones are read, too: half wiped, all, and all with nothing new drawn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from engines.errors import NotPossible
from hardware.simulated.design import Design
from hardware.simulated.hand import draw_hand
from hardware.simulated.levels import CONDITIONS, Level
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.scene import Board, clean_board, photograph
from hardware.simulated.star_explorer.view import Line
from hardware.simulated.table import lay_table
from tools.studio.constellations import star_points, tile_of, visible_stars
from tools.studio.designs.discs import random_design
from tools.studio.discs import GHOSTS, Game, Ink, layout_json, play
from tools.studio.levels import LEVELS, random_pen, random_shot
from tools.studio.orders import Order
from vision.disc.read import read_disc
from vision.ink.doubt import LOST
from vision.ink.layout import parse_layout

Wiping: TypeAlias = Literal["none", "half", "all", "blank"]
"""What was wiped: none of the earlier lines, half of those that show, all; `blank`: all, and nothing new was drawn."""
WIPINGS: Final[tuple[Wiping, ...]] = ("none", "half", "all", "blank")


class Wiped(NamedTuple):
    """A board of a game with earlier lines: its design, and its picture by what was wiped."""

    design: Design
    game: Game
    pictures: dict[Wiping, Picture]


def wiped_boards(order: Order, all_of: int = 1) -> Iterator[tuple[Level, Wiped]]:
    """The boards of the order; what was wiped has left its ghosts. Only every so many (`all_of`) are wiped as well."""
    for number, places in order.shared_out():
        rng = np.random.default_rng([order.seed, 44, number])
        design = random_design(rng, f"wiped_{order.seed}{number:04d}", order.markers)
        clean = clean_board(design, order.print_px_per_mm)
        size_mm = design.layout.board.width, design.layout.board.height
        table = lay_table(rng, size_mm, rng.uniform(0, 1.6))
        for k in places:
            level = order.levels[k % len(order.levels)]
            chance = np.random.default_rng([order.seed, 45, k])
            wipings = WIPINGS if k // len(order.levels) % all_of == 0 else WIPINGS[:1]
            yield level, _wiped(chance, design, clean, table, level, order.size, wipings)


def _wiped(
    rng: np.random.Generator,
    design: Design,
    clean: Board,
    table: Sheet,
    level: Level,
    size: tuple[int, int],
    wipings: Sequence[Wiping],
) -> Wiped:
    game, layout = _with_earlier_lines(rng, design), design.layout
    pen, shot = random_pen(rng, level, design.look.sky.disc), random_shot(rng, level, layout, size)
    density, hand = float(rng.uniform(*GHOSTS[level])), None
    if rng.random() < CONDITIONS[level].hand:
        window = np.array(layout.window.outline)
        hand = draw_hand(rng, rng.uniform(window.min(0), window.max(0)) + rng.normal(0, 15, 2), layout.board.width)
    gone: dict[Wiping, list[Line]] = {
        "none": [],
        "half": _half(rng, design, game),
        "all": game.known,
        "blank": game.known,
    }
    seed, pictures = int(rng.integers(2**31)), dict[Wiping, Picture]()
    for wiping in wipings:
        chance = np.random.default_rng(seed)
        ink = Ink(chance, design, pen, level, game)
        ink.wipe(gone[wiping], density)
        board = ink.board(clean, wiping != "blank")
        pictures[wiping] = photograph(board, game.rotation_deg, table, shot, chance, hand)
    return Wiped(design, game, pictures)


def _with_earlier_lines(rng: np.random.Generator, design: Design) -> Game:
    """A game that shows some of its earlier lines."""
    while True:
        game = play(rng, design)
        if len(shown(design, game)) > 1:
            return game


def shown(design: Design, game: Game) -> list[Line]:
    """The earlier lines that show whole in the window."""
    seen = visible_stars(design.layout, game.rotation_deg)
    return [line for line in game.known if set(line) <= seen]


def _half(rng: np.random.Generator, design: Design, game: Game) -> list[Line]:
    """Half of the earlier lines that show, on one side of the window."""
    stars = star_points(design.layout)
    at = {star.id: point for star, point in zip(design.layout.stars, stars, strict=True)}
    way = rng.normal(0, 1, 2)
    lines = sorted(shown(design, game), key=lambda line: float((at[line[0]] + at[line[1]]) @ way))
    return lines[: -(-len(lines) // 2)]


def told(board: Wiped, wiping: Wiping, chance: np.random.Generator) -> str:
    """What is said of it: the code of a refusal or of what is said beside the reading, `read` where that is nothing."""
    pattern = tile_of(chance, board.design.layout, board.game.figure)
    layout = parse_layout(msgspec.json.encode(layout_json(board.design)))
    try:
        reading = read_disc(board.pictures[wiping], layout, known=board.game.known, expect=pattern.expected())
    except NotPossible as error:
        return error.finding.code
    return "read" if reading.compare is None else reading.compare.code


def main() -> None:
    """Print a line a board, and the whole."""
    parser = argparse.ArgumentParser(description="How often a star board that was wiped is told.")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--designs", type=int, default=30)
    parser.add_argument("--all-of", type=int, default=3)
    args = parser.parse_args()
    order = Order(boards=args.boards, seed=args.seed, levels=LEVELS, designs=args.designs)
    counts = Counter[tuple[str, str, str]]()
    for number, (level, board) in enumerate(wiped_boards(order, args.all_of)):
        for wiping in board.pictures:
            said = told(board, wiping, np.random.default_rng([args.seed, number]))
            counts[level, wiping, said] += 1
            print(number, level, wiping, said, flush=True)
    for level in LEVELS:
        for wiping in WIPINGS:
            found = {said: n for (at, how, said), n in sorted(counts.items()) if (at, how) == (level, wiping)}
            print(f"{level} {wiping}: told {found.get(LOST.code, 0)} of {sum(found.values())}: {found}")


if __name__ == "__main__":
    main()
