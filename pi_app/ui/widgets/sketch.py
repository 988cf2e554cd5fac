"""Pictures as stages: a board as onlookers see it, in the pixels of its place, and a picture from a file."""

from __future__ import annotations

import io
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.image import Image

from pi_app.presenters.onlookers.picture import painted
from pi_app.presenters.sky import SketchStage, Sky
from pi_app.steps.view import Picture
from pi_app.ui.drawn import kept
from pi_app.ui.steps.port import Port
from pi_app.ui.widgets.painted import Painted


@kept(4)
def sketch_texture(stage: SketchStage, size: tuple[int, int]) -> Texture:
    """The sketch as large as fits into width × height pixels: the same board is often only moved."""
    image = painted(stage.sketch, size, stage.seats, stage.ghosts)
    texture = Texture.create(size=image.size, colorfmt="rgba")
    texture.blit_buffer(image.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class SketchBox(Painted):
    """The sketch, and over it what could have been."""

    SHOWN = ("stage",)
    stage = ObjectProperty(None)

    def __init__(self, stage: SketchStage | Sky | None = None, _port: Port | None = None, **kwargs: Any) -> None:
        super().__init__(stage=stage, **kwargs)

    def show(self, stage: SketchStage | Sky) -> None:
        """Another one."""
        self.stage = stage

    def drawn(self) -> SketchStage | None:
        """What is drawn; None: nothing."""
        return self.stage  # type: ignore[no-any-return]

    def paint(self) -> None:
        """The picture in the middle."""
        stage = self.drawn()
        if stage is None:
            return
        texture = sketch_texture(stage, (int(self.width), int(self.height)))
        wide, high = texture.size
        at = round(self.center_x - wide / 2), round(self.center_y - high / 2)
        self.draw(Color(1, 1, 1, 1), Rectangle(texture=texture, pos=at, size=texture.size))


class SkyBox(SketchBox):
    """A board that nobody waits for."""

    PAINTED_S = 0

    def drawn(self) -> SketchStage | None:
        """The board as everybody may see it."""
        return self.stage.stage() if self.stage is not None else None


class PictureBox(Image):
    """A picture, whole, in the middle of its place."""

    def __init__(self, picture: Picture, _port: Port, **kwargs: Any) -> None:
        super().__init__(fit_mode="contain", **kwargs)
        self.show(picture)

    def show(self, picture: Picture) -> None:
        """Another one."""
        self.texture = CoreImage(io.BytesIO(picture.png), ext="png").texture
