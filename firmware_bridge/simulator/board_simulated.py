"""The board without pins: raw values are set from outside, what the ring shows goes out. Runs under both Pythons."""

import gc
from typing import Any


class Board:
    """The same methods as the real board's, over values that `put` sets."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"colour": [None, None], "motion": [0, 0, 1000], "contacts": [False] * 4}
        self.kept: dict[str, Any] | None = None
        self.ring: list[Any] = []

    def put(self, values: dict[str, Any]) -> None:
        """Change some of the raw values; None for a part that does not answer."""
        self.values.update(values)

    def colour(self, slot: int) -> Any:
        """Counts of a slot's colour sensor (red, green, blue, clear); None where it does not answer."""
        counts = self.values["colour"][slot]
        return None if counts is None else tuple(counts)

    def motion(self) -> Any:
        """Acceleration in thousandths of g (x, y, z); None where the sensor does not answer."""
        value = self.values["motion"]
        return None if value is None else tuple(value)

    def contacts(self) -> list[Any]:
        """For each button whether it is pressed."""
        return self.values["contacts"]  # type: ignore[no-any-return]

    def show(self, ring: list[Any]) -> None:
        """Light the ring: a colour a lamp."""
        self.ring = ring

    def load(self) -> "dict[str, Any] | None":
        """The values that `store` kept last; None before."""
        return self.kept

    def store(self, values: dict[str, Any]) -> None:
        """Keep these values over a restart."""
        self.kept = values

    def free_memory(self) -> int:
        """Bytes of heap that are free, 0 where that cannot be known."""
        if not hasattr(gc, "mem_free"):
            return 0
        gc.collect()
        free: int = gc.mem_free()
        return free
