"""How well a table is read without a touch: films of hands that draw, and when the boards would have been read.

    python -m tools.figures.hands_free [--rounds 60] [--seed 1]

A read is too early while a hand is in the picture. A round is missed where what is drawn has not been read `LATE_S`
after the last hand has left.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Final

import msgspec
import numpy as np

from hardware.simulated.levels import Level
from pi_app.camera.boards import GLANCE
from pi_app.camera.table_watch import TableWatch
from pi_app.camera.watch import MOVED_SHARE, Watch, read, seen
from tools.studio.films import Frame, film
from vision.ink import opencv

RATE: Final = 1 / TableWatch.GLANCE_S
"""Pictures a second, as many as are looked at of a table."""
LATE_S: Final = 3.0
SEEN: Final = MOVED_SHARE
"""The share of a picture that a hand hides at least to be in it."""
LEVELS: Final[tuple[Level, ...]] = ("easy", "medium", "hard")


class Round(msgspec.Struct, frozen=True):
    """One film: reads while a hand was in the picture, all reads, seconds from the last hand until all that is drawn
    has been read (None: never), pictures looked at, and processor seconds that took."""

    early: int
    reads: int
    waited_s: float | None
    looks: int
    cpu_s: float


def watched(frames: list[Frame]) -> Round:
    """What a watch makes of a film of which it sees every picture."""
    left = max(frame.at for frame in frames if frame.hand > 0)
    watch, whole, reads, early, spent = Watch(), False, 0, 0, 0.0
    waited: float | None = None
    for frame in frames:
        begun = process_time()
        watch = seen(watch, opencv.small(frame.picture, GLANCE), frame.at)
        spent += process_time() - begun
        if watch.phase == "read":
            watch = read(watch)
            reads += 1
            early += frame.hand > SEEN
            whole = frame.drawn and frame.hand <= SEEN
        if frame.at >= left and whole and watch.phase == "offered" and waited is None:
            waited = frame.at - left
    return Round(early, reads, waited, len(frames), spent)


def main() -> None:
    """Print a line a round, and the whole."""
    parser = argparse.ArgumentParser(description="Films of hands that draw, and when the boards would be read.")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = []
    for number in range(args.rounds):
        found.append(watched(list(film(args.seed, number, LEVELS[number % len(LEVELS)], RATE))))
        print(number, msgspec.json.encode(found[-1]).decode(), flush=True)
    waits = [one.waited_s for one in found if one.waited_s is not None]
    late = sum(one.waited_s is None or one.waited_s > LATE_S for one in found)
    looks = sum(one.looks for one in found)
    print(f"rounds with a read too early: {sum(one.early > 0 for one in found)} of {len(found)}, missed: {late}")
    print(f"from the last hand to the read: median {np.median(waits):.2f} s, longest {max(waits):.2f} s")
    print(f"a look: {1000 * sum(one.cpu_s for one in found) / looks:.2f} ms")


if __name__ == "__main__":
    main()
