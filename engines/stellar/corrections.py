"""Corrections keep everybody's turn: cards and slots that were taken for each other change places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from engines.stellar.deck import Deck
from engines.stellar.legality import CardAction
from engines.stellar.model import (
    EMPTY,
    DiscardRow,
    Phase,
    PlaceStart,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    StellarAction,
    StellarState,
    Take,
)

Play: TypeAlias = PlayHand | PlayRow


def put_right(
    deck: Deck, states: Sequence[StellarState], actions: Sequence[StellarAction], place: int, now: StellarAction
) -> list[StellarAction]:
    """All actions once that one is known to have been `now`: what names its card, and who else lay in its slot."""
    was, changed = actions[place], [*actions]
    if isinstance(was, PlayRow) and isinstance(now, PlayRow):
        now = replace(now, coordinate=was.coordinate)
    changed[place] = now
    if isinstance(was, Take) and isinstance(now, Take):
        _retake(deck, states, changed, place, was)
    if isinstance(was, DiscardRow) and isinstance(now, Take):
        _keep_row(deck, states, changed, place)
    if isinstance(was, CardAction) and isinstance(now, CardAction) and was.card != now.card:
        _rename(deck, states[place], changed, place, was, now)
    if isinstance(was, PlayHand | PlayRow) and isinstance(now, PlayHand | PlayRow) and was.to != now.to:
        _rearrange(changed, place, was, now)
    return changed


def _retake(deck: Deck, states: Sequence[StellarState], changed: list[StellarAction], place: int, was: Take) -> None:
    """Another card of the row was taken: who plays the one plays the other, which a discarded row may bring back, and
    every card of the row is taken and played from where it lies then."""
    take, row = changed[place], [*states[place].row]
    assert isinstance(take, Take)
    one, other = row[was.coordinate - 1], row[take.coordinate - 1]
    row[take.coordinate - 1] = EMPTY
    names = {deck.name(one): deck.name(other), deck.name(other): deck.name(one)}
    for k in range(place + 1, len(changed)):
        later, before = changed[k], states[k]
        if isinstance(later, PlayHand | PlayLast | Reveal):
            changed[k] = _named(later, names)
        elif isinstance(later, Refill) and EMPTY in row:
            there, card = row.index(EMPTY), states[k + 1].row[later.coordinate - 1]
            row[there] = one if card == other else card
            changed[k] = replace(_named(later, names), coordinate=there + 1)
        elif isinstance(later, Take | PlayRow):
            told = later.coordinate if isinstance(later, Take) else _played_from(before, later)
            if told:
                card = before.row[told - 1]
                there = row.index(one if card == other else card)
                row[there] = EMPTY
                told = there + 1
            changed[k] = replace(later, coordinate=told)
        elif isinstance(later, DiscardRow):
            row = [EMPTY] * len(row)


def _keep_row(deck: Deck, states: Sequence[StellarState], changed: list[StellarAction], place: int) -> None:
    """The row was not discarded after all: each of its cards is what the new card in its place was. The new row and
    the card that was taken of it have no place then."""
    later = range(place + 1, len(changed))
    end = next((k for k in later if isinstance(changed[k], Take)), len(changed))
    pairs = zip(map(deck.name, states[place].row), map(deck.name, states[end].row), strict=True)
    names = {name: other for one, new in pairs for name, other in ((one, new), (new, one))}
    for k in range(end + 1, len(changed)):
        action = changed[k]
        if isinstance(action, CardAction):
            changed[k] = _named(action, names)


def _played_from(before: StellarState, action: PlayRow) -> int:
    """The coordinate from which a row card was played; 0 for the deck."""
    return before.coordinate if action.coordinate is None else action.coordinate


def _rename(
    deck: Deck, before: StellarState, changed: list[StellarAction], place: int, was: CardAction, now: CardAction
) -> None:
    old, new = was.card, now.card
    if old is None or new is None:
        return
    names = {old: new, new: old}
    if isinstance(was, PlaceStart | PlayHand | PlayLast) and _in_hand(deck, before, was, old, new):
        for k in range(place + 1, len(changed)):
            later = changed[k]
            if isinstance(later, PlayHand | PlayLast) and later.seat == was.seat:
                changed[k] = _named(later, names)
        return
    listed = {name: other for name, other in names.items() if name in deck.codes}
    for k, other in enumerate(changed):
        if k != place and isinstance(other, CardAction):
            changed[k] = _named(other, listed)
    if old not in listed:  # of a face there may be several: only the next play that names it is of this card
        for k in range(place + 1, len(changed)):
            later = changed[k]
            if isinstance(later, CardAction) and later.card == old:
                changed[k] = _named(later, names)
                break


def _in_hand(deck: Deck, before: StellarState, was: CardAction, old: str, new: str) -> bool:
    """Whether the hand is known to have held one of the two: then they were only taken for each other in the hand."""
    hand = before.seats[int(was.seat)].hand
    return deck.codes.get(old) in hand or deck.codes.get(new) in hand


def _named(action: CardAction, names: dict[str, str]) -> CardAction:
    name = names.get(action.card or "")
    return action if name is None else replace(action, card=name)


def _rearrange(changed: list[StellarAction], place: int, was: Play, now: Play) -> None:
    """Whoever lay there takes the slot that is free now; the two cards of a turn lie in different areas."""
    plays = {
        k: play for k, play in enumerate(changed) if isinstance(play, PlayHand | PlayRow) and play.seat == was.seat
    }
    free, mine = was.to, [*plays]
    at = mine.index(place) + (1 if isinstance(was, PlayHand) else -1)
    partner = mine[at] if at < len(mine) else place
    if isinstance(was.to, int) != isinstance(now.to, int) and partner != place:
        free = plays[partner].to
        plays[partner] = replace(plays[partner], to=was.to, face_down=was.face_down)
    for k, play in plays.items():
        if k != place and play.to == now.to and isinstance(now.to, int):
            plays[k] = replace(play, to=free)
    plays[place] = now
    for k, play in plays.items():
        changed[k] = play


def in_turn(state: StellarState, action: StellarAction, fits: bool, was: StellarState | None) -> StellarAction | None:
    """A row card is the one that was played, although the card of step 2 now points to another."""
    if isinstance(action, PlayRow) and was is not None and state.phase in (Phase.PLAY_ROW, Phase.REVEAL):
        told = _played_from(was, action)
        return replace(action, coordinate=None if told == state.coordinate else told)
    return action if fits else None
