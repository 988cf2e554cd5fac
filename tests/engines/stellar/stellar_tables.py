"""Tables of Stellar to start a test from; cards are written by id or face, face down with a `~` before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from random import Random
from typing import Any

from engines.game import NATURE, ScoreSheet
from engines.stellar.deck import parse_face
from engines.stellar.model import (
    EMPTY,
    FACE_DOWN,
    SLOTS,
    UNKNOWN,
    Phase,
    PlayerState,
    StellarAction,
    StellarOptions,
    StellarState,
)
from engines.stellar.rules import Stellar

PACK_BYTES = (resources.files("engines") / "stellar" / "packs" / "house.json").read_bytes()
HOUSE = Stellar.from_pack(PACK_BYTES)
DECK = HOUSE.deck
NAMES = ("Youri", "Neil")
ROW = ("cloud-1-a", "cloud-2-a", "asteroid-3-b", "asteroid-4-a", "asteroid-5-a")
DEFAULTS = StellarOptions()


def card(text: str) -> int:
    """The card number of an id, a face, `?`, or one of these face down."""
    if text.startswith("~"):
        return FACE_DOWN + card(text[1:])
    if text == "?":
        return UNKNOWN
    face = parse_face(text)
    return DECK.codes[text] if face is None else face


def cards(*texts: str) -> tuple[int, ...]:
    """Card numbers, ascending."""
    return tuple(sorted(card(text) for text in texts))


def telescope(laid: Mapping[int, str]) -> tuple[int, ...]:
    """Slot number -> card."""
    return tuple(card(laid[slot]) if slot in laid else EMPTY for slot in range(1, SLOTS + 1))


def player(
    laid: Mapping[int, str] | None = None,
    notebook: Iterable[str] = (),
    hand: Iterable[str] = (),
    shown: Iterable[str] = (),
) -> PlayerState:
    """What lies before one player."""
    return PlayerState(cards(*hand), cards(*shown), telescope(laid or {}), cards(*notebook))


def places(state: StellarState) -> list[int]:
    """The cards on the table and in the hands, `FACE_DOWN` taken off; what is unknown is `UNKNOWN`."""
    found = [*state.row, *state.discards, state.drawn]
    for seat in state.seats:
        found += [*seat.hand, *seat.notebook, *(c - FACE_DOWN if c >= FACE_DOWN else c for c in seat.telescope)]
        found.append(seat.box)
    return [code for code in found if code != EMPTY]


def at(
    phase: Phase,
    first: PlayerState | None = None,
    second: PlayerState | None = None,
    row: Iterable[str | None] = ROW,
    options: StellarOptions = DEFAULTS,
    **fields: Any,
) -> StellarState:
    """A table at a phase: whatever is not named lies in the deck. `fields` are those of the state."""
    seats = (first or player(), second or player())
    lying = tuple(EMPTY if text is None else card(text) for text in row)
    given: dict[str, Any] = {"turn": 0, "seat": 0, **fields}
    turn, seat = given.pop("turn"), given.pop("seat")
    draft = StellarState(options, phase, turn, seat, lying, seats, (), 0, players=NAMES, **given)
    used = places(draft)
    unseen = tuple(code for code in DECK.cards if code not in used)
    deck = len(DECK.cards) - len(used)
    return StellarState(options, phase, turn, seat, lying, seats, unseen, deck, players=NAMES, **given)


def played(seed: int, options: StellarOptions = DEFAULTS) -> Iterator[tuple[StellarState, StellarAction]]:
    """A random game: each state with the action that follows; ends before the last state."""
    rng = Random(seed)
    state = HOUSE.setup(NAMES, options)
    while seats := HOUSE.to_move(state):
        seat = rng.choice(seats)
        action = HOUSE.deal(state, rng) if seat == NATURE else rng.choice(HOUSE.legal_actions(state, seat))
        yield state, action
        state = HOUSE.play(state, action)


def states(seed: int, options: StellarOptions = DEFAULTS) -> list[StellarState]:
    """All states of a random game, the last one too."""
    seen = list(played(seed, options))
    return [*(state for state, _ in seen), HOUSE.play(*seen[-1])]


def rules_of(state: StellarState, action: StellarAction) -> list[str]:
    """The ids of the rules that the action breaks."""
    return [found.rule for found in HOUSE.check(state, action)]


def points(sheet: ScoreSheet, seat: int = 0) -> dict[str, int]:
    """Row -> points, rows without points left out."""
    return {row.row: row.points for row in sheet.players[seat].rows if row.points}
