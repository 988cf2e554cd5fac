"""Folders of photographs of simulated games, with what the record knows and the truth."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.design import Design
from hardware.simulated.hand import Hand, draw_hand
from hardware.simulated.lens import View
from hardware.simulated.levels import CONDITIONS, Level
from hardware.simulated.pixels import Picture, Points, Sheet
from hardware.simulated.scene import (
    Board,
    Shot,
    Written,
    board_corners,
    clean_board,
    hand_cover,
    written_board,
)
from hardware.simulated.sensor import store
from hardware.simulated.star_explorer.view import Line
from hardware.simulated.strokes import Pen, Stroke, draw_cross, draw_line
from hardware.simulated.table import lay_table
from tools.studio.cameras import Camera, drawn, open_camera
from tools.studio.constellations import (
    Draughtsman,
    Figure,
    board_points,
    exact_tile_of,
    star_points,
    tile_of,
    visible_stars,
)
from tools.studio.designs.discs import random_design
from tools.studio.levels import PHONE_SIZE, calm, hand_held, random_pen, random_shot, shifted, under_lamp
from tools.studio.one_table import again, own_light, own_pen
from tools.studio.orders import Entry, Order, Rows, deliver

_SIZES = (5, 6, 7, 7, 8, 9, 10)
GHOSTS: dict[Level, tuple[float, float]] = {"easy": (0.03, 0.09), "medium": (0.05, 0.2), "hard": (0.07, 0.28)}
"""How dense a line is once it has been wiped away."""


class Game(NamedTuple):
    """A game so far: round (from 1), disc rotation, earlier lines, this round's figure, crossed stars before, after."""

    round: int
    rotation_deg: float
    known: list[Line]
    figure: Figure
    crossed: tuple[int, int]


def write_photo_set(folder: Path, order: Order) -> Iterator[str]:
    """Photographs the order's boards into the folder and yields each board's id; the lists are written at the end."""
    with open_camera(order.true_light) as camera:
        yield from deliver(
            folder,
            order,
            "star_explorer",
            lambda number: Studio(folder, order, number, camera).board,
            ("known", "expect"),
            _other_tile,
        )


class Studio:
    """One design, printed once, with its table and the photographs taken of it."""

    def __init__(self, folder: Path, order: Order, number: int, camera: Camera = drawn) -> None:
        self.folder, self.order, self.camera = folder, order, camera
        self.rng = np.random.default_rng([order.seed, 1, number])
        name = f"explorer_{order.seed}{number:04d}"
        self.design = random_design(self.rng, name, order.markers)
        self.clean = clean_board(self.design, order.print_px_per_mm)
        self.size_mm = (self.design.layout.board.width, self.design.layout.board.height)
        self.layout_name = f"layout_{name}_{'m' if order.markers else 'n'}.json"
        (folder / self.layout_name).write_text(json.dumps(layout_json(self.design)))
        self.blanks: dict[int, str] = {}
        self.tables = [lay_table(self.rng, self.size_mm, self.rng.uniform(0, 1.6)) for _ in range(2)]
        self.own: tuple[Pen, Shot] | None = None
        if order.tables:
            rng, level = np.random.default_rng([order.seed, 8, number]), order.levels[0]
            own = random_shot(rng, level, self.design.layout, order.size, own_light(rng, level))
            self.own = own_pen(rng, number, self.design.look.sky.disc), own

    def board(self, level: Level, k: int) -> Entry:
        """Plays, draws and photographs one board; returns what the record knows and the truth."""
        rng = np.random.default_rng([self.order.seed, 2, k])
        game = play(rng, self.design)
        name = f"explorer_{level}_{self.order.seed}{k:05d}"
        rotation = game.rotation_deg
        pen, shot = self._pen_and_shot(rng, level)
        table = self.tables[int(rng.integers(2))]
        ink = Ink(rng, self.design, pen, level, game)
        hand = self._hand(rng, level)
        if self.order.lamp:
            lamp = np.random.default_rng([self.order.seed, 6, k])
            outline = np.array(self.design.layout.window.outline)
            shot = under_lamp(lamp, shot, outline, self.order.flooded(k))
            still = nudged(lamp, "easy", shot, self.design.layout, self.order.size)
            self._photograph(
                f"{name}_clean.jpg", self.clean, self._stop(game.round) + _disc_error(lamp), table, still, lamp
            )
        after, turned = self._by_phone(level, k) if self.order.phone else (shot, 0)
        self._photograph(
            f"{name}_before.jpg",
            ink.board(self.clean, False),
            rotation + rng.normal(0, 0.15),
            table,
            nudged(rng, level, shot, self.design.layout, self.order.size),
            rng,
        )
        drawn = ink.board(self.clean, True)
        self._photograph(f"{name}_after.jpg", drawn, rotation, table, after, rng, hand, turned)
        truth = self._truth(level, game, rotation, after.view, hand, ink.lines)
        query = self._query(rng, name, game)
        for number in range(2, self.order.burst + 1):
            next_shot, moved, picture = shaken(rng, level, after), self._hand(rng, level), f"{name}_after{number}.jpg"
            self._photograph(picture, drawn, rotation, table, next_shot, rng, moved)
            later = self._truth(level, game, rotation, next_shot.view, moved, ink.lines)
            seen_too(query, truth, picture, later)
        return Entry({"id": name, **query}, {"id": name, **truth})

    def _pen_and_shot(self, rng: np.random.Generator, level: Level) -> tuple[Pen, Shot]:
        if self.own is not None:
            return again(rng, self.own[0]), self._own_shot(rng, level)
        pen = random_pen(rng, level, self.design.look.sky.disc, self.order.wide)
        return pen, random_shot(rng, level, self.design.layout, self.order.size)

    def _own_shot(self, rng: np.random.Generator, level: Level) -> Shot:
        """A picture by the table's arm, under its lamp."""
        assert self.own is not None
        return shaken(rng, level, nudged(rng, level, self.own[1], self.design.layout, self.order.size))

    def _by_phone(self, level: Level, k: int) -> tuple[Shot, int]:
        """A phone's picture of the board `k`, and by how many quarters it is stored turned."""
        rng = np.random.default_rng([self.order.seed, 7, k])
        shot = random_shot(rng, level, self.design.layout, PHONE_SIZE, hand_held(CONDITIONS[level]))
        return shot, int(rng.integers(4))

    def _stop(self, round_number: int) -> float:
        return self.design.layout.step_deg * (round_number - 1) % 360

    def _hand(self, rng: np.random.Generator, level: Level) -> Hand | None:
        if self.own is not None or rng.random() >= CONDITIONS[level].hand:
            return None
        outline = np.array(self.design.layout.window.outline)
        tip = rng.uniform(outline.min(0), outline.max(0)) + rng.normal(0, 15, 2)
        return draw_hand(rng, tip, max(self.size_mm), self.order.wide)

    def _photograph(
        self,
        name: str,
        board: Board,
        rotation: float,
        table: Sheet,
        shot: Shot,
        rng: np.random.Generator,
        hand: Hand | None = None,
        turned: int = 0,
    ) -> None:
        picture = self.camera(board, self.clean, rotation, table, shot, rng, hand)
        (self.folder / name).write_bytes(store(picture, shot.sensor.jpeg, turned))

    def _blank(self, round_number: int) -> str:
        """The clean board at this round's stop, taken at set-up: another pose, easy or ordinary light."""
        if round_number not in self.blanks:
            rng = np.random.default_rng([self.order.seed, 3, zlib.crc32(self.design.name.encode()), round_number])
            name = f"design_{self.design.name}_calib{self._stop(round_number):.0f}.jpg"
            level: Level = "easy" if rng.random() < 0.6 else "medium"
            if self.own is None:
                shot = random_shot(rng, level, self.design.layout, self.order.size)
            else:
                shot = self._own_shot(rng, level)
            self._photograph(
                name,
                self.clean,
                self._stop(round_number) + _disc_error(rng),
                self.tables[int(rng.integers(2))],
                calm(shot),
                rng,
            )
            self.blanks[round_number] = name
        return self.blanks[round_number]

    def _query(self, rng: np.random.Generator, name: str, game: Game) -> dict[str, Any]:
        if self.design.lattice is not None and rng.random() < 0.5:
            expect = exact_tile_of(rng, self.design.layout, game.figure, self.design.lattice).expected("exact")
        else:
            expect = tile_of(rng, self.design.layout, game.figure).expected()
        return {
            "layout": self.layout_name,
            "image": f"{name}_after.jpg",
            "before": f"{name}_before.jpg",
            "blank": f"{name}_clean.jpg" if self.order.lamp else self._blank(game.round),
            "known": game.known,
            "expect": expect,
        }

    def _truth(
        self, level: Level, game: Game, rotation: float, view: View, hand: Hand | None, drawn: dict[Line, Stroke]
    ) -> dict[str, Any]:
        layout = self.design.layout
        seen = visible_stars(layout, rotation)
        cover = hand_cover(hand, view) if hand else np.zeros(view.size[::-1], np.uint8)
        centres = view.project(board_points(layout, rotation, star_points(layout)), layout.disc.depth)
        at = {star.id: centre for star, centre in zip(layout.stars, centres, strict=True)}
        new = game.figure.lines
        lines = [
            {"a": min(a, b), "b": max(a, b), "new": (a, b) in new, "occluded": _hidden(cover, at[a], at[b])}
            for a, b in drawn
            if (a, b) in new or {a, b} <= seen
        ]
        return {
            "scene": "explorer",
            "level": level,
            "markers": layout.markers is not None,
            "size": list(view.size),
            "lines": lines,
            "under_frame": [sorted(line) for line in drawn if line not in new and not set(line) <= seen],
            "corners": board_corners(layout, view).round(2).tolist(),
            "rotation_deg": rotation % 360,
            "crossed_stars": game.crossed[1],
            "design": self.design.name,
            "round": game.round,
            "camera": camera_json(view),
        }


class Ink:
    """What one player's pen left on a board, before and after this round."""

    def __init__(self, rng: np.random.Generator, design: Design, pen: Pen, level: Level, game: Game) -> None:
        self.seed, self.design, self.pen = int(rng.integers(2**31)), design, pen
        at = {star.id: np.array([star.x, star.y]) for star in design.layout.stars}
        fade = rng.uniform(0.75, 1.0)
        worn = msgspec.structs.replace(pen, opacity=pen.opacity * fade)
        self.lines: dict[Line, Stroke] = {line: draw_line(rng, at[line[0]], at[line[1]], worn) for line in game.known}
        self.new = {line: draw_line(rng, at[line[0]], at[line[1]], pen) for line in game.figure.lines}
        self.old = dict(self.lines)
        self.lines |= self.new
        self.wiped = _wiped(rng, design, pen, level)
        self.crosses = [
            draw_cross(rng, np.array(point), 4.0, pen) for point in design.look.three_points[: game.crossed[1]]
        ]
        self.crossed_before = game.crossed[0]
        self.digits = [
            (str(rng.integers(3, 40)), centre, pen.colour) for centre in design.look.score_circles[: game.round - 1]
        ]

    def wipe(self, lines: Iterable[Line], density: float) -> None:
        """Wipe these earlier lines away, down to that density."""
        for line in lines:
            stroke = self.old.pop(line)
            self.wiped.append(msgspec.structs.replace(stroke, ink=stroke.ink * density / self.pen.opacity))

    def board(self, clean: Board, after: bool) -> Board:
        """The board with this ink; without this round's strokes unless `after`."""
        crosses = self.crosses if after else self.crosses[: self.crossed_before]
        strokes = list(self.old.values()) + (list(self.new.values()) if after else [])
        written = Written(strokes, self.wiped, [stroke for cross in crosses for stroke in cross], self.digits)
        return written_board(clean, written, np.random.default_rng(self.seed))


def _wiped(rng: np.random.Generator, design: Design, pen: Pen, level: Level) -> list[Stroke]:
    """Ghosts of erased lines, star to star as they were, and a smear where a cloth went."""
    stars = star_points(design.layout)
    strokes = []
    for _ in range(rng.poisson({"easy": 0.6, "medium": 1.5, "hard": 2.0}[level])):
        start = stars[int(rng.integers(len(stars)))]
        gaps = np.hypot(*(stars - start).T)
        near = np.flatnonzero((gaps > 8) & (gaps < 35))
        if len(near):
            faint = msgspec.structs.replace(pen, opacity=rng.uniform(*GHOSTS[level]), gaps=0.03, patchy=0.4)
            strokes.append(draw_line(rng, start, stars[int(rng.choice(near))], faint))
    if rng.random() < 0.35:
        start, reach = rng.uniform(-0.6, 0.6, 2) * design.layout.disc.radius, rng.normal(0, 25, 2)
        cloth = msgspec.structs.replace(pen, opacity=rng.uniform(0.02, 0.07), width=3.0, bow=0.1, patchy=0.5)
        strokes += [draw_line(rng, start + side, start + reach + side, cloth) for side in rng.normal(0, 4, (4, 2))]
    return strokes


def play(rng: np.random.Generator, design: Design) -> Game:
    """Plays rounds of a game until a random one, whose figure is the one to be read."""
    while True:
        last = int(rng.integers(1, 7))
        hand, known, crossed = Draughtsman(design.layout, rng), list[Line](), 0
        for number in range(1, last + 1):
            size = int(rng.choice(_SIZES))
            rotation = design.layout.step_deg * (number - 1) + _disc_error(rng)
            figure = hand.figure(rotation, size, 1 / 3)
            if figure is None or not figure.lines:
                break
            before, crossed = (
                crossed,
                min(
                    7, crossed + size - len({star for line in figure.lines for star in line}) + int(rng.random() < 0.35)
                ),
            )
            if number == last:
                return Game(number, rotation % 360, known, figure, (before, crossed))
            known = known + list(figure.lines)


def _disc_error(rng: np.random.Generator) -> float:
    """How far off its stop a disc is turned, degrees."""
    return float(np.clip(rng.normal(0, 0.7), -1.5, 1.5))


def nudged(rng: np.random.Generator, level: Level, shot: Shot, layout: StarDiscLayout, size: tuple[int, int]) -> Shot:
    """An earlier picture by the same photographer: the fixed arm hardly moves, a phone is held anew."""
    if level == "hard" and rng.random() < 0.6:
        return random_shot(rng, level, layout, size)
    step = {"easy": 0.4, "medium": 2.0, "hard": 6.0}[level]
    moved = shifted(rng, shot.view, step, step * 0.15)
    target = shot.sensor.target * rng.uniform(0.94, 1.06)
    return msgspec.structs.replace(shot, view=moved, sensor=msgspec.structs.replace(shot.sensor, target=target))


_SHAKE: dict[Level, tuple[float, float]] = {"easy": (0.2, 2.0), "medium": (1.0, 8.0), "hard": (4.0, 25.0)}
"""Between two pictures of a burst: how far the camera moves (mm) and how far the glare wanders (pixels)."""


def shaken(rng: np.random.Generator, level: Level, shot: Shot) -> Shot:
    """The next picture of a burst: hardly another pose, glare a little elsewhere, another moment of shake."""
    step, wander = _SHAKE[level]
    moved = shifted(rng, shot.view, step, step * 0.15)
    glares = tuple(
        msgspec.structs.replace(
            glare,
            at=(glare.at[0] + rng.normal(0, wander), glare.at[1] + rng.normal(0, wander)),
            strength=glare.strength * rng.uniform(0.8, 1.2),
        )
        for glare in shot.lighting.glares
    )
    sensor = msgspec.structs.replace(
        shot.sensor,
        motion=rng.uniform(*CONDITIONS[level].motion) * moved.size[0] / 1280,
        motion_deg=rng.uniform(0, 180),
        target=shot.sensor.target * rng.uniform(0.97, 1.03),
    )
    lighting = msgspec.structs.replace(shot.lighting, glares=glares)
    return Shot(moved, lighting, sensor, shot.slant)


def _hidden(cover: Picture, a: Points, b: Points) -> float:
    """The share of the line a-b (pixels) that lies under the hand or outside the picture."""
    return hidden_share(cover, a + (b - a) * np.linspace(0, 1, 33)[:, None])


def hidden_share(cover: Picture, points: Points) -> float:
    """The share of points (n, 2 pixels) that lie under the hand or outside the picture."""
    places = np.round(points).astype(int)
    inside = (places >= 0).all(1) & (places < np.array(cover.shape[::-1])).all(1)
    seen = cover[places[inside, 1], places[inside, 0]] < 128
    return round(1 - float(seen.sum()) / len(places), 3)


def seen_too(query: dict[str, Any], truth: dict[str, Any], picture: str, later: dict[str, Any]) -> None:
    """Add the next picture of a burst: a line is hidden in a burst as far as it is in its best picture."""
    before = query["image"]
    query["image"] = [*([before] if isinstance(before, str) else before), picture]
    for line, seen in zip(truth["lines"], later["lines"], strict=True):
        line["occluded"] = min(line["occluded"], seen["occluded"])


def camera_json(view: View) -> dict[str, Any]:
    """The camera as data: board point (x, y, z) -> rotation and translation -> lens -> focal length and centre."""
    plain: dict[str, Any] = msgspec.structs.asdict(view)
    del plain["size"]
    return plain | {"rotation": view.rotation.tolist(), "translation": view.translation.tolist()}


def layout_json(design: Design) -> dict[str, Any]:
    """The layout in the file format of star discs; absent parts are left out."""
    data: dict[str, Any] = msgspec.to_builtins(design.layout)
    return {key: value for key, value in data.items() if value is not None}


def _other_tile(queries: Rows, k: int) -> dict[str, Any]:
    """The next board's tile that differs in its number of stars or lines and is matched alike, or else any other's."""
    mine = queries[k]["expect"]
    others = [queries[(k + step) % len(queries)]["expect"] for step in range(1, len(queries))]
    unlike = [
        other
        for other in others
        if other["match"] == mine["match"]
        and any(len(other["pattern"][part]) != len(mine["pattern"][part]) for part in ("xy", "lines"))
    ]
    return dict((unlike or others or [mine])[0])
