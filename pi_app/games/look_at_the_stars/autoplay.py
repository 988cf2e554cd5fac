"""Look at the Stars played by itself: the greedy bot decides, fingers draw, now and then the simulated camera reads.

There is a mistake, an undo and a correction.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from engines.look_at_the_stars.model import (
    TURNS,
    Draw,
    DrawShootingStar,
    Pass,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.slate.lattice import line_names
from hardware.simulated.look_at_the_stars.player import greedy_player
from hardware.simulated.trouble import CALM, Trouble
from pi_app.autoplay.base import Steps
from pi_app.autoplay.drawing import DrawingAutoplay
from pi_app.games.look_at_the_stars.cards import box_of, rules_of
from pi_app.games.look_at_the_stars.desk import seat_shown
from pi_app.games.look_at_the_stars.scene import ordered
from pi_app.games.look_at_the_stars.strokes import STAR, strokes_of

CAMERA: Final = {
    (1, 0): CALM,
    (2, 1): Trouble(glare=True),
    (6, 0): Trouble(blurred=True),
    (8, 1): Trouble(hand=True),
    (11, 0): CALM,
    (14, 1): Trouble(glare=True),
    (16, 0): CALM,
}
"""Turns and seats drawn by camera, where there is time, and what is wrong with the light there."""
MISTAKE: Final = 3
"""A turn with a mistake, where there is time."""
UNDONE: Final = 4
"""A turn that is undone and done again."""
CORRECTED: Final = 5
"""A turn after which a past one is corrected."""


class LookAutoplay(DrawingAutoplay):
    """One run of Look at the Stars."""

    GAME = "look_at_the_stars"
    QUESTION = "look_question"
    BY_CAMERA = CAMERA
    HANDS_FREE = 9
    _on_look_together = DrawingAutoplay._on_together

    def progress(self) -> float:
        """By turns."""
        return self.round() / TURNS

    def round(self) -> int:
        """The turn."""
        return len(self.nav.state.cards) if self.nav.table is not None else 0

    # What lies on the table ------------------------------------------------------------------------------------

    def _offered(self) -> list[str]:
        """The keys of what may be chosen from the stage."""
        return [tap.does.key for tap in self.presenter.view().stage.taps if tap.on]

    def _on_look_slates(self) -> Steps:
        yield from self.tap(self.rng.choice(self._offered()))

    def _on_look_bonus(self) -> Steps:
        yield from self.shoot(f"bonus-{self.nav.state.phase.value}")
        yield from self.tap(self.rng.choice(self._offered()))

    def _on_look_reveal(self) -> Steps:
        if self.round() == CORRECTED and not self.hurried:
            yield from self.look_at_menu()
        left = self._offered()
        shooting = f"card.{STAR}"
        star = shooting in left and self.rng.random() < 0.15
        card = shooting if star else self.rng.choice(left)
        if not self.draws_card():
            yield from self.tap(card)
            return
        for a, b in strokes_of(box_of(self.nav), card.removeprefix("card.")):
            yield from self.shoot("card-strokes")
            yield from self._join(a, b)

    def draws_card(self) -> bool:
        """Whether the night card is drawn; else it is tapped."""
        return self.round() % 2 == 0 and not self.hurried

    def _on_look_sunrise(self) -> Steps:
        yield from self.tap("next")

    # A turn ----------------------------------------------------------------------------------------------------

    def wanted(self) -> StarsAction:
        state: StarsState = self.nav.state
        return greedy_player(rules_of(self.nav), state, seat_shown(self.nav))

    def _on_look_draw(self) -> Steps:
        if self.presenter.view().pending is not None:
            yield from self.tap("no")
        if self.presenter.to_act:
            yield from self.draw_turn()
        else:
            yield

    def bring(self, wanted: StarsAction) -> Steps:
        if self.round() == MISTAKE and not self.hurried:
            yield from self._slip(wanted)
        draft = self.presenter.draft
        if draft.chosen is not None:
            yield from self.tap(f"point.{draft.chosen}")
        lines = {ordered(*line) for line in wanted.lines} if isinstance(wanted, Draw) else set()
        for line in sorted(set(draft.lines) - lines):
            yield from self.tap(".".join(("line", *line)))
        if draft.star is not None and not isinstance(wanted, DrawShootingStar):
            yield from self.tap("erase")
        for line in sorted(lines - set(draft.lines)):
            yield from self._join(*line)
        if isinstance(wanted, DrawShootingStar) and draft.star is None:
            yield from self._join(wanted.head, wanted.tail)

    def _join(self, a: str, b: str) -> Steps:
        yield from self.draw(f"point.{a}", f"point.{b}")
        yield

    def _slip(self, wanted: StarsAction) -> Steps:
        """Lines that are not the card's: seen in red, not accepted, erased."""
        if not isinstance(wanted, Draw) or "mistake" in self.seen:
            return
        (a, b), *_ = wanted.lines
        yield from self.tap(f"point.{a}")
        yield from self.shoot("chosen")
        yield from self.tap(f"point.{b}")
        yield from self.shoot("first-line")
        yield from self.tap("turn_card")
        yield from self.tap("page.look_cards")
        yield from self.shoot("open-cards")
        yield from self.tap("back")
        yield from self.tap("done")
        if self.presenter.draft.accepting:
            yield from self.shoot("mistake")
            yield from self.tap("no")
        yield from self.tap("erase")

    def finish(self, seat: int, wanted: StarsAction) -> Steps:
        turn = self.round()
        if isinstance(wanted, Pass):
            yield from self._give_up()
        else:
            yield from self.tap("done")
        yield from self.answer_all(wanted)
        if self.nav.screen == "look_draw" and self.presenter.seat == seat and self.presenter.draft.accepting:
            yield from self.tap("yes")
        if turn == UNDONE and seat == 0 and not self.hurried:
            yield from self.undo_redo()
        if turn == CORRECTED and seat == 0 and not self.hurried:
            yield from self._correct()

    def _on_look_power(self) -> Steps:
        wanted = self.wanted()
        if isinstance(wanted, UsePower):
            while {ordered(*line) for line in wanted.shape} != set(line_names(self.presenter.offer[0])):
                yield from self.tap("another")
            for point in wanted.at:
                yield from self.tap(f"point.{point}")
            yield from self.shoot("power")
            yield from self.tap("use")
        else:
            yield from self.tap("decline")

    def _on_look_question(self) -> Steps:
        """A question left open by an earlier run."""
        yield from self.answer(self.wanted())

    def answer(self, wanted: StarsAction) -> Steps:
        yield from self.shoot("question")
        scene = self.presenter.view().stage.scene
        asked: set[Any] = {frozenset(line.line) for line in scene.lines if line.tone == "doubt"}
        asked |= {frozenset((star.head, star.tail)) for star in scene.stars if star.tone == "doubt"}
        there: set[Any] = {frozenset(line) for line in wanted.lines} if isinstance(wanted, Draw) else set()
        if isinstance(wanted, DrawShootingStar):
            there = {frozenset((wanted.head, wanted.tail))}
        yield from self.tap("answer.yes" if asked <= there else "answer.no")

    # Scores ----------------------------------------------------------------------------------------------------

    def _correct(self) -> Steps:
        """A line of a past turn is moved, as if it had been misread, and moved back: two taps each way."""
        yield from self.tap("menu")
        yield from self.tap("page.scores")
        yield from self.tap("cell.0.constellation.3")
        yield from self.tap("turns")
        yield from self.shoot("turns")
        while not (yield from self._moved_away()) and self.finger.find("earlier"):
            yield from self.tap("earlier")
        while self.nav.place.page is not None:
            yield from self.tap("back")

    def _moved_away(self) -> Generator[None, None, bool]:
        """Whether a line of the turn that is shown could be moved; it is back in its place then."""
        lines = self.presenter.mend.draft.lines
        if not lines:
            return False
        yield from self.tap(".".join(("line", *lines[-1])))
        yield from self.shoot("mend")
        ghosts = self.presenter.view().stage.scene.ghosts
        if not ghosts:
            yield from self._join(*lines[-1])
            return False
        for old, new in ((None, ghosts[0]), (ghosts[0], lines[-1])):
            if old is not None:
                yield from self.tap(".".join(("line", *old)))
            yield from self._join(*new)
            if self.presenter.mend.begun:
                yield from self.tap("put_right")
            yield from self.shoot("mended")
        return True

    def explain(self) -> Steps:
        """A constellation, the planets, a turn."""
        for row in ("constellation.3", "planets", "point_bonus", "power_bonus"):
            yield from self.tap(f"cell.0.{row}")
            yield from self.shoot(f"why-{row}")
            yield from self.tap("back")
