"""How the screens show a star type: shape, colour and letter, so that colour never speaks alone."""

from __future__ import annotations

from typing import Final

import msgspec

from engines.glyphs import POLARIS, POLARIS_GLYPH, STAR_COLOURS, STAR_GLYPHS, XY
from pi_app.i18n import N_, _

Outline = tuple[XY, ...]


class StarLook(msgspec.Struct, frozen=True):
    """A star's outline (radius 1, y down) and its colour on a dark screen (`#` and six digits)."""

    outline: Outline
    colour: str


STAR_LOOKS: Final[dict[str, StarLook]] = {kind: StarLook(STAR_GLYPHS[kind], STAR_COLOURS[kind]) for kind in STAR_GLYPHS}
POLARIS_LOOK: Final = StarLook(POLARIS_GLYPH, POLARIS)

_NAMES: Final = {"red": N_("red"), "white": N_("white"), "yellow": N_("yellow"), "blue": N_("blue")}


def type_name(star_type: str) -> str:
    """The star type's name in the language in use."""
    return _(_NAMES[star_type])
