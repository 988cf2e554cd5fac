"""Which star type a look most likely is, by its colour."""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from engines.glyphs import STAR_COLOURS
from vision.capture.draft import Draft

NAMES = tuple(STAR_COLOURS)


def likely_names(draft: Draft) -> list[str]:
    """A name for each look of the draft, each name once: those whose colours are nearest, hue first."""
    usual = np.array([_lab(STAR_COLOURS[name]) for name in NAMES])
    looks = np.array([kind.colour for kind in draft.kinds]).reshape(-1, 3)
    apart = np.linalg.norm((looks[:, None] - usual[None]) / (60.0, 16.0, 16.0), axis=2)
    orders = itertools.permutations(range(len(NAMES)), len(looks))
    best = min(orders, key=lambda order: sum(apart[k, name] for k, name in enumerate(order)))
    return [NAMES[name] for name in best]


def names_of(draft: Draft) -> list[str]:
    """The names of the looks as answered, or as is likely."""
    answer = draft.answers.get("types")
    if isinstance(answer, list) and len(answer) == len(draft.kinds) and set(answer) <= set(NAMES):
        return [str(name) for name in answer]
    return likely_names(draft)


def _lab(code: str) -> list[float]:
    red, green, blue = (int(code[k : k + 2], 16) for k in (1, 3, 5))
    pixel = np.array([[[blue, green, red]]], np.uint8)
    return [float(v) for v in cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0]]
