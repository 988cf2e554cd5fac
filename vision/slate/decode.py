"""Whole turns weighed against each other: the night card laid over the lines seen, a shooting star, or something else.

Weights are natural logarithms. A turn's weight is the sum of its lines' log-odds and of what the card makes of it; any
other line may have been drawn too, at a price. The weights of all turns together give each line its probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from engines.errors import BadInput
from engines.unit_lines import STEPS, Shape, orientations, parse_shape
from vision.ink.pose import Flags, Numbers
from vision.slate.edges import Edges
from vision.slate.tuning import Prices

MAX_SHOOTING_STAR = 3
_UNLIKE, _ASKED = 0, 1
"""Turns in which something else was drawn than the card asks for, and the others."""


class NightCard(msgspec.Struct, frozen=True):
    """What the night card asks for: a shape in the notation of shapes, or a shooting star (`shape` None)."""

    shape: Shape | None


class ShootingStar(msgspec.Struct, frozen=True):
    """A place of a shooting star: rows of its unit lines from the head on, its points from the head on."""

    edges: tuple[int, ...]
    points: tuple[int, ...]


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """(n,) probability of each unit line, and probabilities of the shooting stars that may be there; `card`: that what
    the card asks for was drawn, None where nothing says what it asks for."""

    lines: Numbers
    stars: dict[ShootingStar, float]
    card: float | None


def parse_card(data: Any) -> NightCard:
    """The night card from the decoded JSON of `expect`. Raises BadInput with one line."""
    if isinstance(data, dict) and data.get("shooting_star") is True:
        return NightCard(None)
    shape = data.get("shape") if isinstance(data, dict) else None
    if not isinstance(shape, list) or not all(isinstance(text, str) for text in shape):
        raise BadInput("expect.slate", 'expect: expected {{"shape": ["E@0,0", …]}} or {{"shooting_star": true}}')
    return NightCard(parse_shape(shape))


def card_places(shape: Shape, edges: Edges, columns: int, rows: int, taken: Flags) -> list[tuple[int, ...]]:
    """Where the shape fits on the lattice, in its four turns: rows of its lines, none of them `taken`."""
    places = set()
    for turn in orientations(shape):
        for column in range(columns):
            for row in range(rows):
                found = tuple(_row(edges, line, column, row, columns, rows) for line in turn)
                if min(found) >= 0 and not taken[list(found)].any():
                    places.add(tuple(sorted(found)))
    return sorted(places)


def _row(edges: Edges, line: tuple[str, int, int], column: int, row: int, columns: int, rows: int) -> int:
    direction, x, y = line
    dx, dy = STEPS[direction]
    x, y = x + column, y + row
    if not (0 <= x < columns and 0 <= x + dx < columns and 0 <= y < rows and 0 <= y + dy < rows):
        return -1
    return edges.row(y * columns + x, (y + dy) * columns + x + dx)


def star_places(edges: Edges, odds: Numbers, least: float) -> list[ShootingStar]:
    """The diagonals of one to three units whose lines all have log-odds above `least`, with the head at either end."""
    places = []
    for row in np.flatnonzero((edges.step >= 2) & (odds > least)).tolist():
        run, points = [row], [int(edges.a[row]), int(edges.b[row])]
        while True:
            places += [
                ShootingStar(tuple(run), tuple(points)),
                ShootingStar(tuple(reversed(run)), tuple(reversed(points))),
            ]
            ahead = int(edges.ahead[run[-1], 1])
            if len(run) == MAX_SHOOTING_STAR or ahead < 0 or odds[ahead] <= least:
                break
            run, points = [*run, ahead], [*points, int(edges.b[ahead])]
    return places


def star_weights(
    places: Sequence[ShootingStar],
    edges: Edges,
    odds: Numbers,
    known: Flags,
    heads: dict[tuple[int, int], float],
    prices: Prices,
    apart: float = 0.0,
) -> Numbers:
    """(stars,) what heads and neighbours say for each place.

    `heads`: (line, point) -> log-odds of a head there. `apart`: what speaks for a place that no other line touches.
    """
    sure = np.where(known, 1.0, 1 / (1 + np.exp(-odds)))
    weights = np.zeros(len(places))
    for k, star in enumerate(places):
        own = set(star.edges)
        head = heads.get((star.edges[0], star.points[0]), -4.0) + prices.head
        tail = heads.get((star.edges[-1], star.points[-1]), -4.0) + prices.head
        touched = _joined(star, edges, sure, own)
        lone = apart * max(0.0, 1 - touched)
        weights[k] = head - prices.tail * np.log1p(np.exp(min(tail, 6.0))) - prices.joined * touched + lone
    return weights


def _joined(star: ShootingStar, edges: Edges, sure: Numbers, own: set[int]) -> float:
    """How many other lines end at the star's points, each as sure as it is."""
    points = set(star.points)
    at = [row for row in range(len(edges.a)) if row not in own and (edges.a[row] in points or edges.b[row] in points)]
    return float(sure[at].sum())


def weigh(
    odds: Numbers,
    known: Flags,
    card: NightCard | None,
    card_at: Sequence[tuple[int, ...]],
    stars: Sequence[ShootingStar],
    star_odds: Numbers,
    prices: Prices,
) -> Verdict:
    """Weighs the turns that may have been drawn on top of what is `known`.

    `odds` (n,) log-odds of each line, prices for breaking rules taken off; `card_at` where the card's shape fits;
    `star_odds` (stars,) from `star_weights`.
    """
    if card is None:
        return _unasked(odds, known, stars, star_odds, prices)
    ways = np.stack([odds - prices.other, odds - prices.beside])
    alone = np.where(known, 0.0, np.logaddexp(0, ways))
    every = alone.sum(1)
    turns: list[tuple[int, ...]] = [(), *card_at]
    weights = [prices.nothing + every[_UNLIKE]]
    room = every[_ASKED] - np.log(max(len(card_at), 1))
    weights += [room + float(sum(odds[row] + prices.line - alone[_ASKED, row] for row in place)) for place in card_at]
    asked = _ASKED if card.shape is None else _UNLIKE
    for star, weight in zip(stars, star_odds.tolist(), strict=True):
        turns.append(star.edges)
        ink = float((odds - alone[asked])[list(star.edges)].sum())
        weights.append(every[asked] + weight + ink + _star_prior(star, card, prices))
    chance = _chances(np.array(weights), prices.heat)
    first = len(turns) - len(stars)
    p, free = np.zeros(len(odds)), np.zeros_like(ways)
    for k, (rows, part) in enumerate(zip(turns, chance.tolist(), strict=True)):
        way = free[asked if k >= first else _ASKED if k else _UNLIKE]
        way += part
        way[list(rows)] -= part
        if k < first:
            p[list(rows)] += part
    p += (np.clip(free, 0, 1) / (1 + np.exp(-ways / prices.heat))).sum(0)
    as_asked = chance[first:] if card.shape is None else chance[1:first]
    return Verdict(p, dict(zip(stars, chance[first:].tolist(), strict=True)), float(as_asked.sum()))


def _star_prior(star: ShootingStar, card: NightCard, prices: Prices) -> float:
    count = len(star.edges)
    if card.shape is None:
        return prices.expected_star + prices.line * count
    return prices.nothing + prices.star + prices.longer * (count - 1) - prices.other * count


def _chances(weights: Numbers, heat: float) -> Numbers:
    chance = np.exp((weights - weights.max()) / heat)
    return np.asarray(chance / chance.sum())


def _unasked(odds: Numbers, known: Flags, stars: Sequence[ShootingStar], star_odds: Numbers, prices: Prices) -> Verdict:
    """Lines and shooting stars where nothing is known of the card: each group of stars that share lines by itself."""
    alone = np.where(known, 0.0, np.logaddexp(0, odds))
    p = 1 / (1 + np.exp(-odds / prices.heat))
    found: dict[ShootingStar, float] = {}
    for group in _groups(stars):
        weights = [0.0]
        for k in group:
            ink = float((odds - alone)[list(stars[k].edges)].sum())
            weights.append(prices.star + prices.longer * (len(stars[k].edges) - 1) + ink + float(star_odds[k]))
        chance = _chances(np.array(weights), prices.heat)
        for k, part in zip(group, chance[1:].tolist(), strict=True):
            found[stars[k]] = part
        covered = {row for k in group for row in stars[k].edges}
        for row in covered:
            p[row] *= 1 - sum(found[stars[k]] for k in group if row in stars[k].edges)
    return Verdict(p, found, None)


def _groups(stars: Sequence[ShootingStar]) -> list[list[int]]:
    """The stars in groups that share lines."""
    groups: list[tuple[set[int], list[int]]] = []
    for k, star in enumerate(stars):
        rows, members = set(star.edges), [k]
        apart = []
        for group in groups:
            if group[0] & rows:
                rows, members = rows | group[0], members + group[1]
            else:
                apart.append(group)
        groups = [*apart, (rows, members)]
    return [members for _, members in groups]
