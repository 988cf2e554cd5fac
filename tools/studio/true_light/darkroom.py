"""Hands scenes to the tracer, which runs in a Python of its own, and gives their light back through the lens."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

import cv2
import msgspec
import numpy as np

from engines.errors import BadInput, NotPossible
from hardware.simulated.hand import Hand
from hardware.simulated.lens import View
from hardware.simulated.pieces import Piece
from hardware.simulated.pixels import Field, Picture, Sheet
from hardware.simulated.scene import Board, Shot
from hardware.simulated.sensor import develop
from tools.studio.designs.feet import Foot
from tools.studio.true_light.scene import Scene
from tools.studio.true_light.stage import lay_hand, pinhole, set_up, set_up_foot, set_up_pieces

TRACER_PYTHON: Final = Path(__file__).parents[3] / ".venv-light" / "bin" / "python"
_NO_MAP: Any = None  # the other map holds both coordinates, which the stub does not know


class Darkroom:
    """Photographs boards by true light. A context manager: it holds the tracer's process and a folder for its files."""

    def __init__(self, python: Path = TRACER_PYTHON) -> None:
        """Raises BadInput where the tracer is not installed."""
        if not python.exists():
            raise BadInput(
                "photos.true_light",
                "true light needs Blender as a Python module: type script/true-light first (Python 3.11, 400 MB)",
            )
        self._folder = Path(tempfile.mkdtemp(prefix="true_light_"))
        self._tracer = subprocess.Popen(
            [python, Path(__file__).with_name("tracer.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tracer.communicate()
        shutil.rmtree(self._folder)

    def photograph(
        self,
        board: Board,
        clean: Board,
        rotation_deg: float,
        table: Sheet,
        shot: Shot,
        rng: np.random.Generator,
        hand: Hand | None = None,
    ) -> Picture:
        """The camera's picture (BGR uint8) of the board; `clean`: the same board without ink."""
        scene = set_up(self._folder, board, clean, rotation_deg, table, shot)
        return self._developed(scene, shot, rng, hand)

    def photograph_pieces(
        self, pieces: Sequence[Piece], table: Sheet, shot: Shot, rng: np.random.Generator, hand: Hand | None = None
    ) -> Picture:
        """The camera's picture (BGR uint8) of pieces on a table; later ones lie on earlier ones."""
        return self._developed(set_up_pieces(self._folder, pieces, table, shot), shot, rng, hand)

    def photograph_foot(self, foot: Foot, table: Sheet, shot: Shot, rng: np.random.Generator) -> Picture:
        """The camera's picture (BGR uint8) of a mother ship's foot on its card."""
        return self._developed(set_up_foot(self._folder, foot, table, shot), shot, rng, None)

    def _developed(self, scene: Scene, shot: Shot, rng: np.random.Generator, hand: Hand | None) -> Picture:
        if hand is not None:
            scene = lay_hand(self._folder, scene, hand)
        light = self._traced(msgspec.json.encode(scene, enc_hook=float).decode(), Path(scene.out))
        return develop(through_lens(light, shot.view, shot.lighting.vignette), shot.sensor, rng)

    def _traced(self, scene: str, out: Path) -> Field:
        asks, says = self._tracer.stdin, self._tracer.stdout
        assert asks is not None
        assert says is not None
        asks.write(scene + "\n")
        asks.flush()
        last = ""
        for line in says:
            if line == "traced\n":
                return np.asarray(np.load(out), np.float32)
            last = line.strip() or last
        raise NotPossible("photos.tracer_ended", "the path tracer ended before its picture: {last}", last=last)


def through_lens(light: Field, view: View, vignette: float) -> Field:
    """The pinhole's light (of `pinhole(view)`) bent and dimmed as the lens does, H×W×3 of the view's size."""
    wide, high = view.size
    on_board = view.plane(0.0).reshape(-1, 2).astype(np.float64)
    places = pinhole(view).project(on_board).reshape(high, wide, 2).astype(np.float32)
    seen = np.asarray(cv2.remap(light, places, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, wide), np.linspace(-0.5, 0.5, high) * high / wide)
    dim = (1 - vignette * 4 * (x * x + y * y)).astype(np.float32)
    return np.asarray(seen * dim[..., None], np.float32)
