"""How cards are printed: the house deck's look."""

from __future__ import annotations

import msgspec

from engines.glyphs import FRAME, GOLD, NIGHT
from engines.stellar import glyphs as house
from hardware.simulated.glyphs import Glyph
from hardware.simulated.pixels import Colour, bgr
from hardware.simulated.stellar.figures import HOUSE_FACE, FigureStyle, number_mask

XY = tuple[float, float]
KINDS = ("planet", "moon", "asteroid", "cloud", "black_hole", "satellite")
ROWS: tuple[tuple[int, ...], ...] = ((1,), (2, 3), (4, 5), (6, 7, 8), (9, 10, 11, 12))


class Mark(msgspec.Struct, frozen=True):
    """The sign of a type: a name of `engines.stellar.glyphs.MARKS` or a glyph's shape, its ink, its turn in degrees."""

    shape: str
    ink: Colour
    turn: float = 0.0


class Stars(msgspec.Struct, frozen=True):
    """Printed stars: where the first, second and third one are, how large, how they look; `centred`: fewer than three
    stand around the middle of the three places. `hollow`: places without a star show an empty outline."""

    places: tuple[XY, ...]
    radius: float
    glyph: Glyph
    edge: Colour | None = None
    centred: bool = False
    hollow: bool = False


class CardLook(msgspec.Struct, frozen=True, kw_only=True):
    """How the cards of one deck are printed; millimetres from a card's top left corner."""

    seed: int
    size: XY
    corner: float
    border: float
    border_ink: Colour
    grounds: dict[str, Colour]
    grain: float
    frame: float
    frame_ink: Colour
    panel: tuple[float, float, float, float] | None
    panel_inks: dict[str, Colour]
    art: float
    figure: FigureStyle
    number_at: XY
    number_tall: float
    number_ink: Colour
    plate: str
    plate_ink: Colour
    stars: Stars
    marks: dict[str, Mark]
    mark_at: XY
    mark_radius: float
    mark_plate: Colour | None
    words: int
    word_ink: Colour
    diamond: XY
    back: tuple[Colour, Colour, int]
    gap: float
    side: float
    """What the telescope board leaves beside its widest row."""
    board_ink: Colour
    board_ground: Colour
    top: float
    bottom: float
    marker: float


def printed_size(look: CardLook, number: str) -> XY:
    """Width and height (mm) of a printed number; a 6/0 is made smaller where it would be far wider than a figure."""
    mask = number_mask(look.figure, number)
    tall = look.number_tall * mask.shape[0] / 96
    wide = tall * mask.shape[1] / mask.shape[0]
    shrink = min(1.0, look.number_tall * 1.35 / wide, look.number_tall * 1.3 / tall)
    return wide * shrink, tall * shrink


def slots_of(look: CardLook) -> dict[int, XY]:
    """Slot -> top left corner of its card on the telescope board, rows centred."""
    wide, tall = look.size
    whole = 4 * wide + 3 * look.gap
    places: dict[int, XY] = {}
    for number, row in enumerate(ROWS):
        left = (whole - len(row) * wide - (len(row) - 1) * look.gap) / 2 + look.side
        top = look.top + number * (tall + look.gap)
        places |= {slot: (left + k * (wide + look.gap), top) for k, slot in enumerate(row)}
    return places


def board_size(look: CardLook) -> XY:
    """Width and height of the telescope board."""
    wide, tall = look.size
    return 4 * wide + 3 * look.gap + 2 * look.side, look.top + 5 * tall + 4 * look.gap + look.bottom


# The house deck ------------------------------------------------------------------------------------------------


def house_look() -> CardLook:
    """The house deck in the inks of the print sheets."""
    cream, night = bgr(FRAME), bgr(NIGHT)
    return CardLook(
        seed=1, size=(house.CARD_WIDTH, house.CARD_HEIGHT), corner=0.0, border=0.0, border_ink=cream,
        grounds=dict.fromkeys(KINDS, cream), grain=0.0, frame=0.35, frame_ink=night,
        panel=house.PANEL, panel_inks=dict.fromkeys(KINDS, night), art=0.15,
        figure=FigureStyle(HOUSE_FACE), number_at=house.NUMBER_AT, number_tall=house.NUMBER_TALL,
        number_ink=night, plate="none", plate_ink=cream,
        stars=Stars(house.STAR_PLACES, house.STAR_RADIUS, Glyph("star5", bgr(GOLD), outline=house.STAR_GLYPH), night),
        marks={kind: Mark(kind, bgr(house.COLOURS[kind])) for kind in KINDS},
        mark_at=house.MARK_AT, mark_radius=house.MARK_RADIUS, mark_plate=None,
        words=1, word_ink=night, diamond=house.DIAMOND_AT, back=(night, bgr(GOLD), 0),
        gap=house.SLOT_GAP, side=0.0, board_ink=night, board_ground=cream, top=house.TELESCOPE_TOP,
        bottom=house.TELESCOPE_BOTTOM, marker=house.MARKER_SIZE,
    )  # fmt: skip
