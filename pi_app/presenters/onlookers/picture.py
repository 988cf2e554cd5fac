"""A sketch as a picture, for the screen and for files: what could have been lies hollow and golden over what is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

    from pi_app.presenters.onlookers.sketch import Mark, Sketch

TONES: Final = {
    "sky": "0a1130", "back": "45548c", "ring": "f3f5ff", "thing": "ffa97a",
    "red": "ff6b57", "white": "f4f6ff", "yellow": "ffd34d", "blue": "6db7ff", "muted": "5468b4", "planet": "e8a55e",
    "ink": "0a1226", "token": "f3f5ff", "lair": "ff8f87", "ice": "9fe3ff", "grid": "2c3868", "now": "74ebc0",
    "earlier": "c7d0f4", "planet-ore": "d5472f", "planet-fuel": "ee8f2c", "planet-carbon": "3f7fd0",
    "planet-food": "55a24b", "planet-goods": "8e76c4", "people-green_folk": "4e9a62", "people-merchants": "c99a2e",
    "people-scientists": "c2536b", "people-diplomats": "5b86c9", "card-planet": "57b6f2", "card-moon": "f4efd8",
    "card-asteroid": "d99a4e", "card-cloud": "e07bc0", "card-black_hole": "f2603c", "card-satellite": "8fa0b5",
}  # fmt: skip
"""The colours of marks, as the page for onlookers has them; `seat-N` is that seat's."""
GHOST: Final = "ffd34d"
FINE: Final = 2
"""Drawn so many times as large and made small again: edges are smooth."""
_HOLLOW: Final = 0.5
"""What share of a ghost's breadth is hollow."""
_RIM: Final = 0.06
"""How broad the rim of a ghost is, as a share of its height or width."""


def painted(sketch: Sketch, size: tuple[int, int], seats: Sequence[str], ghosts: Iterable[Mark] = ()) -> Image:
    """The sketch as large as fits into width × height pixels, RGBA, clear where nothing is.

    `seats`: by seat, its colour as six hexadecimal digits. `ghosts` lie over it, hollow.
    """
    from PIL.Image import Resampling, new

    scale = min(size[0] / sketch.width, size[1] / sketch.height)
    wide, high = max(1, round(sketch.width * scale)), max(1, round(sketch.height * scale))
    large = new("RGBA", (wide * FINE, high * FINE))
    brush = _Brush(large, scale * FINE, {**TONES, **{f"seat-{seat}": code for seat, code in enumerate(seats, start=1)}})
    for mark in sketch.marks:
        brush.draw(mark)
    for mark in ghosts:
        brush.ghost(mark)
    return large.resize((wide, high), Resampling.BOX)


@lru_cache(maxsize=32)
def font(size: int) -> FreeTypeFont:
    """The font of the screens, semibold, that many pixels high."""
    from PIL.ImageFont import truetype

    return truetype(str(resources.files("pi_app") / "fonts" / "Inter-SemiBold.otf"), size)


class _Brush:
    """Draws marks on a picture. `scale`: pixels to a unit of the sketch."""

    def __init__(self, image: Image, scale: float, tones: dict[str, str]) -> None:
        from PIL.ImageDraw import Draw

        self._on: Any = Draw(image)
        self._scale = scale
        self._tones = tones

    def draw(self, mark: Mark) -> None:
        """As it is."""
        colour = "#" + self._tones.get(mark.tone, TONES["white"])
        match mark.kind:
            case "line":
                self._line(mark, mark.size, colour)
            case "dot":
                self._dot(mark, mark.size, fill=colour)
            case "area":
                self._on.polygon(self._points(mark), fill=colour)
            case "words":
                self._words(mark, colour)

    def ghost(self, mark: Mark) -> None:
        """Hollow: what could have been."""
        gold, sky = "#" + GHOST, "#" + TONES["sky"]
        match mark.kind:
            case "line":
                self._line(mark, mark.size * 1.5, gold)
                self._line(mark, mark.size * 1.5 * _HOLLOW, sky)
            case "dot":
                self._dot(mark, mark.size, outline=gold, width=max(2, round(mark.size * self._scale * 0.3)))
            case "area":
                points = self._points(mark)
                across = max(x for x, _y in points) - min(x for x, _y in points)
                self._on.line([*points, *points[:2]], fill=gold, width=max(2, round(across * _RIM)), joint="curve")
            case "words":
                self._words(mark, gold)

    def _points(self, mark: Mark) -> list[tuple[float, float]]:
        values = [value * self._scale for value in mark.points]
        return list(zip(values[::2], values[1::2], strict=True))

    def _line(self, mark: Mark, size: float, colour: str) -> None:
        width = max(1, round(size * self._scale))
        self._on.line(self._points(mark), fill=colour, width=width)
        for x, y in self._points(mark):
            self._round(x, y, width / 2, fill=colour)

    def _dot(self, mark: Mark, radius: float, **how: Any) -> None:
        ((x, y),) = self._points(mark)
        self._round(x, y, radius * self._scale, **how)

    def _round(self, x: float, y: float, radius: float, **how: Any) -> None:
        self._on.ellipse((x - radius, y - radius, x + radius, y + radius), **how)

    def _words(self, mark: Mark, colour: str) -> None:
        ((x, y),) = self._points(mark)
        self._on.text((x, y), mark.text, fill=colour, font=font(max(4, round(mark.size * self._scale))), anchor="mm")
