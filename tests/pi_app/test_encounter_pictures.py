"""A picture for each encounter card."""

from __future__ import annotations

import pytest

from engines.registry import pack_bytes
from engines.starfarers.pack import decode_pack
from pi_app.games.starfarers.pictures import picture
from pi_app.presenters.shapes import WIDE

CARDS = decode_pack(pack_bytes("starfarers", "house")).encounters


def test_every_card_has_a_picture_of_its_own_and_always_the_same() -> None:
    drawn = {card.id: picture(card.kind, card.id) for card in CARDS}
    assert len(set(drawn.values())) == len(CARDS) == 32
    assert all(picture(card.kind, card.id) == drawn[card.id] for card in CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.kind}-{card.id}")
def test_what_matters_of_a_picture_lies_inside_it(card: object) -> None:
    for shape in picture(card.kind, card.id):  # type: ignore[attr-defined]
        if shape.tone in ("own", "hull", "dark") and shape.form != "disc":
            assert all(abs(x) <= WIDE and abs(y) <= 1 for x, y in shape.points), shape


def test_a_false_merchant_looks_like_any_other() -> None:
    assert picture("false_merchant", 7) == picture("merchant", 7)
