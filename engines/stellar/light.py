"""Light mode: the players play among themselves; at the end the table is told what lies before each of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import ScoreSheet, Violation
from engines.stellar.deck import Deck, parse_face
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, Phase, PlayerState, ShowCards, StellarState
from engines.stellar.positions import warnings
from engines.stellar.scoring import score_sheet
from engines.stellar.setup import with_seat, without_one

DOWN: Final = "face_down"


def wrong_cards(action: ShowCards) -> list[Violation]:
    """What of the cards is no face."""
    found = []
    for slot, text in enumerate(action.telescope, start=1):
        if text not in ("", DOWN) and parse_face(text) is None:
            found.append(Violation("stellar.light.cards", f"{text!r} is no face of a card", (f"slot:{slot}",)))
    found += [
        Violation("stellar.light.cards", f"{text!r} is no face of a card", ("notebook",))
        for text in action.notebook
        if parse_face(text) is None
    ]
    return found


def show_cards(deck: Deck, state: StellarState, action: ShowCards) -> StellarState:
    """The player's cards lie open; once both do the game is over. Each face is a card of the pack as long as there is
    one that nobody has shown, and stands for itself else."""
    unseen = state.unseen

    def shown(text: str) -> int:
        nonlocal unseen
        if text in ("", DOWN):
            return FACE_DOWN + UNKNOWN if text else EMPTY
        code = deck.find(text, unseen)
        if code == EMPTY:
            face = parse_face(text)
            assert face is not None, "the cards were checked"
            return face
        unseen = without_one(unseen, code)
        return code

    telescope = tuple(shown(text) for text in action.telescope)
    notebook = tuple(sorted(shown(text) for text in action.notebook))
    seats = with_seat(state, int(action.seat), PlayerState((), (), telescope, notebook))
    over = not any(player.hand for player in seats)
    return replace(state, phase=Phase.OVER if over else state.phase, seats=seats, unseen=unseen)


def score(deck: Deck, state: StellarState) -> ScoreSheet:
    """The score pad of what was shown; sections count once both players have shown their cards."""
    if state.phase is Phase.OVER:
        return score_sheet(deck, state.players, state.seats, warnings(deck, state.players, state.seats))
    alone = [score_sheet(deck, [name], [player]) for name, player in zip(state.players, state.seats, strict=True)]
    return ScoreSheet("stellar", tuple(sheet.players[0] for sheet in alone), ())
