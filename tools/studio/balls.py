"""Folders of photographs of mother ships' feet: two balls at rest, one, or falling, in any light."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from hardware.simulated.levels import Level
from hardware.simulated.pieces import random_piece_shot
from hardware.simulated.pixels import Points, Sheet, rectangle
from hardware.simulated.scene import Shot
from hardware.simulated.sensor import store
from hardware.simulated.starfarers.foot import FootLook
from hardware.simulated.table import lay_table
from tools.studio.cameras import FootCamera, open_foot_camera
from tools.studio.designs.feet import COLOURS, Foot, random_look
from tools.studio.discs import camera_json
from tools.studio.levels import shifted
from tools.studio.orders import Entry, Order, deliver
from tools.studio.true_light.stage import ball_on_card, tube_axis

AROUND = 0.8
"""A tube that stands out from its card is looked for so far beside its place, in parts of a ball."""
_WARMTH: dict[Level, tuple[float, float]] = {"easy": (-0.08, 0.14), "medium": (-0.2, 0.4), "hard": (-0.28, 0.6)}
_FILL: dict[Level, tuple[float, float]] = {"easy": (0.75, 0.95), "medium": (0.6, 0.85), "hard": (0.5, 0.8)}


class Shake(NamedTuple):
    """What shows in the tube, frame by frame: (colour, place in mm) from the top; `smear`: mm fallen in a frame."""

    frames: list[list[tuple[str, Points]]]
    settled: bool
    smear: float


def write_ball_photos(folder: Path, order: Order) -> Iterator[str]:
    """Photographs the order's shakes into the folder and yields each one's id; the lists are written at the end.

    Raises BadInput where true light is asked for and its tracer is missing.
    """
    with open_foot_camera(order.true_light) as camera:

        def design(number: int) -> Callable[[Level, int], Entry]:
            rng = np.random.default_rng([order.seed, 21, number])
            look, table = random_look(rng), lay_table(rng, (100, 120), rng.uniform(0, 1))
            return lambda level, k: _photographed(folder, order, camera, look, table, level, k)

        yield from deliver(folder, order, "balls", design, ("calibration",))


def _photographed(
    folder: Path, order: Order, camera: FootCamera, look: FootLook, table: Sheet, level: Level, k: int
) -> Entry:
    rng = np.random.default_rng([order.seed, 22, k])
    shake, shot = _shake(rng, look), _shot(rng, level, look, order.size)
    name = f"balls_{level}_{order.seed}{k:05d}"
    marked = order.markers and rng.random() < 0.7
    layout = layout_json(look, shot if not marked else None, order.true_light)
    (folder / f"layout_{name}.json").write_text(json.dumps(layout))
    names = []
    for number, shown in enumerate(shake.frames):
        names.append(f"{name}_{number}.jpg")
        held = _held(rng, level, shot)
        picture = camera(Foot(look, shown, smear=shake.smear), table, held, rng)
        (folder / names[-1]).write_bytes(store(picture, shot.sensor.jpeg))
    evening = f"{name}_evening.jpg"
    picture = camera(Foot(look, [], circles=True), table, _held(rng, level, shot), rng)
    (folder / evening).write_bytes(store(picture, shot.sensor.jpeg))
    image: Any = names[0] if len(names) == 1 else names
    query = {"id": name, "layout": f"layout_{name}.json", "image": image, "calibration": evening}
    colours = [colour for colour, _ in shake.frames[-1]]
    truth = {"id": name, "level": level, "balls": colours, "settled": shake.settled, "camera": camera_json(shot.view)}
    return Entry(query, truth)


def _shake(rng: np.random.Generator, look: FootLook) -> Shake:
    """Two balls at rest mostly; now and then a single one, or balls that still fall."""
    upper, lower = look.rest
    double = rng.random() < 0.12
    pair = ["yellow", "yellow"] if double else [str(name) for name in rng.choice(COLOURS, 2, replace=False)]
    kind = rng.random()
    if kind < 0.72:
        count = 1 if rng.random() < 0.7 else 2
        return Shake([[(pair[0], upper), (pair[1], lower)]] * count, True, 0.0)
    if kind < 0.82:
        return Shake([[(pair[1], lower)]], True, 0.0)
    if kind < 0.92:
        lifts = sorted(rng.uniform(0.15, 0.9, 2) * look.ball)[::-1]
        frames = [[(pair[0], upper - [0, lift]), (pair[1], lower - [0, 0.5 * lift])] for lift in lifts]
        frames[1] = [(pair[0], upper - [0, 0.2 * lifts[1]]), (pair[1], lower)]
        return Shake(frames, False, 0.0)
    lift = rng.uniform(0.3, 0.8) * look.ball
    return Shake([[(pair[0], upper - [0, lift]), (pair[1], lower)]], False, float(rng.uniform(0.35, 0.8) * look.ball))


def _shot(rng: np.random.Generator, level: Level, look: FootLook, size: tuple[int, int]) -> Shot:
    """A camera before the foot: nearly upright, in warm, cold or dim light of one evening."""
    shot = random_piece_shot(rng, level, look.card, size, _FILL[level], turn_deg=float(rng.uniform(-12, 12)))
    warm = rng.uniform(*_WARMTH[level])
    trust = rng.uniform(0.2, 1.0)
    gains = (1 / (1 - warm * trust * 0.8), 1.0, 1 / (1 + warm * trust * 0.6))
    colour = (1 - warm, 1.0, 1 + warm * 0.8)
    lighting = msgspec.structs.replace(
        shot.lighting,
        ambient=tuple(shot.lighting.ambient[1] * gain for gain in colour),
        lamps=tuple(msgspec.structs.replace(lamp, colour=colour) for lamp in shot.lighting.lamps[:1]),
        glares=(),
    )
    return msgspec.structs.replace(shot, lighting=lighting, sensor=msgspec.structs.replace(shot.sensor, gains=gains))


def _held(rng: np.random.Generator, level: Level, shot: Shot) -> Shot:
    """The same a moment later: an arm hardly moves, a hand a little."""
    step = {"easy": 0.1, "medium": 0.3, "hard": 0.8}[level]
    return msgspec.structs.replace(shot, view=shifted(rng, shot.view, 0.3 * step, 0.05 * step))


def layout_json(look: FootLook, fixed: Shot | None, round_things: bool) -> dict[str, Any]:
    """The foot as a layout of kind `balls`: in millimetres of its card, or in pixels of a `fixed` camera's picture.

    `round_things`: tube and balls stand out from the card, and are seen beside their places there.
    """
    shape: dict[str, Any] = {"kind": "balls", "ball": look.ball, "balls": {"yellow": 2}}
    boxes = (("tube", look.tube), ("white", look.white))
    areas = {name: rectangle(x, y, x + width, y + height) for name, (x, y, width, height) in boxes}
    places = {name: np.array([place]) for name, place in look.circles.items()}
    if fixed is None:
        markers = {"dictionary": "DICT_4X4_50", "size": look.marker, "at": look.marker_places}
        shape |= {"board": {"width": look.card[0], "height": look.card[1]}, "markers": markers}
        shape |= {"around": round(AROUND * look.ball, 1)} if round_things else {}
    else:
        view = fixed.view
        shape |= {"picture": list(view.size), "ball": look.ball * view.scale(np.array(look.rest[1]))}
        tube, ball = (tube_axis(look), ball_on_card(look)) if round_things else (0.0, 0.0)
        areas = {"tube": view.project(areas["tube"], tube), "white": view.project(areas["white"])}
        places = {name: view.project(place, ball) for name, place in places.items()}
    shape |= {name: area.round(2).tolist() for name, area in areas.items()}
    return shape | {"calibration": {name: place[0].round(2).tolist() for name, place in places.items()}}
