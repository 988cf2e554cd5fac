"""Every player's disc for onlookers."""

from __future__ import annotations

import math

from engines.glyphs import STAR_GLYPHS
from engines.layout import Star
from engines.star_explorer.model import StarExplorerState
from engines.star_explorer.rules import StarExplorer
from pi_app.presenters.onlookers.sketch import Mark, Sketch, area, dot, line


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
