"""Writes the layout of the house deck into its pack: places as drawn, looks as a camera sees the house print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec

import engines.stellar
from hardware.simulated.stellar.design import house_look
from tools.studio.cards import owners_photographs
from tools.studio.designs.cards import layout_json
from vision.cards.layout import parse_cards_layout
from vision.cards.looks import look_text
from vision.cards.measured.cards import cards_in, looks_of

SEED: Final = 3
ORDER: Final = ("planet", "moon", "asteroid", "cloud", "black_hole", "satellite", "back")


def house_layout() -> dict[str, Any]:
    """The layout of kind `cards` of the house deck, with its looks."""
    layout = layout_json(house_look(), markers=True)
    parsed = parse_cards_layout(msgspec.json.encode(layout))
    size = (parsed.card.width, parsed.card.height)
    _, picture = owners_photographs(house_look(), SEED)
    looks = looks_of(picture, cards_in(picture, len(ORDER), size), parsed)
    return layout | {"looks": {kind: look_text(look) for kind, look in zip(ORDER, looks, strict=True)}}


def layout_text(layout: dict[str, Any]) -> str:
    """The layout as JSON, a line for each of its parts."""

    def line(key: str, value: Any) -> str:
        return f' "{key}":{msgspec.json.encode(value).decode()}'

    looks = ",\n".join(line(kind, look) for kind, look in layout["looks"].items())
    parts = [line(key, value) for key, value in layout.items() if key != "looks"]
    return "{\n" + ",\n".join(parts) + ',\n "looks":{\n' + looks + "}}"


def main() -> None:
    """Renews the layout in the pack's file."""
    path = Path(engines.stellar.__file__).parent / "packs" / "house.json"
    text = re.sub(r'"layout":\{\n.*?(?="cards":\[\n)', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = text.replace('"cards":[\n', f'"layout":{layout_text(house_layout())},\n"cards":[\n', 1)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
