"""What is ordered of a studio, and the folder that it delivers: photographs, lists of inputs, the truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from hardware.simulated.levels import Level

FLOODED_EVERY = 8
"""Under a fixed lamp, each of so many boards lies in the middle of its light."""


class Order(msgspec.Struct, frozen=True):
    """What to photograph: how many boards of which levels, on how many designs, from which seed.

    `burst`: pictures of each drawn board, one soon after the other. `wide`: with less steady and larger hands, too.
    `lamp`: under a fixed lamp that is mirrored in the board, in its clean photograph as well; it floods each eighth.
    `phone`: drawn boards are photographed by a phone in a hand, 12 megapixels, turned as it was held; earlier pictures
    are the table's.
    `tables`: each design is one table's, where every board is drawn with one pen and photographed by one arm under one
    lamp, pen and lamp unlike those of other orders.
    `true_light`: a path tracer takes the place of the drawn light; pens, poses and truth stay what they are.
    """

    boards: int
    seed: int
    levels: Sequence[Level]
    designs: int
    markers: bool = True
    size: tuple[int, int] = (1280, 720)
    burst: int = 1
    wide: bool = False
    lamp: bool = False
    phone: bool = False
    tables: bool = False
    true_light: bool = False

    @property
    def print_px_per_mm(self) -> float:
        """How finely the print has to be drawn for pictures of this size."""
        return 8.0 if self.phone else 5.0 if self.size[0] <= 1280 else 6.5

    def shared_out(self) -> Iterator[tuple[int, list[int]]]:
        """Each design's number, and its boards: so many of every level as they come."""
        levels = len(self.levels)
        for number in range(min(self.designs, -(-self.boards // levels))):
            yield number, [k for k in range(self.boards) if k // levels % self.designs == number]

    def flooded(self, k: int) -> bool:
        """Whether the lamp floods the board `k`."""
        return k % FLOODED_EVERY == 0


class Entry(NamedTuple):
    """One photographed thing: its line in the list of inputs, and its line in the truth."""

    query: dict[str, Any]
    truth: dict[str, Any]


Rows: TypeAlias = list[dict[str, Any]]


def deliver(
    folder: Path,
    order: Order,
    name: str,
    design: Callable[[int], Callable[[Level, int], Entry]],
    told: Container[str] = (),
    other: Callable[[Rows, int], Any] | None = None,
) -> Iterator[str]:
    """Photographs an order into the folder and yields each id; the lists, named `name`, are written at the end.

    `design`: a design's number -> what photographs a thing of that number at that level. `told`: what a reader is told
    and the list `blind` keeps to itself. `other`: what else a reader could be told to expect, for the list `wrong`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries: dict[int, Entry] = {}
    for number, places in order.shared_out():
        take = design(number)
        for k in places:
            entries[k] = take(order.levels[k % len(order.levels)], k)
            yield str(entries[k].query["id"])
    made = [entries[k] for k in sorted(entries)]
    queries = [entry.query for entry in made]
    lists = {f"{name}.list": queries, "truth": [entry.truth for entry in made]}
    if told:
        lists[f"{name}.blind.list"] = [{key: each[key] for key in each if key not in told} for each in queries]
    if other is not None:
        lists[f"{name}.wrong.list"] = [{**query, "expect": other(queries, k)} for k, query in enumerate(queries)]
        if any(isinstance(query["image"], list) for query in queries):
            lists[f"{name}.first.list"] = [{**query, "image": query["image"][0]} for query in queries]
    for kind, rows in lists.items():
        (folder / f"{kind}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
