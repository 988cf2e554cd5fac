"""Where a photograph of a player's cards and the record do not agree."""

from __future__ import annotations

import msgspec

from engines.stellar.model import EMPTY, FACE_DOWN, PlayerState
from engines.stellar.rules import Stellar
from pi_app.games.stellar.words import card_words


class Difference(msgspec.Struct, frozen=True):
    """One place: the record's card there, and the one that is seen; None for no card. No slot: the notebook."""

    slot: int | None
    there: int | None
    seen: int | None
    there_words: str
    seen_words: str
    turned: bool = False
    """Whether the card only lies the other way up."""


def differences(game: Stellar, recorded: PlayerState, seen: PlayerState) -> list[Difference]:
    """The telescope slot by slot, then the notebook; stars are not compared, what lies face down has no face."""
    found = []
    for slot, (there, now) in enumerate(zip(recorded.telescope, seen.telescope, strict=True), start=1):
        if _shown(game, there) != _shown(game, now):
            found.append(_difference(game, slot, there, now))
    return found + _in_notebook(game, recorded.notebook, seen.notebook)


def _shown(game: Stellar, code: int) -> tuple[int, int]:
    """What of a card two players agree on: its type and number; nothing of what lies face down."""
    if code == EMPTY:
        return -1, -1
    return (-2, -2) if code >= FACE_DOWN else (game.deck.kind[code], game.deck.coordinate[code])


def _difference(game: Stellar, slot: int | None, there: int, now: int) -> Difference:
    turned = EMPTY not in (there, now) and (there >= FACE_DOWN) != (now >= FACE_DOWN)
    return Difference(slot, _none(there), _none(now), _words(game, there), _words(game, now), turned)


def _none(code: int) -> int | None:
    return None if code == EMPTY else code


def _words(game: Stellar, code: int) -> str:
    return "" if code == EMPTY else card_words(game, code)


def _in_notebook(game: Stellar, recorded: tuple[int, ...], seen: tuple[int, ...]) -> list[Difference]:
    """Cards that only one of them has, put beside each other in order."""
    more, lost = list(seen), list[int]()
    for code in recorded:
        same = next((k for k, other in enumerate(more) if _shown(game, other) == _shown(game, code)), None)
        if same is None:
            lost.append(code)
        else:
            more.pop(same)
    longest = max(len(lost), len(more))
    pairs = zip([*lost, *[EMPTY] * (longest - len(lost))], [*more, *[EMPTY] * (longest - len(more))], strict=True)
    return [_difference(game, None, a, b) for a, b in pairs]
