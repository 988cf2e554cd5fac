"""Photographs of decks that were never learnt from, read from end to end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_app.camera.entries import KindReader
from pi_app.games.stellar.camera import CARDS
from vision.cards.tuning import TUNING

_PHOTOS = Path(__file__).parents[2] / "photos" / "stellar"


def _rows(name: str) -> dict[str, Any]:
    return {row["id"]: row for row in map(json.loads, (_PHOTOS / name).read_text().splitlines())}


QUERIES, TRUTHS = _rows("stellar.list.jsonl"), _rows("truth.jsonl")
EASY = [name for name in QUERIES if "easy" in name]
MEDIUM = [name for name in QUERIES if "medium" in name]
HARD = [name for name in QUERIES if "hard" in name]
READER = KindReader(CARDS, _PHOTOS)


@cache
def reading(name: str) -> dict[str, Any]:
    return READER.read(QUERIES[name]).as_json()


def pairs(name: str) -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Each card that lies there, with what was read at its place."""
    found = reading(name)["cards"]
    middles = np.array([np.mean(card["corners"], axis=0) for card in found]).reshape(-1, 2)
    matched = []
    for card in TRUTHS[name]["cards"]:
        corners = np.array(card["corners"])
        side = np.linalg.norm(corners[1] - corners[0])
        away = np.linalg.norm(middles - corners.mean(0), axis=1)
        near = int(away.argmin())
        matched.append((card, found[near] if away[near] < 0.3 * side else None))
    return matched


def right_share(names: list[str]) -> float:
    """The share of fields that are right; those of a card that was not found are wrong."""
    right, whole = 0, 0
    for name in names:
        for card, seen in pairs(name):
            fields = ["face_down", "slot"]
            if not card["face_down"]:
                fields += ["type", "satellite", "number"] + ([] if card["satellite"] else ["stars"])
            fields = [field for field in fields if field not in card["hidden"]]
            whole += len(fields)
            right += sum(seen is not None and seen[field] == card[field] for field in fields)
    return right / whole


@pytest.mark.parametrize(
    ("names", "least"),
    [
        pytest.param(EASY, 0.97, marks=pytest.mark.exhaustive),
        (MEDIUM, 0.93),
        pytest.param(HARD, 0.6, marks=pytest.mark.exhaustive),
    ],
)
def test_fields_of_cards_nobody_learnt_from_are_read(names: list[str], least: float) -> None:
    assert right_share(names) >= least


@pytest.mark.parametrize("name", [*EASY, *MEDIUM])
def test_no_card_is_read_where_none_lies(name: str) -> None:
    assert len(reading(name)["cards"]) <= len(TRUTHS[name]["cards"])


@pytest.mark.parametrize("name", [*EASY, *MEDIUM])
def test_cards_of_the_telescope_are_in_their_slots(name: str) -> None:
    for card, seen in pairs(name):
        if seen is not None:
            assert (seen["slot"], seen["area"]) == (card["slot"], card["area"])


@pytest.mark.parametrize("name", EASY)
def test_corners_are_where_the_card_lies_from_its_own_top_left_on(name: str) -> None:
    for card, seen in pairs(name):
        if seen is not None and seen["p"] > 0.9 and not card["face_down"]:
            corners = np.array(card["corners"])
            side = np.linalg.norm(corners[1] - corners[0])
            assert np.linalg.norm(np.array(seen["corners"]) - corners, axis=1).max() < 0.08 * side


@pytest.mark.parametrize("name", [*EASY, *MEDIUM])
def test_a_card_with_a_wrong_field_is_asked_about(name: str) -> None:
    found = reading(name)
    asked = {doubt["card"] for doubt in found["doubtful"]}
    for card, seen in pairs(name):
        if seen is None or card["face_down"]:
            continue
        row = found["cards"].index(seen)
        for field in ("number", "stars"):
            if seen[field] != card[field] and field not in card["hidden"] and not card["satellite"]:
                assert row in asked


def test_every_doubt_names_its_card_and_what_it_may_be_instead(thorough: bool) -> None:
    for name in QUERIES if thorough else MEDIUM:
        found = reading(name)
        for doubt in found["doubtful"]:
            assert found["cards"][doubt["card"]]["slot"] == doubt["slot"]
            least = TUNING.doubtful_print if doubt["field"] in ("number", "stars") else TUNING.doubtful
            assert doubt["p"] < least
            assert all(set(other) == {"value", "p"} and other["p"] <= doubt["p"] for other in doubt["instead"])
