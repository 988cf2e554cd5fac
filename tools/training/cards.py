"""What the nets of the card reader learn from: single cards of random decks, photographed, cut out with some slack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.levels import Level
from hardware.simulated.pixels import Picture, Sheet
from hardware.simulated.sensor import develop
from hardware.simulated.stellar.design import CardLook, house_look
from hardware.simulated.stellar.face import Face
from hardware.simulated.stellar.shot import card_shot, lay_out, table_light
from hardware.simulated.stellar.spread import LaidCard, corners_of
from hardware.simulated.table import lay_table
from tools.studio.card_spread import deal
from tools.studio.designs.cards import layout_json, random_look
from tools.studio.designs.figures import random_style
from tools.studio.levels import LEVELS
from vision.cards.evidence import NO_NUMBER, NUMBERS, contrast, number_patches, stars_patches
from vision.cards.layout import CardsLayout, parse_cards_layout
from vision.ink.pose import Array

_PPMM = 3.4
_CARDS = 6
_PX_PER_MM = (0.95, 2.3)
"""As finely as a camera of 1280×720 or a little more sees cards when the whole table is in the picture."""
_HOLLOW = 0.1
_TABLES = 12


class Dataset(NamedTuple):
    """Number patches with the index of their class in `NUMBERS`; stars patches with the contrast of the number on the
    same card and their count. Patches are uint8 BGR.
    """

    numbers: NDArray[np.uint8]
    number: NDArray[np.int64]
    stars: NDArray[np.uint8]
    contrast: NDArray[np.float32]
    shown: NDArray[np.int64]


def dataset(seed: int, decks: int, faces: Sequence[str] | None = None, jitters: int = 3) -> Dataset:
    """Patches of so many random decks, six cards of each; about 0.15 s a deck."""
    parts: list[Dataset] = []
    tables = [lay_table(np.random.default_rng([seed, 3, k]), (200.0, 150.0), 0.4) for k in range(min(_TABLES, decks))]
    for number in range(decks):
        rng = np.random.default_rng([seed, 4, number])
        look = house_look() if number % 25 == 24 else random_look(rng, tuple(faces) if faces else None)
        if rng.random() < _HOLLOW:
            look = msgspec.structs.replace(look, stars=msgspec.structs.replace(look.stars, hollow=True))
        parts += list(_photograph(rng, look, tables[int(rng.integers(len(tables)))], jitters, faces))
    return Dataset(*(np.concatenate([part[k] for part in parts]) for k in range(5)))


def _photograph(
    rng: np.random.Generator, look: CardLook, table: Sheet, jitters: int, faces: Sequence[str] | None
) -> Iterator[Dataset]:
    cards = _spread(rng, look)
    looks = [_otherwise(rng, look, faces) for _ in cards]
    layouts = [parse_cards_layout(layout_json(its, markers=False)) for its in looks]
    ground = lay_out(rng, look, cards, table, None, _PPMM, looks)
    wide, tall = look.size
    level = LEVELS[int(rng.integers(3))]
    box = (-5, -5, 3.45 * wide + 5, 2.35 * tall + 5)
    shot = card_shot(rng, level, box, _size(rng, level, box), zoom=float(rng.uniform(0.85, 1.1)))
    picture = develop(table_light(ground, table, shot), shot.sensor, rng)
    if rng.random() < 0.8:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, shot.sensor.jpeg])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    corners = [shot.view.project(corners_of(look, card)) for card in cards]
    for _ in range(jitters):
        parts = [_cut(rng, picture, layouts[k], cards[k : k + 1], corners[k : k + 1]) for k in range(len(cards))]
        yield Dataset(*(np.concatenate([part[k] for part in parts]) for k in range(5)))


def _otherwise(rng: np.random.Generator, look: CardLook, faces: Sequence[str] | None) -> CardLook:
    """The look with its numbers printed in another way, as a net learns from each card alone."""
    return msgspec.structs.replace(look, figure=random_style(rng, tuple(faces) if faces else None))


def _size(rng: np.random.Generator, level: Level, box: tuple[float, float, float, float]) -> tuple[int, int]:
    """Of a picture that shows the box (mm) as finely as cards are seen; a hard one may be turned any way."""
    per_mm, wide, tall = rng.uniform(*_PX_PER_MM), box[2] - box[0], box[3] - box[1]
    if level == "hard":
        wide = tall = float(np.hypot(wide, tall)) * 0.9
    return int(wide * per_mm * 1.06) // 2 * 2, int(tall * per_mm * 1.06) // 2 * 2


def _spread(rng: np.random.Generator, look: CardLook) -> list[LaidCard]:
    wide, tall = look.size
    cards = []
    for k, face in enumerate(deal(rng)[:_CARDS]):
        at = ((k % 3 + 0.55) * wide * 1.13, (k // 3 + 0.55) * tall * 1.1)
        turn = float(rng.normal(0, 4)) + float(rng.choice([0, 180]))
        cards.append(LaidCard(face, bool(rng.random() < 0.08), None, at, turn))
    return cards


def _cut(rng: np.random.Generator, picture: Picture, layout: CardsLayout, cards: list[LaidCard], corners: list[Array]
         ) -> Dataset:  # fmt: skip
    """Each card cut out nearly right, and a wrong way: upside down, or somewhere beside."""
    outline = layout.outline
    right, wrong, number, count = [], [], [], []
    for card, seen in zip(cards, corners, strict=True):
        far = float(rng.choice([1.0, 1.0, 2.0]))
        loose = outline + far * (rng.normal(0, 0.45, 2) + rng.normal(0, 0.25, (4, 2)))
        right.append(_plane(loose, seen))
        number.append(NO_NUMBER if card.face_down else _class_of(card.face))
        count.append(-1 if card.face_down else card.face.stars)
        if rng.random() < 0.5:
            wrong.append(_plane(np.roll(outline, 2, 0), seen))
        else:
            wrong.append(_plane(outline + _far(rng, layout), seen))
    planes = np.array(right + wrong)
    numbers = number_patches(picture, planes, layout)
    stars = stars_patches(picture, np.array(right), layout)
    known = np.array(count) >= 0
    labels = np.array(number + [NO_NUMBER] * len(wrong))
    stands_out = contrast(numbers[: len(right)])
    return Dataset(
        numbers.astype(np.uint8), labels, stars[known].astype(np.uint8), stands_out[known], np.array(count)[known]
    )


def _far(rng: np.random.Generator, layout: CardsLayout) -> Array:
    """A shift after which the number is out of place."""
    angle = rng.uniform(0, 2 * np.pi)
    reach = max(layout.number.size) * rng.uniform(0.5, 2.0)
    return np.array([np.cos(angle), np.sin(angle)]) * reach


def _class_of(face: Face) -> int:
    return NUMBERS.index("6/0" if face.number == "6/0" else int(face.number))


def _plane(outline: Array, seen: Array) -> Array:
    return np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), seen.astype(np.float32)), float)
