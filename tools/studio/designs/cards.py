"""Random decks, which share only what every such deck prints."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.stellar import glyphs as house
from hardware.simulated.glyphs import SHAPES, Glyph
from hardware.simulated.pixels import Colour, blend, hsv
from hardware.simulated.stellar.design import KINDS, XY, CardLook, Mark, Stars, board_size, printed_size, slots_of
from tools.studio.designs.figures import random_style


def number_size(look: CardLook) -> XY:
    """Width and height (mm) of the box that holds every number."""
    widths, heights = [], []
    for number in ("1", "2", "3", "4", "5", "6/0"):
        wide, tall = printed_size(look, number)
        widths.append(wide)
        heights.append(tall)
    return max(widths) + 1.2, max(heights) + 1.2


def stars_box(stars: Stars) -> tuple[XY, XY]:
    """Middle and size (mm) of the box in which stars are printed."""
    xs, ys = [x for x, _ in stars.places], [y for _, y in stars.places]
    pad = 2 * stars.radius + 1.2
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return middle, (max(xs) - min(xs) + pad, max(ys) - min(ys) + pad)


def layout_json(look: CardLook, markers: bool) -> dict[str, Any]:
    """The deck's layout for the reader (docs/formats.md), without the looks of its types."""
    width, height = board_size(look)
    middle, size = stars_box(look.stars)
    side = look.mark_radius * 2 + 1.0
    telescope: dict[str, Any] = {
        "board": {"width": rounded(width), "height": rounded(height)},
        "slots": {str(slot): [rounded(x), rounded(y)] for slot, (x, y) in slots_of(look).items()},
    }
    found: dict[str, Any] = {
        "kind": "cards",
        "card": {"width": rounded(look.size[0]), "height": rounded(look.size[1])},
        "number": {"at": [rounded(v) for v in look.number_at], "size": [rounded(v) for v in number_size(look)]},
        "type": {"at": [rounded(v) for v in look.mark_at], "size": [rounded(side), rounded(side)]},
        "stars": {"at": [rounded(v) for v in middle], "size": [rounded(v) for v in size]},
        "telescope": telescope,
    }
    if markers:
        low, right = height - look.marker - 5.0, width - look.marker - 5.0
        at = {"0": [5.0, 5.0], "1": [right, 5.0], "2": [right, low], "3": [5.0, low]}
        corners = {key: [rounded(x), rounded(y)] for key, (x, y) in at.items()}
        found["markers"] = {"dictionary": "DICT_4X4_50", "size": look.marker, "at": corners}
    return found


def rounded(value: float) -> float:
    """To a hundredth of a millimetre."""
    return round(float(value), 2)


def random_look(rng: np.random.Generator, faces: tuple[str, ...] | None = None) -> CardLook:
    """A deck nobody prints: sizes, places, typeface, signs, colours and art drawn at random."""
    wide = float(rng.choice([44.0, 47.0, 56.0, 57.0, 63.0, rng.uniform(44, 64)]))
    tall = wide * float(rng.uniform(1.3, 1.6))
    hues = (rng.random() + rng.permutation(5) / 5 + rng.uniform(-0.05, 0.05, 5)) % 1.0
    dark = bool(rng.random() < 0.55)
    grounds = _grounds(rng, hues, dark)
    number_at, number_tall, star_rule, small_mark = _corners(rng, wide, tall)
    gap = float(rng.uniform(1.5, 6.0))
    panel, mark_at, mark_radius = _middle(rng, wide, tall, number_tall, number_at, small_mark, _foot(star_rule))
    panel_dark = bool(rng.random() < 0.6)
    panel_inks = _grounds(rng, hues, panel_dark)
    under = panel_inks["planet"] if panel is not None and not small_mark else grounds["planet"]
    plain = grounds["planet"]
    mark_plate = _away_from(rng, plain) if small_mark and rng.random() < 0.25 else None
    plate = str(rng.choice(["none", "none", "disc", "square"]))
    plate_ink = _away_from(rng, plain)
    border = float(rng.choice([0.0, rng.uniform(0.8, 3.0)]))
    return CardLook(
        seed=int(rng.integers(1 << 30)), size=(round(wide, 1), round(tall, 1)),
        corner=float(rng.choice([0.0, rng.uniform(1.5, 4.5)])), border=border,
        border_ink=_paper(rng) if rng.random() < 0.6 else _night(rng),
        grounds=grounds, grain=float(rng.choice([0.0, rng.uniform(0.02, 0.1)])),
        frame=float(rng.choice([0.0, rng.uniform(0.25, 0.8)])), frame_ink=_away_from(rng, plain),
        panel=panel, panel_inks=panel_inks, art=float(rng.uniform(0, 0.6)), figure=random_style(rng, faces),
        number_at=number_at, number_tall=number_tall,
        number_ink=_away_from(rng, plate_ink if plate != "none" else plain), plate=plate, plate_ink=plate_ink,
        stars=_stars(rng, star_rule, plain), marks=_marks(rng, hues, mark_plate or under),
        mark_at=mark_at, mark_radius=mark_radius,
        mark_plate=mark_plate,
        words=int(rng.integers(0, 5)), word_ink=_away_from(rng, plain), diamond=(wide - 7.5, tall - 7.5),
        back=(hsv(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.8)), _paper(rng), int(rng.integers(5))),
        gap=gap, side=gap, board_ink=hsv(rng.random(), 0.2, rng.uniform(0.5, 1.0)),
        board_ground=hsv(rng.random(), rng.uniform(0, 0.5), rng.choice([rng.uniform(0.08, 0.3), rng.uniform(0.7, 1)])),
        top=float(rng.uniform(4, 14)), bottom=float(rng.uniform(30, 34)), marker=float(rng.choice([20.0, 22.0, 24.0])),
    )  # fmt: skip


def _paper(rng: np.random.Generator) -> Colour:
    return hsv(rng.uniform(0.05, 0.2), rng.uniform(0, 0.14), rng.uniform(0.88, 1.0))


def _night(rng: np.random.Generator) -> Colour:
    return hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.05, 0.3))


def _lightness(ink: Colour) -> float:
    return (0.114 * ink[0] + 0.587 * ink[1] + 0.299 * ink[2]) / 255


def _away_from(rng: np.random.Generator, ground: Colour) -> Colour:
    """An ink that stands out from the ground by its lightness."""
    if _lightness(ground) < 0.5:
        return hsv(rng.random(), float(rng.choice([0.0, rng.uniform(0, 0.45)])), rng.uniform(0.88, 1.0))
    return hsv(rng.random(), float(rng.choice([0.1, rng.uniform(0.2, 0.9)])), rng.uniform(0.03, 0.32))


def _grounds(rng: np.random.Generator, hues: np.ndarray[Any, Any], dark: bool) -> dict[str, Colour]:
    """The grounds of the kinds: all alike, or tinted by the type's hue."""
    value = rng.uniform(0.06, 0.34) if dark else rng.uniform(0.78, 1.0)
    common = hsv(rng.random(), rng.uniform(0, 0.7 if dark else 0.18), value)
    if rng.random() < 0.55:
        return dict.fromkeys(KINDS, common)
    depth = rng.uniform(0.2, 0.9) if dark else rng.uniform(0.08, 0.4)
    inks = [hsv(float(hue), depth, value) for hue in hues]
    return dict(zip(KINDS, [*inks, hsv(0.6, 0.05, value)], strict=True))


def _corners(rng: np.random.Generator, wide: float, tall: float) -> tuple[XY, float, tuple[XY, XY, float, bool], bool]:
    """Where the number stands and how tall it is, the rule of the stars (first place, step, radius, centred), and
    whether the sign is a small one below the number."""
    number_tall = float(rng.uniform(0.15, 0.21) * wide)
    side = -1 if rng.random() < 0.22 else 1  # -1: the number stands on the right
    margin = 3.5 + number_tall * 0.75
    x = margin if side > 0 else wide - margin
    y = 3.0 + number_tall * rng.uniform(0.62, 0.85)
    radius = float(rng.uniform(0.042, 0.062) * wide)
    pitch = radius * float(rng.uniform(2.05, 2.6))
    small = bool(rng.random() < 0.3)
    far = wide - 3.5 - radius if side > 0 else 3.5 + radius
    kind = rng.random()
    if kind < 0.55:  # a row in the other corner
        first, step = (far, y), (-side * pitch, 0.0)
    elif kind < 0.75:  # a column in the other corner
        first, step = (far, 3.5 + radius + rng.uniform(0, 2)), (0.0, pitch)
    elif kind < 0.88 and not small:  # a column below the number
        first, step = (x, y + number_tall * 0.75 + radius + 1.5), (0.0, pitch)
    else:  # a row at the foot
        first, step = ((wide - 2 * pitch) / 2, tall - 4.0 - radius), (pitch, 0.0)
    return (float(x), float(y)), number_tall, (first, step, radius, bool(rng.random() < 0.3)), small


def _foot(star_rule: tuple[XY, XY, float, bool]) -> float:
    """How far down (mm) a column of three stars reaches; a row leaves room for a panel: 0."""
    (_, y), (_, step), radius, _ = star_rule
    return y + 2 * step + radius if step else 0.0


def _middle(
    rng: np.random.Generator, wide: float, tall: float, number_tall: float, number_at: XY, small: bool, foot: float
) -> tuple[tuple[float, float, float, float] | None, XY, float]:
    """The panel of the art, and where the sign stands and how large it is.

    There is no panel where stars would lie on it, which reach down to `foot` (mm): their ink suits the card's ground.
    """
    top = number_at[1] + number_tall * 0.7 + 2.0
    pad = float(rng.uniform(2.5, 6.0))
    bare = rng.random() < 0.3 or foot > top
    panel = None if bare else (pad, top, wide - 2 * pad, tall * rng.uniform(0.72, 0.84) - top)
    if small:
        radius = float(rng.uniform(4.0, 5.5))
        return (
            None if panel is None else (pad, top + 2 * radius + 3, wide - 2 * pad, panel[3] - 2 * radius - 3),
            (
                number_at[0],
                number_at[1] + number_tall * 0.75 + radius + 1.5,
            ),
            radius,
        )
    low = tall * 0.78
    radius = float(min((low - top) / 2 - 1.0, wide / 2 - 11.0, rng.uniform(8, 17)))
    return panel, (wide / 2, float(top + low) / 2), max(radius, 6.0)


def _stars(rng: np.random.Generator, rule: tuple[XY, XY, float, bool], ground: Colour) -> Stars:
    (x, y), (dx, dy), radius, centred = rule
    places = tuple((float(x + k * dx), float(y + k * dy)) for k in range(3))
    ink = _away_from(rng, ground)
    if rng.random() < 0.4:
        ink = hsv(rng.uniform(0.1, 0.17), rng.uniform(0.5, 1.0), 1.0 if _lightness(ground) < 0.5 else 0.65)
    shape = str(rng.choice(["star5", "star5", "star5", "star4", "star6", "star8", "dot", "diamond"]))
    edge = _away_from(rng, ground) if rng.random() < 0.25 else None
    glyph = Glyph(shape, ink, turn=float(rng.choice([0.0, rng.uniform(-20, 20)])))
    return Stars(places, radius, glyph, edge, centred, bool(rng.random() < 0.04))


_MARK_SHAPES = (*SHAPES, *house.MARKS, *house.MARKS)


def _marks(rng: np.random.Generator, hues: np.ndarray[Any, Any], ground: Colour) -> dict[str, Mark]:
    """Six signs of six shapes; now and then all in one ink."""
    shapes: list[str] = []
    while len(shapes) < len(KINDS):
        shape = str(_MARK_SHAPES[int(rng.integers(len(_MARK_SHAPES)))])
        if shape not in shapes:
            shapes.append(shape)
    dark = _lightness(ground) < 0.5
    value = rng.uniform(0.8, 1.0) if dark else rng.uniform(0.3, 0.62)
    depth = rng.uniform(0.45, 0.95)
    inks = [hsv(float(hue), depth, value) for hue in hues]
    if rng.random() < 0.15:
        inks = [_away_from(rng, ground)] * 5
    inks = [*inks, blend(hsv(0.6, 0.05, value), inks[0], 0.1)]
    turns = rng.choice([0.0, 1.0]) * rng.uniform(-40, 40, len(KINDS))
    return {k: Mark(s, i, float(t)) for k, s, i, t in zip(KINDS, shapes, inks, turns, strict=True)}
