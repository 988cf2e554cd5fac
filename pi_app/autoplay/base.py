"""Plays whole games by itself through the real screens: the demo, the screenshots and the end-to-end test in one.

Everything is done by touching widgets; presenters are only looked at. What a game's own screens need is in the module
of that game: a subclass with a method `_on_SCREEN` for each; any other screen is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final
from unicodedata import normalize

from kivy.clock import Clock

from pi_app.games.app_game import app_of
from pi_app.i18n import LANGUAGES, language
from pi_app.steps.together import BoardTap, TogetherStep
from pi_app.steps.view import Grid
from pi_app.ui.app import PlanisphereApp, screenshot
from pi_app.ui.arrivals import DEAD_S
from pi_app.ui.finger import Finger

if TYPE_CHECKING:  # OpenCV comes with it: a game on the screen alone does without
    from hardware.simulated.tabletop import SimulatedTable

Steps = Iterator[None]
Place = Callable[[], tuple[float, float] | None]
"""Where something is seen now, in window pixels; None while it is not."""
NAMES: Final = ("Zoé", "Nicolás", "Łucja", "Håkon", "Ana", "Bo", "Émile", "Jörg")
PATIENCE_S: Final = 60.0
"""A reading or a button that takes longer is given up."""


class NothingToTouch(RuntimeError):
    """A button that should be there is not: a fault of the screens."""


class Autoplay:
    """One run: begins a game or continues the one in the journal, and ends it or stops after `seconds`."""

    GAME: ClassVar[str]
    mode: str = "light"
    """How much the screen keeps at a table, where the game asks for it."""

    def __init__(
        self,
        app: PlanisphereApp,
        *,
        seconds: float,
        players: int,
        seed: int,
        shots: Path,
        table: SimulatedTable | None = None,
        digital: bool = False,
        bots: int = 0,
    ) -> None:
        self.app = app
        self.nav = app.nav
        self.finger = Finger(app.root)
        self.seconds = seconds
        self.players = players
        self.rng = Random(seed)
        self.shots = shots
        self.table = table
        self.digital = digital
        self.bots = bots
        self.begun = monotonic()
        self._spoken = language()
        self._at_first: list[int] | None = None
        self.seen: dict[str, int] = {}
        self.first_score: int | None = None
        """How many touches it took from the beginning to the first points."""
        self.written = 0
        """Screenshots that the disk took."""
        self.error: BaseException | None = None
        self._waited = 0.0
        app.root.arrivals.clock = lambda: monotonic() + self._waited
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
        if language() != self._spoken:
            self.nav.speak(self._spoken)
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
        return self.elapsed > self.seconds * (0.15 + 0.6 * self.progress())

    def progress(self) -> float:
        """How much of the game is played, 0 to 1, as far as the game can tell."""
        return 1.0

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
        limit = self.elapsed + patience
        while not ready():
            if self.elapsed > limit:
                raise NothingToTouch(f"autoplay waited in vain for {what} on the screen {self.nav.screen!r}")
            banner = None if self.nav.journal.saving else self.finger.place("banner")
            if banner is not None:  # it lies over titles and Redo until it has been read
                yield from self.touch(banner)
            yield

    def tap(self, key: str) -> Steps:
        """Touch what does this: a button, or something on a drawn board."""
        yield from self.press(lambda: self._place(key), what=repr(key))

    def draw(self, start: str, end: str) -> Steps:
        """Draw a finger from one thing to another."""
        yield from self.press(lambda: self._place(start), lambda: self._place(end), f"{start} and {end}")

    def _place(self, key: str) -> tuple[float, float] | None:
        """Where that is seen; None where there is no such thing, or where a list must slide first."""
        widget = self.finger.find(key)
        return None if widget is not None and self.finger.bring(widget) else self.finger.place(key)

    def press(self, start: Place, end: Place | None = None, what: str = "a place that stands still") -> Steps:
        """Touch a place, or drag from one to another, once it has stood still for a frame: layouts come to rest."""
        seen: list[tuple[tuple[float, float] | None, tuple[float, float] | None]] = []

        def still() -> bool:
            seen.append((start(), end() if end is not None else None))
            return seen[-1][0] is not None and seen[-1] == (seen[-2] if len(seen) > 1 else None)

        yield from self.until(still, what)
        first, last = seen[-1]
        assert first is not None, "it stands still"
        yield from self.touch(first, last)

    def touch(self, start: tuple[float, float], end: tuple[float, float] | None = None) -> Steps:
        """Tap a place, or drag to another, once the screen takes touches: the screen's clock is put forward for it."""
        self.app.root.arrivals.look()
        self._waited += DEAD_S
        self.finger.drag(start, end or start)
        yield

    def _give_up(self) -> Steps:
        """Give up a turn, and say that it is meant."""
        yield from self.tap("give_up")
        yield from self.shoot("give-up")
        yield from self.tap("yes")

    def photograph(self, key: str = "photograph", shot: str = "reading", patience: float = 2 * PATIENCE_S) -> Steps:
        """Have the camera look by that button, and wait until what it sees is read."""
        yield from self.tap(key)
        if shot:
            yield from self.shoot(shot)
        yield from self.until(lambda: self.nav.camera.busy is None, "the reading", patience)
        yield

    def undo_redo(self) -> Steps:
        """Take a step back, and bring it back."""
        yield from self.tap("undo")
        yield from self.tap("redo")

    def hands_free(self) -> bool:
        """Whether the camera reads all boards at once now."""
        return False

    def read_all(self) -> Steps:
        """Have the camera read all boards at once, in good light."""
        if self.table is not None:
            for seat in range(len(self.nav.open_table.players)):
                self.table.calm(seat)
        yield from self.tap("together.yes")

    def _on_together(self) -> Steps:
        """Wait for the boards, say whose they are, accept what is clear; what is not is done alone."""
        if not self.hands_free():
            yield from self.tap("together.no")
            return
        up = self.nav.screen
        yield from self.until(lambda: self.nav.screen != up or self._next_together(), "the boards", 2 * PATIENCE_S)
        if self.nav.screen != up:  # the camera is gone: each board has its own screen
            return
        yield from self.shoot("together")
        yield from self.press(lambda: self._place(self._next_together()), what="what the boards ask for")
        if getattr(self.presenter.view(), "pending", None) is not None:
            yield from self.shoot("together-passes")
            yield from self.tap("yes")

    def _next_together(self) -> str:
        """What is to be touched where all boards are read at once; nothing until they are read."""
        step = self.presenter
        if not isinstance(step, TogetherStep) or step.seen.phase != "offered" or not step.seen.boards:
            return ""
        stage = step.view().stage
        offered = stage.taps if isinstance(stage, Grid) else ()
        taps = [tap for tap in offered if isinstance(tap, BoardTap) and tap.on]
        if not taps:
            return ""
        return "done" if any(tap.tone == "good" for tap in taps) else str(taps[0].does.key)

    # A game ----------------------------------------------------------------------------------------------------

    def _play(self) -> Steps:
        yield
        yield from self._begin()
        while self.nav.screen != "final":
            if self.nav.place.page is None and self.nav.bot_to_move is not None:
                yield
                continue
            self._count_touches()
            screen = self.nav.screen
            yield from self.shoot(screen)
            yield from getattr(self, f"_on_{screen}", self._on_page)()
        yield from self._look_back()

    def _count_touches(self) -> None:
        table = self.nav.table
        if self.first_score is None and table is not None:
            totals = [player.total for player in table.sheet.players]
            self._at_first = self._at_first or totals
            self.first_score = self.finger.touches if totals != self._at_first else None

    def _begin(self) -> Steps:
        """A new game, unless one is under way."""
        while self.nav.table is not None and self.nav.table.over:
            yield from self.tap("back" if self.nav.place.page else "home")

    def _on_start(self) -> Steps:
        yield from self.tap("resume" if self.finger.find("resume") else "new_game")

    def _on_games(self) -> Steps:
        if self.nav.place.new != self.GAME:
            yield from self.tap(f"game.{self.GAME}")
        yield from self.shoot("game-chosen")
        yield from self.tap("way.screen" if self.digital else "way.table")

    def _on_page(self) -> Steps:
        """A page left open by an earlier run: close it."""
        yield from self.tap("back")

    def _on_players(self) -> Steps:
        if self.nav.place.new != self.GAME or self.nav.place.digital != self.digital:
            yield from self.tap("back")
            return
        chip = f"settle.mode.{self.mode}"
        if not self.digital and self.nav.place.settled.get("mode", "light") != self.mode and self.finger.find(chip):
            yield from self.tap(chip)
        for name in NAMES[: self.players - self.bots]:
            if name in self.nav.place.names:
                continue
            if self.finger.find(f"name.{name}"):
                yield from self.tap(f"name.{name}")
            elif not self.nav.place.names:
                yield from self._write(name)
            else:
                yield from self.tap(f"name.{self.presenter.known[-1]}")
        while len(self.nav.place.bots) < self.bots:
            yield from self.tap(f"bot.{self.rng.choice(app_of(self.GAME).bots())}")
        yield from self.shoot("seated")
        yield from self.tap("start")

    def _write(self, name: str) -> Steps:
        if self.nav.place.typed is None:
            yield from self.tap("write")
        while self.nav.place.typed:
            yield from self.tap("key.<")
        for letter in name:
            plain = normalize("NFD", letter)[0]
            keys = (f"key.{it}" for it in (letter, letter.lower(), plain, plain.lower(), "O", "o"))
            yield from self.tap(next(key for key in keys if self.finger.find(key)))
        yield from self.shoot("keyboard")
        yield from self.tap("done")

    def look_at_menu(self) -> Steps:
        """The menu's pages, and every language."""
        yield from self.tap("menu")
        yield from self.shoot("menu")
        for page in ("help", "scores", "history"):
            yield from self.tap(f"page.{page}")
            yield from self.shoot(page)
            yield from self.tap("back")
        yield from self.tap("page.settings")
        spoken = language()
        for other in [*sorted(set(LANGUAGES) - {spoken}), spoken]:
            yield from self.tap(f"prefer.language={other}")
            yield from self.shoot(f"settings-{other}")
        yield from self.tap("back")
        yield from self.tap("back")

    def _look_back(self) -> Steps:
        yield from self.shoot("final")
        yield from self.explain()

    def explain(self) -> Steps:
        """Look at some of the reasons for the final score: the game's own."""
        yield from ()
