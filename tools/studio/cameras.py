"""What a studio photographs boards with: drawn light, or traced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

import numpy as np

from hardware.simulated.hand import Hand
from hardware.simulated.pieces import Piece, pieces_light
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.scene import Board, Shot, photograph
from hardware.simulated.sensor import develop
from tools.studio.designs.feet import Foot, draw_foot
from tools.studio.true_light.darkroom import Darkroom

Camera = Callable[[Board, Board, float, Sheet, Shot, np.random.Generator, Hand | None], Picture]
"""Board, the same without ink, turn of its disc in degrees, table, shot, chance, hand -> picture (BGR uint8)."""

PieceCamera = Callable[[Sequence[Piece], Sheet, Shot, np.random.Generator, Hand | None], Picture]
"""Pieces, table, shot, chance, hand -> picture (BGR uint8)."""


T = TypeVar("T")

FootCamera = Callable[[Foot, Sheet, Shot, np.random.Generator], Picture]
"""A mother ship's foot, table, shot, chance -> picture (BGR uint8)."""


def open_camera(true_light: bool) -> AbstractContextManager[Camera]:
    """The camera of a set of photographs. Raises BadInput where true light is asked for and its tracer is missing."""
    return _opened(true_light, drawn, lambda darkroom: darkroom.photograph)


def open_piece_camera(true_light: bool) -> AbstractContextManager[PieceCamera]:
    """The camera of pieces. Raises BadInput as `open_camera`."""
    return _opened(true_light, drawn_pieces, lambda darkroom: darkroom.photograph_pieces)


def open_foot_camera(true_light: bool) -> AbstractContextManager[FootCamera]:
    """The camera of mother ships' feet. Raises BadInput as `open_camera`."""
    return _opened(true_light, drawn_foot, lambda darkroom: darkroom.photograph_foot)


@contextmanager
def _opened(true_light: bool, drawn: T, traced: Callable[[Darkroom], T]) -> Iterator[T]:
    if not true_light:
        yield drawn
        return
    with Darkroom() as darkroom:
        yield traced(darkroom)


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


def drawn_foot(foot: Foot, table: Sheet, shot: Shot, rng: np.random.Generator) -> Picture:
    """The picture of a foot by drawn light, all of it as flat as its card."""
    return drawn_pieces([Piece.whole(draw_foot(foot), foot.look.card, 0.5, gloss=90)], table, shot, rng, None)
