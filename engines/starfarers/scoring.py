"""The score pad: points from what lies before a player, with receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.game import PlayerScore, Receipt, Row, ScoreSheet, Warned
from engines.starfarers.components import Components
from engines.starfarers.model import UNKNOWN, Phase, PlayerState, StarfarersState
from engines.starfarers.ships import PORT
from engines.starfarers.standing import GOAL, MEDAL

RINGS_A_POINT: Final = 2
"""Fame rings that make a point."""


def rows(
    player: PlayerState, medals: Sequence[str], sites: tuple[Sequence[str], Sequence[str]], tokens: Sequence[str]
) -> tuple[Row, ...]:
    """One player's rows. `medals`, `sites` (colonies, spaceports) and `tokens` name the components."""
    colonies, spaceports = sites
    pairs = player.fame // RINGS_A_POINT
    return (
        _row("colonies", "starfarers.score.colonies", player.colonies, 1, colonies),
        _row("spaceports", "starfarers.score.spaceports", player.spaceports, 2, spaceports),
        _row("fame", "starfarers.score.fame", pairs, 1, [f"fame_rings:{player.fame}"] if pairs else []),
        _row("tokens", "starfarers.score.tokens", len(player.tokens), 1, tokens),
        _row("medals", "starfarers.score.medals", len(medals), MEDAL, medals),
    )


def _row(row: str, rule: str, count: int, each: int, components: Sequence[str]) -> Row:
    receipt = (Receipt(rule, count * each, count, each, tuple(components)),) if count else ()
    return Row(row, count * each, receipt=receipt)


def score(parts: Components, state: StarfarersState) -> ScoreSheet:
    """The score pad as it stands, counted anew from the pieces."""
    players = []
    for seat, player in enumerate(state.seats):
        peoples = [outpost.people for outpost in parts.pack.map.outposts]
        medals = [f"medal:{people}" for people, holder in zip(peoples, state.medals, strict=True) if holder == seat]
        tokens = [f"token:{parts.pack.tokens[t].id}" for t in player.tokens if t != UNKNOWN]
        names = parts.map.site_names
        colonies = [f"site:{names[s]}" for s, owner in enumerate(state.sites) if owner == seat + 1]
        spaceports = [f"site:{names[s]}" for s, owner in enumerate(state.sites) if owner == seat + PORT]
        counted = rows(player, medals, (colonies, spaceports), tokens)
        players.append(PlayerScore(state.players[seat], sum(row.points for row in counted), counted))
    if state.phase is not Phase.OVER:
        return sheet(players).undecided()
    if players[state.seat].total >= GOAL:
        return ScoreSheet("starfarers", tuple(players), (state.players[state.seat],))
    return sheet(players)


def sheet(players: Sequence[PlayerScore], warnings: tuple[Warned, ...] = ()) -> ScoreSheet:
    """The score pad of these players; the highest total has won where it is enough."""
    most = max(player.total for player in players)
    winners = tuple(player.name for player in players if player.total == most) if most >= GOAL else ()
    return ScoreSheet("starfarers", tuple(players), winners, warnings)
