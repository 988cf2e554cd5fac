"""Printed figures: the numbers of cards as masks."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Picture

_TALL = 96
HERSHEY = {
    "hershey simplex": cv2.FONT_HERSHEY_SIMPLEX,
    "hershey duplex": cv2.FONT_HERSHEY_DUPLEX,
    "hershey complex": cv2.FONT_HERSHEY_COMPLEX,
    "hershey triplex": cv2.FONT_HERSHEY_TRIPLEX,
    "hershey script": cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
}
_FOLDERS = {"kivy": "data/fonts", "reportlab": "fonts"}
HOUSE_FACE = "reportlab/_eb_____.pfb"
"""Bold Times, as the print sheets have it."""


class FigureStyle(msgspec.Struct, frozen=True):
    """How numbers are printed: a typeface, made `stretch` times as wide, leant by `slant`, bolder by `weight` (share of
    the height; negative: lighter), and the way a 6/0 is set."""

    face: str
    stretch: float = 1.0
    slant: float = 0.0
    weight: float = 0.0
    double: str = "inline"
    outline: bool = False


def _path(face: str) -> Path:
    package, _, name = face.partition("/")
    if package not in _FOLDERS:
        return Path(face)
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"{package} is not installed, so its typeface {name!r} cannot be used")
    return Path(spec.submodule_search_locations[0]) / _FOLDERS[package] / name


@cache
def _glyph(face: str, text: str) -> Picture:
    """The text as a mask 0-255, cropped to its ink, a figure about 96 pixels tall; `face` may be a font file's path."""
    if face in HERSHEY:
        canvas = np.zeros((_TALL * 3, _TALL * 5), np.uint8)
        cv2.putText(canvas, text, (_TALL, _TALL * 2), HERSHEY[face], 4.5, 255, 9, cv2.LINE_AA)
        return _cropped(canvas)
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("L", (_TALL * 6, _TALL * 4))
    font = ImageFont.truetype(str(_path(face)), int(_TALL * 1.35))
    ImageDraw.Draw(image).text((_TALL, _TALL), text, font=font, fill=255)
    return _cropped(np.asarray(image, np.uint8))


def _cropped(mask: Picture) -> Picture:
    rows, columns = np.flatnonzero(mask.max(1) > 40), np.flatnonzero(mask.max(0) > 40)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@cache
def number_mask(style: FigureStyle, number: str) -> Picture:
    """The number (`1` to `5`, `6/0`) as a mask 0-255, cropped; a single figure is 96 pixels tall, a 6/0 at most 150."""
    mask = _double(style) if number == "6/0" else _tall(_glyph(style.face, number))
    return _shaped(mask, style)


def _tall(mask: Picture, tall: int = _TALL) -> Picture:
    wide = max(2, round(mask.shape[1] * tall / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)


def _double(style: FigureStyle) -> Picture:
    if style.double == "inline":
        return _tall(_glyph(style.face, "6/0"))
    six, nought = (_tall(_glyph(style.face, text), 66) for text in "60")
    wide = max(six.shape[1], nought.shape[1])
    if style.double == "stacked":
        canvas = np.zeros((150, wide + 12), np.uint8)
        _put(canvas, six, (wide + 12 - six.shape[1]) // 2, 0)
        _put(canvas, nought, (wide + 12 - nought.shape[1]) // 2, 84)
        canvas[71:78] = 255
        return canvas
    canvas = np.zeros((126, six.shape[1] + nought.shape[1] + 10), np.uint8)
    _put(canvas, six, 0, 0)
    _put(canvas, nought, six.shape[1] + 10, 60)
    cv2.line(canvas, (8, 118), (canvas.shape[1] - 8, 8), 255, 6, cv2.LINE_AA)
    return canvas


def _put(canvas: Picture, mask: Picture, x: int, y: int) -> None:
    canvas[y : y + mask.shape[0], x : x + mask.shape[1]] = mask


def _shaped(mask: Picture, style: FigureStyle) -> Picture:
    pad = 24
    wide = max(2, round(mask.shape[1] * style.stretch))
    big = cv2.copyMakeBorder(cv2.resize(mask, (wide, mask.shape[0])), pad, pad, pad * 2, pad * 2, cv2.BORDER_CONSTANT)
    lean = np.array([[1, -style.slant, style.slant * big.shape[0] / 2], [0, 1, 0]])
    big = cv2.warpAffine(big, lean, big.shape[1::-1])
    size = round(abs(style.weight) * _TALL)
    if size > 0:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size + 1, size + 1))
        thicker, thinner = (np.asarray(change(big, kernel), np.uint8) for change in (cv2.dilate, cv2.erode))
        big = thicker if style.weight > 0 else thinner if thinner.sum() > 0.55 * big.sum() else big
    if style.outline:
        big = cv2.subtract(cv2.dilate(big, np.ones((9, 9), np.uint8)), cv2.erode(big, np.ones((3, 3), np.uint8)))
    return _cropped(np.asarray(big, np.uint8))
