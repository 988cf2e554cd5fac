"""One drawn board of a set of photographs, read as the set's list asks."""

from __future__ import annotations

from pathlib import Path

from hardware.simulated.levels import Level
from tools.studio.discs import Studio
from tools.studio.orders import Entry, Order
from vision.disc.evidence import Blank, prepare_blank
from vision.disc.read import Reading, read_disc
from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout


class DrawnBoard:
    """Board `number` of an order, and its clean photograph."""

    def __init__(self, folder: Path, order: Order, level: Level, number: int) -> None:
        design = next(design for design, places in order.shared_out() if number in places)
        self.entry: Entry = Studio(folder, order, design).board(level, number)
        query = self.entry.query
        self.layout: DiscLayout = parse_layout((folder / query["layout"]).read_bytes())
        self.image, blank = (opencv.load(str(folder / query[what])) for what in ("image", "blank"))
        self.blank: Blank = prepare_blank(blank, self.layout)

    def read(self, *, tile: bool = True) -> Reading:
        """Beside the clean photograph, with the earlier lines; with the `tile`, too."""
        query = self.entry.query
        expect = query["expect"] if tile else None
        return read_disc(self.image, self.layout, blank=self.blank, known=query["known"], expect=expect)

    @property
    def drawn(self) -> set[tuple[int, int]]:
        """The new lines."""
        return {(line["a"], line["b"]) for line in self.entry.truth["lines"] if line["new"]}
