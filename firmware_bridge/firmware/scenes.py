"""What the ring of lights shows, as a function of the time: no scene ever waits for the Raspberry Pi."""

from typing import Any

from .parts import CHANNEL_MA, PIXEL_IDLE_MA, PIXELS, RING_LIMIT_MA

DIM_PERCENT = 12
"""Brightness of a past round or an idle light."""
WHITE = (255, 214, 170)
"""The camera lamp: a warm white that stays the same from shot to shot."""

SCENES = ("off", "round", "seat", "progress", "attention", "lamp", "idle")


def pixels(scene: dict[str, Any], now: int) -> "list[tuple[int, int, int]]":
    """The ring's colours `now` (ms), within the current that USB gives."""
    kind = scene.get("scene", "off")
    ring = [(0, 0, 0)] * PIXELS
    if kind == "lamp":
        ring = [_scaled(WHITE, scene.get("level", 60))] * PIXELS
    elif kind == "round":
        ring = _round(scene, now)
    elif kind == "seat":
        ring = _seat(scene)
    elif kind == "progress":
        ring = _progress(scene)
    elif kind == "attention":
        ring = [_scaled(_colour(scene), _breath(now, 900, scene))] * PIXELS
    elif kind == "idle":
        ring = _idle(scene, now)
    return limited(ring)


def limited(ring: "list[tuple[int, int, int]]") -> "list[tuple[int, int, int]]":
    """The same colours, all darker by as much as the current limit asks."""
    allowed = (RING_LIMIT_MA - PIXEL_IDLE_MA * len(ring)) * 255 // CHANNEL_MA
    wanted = 0
    for red, green, blue in ring:
        wanted += red + green + blue
    if wanted <= allowed:
        return ring
    return [(r * allowed // wanted, g * allowed // wanted, b * allowed // wanted) for r, g, b in ring]


def _colour(scene: dict[str, Any]) -> "tuple[int, int, int]":
    red, green, blue = scene.get("colour", (255, 255, 255))
    return (red & 255, green & 255, blue & 255)


def _scaled(colour: "tuple[int, int, int]", share: int) -> "tuple[int, int, int]":
    return (colour[0] * share // 100, colour[1] * share // 100, colour[2] * share // 100)


def _breath(now: int, period: int, scene: dict[str, Any]) -> int:
    """A share from 20 to 100 that rises and falls; steady where the table asked for calm lights."""
    if scene.get("calm"):
        return 60
    phase = now % period
    half = period // 2
    return 20 + 80 * (phase if phase < half else period - phase) // half


def _round(scene: dict[str, Any], now: int) -> "list[tuple[int, int, int]]":
    """Round k of n: an arc a round; past ones dim, the present one breathing slowly."""
    of = max(1, min(PIXELS, scene.get("of", 6)))
    k = scene.get("k", 0)
    colour = _colour(scene)
    ring = []
    for pixel in range(PIXELS):
        arc = pixel * of // PIXELS + 1
        share = 0
        if arc < k:
            share = DIM_PERCENT
        elif arc == k:
            share = _breath(now, 4000, scene)
        ring.append(_scaled(colour, share))
    return ring


def _seat(scene: dict[str, Any]) -> "list[tuple[int, int, int]]":
    seats = max(1, min(PIXELS, scene.get("of", 4)))
    seat = scene.get("k", 0)
    colour = _colour(scene)
    return [_scaled(colour, 80 if pixel * seats // PIXELS == seat else 0) for pixel in range(PIXELS)]


def _progress(scene: dict[str, Any]) -> "list[tuple[int, int, int]]":
    lit = max(0, min(100, scene.get("share", 0))) * PIXELS // 100
    colour = _colour(scene)
    return [_scaled(colour, 60 if pixel < lit else 3) for pixel in range(PIXELS)]


def _idle(scene: dict[str, Any], now: int) -> "list[tuple[int, int, int]]":
    """A few stars that come and go, the same for the same time."""
    ring = []
    for pixel in range(PIXELS):
        phase = (now // 20 + pixel * 97) % 400
        share = 0 if scene.get("calm") else max(0, 20 - abs(phase - 20))
        ring.append(_scaled((120, 150, 255), share))
    return ring
