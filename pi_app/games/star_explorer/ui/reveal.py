"""Which constellation a player turned over."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.games.star_explorer.ui.stars import TileTap
from pi_app.ui.screens.camera import CameraScreen
from pi_app.ui.widgets.choices import on_tap, refill


class RevealScreen(CameraScreen):
    """All tiles of this size as drawings."""

    taps: dict[str, TileTap]

    def fill(self) -> None:
        """The tiles; those that lie elsewhere cannot be tapped, what a photograph may show is marked."""
        if self.is_new("tiles", [c.tile for c in self.view.cards]):
            self.taps = {c.tile: TileTap(card=c, key=f"tile.{c.tile}") for c in self.view.cards}
            refill(self.ids.tiles, [on_tap(t, self.presenter.choose, tile) for tile, t in self.taps.items()])
        for card in self.view.cards:
            self.taps[card.tile].disabled = card.taken
            self.taps[card.tile].seen = card.tile in self.view.seen


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
