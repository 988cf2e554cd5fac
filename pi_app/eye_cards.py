"""What the camera is told of a telescope of Stellar, and its reading as cards to look over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engines.errors import NotPossible
from engines.registry import PAD, pack_bytes
from engines.stellar.model import EMPTY, StellarState
from pi_app.games.stellar.laid import FieldDoubt, LaidCard, SeatCards
from pi_app.table import TableSession

if TYPE_CHECKING:
    from pi_app.capture_cards import CardsSeen
    from pi_app.eye import Asked
    from vision.cards.reading import Doubt, ReadCard

HOUSE = "house"
"""The deck whose layout is taken where a table keeps the score pad alone."""
_MARGIN = 0.35
"""What the picture of a doubtful card shows around it, as a share of its size."""


class _Packed(msgspec.Struct):
    """Of a pack the part that says where cards print things."""

    layout: msgspec.Raw = msgspec.Raw()


def cards_layout(pack: str) -> msgspec.Raw:
    """The layout of a pack's cards and telescope, as JSON. Raises NotPossible for a pack that does not say."""
    layout = msgspec.json.decode(pack_bytes("stellar", HOUSE if pack == PAD else pack), type=_Packed).layout
    if not bytes(layout):
        raise NotPossible("this pack does not say where its cards print things")
    return layout


def cards_asked(session: TableSession[Any, Any], seat: int) -> Asked:
    """Where the cards of that seat print things, and how many lie there if the record knows."""
    from pi_app.eye import Asked

    turn, layout = getattr(session.state, "turn", 0), cards_layout(session.header.pack)
    return Asked(
        game=session.game_id,
        seat=seat,
        round=turn // 2 + 1,
        layout=layout,
        kind="cards",
        expect=_lying(session.state, seat),
    )


def _lying(state: Any, seat: int) -> dict[str, int] | None:
    """How many cards lie before that seat; None for a pad, which knows no cards."""
    if not isinstance(state, StellarState):
        return None
    player = state.seats[seat]
    return {"telescope": sum(code != EMPTY for code in player.telescope), "notebook": len(player.notebook)}


def cards_draft(seen: CardsSeen, photo: str | None) -> SeatCards:
    """The cards that were read, and what is doubtful about them; a back beside the telescope is no notebook card."""
    reading = seen.reading
    kept = [k for k, card in enumerate(reading.cards) if card.slot is not None or not card.face_down]
    cards = tuple(_card(reading.cards[k], seen.size) for k in kept)
    doubts = tuple(
        _doubt(doubt, kept.index(doubt.card))
        for doubt in reading.doubtful
        if doubt.card in kept and (doubt.slot is not None or doubt.field != "face_down")
    )
    return SeatCards(cards, doubts, photo)


def _card(card: ReadCard, size: tuple[int, int]) -> LaidCard:
    kind = "" if card.face_down else "satellite" if card.satellite else card.type or "planet"
    number = "" if card.number is None else str(card.number)
    return LaidCard(card.slot, kind, number, card.stars or 0, _box(card.corners, size))


def _box(corners: tuple[tuple[float, float], ...], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The part of the photograph around a card: left, top, width, height as shares of it."""
    xs, ys = [x / size[0] for x, _ in corners], [y / size[1] for _, y in corners]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    left, top = max(0.0, min(xs) - _MARGIN * wide), max(0.0, min(ys) - _MARGIN * high)
    return left, top, min(1.0 - left, wide * (1 + 2 * _MARGIN)), min(1.0 - top, high * (1 + 2 * _MARGIN))


def _doubt(doubt: Doubt, card: int) -> FieldDoubt:
    chances = ((doubt.value, doubt.p), *doubt.instead)
    return FieldDoubt(card, doubt.field, tuple((value, p) for value, p in chances if value is not None))
