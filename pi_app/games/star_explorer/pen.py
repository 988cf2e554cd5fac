"""What a finger on a drawn disc does: star to star makes or takes away a line."""

from __future__ import annotations

from msgspec.structs import replace

from pi_app.games.star_explorer.scene import Edge, edge
from pi_app.presenters.place import Draft


def tap_star(draft: Draft, star: int) -> Draft:
    """A star was tapped: it is chosen, or joined to the chosen one (or parted from it), which moves on to it.

    Tapping the chosen star again lets it go; when no line touches it, that places or removes it as a lone star.
    """
    if draft.chosen is None:
        return replace(draft, chosen=star)
    if draft.chosen == star:
        return replace(_toggle_lone(draft, star), chosen=None)
    return replace(toggle_line(draft, edge(draft.chosen, star)), chosen=star)


def join_stars(draft: Draft, a: int, b: int) -> Draft:
    """A finger was drawn from one star to another."""
    return replace(toggle_line(draft, edge(a, b)), chosen=None)


def toggle_line(draft: Draft, line: Edge) -> Draft:
    """Draw a line, or take it away; a lone star that is joined is lone no more. Its doubt is settled."""
    kept = tuple(x for x in draft.lines if x != line)
    lines = kept if len(kept) < len(draft.lines) else tuple(sorted((*draft.lines, line)))
    stars = tuple(s for s in draft.stars if s not in line)
    doubts = tuple(d for d in draft.doubts if (d.a, d.b) != line)
    return replace(draft, lines=lines, stars=stars, doubts=doubts, accepting=False)


def _toggle_lone(draft: Draft, star: int) -> Draft:
    if any(star in line for line in draft.lines):
        return draft
    if star in draft.stars:
        return replace(draft, stars=tuple(s for s in draft.stars if s != star), accepting=False)
    return replace(draft, stars=tuple(sorted((*draft.stars, star))), accepting=False)


def drawn_stars(draft: Draft) -> frozenset[int]:
    """All stars of the drawing."""
    return frozenset(draft.stars) | {s for line in draft.lines for s in line}
