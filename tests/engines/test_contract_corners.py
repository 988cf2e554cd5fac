"""Corners of what all games share: bots, playouts, the registry, rule books, layouts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.bots import bots_of, find_bot, uniform
from engines.errors import BadInput, NotPossible, finding
from engines.layout import MAX_LENGTH, parse_star_disc
from engines.packcheck import InWords
from engines.playout import turns
from engines.registry import open_game, pack_bytes
from engines.rulebook import rulebook
from engines.star_explorer.pack import pack_text, parse_pack
from engines.star_explorer.packcheck import check_pack

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
    with pytest.raises(
        BadInput, match="unknown bot 'clever' of star_explorer: expected one of easy, greedy, normal, random, strong"
    ):
        find_bot("star_explorer", "clever")


def test_a_game_that_does_not_end_is_stopped_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game("stellar")
    monkeypatch.setattr(type(game), "max_actions", 20)
    with pytest.raises(NotPossible, match="did not end within 20 actions"):
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
        ({"step_deg": 10 * MAX_LENGTH}, "every number must lie within"),
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


def test_a_finding_says_its_parts_in_json_and_on_one_line() -> None:
    """Errors and findings among the parameters stay findings; lists of them are said with commas."""
    dark = finding("light.dark", "too dark")
    words = "{what}\n in {file}: {why} {counts}"
    whole = finding("check.all", words, [dark, dark], Path("a/b"), NotPossible("light.dark", "too dark"), {"n": [1]})
    assert str(whole) == "too dark, too dark in a/b: too dark {'n': [1]}"
    found = whole.as_json()
    assert found["params"]["why"] == {"code": "light.dark", "params": {}, "message": "too dark"}
    assert [part["code"] for part in found["params"]["what"]] == ["light.dark", "light.dark"]
    assert (found["params"]["file"], found["params"]["counts"]) == ("a/b", {"n": [1]})


def test_a_pack_of_star_explorer_is_written_as_it_is_read() -> None:
    pack = parse_pack(pack_bytes("star_explorer", "house"))
    text = pack_text(pack)
    assert parse_pack(text) == pack
    assert sum(line.startswith(b'{"id"') for line in text.splitlines()) >= len(pack.layout.stars)


def test_what_a_check_of_a_pack_found_is_said_in_lines() -> None:
    figures = check_pack(pack_bytes("star_explorer", "house")).figures
    assert isinstance(figures, InWords)
    said = figures.in_words()
    assert said[0].startswith("stars: ")
    assert sum(line.startswith("fully visible in round ") for line in said) == len(figures.visible) == 6
