"""From light on the sensor to a stored picture: blur, exposure, colour filter, noise, development, JPEG."""

from __future__ import annotations

import struct
from functools import lru_cache

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Field, Picture

_LEVELS = 4096
_POOL = 1 << 22
_TURNED_BACK = (1, 6, 3, 8)  # EXIF's numbers for no turn and for a quarter, a half, three quarters clockwise


class Sensor(msgspec.Struct, frozen=True):
    """A camera's optics and development; blur and motion in pixels.

    Noise is in the scene's linear light (white in good light = 1). `f_number`: how wide the lens is open, for traced
    pictures alone: drawn ones are as sharp near as far.

    The exposure steers the picture's mean to `target` with at most `max_gain`; noise is amplified with it.
    """

    blur: float = 0.7
    motion: float = 0.0
    motion_deg: float = 0.0
    target: float = 0.25
    max_gain: float = 4.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shot_noise: float = 0.0003
    read_noise: float = 0.002
    mosaic: bool = True
    denoise: float = 0.0
    sharpen: float = 0.3
    contrast: float = 0.15
    black: float = 0.0
    saturation: float = 1.1
    jpeg: int = 90
    f_number: float = 2.8


def develop(light: Field, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """The picture (H×W×3 BGR uint8) a sensor makes of linear light (H×W×3, 1 = white)."""
    light = _optics(light, sensor)
    light *= np.array(sensor.gains, np.float32)
    gain = float(np.clip(sensor.target / max(float(light[::8, ::8].mean()), 1e-4), 0.7, sensor.max_gain))
    raw = (
        _mosaic(light, sensor, rng, gain)
        if sensor.mosaic
        else _quantise(_noisy(light, sensor, rng, 0.8) * np.float32(gain))
    )
    coded = np.asarray(np.take(_tone(sensor.contrast, sensor.black), raw), np.uint8)
    if sensor.denoise > 0:
        coded = np.asarray(cv2.GaussianBlur(coded, (0, 0), sensor.denoise), np.uint8)
    return _saturate(_sharpened(coded, sensor.sharpen), sensor.saturation)


def _sharpened(picture: Picture, amount: float) -> Picture:
    if amount <= 0:
        return picture
    return np.asarray(
        cv2.addWeighted(picture, 1 + amount, cv2.GaussianBlur(picture, (0, 0), 1.3), -amount, 0), np.uint8
    )


def store(picture: Picture, quality: int, turned: int = 0) -> bytes:
    """The picture as JPEG; `turned`: by how many quarters its pixels are stored anticlockwise, as EXIF then says."""
    stored = np.ascontiguousarray(np.rot90(picture, turned))
    jpeg = bytes(cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
    if not turned:
        return jpeg
    entry = struct.pack(">HHIHH", 0x112, 3, 1, _TURNED_BACK[turned], 0)
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + entry + bytes(4)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def _optics(light: Field, sensor: Sensor) -> Field:
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur), np.float32)
    if sensor.motion < 0.5:
        return light
    side = 2 * int(np.ceil(sensor.motion)) + 3
    angle, middle = np.deg2rad(sensor.motion_deg), (side - 1) / 2
    drawn = np.zeros((side, side), np.uint8)
    arm = np.array([np.cos(angle), np.sin(angle)]) * sensor.motion / 2
    ends = [tuple(round(float(c) * 16) for c in middle + sign * arm) for sign in (-1, 1)]
    cv2.line(drawn, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    kernel = drawn.astype(np.float32) + drawn[::-1, ::-1]
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


@lru_cache(maxsize=1)
def _noise_pool() -> Field:
    return np.random.default_rng(20).standard_normal(_POOL, dtype=np.float32)


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> Field:
    count = int(np.prod(shape))
    start = int(rng.integers(_POOL))
    pool = _noise_pool()
    pieces = [pool[start:], *[pool] * (count // _POOL + 1)]
    grain = (
        np.concatenate(pieces)[:count].reshape(shape)
        if start + count > _POOL
        else pool[start : start + count].reshape(shape)
    )
    return -grain if rng.random() < 0.5 else grain


def _noisy(light: Field, sensor: Sensor, rng: np.random.Generator, share: float = 1.0) -> Field:
    spread = cv2.sqrt(np.maximum(light, 0) * np.float32(sensor.shot_noise) + np.float32(sensor.read_noise**2))
    return np.asarray(light + spread * _grain(rng, light.shape) * np.float32(share), np.float32)


def _quantise(light: Field) -> np.ndarray[tuple[int, ...], np.dtype[np.uint16]]:
    return np.clip(light * (_LEVELS - 1), 0, _LEVELS - 1).astype(np.uint16)


def _mosaic(
    light: Field, sensor: Sensor, rng: np.random.Generator, gain: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint16]]:
    """Samples the light through a colour filter array (R G / G B), adds noise, and interpolates the colours."""
    raw = np.empty(light.shape[:2], np.float32)
    raw[0::2, 0::2], raw[0::2, 1::2] = light[0::2, 0::2, 2], light[0::2, 1::2, 1]
    raw[1::2, 0::2], raw[1::2, 1::2] = light[1::2, 0::2, 1], light[1::2, 1::2, 0]
    colour = cv2.cvtColor(_quantise(_noisy(raw, sensor, rng) * np.float32(gain)), cv2.COLOR_BayerBG2BGR)
    return np.minimum(colour, _LEVELS - 1).astype(np.uint16)


@lru_cache(maxsize=64)
def _tone(contrast: float, black: float) -> Picture:
    share = np.arange(_LEVELS) / (_LEVELS - 1)
    coded = share ** (1 / 2.2)
    curved = coded + contrast * (coded * coded * (3 - 2 * coded) - coded)
    return np.round(255 * (black + (1 - black) * curved)).astype(np.uint8)


def _saturate(picture: Picture, saturation: float) -> Picture:
    grey = np.array([0.114, 0.587, 0.299], np.float32)
    matrix = np.eye(3, dtype=np.float32) * saturation + (1 - saturation) * grey
    return np.asarray(cv2.transform(picture, matrix), np.uint8)
