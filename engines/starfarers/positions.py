"""Scores a position without a history: how many pieces of each kind lie before the players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.game import PlayerScore, ScoreSheet, Warned
from engines.positions import position_of
from engines.starfarers.components import Components
from engines.starfarers.model import UNKNOWN, PlayerState
from engines.starfarers.phases.setup import MAX_PLAYERS
from engines.starfarers.scoring import rows, sheet


class PlayerPosition(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has; `colonies` are those without a spaceport ring."""

    name: str
    colonies: Annotated[int, Meta(ge=0)] = 0
    spaceports: Annotated[int, Meta(ge=0)] = 0
    medals: Annotated[int, Meta(ge=0)] = 0
    tokens: Annotated[int, Meta(ge=0)] = 0
    fame: Annotated[int, Meta(ge=0)] = 0


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The input of `planisphere score` for Starfarers."""

    game: Literal["starfarers"]
    players: Annotated[tuple[PlayerPosition, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


def score_position(parts: Components, position: dict[str, Any]) -> ScoreSheet:
    """The score pad of a position. Raises BadInput where it cannot be one; broken rules of play become warnings."""
    seen = position_of("starfarers", position, Position)
    for player in seen.players:
        _check(parts, player)
    return sheet([_score(player) for player in seen.players], _warnings(parts, seen.players))


def _check(parts: Components, player: PlayerPosition) -> None:
    box = parts.box
    most = {
        "colonies": box.colonies,
        "spaceports": box.spaceport_rings,
        "medals": len(parts.map.points),
        "tokens": sum(parts.barren),
        "fame": box.ship_fame_rings,
    }
    for field, limit in most.items():
        value = getattr(player, field)
        if value > limit:
            raise BadInput(
                "position.number",
                "position: {player!r}: {field} is {value}, expected 0 to {limit}",
                player.name,
                field,
                value,
                limit,
            )


def _score(player: PlayerPosition) -> PlayerScore:
    held = PlayerState(
        colonies=player.colonies,
        spaceports=player.spaceports,
        fame=player.fame,
        tokens=(UNKNOWN,) * player.tokens,
    )
    counted = rows(held, ["medal"] * player.medals, ((), ()), ())
    return PlayerScore(player.name, sum(row.points for row in counted), counted)


def _warnings(parts: Components, players: tuple[PlayerPosition, ...]) -> tuple[Warned, ...]:
    """What the box does not hold, though each player alone could have it."""
    box, found = parts.box, []
    for player in players:
        if player.colonies + player.spaceports > box.colonies:
            text = f"{player.name} has {player.colonies + player.spaceports} colonies and spaceports of {box.colonies}"
            found.append(Warned("starfarers.components.pieces", text, player.name))
    shared = {
        "starfarers.medal.one": ("medals", len(parts.map.points)),
        "starfarers.components.tokens": ("tokens", sum(parts.barren)),
        "starfarers.components.fame": ("fame", box.fame_rings),
    }
    for rule, (field, limit) in shared.items():
        total = sum(getattr(player, field) for player in players)
        if total > limit:
            found.append(Warned(rule, f"{field}: {total} lie on the table, the box has {limit}"))
    return tuple(found)
