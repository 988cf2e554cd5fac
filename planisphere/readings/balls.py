"""Photographs of the mother ship's tube to readings."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from engines.starfarers.foot_card import balls_layout
from engines.starfarers.pack import decode_pack
from planisphere.packs import named_pack
from planisphere.readings import named_images, path_of, read_json
from vision.balls.layout import BallsLayout, parse_balls
from vision.balls.read import BallsReading, Evening, prepare_evening, read_balls
from vision.ink import opencv

_EVENINGS_KEPT = 32


class BallsAnswer(msgspec.Struct, frozen=True):
    """A reading as the command line prints it."""

    reading: BallsReading

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return self.reading.as_json()

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        reading = self.reading
        names = ", ".join(ball.colour for ball in reading.balls) or "none"
        still = "at rest" if reading.settled else "not settled yet"
        return [
            f"balls from the top: {names} ({reading.p:.2f}), {still}",
            "doubtful: " + (", ".join(f"{ball.colour} ({ball.p:.2f})" for ball in reading.doubtful) or "none"),
        ]


class BallsReader:
    """Reads lists whose paths count from `folder`; layouts and the evening's photograph are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._layout = cache(self._load)
        self._evenings: OrderedDict[tuple[str, str], Evening] = OrderedDict()

    def read(self, entry: dict[str, Any]) -> BallsAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        name = entry.get("layout")
        if not isinstance(name, str):
            raise BadInput(f"layout {name!r}: expected the path of a layout of kind 'balls', or a pack of starfarers")
        layout = self._layout(path_of(name))
        evening = self._evening(name, entry.get("calibration"), layout)
        frames = [opencv.load(str(self._folder / image)) for image in named_images(entry)]
        return BallsAnswer(read_balls(frames, layout, evening=evening))

    def _load(self, name: str) -> BallsLayout:
        path = self._folder / name
        pack = named_pack(name, "starfarers", self._folder)
        if pack is not None:
            return parse_balls(msgspec.json.encode(balls_layout(decode_pack(pack).balls)))
        raw = read_json(path)
        try:
            return parse_balls(raw)
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error

    def _evening(self, layout_name: str, picture: Any, layout: BallsLayout) -> Evening | None:
        if picture is None:
            return None
        if not isinstance(picture, str):
            raise BadInput(f"calibration {picture!r}: expected the path of a picture of the four balls")
        key = (layout_name, path_of(picture))
        if key not in self._evenings:
            image = opencv.load(str(self._folder / picture))
            try:
                self._evenings[key] = prepare_evening(image, layout)
            except NotPossible as error:
                raise BadInput(f"calibration {picture}: {error}; photograph the four balls on their card") from error
            while len(self._evenings) > _EVENINGS_KEPT:
                self._evenings.popitem(last=False)
        return self._evenings[key]
