"""Folders of photographs of Stellar's cards on a table, with the reader's layouts and the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.simulated.hand import Hand, draw_hand
from hardware.simulated.lens import View
from hardware.simulated.levels import Level
from hardware.simulated.pieces import Piece
from hardware.simulated.pixels import Picture, Points, Sheet, rectangle
from hardware.simulated.scene import Shot, hand_cover
from hardware.simulated.sensor import develop, store
from hardware.simulated.stellar.design import KINDS, CardLook, board_size, house_look
from hardware.simulated.stellar.face import Face, print_board, print_card
from hardware.simulated.stellar.shot import card_shot, extent, lay_out, table_light
from hardware.simulated.stellar.spread import LaidCard, corners_of, notebook_area, placed
from hardware.simulated.table import lay_table
from tools.studio.cameras import PieceCamera, open_piece_camera
from tools.studio.card_spread import fields_of, lay_cards
from tools.studio.designs.cards import layout_json, random_look
from tools.studio.orders import Entry, Order, deliver
from tools.studio.true_light.stage import tops

_HAND = {"easy": 0.0, "medium": 0.0, "hard": 0.25}
_HIDDEN = 0.2
_EXACT_PPMM = 10.0
"""A filled shape comes out half a pixel too large: where sizes are measured, pixels must be small."""
_BOARD_PPMM = 6.0
_CARD_MM, _BOARD_MM = 0.32, 1.2


def write_card_set(folder: Path, order: Order, faces: Sequence[str] | None = None) -> Iterator[str]:
    """Photographs cards into the folder and yields each picture's id; the lists are written at the end.

    Every eighth design is the house deck. `faces`: typefaces to print numbers in (those of our libraries).
    """
    with open_piece_camera(order.true_light) as camera:
        traced = camera if order.true_light else None
        yield from deliver(
            folder, order, "stellar", lambda number: Studio(folder, order, number, faces, traced).photograph
        )


class Studio:
    """One deck, printed once, and the photographs taken of it."""

    def __init__(
        self,
        folder: Path,
        order: Order,
        number: int,
        faces: Sequence[str] | None = None,
        traced: PieceCamera | None = None,
    ) -> None:
        self.folder, self.order, self.traced = folder, order, traced
        self.rng = np.random.default_rng([order.seed, 11, number])
        self.look = house_look() if number % 8 == 7 else random_look(self.rng, tuple(faces) if faces else None)
        self.ppmm = 3.4 if order.size[0] <= 1280 else 4.6
        self.gloss = int(np.random.default_rng([order.seed, 14, number]).choice([30, 110, 220]))
        self.name = f"cards_{order.seed}{number:04d}"
        self.board = print_board(self.look, order.markers, self.ppmm)
        self.tables = [lay_table(self.rng, board_size(self.look), self.rng.uniform(0, 0.8)) for _ in range(2)]
        self.layout_name = f"layout_{self.name}_{'m' if order.markers else 'n'}.json"
        layout = layout_json(self.look, order.markers)
        layout["looks"] = self._looks(f"looks_{self.name}.jpg")
        (folder / self.layout_name).write_text(json.dumps(layout, separators=(",", ":")))

    def photograph(self, level: Level, k: int) -> Entry:
        """Lays cards and photographs them."""
        rng = np.random.default_rng([self.order.seed, 12, k])
        cards = lay_cards(rng, self.look, level)
        ground = self.tables[int(rng.integers(2))]
        table = lay_out(rng, self.look, cards, ground, self.board, self.ppmm)
        shot = card_shot(rng, level, extent(self.look, cards), self.order.size)
        hand = self._hand(rng, level)
        picture, heights = self._picture(rng, cards, True, table, ground, shot, hand)
        name = f"cards_{level}_{self.order.seed}{k:05d}"
        (self.folder / f"{name}.jpg").write_bytes(store(picture, shot.sensor.jpeg))
        query = {"id": name, "layout": self.layout_name, "image": f"{name}.jpg"}
        truth = truth_of(self.look, cards, shot.view, hand, heights)
        return Entry(query, {"id": name, "level": level, "design": self.name, **truth})

    def _picture(
        self,
        rng: np.random.Generator,
        cards: list[LaidCard],
        on_board: bool,
        table: Sheet,
        ground: Sheet,
        shot: Shot,
        hand: Hand | None = None,
    ) -> tuple[Picture, list[float]]:
        """The photograph, and how high over the table (mm) the board and each card lie in it."""
        if self.traced is None:
            return develop(table_light(table, ground, shot, hand), shot.sensor, rng), [0.0] * (1 + len(cards))
        pieces = card_pieces(self.look, cards, self.gloss)
        if on_board:
            pieces.insert(0, board_piece(self.look, self.order.markers))
        heights = tops(pieces)
        return self.traced(pieces, ground, shot, rng, hand), heights if on_board else [0.0, *heights]

    def _hand(self, rng: np.random.Generator, level: Level) -> Hand | None:
        if rng.random() >= _HAND[level]:
            return None
        left, top, width, height = notebook_area(self.look)
        tip = np.array([rng.uniform(0, left + width), rng.uniform(0.2, 1.0) * (top + height)])
        return draw_hand(rng, tip, height * 0.7)

    def _looks(self, image: str) -> dict[str, Any]:
        """Photographs the five start cards, a satellite and a back in one row of four and one of three."""
        rng, (wide, tall) = self.rng, self.look.size
        cards = []
        shown = [*(Face(kind, "3", int(rng.integers(1, 3)), True) for kind in KINDS[:5]), Face("satellite", "4", 0)]
        for k, face in enumerate([*shown, shown[0]]):
            at = (10 + (k % 4 + 0.5) * wide * 1.15, 10 + (k // 4 + 0.5) * tall * 1.12)
            off = rng.normal(0, 1.5, 2)
            turn = float(rng.normal(0, 2))
            cards.append(LaidCard(face, k == 6, None, (float(at[0] + off[0]), float(at[1] + off[1])), turn))
        ground = lay_table(rng, (wide * 4.6, tall * 2.2), 0.0)
        table = lay_out(rng, self.look, cards, ground, None, self.ppmm * 1.4)
        level: Level = "easy" if rng.random() < 0.5 else "medium"
        shot = card_shot(rng, level, (0, 0, 20 + 4.6 * wide, 20 + 2.24 * tall), self.order.size, glare=False)
        picture, (_, *heights) = self._picture(rng, cards, False, table, ground, shot)
        (self.folder / image).write_bytes(store(picture, 92))
        looks = {}
        for name, card, top in zip((*KINDS, "back"), cards, heights, strict=True):
            seen = shot.view.project(corners_of(self.look, card), -top) + rng.normal(0, 0.5, (4, 2))
            looks[name] = {"image": image, "corners": [[round(x, 1), round(y, 1)] for x, y in seen.tolist()]}
        return looks


def card_pieces(look: CardLook, cards: Sequence[LaidCard], gloss: int) -> list[Piece]:
    """The cards as things of their own, printed finely."""
    pieces = []
    for card in cards:
        printed = print_card(look, None if card.face_down else card.face, _EXACT_PPMM)
        face, opaque = Sheet(printed.picture, _EXACT_PPMM), Sheet(printed.opaque, _EXACT_PPMM)
        pieces.append(Piece(face, opaque, look.size, _CARD_MM, card.at, card.turn_deg, gloss))
    return pieces


def board_piece(look: CardLook, markers: bool) -> Piece:
    """The telescope board, printed on card."""
    return Piece.whole(Sheet(print_board(look, markers, _BOARD_PPMM), _BOARD_PPMM), board_size(look), _BOARD_MM)


def owners_photographs(
    look: CardLook, seed: int, size: tuple[int, int] = (1920, 1440), level: Level = "easy"
) -> Iterator[Picture]:
    """What an owner takes to capture a deck: the empty telescope; the start cards, a satellite and a back (4 and 3).

    At any level but easy lamps may be mirrored in them.
    """
    rng = np.random.default_rng([seed, 13])
    wide, tall = look.size
    board = print_board(look, True, _EXACT_PPMM)
    ground = lay_table(rng, board_size(look), 0.0)
    width, height = board_size(look)
    whole = (-8.0, -8.0, width + 8, height + 8)
    yield _shot_of(rng, lay_out(rng, look, [], ground, board, _EXACT_PPMM), ground, whole, size, level)
    faces = [*(Face(kind, "3", 2, True) for kind in KINDS[:5]), Face("satellite", "4", 0)]
    cards = []
    for k, face in enumerate([*faces, faces[0]]):
        at = ((k % 4 + 0.5) * wide * 1.25, (k // 4 + 0.5) * tall * 1.2)
        cards.append(LaidCard(face, k == 6, None, at, float(rng.normal(0, 0.7))))
    plain = lay_table(rng, (wide * 5, tall * 2.4), 0.0)
    box = (-8.0, -8.0, 5.0 * wide + 8, 2.4 * tall + 8)
    yield _shot_of(rng, lay_out(rng, look, cards, plain, None, 5.0), plain, box, size, level)


def _shot_of(
    rng: np.random.Generator,
    table: Sheet,
    ground: Sheet,
    box: tuple[float, float, float, float],
    size: tuple[int, int],
    level: Level,
) -> Picture:
    shot = card_shot(rng, level, box, size, glare=level != "easy")
    return develop(table_light(table, ground, shot), shot.sensor, rng)


# Truth ---------------------------------------------------------------------------------------------------------


def truth_of(
    look: CardLook, cards: list[LaidCard], view: View, hand: Hand | None, heights: Sequence[float]
) -> dict[str, Any]:
    """What lies where; `hidden` names the fields of which a fifth or more is covered.

    `heights`: of the board and of each card over the table, mm.
    """
    cover = None if hand is None else hand_cover(hand, view)
    board = view.project(rectangle(0, 0, *board_size(look)), -heights[0])
    found = [_card_truth(look, cards, k, view, cover, heights[k + 1]) for k in range(len(cards))]
    return {"board": np.round(board, 1).tolist(), "cards": found}


def _card_truth(
    look: CardLook, cards: list[LaidCard], k: int, view: View, cover: Picture | None, top: float
) -> dict[str, Any]:
    card = cards[k]
    satellite = card.face.kind == "satellite"
    number: int | str | None = "6/0" if card.face.number == "6/0" else int(card.face.number)
    hidden = [name for name, field in fields_of(look).items() if _share(look, cards, k, field, view, cover) > _HIDDEN]
    return {
        "slot": card.slot,
        "area": "notebook" if card.slot is None else "telescope",
        "face_down": card.face_down,
        "satellite": satellite and not card.face_down,
        "type": None if satellite or card.face_down else card.face.kind,
        "number": None if card.face_down else number,
        "stars": None if card.face_down else card.face.stars,
        "corners": np.round(view.project(corners_of(look, card), -top), 1).tolist(),
        "hidden": hidden,
    }


def _share(
    look: CardLook, cards: list[LaidCard], k: int, field: tuple[Points, Points], view: View, cover: Picture | None
) -> float:
    """The share of a field that later cards or the hand hide, on a grid of points."""
    u, v = np.meshgrid(np.linspace(-0.45, 0.45, 7), np.linspace(-0.45, 0.45, 7))
    points = placed(np.stack([u.ravel(), v.ravel()], 1) * field[1] + field[0], look, cards[k])
    hit = np.zeros(len(points), bool)
    for above in cards[k + 1 :]:
        outline = corners_of(look, above).astype(np.float32)
        hit |= np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points])
    if cover is not None:
        at = np.clip(np.rint(view.project(points)).astype(int), 0, np.array(view.size) - 1)
        hit |= cover[at[:, 1], at[:, 0]] > 100
    return float(hit.mean())
