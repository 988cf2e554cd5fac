"""Tells a shake of the mother ship, waits until the balls lie still, and names them, or says it is not sure."""

from typing import Any

from . import colour

MIN_MOTION_MG = 220
"""The smallest change of acceleration (thousandths of g) by which the ship counts as moving."""
STILL_MS = 600
"""The ship stands still this long before the balls are looked at."""
SAMPLE_INTERVAL_MS = 60
TOLERANCE = 60
"""Two readings that differ by less are the same."""
STABLE_READINGS = 3
"""Equal readings in a row that settle a ball: two can be equal by chance while balls roll past."""
GIVE_UP_MS = 4000
"""After standing still for so long without `STABLE_READINGS` equal readings the answer is: unsure."""
MIN_SHAKE_MS = 120
"""A knock shorter than this is no shake."""

IDLE = 0
MOVING = 1
SETTLING = 2


class Shaker:
    """Follows motion and colours; `step` says what happened."""

    def __init__(self, references: "list[dict[str, list[int]]]", white: list[int], still_ms: int = STILL_MS) -> None:
        self.references = references
        self.white = white
        self.still_ms = still_ms
        self.shakes = 0
        self.state = IDLE
        self._last: tuple[int, int, int] | None = None
        self._began = 0
        self._moved = 0
        self._told = False
        self._again = False
        self._sampled = 0
        self._before: list[list[int] | None] | None = None
        self._alike = 0

    def step(self, now: int, motion: "tuple[int, int, int] | None", look: Any) -> "dict[str, Any] | None":
        """Go on to `now` (ms). `look()` gives each slot's raw colours. Returns an event's fields, or None."""
        if motion is not None and self._moving(motion):
            return self._shaken(now)
        if self.state == MOVING and now - self._moved >= self.still_ms:
            if not (self._told or self._again):
                self.state = IDLE
                return None
            self.state = SETTLING
            self._before = None
            self._alike = 1
            self._sampled = now - SAMPLE_INTERVAL_MS
        if self.state == SETTLING and now - self._sampled >= SAMPLE_INTERVAL_MS:
            self._sampled = now
            return self._sample(now, look())
        return None

    def _moving(self, motion: "tuple[int, int, int]") -> bool:
        last, self._last = self._last, motion
        if last is None:
            return False
        return abs(motion[0] - last[0]) + abs(motion[1] - last[1]) + abs(motion[2] - last[2]) > MIN_MOTION_MG

    def _shaken(self, now: int) -> "dict[str, Any] | None":
        """Told once it has lasted too long for a knock; `again` where the last shake's balls were not read yet."""
        self._moved = now
        if self.state != MOVING:
            self._again = self.state == SETTLING
            self.state = MOVING
            self._began = now
            self._told = False
        if self._told or now - self._began < MIN_SHAKE_MS:
            return None
        self._told = True
        if not self._again:
            self.shakes += 1
        return {"type": "shaking", "shake": self.shakes, "again": self._again}

    def _sample(self, now: int, raw: list[Any]) -> "dict[str, Any] | None":
        seen = [None if counts is None else colour.features(counts, self.white[k]) for k, counts in enumerate(raw)]
        before, self._before = self._before, seen
        self._alike = self._alike + 1 if before is not None and self._same(before, seen) else 1
        if self._alike >= STABLE_READINGS:
            self.state = IDLE
            return self._balls(seen, True)
        if now - self._moved >= self.still_ms + GIVE_UP_MS:
            self.state = IDLE
            return self._balls(seen, False)
        return None

    def _same(self, before: list[Any], seen: list[Any]) -> bool:
        for one, other in zip(before, seen):  # noqa: B905 (MicroPython's zip has no strict)
            if one is None or other is None or colour.distance(one, other) > TOLERANCE:
                return False
        return True

    def _balls(self, seen: list[Any], settled: bool) -> dict[str, Any]:
        found = [(None, 0) if s is None else colour.classify(s, self.references[k]) for k, s in enumerate(seen)]
        balls = [None if name == "none" else name for name, _ in found]
        missing = [name == "none" for name, _ in found]
        return {
            "type": "balls",
            "shake": self.shakes,
            "balls": balls,
            "sure": [sure for _, sure in found],
            "empty": missing,
            "settled": settled,
        }
