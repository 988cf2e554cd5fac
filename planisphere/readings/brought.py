"""Photographs that the record brings along, of the clean board or from before the drawing, and which show it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from engines.errors import NotPossible
from vision.ink import opencv
from vision.ink.pose import Image

_KEPT = 32
Board = TypeVar("Board")
Made = TypeVar("Made")


class Brought(Generic[Board, Made]):
    """Such photographs as a reader prepares them, each once; paths count from `folder`."""

    def __init__(self, folder: Path, prepare: Callable[[Image, Board], Made]) -> None:
        self._folder, self._prepare = folder, prepare
        self._made: OrderedDict[tuple[str, str], Made | NotPossible] = OrderedDict()

    def made(self, layout: str, board: Board, path: str) -> Made | NotPossible:
        """What was prepared of a photograph of `board`, whose layout is called so, or why there is no board in it.

        Raises BadInput where the file is no picture.
        """
        key = (layout, path)
        if key not in self._made:
            image = opencv.load(str(self._folder / path))
            try:
                self._made[key] = self._prepare(image, board)
            except NotPossible as error:
                self._made[key] = error
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return self._made[key]


def unused(brought: Mapping[str, object]) -> list[str]:
    """A note on each of the photographs (by what they are, with their file) in which there is no board."""
    return [f"{what} was not used: {made}" for what, made in brought.items() if isinstance(made, NotPossible)]
