"""Positions to score."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.registry import game_names, open_game
from planisphere.inputs import json_object
from tests.fuzz import edits

_ROUND = {"size": 7, "current": {"type": "blue", "value": 2}, "previous": {"type": "yellow", "value": 1}}
BASES: dict[str, Any] = {
    "star_explorer": {
        "game": "star_explorer",
        "layout": "house",
        "players": [{"name": "Nina", "fading": 3, "rounds": [{**_ROUND, "lines": [[12, 13], [13, 20]], "stars": [7]}]}],
    },
    "look_at_the_stars": {
        "game": "look_at_the_stars",
        "point_bonus": "A3",
        "power_bonus": "B4",
        "players": [
            {
                "name": "Ana",
                "slate": 3,
                "lines": [["E9", "F9"]],
                "shooting_stars": [{"from": "C4", "to": "F7"}],
                "objects": [{"kind": "nova", "at": "C2"}],
            }
        ],
    },
    "stellar": {
        "game": "stellar",
        "players": [
            {
                "name": "Neil",
                "telescope": {
                    "1": {"type": "planet", "number": 3, "stars": 2},
                    "2": {"face_down": True},
                    "5": {"satellite": True, "number": 4},
                    "6": {"type": "moon", "number": "6/0", "stars": 0},
                },
                "notebook": [
                    {"type": "moon", "number": 4},
                    {"type": "cloud", "number": "6/0"},
                    {"satellite": True, "number": 3},
                ],
            }
        ],
    },
    "starfarers": {
        "game": "starfarers",
        "players": [{"name": "Red", "colonies": 3, "spaceports": 2, "medals": 1, "tokens": 1, "fame": 5}],
    },
}


def seeds() -> list[bytes]:
    """A position of each game."""
    return edits.seeds(BASES)


def mutated(data: bytes, chance: Random) -> bytes:
    """Another position."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Score it."""
    shape = edits.edited(data, BASES)
    try:
        position = json_object(data if shape is None else msgspec.json.encode(shape), "position")
        if position.get("game") in game_names():
            msgspec.json.encode(open_game(position["game"]).score_position(position))
    except BadInput as error:
        edits.one_line(error)
