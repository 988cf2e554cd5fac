"""Star Explorer played by itself: drawings come from the greedy bot, some through the simulated camera, some by finger.

There are mistakes, corrections and undo now and then.
"""

from __future__ import annotations

from typing import Final

from engines.star_explorer.bots import best_draw
from engines.star_explorer.disc import line_of
from engines.star_explorer.model import Draw
from hardware.simulated.trouble import CALM, Trouble
from pi_app.autoplay.base import Steps
from pi_app.autoplay.drawing import DrawingAutoplay
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.words import ROUNDS

CAMERA: Final = {
    (1, 0): CALM,
    (2, 1): Trouble(glare=True),
    (3, 0): Trouble(blurred=True),
    (4, 1): Trouble(glare=True),
    (5, 0): CALM,
}
"""Rounds and seats drawn by camera, where there is time, and what is wrong with the light there."""
TILES: Final = {(1, 0), (4, 1)}
"""Rounds and seats whose tile is photographed, where there is time."""


class StarAutoplay(DrawingAutoplay):
    """One run of Star Explorer."""

    GAME = "star_explorer"
    QUESTION = "question"
    BY_CAMERA = CAMERA
    HANDS_FREE = 6

    def round(self) -> int:
        return self.nav.state.round if self.nav.table is not None else 1

    def progress(self) -> float:
        """By rounds."""
        return self.round() / ROUNDS

    def _on_first_player(self) -> Steps:
        yield from self.tap(f"first.{self.rng.randrange(len(self.nav.state.players))}")

    def _on_start_tile(self) -> Steps:
        cards = [card for card in self.presenter.cards if not card.taken]
        yield from self.tap(f"start_tile.{self.rng.choice(cards).tile}.{self.rng.randrange(2)}")

    def _on_size(self) -> Steps:
        if self.round() == 2 and not self.hurried:
            yield from self.look_at_menu()
        yield from self.tap(f"size.{self.rng.choice(self.nav.state.sizes)}")

    def _on_seven(self) -> Steps:
        yield from self.tap(f"seven.{self.rng.randrange(2)}")

    def _on_reveal(self) -> Steps:
        seat = self.presenter.seat
        if (self.round(), seat) in TILES and not self.hurried and self.nav.camera.can_look(seat):
            yield from self.photograph(shot="")
            yield from self.shoot("tile")
            if self.presenter.seen:
                yield from self.tap(f"tile.{self.presenter.seen[0]}")
                return
        cards = [card for card in self.presenter.cards if not card.taken]
        yield from self.tap(f"tile.{self.rng.choice(cards).tile}")

    # Drawing ---------------------------------------------------------------------------------------------------

    def wanted(self) -> Draw:
        seat = DrawPresenter(self.nav).seat
        return best_draw(self.nav.open_table.game, self.nav.state, seat)  # type: ignore[arg-type]

    def _on_question(self) -> Steps:
        """A question left open by an earlier run."""
        yield from self.answer(self.wanted())

    def _on_draw(self) -> Steps:
        if self.presenter.view().pending is not None:
            yield from self.tap("no")
        yield from self.draw_turn()

    def answer(self, wanted: Draw) -> Steps:
        yield from self.shoot("question")
        line = next(line for line in self.presenter.view().stage.scene.lines if line.tone == "doubt")
        yield from self.tap("answer.yes" if (line.a, line.b) in wanted.lines else "answer.no")

    def bring(self, wanted: Draw) -> Steps:
        """Line by line, then stars without a line."""
        if self.round() == 2 and not self.hurried:
            yield from self._slip(wanted)
        lines = {line_of(*line) for line in wanted.lines}
        for a, b in sorted(lines ^ set(self.presenter.draft.lines)):
            yield from self._join(a, b)
        for star in wanted.stars:
            if star not in self.presenter.draft.stars and not any(star in line for line in lines):
                yield from self.tap(f"star.{star}")
                yield from self.tap(f"star.{star}")

    def _slip(self, wanted: Draw) -> Steps:
        """A line too many, seen in red and taken away by a tap on it."""
        stars = sorted({s for line in wanted.lines for s in line})
        live = {s.id for s in self.presenter.view().stage.scene.sky.stars if s.live}
        wrong = next(((a, b) for a in stars[:1] for b in reversed(stars) if line_of(a, b) not in wanted.lines), None)
        if wrong is None or not live.issuperset(wrong) or "mistake" in self.seen:
            return
        yield from self._join(*wrong)
        yield from self.shoot("mistake")
        if set(self.presenter.draft.lines) - {line_of(*line) for line in wanted.lines}:
            yield from self.tap("done")
            if self.presenter.draft.accepting:
                yield from self.shoot("accept")
                yield from self.tap("no")

    def _join(self, a: int, b: int) -> Steps:
        if self.presenter.draft.chosen is not None:
            yield from self.tap(f"star.{self.presenter.draft.chosen}")
        yield from self.draw(f"star.{a}", f"star.{b}")

    def finish(self, seat: int, wanted: Draw) -> Steps:
        number = self.round()
        if not (wanted.lines or wanted.stars):
            yield from self._give_up()
            return
        yield from self.tap("done")
        yield from self.answer_all(wanted)
        if self.nav.screen == "draw" and self.presenter.seat == seat and not self.presenter.draft.accepting:
            yield from self.tap("done")
        if self.nav.screen == "draw" and self.presenter.draft.accepting:
            yield from self.tap("yes")
        if number == 2 and seat == 0 and not self.hurried:
            yield from self.undo_redo()

    # Scores ----------------------------------------------------------------------------------------------------

    def _on_round(self) -> Steps:
        if self.presenter.view().pending is not None:
            yield from self.tap("no")
        if not self.hurried:
            yield from self.tap("receipt.2")
            yield from self.shoot("receipt")
            if "evidence" not in self.seen and self.finger.find("photo"):
                yield from self.tap("photo")
                yield from self.shoot("evidence")
            if self.round() == 3:
                yield from self._correct()
        yield from self.tap("next")

    def _correct(self) -> Steps:
        """A line of this round goes, as if it had been misread, and comes back."""
        drawing = self.presenter.drawing
        if drawing is None or not drawing.lines:
            return
        a, b = drawing.lines[-1]
        yield from self.tap(f"line.{a}.{b}")
        if self.presenter.view().pending is None:
            return
        yield from self.shoot("correct")
        yield from self.tap("yes")
        yield from self.shoot("corrected")
        yield from self.draw(f"star.{a}", f"star.{b}")
        if self.presenter.view().pending is not None:
            yield from self.tap("yes")

    def _on_marker(self) -> Steps:
        yield from self.tap("next")

    def explain(self) -> Steps:
        """A round, and the axis."""
        yield from self.tap(f"cell.0.round.{self.rng.randint(1, 6)}")
        yield from self.shoot("why")
        yield from self.tap("row.axis")
        yield from self.shoot("axis")
        yield from self.tap("back")
