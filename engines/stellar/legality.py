"""What is wrong with an action: every rule it breaks, and which card it names."""

from __future__ import annotations

from typing import TypeAlias

from engines.game import Violation
from engines.stellar.actions import dealable, open_coordinate, receiver, to_move
from engines.stellar.deck import Deck, parse_face
from engines.stellar.light import wrong_cards
from engines.stellar.model import (
    EMPTY,
    UNKNOWN,
    DealHand,
    DealStart,
    DiscardRow,
    FirstPlayer,
    Phase,
    PlaceStart,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    ShowCards,
    StellarAction,
    StellarState,
    Take,
)
from engines.stellar.telescope import misplaced
from engines.stellar.turn import begun_by, card_asked, row_card

_FILLING = (Phase.FILL_ROW, Phase.NEW_ROW, Phase.REFILL)
PHASES: dict[type[StellarAction], tuple[Phase, ...]] = {
    DealStart: (Phase.DEAL_START,),
    PlaceStart: (Phase.PLACE_START,),
    DealHand: (Phase.DEAL_HANDS,),
    FirstPlayer: (Phase.FIRST_PLAYER,),
    DiscardRow: (Phase.TAKE,),
    Take: (Phase.TAKE,),
    PlayHand: (Phase.PLAY_HAND,),
    Reveal: (Phase.REVEAL,),
    PlayRow: (Phase.PLAY_ROW,),
    Refill: _FILLING,
    PlayLast: (Phase.LAST_CARD,),
    ShowCards: (Phase.SHOW_CARDS,),
}
"""In which phases an action has its place."""
CardAction: TypeAlias = DealStart | PlaceStart | DealHand | PlayHand | Reveal | Refill | PlayLast
"""The actions that name a card."""


def card_of(deck: Deck, state: StellarState, action: CardAction) -> int:
    """The card number that the action names, as well as it can be told; `EMPTY` where it cannot be.

    A face is looked for where the card must come from; one that is not there stands for itself.
    """
    text = action.card
    if text is None:
        return UNKNOWN
    code = deck.codes.get(text)
    return _face_of(deck, state, action, text) if code is None else code


def _face_of(deck: Deck, state: StellarState, action: CardAction, text: str) -> int:
    if isinstance(action.seat, int):
        code = deck.find(text, state.seats[action.seat].hand)
        if code != EMPTY:
            return code
    code = deck.find(text, dealable(deck, state))
    if code == EMPTY:
        face = parse_face(text)
        return EMPTY if face is None else face
    return code


def violations(deck: Deck, state: StellarState, action: StellarAction) -> list[Violation]:
    """Everything wrong with the action in that state; empty when it is legal."""
    elsewhere = _from_elsewhere(state, action)
    state = card_asked(state, action)
    begun = begun_by(state, action)
    if begun is not state:
        message = f"{state.players[state.seat]} begins, not {state.players[begun.seat]}"
        order = Violation("stellar.turn.order", message, (f"seat:{begun.seat}",), overrulable=True)
        return [*_wrong(deck, begun, action), order]
    untimely = [] if elsewhere and isinstance(action, Reveal) else _untimely(state, action)
    return untimely or [*_wrong(deck, state, action), *elsewhere]


def _wrong(deck: Deck, state: StellarState, action: StellarAction) -> list[Violation]:
    match action:
        case DealStart() | DealHand():
            return _dealt(deck, state, action)
        case Reveal():
            return _from_deck(deck, state, action.card)
        case Refill():
            return [*_coordinate(state, action), *_from_deck(deck, state, action.card)]
        case PlaceStart() | PlayLast():
            return _from_hand(deck, state, action)
        case DiscardRow():
            return _satellite_right(state)
        case PlayHand():
            return _hand_play(deck, state, action)
        case PlayRow():
            return _row_play(deck, state, action)
        case ShowCards():
            return wrong_cards(action)
        case _:
            return []


def _untimely(state: StellarState, action: StellarAction) -> list[Violation]:
    kind = type(action).__struct_config__.tag
    if state.phase not in PHASES[type(action)]:
        return [Violation("stellar.turn.steps", f"{kind} has no place here: the table is at {state.phase.value}")]
    if action.seat not in to_move(state):
        return [Violation("stellar.turn.order", f"seat {action.seat!r} is not to act now", (f"seat:{action.seat}",))]
    return []


def _from_elsewhere(state: StellarState, action: StellarAction) -> list[Violation]:
    """Whether the card of step 3 is another than the one that the card of step 2 points to; a table may accept it."""
    rule = "stellar.turn.play_row"
    if isinstance(action, Reveal) and state.phase is Phase.PLAY_ROW and state.coordinate:
        message = f"the card of step 3 lies at coordinate {state.coordinate}, not on the deck"
        return [Violation(rule, message, (f"coordinate:{state.coordinate}",), overrulable=True)]
    if not isinstance(action, PlayRow) or action.coordinate in (None, state.coordinate):
        return []
    there = state.row[action.coordinate - 1] if action.coordinate else state.drawn
    parts = (f"coordinate:{action.coordinate}",)
    if there == EMPTY:
        return [Violation(rule, f"no card lies at coordinate {action.coordinate}", parts)]
    message = f"the card of step 3 comes from coordinate {state.coordinate}, not {action.coordinate} (0: the deck)"
    return [Violation(rule, message, parts, overrulable=True)]


def _dealt(deck: Deck, state: StellarState, action: DealStart | DealHand) -> list[Violation]:
    found = _from_deck(deck, state, action.card)
    if action.player != receiver(state):
        rule = "stellar.setup.start_deal" if isinstance(action, DealStart) else "stellar.setup.hands"
        found.append(Violation(rule, f"the next card goes to seat {receiver(state)}", (f"seat:{action.player}",)))
    return found


def _from_deck(deck: Deck, state: StellarState, text: str) -> list[Violation]:
    if deck.find(text, dealable(deck, state)) != EMPTY:
        return []
    rule, parts = "stellar.components.cards", (f"card:{text}",)
    if parse_face(text) is not None:
        message = f"the pack {deck.pack.pack!r} has no card {text} that is still unseen"
        return [Violation(rule, message, parts, overrulable=True)]
    if text not in deck.codes:
        return [Violation(rule, f"there is no card {text!r} in the pack", parts)]
    if deck.codes[text] in state.unseen:
        return [Violation("stellar.setup.start_deal", f"{text} is not a start card", parts)]
    return [Violation(rule, f"{text} lies elsewhere", parts)]


def _coordinate(state: StellarState, action: Refill) -> list[Violation]:
    expected = open_coordinate(state)
    if action.coordinate == expected:
        return []
    rule = "stellar.setup.row" if state.phase is Phase.FILL_ROW else "stellar.turn.refill"
    message = f"the next card goes to coordinate {expected}"
    return [Violation(rule, message, (f"coordinate:{action.coordinate}",))]


_HAND_RULES: dict[type[StellarAction], str] = {
    PlaceStart: "stellar.setup.start_place",
    PlayHand: "stellar.turn.play_hand",
    PlayLast: "stellar.end.last_card",
}


def _from_hand(deck: Deck, state: StellarState, action: PlaceStart | PlayHand | PlayLast) -> list[Violation]:
    hand = state.seats[int(action.seat)].hand
    text = str(action.card)
    if deck.find(text, hand) != EMPTY:
        return []
    if UNKNOWN in hand:
        return _from_deck(deck, state, text)
    return [Violation(_HAND_RULES[type(action)], f"{text} is not in the hand", (f"card:{text}",))]


def _satellite_right(state: StellarState) -> list[Violation]:
    if state.satellite_taken:
        return []
    message = "the row may be discarded only after the opponent took a satellite from it into the hand"
    return [Violation("stellar.turn.satellite_right", message, overrulable=True)]


def _hand_play(deck: Deck, state: StellarState, action: PlayHand) -> list[Violation]:
    found = _closed(state, action) if action.card is None else _from_hand(deck, state, action)
    if action.card is not None and action.number is not None:
        message = "the number is told only for a card that nobody named"
        found.append(Violation("stellar.turn.face_down_coordinate", message, (f"number:{action.number}",)))
    return found + _area(deck, state, action, card_of(deck, state, action))


def _closed(state: StellarState, action: PlayHand) -> list[Violation]:
    found = []
    if state.options.hands == "dealt":
        message = "every card of this hand is known: name the one that is played"
        found.append(Violation("stellar.turn.play_hand", message))
    if not action.face_down:
        found.append(Violation("stellar.telescope.face_down", "only a face-down card may stay unnamed"))
    printed = state.options.face_down_coordinate == "printed"
    if printed != (action.number is not None):
        message = "say the printed number of the face-down card" if printed else "the printed number is not needed"
        found.append(Violation("stellar.turn.face_down_coordinate", message))
    return found


def _row_play(deck: Deck, state: StellarState, action: PlayRow) -> list[Violation]:
    if isinstance(action.to, int) != state.to_telescope:
        area = "telescope" if state.to_telescope else "notebook"
        return [Violation("stellar.turn.other_area", f"the card of step 3 goes to the {area}", (f"to:{action.to}",))]
    return _area(deck, state, action, row_card(state))


def _area(deck: Deck, state: StellarState, action: PlayHand | PlayRow, code: int) -> list[Violation]:
    if isinstance(action.to, int):
        # Of a card that nobody knows only the slot can be judged.
        anywhere = action.face_down or code in (EMPTY, UNKNOWN)
        return misplaced(deck, state.seats[state.seat].telescope, code, action.to, anywhere)
    if action.face_down:
        return [Violation("stellar.notebook.collections", "a card goes face up to the notebook", ("notebook",))]
    return []
