"""What the screens know of the mother ship's shaker: what it told last, and whether the ship seems fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engines.errors import Finding
from engines.record import ActionLine, Record
from hardware.fairness import Fairness, Verdict
from hardware.shaker import NO_SENSOR, ScreenShaker, Shake, Shaker

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

REMEMBERED_GAMES: Final = 40
"""Past games of this table that count for the fairness of its ship."""


class ShakerSession:
    """Listens to the shaker, for the step of the game that waits for it; what it told before that step is old."""

    def __init__(self, shaker: Shaker | None = None) -> None:
        self.shaker: Shaker = shaker or ScreenShaker(NO_SENSOR)
        self._step: int | None = None
        self._heard: Shake | None = None
        self._again = False
        self._tests: dict[tuple[str, ...], Fairness] = {}

    @property
    def status(self) -> Finding:
        """`READY`, or why a finger must name the balls."""
        return self.shaker.status

    def listen(self, step: int) -> bool:
        """Take in what the shaker told; whether that is anything new for this step (the record's length)."""
        told = self.shaker.shakes()
        if step != self._step:
            self._step, self._heard, self._again = step, None, False
            told = [shake for shake in told[-1:] if shake.what == "shaking"]
        for shake in told:
            self._take(shake)
        return bool(told)

    def _take(self, shake: Shake) -> None:
        self._again = self._again or shake.again
        self._heard = replace(shake, again=self._again)

    def heard_since(self, step: int) -> Shake | None:
        """What the shaker told last in this step."""
        return self._heard if step == self._step else None

    # Fairness --------------------------------------------------------------------------------------------------

    def verdict(self, nav: Navigator, balls: Sequence[str]) -> Verdict:
        """What is to be said of the ship with this ball set, by this table's shakes."""
        return self._test(nav, balls).verdict()

    def count(self, nav: Navigator, balls: Sequence[str], shown: Sequence[str | None]) -> Verdict:
        """One more shake that the shaker read; balls that cannot lie there together count for the slots only."""
        test = self._test(nav, balls)
        try:
            return test.add(shown)
        except ValueError:
            return test.verdict()

    def _test(self, nav: Navigator, balls: Sequence[str]) -> Fairness:
        key = tuple(sorted(balls))
        if key not in self._tests:
            test = self._tests[key] = Fairness(key)
            for shown in _past_shakes(nav):
                try:
                    test.add(shown)
                except ValueError:
                    continue
        return self._tests[key]


def _past_shakes(nav: Navigator) -> list[tuple[str | None, ...]]:
    """What the shaker saw in this table's games, oldest first."""
    games = [game.id for game in nav.journal.games()[:REMEMBERED_GAMES]][::-1]
    return [seen for game in games for seen in _seen(nav.journal.record(game))]


def _seen(record: Record) -> list[tuple[str | None, ...]]:
    lines = (line for line in record.lines if isinstance(line, ActionLine) and line.source == "shaker")
    told: list[dict[str, Any]] = [line.told for line in lines if isinstance(line.told, dict)]
    return [tuple(it["shaker"]["seen"]) for it in told if isinstance(it.get("shaker"), dict) and "seen" in it["shaker"]]
