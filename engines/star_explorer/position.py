"""Scores a position of Star Explorer: what lies on the boards, without how it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.game import PlayerScore, ScoreSheet, Violation, Warned
from engines.layout import parse_star_disc
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.drawing import (
    Sketch,
    impossible,
    overlaps,
    passing_over,
    pieces,
    rule_f,
    spoken,
    star_name,
)
from engines.star_explorer.model import (
    ROUNDS,
    SIZES,
    Draw,
    Drawing,
    Face,
    Line,
    StarExplorerOptions,
)
from engines.star_explorer.pack import STAR_TYPES
from engines.star_explorer.scoring import Constellation, player_score, score_sheet

Fading = Annotated[int, Meta(ge=0, le=sum(SIZES))]


class RoundPosition(msgspec.Struct, frozen=True):
    """One round of one board. Without `size` the constellation is taken to have been drawn whole."""

    current: Face
    previous: Face
    size: int | None = None
    lines: tuple[Line, ...] = ()
    stars: tuple[int, ...] = ()
    """Stars drawn without a line."""


class BoardPosition(msgspec.Struct, frozen=True):
    """One player's board. Without `fading` the fading stars are those that the rounds show."""

    name: str
    fading: Fading | None = None
    rounds: Annotated[tuple[RoundPosition, ...], Meta(max_length=ROUNDS)] = ()


class Position(msgspec.Struct, frozen=True):
    """The input of `planisphere score`; unknown keys are ignored."""

    players: Annotated[tuple[BoardPosition, ...], Meta(min_length=1, max_length=4)]
    layout: Any = "house"
    options: StarExplorerOptions = StarExplorerOptions()


def score_position(position: dict[str, Any], house: StarDisc) -> ScoreSheet:
    """The score pad of a position; `house` is the disc meant by `"layout": "house"`.

    Raises BadInput for what cannot be a position; broken rules of how it came about become warnings.
    """
    try:
        typed = msgspec.convert(position, Position)
    except msgspec.ValidationError as error:
        raise BadInput("position.star_explorer.wrong", "position of star_explorer: {problem}", error) from error
    names = [board.name for board in typed.players]
    if len(set(names)) != len(names) or not all(names):
        raise BadInput(
            "position.star_explorer.names",
            "position of star_explorer: expected distinct names, got {names}",
            ", ".join(map(repr, names)),
        )
    disc = house if typed.layout == "house" else _own_disc(typed.layout)
    boards = [_Board(board, disc, typed.options) for board in typed.players]
    return score_sheet([b.score() for b in boards], typed.options, [w for b in boards for w in b.warnings()])


def _own_disc(layout: Any) -> StarDisc:
    if not isinstance(layout, dict):
        raise BadInput(
            "position.star_explorer.layout",
            'position of star_explorer: layout {layout!r}: expected "house" or a layout object',
            layout,
        )
    parsed = parse_star_disc(layout)
    for star in parsed.stars:
        if star.type not in STAR_TYPES:
            raise BadInput(
                "position.star_type",
                "star {id} has the type {type!r}, expected {known}",
                star.id,
                star.type,
                ", ".join(STAR_TYPES),
            )
    return StarDisc(parsed)


class _Board:
    """One board of a position, checked."""

    def __init__(self, board: BoardPosition, disc: StarDisc, options: StarExplorerOptions) -> None:
        self.board, self.disc, self.options = board, disc, options
        self.drawings: list[Drawing] = []
        for number, played in enumerate(board.rounds, start=1):
            self.drawings.append(self._drawing(number, played))
        self._refuse_shared()

    def _drawing(self, number: int, played: RoundPosition) -> Drawing:
        where = f"player {self.board.name!r}, round {number}"
        if played.size is not None and played.size not in SIZES:
            raise BadInput(
                "position.size", "{where}: size {size}, expected one of {sizes}", where, played.size, sorted(set(SIZES))
            )
        broken = impossible(self.disc, played.lines, played.stars)
        if broken:
            raise BadInput(
                "position.broken_rule", "{where}: {message} ({rule})", where, broken[0].message, broken[0].rule
            )
        sketch = Sketch.of(Draw(seat=0, lines=played.lines, stars=played.stars))
        return Drawing(
            round=number,
            tile="",
            previous=played.previous,
            lines=sketch.lines,
            stars=sketch.stars,
            fading=_shown_fading(sketch, played.size),
        )

    def _refuse_shared(self) -> None:
        uses = Counter(star for drawing in self.drawings for star in drawing.stars)
        shared = sorted(star for star, count in uses.items() if count > 1)
        if shared:
            raise BadInput(
                "position.star_in_two",
                "player {name!r}: star {star} is in two constellations (star_explorer.draw.e)",
                self.board.name,
                shared[0],
            )
        broken = overlaps(self.disc, sorted({line for d in self.drawings for line in d.lines}))
        if broken:
            raise BadInput(
                "position.player_broken_rule",
                "player {name!r}: {message} ({rule})",
                self.board.name,
                broken[0].message,
                broken[0].rule,
            )

    @property
    def fading(self) -> int:
        return sum(d.fading for d in self.drawings) if self.board.fading is None else self.board.fading

    def score(self) -> PlayerScore:
        drawn = [
            Constellation(d.round, played.current, played.previous, d.lines, d.stars)
            for d, played in zip(self.drawings, self.board.rounds, strict=True)
        ]
        return player_score(self.disc, self.board.name, drawn, self.fading, self.options)

    # How it came about ----------------------------------------------------------------------------------------

    def warnings(self) -> Iterator[Warned]:
        for number, (drawing, played) in enumerate(zip(self.drawings, self.board.rounds, strict=True)):
            yield from map(self._warned, self._drawn_against(drawing, played, self.drawings[:number]))
        yield from map(self._warned, self._sizes_used_up())
        yield from map(self._warned, self._fading_misfit())

    def _warned(self, broken: Violation) -> Warned:
        return Warned(broken.rule, broken.message, self.board.name, broken.components)

    def _drawn_against(
        self, drawing: Drawing, played: RoundPosition, earlier: Sequence[Drawing]
    ) -> Iterator[Violation]:
        sketch = Sketch(drawing.lines, drawing.stars)
        size = played.size if played.size is not None else len(sketch.stars)
        if len(sketch.stars) > size:
            text = f"round {drawing.round}: {len(sketch.stars)} stars are drawn, the tile has {size}"
            yield Violation("star_explorer.draw.g", text, tuple(map(star_name, sketch.stars)))
        if len(sketch.stars) != size or self.options.all_stars == "connected":
            yield from self._apart(drawing, sketch)
        yield from rule_f(self.disc, sketch, earlier)
        polar = [s for s in sketch.stars if s in self.disc.polaris]
        if polar:
            yield Violation("star_explorer.draw.h", "Polaris must not be used", tuple(map(star_name, polar)))
        unseen = [s for s in sketch.stars if s not in self.disc.visible(drawing.round) and s not in polar]
        if unseen:
            text = f"star {spoken(unseen)} is not fully visible in round {drawing.round}"
            yield Violation("star_explorer.draw.b", text, tuple(map(star_name, unseen)))
        yield from passing_over(self.disc, sketch, earlier, self.options)

    def _apart(self, drawing: Drawing, sketch: Sketch) -> Iterator[Violation]:
        lone, parts = sketch.lone_stars, pieces(sketch.lines, sketch.stars)
        alone_is_fine = self.options.single_star == "yes" and len(sketch.stars) == 1
        if lone and not alone_is_fine:
            yield Violation("star_explorer.draw.a", f"no line joins star {spoken(lone)}", tuple(map(star_name, lone)))
        if len(parts) > 1:
            names = tuple(star_name(s) for part in parts[1:] for s in part)
            text = f"the constellation of round {drawing.round} is drawn in {len(parts)} pieces"
            yield Violation("star_explorer.draw.d", text, names)

    def _sizes_used_up(self) -> Iterator[Violation]:
        used = Counter(played.size for played in self.board.rounds if played.size is not None)
        for size, count in sorted(used.items()):
            if count > SIZES.count(size):
                text = f"size {size} is used {count} times, a pile has {SIZES.count(size)}"
                yield Violation("star_explorer.size.pile", text)

    def _fading_misfit(self) -> Iterator[Violation]:
        """Without the patterns a whole drawing may or may not lack lines, which costs one more 3-point star."""
        if self.board.fading is None:
            return
        least = sum(d.fading for d in self.drawings)
        drawn = zip(self.drawings, self.board.rounds, strict=True)
        most = least + sum(_may_lack_lines(drawing, played, self.options) for drawing, played in drawn)
        if not least <= self.board.fading <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            text = f"fading is {self.board.fading}, the drawings show {expected}"
            yield Violation("star_explorer.fading.star", text)


def _shown_fading(sketch: Sketch, size: int | None) -> int:
    """The fading stars that a drawing shows: stars left out, or one where all stars lie in several pieces.

    Every pattern is connected: whose stars lie apart, of that lines are missing.
    """
    missing = 0 if size is None else max(0, size - len(sketch.stars))
    whole = size is None or len(sketch.stars) == size
    return 1 if whole and len(pieces(sketch.lines, sketch.stars)) > 1 else missing


def _may_lack_lines(drawing: Drawing, played: RoundPosition, options: StarExplorerOptions) -> bool:
    """Whether the pattern may have lines, between the stars that are drawn, whose lack is not counted yet."""
    if played.size is None or len(drawing.stars) >= played.size:
        return bool(drawing.stars) and not drawing.fading
    return options.partial_lines == "stars_and_line" and len(drawing.stars) > 1
