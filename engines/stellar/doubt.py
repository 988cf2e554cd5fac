"""From a reading of cards to the questions that matter: those whose answer changes somebody's points.

A reading gives a position (the input of `planisphere score`) and, for fields of cards that it is not sure of, what they
may be and how likely each is. A card of the telescope of which `face_down` is None is none, and so is one of a notebook
that lies face down. Answers that make no position (a satellite with a 6/0) are no plausible table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from engines.doubt import Doubts, Standing, Weight
from engines.errors import BadInput
from engines.stellar.rules import Stellar


class Field(msgspec.Struct, frozen=True, order=True):
    """One field of one card of a position."""

    player: int
    """The player's place in the position, from 0."""
    area: Literal["telescope", "notebook"]
    place: int
    """The slot 1 to 12, or the place in the notebook from 0."""
    name: Literal["type", "number", "stars", "face_down", "satellite"]


class Doubt(msgspec.Struct, frozen=True):
    """What a field may be: values with probabilities that add up to 1."""

    field: Field
    chances: tuple[tuple[Any, float], ...]


def questions(game: Stellar, position: Mapping[str, Any], doubts: Iterable[Doubt]) -> list[tuple[Field, Weight]]:
    """The doubtful fields whose answers change a total, with what hangs on them, the largest expected effect first."""

    def standing(answers: dict[Field, Hashable]) -> Standing | None:
        points = _totals(game, position, answers)
        return None if points is None else Standing(points)

    return Doubts({doubt.field: _chances(doubt) for doubt in doubts}, standing).weighty()


def _chances(doubt: Doubt) -> dict[Hashable, float]:
    if not doubt.chances:
        raise BadInput("doubt.no_value", "doubt about {field}: expected one value at least", doubt.field)
    return dict(sorted(doubt.chances, key=lambda chance: -chance[1]))


def _totals(game: Stellar, position: Mapping[str, Any], answers: Mapping[Field, Any]) -> tuple[int, ...] | None:
    """The totals of the position with these answers; None where there is no such position."""
    players = [_copied(player) for player in position["players"]]
    for field, value in answers.items():
        card = _card(players, field)
        card[field.name] = value
        if field.name == "satellite" and value:
            card.pop("type", None)
    for player in players:
        cards = player["telescope"].items()
        player["telescope"] = {slot: card for slot, card in cards if card.get("face_down", False) is not None}
        player["notebook"] = [card for card in player["notebook"] if not card.get("face_down")]
    try:
        sheet = game.score_position({**position, "players": players})
    except BadInput:
        return None
    return tuple(player.total for player in sheet.players)


def _copied(player: Mapping[str, Any]) -> dict[str, Any]:
    telescope = {slot: dict(card) for slot, card in player.get("telescope", {}).items()}
    return {**player, "telescope": telescope, "notebook": [dict(card) for card in player.get("notebook", ())]}


def _card(players: list[dict[str, Any]], field: Field) -> dict[str, Any]:
    """The card that a field belongs to. Raises BadInput where the position has none."""
    try:
        cards = players[field.player][field.area]
        card: dict[str, Any] = cards[str(field.place) if field.area == "telescope" else field.place]
    except (IndexError, KeyError) as error:
        raise BadInput("doubt.no_card", "doubt about {field}: the position has no such card", field) from error
    return card
