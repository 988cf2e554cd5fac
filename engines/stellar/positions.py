"""Scores a position without a history: what lies on the table, read by a camera or typed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.game import ScoreSheet, Warned
from engines.positions import position_of
from engines.stellar.deck import KINDS, SATELLITE, Deck, coordinate_of, face_number, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, SLOTS, TYPES, UNKNOWN, CardType, PlayerState, PrintedNumber
from engines.stellar.scoring import score_sheet
from engines.stellar.telescope import groups_apart

NOTEBOOK_CARDS = 13
"""12 of the rounds and the last card."""


class CardPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as it lies: face down, a satellite with a number, or a type with number and stars."""

    face_down: bool = False
    satellite: bool = False
    type: CardType | None = None
    number: PrintedNumber | None = None
    stars: Annotated[int, Meta(ge=0, le=3)] | None = None
    """Where they are not told, none are counted."""


class PlayerPosition(msgspec.Struct, frozen=True, kw_only=True):
    """One player's cards: slot number -> card, and the notebook in any order."""

    name: str
    telescope: dict[str, CardPosition] = {}
    notebook: tuple[CardPosition, ...] = ()


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The input of `planisphere score` for Stellar."""

    game: Literal["stellar"]
    players: Annotated[tuple[PlayerPosition, ...], Meta(min_length=1, max_length=2)]


def score_position(deck: Deck, position: dict[str, Any]) -> ScoreSheet:
    """The score pad of a position. Raises BadInput where it cannot be one; broken rules of play become warnings."""
    seen = position_of("stellar", position, Position)
    names = [player.name for player in seen.players]
    players = [_player(player) for player in seen.players]
    return score_sheet(deck, names, players, (*_untold(seen.players), *warnings(deck, names, players)))


def _player(seen: PlayerPosition) -> PlayerState:
    telescope = [EMPTY] * SLOTS
    for slot, card in seen.telescope.items():
        where = f"position: {seen.name!r}, telescope slot {slot}"
        if slot not in _SLOT_TEXTS:
            raise BadInput("position.slot", "{where}: expected a slot 1 to {slots}", where, SLOTS)
        telescope[int(slot) - 1] = FACE_DOWN + UNKNOWN if card.face_down else _face(card, where)
    notebook = []
    for place, card in enumerate(seen.notebook, start=1):
        where = f"position: {seen.name!r}, notebook card {place}"
        if card.face_down:
            raise BadInput("position.face_up", "{where}: expected a face-up card", where)
        notebook.append(_face(card, where))
    return PlayerState((), (), tuple(telescope), tuple(sorted(notebook)))


_SLOT_TEXTS = frozenset(str(slot) for slot in range(1, SLOTS + 1))


def _face(card: CardPosition, where: str) -> int:
    if card.number is None:
        raise BadInput("position.number_missing", '{where}: the number is missing, expected 1 to 5 or "6/0"', where)
    if card.satellite:
        if card.type is not None or card.number == "6/0":
            raise BadInput(
                "position.satellite", "{where}: expected a satellite with a number 1 to 5 and no type", where
            )
        return face_number(SATELLITE, card.number, 0)
    if card.type is None:
        raise BadInput(
            "position.type_missing",
            '{where}: the type is missing, expected one of {known} or "satellite": true',
            where,
            ", ".join(TYPES),
        )
    return face_number(TYPES.index(card.type), coordinate_of(card.number), card.stars or 0)


def _untold(players: Iterable[PlayerPosition]) -> Iterator[Warned]:
    """The cards in the telescope whose stars nobody told."""
    for player in players:
        slots = [s for s, card in player.telescope.items() if card.type and not card.face_down and card.stars is None]
        if slots:
            slots.sort(key=int)
            message = f"the stars of {len(slots)} cards in the telescope are missing: slots {', '.join(slots)}"
            parts = tuple(f"slot:{slot}" for slot in slots)
            yield Warned("stellar.score.stars", message, player.name, parts)


def warnings(deck: Deck, names: Sequence[str], players: Sequence[PlayerState]) -> tuple[Warned, ...]:
    """What of cards that lie on the table cannot have come about by the rules."""
    found = []
    for name, player in zip(names, players, strict=True):
        found += [_apart(deck, name, player, kind) for kind in range(5) if groups_apart(deck, player.telescope, kind)]
        if len(player.notebook) > NOTEBOOK_CARDS:
            message = f"the notebook of {name} holds {len(player.notebook)} cards, expected at most {NOTEBOOK_CARDS}"
            found.append(Warned("stellar.end.cards", message, name, ("notebook",)))
    return (*found, *_copies(deck, players))


def _apart(deck: Deck, name: str, player: PlayerState, kind: int) -> Warned:
    slots = [slot for slot, card in enumerate(player.telescope, start=1) if card != EMPTY and deck.kind[card] == kind]
    message = f"the {TYPES[kind]} cards in the telescope of {name} do not touch each other"
    return Warned("stellar.telescope.adjacent", message, name, tuple(f"slot:{slot}" for slot in slots))


def _copies(deck: Deck, players: Sequence[PlayerState]) -> list[Warned]:
    """Cards that lie on the table more often than the pack has them; stars are not compared."""
    listed = Counter(_kind_and_number(deck, deck.cards))
    laid = [card for player in players for card in (*player.telescope, *player.notebook) if 0 <= card < FACE_DOWN]
    found = []
    for (kind, number), count in sorted(Counter(_kind_and_number(deck, laid)).items()):
        have = listed[kind, number]
        if count > have:
            name = f"{KINDS[kind]}:{number_text(number)}"
            message = f"{name} lies on the table {count} times, the deck has {have}"
            found.append(Warned("stellar.components.cards", message, components=(f"card:{name}",)))
    return found


def _kind_and_number(deck: Deck, cards: Iterable[int]) -> list[tuple[int, int]]:
    return [(deck.kind[card], deck.coordinate[card]) for card in cards]
