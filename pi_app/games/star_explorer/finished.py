"""A finished star board of Star Explorer: what its disc pays at the end, and its 3-point stars.

The points of the six rounds are not to be seen on a board (the tiles are gone), so they are written as they are made.
A photograph shows the part of the disc that is in the window: one more, turned to another numeral, shows the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from engines.game import Receipt, Row
from engines.registry import open_game
from engines.star_explorer.disc import StarDisc, line_of
from engines.star_explorer.drawing import named, overlaps
from engines.star_explorer.model import ROUNDS, Face, Line, StarExplorerOptions
from engines.star_explorer.scoring import THREE_POINT_STARS, Constellation, bonus_rows, unfaded_row
from pi_app.games.star_explorer.scene import DiscScene, DiscStage, Join, SceneLine, TapLine, TapStar, sky
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.finished_boards import BoardKind, Desk, Doubt, Extra, FinishedBoard, Photo
from pi_app.presenters.navigator import Navigator
from pi_app.steps.finished import FinishedStep
from pi_app.steps.view import Command

NO_FACE: Final = Face("white", 0)
"""The rows of the end do not ask for tiles."""


@cache
def house_disc() -> StarDisc:
    """The disc of our own pack: a pad does not know of any other."""
    disc: StarDisc = open_game("star_explorer").disc  # type: ignore[attr-defined]
    return disc


class DiscKind(BoardKind):
    """Star discs; a star without a line pays nothing at the end but in its zone: it is told on the pad."""

    def __init__(self) -> None:
        self.disc = house_disc()

    def rows(self, desk: Desk, board: FinishedBoard) -> tuple[Row, ...] | None:
        """The 3-point stars once they are told, and the three rows of the disc."""
        lines = _lines(board)
        if overlaps(self.disc, lines):
            return None
        stars = tuple(sorted({star for line in lines for star in line}))
        ends = bonus_rows(self.disc, [Constellation(1, NO_FACE, NO_FACE, lines, stars)], StarExplorerOptions())
        told = board.crossed is not None
        return (*((unfaded_row(board.crossed or 0),) if told else ()), *(ends if board.photo or lines else ()))

    def stage(
        self, desk: Desk, board: FinishedBoard, lit: Sequence[Receipt], asked: Doubt | None, photo: Photo | None
    ) -> DiscStage:
        """The disc as it was photographed; the whole of it where it was not."""
        disc, stop = self.disc, board.stop
        everything = frozenset(disc.stars)
        live = everything if stop is None else disc.visible(stop)
        heaven = sky(disc.layout, _turn(disc, stop), live, live, bare=stop is None)
        stars, lines = named(lit)
        doubted = None if asked is None else line_of(int(asked.at[0]), int(asked.at[1]))
        shown = [SceneLine(a, b, "paid" if (a, b) in lines else "now") for a, b in _lines(board) if (a, b) != doubted]
        if doubted is not None:
            shown.append(SceneLine(*doubted, "doubt"))
        ringed = tuple(sorted(stars)) if doubted is None else doubted
        name, at = photo or (None, None)
        scene = DiscScene(heaven, tuple(shown), ringed=ringed, fixed=asked is not None, photo=name, photo_at=at)
        return DiscStage(scene, touchable=asked is None)

    def merged(self, before: FinishedBoard, read: FinishedBoard) -> FinishedBoard:
        """What this photograph shows, and what earlier ones showed of the stars that it hides."""
        now = set(read.seen)
        hidden = tuple(line for line in before.lines if not set(line) <= now)
        doubts = tuple(doubt for doubt in before.doubts if not set(doubt.at) <= now)
        lines = (*read.lines, *(line for line in hidden if line not in read.lines))
        seen = tuple(sorted({*before.seen, *now}, key=int))
        return replace(read, lines=lines, doubts=(*read.doubts, *doubts), seen=seen, crossed=before.crossed)

    def put_right(self, board: FinishedBoard, a: str, b: str, drawn: bool) -> FinishedBoard:
        """Draw that line, or take it away."""
        one, other = line_of(int(a), int(b))
        line = (str(one), str(other))
        if one == other or {one, other} - set(self.disc.stars):
            return board
        kept = tuple(each for each in board.lines if each != line)
        doubts = tuple(doubt for doubt in board.doubts if doubt.at != line)
        return replace(board, lines=kept if len(kept) < len(board.lines) else (*kept, line), doubts=doubts)

    def extras(self, desk: Desk, board: FinishedBoard) -> tuple[Extra, ...]:
        """How many 3-point stars are left; once a photograph was read, the two numbers that it may have shown."""
        if board.crossed is None and (read := board.perhaps_crossed) is not None:
            both = sorted({THREE_POINT_STARS - min(read, THREE_POINT_STARS), min(read, THREE_POINT_STARS)})
            words = _("3-point stars left:")
            return Extra("", words), *(Extra(f"left.{n}", str(n)) for n in both), Extra("fewer", "…")
        left = None if board.crossed is None else THREE_POINT_STARS - min(board.crossed, THREE_POINT_STARS)
        words = _("3-point stars left: ?") if left is None else _("3-point stars left: {n}").format(n=left)
        return Extra("fewer", "−"), Extra("", words, left is not None), Extra("more", "+")

    def tell(self, desk: Desk, board: FinishedBoard, key: str) -> tuple[Desk, FinishedBoard]:
        """So many 3-point stars are left, or one more, or one fewer."""
        if key.startswith("left."):
            return desk, replace(board, crossed=THREE_POINT_STARS - int(key.removeprefix("left.")))
        crossed = 0 if board.crossed is None else board.crossed + (1 if key == "fewer" else -1)
        return desk, replace(board, crossed=min(THREE_POINT_STARS, max(0, crossed)))

    def hint(self, board: FinishedBoard) -> str:
        """Photograph, and turn the disc for what the window hides."""
        if board.photo is None:
            return _("Photograph the board. The points of the rounds are written on the pad.")
        hidden = set(self.disc.stars) - set(self.disc.polaris) - {int(star) for star in board.seen}
        if not hidden:
            return _("The whole disc was seen. A line is wrong? Tap it, or tap two stars.")
        best = max(range(1, ROUNDS + 1), key=lambda stop: (len(hidden & self.disc.visible(stop)), -stop))
        words = ngettext(
            "{n} star was hidden: turn the disc to {numeral}, photograph again.",
            "{n} stars were hidden: turn the disc to {numeral}, photograph again.",
            len(hidden),
        )
        return words.format(n=len(hidden), numeral=roman(best))

    def question(self, desk: Desk, doubt: Doubt) -> tuple[str, str, str]:
        """Whether a line is there."""
        return _("Is a line drawn between these two stars?"), _("Yes, a line"), _("No line")


def _lines(board: FinishedBoard) -> tuple[Line, ...]:
    return tuple(sorted(line_of(int(a), int(b)) for a, b in board.lines))


def _turn(disc: StarDisc, stop: int | None) -> float:
    return 0.0 if stop is None else float(disc.layout.step_deg * (stop - 1))


class DiscBoardsPresenter(FinishedStep):
    """The page `star_boards`."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav, DiscKind())

    def do(self, command: Command) -> None:
        """Do what was touched on the disc, or beside it."""
        match command:
            case TapStar(star):
                self.tap_point(star)
            case Join(a, b):
                self.join(a, b)
            case TapLine(a, b):
                self.tap_line(a, b)
            case _:
                super().do(command)
