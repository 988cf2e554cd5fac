"""Folders of photographs of revealed tiles, one a seat, with what the record knows and the truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hardware.simulated.levels import Level
from hardware.simulated.pieces import Piece, random_piece_shot
from hardware.simulated.pixels import Points, Sheet
from hardware.simulated.scene import Shot, clean_board
from hardware.simulated.sensor import store
from hardware.simulated.table import lay_table
from tools.studio.cameras import PieceCamera, open_piece_camera
from tools.studio.designs.discs import random_design
from tools.studio.discs import camera_json
from tools.studio.orders import Entry, Order, deliver
from tools.studio.tables import flat_board
from tools.studio.tile_design import Tile, TileDeck, random_deck
from tools.studio.tile_face import PPMM, print_tile

_SCALE: dict[Level, tuple[float, float]] = {"easy": (2.6, 3.6), "medium": (2.1, 2.9), "hard": (2.3, 3.2)}
"""Pixels a millimetre at 1280×720 (hard: before the camera is held so that all of it shows)."""


def write_tile_photos(folder: Path, order: Order) -> Iterator[str]:
    """Photographs the order's tiles into the folder and yields each picture's id; the lists are written at the end."""
    with open_piece_camera(order.true_light) as camera:

        def design(number: int) -> Callable[[Level, int], Entry]:
            rng = np.random.default_rng([order.seed, 11, number])
            deck = random_deck(rng, f"tiles_{order.seed}{number:04d}")
            tables = [lay_table(rng, (200, 200), rng.uniform(0, 1.6)) for _ in range(2)]
            (folder / f"layout_{deck.name}.json").write_text(json.dumps(layout_json(deck)))
            return lambda level, k: _photographed(folder, order, deck, tables, level, k, camera)

        yield from deliver(folder, order, "tiles", design, ("remaining",))


def _photographed(
    folder: Path,
    order: Order,
    deck: TileDeck,
    tables: Sequence[Sheet],
    level: Level,
    k: int,
    camera: PieceCamera,
) -> Entry:
    rng = np.random.default_rng([order.seed, 12, k])
    shown = [deck.tiles[i] for i in rng.choice(len(deck.tiles), int(rng.integers(1, 5)), replace=False)]
    shot, pieces = _laid(rng, level, deck, shown, order.size)
    table = tables[int(rng.integers(2))]
    beside = [board_beside(np.random.default_rng([order.seed, 13, k]), pieces)] if order.true_light else []
    picture = camera([*pieces, *beside], table, shot, rng, None)
    name = f"tiles_{level}_{order.seed}{k:05d}"
    (folder / f"{name}.jpg").write_bytes(store(picture, shot.sensor.jpeg))
    same = [tile for tile in deck.tiles if len(tile.xy) == len(shown[0].xy) and tile not in shown]
    remaining = sorted(tile.id for tile in [*shown, *same])
    query = {"id": name, "layout": f"layout_{deck.name}.json", "image": f"{name}.jpg", "remaining": remaining}
    tiles = [
        {"tile": tile.id, "corners": shot.view.project(piece.corners, -piece.thickness).round(2).tolist()}
        for tile, piece in zip(shown, pieces, strict=True)
    ]
    return Entry(
        query, {"id": name, "level": level, "tiles": tiles, "look": _look_json(deck), "camera": camera_json(shot.view)}
    )


def _laid(
    rng: np.random.Generator, level: Level, deck: TileDeck, shown: Sequence[Tile], size: tuple[int, int]
) -> tuple[Shot, list[Piece]]:
    """A camera over the table, and the tiles in its sight, none on another."""
    tall = 640 / rng.uniform(*_SCALE[level])
    area = (tall if level == "hard" else tall * 1.5, tall)
    shot = random_piece_shot(rng, level, area, size, (0.97, 1.0))
    reach = float(np.hypot(*deck.look.size)) / 2 + 1
    places: list[Points] = []
    while len(places) < len(shown):
        place = rng.uniform(reach, np.array(area) - reach)
        if all(np.hypot(*(place - other)) > 2 * reach for other in places):
            places.append(place)
        elif rng.random() < 0.01:
            places, reach = [], reach * 0.97
    pieces = []
    for tile, (x, y) in zip(shown, places, strict=True):
        face, opaque = print_tile(deck, tile, PPMM if size[0] <= 1280 else 1.4 * PPMM)
        turn = float(rng.uniform(0, 360))
        pieces.append(
            Piece(face, opaque, deck.look.size, deck.look.thickness, (float(x), float(y)), turn, deck.look.gloss)
        )
    return shot, pieces


def board_beside(rng: np.random.Generator, tiles: Sequence[Piece]) -> Piece:
    """A star board left or right of the tiles, its clean disc turned as it may be."""
    board = clean_board(random_design(rng, "beside"), 5.0)
    size, stands = board.layout.board, float(rng.uniform(0, 360))
    corners = np.concatenate([tile.corners for tile in tiles])
    turn, gap = float(rng.normal(0, 4)), float(rng.uniform(4, 15))
    angle = np.deg2rad(abs(turn))
    half = (size.width * np.cos(angle) + size.height * np.sin(angle)) / 2 + gap
    x = corners[:, 0].max() + half if rng.random() < 0.5 else corners[:, 0].min() - half
    return flat_board(board, stands, (float(x), float(corners[:, 1].mean() + rng.normal(0, 30))), turn)


def layout_json(deck: TileDeck) -> dict[str, Any]:
    """The deck as a layout of kind `tiles`."""
    tiles = [
        {
            "id": tile.id,
            "type": tile.type,
            "value": tile.value,
            "xy": tile.xy.round(3).tolist(),
            "lines": [list(line) for line in tile.lines],
        }
        for tile in deck.tiles
    ]
    return {"kind": "tiles", "size": list(deck.look.size), "tiles": tiles}


def _look_json(deck: TileDeck) -> dict[str, Any]:
    look = deck.look
    return {
        "ground": look.ground_kind,
        "mark": look.mark.shape,
        "mark_by_type": look.mark_by_type,
        "dash": look.dash > 0,
        "line": round(look.line_width, 2),
        "borders": len(look.borders),
        "lattice": deck.lattice,
        "house": deck.tiles[0].id[0] != "c" or not deck.tiles[0].id[1:].isdigit(),
    }
