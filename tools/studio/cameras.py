"""What a studio photographs boards with: drawn light, or traced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from hardware.simulated.hand import Hand
from hardware.simulated.pieces import Piece, pieces_light
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.scene import Board, Shot, photograph
from hardware.simulated.sensor import develop
from tools.studio.true_light.darkroom import Darkroom

Camera = Callable[[Board, Board, float, Sheet, Shot, np.random.Generator, Hand | None], Picture]
"""Board, the same without ink, turn of its disc in degrees, table, shot, chance, hand -> picture (BGR uint8)."""

PieceCamera = Callable[[Sequence[Piece], Sheet, Shot, np.random.Generator, Hand | None], Picture]
"""Pieces, table, shot, chance, hand -> picture (BGR uint8)."""


@contextmanager
def open_camera(true_light: bool) -> Iterator[Camera]:
    """The camera of a set of photographs. Raises BadInput where true light is asked for and its tracer is missing."""
    if not true_light:
        yield drawn
        return
    with Darkroom() as darkroom:
        yield darkroom.photograph


@contextmanager
def open_piece_camera(true_light: bool) -> Iterator[PieceCamera]:
    """The camera of pieces. Raises BadInput as `open_camera`."""
    if not true_light:
        yield drawn_pieces
        return
    with Darkroom() as darkroom:
        yield darkroom.photograph_pieces


def drawn(
    board: Board, _clean: Board, turn_deg: float, table: Sheet, shot: Shot, rng: np.random.Generator, hand: Hand | None
) -> Picture:
    """The picture by drawn light: a hundred times as quick."""
    return photograph(board, turn_deg, table, shot, rng, hand)


def drawn_pieces(
    pieces: Sequence[Piece], table: Sheet, shot: Shot, rng: np.random.Generator, hand: Hand | None
) -> Picture:
    """The picture of pieces by drawn light, without a hand."""
    assert hand is None
    return develop(pieces_light(pieces, table, shot), shot.sensor, rng)
