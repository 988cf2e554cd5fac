"""Draws the foot of a mother ship before its card: body, clear tube, shaded balls, and circles for the four balls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from hardware.simulated.glyphs import draw_markers
from hardware.simulated.pixels import Colour, Points, Sheet, blend, clip8, rectangle

PPMM = 9.0
_DICTIONARY = "DICT_4X4_50"


class FootLook(msgspec.Struct, frozen=True, kw_only=True):
    """How one ship and its card look; millimetres of the card from its top left, colours BGR 0-255."""

    card: tuple[float, float]
    paper: Colour
    marker: float
    marker_ids: tuple[int, ...]
    body: Colour
    body_width: float
    tube: tuple[float, float, float, float]
    """Left, top, width, height of the part of the tube in which balls show."""
    behind: Colour
    tint: float
    streaks: tuple[tuple[float, float, float], ...]
    """Reflections along the tube: place (share of its width), width (mm), strength."""
    ball: float
    colours: Mapping[str, Colour]
    circles: Mapping[str, tuple[float, float]]
    light_from: tuple[float, float]
    ambient: float
    shine: float

    @property
    def white(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of a part of the card that is always bare paper."""
        left, top, width, height = self.tube
        return left + width + 4, top + height * 0.2, 9.0, height * 0.6

    @property
    def rest(self) -> tuple[Points, Points]:
        """The middles (mm) of the upper and the lower ball at rest."""
        left, top, width, height = self.tube
        x, low = left + width / 2, top + height - self.ball / 2 - 0.4
        return np.array([x, low - self.ball]), np.array([x, low])

    @property
    def marker_places(self) -> dict[str, tuple[float, float]]:
        """Where the markers' top left corners are printed."""
        far_x, far_y = self.card[0] - 3 - self.marker, self.card[1] - 3 - self.marker
        places = ((3.0, 3.0), (far_x, 3.0), (far_x, far_y), (3.0, far_y))
        return {str(number): place for number, place in zip(self.marker_ids, places, strict=True)}


def draw_card(look: FootLook, circles: bool, ppmm: float = PPMM) -> Sheet:
    """The bare card; `circles`: the four balls lie on it."""
    picture = np.empty((round(look.card[1] * ppmm), round(look.card[0] * ppmm), 3), np.uint8)
    picture[:] = np.round(look.paper)
    sheet = Sheet(picture, ppmm)
    draw_markers(sheet, _DICTIONARY, look.marker, look.marker_places)
    for name, place in look.circles.items():
        sheet.ring(place, look.ball / 2 + 1.5, (120, 120, 120), 0.3)
        if circles:
            _ball(sheet, look, name, np.array(place))
    return sheet


def draw_ship(look: FootLook, shown: Sequence[tuple[str, Points]], below: float) -> Sheet:
    """The ship alone, on an empty sheet as large as the card and `below` mm longer."""
    sheet = Sheet(np.zeros((round((look.card[1] + below) * PPMM), round(look.card[0] * PPMM), 3), np.uint8), PPMM)
    print_ship(sheet, look, shown, 0.0)
    return sheet


def print_ship(sheet: Sheet, look: FootLook, shown: Sequence[tuple[str, Points]], smear: float) -> None:
    """Print a ship's body and tube with the balls that show; `smear`: how far balls moved, 0 at rest."""
    _tube(sheet, look, shown, smear)
    left, top, width, _ = look.tube
    edge = left + width / 2 - look.body_width / 2
    corners = [(edge + 4, 3), (edge + look.body_width - 4, 3), (edge + look.body_width, top), (edge, top)]
    sheet.fill(corners, look.body)
    sheet.line([(edge, top), (edge + look.body_width, top)], blend(look.body, (0, 0, 0), 0.5), 0.8)


def _tube(sheet: Sheet, look: FootLook, shown: Sequence[tuple[str, Points]], smear: float) -> None:
    left, top, width, height = look.tube
    sheet.fill(rectangle(left, top, left + width, top + height), look.behind)
    for name, place in shown:
        if smear <= 0:
            _ball(sheet, look, name, place)
        else:
            _smeared(sheet, look, name, place, smear)
    (x0, y0), (x1, y1) = np.rint(sheet.pixels([(left, top), (left + width, top + height)])).astype(int)
    part = sheet.picture[y0:y1, x0:x1].astype(np.float32)
    across = (np.arange(x1 - x0) + 0.5) / (x1 - x0)
    veil = look.tint + 0.35 * np.exp(-np.minimum(across, 1 - across) * width / 0.5)
    for at, wide, strength in look.streaks:
        veil = veil + strength * np.exp(-0.5 * ((across - at) * width / (0.5 * wide)) ** 2)
    share = np.clip(veil, 0, 0.85)[None, :, None].astype(np.float32)
    sheet.picture[y0:y1, x0:x1] = clip8(part + (np.float32(235) - part) * share * 0.6)
    foot = [(left - 2, top + height), (left + width + 2, top + height), (left + width + 2, top + height + 3)]
    sheet.fill([*foot, (left - 2, top + height + 3)], look.body)


def _smeared(sheet: Sheet, look: FootLook, name: str, place: Points, smear: float) -> None:
    ground, steps = sheet.picture.copy(), 12
    total = np.zeros(ground.shape, np.float32)
    for share in np.linspace(-0.5, 0.5, steps):
        sheet.picture[:] = ground
        _ball(sheet, look, name, place + np.array([0, share * smear]))
        total += sheet.picture
    sheet.picture[:] = clip8(total / steps)


def _ball(sheet: Sheet, look: FootLook, name: str, place: Points) -> None:
    """A shaded sphere with its shine."""
    at, radius = sheet.pixels([place])[0], look.ball / 2 * sheet.ppmm
    low = np.floor(at - radius - 1).astype(int)
    side = int(2 * radius) + 4
    y, x = np.mgrid[0:side, 0:side].astype(float)
    u, v = (x + low[0] - at[0]) / radius, (y + low[1] - at[1]) / radius
    square = u * u + v * v
    depth = np.sqrt(np.clip(1 - square, 0, 1))
    towards = np.array([*look.light_from, 0.8]) / np.linalg.norm([*look.light_from, 0.8])
    lit = np.clip(u * towards[0] + v * towards[1] + depth * towards[2], 0, 1)
    half = (towards + np.array([0, 0, 1])) / np.linalg.norm(towards + np.array([0, 0, 1]))
    shine = look.shine * np.clip(u * half[0] + v * half[1] + depth * half[2], 0, 1) ** 60
    albedo = (np.asarray(look.colours[name]) / 255) ** 2.2
    light = albedo * (look.ambient + (1 - look.ambient) * lit)[..., None] + shine[..., None]
    colour = 255 * np.clip(light, 0, 1) ** (1 / 2.2)
    cover = np.clip((1 - np.sqrt(square)) * radius + 0.5, 0, 1)[..., None]
    x0, y0 = max(low[0], 0), max(low[1], 0)
    x1, y1 = min(low[0] + side, sheet.picture.shape[1]), min(low[1] + side, sheet.picture.shape[0])
    cut = (slice(y0 - low[1], y1 - low[1]), slice(x0 - low[0], x1 - low[0]))
    part = sheet.picture[y0:y1, x0:x1]
    part[...] = clip8(part + (colour[cut] - part) * cover[cut])
