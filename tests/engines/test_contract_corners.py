"""Corners of what all games share: bots, playouts, the registry, rule books, layouts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.bots import bots_of, find_bot, uniform
from engines.errors import BadInput
from engines.layout import LARGEST, parse_star_disc
from engines.playout import turns
from engines.registry import open_game, pack_bytes
from engines.rulebook import rulebook

LAYOUT: dict[str, Any] = {
    "kind": "star_disc",
    "board": {"width": 200, "height": 200},
    "disc": {"centre": [100, 100], "radius": 45},
    "window": {"outline": [[0, 0], [200, 0], [200, 200]]},
    "step_deg": 60,
    "axis": {"angle_deg": 90},
    "stars": [{"id": 1, "x": 5, "y": 5, "radius": 2, "type": "red", "zone": "field"}],
}


def test_the_uniform_bot_plays_any_legal_action() -> None:
    game = open_game("stellar")
    state = game.setup(["Ada", "Tycho"])
    for turn in turns(game, state, [uniform, uniform], Random(1)):
        if turn.source == "bot":
            assert turn.action in game.legal_actions(state, turn.action.seat)
        state = turn.state
    assert game.is_over(state)


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    assert bots_of("star_explorer")["random"] is not uniform
    with pytest.raises(BadInput, match="unknown bot 'clever' of star_explorer: expected one of greedy, random"):
        find_bot("star_explorer", "clever")


def test_a_game_that_does_not_end_is_stopped_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game("stellar")
    monkeypatch.setattr(type(game), "max_actions", 20)
    with pytest.raises(RuntimeError, match="did not end within 20 actions"):
        list(turns(game, game.setup(["Ada", "Tycho"]), [uniform, uniform], Random(1)))


def test_packs_and_rules_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(BadInput, match="unknown game 'chess'"):
        pack_bytes("chess", "house")
    with pytest.raises(BadInput, match="no rules for game 'chess'"):
        rulebook("chess")


def test_a_rule_is_found_by_its_id() -> None:
    book = rulebook("star_explorer")
    assert book["star_explorer.draw.g"].id == "star_explorer.draw.g"
    with pytest.raises(KeyError, match=r"star_explorer\.draw\.z"):
        book["star_explorer.draw.z"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"step_deg": 10 * LARGEST}, "every number must lie within"),
        ({"step_deg": float("inf")}, "every number must be finite"),
        ({"stars": LAYOUT["stars"] * 2}, "two stars have the id 1"),
        ({"stars": [*LAYOUT["stars"], {**LAYOUT["stars"][0], "id": 2}]}, "the stars 1 and 2 lie at the same place"),
    ],
)
def test_a_layout_beyond_reason_is_refused(changes: dict[str, Any], reason: str) -> None:
    assert parse_star_disc(LAYOUT).stars[0].id == 1
    with pytest.raises(BadInput, match=reason):
        parse_star_disc({**LAYOUT, **changes})


def test_a_layout_nested_too_deeply_is_refused() -> None:
    with pytest.raises(BadInput, match="layout of a star disc"):
        parse_star_disc(b"[" * 100_000)
