"""The star map of Starfarers with every piece on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.starfarers.bank import tracked
from engines.starfarers.glyphs import ring
from engines.starfarers.model import Hand, StarfarersState
from engines.starfarers.pack import RESOURCES
from engines.starfarers.rules import Starfarers
from pi_app.games.starfarers.chart import ChartPiece, ChartPlan, pieces_of, plan_of, public, tokens_of
from pi_app.games.starfarers.words import resource_words
from pi_app.i18n import _
from pi_app.presenters.onlookers.sketch import Mark, Sketch, area, dot, line, words

_HEX: Final = ring(1.0, 6)
_SIGNS: Final = {"colony": 0.34, "spaceport": 0.48, "station": 0.34, "colony_ship": 0.34, "trade_ship": 0.34}


def star_map(game: Starfarers, state: StarfarersState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """One map for everybody; light games keep their board on the table, and have none."""
    return () if state.options.mode == "light" else _map(game, public(state), "")


def own_knowledge(game: Starfarers, view: StarfarersState, seat: int) -> tuple[Sketch, ...]:
    """What only that player knows: the hand where the game keeps hands, and the tokens looked at; nothing in light
    games."""
    if view.options.mode == "light":
        return ()
    hand = (_hand(view.hands[seat]),) if tracked(view) else ()
    return (*hand, *_map(game, view, _("With the tokens you have looked at")))


def _map(game: Starfarers, view: StarfarersState, name: str) -> tuple[Sketch, ...]:
    """The map with those tokens that the view shows."""
    plan = plan_of(game.parts)
    marks = (*_printed(plan), *_tokens(game, plan, view), *_pieces(plan, pieces_of(game.parts, view)))
    return (Sketch(0, name, plan.width, plan.height, marks),)


def _hand(hand: Hand) -> Sketch:
    """Five heaps and how many cards each holds, and those of which only the number is known."""
    heaps = [
        (f"planet-{resource}", resource_words(resource), n) for resource, n in zip(RESOURCES, hand[:5], strict=True)
    ]
    heaps += [("back", "?", hand[5])] if hand[5] else []
    marks = list[Mark]()
    for place, (tone, name, count) in enumerate(heaps):
        x = place * 2.1 + 1.05
        marks.append(area((x - 1, 0.05, x + 1, 0.05, x + 1, 2.35, x - 1, 2.35), tone))
        marks += [words(x, 0.95, 1.2, "ink", str(count)), words(x, 1.95, 0.33, "ink", name)]
    return Sketch(0, _("Hand"), 2.1 * len(heaps), 2.4, tuple(marks))


def _printed(plan: ChartPlan) -> Iterator[Mark]:
    yield area((0, 0, plan.width, 0, plan.width, plan.height, 0, plan.height), "sky")
    for (ax, ay), (bx, by) in plan.edges:
        yield line(ax, ay, bx, by, 0.04, "grid")
    for outpost in plan.outposts:
        for x, y in outpost.hexes:
            yield area([c for dx, dy in _HEX for c in (x + 0.95 * dx, y + 0.95 * dy)], f"people-{outpost.people}")
    for planet in plan.planets:
        yield dot(planet.x, planet.y, 0.72, f"planet-{planet.resource}")
    for x, y in plan.suns:
        yield dot(x, y, 0.16, "yellow")


def _tokens(game: Starfarers, plan: ChartPlan, state: StarfarersState) -> Iterator[Mark]:
    for token in tokens_of(game.parts, state):
        planet = plan.planets[token.planet]
        if token.kind == "back":
            yield dot(planet.x, planet.y, 0.34, "back")
            continue
        yield dot(planet.x, planet.y, 0.42, "token" if token.kind == "number" else token.kind)
        yield words(planet.x, planet.y, 0.5, "ink", token.text)


def _pieces(plan: ChartPlan, pieces: tuple[ChartPiece, ...]) -> Iterator[Mark]:
    for piece in pieces:
        x, y = plan.corners[piece.corner]
        r = _SIGNS[piece.kind]
        tone = f"seat-{piece.seat + 1}"
        if piece.kind == "spaceport":
            yield dot(x, y, r, "ring")
        if piece.kind.endswith("ship"):
            yield area((x, y - 1.3 * r, x + r, y + r, x - r, y + r), tone)
        else:
            yield dot(x, y, 0.34, tone)
        yield words(x, y + 0.05, 0.38, "ink", piece.label)
