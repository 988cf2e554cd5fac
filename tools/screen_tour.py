"""Plays a game by itself and pictures every screen it meets, in every language and look asked for.

Runs in a process of its own (`python -m tools.screen_tour`, an `Order` as JSON on stdin): a process has one
window, of one size. Whatever an autoplay driver photographs is pictured here, so a new screen comes in by itself; what
no game comes by is led to by `tools.common_screens`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from pi_app.presenters.preferences import Preferences

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay
    from pi_app.presenters.navigator import Navigator
    from pi_app.ui.app import PlanisphereApp

LOOKS: Final = {
    "night": Preferences(reduced_motion=True, sound=False),
    "day": Preferences(theme="day", reduced_motion=True, sound=False),
    "small": Preferences(text="small", reduced_motion=True, sound=False),
    "large": Preferences(text="large", reduced_motion=True, sound=False),
    "largest": Preferences(text="largest", reduced_motion=True, sound=False),
    "left-handed": Preferences(left_handed=True, reduced_motion=True, sound=False),
}
COMMON: Final = "common"
"""Not a game: the screens that belong to none, or that no game played by itself comes by."""
MAX_GAME_S: Final = 3600.0


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to picture: one game (or `COMMON`) at one size; pictures go to `out/LOOK/LANGUAGE/GAME-NN-NAME.png`."""

    game: str
    size: tuple[int, int]
    inches: float | None = None
    """How large the panel is that the window fills, as in `[screen]`; None: nobody says."""
    looks: tuple[str, ...]
    languages: tuple[str, ...]
    players: int
    seed: int
    way: Literal["table", "screen"]
    bots: int
    """How many of the players are bots, on the screen."""
    out: str
    state: str
    """Where the journal of this run is kept."""


def tour(order: Order) -> int:
    """Play and picture; returns how many pictures were written. Raises what stopped the game."""
    from pi_app.ui import environment

    environment.prepare(order.size, max_fps=0)
    return _tour_of_common(order) if order.game == COMMON else _tour_of_game(order)


def _tour_of_game(order: Order) -> int:
    from hardware.config import CameraConfig
    from pi_app.autoplay import driver
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.settings import Settings
    from pi_app.ui.app import PlanisphereApp

    runs: list[Any] = []
    shown = _showing(driver(order.game), order)

    def start(app: PlanisphereApp) -> None:
        how: dict[str, Any] = {"seconds": MAX_GAME_S, "players": order.players, "seed": order.seed}
        how |= {"digital": order.way == "screen", "bots": order.bots}
        runs.append(shown(app, shots=Path(order.out), table=kiosk.table, **how))

    settings = Settings(camera=CameraConfig(kind="none"), preferences=LOOKS[order.looks[0]])
    with Kiosk(Path(order.state), settings, simulate=order.way == "table", seed=order.seed) as kiosk:
        kiosk.nav.prefer(LOOKS[order.looks[0]])
        kiosk.nav.preferred = order.game
        PlanisphereApp(kiosk.nav, kiosk.devices.buttons, started=start, inches=order.inches).run()
    if runs[0].error is not None:
        raise runs[0].error
    return int(runs[0].written)


def _tour_of_common(order: Order) -> int:
    """Language by language, each at a table of its own: what was told in one language stays in it."""
    from pi_app import i18n
    from pi_app.presenters.navigator import Navigator
    from pi_app.table.journal import Journal
    from pi_app.ui.shell import Shell
    from tools.common_screens import stops

    state = Path(order.state)
    state.mkdir(parents=True, exist_ok=True)

    def table(app: PlanisphereApp, language: str) -> Iterator[int]:
        with Journal(state / f"{language}.sqlite3") as journal:
            i18n.set_language(language)
            nav = Navigator(journal, preferences=LOOKS[order.looks[0]])
            app.root_window.remove_widget(app.root)
            app.nav, app.root = nav, Shell(nav)
            app.root_window.add_widget(app.root)
            folder = state / language
            for number, name in enumerate(stops(nav, folder, lambda: app.root.screen.presenter), 1):
                yield from _pictures(nav, order, (language,), f"{COMMON}-{number:02d}-{name}.png")

    written = list[int]()

    def pictures(app: PlanisphereApp) -> Iterator[None]:
        for language in order.languages:
            for count in table(app, language):
                written.append(count)
                yield

    with Journal(state / "none.sqlite3") as journal:
        _run_by_frames(Navigator(journal), pictures, order.inches)
    return sum(written)


def _run_by_frames(
    nav: Navigator, work: Callable[[PlanisphereApp], Iterator[None]], inches: float | None = None
) -> None:
    """Run an app that does this work, a piece a frame, and ends with it. Raises what the work raises."""
    from kivy.clock import Clock

    from pi_app.ui.app import PlanisphereApp

    failed = list[Exception]()

    def start(app: PlanisphereApp) -> None:
        pieces = work(app)

        def step(_dt: float) -> None:
            try:
                next(pieces)
            except StopIteration:
                app.stop()
            except Exception as error:
                failed.append(error)
                app.stop()

        Clock.schedule_interval(step, 0)

    PlanisphereApp(nav, started=start, inches=inches).run()
    if failed:
        raise failed[0]


def _pictures(nav: Navigator, order: Order, languages: tuple[str, ...], file: str) -> Iterator[int]:
    """All pictures of the present screen; yields between frames how many have been written since."""
    from pi_app import i18n
    from pi_app.ui.app import screenshot

    def dress(look: str, language: str) -> None:
        i18n.set_language(language)
        nav.preferences = LOOKS[look]
        nav.changed()

    spoken = i18n.language()
    for look in order.looks:
        for language in languages:
            dress(look, language)
            yield 0
            yield 0
            yield int(screenshot(Path(order.out) / look / language / file))
    dress(order.looks[0], spoken)
    yield 0


def _showing(kind: type[Autoplay], order: Order) -> type[Any]:
    """A driver that pictures what it would photograph once in every language and look."""

    class Showing(kind):  # type: ignore[misc,valid-type]
        """Stops at every screen that is new."""

        def shoot(self, name: str) -> Iterator[None]:
            """All pictures of a screen."""
            if name in self.seen:
                return
            begun = monotonic()
            self.seen[name] = len(self.seen) + 1
            file = f"{order.game}-{order.way}-{self.seen[name]:02d}-{name}.png"
            for written in _pictures(self.nav, order, order.languages, file):
                self.written += written
                yield
            self.begun += monotonic() - begun

    return Showing


if __name__ == "__main__":
    print(tour(msgspec.json.decode(sys.stdin.buffer.read(), type=Order)))
