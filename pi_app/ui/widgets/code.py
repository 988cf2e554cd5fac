"""A QR code, dark on light in every theme: readers want it so."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty

from pi_app.steps.view import Code
from pi_app.ui.steps.port import Port
from pi_app.ui.widgets.painted import Painted

QUIET = 4
"""Light modules around the code. Source: ISO/IEC 18004."""


class CodeBox(Painted):
    """The QR code of a text."""

    SHOWN = ("text",)
    text = StringProperty("")

    def __init__(self, code: Code, _port: Port, **kwargs: Any) -> None:
        super().__init__(text=code.text, **kwargs)

    def show(self, code: Code) -> None:
        """Another code."""
        self.text = code.text

    def paint(self) -> None:
        """The modules as one picture, scaled by a whole number of pixels."""
        if not self.text:
            return
        texture = _texture(self.text)
        scale = max(1, int(min(self.size) // texture.width))
        side = scale * texture.width
        at = (round(self.center_x - side / 2), round(self.center_y - side / 2))
        self.draw(Color(1, 1, 1, 1), Rectangle(pos=at, size=(side, side), texture=texture))


def _texture(text: str) -> Any:
    import segno

    rows = [bytearray(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET)]
    texture = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="luminance")
    texture.mag_filter = texture.min_filter = "nearest"
    pixels = bytes(0 if module else 255 for row in reversed(rows) for module in row)
    texture.blit_buffer(pixels, colorfmt="luminance", bufferfmt="ubyte")
    return texture
