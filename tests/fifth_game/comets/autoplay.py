"""Comets played by itself, by touching the screen."""

from __future__ import annotations

from comets.model import ROUNDS
from pi_app.autoplay.base import Autoplay, Steps


class CometsAutoplay(Autoplay):
    """One run: an undo, the menu, a number put right."""

    GAME = "comets"

    def progress(self) -> float:
        """By rounds."""
        return len(self.nav.state.fallen) / ROUNDS if self.nav.table is not None else 0.0

    def _on_comets_fall(self) -> Steps:
        faces = [tap.does.key for row in self.presenter.view().panel for tap in row.taps]
        yield from self.tap(self.rng.choice(faces))

    def _on_comets_write(self) -> Steps:
        live = [tap.does.key for tap in self.presenter.view().stage.taps if tap.on]
        yield from self.tap(self.rng.choice(live))
        if len(self.nav.state.fallen) == 2 and "undone" not in self.seen:
            yield from self.tap("undo")
            yield from self.shoot("undone")
            yield from self.tap("redo")
        if len(self.nav.state.fallen) == 3 and "menu" not in self.seen and not self.hurried:
            yield from self.look_at_menu()

    def explain(self) -> Steps:
        """The first player's trails, and what the page looks like while a number is put right."""
        yield from self.tap("cell.0.trail.1")
        yield from self.shoot("why")
        yield from self.tap("wrong.0")
        yield from self.shoot("why-chosen")
        yield from self.tap("wrong.0")
        yield from self.tap("back")
