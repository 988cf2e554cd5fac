"""Star discs, slates, telescopes: the boards that lie before each player."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from engines.glyphs import STAR_GLYPHS
from engines.layout import Star
from engines.look_at_the_stars.lattice import COLUMNS, LINES, ROWS, line_names
from engines.look_at_the_stars.model import Slate, SlateCard, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.star_explorer.model import StarExplorerState
from engines.star_explorer.rules import StarExplorer
from engines.stellar.deck import KINDS, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState, StellarState
from engines.stellar.rules import Stellar
from pi_app.i18n import _
from pi_app.presenters.onlookers.sketch import Mark, Sketch, area, dot, line, words

# Star Explorer -----------------------------------------------------------------------------------------------------


def star_discs(game: StarExplorer, state: StarExplorerState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """Every player's whole disc, as it lies at the start, with all constellations; this round's stands out."""
    layout = game.pack.layout
    reach = max(math.hypot(star.x, star.y) + star.radius for star in layout.stars) + 2.0
    sky = [dot(reach, reach, reach, "sky")]
    sky += [_star(s, reach) for s in layout.stars]
    at = {s.id: (s.x + reach, s.y + reach) for s in layout.stars}
    found = []
    for seat, name in enumerate(players):
        drawings = state.seats[seat].drawings
        marks = [
            line(*at[a], *at[b], 2.0, "now" if drawing.round == state.round else "earlier")
            for drawing in drawings
            for a, b in drawing.lines
        ]
        found.append(Sketch(seat + 1, name, 2 * reach, 2 * reach, (*sky[:1], *marks, *sky[1:])))
    return tuple(found)


def _star(star: Star, reach: float) -> Mark:
    """A star in the shape of its type, so that nobody needs the colours."""
    x, y, radius = star.x + reach, star.y + reach, star.radius
    return area((c for u, v in STAR_GLYPHS[star.type] for c in (x + radius * u, y + radius * v)), star.type)


# Look at the Stars -------------------------------------------------------------------------------------------------


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


# Stellar -----------------------------------------------------------------------------------------------------------

_LETTERS: Final = {kind: kind[:1].upper() for kind in KINDS}
_CARD: Final = (1.0, 1.4)


def telescopes(game: Stellar, state: StellarState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """The row, and every player's telescope and notebook; hands stay where they are."""
    row = [mark for place, card in enumerate(state.row) for mark in _card(game, card, 1.1 * place + 0.6, 0.8)]
    found = [Sketch(0, _("Row"), 1.1 * len(state.row) + 0.1, 1.6, tuple(row))]
    for seat, name in enumerate(players):
        marks = tuple(_player(game, state.seats[seat]))
        found.append(Sketch(seat + 1, name, 11.0, _height(game), marks))
    return tuple(found)


def _height(game: Stellar) -> float:
    return 1.5 * len(game.deck.pack.telescope.rows)


def _player(game: Stellar, player: PlayerState) -> Iterator[Mark]:
    for depth, slots in enumerate(game.deck.pack.telescope.rows):
        for place, slot in enumerate(slots):
            x = 3.1 + 1.1 * (place - (len(slots) - 1) / 2)
            yield from _card(game, player.telescope[slot - 1], x, 1.5 * depth + 0.75)
    for place, card in enumerate(player.notebook):
        yield from _card(game, card, 6.9 + place % 4 * 0.95, 0.75 + place // 4 * 1.3, 0.85)


def _card(game: Stellar, card: int, x: float, y: float, scale: float = 1.0) -> Iterable[Mark]:
    wide, high = _CARD[0] * scale / 2, _CARD[1] * scale / 2
    outline = (x - wide, y - high, x + wide, y - high, x + wide, y + high, x - wide, y + high)
    if card == EMPTY:
        return [area(outline, "slot")]
    if card == UNKNOWN or card >= FACE_DOWN:
        return [area(outline, "back")]
    kind = KINDS[game.deck.kind[card]]
    number = number_text(game.deck.coordinate[card])
    return [
        area(outline, f"card-{kind}"),
        words(x, y - 0.25 * scale, 0.55 * scale, "ink", number),
        words(x, y + 0.35 * scale, 0.3 * scale, "ink", _LETTERS[kind] + "★" * game.deck.stars[card]),
    ]
