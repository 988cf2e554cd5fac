"""What the types look like: learnt from one photographed card of each, compared with any other card."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput
from vision.cards.align import Template, shape_of, softened, template_of, template_of_kind, wholes
from vision.cards.evidence import Patches, box_of, cut, cut_grey
from vision.cards.layout import KINDS, CardsLayout, LookSource
from vision.cards.locate import shrunk
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Image, project

MARK_SIDE = 32
MARK_MARGIN = 1.2
INSETS = np.round(np.arange(0.9, 6.1, 0.2), 2)
_HALF = 0.1
TINT_SHAPE = (8, 6)
_TINT_SHARE = 0.92
_TINT_PX_PER_MM = 0.2
_SLACK = 3
_BLURS = (1.2, 1.8)


class Look(msgspec.Struct, frozen=True, eq=False):
    """One kind of card: `mark` (32, 32, 3) BGR around its sign, `whole` (rows, columns) grey; float32, 0…255.

    `rims` (4, insets): how steep the card is along lines parallel to its top, right, bottom and left side, grey levels
    a millimetre, at `INSETS` mm from that side.
    """

    mark: Patches
    whole: Patches
    rims: Patches
    tint: Patches
    """(8, 6, 3) BGR, the card's colours in large squares."""


class Deck(msgspec.Struct, frozen=True, eq=False):
    """A layout and what is known of its cards: kinds with their signs, what all fronts have in common, the back."""

    layout: CardsLayout
    kinds: tuple[str, ...]
    marks: tuple[Patches, ...]
    front: Template | None
    kind_fronts: tuple[Template, ...]
    """What the cards of each kind have in common."""
    back: Template | None
    back_drawn: float
    """How much drawing a back shows: 0 (one colour) to 1."""
    tints: dict[str, Patches]
    """The colours of each kind, and of the `back`, in large squares."""
    frames: tuple[tuple[float, float], ...]
    """Rectangles that every card shows: how far they are from its long and its short sides (mm); first its outline."""


def deck_of(layout: CardsLayout, looks: Mapping[str, Look]) -> Deck:
    """The deck with these looks: of kinds, and of the `back`."""
    kinds = tuple(kind for kind in KINDS if kind in looks)
    fronts = [looks[kind].whole for kind in kinds]
    front = template_of(fronts, layout) if fronts else None
    back = template_of([looks["back"].whole], layout) if "back" in looks else None
    frames = ((0.0, 0.0), *_frame([looks[kind].rims for kind in kinds]))
    tints = {name: look.tint for name, look in looks.items()}
    marks = tuple(looks[kind].mark for kind in kinds)
    own = tuple(template_of_kind(whole, layout) for whole in fronts)
    return Deck(layout, kinds, marks, front, own, back, _drawn(looks), tints, frames)


def _drawn(looks: Mapping[str, Look]) -> float:
    if "back" not in looks:
        return 0.0
    rows, columns = looks["back"].whole.shape
    inner = looks["back"].whole[rows // 6 : -rows // 6, columns // 6 : -columns // 6]
    return min(1.0, float(inner.std()) / TUNING.drawn_grey)


def _frame(rims: Sequence[Patches]) -> list[tuple[float, float]]:
    """The steepest rectangle inside the outline that all fronts share, if there is one."""
    if not rims:
        return []
    steep = np.median(np.stack(rims), axis=0)
    tall, wide = np.minimum(steep[0], steep[2]), np.minimum(steep[1], steep[3])
    x, y = int(wide.argmax()), int(tall.argmax())
    if min(wide[x], tall[y]) < TUNING.steep:
        return []
    return [(float(INSETS[x]), float(INSETS[y]))]


def mark_patches(image: Image, planes: Array, layout: CardsLayout) -> Patches:
    """(n, 32, 32, 3) around the signs of cards (`planes`: n × 3×3, card mm -> px)."""
    return cut(image, planes, box_of(layout.type, MARK_MARGIN), (MARK_SIDE, MARK_SIDE))


def look_of(image: Image, plane: Array, layout: CardsLayout) -> Look:
    """The look of the card that lies at `plane` (3×3, card mm -> px) in a picture (BGR)."""
    planes = plane[None]
    scale = _px_per_mm(plane, layout)
    fine = np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.3, 0.3 * scale)), np.uint8)
    whole = wholes(softened(image, scale), planes, layout)[0]
    small, shrink = coarse(image, scale)
    tint = tints_of(small, shrink @ planes, layout)[0]
    return Look(mark_patches(fine, planes, layout)[0], whole, _rims(opencv.grey(fine), planes, layout), tint)


def coarse(image: Image, px_per_mm: float) -> tuple[Image, Array]:
    """The picture with a pixel for some millimetres, and the plane (3×3) that takes its pixels there."""
    return shrunk(image, min(1.0, _TINT_PX_PER_MM / px_per_mm))


def tints_of(small: Image, planes: Array, layout: CardsLayout) -> Patches:
    """(n, 8, 6, 3) BGR: the colours of cards in large squares."""
    size = np.array([layout.card.width, layout.card.height])
    return cut(small, planes, (size / 2, size * _TINT_SHARE), TINT_SHAPE)


def _rims(grey: Image, planes: Array, layout: CardsLayout) -> Patches:
    """(4, insets) how steep the card is along its sides."""
    wide, tall = layout.card.width, layout.card.height
    found = []
    for middle, size in (((wide / 2, 0.0), (wide * 0.7, 1.0)), ((wide, tall / 2), (1.0, tall * 0.7)),
                         ((wide / 2, tall), (wide * 0.7, 1.0)), ((0.0, tall / 2), (1.0, tall * 0.7))):  # fmt: skip
        inwards = np.array([wide / 2, tall / 2]) - np.array(middle)
        inwards /= np.abs(inwards).max()
        lines = []
        for inset in (*(INSETS - _HALF), *(INSETS[-2:] + _HALF)):
            at = np.array(middle) + inwards * inset
            box = np.maximum(np.array(size), 0.05) * (np.array(size) > 1.0)
            shape = (1, 40) if size[0] > 1.0 else (40, 1)
            lines.append(cut_grey(grey, planes, (at, box), shape).ravel())
        steps = np.stack(lines)
        found.append(np.abs((steps[2:] - steps[:-2]).mean(1)) / (4 * _HALF))
    return np.asarray(np.stack(found), np.float32)


def _px_per_mm(plane: Array, layout: CardsLayout) -> float:
    corners = project(plane, layout.outline)
    area = float(cv2.contourArea(corners.astype(np.float32)))
    return float(np.sqrt(max(area, 1.0) / (layout.card.width * layout.card.height)))


def likeness(patches: Patches, references: Sequence[Patches], slack: int) -> NDArray[np.float32]:
    """(n, references) correlation of each patch with each reference's inner part, at the best shift; -1…1."""
    if not len(patches) or not len(references):
        return np.zeros((len(patches), len(references)), np.float32)
    inner = [np.ascontiguousarray(one[slack:-slack, slack:-slack]) for one in references]
    scores = np.array([[cv2.matchTemplate(patch, one, cv2.TM_CCOEFF_NORMED) for one in inner] for patch in patches])
    return np.asarray(np.clip(np.nan_to_num(scores, nan=0.0, posinf=0.0, neginf=0.0), -1, 1).max((2, 3)), np.float32)


def mark_likeness(marks: Patches, deck: Deck) -> NDArray[np.float32]:
    """(n, kinds) how alike the signs are."""
    return likeness(marks, deck.marks, _SLACK)


def likeness_in_any_blur(marks: Patches, deck: Deck) -> NDArray[np.float32]:
    """(n, kinds) how alike the signs are, the references made as soft as a small or shaken picture shows each card: a
    star made softer than that is like a disc."""
    found = [mark_likeness(marks, deck)]
    for blur in _BLURS:
        soft = [np.asarray(cv2.GaussianBlur(mark, (0, 0), blur), np.float32) for mark in deck.marks]
        found.append(likeness(marks, soft, _SLACK))
    every = np.stack(found)
    return np.asarray(every[every.max(2, initial=-1.0).argmax(0), np.arange(len(marks))], np.float32)


# As text in a layout ----------------------------------------------------------------------------------------------


def look_text(look: Look) -> dict[str, str]:
    """The look as text for a layout: coarse colours, no picture that could be printed."""
    return {
        "mark": _text(look.mark),
        "whole": _text(look.whole),
        "rims": _text(np.minimum(look.rims, 255)),
        "tint": _text(look.tint),
    }


def _text(patch: Patches) -> str:
    return base64.b64encode(np.clip(np.rint(patch), 0, 255).astype(np.uint8).tobytes()).decode()


def look_from_text(source: LookSource, layout: CardsLayout) -> Look:
    """The look of a layout's text. Raises BadInput."""
    return Look(
        _patch(source.mark, (MARK_SIDE, MARK_SIDE, 3)),
        _patch(source.whole, shape_of(layout)),
        _patch(source.rims, (4, len(INSETS))),
        _patch(source.tint, (*TINT_SHAPE, 3)),
    )


def _patch(text: str | None, shape: tuple[int, ...]) -> Patches:
    try:
        data = base64.b64decode(text or "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput(
            "layout.cards.base64", "layout of cards: looks: expected base64 text: {problem}", error
        ) from error
    if len(data) != int(np.prod(shape)):
        raise BadInput(
            "layout.cards.colours",
            "layout of cards: looks: expected {wanted} colour values, got {n}",
            int(np.prod(shape)),
            len(data),
        )
    return np.frombuffer(data, np.uint8).reshape(shape).astype(np.float32)
