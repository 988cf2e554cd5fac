"""What is drawn or was photographed and is not yet part of the game; star to star, a finger makes a line."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engines.star_explorer.disc import line_of
from pi_app.games.star_explorer.scene import Edge
from pi_app.steps.draft import Draft


class Doubtful(msgspec.Struct, frozen=True):
    """A line of a reading that nobody has answered for yet, with its probability."""

    a: int
    b: int
    p: float


class DiscDraft(Draft, frozen=True, omit_defaults=True, kw_only=True):
    """Lines, lone stars, the star that a finger chose, and what the camera was not sure of."""

    lines: tuple[Edge, ...] = ()
    stars: tuple[int, ...] = ()
    chosen: int | None = None
    doubts: tuple[Doubtful, ...] = ()


class TilesSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tiles that a photograph may show, the likeliest first; one alone is beyond doubt. Nothing yet: none."""

    seat: int = -1
    round: int = 0
    tiles: tuple[str, ...] = ()


def tap_star(draft: DiscDraft, star: int) -> DiscDraft:
    """A star was tapped: it is chosen, or joined to the chosen one (or parted from it), which moves on to it.

    Tapping the chosen star again lets it go; when no line touches it, that places or removes it as a lone star.
    """
    if draft.chosen is None:
        return replace(draft, chosen=star)
    if draft.chosen == star:
        return replace(_toggle_lone(draft, star), chosen=None)
    return replace(toggle_line(draft, line_of(draft.chosen, star)), chosen=star)


def join_stars(draft: DiscDraft, a: int, b: int) -> DiscDraft:
    """A finger was drawn from one star to another."""
    return replace(toggle_line(draft, line_of(a, b)), chosen=None)


def toggle_line(draft: DiscDraft, line: Edge) -> DiscDraft:
    """Draw a line, or take it away; a lone star that is joined is lone no more. Its doubt is settled."""
    kept = tuple(x for x in draft.lines if x != line)
    lines = kept if len(kept) < len(draft.lines) else tuple(sorted((*draft.lines, line)))
    stars = tuple(s for s in draft.stars if s not in line)
    doubts = tuple(d for d in draft.doubts if (d.a, d.b) != line)
    return replace(draft, lines=lines, stars=stars, doubts=doubts, accepting=False)


def _toggle_lone(draft: DiscDraft, star: int) -> DiscDraft:
    if any(star in line for line in draft.lines):
        return draft
    if star in draft.stars:
        return replace(draft, stars=tuple(s for s in draft.stars if s != star), accepting=False)
    return replace(draft, stars=tuple(sorted((*draft.stars, star))), accepting=False)


def drawn_stars(draft: DiscDraft) -> frozenset[int]:
    """All stars of the drawing."""
    return frozenset(draft.stars) | {s for line in draft.lines for s in line}
