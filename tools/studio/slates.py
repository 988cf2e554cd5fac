"""Folders of photographs of simulated slates, with what the record knows and the truth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hardware.simulated.hand import Hand, draw_hand
from hardware.simulated.lens import View
from hardware.simulated.levels import CONDITIONS, Conditions, Level
from hardware.simulated.look_at_the_stars.scene import clean_slate, drawn_on, windowless
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.scene import Board, Shot, board_corners, hand_cover
from hardware.simulated.sensor import store
from hardware.simulated.strokes import Pen
from hardware.simulated.table import lay_table
from tools.studio.cameras import Camera, drawn, open_camera
from tools.studio.designs.slates import random_slate
from tools.studio.discs import hidden_share, nudged, seen_too, shaken
from tools.studio.levels import PHONE_SIZE, calm, hand_held, random_shot, under_lamp
from tools.studio.one_table import again, own_light, own_pen
from tools.studio.orders import Entry, Order, Rows, deliver
from tools.studio.slate_game import Line, SlateGame, play_slate
from tools.studio.slate_pens import SlateInk, slate_pen

GAME = "look_at_the_stars"
SCALES: dict[Level, tuple[float, float]] = {"easy": (2.4, 3.2), "medium": (1.85, 2.7), "hard": (1.4, 2.6)}
"""Pixels a millimetre at 1280×720 of a slate of NEAR_MM2."""
NEAR_MM2 = 152.0 * 212.0


def write_slate_set(folder: Path, order: Order) -> Iterator[str]:
    """Photographs the order's slates into the folder and yields each one's id; the lists are written at the end."""
    with open_camera(order.true_light) as camera:
        yield from deliver(
            folder,
            order,
            GAME,
            lambda number: SlateStudio(folder, order, number, camera).slate,
            ("known", "known_shooting_stars", "expect"),
            _other_card,
        )


class SlateStudio:
    """One design, printed once, with its tables and the photographs taken of it."""

    def __init__(self, folder: Path, order: Order, number: int, camera: Camera = drawn) -> None:
        self.folder, self.order, self.camera = folder, order, camera
        rng = np.random.default_rng([order.seed, 4, number])
        name = f"slate_{order.seed}{number:04d}"
        self.design = random_slate(rng, name, order.markers)
        self.clean = clean_slate(self.design, order.print_px_per_mm)
        self.board_only = windowless(self.design)
        self.layout_name = f"layout_{name}_{'m' if order.markers else 'n'}.json"
        (folder / self.layout_name).write_bytes(msgspec.json.encode(self.design.layout))
        self.tables = [lay_table(rng, self.design.size, rng.uniform(0, 1.6)) for _ in range(2)]
        self.own: tuple[Pen, Shot] | None = None
        if order.tables:
            lone, level = np.random.default_rng([order.seed, 8, number]), order.levels[0]
            usual, pen = slate_pen(lone, self.design, level), own_pen(lone, number, self.design.look.ground)
            if self.design.look.light:
                pen = msgspec.structs.replace(pen, colour=usual.colour)
            self.own = pen, self._shot(lone, level, conditions=own_light(lone, level))
        self.blank_name = f"design_{name}_calib0.jpg"
        self._blank(rng)

    def slate(self, level: Level, k: int) -> Entry:
        """Plays, draws and photographs one slate; returns what the record knows and the truth."""
        rng = np.random.default_rng([self.order.seed, 5, k])
        game = play_slate(rng, self.design.sky)
        name = f"slate_{level}_{self.order.seed}{k:05d}"
        shot, table = self._table_shot(rng, level), self.tables[int(rng.integers(2))]
        ink = self._ink(rng, level, game)
        hand = self._hand(rng, level)
        if self.order.lamp:
            lamp = np.random.default_rng([self.order.seed, 6, k])
            shot = under_lamp(lamp, shot, np.array([(0.0, 0.0), self.design.size]), self.order.flooded(k))
            still = nudged(lamp, "easy", shot, self.board_only, self.order.size)
            self._photograph(f"{name}_clean.jpg", self.clean, table, still, lamp)
        after, turned = shot, 0
        if self.order.phone:
            held = np.random.default_rng([self.order.seed, 7, k])
            after, turned = self._shot(held, level, by_phone=True), int(held.integers(4))
        earlier = nudged(rng, level, shot, self.board_only, self.order.size)
        self._photograph(
            f"{name}_before.jpg", drawn_on(self.clean, ink.old, ink.wiped, ink_rng(ink)), table, earlier, rng
        )
        self._photograph(
            f"{name}_after.jpg",
            drawn_on(self.clean, ink.old + ink.new, ink.wiped, ink_rng(ink)),
            table,
            after,
            rng,
            hand,
            turned,
        )
        truth, query = self._truth(level, game, after.view, hand), self._query(name, game)
        for number in range(2, self.order.burst + 1):
            next_shot, moved, picture = shaken(rng, level, after), self._hand(rng, level), f"{name}_after{number}.jpg"
            inked = drawn_on(self.clean, ink.old + ink.new, ink.wiped, ink_rng(ink))
            self._photograph(picture, inked, table, next_shot, rng, moved)
            seen_too(query, truth, picture, self._truth(level, game, next_shot.view, moved))
        return Entry({"id": name, **query}, {"id": name, **truth})

    def _ink(self, rng: np.random.Generator, level: Level, game: SlateGame) -> SlateInk:
        own = None if self.own is None else again(rng, self.own[0])
        return SlateInk(rng, self.design, level, game, self.order.wide, own)

    def _table_shot(self, rng: np.random.Generator, level: Level) -> Shot:
        """A picture by this level's photographer, or by the table's arm under its lamp."""
        if self.own is None:
            return self._shot(rng, level)
        return shaken(rng, level, nudged(rng, level, self.own[1], self.board_only, self.order.size))

    def _shot(
        self, rng: np.random.Generator, level: Level, by_phone: bool = False, conditions: Conditions | None = None
    ) -> Shot:
        """A picture by this level's photographer, who comes as close as a slate's size asks for."""
        width, height = self.design.size
        near = float(np.sqrt(NEAR_MM2 / (width * height)))
        scale = (SCALES[level][0] * near, SCALES[level][1] * near)
        conditions = msgspec.structs.replace(conditions or CONDITIONS[level], scale=scale)
        if by_phone:
            return random_shot(rng, level, self.board_only, PHONE_SIZE, hand_held(conditions))
        return random_shot(rng, level, self.board_only, self.order.size, conditions)

    def _hand(self, rng: np.random.Generator, level: Level) -> Hand | None:
        if self.own is not None or rng.random() >= CONDITIONS[level].hand:
            return None
        tip = rng.uniform(0.1, 0.9, 2) * self.design.size + rng.normal(0, 15, 2)
        return draw_hand(rng, tip, max(self.design.size), self.order.wide)

    def _photograph(
        self,
        name: str,
        board: Board,
        table: Sheet,
        shot: Shot,
        rng: np.random.Generator,
        hand: Hand | None = None,
        turned: int = 0,
    ) -> None:
        picture = self.camera(board, self.clean, 0.0, table, shot, rng, hand)
        (self.folder / name).write_bytes(store(picture, shot.sensor.jpeg, turned))

    def _blank(self, rng: np.random.Generator) -> None:
        """The clean slate, taken at set-up: another pose, easy or ordinary light."""
        level: Level = "easy" if rng.random() < 0.6 else "medium"
        shot = self._table_shot(rng, level)
        self._photograph(self.blank_name, self.clean, self.tables[int(rng.integers(2))], calm(shot), rng)

    def _query(self, name: str, game: SlateGame) -> dict[str, Any]:
        expect = {"shooting_star": True} if game.shape is None else {"shape": list(game.shape)}
        return {
            "layout": self.layout_name,
            "image": f"{name}_after.jpg",
            "before": f"{name}_before.jpg",
            "blank": f"{name}_clean.jpg" if self.order.lamp else self.blank_name,
            "known": game.known,
            "known_shooting_stars": game.known_stars,
            "expect": expect,
        }

    def _truth(self, level: Level, game: SlateGame, view: View, hand: Hand | None) -> dict[str, Any]:
        cover = hand_cover(hand, view) if hand else np.zeros(view.size[::-1], np.uint8)
        lines = [
            {"a": a, "b": b, "new": (a, b) in game.lines, "occluded": self._hidden(cover, view, (a, b))}
            for a, b in game.known + game.lines
        ]
        return {
            "scene": "slate",
            "level": level,
            "markers": self.design.layout.markers is not None,
            "size": list(view.size),
            "lines": lines,
            "corners": board_corners(self.board_only, view).round(2).tolist(),
            "shooting_stars": game.known_stars + game.stars,
            "objects": [{"kind": kind, "at": at} for kind, at in game.objects],
            "design": self.design.name,
        }

    def _hidden(self, cover: Picture, view: View, line: Line) -> float:
        """The share of a line that lies under the hand or outside the picture."""
        a, b = (np.array(self.design.at(point)) for point in line)
        return hidden_share(cover, view.project(a + (b - a) * np.linspace(0, 1, 17)[:, None]))


def ink_rng(ink: SlateInk) -> np.random.Generator:
    """The generator of the ink's grain: the same in both pictures."""
    return np.random.default_rng(ink.seed)


def _other_card(queries: Rows, k: int) -> dict[str, Any]:
    """The next slate's card that is another one."""
    others = [queries[(k + step) % len(queries)]["expect"] for step in range(1, len(queries) + 1)]
    return dict(next((other for other in others if other != queries[k]["expect"]), {"shooting_star": True}))
