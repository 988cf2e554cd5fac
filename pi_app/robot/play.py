"""Does the robot's commands on the real screens, frame by frame, and answers each with a line."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from kivy.clock import Clock as FrameClock
from kivy.core.window import Window

from engines.errors import BadInput
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.now import guide
from pi_app.presenters.place import Place
from pi_app.presenters.setup import new_header
from pi_app.robot.commands import (
    AnyCommand,
    Drag,
    New,
    NewGame,
    Set,
    Settings,
    Shot,
    State,
    Tap,
    Tree,
    Wait,
    WaitFor,
    Where,
    bad_line,
    decode,
)
from pi_app.ui.app import resize, screenshot
from pi_app.ui.finger import Finger, Point
from pi_app.ui.outline import Held, find, held_at, outline, shown
from pi_app.ui.shell import SWALLOWED, Shell
from pi_app.ui.widgets.fitted import Count

PATIENCE_S: Final = 10.0
"""What is waited for longer does not come."""
CHUNK: Final = 65536
Clock: TypeAlias = Callable[[], float]
Answer: TypeAlias = dict[str, Any]
Doing: TypeAlias = Generator[None, None, Answer]


class App(Protocol):
    """What the robot needs of the app."""

    nav: Navigator
    root: Any

    def stop(self) -> None:
        """End it."""


class Lines:
    """Lines of a file or a pipe, read without waiting."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self._over = False

    def next(self) -> bytes | None:
        """The next line, of one without an end its beginning; None: none has come yet. Raises EOFError at the end."""
        while b"\n" not in self._rest and not self._over and len(self._rest) < CHUNK:
            if not select.select([self._descriptor], [], [], 0)[0]:
                return None
            chunk = os.read(self._descriptor, CHUNK)
            self._rest, self._over = self._rest + chunk, not chunk
        line, end, self._rest = self._rest.partition(b"\n")
        if not end and not line:
            raise EOFError
        return line


class Robot:
    """Takes lines one after the other. `answer` is given one JSON object a command; the app is stopped at the end.

    `seed`: settles digital games that name none. `error`: what ended it, if anything did.
    """

    def __init__(
        self,
        app: App,
        lines: Callable[[], bytes | None],
        answer: Callable[[bytes], object],
        shots: Path,
        *,
        seed: int = 1,
        clock: Clock = monotonic,
    ) -> None:
        self.finger = Finger(app.root)
        self.error: BaseException | None = None
        self._app, self._nav, self._shots, self._seed, self._clock = app, app.nav, shots, seed, clock
        self._lines, self._answer = lines, answer
        self._guided: bool | None = None
        self._steps = self._play()
        self._event = FrameClock.schedule_interval(self._step, 0)

    @property
    def _shell(self) -> Shell:
        shell: Shell = self._app.root
        return shell

    def _step(self, _dt: float) -> None:
        try:
            next(self._steps)
        except StopIteration:
            self._end()
        except Exception as error:
            self.error = error
            self._end()

    def _end(self) -> None:
        self._event.cancel()
        self.finger.lift()
        self._app.stop()

    def _play(self) -> Iterator[None]:
        number = 0
        yield
        while True:
            try:
                line = self._lines()
            except EOFError:
                return
            if line is None:
                yield
                continue
            number += 1
            if line.strip():
                command = decode(line, number)
                try:
                    told = yield from self.do(command)
                except BadInput as error:
                    raise bad_line(number, str(error)) from None
                self._answer(msgspec.json.encode(told) + b"\n")

    def do(self, command: AnyCommand) -> Doing:
        """Do a command frame by frame; returns its answer."""
        match command:
            case Tap():
                return (yield from self._tap(command))
            case Drag(drag=way, ms=ms):
                return (yield from self._drag(way, ms / 1000))
            case Wait(wait="idle"):
                return (yield from self._until(lambda: self.idle))
            case Wait(wait=what):
                return (yield from self._until(lambda: self._nav.screen == what.removeprefix("screen:")))
            case WaitFor(wait_ms=ms):
                yield from self._pass(ms / 1000)
            case Tree():
                yield from self._rest()
                return msgspec.to_builtins(outline(self._shell))  # type: ignore[no-any-return]
            case State():
                return self._state()
            case Set(settings=settings):
                self._set(settings)
                yield from self._rest()
            case New(new=new):
                self._begin(new)
                yield from self._rest()
            case Shot(shot=name):
                yield from self._rest()
                path = self._shots / f"{name}.png"
                return {"ok": screenshot(path), "path": str(path)}
        return {"ok": True}

    # Waiting -----------------------------------------------------------------------------------------------------

    def _pass(self, seconds: float) -> Iterator[None]:
        until = self._clock() + seconds
        while self._clock() < until:
            yield

    def _rest(self) -> Iterator[None]:
        """Let layouts come to rest."""
        while self._shell.moving:
            yield

    def _until(self, ready: Callable[[], bool]) -> Doing:
        limit = self._clock() + PATIENCE_S
        yield  # what a touch has begun shows in the next frame
        while not (ready() and not self._shell.moving):
            if self._clock() > limit:
                return {"ok": False, "screen": self._nav.screen}
            self._shell.screen.tick()  # a reading that has come is taken up before anybody is told that it is over
            yield
        return {"ok": True, "screen": self._nav.screen}

    @property
    def idle(self) -> bool:
        """Whether no layout, photograph, check, look for updates, bot or count is under way; all takes touches."""
        shell, nav = self._shell, self._nav
        counts = (w for w in shown(shell.screen) if isinstance(w, Count))
        return (
            nav.camera.busy is None
            and not shell.waits_for_a_bot
            and not shell.screen.view.busy
            and shell.arrivals.resting
            and all(count.reached == count.number for count in counts)
        )

    # Touching ----------------------------------------------------------------------------------------------------

    def _at(self, where: Where) -> Generator[None, None, Point | None]:
        """The place in the window, y up; None: there is nothing of that id. A list slides to it where it must."""
        if not isinstance(where, str):
            return where[0], Window.height - 1 - where[1]
        yield from self._rest()
        found = find(self._shell, where)
        if found is not None and found.away and self.finger.bring(found.widget):
            yield
            found = find(self._shell, where)
        return None if found is None else found.at

    def _tap(self, tap: Tap) -> Doing:
        first = yield from self._at(tap.tap)
        second = None if tap.second is None else (yield from self._at(tap.second))
        if first is None or (tap.second is not None and second is None):
            return _missing(tap.tap if first is None else tap.second)
        hits = []
        for number in range(tap.times):
            begun = self._clock()
            hits.append((yield from self._touch([first] if second is None else [first, second], tap)))
            if number + 1 < tap.times:
                yield from self._pass(begun + tap.every_ms / 1000 - self._clock())
        return {"ok": True, "hit": hits[0], **({"hits": hits} if tap.times > 1 else {})}

    def _touch(self, places: list[Point], tap: Tap) -> Generator[None, None, str | None]:
        """Fingers come down together and lift together; returns what the first one hit."""
        meant = held_at(self._shell, places[0])
        touches = [self.finger.down(at) for at in places]
        yield from self._pass(tap.hold_ms / 1000)
        yield
        for touch in touches:
            self.finger.up(touch)
        return None if meant is None or touches[0].ud.get(SWALLOWED) else _called(meant, tap.tap)

    def _drag(self, way: tuple[Where, ...], seconds: float) -> Doing:
        places = []
        for where in way:
            at = yield from self._at(where)
            if at is None:
                return _missing(where)
            places.append(at)
        meant = held_at(self._shell, places[0])
        touch, begun = self.finger.down(places[0]), self._clock()
        done = 0.0
        while done < 1:
            yield
            done = min(1.0, (self._clock() - begun) / seconds) if seconds else 1.0
            self.finger.move(touch, _on(places, done))
        self.finger.up(touch)
        hit = None if meant is None or touch.ud.get(SWALLOWED) else _called(meant, way[0])
        return {"ok": True, "hit": hit}

    # The game and the settings -----------------------------------------------------------------------------------

    def _state(self) -> Answer:
        table = self._nav.table
        return {
            "game": None if table is None else table.header.game,
            "lines": 0 if table is None else table.length,
            "touches": self.finger.touches,
            "sheet": None if table is None else msgspec.to_builtins(table.sheet),
        }

    def _set(self, settings: Settings) -> None:
        for name, value in settings.chosen().items():
            self._nav.choose_preference(f"{name}={value}")
        if (size := settings.pixels()) is not None and size != tuple(Window.size):
            resize(self._shell, size)
        if settings.guide is not None:
            self._nav.guides, self._guided = True, settings.guide
            self._lead()

    def _lead(self) -> None:
        """Have the guide lead, or not, as was told; through a game that begins later, too."""
        if self._guided is not None and self._nav.table is not None:
            guide(self._nav, on=self._guided)

    def _begin(self, new: NewGame) -> None:
        """Raises BadInput for options that the game has not."""
        place = Place(new=new.game, way=new.way, names=new.players)
        header = new_header(place)
        seed = None if header.seed is None else self._seed if new.seed is None else new.seed
        header = msgspec.structs.replace(header, options={**header.options, **new.options}, seed=seed)
        bots = {seat: new.bots[name] for seat, name in enumerate(new.players) if name in new.bots}
        self._nav.home()
        self._nav.begin(header, bots)
        self._lead()


def _missing(where: Where | None) -> Answer:
    return {"ok": False, "hit": None, "why": f"nothing here is called {where!r}"}


def _called(held: Held, asked: Where) -> str:
    """What was hit, by the name it was asked for where that is one of its own."""
    own = {held.id} if held.spot is not None else {held.id, held.widget.key}
    return asked if isinstance(asked, str) and asked in own else held.id


def _on(way: list[Point], share: float) -> Point:
    """The point on a way of straight pieces that take equally long."""
    piece = min(int(share * (len(way) - 1)), len(way) - 2)
    (ax, ay), (bx, by), part = way[piece], way[piece + 1], share * (len(way) - 1) - piece
    return ax + (bx - ax) * part, ay + (by - ay) * part
