"""Comets: numbers fall, and everybody writes them into three trails that should never fall."""

from engines.registry import GameParts

GAME = GameParts(
    name="comets",
    title="Comets",
    rules="comets.rules:Comets",
    pad="comets.pad:CometsPad",
    package="comets",
    bots="comets.bots:BOTS",
    pack_check="comets.pack:check_pack",
    app="comets.app:APP",
    sheets="comets.sheets:print_pack",
    camera={"comets": "comets.camera:TRAILS_SHEET"},
)
"""What the game consists of."""
