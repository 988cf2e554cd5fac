"""The house print of Star Explorer, close to what the print sheets make: a night disc under a cream frame."""

from __future__ import annotations

import math

from engines.glyphs import AXIS, GOLD, NIGHT, POLARIS, POLARIS_GLYPH, STAR_COLOURS, STAR_GLYPHS, THREE_POINT_GLYPH
from engines.layout import XY, StarDiscLayout
from hardware.simulated.design import Design, Look, Sky
from hardware.simulated.glyphs import Glyph
from hardware.simulated.pixels import bgr

_NOTCH = 13.0  # how deep the opening for the numeral reaches into the disc, mm


def house_design(layout: StarDiscLayout) -> Design:
    """A board of this layout (star types red, white, yellow, blue) in the house's inks."""
    width, height = layout.board.width, layout.board.height
    below = max((y for _, y in layout.three_point_stars or layout.window.outline), default=0.0)
    look = Look(
        seed=88,
        sky=_sky(layout),
        glyphs={name: Glyph("star5", bgr(STAR_COLOURS[name]), outline=STAR_GLYPHS[name]) for name in STAR_GLYPHS},
        frame=bgr("#F8F4E9"),
        ink=bgr(NIGHT),
        texture="plain",
        border=0.4,
        window_line=0.8,
        numeral_hole=False,
        holes=(_notch(layout),),
        hills=(bgr("#5B6B98"), bgr("#35457A"), bgr("#1A2853")),
        words=0,
        three_points=layout.three_point_stars or (),
        three_point=Glyph("star5", bgr(GOLD), outline=THREE_POINT_GLYPH),
        score_circles=tuple((width / 2 + (k - 2.5) * 19, min(below + 26, height - 16)) for k in range(6)),
        score_radius=7.0,
    )
    return Design("house", layout, look)


def _sky(layout: StarDiscLayout) -> Sky:
    notch = (layout.disc.radius - _NOTCH - 1) / layout.disc.radius
    return Sky(
        disc=bgr("#0B1330"),
        bands=((notch, bgr(NIGHT)), (0.205, bgr("#1C2C5E"))),
        dust=420,
        grid=bgr("#45548A"),
        circles=(0.4, 0.6, notch),
        axis=bgr(AXIS),
        axis_width=0.6,
        polaris=Glyph("star8", bgr(POLARIS), outline=POLARIS_GLYPH),
        rim_rings=True,
    )


def _notch(layout: StarDiscLayout) -> tuple[XY, ...]:
    """The opening at the top through which the disc's ring shows this round's numeral."""
    (x, y), outer = layout.disc.centre, layout.disc.radius
    turns = [math.radians(-113.5 + 47 * k / 12) for k in range(13)]
    far = [(x + (outer - 1) * math.cos(t), y + (outer - 1) * math.sin(t)) for t in turns]
    near = [(x + (outer - _NOTCH) * math.cos(t), y + (outer - _NOTCH) * math.sin(t)) for t in reversed(turns)]
    return tuple(far + near)
