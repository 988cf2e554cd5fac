"""Folders of photographs of whole tables of Star Explorer, with what the record knows and the truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np

from engines.layout import Markers
from hardware.simulated.design import Design
from hardware.simulated.levels import Level
from hardware.simulated.pieces import Piece, random_piece_shot
from hardware.simulated.pixels import Picture, Points, Sheet, rotation
from hardware.simulated.scene import Board, clean_board
from hardware.simulated.sensor import store
from hardware.simulated.table import lay_table
from tools.studio.cameras import PieceCamera, open_piece_camera
from tools.studio.constellations import tile_of
from tools.studio.designs.discs import random_design
from tools.studio.discs import Game, Ink, camera_json, layout_json, play
from tools.studio.levels import calm, random_pen
from tools.studio.orders import Entry, Order, deliver

_GAP = 18.0
_NAMES = ("Ana", "Ben", "Caro", "Dan")


class Seat(NamedTuple):
    """One player's board: its design, its clean print, and where its middle lies on the table (mm)."""

    name: str
    design: Design
    clean: Board
    at: tuple[float, float]
    turn_deg: float


def write_table_photos(folder: Path, order: Order) -> Iterator[str]:
    """Photographs the order's tables into the folder and yields each picture's id; the lists are written at the end."""

    with open_piece_camera(order.true_light) as camera:

        def design(number: int) -> Callable[[Level, int], Entry]:
            rng = np.random.default_rng([order.seed, 31, number])
            seats, area = seats_of(rng, order, f"{order.seed}{number:04d}")
            layout = _write_layouts(folder, f"{order.seed}{number:04d}", seats)
            table = lay_table(rng, area, rng.uniform(0, 1))
            return lambda level, k: _photographed(folder, order, seats, area, table, layout, camera, level, k)

        yield from deliver(folder, order, "table", design)


def seats_of(rng: np.random.Generator, order: Order, name: str) -> tuple[list[Seat], tuple[float, float]]:
    """Boards side by side, each with four markers of its own, and the part of the table they cover (mm)."""
    count = int(rng.integers(2, 4 if order.size[0] <= 1280 else 5))
    designs = [_marked(random_design(rng, f"table_{name}_{k}"), 4 * k) for k in range(count)]
    columns = count if count < 4 else 2
    wide = max(d.layout.board.width for d in designs) + _GAP
    tall = max(d.layout.board.height for d in designs) + _GAP
    seats = []
    for k, design in enumerate(designs):
        row, column = divmod(k, columns)
        at = (wide * (column + 0.5) + rng.uniform(-5, 5), tall * (row + 0.5) + rng.uniform(-5, 5))
        turn = float(rng.normal(0, 2)) + (180.0 if row == 0 and columns == 2 and count == 4 else 0.0)
        seats.append(Seat(_NAMES[k], design, clean_board(design, 5.0), (float(at[0]), float(at[1])), turn))
    return seats, (wide * columns, tall * (-(-count // columns)))


def _marked(design: Design, first: int) -> Design:
    """The design lying flat, its markers counted from `first`."""
    layout = design.layout
    assert layout.markers is not None
    at = {str(first + k): layout.markers.at[str(k)] for k in range(4)}
    disc = msgspec.structs.replace(layout.disc, depth=0.0)
    markers = Markers(layout.markers.dictionary, layout.markers.size, at)
    return msgspec.structs.replace(design, layout=msgspec.structs.replace(layout, disc=disc, markers=markers))


def _write_layouts(folder: Path, name: str, seats: Sequence[Seat]) -> str:
    for seat in seats:
        (folder / f"layout_{seat.design.name}.json").write_text(json.dumps(layout_json(seat.design)))
    boards = [
        {"name": seat.name, "seat": number, "layout": f"layout_{seat.design.name}.json"}
        for number, seat in enumerate(seats)
    ]
    (folder / f"table_{name}.json").write_text(json.dumps({"kind": "table", "boards": boards}))
    return f"table_{name}.json"


def _photographed(
    folder: Path,
    order: Order,
    seats: Sequence[Seat],
    area: tuple[float, float],
    table: Sheet,
    layout: str,
    camera: PieceCamera,
    level: Level,
    k: int,
) -> Entry:
    rng = np.random.default_rng([order.seed, 32, k])
    turn = float(rng.uniform(-4, 4))
    shot = random_piece_shot(rng, level, area, order.size, (0.95, 1.0), turn_deg=turn)
    name = f"table_{level}_{order.seed}{k:05d}"
    pieces, clean, known, truth = [], [], {}, []
    for seat in seats:
        game = play(rng, seat.design)
        ink = Ink(rng, seat.design, random_pen(rng, level, seat.design.look.sky.disc), level, game)
        written = lying(seat, ink.board(seat.clean, True), game.rotation_deg)
        pieces.append(written)
        clean.append(lying(seat, seat.clean, game.rotation_deg + float(rng.normal(0, 0.3))))
        known[seat.name] = _known(rng, seat, game, f"{name}_clean.jpg")
        truth.append(_truth(seat, game, ink, shot.view.project(written.corners, -written.thickness)))
    for ending, shown, light in (("", pieces, shot), ("_clean", clean, calm(shot))):
        picture = camera(shown, table, light, rng, None)
        (folder / f"{name}{ending}.jpg").write_bytes(store(picture, shot.sensor.jpeg))
    query = {"id": name, "layout": layout, "image": f"{name}.jpg", "boards": known}
    return Entry(query, {"id": name, "level": level, "boards": truth, "camera": camera_json(shot.view)})


def lying(seat: Seat, board: Board, rotation_deg: float) -> Piece:
    """The seat's board on the table, its disc turned clockwise by `rotation_deg`."""
    return flat_board(board, rotation_deg, seat.at, seat.turn_deg)


def flat_board(board: Board, rotation_deg: float, at: tuple[float, float], turn_deg: float) -> Piece:
    """A board that lies flat, its disc turned clockwise by `rotation_deg`."""
    size, face = board.layout.board, Sheet(_flat_face(board, rotation_deg), board.face.ppmm)
    return Piece.whole(face, (size.width, size.height), 2.0, at, turn_deg)


def _flat_face(board: Board, rotation_deg: float) -> Picture:
    per_mm, centre = board.face.ppmm, np.array(board.layout.disc.centre)
    turn = rotation(rotation_deg)
    middle = board.disc.pixels(np.zeros((1, 2)))[0]
    onto = board.face.pixels(centre[None])[0]
    matrix = np.column_stack([turn, onto - turn @ middle]) * np.array([[1.0], [1.0]])
    assert per_mm == board.disc.ppmm
    size = (board.face.picture.shape[1], board.face.picture.shape[0])
    disc = cv2.warpAffine(board.disc.picture, matrix, size, flags=cv2.INTER_LINEAR)
    cover = (board.opaque.picture.astype(np.float32) / 255)[..., None]
    return np.asarray(board.face.picture * cover + disc * (1 - cover) + 0.5, np.uint8)


def _known(rng: np.random.Generator, seat: Seat, game: Game, blank: str) -> dict[str, Any]:
    return {"blank": blank, "known": game.known, "expect": tile_of(rng, seat.design.layout, game.figure).expected()}


def _truth(seat: Seat, game: Game, ink: Ink, corners: Points) -> dict[str, Any]:
    lines = [{"a": min(a, b), "b": max(a, b), "new": (a, b) in game.figure.lines} for a, b in ink.lines]
    return {
        "name": seat.name,
        "lines": lines,
        "round": game.round,
        "rotation_deg": game.rotation_deg % 360,
        "corners": corners.round(2).tolist(),
    }
