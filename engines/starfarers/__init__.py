"""Starfarers: the rules of the game of mother ships and far colonies, its packs, its map and its encounters."""

from engines.registry import GameParts

GAME = GameParts(
    name="starfarers",
    title="Starfarers",
    rules="engines.starfarers.rules:Starfarers",
    pad="engines.starfarers.pad:StarfarersPad",
    package="engines.starfarers",
    bots="engines.starfarers.bots.learnt:BOTS",
    pack_check="engines.starfarers.packcheck:check_pack",
    app="pi_app.games.starfarers.app:APP",
    sheets="planisphere.sheets.starfarers.book:print_starfarers_pack",
    camera={"balls": "pi_app.games.starfarers.camera:BALLS"},
    self_play={"turn_limit": "long", "offers": "two"},
    place=4,
)
"""What the game consists of."""
