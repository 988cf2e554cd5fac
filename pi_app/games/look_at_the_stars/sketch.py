"""Every player's slate for onlookers."""

from __future__ import annotations

from collections.abc import Iterator

from engines.look_at_the_stars.model import Slate, SlateCard, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINES, ROWS, line_names
from pi_app.presenters.onlookers.sketch import Mark, Sketch, area, dot, line


def slates(game: LookAtTheStars, state: StarsState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """Every player's slate."""
    cards = {card.id: card for card in game.box.pack.slates}
    return tuple(
        Sketch(seat + 1, name, COLUMNS + 1.0, ROWS + 1.0, tuple(_slate(state.slates[seat], cards)))
        for seat, name in enumerate(players)
    )


def _slate(slate: Slate, cards: dict[int, SlateCard]) -> Iterator[Mark]:
    yield area((0, 0, COLUMNS + 1, 0, COLUMNS + 1, ROWS + 1, 0, ROWS + 1), "sky")
    if slate.slate in cards:
        yield from _printed(cards[slate.slate])
    for a, b in line_names(slate.drawn & LINES):
        yield line(*_place(a), *_place(b), 0.16, "now")
    for star in slate.shooting_stars:
        yield line(*_place(star.head), *_place(star.tail), 0.12, "yellow")
        yield dot(*_place(star.head), 0.2, "yellow")
    for thing in slate.objects:
        yield dot(*_place(thing.at), 0.28, "thing")


def _printed(card: SlateCard) -> Iterator[Mark]:
    sizes = {"*": (0.09, "white"), "P": (0.3, "planet"), "c": (0.16, "muted"), "h": (0.16, "muted")}
    for row, text in enumerate(card.sky):
        for column, mark in enumerate(text):
            if mark in sizes:
                radius, tone = sizes[mark]
                yield dot(column + 1, row + 1, radius, tone)


def _place(point: str) -> tuple[float, float]:
    column, row = ord(point[0]) - ord("A"), int(point[1:])
    return column + 1.0, float(ROWS - row)
