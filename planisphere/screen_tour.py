"""Plays a game by itself and pictures every screen it meets, in every language and look asked for.

Runs in a process of its own (`python -m planisphere.screen_tour`, an `Order` as JSON on stdin): a process has one
window, of one size. Whatever an autoplay driver photographs is pictured here, so a new screen comes in by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pi_app.presenters.preferences import Preferences

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay

LOOKS: Final = {
    "night": Preferences(reduced_motion=True, sound=False),
    "day": Preferences(theme="day", reduced_motion=True, sound=False),
    "large": Preferences(large_text=True, reduced_motion=True, sound=False),
    "left-handed": Preferences(left_handed=True, reduced_motion=True, sound=False),
}
LONGEST_S: Final = 1200.0


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to picture: one game at one size; pictures go to `out/LOOK/LANGUAGE/GAME-NN-NAME.png`."""

    game: str
    size: tuple[int, int]
    looks: tuple[str, ...]
    languages: tuple[str, ...]
    players: int
    seed: int
    out: str
    state: str
    """Where the journal of this run is kept."""


def tour(order: Order) -> int:
    """Play and picture; returns how many pictures were written. Raises what stopped the game."""
    from pi_app.ui import environment

    environment.prepare(order.size, max_fps=0)
    from hardware.config import CameraConfig
    from pi_app.autoplay import driver
    from pi_app.kiosk import Kiosk
    from pi_app.settings import Settings
    from pi_app.ui.app import PlanisphereApp

    runs: list[Any] = []
    shown = _showing(driver(order.game), order)

    def start(app: PlanisphereApp) -> None:
        how: dict[str, Any] = {"seconds": LONGEST_S, "players": order.players, "seed": order.seed}
        runs.append(shown(app, shots=Path(order.out), table=kiosk.table, digital=kiosk.table is None, **how))

    settings = Settings(camera=CameraConfig(kind="none"), preferences=LOOKS[order.looks[0]])
    simulate = order.game == "star_explorer"
    with Kiosk(Path(order.state), settings, simulate=simulate, seed=order.seed) as kiosk:
        kiosk.nav.prefer(LOOKS[order.looks[0]])
        kiosk.nav.preferred = order.game
        PlanisphereApp(kiosk.nav, kiosk.devices.buttons, started=start).run()
    if runs[0].error is not None:
        raise runs[0].error
    return int(runs[0].written)


def _showing(kind: type[Autoplay], order: Order) -> type[Any]:
    """A driver that pictures what it would photograph once in every language and look."""
    from pi_app import i18n
    from pi_app.ui.app import screenshot

    class Showing(kind):  # type: ignore[misc,valid-type]
        """Stops at every screen that is new."""

        def shoot(self, name: str) -> Iterator[None]:
            """All pictures of a screen."""
            if name in self.seen:
                return
            begun = monotonic()
            self.seen[name] = len(self.seen) + 1
            file = f"{order.game}-{self.seen[name]:02d}-{name}.png"
            for look in order.looks:
                for language in order.languages if look in ("night", "day") else order.languages[:1]:
                    self._dress(look, language)
                    yield
                    yield
                    self.written += screenshot(Path(order.out) / look / language / file)
            self._dress(order.looks[0], "en")
            yield
            self.begun += monotonic() - begun

        def _dress(self, look: str, language: str) -> None:
            i18n.set_language(language)
            self.nav.preferences = LOOKS[look]
            self.nav.changed()

    return Showing


if __name__ == "__main__":
    print(tour(msgspec.json.decode(sys.stdin.buffer.read(), type=Order)))
