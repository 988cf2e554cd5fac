"""What a camera cannot know about a copy of Star Explorer: the questions, what is proposed, and the answers."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

import msgspec

from engines.errors import BadInput
from engines.star_explorer.model import ROUNDS
from engines.star_explorer.pack import STAR_TYPES
from vision.capture.draft import Draft
from vision.capture.naming import likely_names

STEP_DEG: Final = 360 / ROUNDS
"""Degrees by which the disc is turned from stop to stop, one stop a round."""
_USUAL_CENTRAL: Final = 8


class Question(msgspec.Struct, frozen=True):
    """One thing to confirm: its key in the answers, the question, and what is taken if nobody objects."""

    key: str
    ask: str
    proposed: Any
    answered: bool

    def proposed_words(self) -> str:
        """What is proposed, as a person writes it."""
        return ", ".join(map(str, self.proposed)) if isinstance(self.proposed, list | tuple) else str(self.proposed)


def questions(draft: Draft) -> list[Question]:
    """Everything a person should confirm about a draft, with what the camera proposes."""
    found = [
        ("types", "Which star types are the looks 0, 1, 2, 3 in the corner of disc_found.png?", likely_names(draft)),
        ("zones.central", "Up to how many mm from Polaris are stars central?", central_reach(draft)),
        (
            "zones.rim",
            f"From how many mm from Polaris do stars belong to the rim? ({_rim_words(draft)})",
            rim_reach(draft),
        ),
    ]
    found.append(
        ("stars_found", f"{len(draft.stars)} stars were found; is none missing in disc_found.png?", "as found")
    )
    if draft.doubts:
        found.append(("stars", f"{len(draft.doubts)} stars are doubtful; take them as found?", "as found"))
    if draft.board is not None:
        found += _board_questions(draft)
    if draft.tiles:
        found += _tile_questions(draft)
    if draft.start_tiles:
        found.append(("start_tiles.value", "What is a start tile worth?", 1))
    return [Question(key, ask, proposed, _at(draft.answers, key) is not None) for key, ask, proposed in found]


def _board_questions(draft: Draft) -> list[tuple[str, str, Any]]:
    assert draft.board is not None
    step = STEP_DEG if draft.board.step_deg > 0 else -STEP_DEG
    places = draft.board.three_point_stars
    against = ", anticlockwise (or are --board and --board-2 swapped, or all photographs mirrored?)" if step < 0 else ""
    return [
        (
            "board.step_deg",
            f"From I to II the disc turned by {draft.board.step_deg:.1f} degrees{against}; a whole step is?",
            step,
        ),
        ("board.window", "Does the red line in board_found.png follow the window all around?", "as found"),
        ("board.three_point_stars", "Are these the seven 3-point stars?", "as found" if places else "absent"),
    ]


def _tile_questions(draft: Draft) -> list[tuple[str, str, Any]]:
    found: list[tuple[str, str, Any]] = [
        ("tiles.front_value", "What is a tile's front worth?", 2),
        ("tiles.back_value", "What is a tile's back worth?", 1),
        ("tiles.back_type", "Which star does a tile's back show?", "as the front"),
    ]
    found += [
        (f"tiles.each.{name}.name", f"What is tile {name} called? (photograph {t.photo}, place {t.place})", name)
        for name, t in named_tiles(draft)
    ]
    return found + [
        (f"tiles.each.{name}.type", f"Which star does tile {name} show?", STAR_TYPES[0])
        for name, t in named_tiles(draft)
        if t.kind is None
    ]


def named_tiles(draft: Draft) -> list[tuple[str, Any]]:
    """The tiles with a name to call them by before they have their own: t1, t2, …"""
    return [(f"t{k}", tile) for k, tile in enumerate(draft.tiles, 1)]


def answer(draft: Draft, key: str, proposed: Any) -> Any:
    """What was answered, or what is proposed."""
    given = _at(draft.answers, key)
    return proposed if given is None else given


def _at(answers: dict[str, Any], key: str) -> Any:
    here: Any = answers
    for part in key.split("."):
        here = here.get(part) if isinstance(here, dict) else None
    return here


# Proposals ---------------------------------------------------------------------------------------------------------


def _distances(draft: Draft) -> list[float]:
    return sorted(math.hypot(s.x, s.y) for s in draft.stars)


def central_reach(draft: Draft) -> float:
    """A printed circle around six to sixteen stars, or else the gap after about eight."""
    away = _distances(draft)
    for ring in draft.rings:
        if 6 <= sum(r < ring for r in away) <= 16:
            return round(ring, 1)
    gaps = {k: away[k] - away[k - 1] for k in range(5, min(14, len(away)))}
    if not gaps:
        return round(draft.radius / 5, 1)
    k = max(gaps, key=lambda n: gaps[n] - 0.3 * abs(n - _USUAL_CENTRAL))
    return round((away[k] + away[k - 1]) / 2, 1)


def rim_mark(draft: Draft) -> Literal["halos", "circle"] | None:
    """What is printed that parts the rim from the field: circles around its stars, or one around all the others."""
    if draft.haloed_from is not None:
        return "halos"
    return None if _rim_circle(draft) is None else "circle"


def _rim_words(draft: Draft) -> str:
    words = {
        "halos": "from there on stars have a circle each",
        "circle": "a circle is printed there",
        None: "nothing printed tells: this is but the widest gap between stars, look into the rules",
    }
    return words[rim_mark(draft)]


def _rim_circle(draft: Draft) -> float | None:
    """The outermost printed circle with a tenth to a third of the stars outside."""
    away = _distances(draft)
    share = (0.1 * len(away), 0.36 * len(away))
    return next((r for r in reversed(draft.rings) if share[0] <= sum(a > r for a in away) <= share[1]), None)


def rim_reach(draft: Draft) -> float:
    """Where stars with a circle each begin, or a circle around all others lies, or else the widest gap there."""
    printed = draft.haloed_from if draft.haloed_from is not None else _rim_circle(draft)
    if printed is not None:
        return round(printed, 1)
    away = _distances(draft)
    n = len(away)
    rows = range(round(0.66 * n), round(0.9 * n))
    k = max(rows, key=lambda row: away[row] - away[row - 1], default=n - 1)
    return round((away[k] + away[k - 1]) / 2, 1)


# Reading answers ----------------------------------------------------------------------------------------------------


def checked_answers(raw: Any, where: str) -> dict[str, Any]:
    """The answers of a file; raises BadInput where one cannot be meant."""
    if not isinstance(raw, dict):
        raise BadInput(
            "answers.no_object", "{where}: expected a JSON object of answers, got {name}", where, type(raw).__name__
        )
    types = raw.get("types")
    if types is not None and (not isinstance(types, list) or sorted(map(str, types)) != sorted(STAR_TYPES)):
        raise BadInput(
            "answers.types",
            "{where}: types: {types!r}, expected {known} in the order of the looks",
            where,
            types,
            ", ".join(STAR_TYPES),
        )
    window = _at(raw, "board.window")
    if window is not None and window != "as found":
        try:
            msgspec.convert(window, tuple[tuple[float, float], ...])
        except msgspec.ValidationError as error:
            raise BadInput(
                "answers.window",
                "{where}: board.window: {problem}, expected 'as found' or [[x, y], …] in mm",
                where,
                error,
            ) from error
    for key in ("zones.central", "zones.rim", "board.step_deg", "tiles.front_value", "tiles.back_value"):
        value = _at(raw, key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise BadInput("answers.number", "{where}: {key}: {value!r}, expected a number", where, key, value)
    return raw


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Old answers with newer ones over them."""
    out = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = merged(out[key], value) if both else value
    return out
