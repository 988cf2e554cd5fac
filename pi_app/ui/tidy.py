"""When Python looks for widgets that nobody holds: between touches, never between a finger and its picture.

A widget of Kivy is some three hundred objects in cycles, so that a collection of everything takes longer than a touch
may. What lives long (the program itself, the layouts, the tables of the rules) is put out of the collector's sight.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

GUARD: Final = 200_000
"""New objects after which Python collects by itself, in the middle of whatever happens: so many come with no touch."""
YOUNG: Final = 10_000
"""New objects that are worth a short look, once the answer to a touch has been drawn."""
MAX_GROWN: Final = 80_000
"""Objects that have outlived a short collection: with more of them a long one is due, rest or no rest."""
REST_S: Final = 1.0
"""Seconds without a touch after which the table rests, and nobody waits while memory is tidied."""
ANSWER_S: Final = 0.5
"""A touch that nothing was drawn for by then is answered by nothing."""


_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""Names of settings of `mallopt`, from glibc's `malloc.h`."""
OWN_PLACE: Final = 128 << 10
"""Bytes from which something has a place of its own, which the system gets back at once."""


def hold_little() -> None:
    """Have one store of free memory for all threads, and pictures outside it; nothing where the C library cannot.

    Else a thread has a store of its own, and what counts as large grows with the largest picture that was let go
    (https://man7.org/linux/man-pages/man3/mallopt.3.html). Call before there are threads.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, OWN_PLACE)


def give_back() -> None:
    """Give memory that is free between what is held back to the system; nothing where the C library cannot."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Tidier:
    """Collects at the right moments. `tick` is called every frame, `touched` and `drawn` as they happen.

    `clock` gives seconds; `collector` is Python's own, or what a test puts in its place; `give_back` is called where
    much may have become free.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        collector: Any = gc,
        give_back: Callable[[], object] = give_back,
    ) -> None:
        self._clock = clock
        self._gc = collector
        self._give_back = give_back
        self._touched = -1e9
        self._waiting = False
        """Whether the answer to a touch may not have been drawn yet."""
        self._grown = 0
        self._settling = True
        self._at_once = False

    def touched(self) -> None:
        """A finger came down or went up."""
        self._touched = self._clock()
        self._waiting = True

    def drawn(self) -> None:
        """The screen shows what was done."""
        self._waiting = False

    def settle(self, at_once: bool = False) -> None:
        """What is held now will be held for long, what was held before may be let go: a game was left.

        That takes as long as a slow touch: it waits until the table rests, unless it must be done `at_once`.
        """
        self._settling = True
        self._at_once = at_once

    @property
    def settling(self) -> bool:
        """Whether that is still to be done."""
        return self._settling

    @property
    def rests(self) -> bool:
        """Whether nobody has touched anything for a while."""
        return self._clock() - self._touched >= REST_S

    def tick(self) -> None:
        """Collect, where it is time."""
        still = self._clock() - self._touched
        if self._waiting and still < ANSWER_S:
            return
        new, rests = self._gc.get_count()[0], self.rests
        if self._settling and (rests or self._at_once):
            self._settling = self._at_once = False
            self._gc.set_threshold(GUARD)
            self._gc.unfreeze()
            self._look(2)
            self._gc.freeze()
        elif new + self._grown >= MAX_GROWN or (rests and new + self._grown >= YOUNG):
            self._look(2)
        elif new >= YOUNG:
            self._grown += new
            self._look(1)

    def _look(self, generation: int) -> None:
        self._gc.collect(generation)
        if generation == 2:
            self._grown = 0
            self._give_back()
