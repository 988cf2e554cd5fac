"""From a reading of cards to the questions that matter: those whose answer changes somebody's points.

A reading gives a position (the input of `planisphere score`) and, for fields of cards that it is not sure of, what they
may be and how likely each is. Answers that make no position (a satellite with a 6/0) are no plausible table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from engines.doubt import Doubts, Standing, Weight
from engines.errors import BadInput
from engines.stellar.rules import Stellar


class Field(msgspec.Struct, frozen=True):
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


class Outcome(msgspec.Struct, frozen=True):
    """What one answer leads to, everything else as proposed."""

    value: Any
    p: float
    totals: tuple[int, ...] | None
    """By player; None where there is no such position."""


class Question(msgspec.Struct, frozen=True):
    """What a doubtful field is, and what hangs on it."""

    field: Field
    proposed: Any
    outcomes: tuple[Outcome, ...]
    """The most likely first."""
    stake: float
    """Points of both players between the answers, on average over the answers to the other questions."""
    effect: float
    """Points by which the proposal is expected to be wrong here."""


def questions(
    game: Stellar, position: Mapping[str, Any], doubts: Iterable[Doubt], later: bool = False
) -> list[Question]:
    """The questions whose answers change a total, the largest expected effect first.

    `later`: the game goes on, so that a face matters by itself (runs and sections may still come to need it).
    """
    chances = {doubt.field: _chances(doubt) for doubt in doubts}

    def standing(answers: dict[Field, Hashable]) -> Standing | None:
        points = _totals(game, position, answers)
        faces = (f"{field.player}:{field.area}:{field.place}:{field.name}={value}" for field, value in answers.items())
        return None if points is None else Standing(points, frozenset(faces) if later else frozenset())

    reading: Doubts[Field, Hashable] = Doubts(chances, standing)
    weighed = [(reading.weight(field), field) for field in chances]
    return [
        _question(game, position, reading, field, weight)
        for weight, field in sorted(weighed, key=lambda pair: (pair[0].order, msgspec.structs.astuple(pair[1])))
        if weight.matters
    ]


def _chances(doubt: Doubt) -> dict[Hashable, float]:
    if not doubt.chances:
        raise BadInput("doubt.no_value", "doubt about {field}: expected one value at least", doubt.field)
    return dict(sorted(doubt.chances, key=lambda chance: -chance[1]))


def _question(
    game: Stellar, position: Mapping[str, Any], reading: Doubts[Field, Hashable], field: Field, weight: Weight
) -> Question:
    outcomes = tuple(
        Outcome(value, p, _totals(game, position, {**reading.proposal, field: value}))
        for value, p in reading.chances[field].items()
    )
    return Question(field, reading.proposal[field], outcomes, weight.stake, weight.effect)


def _totals(game: Stellar, position: Mapping[str, Any], answers: Mapping[Field, Any]) -> tuple[int, ...] | None:
    """The totals of the position with these answers; None where there is no such position."""
    players = [_copied(player) for player in position["players"]]
    for field, value in answers.items():
        card = _card(players, field)
        card[field.name] = value
        if field.name == "satellite" and value:
            card.pop("type", None)
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
