"""Where the time between a finger and its picture goes: a stopwatch around the parts of the app, and its figures.

The parts exclude each other: what a presenter takes while a screen is built counts as the presenter's.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from planisphere.figure import Figure

if TYPE_CHECKING:
    from pi_app.ui.finger import Finger

PARTS: Final = ("handling", "disk", "presenter", "building", "filling", "layout", "drawing")
"""Handling: touch events, rules, record; disk: the commit to the journal; presenter: what a screen shall show;
building: a screen seen for the first time; filling: widgets told what to show; layout: places and texts before the
frame; drawing: the frame itself."""


class Touch(msgspec.Struct, frozen=True):
    """One touch: the screen that the finger came down on, seconds until its answer stood, and in which parts."""

    screen: str
    wall_s: float
    cpu_s: float
    parts: dict[str, float]


class Watch:
    """A stopwatch for the parts of the app, and what it told of each touch."""

    def __init__(self) -> None:
        self.touches: list[Touch] = []
        self.pauses: list[float] = []
        """Seconds of each collection of Python's between the touches; `within`: while a touch waited for its answer."""
        self.within: list[float] = []
        self._spent: dict[str, float] = {}
        self._within: list[str] = []
        self._since = 0.0
        self._paused = 0.0
        self._waiting = False
        self._read: tuple[Finger | None, int] = None, 0

    def enter(self, part: str) -> None:
        """From now on time goes into that part."""
        self._lap()
        self._within.append(part)

    def leave(self) -> None:
        """From now on it goes into the part around that one, if any."""
        self._lap()
        self._within.pop()

    def _lap(self) -> None:
        now = perf_counter()
        if self._within:
            self._spent[self._within[-1]] = self._spent.get(self._within[-1], 0.0) + now - self._since
        self._since = now

    def around(self, owner: Any, name: str, part: str) -> None:
        """Have every call of `owner.name` go into that part."""
        inner = getattr(owner, name)

        @wraps(inner)
        def timed(*args: Any, **kwargs: Any) -> Any:
            self.enter(part)
            try:
                return inner(*args, **kwargs)
            finally:
                self.leave()

        setattr(owner, name, timed)

    def begin(self) -> None:
        """A finger comes down: what was spent before is not the touch's."""
        self._spent.clear()
        self._waiting = True

    def draw(self) -> None:
        """A frame begins to be drawn."""
        if "drawing" not in self._within:
            self.enter("drawing")

    def drawn(self) -> None:
        """Note that a frame was drawn."""
        if "drawing" in self._within:
            self.leave()

    def collect(self, finger: Finger) -> None:
        """Put what the finger's last answers took beside where it went; what no part claims is layout."""
        read = self._read[1] if self._read[0] is finger else 0
        for answer in finger.answers[read:]:
            spent = dict(self._spent)
            spent["layout"] = max(0.0, answer.wall_s - sum(spent.values()))
            self.touches.append(Touch(answer.screen, answer.wall_s, answer.cpu_s, spent))
            self._waiting = False
        self._read = finger, len(finger.answers)

    def pause(self, phase: str, _about: dict[str, int]) -> None:
        """Python collects, or has collected (a callback of `gc`)."""
        if phase == "start":
            self._paused = perf_counter()
        else:
            (self.within if self._waiting else self.pauses).append(perf_counter() - self._paused)


def watch_app() -> Watch:
    """A stopwatch around the parts of the app; call it before its first screen is made."""
    from kivy.core.window import Window

    from pi_app.table.journal import Journal
    from pi_app.ui import shell
    from pi_app.ui.steps.screen import StepScreen

    watch = Watch()
    gc.callbacks.append(watch.pause)
    watch.around(Journal, "_flush", "disk")
    watch.around(StepScreen, "refresh", "filling")
    watch.around(StepScreen, "__init__", "building")
    _watch_presenters(watch, shell)
    _watch_finger(watch)
    Window.bind(on_draw=lambda *_: watch.draw())
    return watch


def _watch_presenters(watch: Watch, shell: Any) -> None:
    """Around the view of every class of presenters, as it is made for the first time."""
    make: Callable[..., Any] = vars(shell)["load"]
    known = set[type]()

    def made(*args: Any) -> Any:
        presenter = make(*args)
        if presenter not in known:
            known.add(presenter)
            watch.around(presenter, "view", "presenter")
        return presenter

    shell.load = made


def _watch_finger(watch: Watch) -> None:
    """Around every touch, from the finger to the frame that shows what it did."""
    from pi_app.ui.finger import Finger

    drag, shown = Finger.drag, Finger._shown

    def dragged(finger: Finger, start: Any, end: Any) -> None:
        finger._leave()
        watch.collect(finger)
        watch.begin()
        watch.enter("handling")
        drag(finger, start, end)
        watch.leave()

    @wraps(shown)  # Kivy finds a bound method by its name
    def drawn(finger: Finger, *args: Any) -> None:
        shown(finger, *args)
        watch.drawn()
        watch.collect(finger)

    for name, timed in (("drag", dragged), ("_shown", drawn)):
        setattr(Finger, name, timed)


def touch_figures(touches: list[Touch]) -> Iterator[Figure]:
    """All touches together; the mean of each part; each screen. Milliseconds."""
    wall, cpu = [t.wall_s for t in touches], [t.cpu_s for t in touches]
    yield Figure("app.touches", len(touches), "")
    yield Figure("app.touch_p95_ms", 1000 * share(wall, 0.95), "ms", note=_spread(wall))
    yield Figure("app.touch_cpu_p95_ms", 1000 * share(cpu, 0.95), "ms", note=_spread(cpu))
    for part in PARTS:
        spent = [t.parts.get(part, 0.0) for t in touches]
        yield Figure(f"app.touch.{part}_ms", 1000 * sum(spent) / len(spent), "ms", note=_spread(spent))
    for screen in sorted({t.screen for t in touches}):
        there = [t for t in touches if t.screen == screen]
        most = max(PARTS, key=lambda part: sum(t.parts.get(part, 0.0) for t in there))
        spread = _spread([t.cpu_s for t in there])
        yield Figure(
            f"app.touch.on.{screen}_p95_ms",
            1000 * share([t.wall_s for t in there], 0.95),
            "ms",
            note=f"n {len(there)}, most of it {most}; processor: {spread}",
        )


def pause_figures(pauses: list[float], within: list[float]) -> Iterator[Figure]:
    """Python's longest collection, between touches and within one. Milliseconds."""
    for name, found in (("between", pauses), ("within", within)):
        yield Figure(f"app.collector_{name}_worst_ms", 1000 * max(found, default=0.0), "ms", note=f"n {len(found)}")


def share(values: list[float], part: float) -> float:
    """The value below which that part of them lies (0 to 1); 0 of none."""
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


def _spread(values: list[float]) -> str:
    median, high, worst = (1000 * share(values, part) for part in (0.5, 0.95, 1.0))
    return f"median {median:.0f}, p95 {high:.0f}, worst {worst:.0f}"
