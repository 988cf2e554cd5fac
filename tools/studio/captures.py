"""The photographs from which a pack is captured: the bare disc, the board at stops I and II, tiles, start tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from engines.registry import pack_bytes
from engines.star_explorer.model import Face, StarPack, StartTile, Tile
from engines.star_explorer.pack import lattice_step, parse_pack
from hardware.simulated.design import Design
from hardware.simulated.face import print_disc
from hardware.simulated.lens import View, focal_of, look_at
from hardware.simulated.levels import CONDITIONS, Level, lit_shot
from hardware.simulated.pieces import Piece, pieces_light
from hardware.simulated.pixels import Picture, Sheet, rectangle
from hardware.simulated.scene import Shot, board_corners, clean_board, photograph
from hardware.simulated.sensor import develop, store
from hardware.simulated.star_explorer.house import house_design
from hardware.simulated.star_explorer.pieces import (
    TileLook,
    blank_tile,
    house_tiles,
    pattern_scale,
    print_glyph,
    tile_piece,
)
from hardware.simulated.table import lay_table
from tools.studio.designs.discs import random_design
from tools.studio.orders import Order

STILL = (4056, 3040)
"""Columns and rows of a 12-megapixel still."""
Grid = tuple[int, int]
_SHEET_GAP = 8.0


class Photographer(msgspec.Struct, frozen=True):
    """One owner's camera (its lens is the same in every picture), light and hand."""

    size: tuple[int, int]
    view_deg: float
    lens: tuple[float, float]
    level: Level

    def shot(self, rng: np.random.Generator, box: tuple[float, float], fill: float, turn: float = 180.0) -> Shot:
        """A picture of a box (width, height mm, from its top left corner) that fills this share of the frame."""
        view = self._view(rng, box, fill, turn)
        corners = view.project(rectangle(0, 0, *box))
        return lit_shot(rng, CONDITIONS[self.level], view, corners, slant=1.0)

    def _view(self, rng: np.random.Generator, box: tuple[float, float], fill: float, turn: float) -> View:
        width, height = self.size
        angle = rng.uniform(-turn, turn)
        reach = max(box) if turn > 30 else 1.05 * max(box[1], box[0] * height / width)
        scale = fill * height / reach * rng.uniform(0.85, 1.0)
        slack = max(height - scale * reach, 0.0) / 2
        at = (width / 2 + rng.uniform(-1, 1) * slack, height / 2 + rng.uniform(-0.6, 0.6) * slack)
        tilt = rng.uniform(2, 14 if self.level == "easy" else 22)
        return look_at(
            self.size, focal_of(self.size, self.view_deg), at, np.array(box) / 2, scale, tilt, rng.uniform(0, 360),
            angle, *self.lens,
        )  # fmt: skip


def random_photographer(rng: np.random.Generator, size: tuple[int, int], level: Level) -> Photographer:
    """Somebody with a camera."""
    lens = (float(rng.uniform(-0.09, 0.03)), float(rng.uniform(-0.01, 0.02)))
    return Photographer(size, float(rng.uniform(52, 78)), lens, level)


def whole_board(camera: Photographer, rng: np.random.Generator, layout: StarDiscLayout) -> Shot:
    """An upright picture with all of the board in it."""
    while True:
        shot = camera.shot(rng, (layout.board.width, layout.board.height), 0.92, 12.0)
        corners = board_corners(layout, shot.view)
        if (corners > 4).all() and (corners < np.array(camera.size) - 5).all():
            return shot


class CaptureSet:
    """One design and the photographs of its parts; the same arguments give the same pictures.

    `size`: columns and rows of a picture; `ppmm`: pixels a millimetre at which parts are printed.
    """

    def __init__(
        self, design: Design, seed: int, level: Level = "easy", size: tuple[int, int] = (1920, 1440), ppmm: float = 10.0
    ) -> None:
        self.design, self.layout, self.seed = design, design.layout, seed
        self._rng = np.random.default_rng([seed, 7])
        self.camera = random_photographer(self._rng, size, level)
        self._ppmm = ppmm

    def bare_discs(self, count: int) -> list[Picture]:
        """The disc out of its board, from above, each time in another pose."""
        radius, ppmm = self.layout.disc.radius, self._ppmm
        face, box = print_disc(self.design, ppmm).picture, (2 * radius, 2 * radius)
        opaque = Sheet(np.zeros(face.shape[:2], np.uint8), ppmm)
        opaque.disc((radius, radius), radius, (255,))
        disc = Piece(Sheet(face, ppmm), opaque, box, self.layout.disc.depth, (radius, radius), 0.0)
        table = lay_table(self._rng, box, 0.4)
        shots = [self.camera.shot(self._rng, box, 0.94) for _ in range(count)]
        return [self._taken([disc], table, shot) for shot in shots]

    def _taken(self, pieces: Sequence[Piece], table: Sheet, shot: Shot) -> Picture:
        return develop(pieces_light(pieces, table, shot), shot.sensor, self._rng)

    def boards(self) -> Iterator[Picture]:
        """The disc in its board at stops I and II; the disc stands up to a quarter of a degree off."""
        board = clean_board(self.design, min(self._ppmm, 8.0))
        box = (self.layout.board.width, self.layout.board.height)
        table = lay_table(self._rng, box, 0.3)
        for stop in (0.0, self.layout.step_deg):
            turn = stop + self._rng.uniform(-0.25, 0.25)
            yield photograph(board, turn, table, whole_board(self.camera, self._rng, self.layout), self._rng)

    def tiles(self, look: TileLook, tiles: Sequence[Tile], grid: Grid = (7, 3)) -> list[Picture]:
        """The tiles' fronts in rows, so many columns and rows a picture."""
        scale, pitch = pattern_scale(look, tuple(tiles)), lattice_step(tuple(tiles))
        return self._sheets(look, [tile_piece(look, tile, scale, pitch) for tile in tiles], grid)

    def start_tiles(self, look: TileLook, tiles: Sequence[StartTile]) -> list[Picture]:
        """All start tiles with one side up, then in the same places with the other."""
        sides = [[_start_piece(look, tile.sides[side]) for tile in tiles] for side in (0, 1)]
        return [picture for side in sides for picture in self._sheets(look, side, (3, 2))]

    def _sheets(self, look: TileLook, pieces: list[Piece], grid: Grid) -> list[Picture]:
        columns, rows = grid
        step = (look.width + _SHEET_GAP, look.height + _SHEET_GAP)
        box = (columns * step[0], rows * step[1])
        table = Sheet(np.full((8, 8, 3), self._plain_cloth(look), np.uint8), 0.01, (200.0, 200.0))
        pictures = []
        for first in range(0, len(pieces), columns * rows):
            laid = []
            for k, piece in enumerate(pieces[first : first + columns * rows]):
                row, column = divmod(k, columns)
                at = (step[0] * (column + 0.5), step[1] * (row + 0.5))
                at = (at[0] + self._rng.uniform(-1.2, 1.2), at[1] + self._rng.uniform(-1.2, 1.2))
                laid.append(piece._replace(at=at, turn_deg=float(self._rng.uniform(-2.5, 2.5))))
            shot = self.camera.shot(self._rng, box, 0.94, 3.0)
            pictures.append(self._taken(laid, table, shot))
        return pictures

    def _plain_cloth(self, look: TileLook) -> tuple[float, float, float]:
        bright = sum(look.paper) > 380
        return (46.0, 70.0, 60.0) if bright else (196.0, 208.0, 214.0)


def _start_piece(look: TileLook, face: Face) -> Piece:
    """One side of a start tile."""
    piece = blank_tile(look)
    print_glyph(piece.face, look, face.type, (look.width / 2, look.height * 0.4), 11.0)
    piece.face.text(str(face.value), (look.width / 2, look.height * 0.85), 7.0, look.ink)
    return piece


def house_set(seed: int, level: Level = "easy", size: tuple[int, int] = (1920, 1440)) -> tuple[CaptureSet, StarPack]:
    """The house pack's parts, and the pack."""
    pack = parse_pack(pack_bytes("star_explorer", "house"))
    return CaptureSet(house_design(pack.layout), seed, level, size), pack


def generic_set(
    number: int, seed: int, level: Level = "easy", size: tuple[int, int] = (1920, 1440), markers: bool = True
) -> CaptureSet:
    """A design of chance."""
    design = random_design(np.random.default_rng([seed, 11, number]), f"capture_{seed}{number:03d}", markers)
    return CaptureSet(design, seed * 1000 + number, level, size)


def write_captures(folder: Path, order: Order) -> Iterator[str]:
    """Writes `order.designs` folders: the house pack first, then designs of chance; yields each folder's name."""
    for number in range(order.designs):
        level = order.levels[number % len(order.levels)]
        size = (1920, 1440) if order.size[0] <= 1920 else STILL
        if number == 0:
            one, pack = house_set(order.seed, level, size)
            yield _write_house(folder / "house", one, pack)
        else:
            yield _write(folder / f"design_{number}", generic_set(number, order.seed, level, size, order.markers))


def _write_house(folder: Path, one: CaptureSet, pack: StarPack) -> str:
    name = _write(folder, one)
    look = house_tiles()
    _store(folder, "tiles", one.tiles(look, pack.tiles))
    _store(folder, "start", one.start_tiles(look, pack.start_tiles))
    return name


def _write(folder: Path, one: CaptureSet) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    _store(folder, "disc", one.bare_discs(1 if one.camera.size == STILL else 4))
    _store(folder, "board", one.boards())
    layout: dict[str, Any] = msgspec.to_builtins(one.layout)
    (folder / "layout.json").write_bytes(msgspec.json.encode({k: v for k, v in layout.items() if v is not None}))
    return folder.name


def _store(folder: Path, name: str, pictures: Iterable[Picture]) -> None:
    for k, picture in enumerate(pictures, 1):
        (folder / f"{name}_{k}.jpg").write_bytes(store(picture, 92))
