"""Draws the front of a tile as printed."""

from __future__ import annotations

import msgspec
import numpy as np

from hardware.simulated.glyphs import draw_glyph
from hardware.simulated.pieces import blank_sheet, cut_mask, rounded_rectangle
from hardware.simulated.pixels import Points, Sheet, blend, clip8, cloud
from tools.studio.tile_design import Tile, TileDeck, TileLook

PPMM = 8.0


def print_tile(deck: TileDeck, tile: Tile, ppmm: float = PPMM) -> tuple[Sheet, Sheet]:
    """The tile's front, and where it is opaque."""
    look = deck.look
    rng = np.random.default_rng([look.seed, sum(map(ord, tile.id))])
    sheet = blank_sheet(look.size, ppmm, look.ground)
    if look.texture:
        grain = cloud(rng, sheet.picture.shape[:2], 20 * ppmm, 4)[..., None]
        sheet.picture[:] = clip8(sheet.picture * (1 + look.texture * 2 * grain))
    _dust(rng, sheet, look)
    _frame(sheet, look, tile)
    places = figure_places(deck, tile)
    if look.lattice_dots and deck.lattice:
        _lattice(sheet, look, places, tile)
    _figure(sheet, look, tile, places)
    _words(sheet, look, tile)
    outline = rounded_rectangle(*look.size, look.corner)
    return sheet, cut_mask(look.size, ppmm, outline)


def figure_places(deck: TileDeck, tile: Tile) -> Points:
    """(n, 2) mm: where the tile's stars are printed."""
    look = deck.look
    spans = (
        [np.ptp(other.xy, axis=0).max() for other in deck.tiles] if look.one_scale else [np.ptp(tile.xy, axis=0).max()]
    )
    scale = look.figure_span / max(spans)
    middle = (tile.xy.max(0) + tile.xy.min(0)) / 2
    return np.asarray((tile.xy - middle) * scale + np.array(look.figure_at) * np.array(look.size))


def _dust(rng: np.random.Generator, sheet: Sheet, look: TileLook) -> None:
    for _ in range(look.dust):
        at = rng.uniform(0, 1, 2) * np.array(look.size)
        sheet.disc(at.tolist(), rng.uniform(0.06, 0.22), blend(look.ground, (255, 255, 255), rng.uniform(0.2, 0.8)))


def _frame(sheet: Sheet, look: TileLook, tile: Tile) -> None:
    width, height = look.size
    for inset, wide in look.borders:
        line = rounded_rectangle(width - 2 * inset, height - 2 * inset, max(look.corner - inset, 0)) + inset
        sheet.line(line, look.ink, wide, closed=True)
    if look.band:
        y = height * 0.965
        sheet.fill([(0, y), (width, y), (width, height), (0, height)], look.types[tile.type].colour)


def _lattice(sheet: Sheet, look: TileLook, places: Points, tile: Tile) -> None:
    near = np.hypot(*(tile.xy[:, None] - tile.xy).transpose(2, 0, 1))
    unit = np.gcd.reduce(np.round(np.abs(tile.xy - tile.xy[0]).ravel() * 100).astype(int)) / 100
    grown = np.hypot(*(places[1] - places[0])) / near[0, 1]
    step, half = unit * grown, look.figure_span / 2 + 0.1
    middle = np.array(look.figure_at) * np.array(look.size)
    colour = blend(look.ground, look.ink, 0.35)
    for i in range(-12, 13):
        for j in range(-12, 13):
            at = places[0] + np.array([i, j]) * step
            if (np.abs(at - middle) <= half).all():
                sheet.disc(at.tolist(), 0.32, colour)


def _figure(sheet: Sheet, look: TileLook, tile: Tile, places: Points) -> None:
    for i, j in tile.lines:
        _line(sheet, look, places[i], places[j])
    away = np.hypot(*(places[:, None] - places).transpose(2, 0, 1)) + np.eye(len(places)) * 99
    radius = min(look.mark_radius, 0.32 * float(away.min()))
    for x, y in places.tolist():
        if look.halo:
            sheet.disc((x, y), radius + look.halo, look.ground)
        if look.mark_by_type:
            _type_glyph(sheet, look, (x, y), radius, tile.type)
        else:
            draw_glyph(sheet, (x, y), radius, look.mark)


def _type_glyph(sheet: Sheet, look: TileLook, at: tuple[float, float], radius: float, kind: str) -> None:
    """A type's glyph; in an outline of ink where its colour would not show on the ground."""
    glyph = look.types[kind]
    if sum(abs(a - b) for a, b in zip(glyph.colour, look.ground, strict=True)) < 160:
        draw_glyph(sheet, at, radius + 0.45, msgspec.structs.replace(glyph, colour=look.ink))
    draw_glyph(sheet, at, radius, glyph)


def _line(sheet: Sheet, look: TileLook, start: Points, end: Points) -> None:
    if not look.dash:
        sheet.line([start, end], look.ink, look.line_width)
        return
    length = float(np.hypot(*(end - start)))
    pieces = max(1, round(length / (2 * look.dash)))
    for k in range(pieces):
        share = np.array([k + 0.25, k + 0.8]) / pieces
        sheet.line(start + (end - start) * share[:, None], look.ink, look.line_width)


def _words(sheet: Sheet, look: TileLook, tile: Tile) -> None:
    width, height = look.size
    at = (look.badge[0] * width, look.badge[1] * height)
    _type_glyph(sheet, look, at, look.badge_radius, tile.type)
    aside = look.badge_radius + 2.6
    sheet.text(str(tile.value), (at[0] + (aside if look.badge[0] < 0.5 else -aside), at[1]), 4.0, look.ink, weight=0.16)
    if look.name_at is not None:
        letters = tile.id.replace("_", " ").title()
        sheet.text(letters, (width / 2, look.name_at * height), min(3.2, 1.1 * width / len(letters)), look.ink)
    if look.size_at is not None:
        sheet.text(
            str(len(tile.xy)),
            (look.size_at[0] * width, look.size_at[1] * height),
            3.4,
            blend(look.ink, look.ground, 0.3),
        )
