"""The ring of lights around the simulated camera: what it adds to the light on the table, and its mirror image."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from firmware_bridge.firmware import scenes
from firmware_bridge.messages import to_wire
from hardware.bridge import LAMP_LEVEL, ring_scene
from hardware.lights import Scene
from hardware.simulated.lamp import Glare, Lamp
from hardware.simulated.trouble import DARK, Pixels

_ARCS: Final = 8
"""Arcs of the ring whose pixels are mirrored as one."""
_REACH: Final = 0.35
_STRENGTH: Final = 0.55
"""Light of a full white ring on the board, where a well-lit table has 1."""
_MIRROR: Final = 1.6
"""Strength of a full pixel's image in a glossy board (linear light)."""
_MIRROR_RADIUS: Final = 0.075
"""Radius of the ring's image in shares of the picture's height: a ring of 80 mm about 40 cm above the board."""


def shown(scene: Scene, now_ms: int) -> Pixels:
    """What the ring shows `now_ms` with that scene of the round lights, by the microcontroller's own program."""
    if scene.mode in ("off", "dark"):
        return DARK
    if scene.mode == "capture":
        return tuple(scenes.pixels({"scene": "lamp", "level": LAMP_LEVEL}, now_ms))
    return tuple(scenes.pixels(to_wire(ring_scene(scene)), now_ms))


class RingLight(msgspec.Struct, frozen=True):
    """The light of the ring: soft lamps around the middle of the picture, and spots where it is mirrored."""

    lamps: tuple[Lamp, ...] = ()
    glares: tuple[Glare, ...] = ()


def ring_light(pixels: Pixels, size: tuple[int, int], mirrored_at: tuple[float, float]) -> RingLight:
    """The light of these pixels in a picture of that size (width, height); `mirrored_at`: pixel of its image."""
    if not pixels:
        return RingLight()
    arcs = np.array_split(np.array(pixels, float) / 255, _ARCS)
    radius = _MIRROR_RADIUS * size[1]
    lamps, glares = [], []
    for number, arc in enumerate(arcs):
        turn = 2 * np.pi * (number + 0.5) / _ARCS - np.pi / 2
        red, green, blue = (float(value) for value in arc.mean(0))
        away = np.array([np.cos(turn), np.sin(turn)])
        at = (0.5 + 0.12 * float(away[0]), 0.5 + 0.12 * float(away[1]))
        lamps.append(Lamp(at, _REACH, (blue, green, red), _STRENGTH / _ARCS))
        spot = (mirrored_at[0] + radius * float(away[0]), mirrored_at[1] + radius * float(away[1]))
        light = max(red, green, blue)
        if light > 0:
            glares.append(Glare(spot, (radius / 4, radius / 7), float(np.degrees(turn)) + 90, _MIRROR * light))
    return RingLight(tuple(lamps), tuple(glares))
