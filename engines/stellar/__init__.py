"""Stellar: the rules of the two-player card game of telescopes and notebooks, its house pack and its bots."""

from engines.registry import GameParts

GAME = GameParts(
    name="stellar",
    title="Stellar",
    rules="engines.stellar.rules:Stellar",
    pad="engines.stellar.pad:StellarPad",
    package="engines.stellar",
    bots="engines.stellar.bots:BOTS",
    pack_check="engines.stellar.packcheck:check_pack",
    app="pi_app.games.stellar.app:APP",
    sheets="planisphere.sheets.stellar.book:print_pack",
    capture="planisphere.capture.stellar",
    camera={"stellar": "pi_app.games.stellar.camera:CARDS"},
    photo_set="tools.studio.cards:write_card_set",
    place=3,
)
"""What the game consists of."""
