"""What the camera is asked about one thing on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from engines.files import write_whole
from hardware.camera import Image

Picture: TypeAlias = Image | Path
"""An image (height × width × 3, BGR), or the file that holds one."""


MAX_PX = 2600
"""Pictures from elsewhere are looked at about this long at most."""


class Stored(msgspec.Struct, frozen=True, eq=False):
    """A picture as a phone or a disk stores it: the bytes of a JPEG, HEIC, PNG or WebP."""

    data: bytes


class Query(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The kind of thing, where things are printed on it, and what the record knows of it.

    A line of a list of photographs says the same of files, and so does a kept case.
    """

    kind: str
    """Which `CameraKind` reads it, by name."""
    layout: bytes
    """Where things are printed on it, as JSON."""
    folder: Path | None = None
    """Where the files lie that the layout names; None: it names none that are there."""
    record: dict[str, Any] = {}
    """What the record knows, as in a list of photographs: `known`, `expect` and whatever else the kind looks at."""
    pictures: dict[str, Picture] = {}
    """Other photographs of it: `blank` (clean), `before` (this drawing), `calibration`."""
    called: dict[str, str] = {}
    """How whoever asks calls these pictures, where that is not by their path."""
    finished: bool = False
    """Whether it is the finished board of a table that keeps the score pad alone."""
    game: int = 0
    seat: int = 0
    round: int = 0
    board: str = ""
    """Names the board: where it lay last helps to find it where part of it is hidden."""
    habits: dict[str, Any] = {}
    """How this table draws, as far as it has learnt that, in the words of its kind."""
    flat: Path | None = None
    """Where to write the photograph that the screens show of it, as JPEG."""

    def name_of(self, picture: str) -> str:
        """What one of the other pictures is called in a note."""
        return self.called.get(picture, str(self.pictures[picture]))


def load_picture(picture: Picture) -> Image:
    """The image, read from its file where it is one. Raises BadInput for a file that holds none."""
    if not isinstance(picture, Path):
        return picture
    from vision.ink import opencv

    return opencv.load(str(picture))


def write_picture(picture: Image, path: Path) -> None:
    """Write a JPEG, all or nothing. Raises OSError where the folder cannot be written."""
    import cv2

    path.parent.mkdir(parents=True, exist_ok=True)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    write_whole(path, data.tobytes())
