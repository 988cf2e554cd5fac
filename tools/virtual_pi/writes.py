"""What a machine wrote to its disk, in order, and the disk as a power cut at any point of it would leave it.

QEMU's driver `blklogwrites` keeps it in the form of the kernel's dm-log-writes: a sector that tells of the log, then
for each write a sector that tells of it and what was written. Source:
https://docs.kernel.org/admin-guide/device-mapper/log-writes.html
"""

from __future__ import annotations

import contextlib
import random
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

HEAD: Final = struct.Struct("<QQQI")
"""Magic number, version, how many entries, bytes of a sector."""
ENTRY: Final = struct.Struct("<QQQQ")
"""First sector, how many sectors, flags, bytes of data of another kind."""
MAGIC: Final = 0x6A736677736872
FLUSH, DISCARD = 1, 4
PIECE: Final = 4096
"""Bytes of a write that reach the disk together or not at all: a block of ext4."""


class Write(NamedTuple):
    """Something that was sent to the disk. `at`: where it begins there; `data`: where it begins in the log, and `size`.

    In bytes; `flush`: whether everything before it had to be on the disk first; `end`: where it ends in the log.
    """

    at: int
    data: int
    size: int
    flush: bool
    end: int


def read(log: Path) -> list[Write]:
    """What was written, in order; what a machine was in the middle of writing down when it ended is left out."""
    found, length = list[Write](), log.stat().st_size
    with log.open("rb") as file:
        magic, _, _, sector = HEAD.unpack(file.read(HEAD.size))
        if magic != MAGIC:
            raise ValueError(f"{log.name}: not a log of writes")
        place = sector
        while place + sector <= length:
            file.seek(place)
            first, sectors, flags, _ = ENTRY.unpack(file.read(ENTRY.size))
            size = 0 if flags & DISCARD else sectors * sector
            if not (size or flags) or place + sector + size > length:
                break
            end = place + sector + size
            found.append(Write(first * sector, place + sector, size, bool(flags & FLUSH), end))
            place = end
    return found


class Replay:
    """Brings a disk, as it was when the log began, forward to what it was later."""

    def __init__(self, disk: Path, log: Path) -> None:
        self.writes = read(log)
        self._disk, self._log, self._done = disk, log, 0

    def forward(self, until: int) -> None:
        """Everything before write number `until` is on the disk. Never goes back."""
        with self._disk.open("r+b") as disk, self._log.open("rb") as log:
            for write in self.writes[self._done : until]:
                disk.seek(write.at)
                disk.write(_data(log, write))
        self._done = max(self._done, until)

    @contextlib.contextmanager
    def torn(self, until: int, share: float, chance: random.Random) -> Iterator[None]:
        """Of the writes from here up to number `until` a random share of the pieces is on the disk, for a while."""
        with self._disk.open("r+b") as disk, self._log.open("rb") as log:
            before = list(_put(disk, _some(log, self.writes[self._done : until], share, chance)))
        try:
            yield
        finally:
            with self._disk.open("r+b") as disk:
                list(_put(disk, reversed(before)))


def _data(log: BinaryIO, write: Write) -> bytes:
    log.seek(write.data)
    return log.read(write.size)


def _some(log: BinaryIO, writes: Iterable[Write], share: float, chance: random.Random) -> Iterator[tuple[int, bytes]]:
    for write in writes:
        data = _data(log, write)
        for start in range(0, write.size, PIECE):
            if chance.random() < share:
                yield write.at + start, data[start : start + PIECE]


def _put(disk: BinaryIO, pieces: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Put each piece there; what was there before."""
    for at, piece in pieces:
        disk.seek(at)
        yield at, disk.read(len(piece))
        disk.seek(at)
        disk.write(piece)
