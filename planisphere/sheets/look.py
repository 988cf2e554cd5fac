"""The inks of the sheets: a night sky, or a pale one that saves toner."""

from __future__ import annotations

from typing import Final

import msgspec

from engines.glyphs import (
    AXIS,
    FRAME,
    GOLD,
    HILLS,
    NIGHT,
    POLARIS,
    POLARIS_GLYPH,
    SKY_CORE,
    SKY_RIM,
    SKY_RING,
    STAR_COLOURS,
    STAR_COLOURS_ON_PAPER,
    STAR_GLYPHS,
    THREE_POINT_GLYPH,
)
from engines.layout import XY
from paper.outlines import moved
from paper.sheet import Sheet

INK: Final = NIGHT
PALE: Final = "#6C7BA6"
FAINT: Final = "#C9D0E2"
CUT: Final = "#9A9A9A"


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of one way to print."""

    name: str
    sky: str
    core: str
    """The ground around Polaris, where the central stars are."""
    rim: str
    """The ring of numerals."""
    dust: str
    ring: str
    """Circles and rings on the sky."""
    on_sky: str
    """Text and numerals on the sky."""
    polaris: str
    axis: str
    axis_edge: str | None
    stars: dict[str, str]
    star_edge: str | None
    paper: str | None
    """The ground of the frame and of tiles; none = the bare paper."""
    hills: tuple[str, str, str]
    hill_edge: str | None
    glow: str
    """The observatory's dome."""
    pen: str
    """The pen that shows on this sky."""


NIGHT_LOOK: Final = Look(
    name="night", sky=NIGHT, core=SKY_CORE, rim=SKY_RIM, dust="#7D8CC0", ring=SKY_RING, on_sky="#FFFFFF",
    polaris=POLARIS, axis=AXIS, axis_edge=None, stars=STAR_COLOURS, star_edge=None, paper=FRAME,
    hills=HILLS, hill_edge=None, glow="#F3E3B3", pen="white",
)  # fmt: skip
LIGHT_LOOK: Final = Look(
    name="light", sky="#FFFFFF", core="#EEF1F8", rim="#FFFFFF", dust="#B9C2DC", ring="#AEB8D4", on_sky=INK,
    polaris=INK, axis="#FFFFFF", axis_edge=INK, stars=STAR_COLOURS_ON_PAPER, star_edge=INK, paper=None,
    hills=("#FFFFFF", "#FFFFFF", "#FFFFFF"), hill_edge=PALE, glow="#FFFFFF", pen="dark",
)  # fmt: skip
LOOKS: Final[dict[str, Look]] = {look.name: look for look in (NIGHT_LOOK, LIGHT_LOOK)}


def star_on_sky(sheet: Sheet, look: Look, kind: str, at: XY, radius: float) -> None:
    """A star of the disc."""
    outline = moved(STAR_GLYPHS[kind], at, radius)
    sheet.shape(outline, fill=look.stars[kind], line=look.star_edge, width=0.25)


def star_on_paper(sheet: Sheet, kind: str, at: XY, radius: float) -> None:
    """A star type on light ground, outlined so that white and yellow stand out."""
    sheet.shape(moved(STAR_GLYPHS[kind], at, radius), fill=STAR_COLOURS_ON_PAPER[kind], line=INK, width=0.35)


def polaris(sheet: Sheet, look: Look, radius: float = 3.8) -> None:
    """The pole star at the origin."""
    sheet.shape(moved(POLARIS_GLYPH, (0.0, 0.0), radius), fill=look.polaris)
    sheet.circle((0.0, 0.0), radius * 0.2, fill=look.sky)


def three_point_star(sheet: Sheet, look: Look, at: XY, radius: float) -> None:
    """A star worth three points, to be crossed off."""
    fill = GOLD if look.name == "night" else "#FFFFFF"
    sheet.shape(moved(THREE_POINT_GLYPH, at, radius), fill=fill, line=INK, width=0.35)
    sheet.text((at[0], at[1] + radius * 0.24), "3", radius * 0.7, INK, "Times-Bold")
