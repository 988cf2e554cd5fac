"""A slate as printed, drawn flat: sky, lattice of stars, planets, creatures, people, printed lines, the strip below."""

from __future__ import annotations

import numpy as np

from hardware.simulated.glyphs import add_glow, draw_glyph, draw_markers
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.pixels import Points, Sheet, blend, clip8, cloud, rectangle, rotation


def print_slate(design: SlateDesign, ppmm: float) -> Sheet:
    """The face of a slate; the sheet's origin is the board's top left corner."""
    rng = np.random.default_rng([design.look.seed, 1])
    sheet = Sheet(_ground(rng, design, ppmm), ppmm)
    _dust(rng, sheet, design)
    _outside(sheet, design)
    _creatures(rng, sheet, design)
    _foot(rng, sheet, design)
    _printed_lines(sheet, design)
    _stars(rng, sheet, design)
    _planets(rng, sheet, design)
    _border(rng, sheet, design)
    if (markers := design.layout.markers) is not None:
        draw_markers(sheet, markers.dictionary, markers.size, markers.at, (242, 245, 246))
    return sheet


def _ground(
    rng: np.random.Generator, design: SlateDesign, ppmm: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    look, (width, height) = design.look, design.size
    shape = (round(height * ppmm), round(width * ppmm))
    share = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None, None]
    top, low = np.asarray(look.ground, np.float32), np.asarray(look.low, np.float32)
    ground = np.broadcast_to(top + (low - top) * share, (*shape, 3)).copy()
    for colour in look.nebula if look.nebula_strength else ():
        veil = np.clip(cloud(rng, shape, 45 * ppmm, 4) * 0.5, 0, 1)[..., None] * look.nebula_strength
        ground += (np.asarray(colour, np.float32) - ground) * veil
    return clip8(ground)


def _dust(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    look, (width, height) = design.look, design.size
    speck = (40, 30, 30) if look.light else (255, 255, 255)
    for x, y, size in zip(
        rng.uniform(0, width, look.dust),
        rng.uniform(0, height, look.dust),
        rng.exponential(0.16, look.dust),
        strict=True,
    ):
        sheet.disc((x, y), 0.12 + min(size, 0.5), blend(look.ground, speck, 0.25 + min(size, 0.6)))


def _row_reach(design: SlateDesign, row: int) -> tuple[float, float]:
    """The outermost points of a row that lie inside the arch (mm), left and right."""
    layout, sky = design.layout, design.sky
    assert layout.lattice is not None
    there = [ord(p[0]) - 65 for p in (*sky.stars, *sky.planets) if int(p[1:]) == row] or [sky.columns // 2]
    x, dx = layout.lattice.origin[0], layout.lattice.pitch[0]
    return x + dx * min(there), x + dx * max(there)


def _arch(design: SlateDesign) -> Points:
    """The arch over the lattice, as a polyline from the lower left to the lower right (mm)."""
    layout, sky = design.layout, design.sky
    assert layout.lattice is not None
    pitch, y0 = layout.lattice.pitch, layout.lattice.origin[1]
    left, right = [], []
    low = high = None
    for row in range(sky.rows):
        a, b = _row_reach(design, row)
        low, high = (a, b) if low is None or high is None or row < 3 else (max(low, a), min(high, b))
        left.append((low - 0.5 * pitch[0], y0 - row * pitch[1]))
        right.append((high + 0.5 * pitch[0], y0 - row * pitch[1]))
    top = (left[-1][0] + right[-1][0]) / 2, y0 - (sky.rows - 0.35) * pitch[1]
    return np.array([*left, top, *reversed(right)])


def _outside(sheet: Sheet, design: SlateDesign) -> None:
    look, width = design.look, design.size[0]
    arch = _arch(design)
    if look.outside is not None:
        over = [(0, arch[0, 1]), *arch.tolist(), (width, arch[-1, 1]), (width, 0), (0, 0)]
        sheet.fill(over, look.outside)
    if look.arch:
        sheet.line(arch, blend(look.ground, look.ink, 0.6), 0.6)


def _blob(rng: np.random.Generator, centre: tuple[float, float], radius: float) -> Points:
    angles = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    reach = radius * (1 + sum(rng.normal(0, 0.3 / k) * np.cos(k * angles + rng.uniform(0, 6.3)) for k in range(1, 6)))
    return np.column_stack([centre[0] + reach * np.cos(angles), centre[1] + 1.1 * reach * np.sin(angles)])


def _creatures(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    """Outlines that wander over the sky, and bodies over points that have no star."""
    look, (width, height) = design.look, design.size
    for _ in range(look.blobs):
        at = (rng.uniform(0.2, 0.8) * width, rng.uniform(0.15, 0.75) * height)
        sheet.line(_blob(rng, at, rng.uniform(14, 32)), look.creature, look.creature_width, closed=True)
    for point in design.sky.missing:
        if rng.random() < 0.5:
            shape = _blob(rng, design.at(point), rng.uniform(4, 10))
            if look.creature_filled:
                sheet.fill(shape, blend(look.ground, look.creature, 0.5))
            sheet.line(shape, look.creature, look.creature_width, closed=True)


def _foot(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    look, (width, height) = design.look, design.size
    assert design.layout.lattice is not None
    base = design.layout.lattice.origin[1]
    if look.hills is not None:
        x = np.linspace(0, width, 60)
        wave = sum(rng.uniform(1, 3) * np.sin(x / width * k * 6.3 + rng.uniform(0, 6.3)) for k in (1, 2, 3))
        crest = np.minimum(height - 6, max(base + 9, look.strip_y - 12) + wave)
        sheet.fill([*np.column_stack([x, crest]).tolist(), (width, height), (0, height)], look.hills)
    count = 6 if look.strip != "boxes" else int(rng.integers(5, 8))
    for k, x in enumerate(np.linspace(0.19, 0.81, count) * width):
        if look.strip == "boxes":
            box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * rng.uniform(2.8, 3.4) + (x, look.strip_y)
            sheet.line(box, look.ink, 0.6, closed=True)
            sheet.text(str(3 + k), (x + 5.5, look.strip_y + 1), 2.2, look.ink)
        elif look.strip == "rings":
            sheet.ring((x, look.strip_y), 4.2, look.ink, 0.5)
        elif look.strip == "dots":
            sheet.disc((x, look.strip_y), 1.3, look.ink)
            sheet.text(str(3 + k), (x, look.strip_y + 5), 2.4, look.ink)


def _printed_lines(sheet: Sheet, design: SlateDesign) -> None:
    for a, b in design.sky.printed_lines:
        sheet.line([design.at(a), design.at(b)], design.look.line, design.look.line_width)


def _stars(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    look = design.look
    for point in design.sky.stars:
        radius = look.star_radius * (1 + rng.normal(0, look.star_spread))
        at = design.at(point)
        if look.star.glow > 0:
            add_glow(sheet, at, radius, look.star)
        draw_glyph(sheet, at, max(0.7, radius), look.star, rng.uniform(-10, 10))
    if look.sunrise:
        _sunrise(sheet, design)


def _sunrise(sheet: Sheet, design: SlateDesign) -> None:
    """Diamonds on both edges where rows close."""
    assert design.layout.lattice is not None
    y0, pitch = design.layout.lattice.origin[1], design.layout.lattice.pitch[1]
    for row in (1.5, 3.5):
        for x in (3.2, design.size[0] - 3.2):
            y = y0 - row * pitch
            sheet.fill([(x - 1.6, y), (x, y - 2.2), (x + 1.6, y), (x, y + 2.2)], design.look.ink)


def _planets(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    look = design.look
    for point, glyph in zip(design.sky.planets, look.planets, strict=True):
        at, radius = design.at(point), look.planet_radius * rng.uniform(0.85, 1.15)
        draw_glyph(sheet, at, radius / 0.8, glyph)
        if rng.random() < look.rings:
            angles = np.linspace(0, 2 * np.pi, 40)
            ring = np.column_stack([np.cos(angles) * radius * 1.5, np.sin(angles) * radius * 0.45])
            sheet.line(ring @ rotation(glyph.turn).T + at, blend(glyph.colour, look.ink, 0.5), 0.35, closed=True)


def _border(rng: np.random.Generator, sheet: Sheet, design: SlateDesign) -> None:
    look, (width, height) = design.look, design.size
    if look.border > 0:
        inset = rng.uniform(1, 2.5)
        sheet.line(rectangle(inset, inset, width - inset, height - inset), look.ink, look.border, closed=True)
    for _ in range(look.words):
        words = "".join(rng.choice(list("AEIOURSTLNMDK"), int(rng.integers(3, 9))))
        at = (rng.uniform(40, width - 40), rng.choice([rng.uniform(4, 8), height - rng.uniform(4, 8)]))
        sheet.text(words, at, rng.uniform(1.8, 3.2), blend(look.ground, look.ink, 0.7))
