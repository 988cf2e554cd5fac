"""Cards dealt at random: in the slots of a telescope, and in a notebook beside it, turned and overlapping."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.levels import Level
from hardware.simulated.pixels import Field, Points
from hardware.simulated.stellar.design import KINDS, CardLook, slots_of
from hardware.simulated.stellar.face import Face
from hardware.simulated.stellar.spread import LaidCard, corners_of, notebook_area, placed
from tools.studio.designs.cards import number_size, stars_box

_SHIFT = {"easy": 0.8, "medium": 1.3, "hard": 1.8}


_TURN = {"easy": 1.0, "medium": 2.0, "hard": 3.0}


_MAX_COVERED = 0.12
"""The largest share of a field that another card may cover."""


def fields_of(look: CardLook) -> dict[str, tuple[Points, Points]]:
    """The printed fields: middle and size (mm) of number, type and stars."""
    middle, size = stars_box(look.stars)
    side = 2 * look.mark_radius
    return {
        "number": (np.array(look.number_at), np.array(number_size(look))),
        "type": (np.array(look.mark_at), np.array([side, side])),
        "stars": (np.array(middle), np.array(size)),
    }


def deal(rng: np.random.Generator) -> list[Face]:
    """A shuffled deck: as the rules say, but with stars that follow no rule."""
    deck = [Face(kind, str(n), int(rng.integers(4)), n == 3 and copy == 0)
            for kind in KINDS[:5] for n in range(1, 6) for copy in range(2)]  # fmt: skip
    deck += [Face(kind, "6/0", int(rng.choice([0, 0, 1]))) for kind in KINDS[:5]]
    deck += [Face("satellite", str(n), 0) for n in range(1, 6)]
    return [deck[k] for k in rng.permutation(len(deck))]


def lay_cards(rng: np.random.Generator, look: CardLook, level: Level) -> list[LaidCard]:
    """Cards in some slots of the telescope and in the notebook to its right; later ones lie over earlier ones."""
    faces = iter(deal(rng))
    taken = sorted(int(s) for s in rng.permutation(12)[: int(rng.integers(4, 13))] + 1)
    cards = [_in_slot(rng, look, level, slot, next(faces)) for slot in taken]
    count = int(rng.integers(3, 14))
    return cards + _notebook(rng, look, level, [next(faces) for _ in range(count)])


def _in_slot(rng: np.random.Generator, look: CardLook, level: Level, slot: int, face: Face) -> LaidCard:
    x, y = slots_of(look)[slot]
    off = np.clip(rng.normal(0, _SHIFT[level], 2), -3.5, 3.5)
    turn = float(rng.normal(0, _TURN[level])) + (180.0 if rng.random() < 0.03 else 0.0)
    at = (float(x + look.size[0] / 2 + off[0]), float(y + look.size[1] / 2 + off[1]))
    return LaidCard(face, bool(rng.random() < 0.12), slot, at, turn)


def _notebook(rng: np.random.Generator, look: CardLook, level: Level, faces: list[Face]) -> list[LaidCard]:
    style = str(rng.choice(["columns", "grid", "strewn"]))
    if style == "columns":
        return _columns(rng, look, level, faces)
    laid: list[LaidCard] = []
    for number, face in enumerate(faces):
        down = bool(rng.random() < 0.04)
        for _ in range(300):
            card = _thrown(rng, look, style, number, face, down)
            if _fits(look, laid, card):
                laid.append(card)
                break
    return laid


def _thrown(rng: np.random.Generator, look: CardLook, style: str, number: int, face: Face, down: bool) -> LaidCard:
    left, top, width, height = notebook_area(look)
    reach = float(np.hypot(*look.size)) / 2
    if style == "strewn":
        at = (rng.uniform(left + reach, left + width - reach), rng.uniform(top + reach, top + height - reach))
        return LaidCard(face, down, None, (float(at[0]), float(at[1])), float(rng.uniform(-180, 180)))
    column, row = number % 4, number // 4
    at = (left + (column + 0.54) * look.size[0] * 1.06, top + (row + 0.6) * look.size[1] * 1.12)
    off = rng.normal(0, 2.5, 2)
    turn = float(rng.normal(0, 5)) + float(rng.choice([0, 0, 0, 90, 180, 270]) if rng.random() < 0.2 else 0)
    return LaidCard(face, down, None, (float(at[0] + off[0]), float(at[1] + off[1])), turn)


def _columns(rng: np.random.Generator, look: CardLook, level: Level, faces: list[Face]) -> list[LaidCard]:
    """Columns by type, each card over the lower part of the one before, as far as its fields stay in view."""
    left, top, _, height = notebook_area(look)
    low = max(float((at + size / 2)[1]) for at, size in fields_of(look).values())
    least = min(low + 1.5, look.size[1] * 1.04)
    laid: list[LaidCard] = []
    piles: list[float] = [top + look.size[1] * 0.55] * 4
    for face in sorted(faces, key=lambda f: KINDS.index(f.kind)):
        step = least + rng.uniform(0, look.size[1] * 0.2)
        pile = int(np.argmin([y + 30 * abs(k - KINDS.index(face.kind) % 4) for k, y in enumerate(piles)]))
        if piles[pile] + look.size[1] / 2 > top + height + 15:
            continue
        at = (left + (pile + 0.52) * look.size[0] * 1.06 + rng.normal(0, 1.2), piles[pile])
        turn = float(rng.normal(0, 1.5 if level == "easy" else 3.0))
        card = LaidCard(face, False, None, (float(at[0]), float(at[1])), turn)
        if _fits(look, laid, card):
            laid.append(card)
            piles[pile] += step
    return laid


def _fits(look: CardLook, laid: list[LaidCard], card: LaidCard) -> bool:
    """Whether the new card leaves every field of those below in view, and does not hide one whole."""
    return all(_clear(look, below, card) for below in laid)


def _clear(look: CardLook, below: LaidCard, above: LaidCard) -> bool:
    if np.hypot(below.at[0] - above.at[0], below.at[1] - above.at[1]) > np.hypot(*look.size):
        return True
    over = corners_of(look, above).astype(np.float32)
    shared = cv2.intersectConvexConvex(over, corners_of(look, below).astype(np.float32))[0]
    if shared > (0.1 if below.face_down else 0.45) * look.size[0] * look.size[1]:
        return False
    return all(
        covered(look, below, field, over) <= _MAX_COVERED * float(np.prod(field[1]))
        for field in fields_of(look).values()
    )


def covered(look: CardLook, card: LaidCard, field: tuple[Points, Points], over: Field) -> float:
    """How much of a field (mm²) lies under the convex outline `over` (board mm)."""
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * field[1] + field[0]
    return float(cv2.intersectConvexConvex(over, placed(box, look, card).astype(np.float32))[0])
