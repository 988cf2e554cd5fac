"""Light on the table: lamps, windows, soft shadows, and glare on glossy boards."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Field, Picture

_STEP = 16  # light is computed at every 16th pixel


class Lamp(msgspec.Struct, frozen=True):
    """A light: where it stands in the picture (shares of width, height), how far it reaches, colour gains B, G, R."""

    at: tuple[float, float]
    reach: float
    colour: tuple[float, float, float]
    strength: float


class Shadow(msgspec.Struct, frozen=True):
    """A soft shadow: a bar through a point (shares of width, height) with width, softness (shares) and depth 0-1."""

    at: tuple[float, float]
    angle_deg: float
    width: float
    softness: float
    depth: float


class Glare(msgspec.Struct, frozen=True):
    """A reflection on glossy parts: pixel, two half-widths in pixels, a turn and a strength (linear light)."""

    at: tuple[float, float]
    size: tuple[float, float]
    angle_deg: float
    strength: float
    square: bool = False


class Lighting(msgspec.Struct, frozen=True):
    """All the light of one picture; `ambient` is the even part."""

    ambient: tuple[float, float, float]
    lamps: tuple[Lamp, ...] = ()
    shadows: tuple[Shadow, ...] = ()
    glares: tuple[Glare, ...] = ()
    vignette: float = 0.1


def light_field(lighting: Lighting, size: tuple[int, int]) -> Field:
    """The light on every pixel, H×W×3, about 1 in good light."""
    width, height = size
    x, y = np.meshgrid((np.arange(-(-width // _STEP)) + 0.5) * _STEP, (np.arange(-(-height // _STEP)) + 0.5) * _STEP)
    field = np.empty((*x.shape, 3))
    field[:] = lighting.ambient
    for lamp in lighting.lamps:
        square = ((x - lamp.at[0] * width) ** 2 + (y - lamp.at[1] * height) ** 2) / (lamp.reach * width) ** 2
        field += np.array(lamp.colour) * (lamp.strength / (1 + square))[..., None]
    for shadow in lighting.shadows:
        field *= 1 - shadow.depth * _bar(shadow, x / width, y / width, height / width)[..., None]
    radius = ((x / width - 0.5) ** 2 + (y / width - 0.5 * height / width) ** 2) * 4
    field *= (1 - lighting.vignette * radius)[..., None]
    return np.asarray(cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)


def _bar(shadow: Shadow, x: Field, y: Field, aspect: float) -> Field:
    angle = np.deg2rad(shadow.angle_deg)
    offset = (x - shadow.at[0]) * np.sin(angle) - (y - shadow.at[1] * aspect) * np.cos(angle)
    edge = np.clip((shadow.width - np.abs(offset)) / shadow.softness, -4, 4)
    return np.asarray(1 / (1 + np.exp(-2 * edge)))


def add_glare(light: Field, lighting: Lighting, gloss: Picture) -> None:
    """Adds the reflections where `gloss` (H×W, 0-255) says the surface is glossy."""
    height, width = gloss.shape
    for glare in lighting.glares:
        reach = 3.2 * max(glare.size)
        x0, x1 = int(max(glare.at[0] - reach, 0)), int(min(glare.at[0] + reach, width))
        y0, y1 = int(max(glare.at[1] - reach, 0)), int(min(glare.at[1] + reach, height))
        if x0 >= x1 or y0 >= y1:
            continue
        lobe = _lobe(glare, np.arange(x0, x1) - glare.at[0], np.arange(y0, y1) - glare.at[1])
        part = gloss[y0:y1, x0:x1].astype(np.float32) * np.float32(1 / 255)
        light[y0:y1, x0:x1] += (lobe * part)[..., None]


def _lobe(glare: Glare, x: Field, y: Field) -> Field:
    angle = np.deg2rad(glare.angle_deg)
    u = (x[None] * np.cos(angle) + y[:, None] * np.sin(angle)).astype(np.float32) / glare.size[0]
    v = (y[:, None] * np.cos(angle) - x[None] * np.sin(angle)).astype(np.float32) / glare.size[1]
    if glare.square:
        lobe = 1 / (1 + np.exp(np.minimum(8 * (np.maximum(np.abs(u), np.abs(v)) - 1), 40)))
    else:
        lobe = np.exp(-0.5 * (u * u + v * v))
    return np.asarray(lobe * np.float32(glare.strength), np.float32)
