"""Look at the Stars: the rules engine, its packs and its bots."""

from engines.registry import GameParts

GAME = GameParts(
    name="look_at_the_stars",
    title="Look at the Stars",
    rules="engines.look_at_the_stars.rules:LookAtTheStars",
    pad="engines.look_at_the_stars.pad:LookAtTheStarsPad",
    package="engines.look_at_the_stars",
    bots="engines.look_at_the_stars.learnt:BOTS",
    best="engines.look_at_the_stars.learnt:BEST",
    pack_check="engines.look_at_the_stars.packcheck:check_pack",
    app="pi_app.games.look_at_the_stars.app:APP",
    sheets="planisphere.sheets.look_at_the_stars.book:print_stars_pack",
    capture="planisphere.capture.look_at_the_stars",
    photo_set="tools.studio.slates:write_slate_set",
    camera={"look_at_the_stars": "pi_app.games.look_at_the_stars.camera.boards:SLATE"},
    place=2,
)
"""What the game consists of."""
