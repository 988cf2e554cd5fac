"""Star Explorer: draw constellations on a turning star disc."""

from engines.registry import GameParts

GAME = GameParts(
    name="star_explorer",
    title="Star Explorer",
    rules="engines.star_explorer.rules:StarExplorer",
    pad="engines.star_explorer.pad:StarExplorerPad",
    package="engines.star_explorer",
    bots="engines.star_explorer.learnt:BOTS",
    best="engines.star_explorer.learnt:BEST",
    pack_check="engines.star_explorer.packcheck:check_pack",
    app="pi_app.games.star_explorer.app:APP",
    sheets="planisphere.sheets.star_explorer.book:print_pack",
    capture="planisphere.capture.star_explorer.command",
    camera={
        "tiles": "pi_app.games.star_explorer.camera.tiles:TILES",
        "star_explorer": "pi_app.games.star_explorer.camera.boards:DISC",
    },
    photo_set="tools.studio.discs:write_photo_set",
    self_play={"piles": "dealt"},
    place=1,
)
"""What the game consists of."""
