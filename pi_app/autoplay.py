"""Plays whole games by itself through the real screens: the demo, the screenshots and the end-to-end test in one.

Everything is done by touching widgets; presenters are only looked at. Drawings come from the greedy bot, some through
the simulated camera, some by finger, with mistakes, corrections and undo now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final
from unicodedata import normalize

from kivy.clock import Clock

from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import Draw
from hardware.simulated.camera import CALM, Trouble
from hardware.simulated.tabletop import SimulatedTable
from pi_app.i18n import LANGUAGES, language
from pi_app.presenters.draw import DrawPresenter
from pi_app.presenters.scene import edge
from pi_app.ui.app import PlanisphereApp, screenshot
from pi_app.ui.finger import Finger
from pi_app.ui.widgets.disc import DiscView

Steps = Iterator[None]
NAMES: Final = ("Zoé", "Nicolás", "Łucja", "Håkon")
PATIENCE_S: Final = 15.0
"""A reading or a button that takes longer is given up."""
BOUNCE_S: Final = 0.1
CAMERA: Final = {
    (1, 0): CALM,
    (2, 1): Trouble(glare=True),
    (3, 0): Trouble(blurred=True),
    (4, 1): Trouble(glare=True),
    (5, 0): CALM,
}
"""Rounds and seats drawn by camera, where there is time, and what is wrong with the light there."""


class NothingToTouch(RuntimeError):
    """A button that should be there is not: a fault of the screens."""


class Autoplay:
    """One run: begins a game or continues the one in the journal, and ends it or stops after `seconds`."""

    def __init__(
        self,
        app: PlanisphereApp,
        *,
        seconds: float,
        players: int,
        seed: int,
        shots: Path,
        table: SimulatedTable | None = None,
    ) -> None:
        self.app = app
        self.nav = app.nav
        self.finger = Finger(app.root)
        self.seconds = seconds
        self.players = players
        self.rng = Random(seed)
        self.shots = shots
        self.table = table
        self.begun = monotonic()
        self.seen: dict[str, int] = {}
        self.written = 0
        """Screenshots that the disk took."""
        self.error: BaseException | None = None
        self._last_tap: tuple[float, tuple[float, float]] = (0.0, (-1e9, -1e9))
        self._steps = self._play()
        self._event = Clock.schedule_interval(self._step, 0)

    def _step(self, _dt: float) -> None:
        try:
            if self.nav.table is not None and self.elapsed > self.seconds:
                self._end()
            else:
                next(self._steps)
        except StopIteration:
            self._end()
        except Exception as error:
            self.error = error
            self._end()

    def _end(self) -> None:
        self._event.cancel()
        self.finger.lift()
        self.app.stop()

    # Looking and touching --------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return monotonic() - self.begun

    @property
    def hurried(self) -> bool:
        """Whether there is no time for more than the game itself."""
        return self.elapsed > self.seconds * (0.15 + 0.1 * self._round())

    def _round(self) -> int:
        return self.nav.state.round if self.nav.table is not None else 1

    @property
    def presenter(self) -> Any:
        """The presenter of the screen that is up."""
        return self.app.root.screen.presenter

    def shoot(self, name: str) -> Steps:
        """A screenshot, the first time something of that name is seen."""
        if name not in self.seen:
            yield
            self.seen[name] = len(self.seen) + 1
            self.written += screenshot(self.shots / f"{self.seen[name]:02d}-{name}.png")

    def until(self, ready: Callable[[], Any], what: str, patience: float = PATIENCE_S) -> Steps:
        """Wait frame by frame. Raises NothingToTouch when it takes too long."""
        limit = monotonic() + patience
        while not ready():
            if monotonic() > limit:
                raise NothingToTouch(f"autoplay waited in vain for {what} on the screen {self.nav.screen!r}")
            yield

    def tap(self, key: str) -> Steps:
        """Touch the widget that does this."""
        yield from self.until(lambda: self.finger.find(key), repr(key))
        widget = self.finger.find(key)
        assert widget is not None
        yield from self.touch(widget.to_window(*widget.center))

    def touch(self, start: tuple[float, float], end: tuple[float, float] | None = None) -> Steps:
        """Tap a place, or drag to another; not so soon after the last tap there that it counts as a bounce."""
        then, there = self._last_tap
        if abs(start[0] - there[0]) + abs(start[1] - there[1]) < 60:
            yield from self.until(lambda: monotonic() - then > BOUNCE_S, "a pause")
        self.finger.drag(start, end or start)
        self._last_tap = (monotonic(), start)
        yield

    # A game ----------------------------------------------------------------------------------------------------

    def _play(self) -> Steps:
        yield
        yield from self._begin()
        while self.nav.screen != "final":
            screen = self.nav.screen
            yield from self.shoot(screen)
            yield from getattr(self, f"_on_{screen}", self._on_page)()
        yield from self._look_back()

    def _begin(self) -> Steps:
        """A new game, unless one is under way."""
        while self.nav.table is not None and self.nav.table.over:
            yield from self.tap("back" if self.nav.place.page else "home")

    def _on_start(self) -> Steps:
        yield from self.tap("resume" if self.finger.find("resume") else "new_game")

    def _on_page(self) -> Steps:
        """A page left open by an earlier run: close it."""
        yield from self.tap("back")

    def _on_players(self) -> Steps:
        for name in NAMES[: self.players]:
            if name in self.nav.place.names:
                continue
            if self.finger.find(f"name.{name}"):
                yield from self.tap(f"name.{name}")
            else:
                yield from self._write(name)
        yield from self.shoot("seated")
        yield from self.tap("start")

    def _write(self, name: str) -> Steps:
        if self.nav.place.typed is None:
            yield from self.tap("write")
        while self.nav.place.typed:
            yield from self.tap("key.erase")
        for letter in name:
            small = letter.lower()
            keys = (f"key.{it}" for it in (small, normalize("NFD", small)[0], "o"))
            yield from self.tap(next(key for key in keys if self.finger.find(key)))
        yield from self.shoot("keyboard")
        yield from self.tap("keyboard.accept")

    def _on_first_player(self) -> Steps:
        yield from self.tap(f"first.{self.rng.randrange(len(self.nav.state.players))}")

    def _on_start_tile(self) -> Steps:
        cards = [card for card in self.presenter.view().cards if not card.taken]
        yield from self.tap(f"start_tile.{self.rng.choice(cards).tile}.{self.rng.randrange(2)}")

    def _on_size(self) -> Steps:
        if self._round() == 2 and not self.hurried:
            yield from self._look_at_menu()
        yield from self.tap(f"size.{self.rng.choice(self.nav.state.sizes)}")

    def _on_seven(self) -> Steps:
        yield from self.tap(f"seven.{self.rng.randrange(2)}")

    def _on_reveal(self) -> Steps:
        cards = [card for card in self.presenter.view().cards if not card.taken]
        yield from self.tap(f"tile.{self.rng.choice(cards).tile}")

    def _look_at_menu(self) -> Steps:
        yield from self.tap("menu")
        yield from self.shoot("menu")
        for page in ("help", "scores"):
            yield from self.tap(page)
            yield from self.shoot(page)
            yield from self.tap("back")
        spoken = language()
        for other in sorted(set(LANGUAGES) - {spoken}):
            yield from self.tap(f"language.{other}")
            yield from self.shoot(f"menu-{other}")
        yield from self.tap(f"language.{spoken}")
        yield from self.tap("back")

    # Drawing ---------------------------------------------------------------------------------------------------

    @property
    def disc(self) -> DiscView:
        """The disc on the screen."""
        found: DiscView = self.app.root.screen.ids.disc
        return found

    def _wanted(self) -> Draw:
        """What the player on the screen draws: always the same in the same state, so a restart goes on with it."""
        seat = DrawPresenter(self.nav).seat
        return best_draw(self.nav.open_table.game, self.nav.state, seat)  # type: ignore[arg-type]

    def _on_question(self) -> Steps:
        """A question left open by an earlier run."""
        yield from self._answer(self._wanted())

    def _on_draw(self) -> Steps:
        if self.presenter.draft.accepting:
            yield from self.tap("no")
        seat, number = self.presenter.seat, self._round()
        wanted = self._wanted()
        yield
        if (number, seat) in CAMERA and not self.hurried and self.nav.eye.can_look(seat):
            yield from self._photograph(seat, wanted)
        yield from self._draw(wanted)
        yield from self.shoot("drawing")
        yield from self._finish(seat, number, wanted)

    def _photograph(self, seat: int, wanted: Draw) -> Steps:
        if self.table is not None:
            self.table.trouble(seat, CAMERA[self._round(), seat])
            self.table.draw(seat, self._round(), wanted.lines)
        yield from self.tap("photograph")
        yield from self.shoot("reading")
        yield from self.until(lambda: self.nav.eye.busy is None, "the reading", 2 * PATIENCE_S)
        yield
        while self.nav.screen == "question":
            yield from self._answer(wanted)
        yield from self.shoot("trouble" if self.nav.eye.trouble else "photograph")

    def _answer(self, wanted: Draw) -> Steps:
        """What is on the board is the truth."""
        yield from self.shoot("question")
        line = next(line for line in self.presenter.view().scene.lines if line.tone == "doubt")
        yield from self.tap("answer.yes" if (line.a, line.b) in wanted.lines else "answer.no")

    def _draw(self, wanted: Draw) -> Steps:
        """Bring what is on the screen to what is wanted: line by line, then stars without a line."""
        if self._round() == 2 and not self.hurried:
            yield from self._slip(wanted)
        lines = {edge(*line) for line in wanted.lines}
        for a, b in sorted(lines ^ set(self.presenter.draft.lines)):
            yield from self._join(a, b)
        for star in wanted.stars:
            if star not in self.presenter.draft.stars and not any(star in line for line in lines):
                yield from self.touch(self._star(star))
                yield from self.touch(self._star(star))

    def _slip(self, wanted: Draw) -> Steps:
        """A line too many, seen in red and taken away by a tap on it."""
        stars = sorted({s for line in wanted.lines for s in line})
        live = {s.id for s in self.disc.scene.sky.stars if s.live} if self.disc.scene else set()
        wrong = next(((a, b) for a in stars[:1] for b in reversed(stars) if edge(a, b) not in wanted.lines), None)
        if wrong is None or not live.issuperset(wrong) or "mistake" in self.seen:
            return
        yield from self._join(*wrong)
        yield from self.shoot("mistake")
        if set(self.presenter.draft.lines) - {edge(*line) for line in wanted.lines}:
            yield from self.tap("done")
            if self.presenter.draft.accepting:
                yield from self.shoot("accept")
                yield from self.tap("no")

    def _join(self, a: int, b: int) -> Steps:
        if self.presenter.draft.chosen is not None:
            yield from self.touch(self._star(self.presenter.draft.chosen))
        yield from self.touch(self._star(a), self._star(b))

    def _star(self, star: int) -> tuple[float, float]:
        return self.disc.star_place(star)

    def _finish(self, seat: int, number: int, wanted: Draw) -> Steps:
        yield from self.tap("done")
        while self.nav.screen == "question":
            yield from self._answer(wanted)
        if self.nav.screen == "draw" and self.presenter.seat == seat and not self.presenter.draft.accepting:
            yield from self.tap("done")
        if self.nav.screen == "draw" and self.presenter.draft.accepting:
            yield from self.tap("yes")
        if number == 2 and seat == 0 and not self.hurried:
            yield from self.tap("undo")
            yield from self.tap("redo")

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
            if self._round() == 3:
                yield from self._correct()
        yield from self.tap("next")

    def _correct(self) -> Steps:
        """A line of this round goes, as if it had been misread, and comes back."""
        drawing = self.presenter.drawing
        if drawing is None or not drawing.lines:
            return
        a, b = drawing.lines[-1]
        yield from self.touch(self.disc.edge_place(a, b))
        if self.presenter.view().pending is None:
            return
        yield from self.shoot("correct")
        yield from self.tap("yes")
        yield from self.shoot("corrected")
        yield from self.touch(self._star(a), self._star(b))
        if self.presenter.view().pending is not None:
            yield from self.tap("yes")

    def _on_marker(self) -> Steps:
        yield from self.tap("next")

    def _look_back(self) -> Steps:
        yield from self.shoot("final")
        yield from self.tap(f"cell.0.round.{self.rng.randint(1, 6)}")
        yield from self.shoot("why")
        yield from self.tap("row.axis")
        yield from self.shoot("axis")
        yield from self.tap("back")
