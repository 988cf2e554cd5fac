"""The score of a game in play is the score of the position on the table, worked out from scratch after every action."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.game import Game, ScoreSheet
from engines.look_at_the_stars.slate.lattice import LINES, line_names
from engines.playout import turns
from engines.registry import open_game
from engines.stellar.model import EMPTY, FACE_DOWN

NAMES = ("Ada", "Tycho", "Vera", "Nina", "Youri", "Ana", "Ravi", "Neil")
OPTIONS = {"star_explorer": {"piles": "dealt"}}


def star_explorer(game: Any, state: Any) -> dict[str, Any]:
    def face(face: Any) -> dict[str, Any]:
        return {"type": face.type, "value": face.value}

    def drawn(drawing: Any) -> dict[str, Any]:
        tile = game.tiles[drawing.tile]
        faces = {"current": face(tile.front), "previous": face(drawing.previous)}
        return {"size": tile.size, **faces, "lines": drawing.lines, "stars": drawing.stars}

    players = [
        {"name": name, "fading": sum(d.fading for d in me.drawings), "rounds": [drawn(d) for d in me.drawings]}
        for name, me in zip(state.players, state.seats, strict=True)
    ]
    return {"game": "star_explorer", "layout": "house", "players": players}


def stellar(game: Any, state: Any) -> dict[str, Any]:
    def seen(code: int) -> dict[str, Any]:
        if code >= FACE_DOWN:
            return {"face_down": True}
        card = game.pack.cards[code]
        kind = {"satellite": True} if card.type is None else {"type": card.type, "stars": card.stars}
        return {**kind, "number": card.number}

    players = []
    for name, me in zip(state.players, state.seats, strict=True):
        telescope = {str(slot): seen(code) for slot, code in enumerate(me.telescope, start=1) if code != EMPTY}
        players.append({"name": name, "telescope": telescope, "notebook": [seen(code) for code in me.notebook]})
    return {"game": "stellar", "players": players}


def look_at_the_stars(game: Any, state: Any) -> dict[str, Any]:
    players = [
        {
            "name": name,
            "slate": slate.slate,
            "lines": line_names(slate.drawn & LINES & ~game.box.skies[slate.slate].printed),
            "shooting_stars": [{"from": star.head, "to": star.tail} for star in slate.shooting_stars],
            "objects": [{"kind": thing.kind, "at": thing.at} for thing in slate.objects],
        }
        for name, slate in zip(state.players, state.slates, strict=True)
    ]
    bonuses = {"point_bonus": state.point_bonus or None, "power_bonus": state.power_bonus or None}
    return {"game": "look_at_the_stars", **bonuses, "players": players}


POSITIONS: dict[str, Callable[[Any, Any], dict[str, Any]]] = {
    "look_at_the_stars": look_at_the_stars,
    "star_explorer": star_explorer,
    "stellar": stellar,
}


def begun(name: str, state: Any) -> bool:
    """Whether what lies on the table can be described as a position."""
    return name != "look_at_the_stars" or all(slate.slate for slate in state.slates)


def as_read(sheet: ScoreSheet) -> list[tuple[str, int, dict[str, int]]]:
    return [(p.name, p.total, {row.row: row.points for row in p.rows if row.points}) for p in sheet.players]


@pytest.mark.parametrize("name", sorted(POSITIONS))
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_running_score_is_the_score_from_scratch(name: str, bot: str) -> None:
    game: Game[Any, Any] = open_game(name)
    players = NAMES[: min(3, game.max_players)]
    state = game.setup(players, game.decode_options(OPTIONS.get(name, {})))
    looked = 0
    for turn in turns(game, state, [find_bot(name, bot)] * len(players), Random(f"{name} {bot}")):
        state = turn.state
        if begun(name, state):
            running, scratch = game.score(state), game.score_position(POSITIONS[name](game, state))
            assert as_read(running) == as_read(scratch)
            assert running.winners == (scratch.winners if game.is_over(state) else ())
            looked += 1
    assert looked > 30
