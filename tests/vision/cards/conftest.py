"""The house deck as the reader knows it."""

from __future__ import annotations

import msgspec
import pytest

from engines.registry import pack_bytes
from vision.cards.layout import parse_cards_layout
from vision.cards.looks import Deck, deck_of, look_from_text


@pytest.fixture(scope="session")
def deck() -> Deck:
    layout = parse_cards_layout(msgspec.json.decode(pack_bytes("stellar", "house"))["layout"])
    return deck_of(layout, {kind: look_from_text(look, layout) for kind, look in layout.looks.items()})
