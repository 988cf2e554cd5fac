"""Putting a past play right: which lines of the record a card on the table comes from, and what changing them does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.record import ActionLine
from engines.stellar.deck import SATELLITE, SIX_ZERO, Deck, face_number, face_text, parse_face
from engines.stellar.legality import card_of
from engines.stellar.light import DOWN
from engines.stellar.model import (
    EMPTY,
    SLOTS,
    TYPES,
    UNKNOWN,
    DealHand,
    DealStart,
    PlaceStart,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    ShowCards,
    StellarState,
)
from engines.stellar.turn import row_card
from pi_app.games.stellar.sight import game_of
from pi_app.presenters.navigator import Navigator
from pi_app.steps.correction import Change
from pi_app.table.session import Placed

ANY_CARD: Final = "stellar.components.cards"
NOTEBOOK: Final = "notebook"
_NATURE: Final = (Refill, Reveal, DealStart, DealHand)


Past: TypeAlias = Placed[StellarState, Any]
"""One action that counts."""


class Lying(msgspec.Struct, frozen=True):
    """A card on the table: what laid it there, what brought it, what named it in a hand."""

    seat: int
    code: int
    laid: Past
    brought: Past | None = None
    named: Past | None = None
    shown: tuple[Literal["telescope", "notebook"], int] | None = None
    """Where it stands among the cards that were shown at the end (light mode): its area and its place there, from 0."""


def in_slot(nav: Navigator, seat: int, slot: int) -> Lying | None:
    """The card in that slot of that player's telescope."""
    past = nav.open_table.played
    for one in reversed(past):
        action, mine = one.action, one.before.seat == seat
        if isinstance(action, PlaceStart) and action.seat == seat and slot == 1:
            return _lying(nav, past, seat, card_of(game_of(nav).deck, one.before, action), one)
        if isinstance(action, PlayHand | PlayRow) and mine and action.to == slot:
            return _lying(nav, past, seat, played(nav, one), one)
        if isinstance(action, ShowCards) and action.seat == seat and action.telescope[slot - 1]:
            face = parse_face(action.telescope[slot - 1])
            return Lying(seat, UNKNOWN if face is None else face, one, shown=("telescope", slot - 1))
    return None


def in_notebook(nav: Navigator, seat: int, kind: int, number: int) -> Lying | None:
    """The last card of that type and number in that player's notebook."""
    deck, past = game_of(nav).deck, nav.open_table.played
    for one in reversed(past):
        if isinstance(one.action, ShowCards) and one.action.seat == seat:
            faces = [parse_face(text) or EMPTY for text in one.action.notebook]
            like = (k for k, f in enumerate(faces) if (deck.kind[f], deck.coordinate[f]) == (kind, number))
            return next((Lying(seat, faces[k], one, shown=("notebook", k)) for k in like), None)
        code = _noted(nav, one, seat)
        if code != EMPTY and deck.kind[code] == kind and deck.coordinate[code] == number:
            return _lying(nav, past, seat, code, one)
    return None


def played(nav: Navigator, one: Past) -> int:
    """The card that an action laid."""
    deck = game_of(nav).deck
    return row_card(one.before) if isinstance(one.action, PlayRow) else card_of(deck, one.before, one.action)


def _noted(nav: Navigator, one: Past, seat: int) -> int:
    """The card that an action laid in that player's notebook; `EMPTY` for none."""
    action = one.action
    if isinstance(action, PlaceStart) and action.seat == seat:
        first = card_of(game_of(nav).deck, one.before, action)
        return next((code for code in one.before.seats[seat].hand if code != first), EMPTY)
    if isinstance(action, PlayLast) and action.seat == seat:
        return played(nav, one)
    if isinstance(action, PlayHand | PlayRow) and one.before.seat == seat and action.to == NOTEBOOK:
        return played(nav, one)
    return EMPTY


def _lying(nav: Navigator, past: Sequence[Past], seat: int, code: int, laid: Past) -> Lying:
    deck = game_of(nav).deck
    earlier = [one for one in past if one.line < laid.line]
    brought = next(
        (one for one in reversed(earlier) if isinstance(one.action, _NATURE) and _brings(deck, one, code)), None
    )
    named = laid if isinstance(laid.action, PlayHand | PlayLast | PlaceStart) else None
    return Lying(seat, code, laid, brought, named)


def _brings(deck: Any, one: Past, code: int) -> bool:
    return card_of(deck, one.before, one.action) == code


# Changes --------------------------------------------------------------------------------------------------------


def moved(lying: Lying, slot: int) -> Change | None:
    """The card lies in another slot; None for a card that has no slot to choose."""
    action = lying.laid.action
    if isinstance(action, ShowCards):
        return None if lying.shown is None or lying.shown[0] == NOTEBOOK else _moved_shown(lying, action, slot)
    if not isinstance(action, PlayHand | PlayRow) or action.to == NOTEBOOK:
        return None
    return Change(lying.laid.line, replace(action, to=slot))


def _moved_shown(lying: Lying, action: ShowCards, slot: int) -> Change:
    assert lying.shown is not None
    cards = [*action.telescope]
    cards[slot - 1], cards[lying.shown[1]] = cards[lying.shown[1]], ""
    return Change(lying.laid.line, replace(action, telescope=tuple(cards)))


def _shown_as(lying: Lying, text: str) -> Change:
    """The card that was shown is that one."""
    assert lying.shown is not None
    area, place = lying.shown
    cards = [*getattr(lying.laid.action, area)]
    cards[place] = text
    return Change(lying.laid.line, replace(lying.laid.action, **{area: tuple(cards)}))


def turned(lying: Lying) -> Change | None:
    """The card lies the other way up; nobody knows what a card is that was shown on its face."""
    action = lying.laid.action
    if lying.shown is not None:
        return None if lying.code == UNKNOWN or lying.shown[0] == NOTEBOOK else _shown_as(lying, DOWN)
    if not isinstance(action, PlayHand | PlayRow) or action.to == NOTEBOOK or lying.code == UNKNOWN:
        return None
    return Change(lying.laid.line, replace(action, face_down=not action.face_down))


def exchanged(nav: Navigator, lying: Lying) -> Change | None:
    """The two start cards change places; None where they are alike."""
    action = lying.laid.action
    if not isinstance(action, PlaceStart):
        return None
    deck = game_of(nav).deck
    first = card_of(deck, lying.laid.before, action)
    other = next((code for code in lying.laid.before.seats[lying.seat].hand if code != first), None)
    return None if other is None else Change(lying.laid.line, PlaceStart(deck.name(other), seat=lying.seat))


def renamed(nav: Navigator, lying: Lying, kind: int, number: int) -> Change | None:
    """The card is another one: told where nature brought it, else where it was played from a hidden hand, or shown."""
    if lying.shown is not None:
        return _shown_as(lying, _face_like(game_of(nav).deck, kind, number))
    one = lying.brought or (None if isinstance(lying.laid.action, PlaceStart) else lying.named)
    if one is None:
        return None
    name = free_name(nav, one, kind, number)
    return Change(one.line, replace(one.action, card=name), (ANY_CARD,) if ":" in name else ())


def _face_like(deck: Deck, kind: int, number: int) -> str:
    """The face of the deck's first card of that type and number; one without stars where there is none."""
    stars = next((deck.stars[c] for c in deck.cards if deck.kind[c] == kind and deck.coordinate[c] == number), 0)
    return face_text(face_number(kind, number, 0 if kind == SATELLITE else stars))


def free_name(nav: Navigator, one: Past, kind: int, number: int) -> str:
    """The pack's card of that type and number: best one that is still unseen, else one that changes places with this
    one; its face where the pack has none."""
    deck, now = game_of(nav).deck, nav.state.unseen
    mine = card_of(deck, one.before, one.action)
    among = deck.start_cards if isinstance(one.action, DealStart) else deck.cards
    listed = [c for c in among if deck.kind[c] == kind and deck.coordinate[c] == number and c != mine]
    if listed:
        return deck.name(min(listed, key=lambda c: (c not in now, c)))
    return face_text(face_number(kind, number or SIX_ZERO, 0))


def corrected_rows(nav: Navigator, seat: int) -> frozenset[str]:
    """The rows of the sheet that a card of that player counts in which was put right."""
    deck, player = game_of(nav).deck, nav.state.seats[seat]
    rows: set[str] = set()
    for entry, one in zip(nav.open_table.replay.entries, nav.open_table.played, strict=True):
        if entry.corrected_by is None:
            continue
        action = one.action
        if isinstance(action, ShowCards):
            if action.seat == seat:
                rows |= _shown_anew(nav, entry.n, action)
            continue
        code = row_card(one.before) if isinstance(action, PlayRow) else _named_code(nav, one)
        if code in player.telescope or code in player.notebook:
            rows |= {TYPES[deck.kind[code]]} if deck.kind[code] < len(TYPES) else set()
        slot = action.to if isinstance(action, PlayHand | PlayRow) and one.before.seat == seat else None
        rows |= {name for name, slots in deck.pack.telescope.sections.items() if slot in slots}
    return frozenset(rows)


def _shown_anew(nav: Navigator, line: int, now: ShowCards) -> set[str]:
    """The rows that cards count in which are other than were shown at first."""
    deck, told = game_of(nav).deck, nav.open_table.record.lines[line - 1]
    assert isinstance(told, ActionLine), "an entry begins with an action"
    was = nav.open_table.game.decode_action(told.seat, told.action)
    pairs = [*zip(was.telescope, now.telescope, strict=True), *zip(was.notebook, now.notebook, strict=True)]
    faces = [parse_face(text) for pair in pairs if pair[0] != pair[1] for text in pair]
    rows = {TYPES[deck.kind[face]] for face in faces if face is not None and deck.kind[face] < len(TYPES)}
    slots = {slot for slot, (one, other) in enumerate(pairs[:SLOTS], start=1) if one != other}
    return rows | {name for name, own in deck.pack.telescope.sections.items() if slots & {*own}}


def _named_code(nav: Navigator, one: Past) -> int:
    return card_of(game_of(nav).deck, one.before, one.action) if hasattr(one.action, "card") else EMPTY
