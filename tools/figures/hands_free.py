"""How well a table is read without a touch: films of hands that draw, and when the boards would have been read.

    python -m tools.figures.hands_free [--rounds 60] [--seed 1] [--reveals | --rests]

A read is too early while a hand is in the picture. A round is missed where what is drawn has not been read `LATE_S`
after the last hand has left. With `--reveals`: the same where tiles are turned over. With `--rests`: on which boards a
change is told that are drawn on by one line each, and which keep their reading.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time
from typing import Final

import msgspec
import numpy as np

from hardware.simulated.levels import Level
from pi_app.camera.boards import Glance, TableQuery, glance, read_table
from pi_app.camera.glances import MOVED_SHARE
from pi_app.camera.hands_watch import HandsWatch
from pi_app.camera.kind import Memory
from pi_app.camera.query import Query
from pi_app.camera.watch import Watch, read
from tools.studio.constellations import tile_of
from tools.studio.discs import Game, layout_json
from tools.studio.films import Frame, film, rests, reveals
from tools.studio.tables import Seat

RATE: Final = 1 / HandsWatch.GLANCE_S
"""Pictures a second, as many as are looked at of a table."""
TAKEN: Final = (1280, 720)
"""Pixels of a picture that is read."""
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
        watch = glance(Glance(frame.picture, watch, frame.at))
        spent += process_time() - begun
        if watch.phase == "read":
            watch = read(watch)
            reads += 1
            early += frame.hand > SEEN
            whole = frame.drawn and frame.hand <= SEEN
        if frame.at >= left and whole and watch.phase == "offered" and waited is None:
            waited = frame.at - left
    return Round(early, reads, waited, len(frames), spent)


class Again(msgspec.Struct, frozen=True):
    """A board in a picture after the first: whether it has changed, whether its reading stood (None: it had none), and
    the processor seconds that took."""

    changed: bool
    stood: bool | None
    cpu_s: float


def read_again(seed: int, number: int, level: Level) -> Iterator[Again]:
    """Every board of a table in every picture of it, each read as the only one."""
    table, seen_now = rests(seed, number, level, TAKEN)
    memories = [Memory() for _ in table.seats]
    queries = [_query(number, seat, *one) for seat, one in enumerate(zip(table.seats, table.games, strict=True))]
    for rest in seen_now:
        for query, memory in zip(queries, memories, strict=True):
            before, begun = [one.found for one in memory.boards], process_time()
            read_table(TableQuery(rest.picture, (query,), (query.seat,)), memory)
            spent = process_time() - begun
            if rest.changed >= 0:
                stood = memory.boards[0].found is before[0] if before and memory.boards else False
                yield Again(rest.changed == query.seat, stood if before else None, spent)


def _query(number: int, seat: int, at: Seat, game: Game) -> Query:
    pattern = tile_of(np.random.default_rng([number, seat]), at.design.layout, game.figure)
    return Query(
        kind="star_explorer",
        layout=msgspec.json.encode(layout_json(at.design)),
        seat=seat,
        round=game.round,
        record={"known": [list(line) for line in game.known], "expect": pattern.expected()},
    )


def _told(level: str, found: list[Again]) -> None:
    """Print how many of them are told as what they are."""
    drawn = [one for one in found if one.changed]
    kept = [one.stood for one in found if not one.changed and one.stood is not None]
    none = sum(one.stood is None for one in found if not one.changed)
    print(
        f"{level}: read anew {sum(not one.stood for one in drawn)} of {len(drawn)} that were drawn on or wiped; "
        f"kept {sum(kept)} of {len(kept)} that were not, {none} had no reading"
    )


def _mean_ms(found: list[Again], stood: bool) -> float:
    return 1000 * float(np.mean([one.cpu_s for one in found if bool(one.stood) is stood]))


def main() -> None:
    """Print a line a round, and the whole."""
    parser = argparse.ArgumentParser(description="Films of hands that draw, and when the boards would be read.")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reveals", action="store_true")
    parser.add_argument("--rests", action="store_true")
    args = parser.parse_args()
    if args.rests:
        every = list[Again]()
        for level in LEVELS:
            numbers = range(LEVELS.index(level), args.rounds, len(LEVELS))
            boards = [one for number in numbers for one in read_again(args.seed, number, level)]
            _told(level, boards)
            every += boards
        _told("all", every)
        print(f"a board that stood: {_mean_ms(every, True):.0f} ms, one that was read: {_mean_ms(every, False):.0f} ms")
        return
    found, filmed = [], reveals if args.reveals else film
    for number in range(args.rounds):
        found.append(watched(list(filmed(args.seed, number, LEVELS[number % len(LEVELS)], RATE))))
        print(number, msgspec.json.encode(found[-1]).decode(), flush=True)
    waits = [one.waited_s for one in found if one.waited_s is not None]
    late = sum(one.waited_s is None or one.waited_s > LATE_S for one in found)
    looks = sum(one.looks for one in found)
    print(f"rounds with a read too early: {sum(one.early > 0 for one in found)} of {len(found)}, missed: {late}")
    print(f"from the last hand to the read: median {np.median(waits):.2f} s, longest {max(waits):.2f} s")
    print(f"a look: {1000 * sum(one.cpu_s for one in found) / looks:.2f} ms")


if __name__ == "__main__":
    main()
