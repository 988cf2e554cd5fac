"""What can be told of a game at its end: by how much it was won, who led when, personal bests, head to head."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from engines.registry import OTHER, PAD
from pi_app.i18n import _, ngettext
from pi_app.presenters.names import is_guest
from pi_app.presenters.wording import points_words
from pi_app.table.forgetting import is_forgotten
from pi_app.table.handicaps import standing
from pi_app.table.journal import GameSummary
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

Course = tuple[tuple[int, ...], ...]
"""By seat: the points at each moment, the end last."""
MOMENTS: Final = 24
"""How many moments of a game are scored for its course: more could not be told apart on a small plot."""
LEAST_MOMENTS: Final = 4
"""A game of one step a player, told at its end, has no course."""


def course_of(table: TableSession[Any, Any]) -> Course:
    """Everybody's points at moments spread evenly over the game; empty for a score pad, which knows only the end."""
    states = table.replay.states
    if table.header.pack == PAD or len(states) < LEAST_MOMENTS:
        return ()
    last = len(states) - 1
    places = sorted({round(last * moment / MOMENTS) for moment in range(MOMENTS + 1)})
    sheets = [table.game.score(states[place]) for place in places]
    return tuple(tuple(sheet.players[seat].total for sheet in sheets) for seat in range(len(table.players)))


def lead_changes(course: Course) -> int:
    """How often somebody else led alone than who had led alone before."""
    leaders = [_alone_ahead(points) for points in zip(*course, strict=True)]
    return sum(one != other for one, other in pairwise(seat for seat in leaders if seat is not None))


def lead_words(course: Course) -> str:
    """How often the lead changed, in words; empty where it never did."""
    changes = lead_changes(course) if len(course) > 1 else 0
    return (
        ngettext("The lead changed once.", "The lead changed {n} times.", changes).format(n=changes) if changes else ""
    )


def _alone_ahead(points: Sequence[int]) -> int | None:
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def taken_for_good(course: Course) -> tuple[int, float]:
    """Who led alone last, and at what share of the game they began to do so without anybody else leading between."""
    leaders = [_alone_ahead(points) for points in zip(*course, strict=True)]
    last = next(seat for seat in reversed(leaders) if seat is not None)
    other = max((place for place, seat in enumerate(leaders) if seat not in (None, last)), default=-1)
    return last, leaders.index(last, other + 1) / (len(leaders) - 1)


def verdict_words(table: TableSession[Any, Any]) -> str:
    """Who has won; the points of who played alone."""
    sheet = standing(table)
    if len(sheet.players) == 1:
        return points_words(sheet.players[0].total)
    if len(sheet.winners) > 1:
        *names, name = sheet.winners
        return _("{names} and {name} share the victory").format(names=", ".join(names), name=name)
    return _("{name} wins").format(name=sheet.winners[0]) if sheet.winners else _("Nobody has won")


def margin_words(table: TableSession[Any, Any]) -> str:
    """By how much the only winner won; empty where there is none, or nobody else."""
    sheet = standing(table)
    won = [player.total for player in sheet.players if player.name in sheet.winners]
    others = [player.total for player in sheet.players if player.name not in sheet.winners]
    if len(won) != 1 or not others or won[0] < max(others):
        return ""
    margin = won[0] - max(others)
    if margin == 0:
        return _("Level on points: the tie break decides.")
    return ngettext("by {n} point", "by {n} points", margin).format(n=margin)


def story_of(nav: Navigator, course: Course) -> tuple[str, ...]:
    """What is worth telling: how often the lead changed, personal bests, who has won how often of this group."""
    told = []
    if words := lead_words(course):
        told.append(words)
    if best := personal_bests(nav):
        told.append(_("Personal best: {names}").format(names=", ".join(best)))
    if duel := head_to_head(nav):
        wins = ", ".join(f"{name} {count}" for name, count in duel)
        told.append(_("Won against each other: {wins}").format(wins=wins))
    return tuple(told)


def personal_bests(nav: Navigator) -> tuple[str, ...]:
    """Who has made more points than in any game of this kind before; nobody in their first one, no bots, no guests."""
    table, earlier = nav.open_table, _earlier(nav)
    found = []
    for seat, name in _people(nav, table.game_id, table.players):
        before = [points for game in earlier for at, who, points in _results(nav, game) if who == name]
        if before and table.sheet.players[seat].total > max(before):
            found.append(name)
    return tuple(found)


def head_to_head(nav: Navigator) -> tuple[tuple[str, int], ...]:
    """Names and victories, this game's too, where the same people, two at least, have played this game before."""
    table = nav.open_table
    names = [name for _seat, name in _people(nav, table.game_id, table.players)]
    games = [game for game in _earlier(nav) if {who for _at, who, _points in _results(nav, game)} == set(names)]
    if len(names) < 2 or len(names) != len(table.players) or not games:
        return ()
    won = [*(winner for game in games for winner in game.winners), *table.sheet.winners]
    return tuple((name, won.count(name)) for name in names)


def _earlier(nav: Navigator) -> list[GameSummary]:
    """The finished games of this kind before this one, the newest first; none of one that is only described."""
    games, table = nav.journal.games(), nav.open_table
    place = next((i for i, game in enumerate(games) if game.id == table.game_id), -1)
    kind = table.header.game
    if kind == OTHER:
        return []
    return [game for game in games[place + 1 :] if game.game == kind and len(game.totals) == len(game.players)]


def _people(nav: Navigator, game: int, players: Sequence[str]) -> list[tuple[int, str]]:
    bots = nav.bots_of(game)
    seated = enumerate(players)
    return [(s, name) for s, name in seated if s not in bots and not is_guest(name) and not is_forgotten(name)]


def _results(nav: Navigator, game: GameSummary) -> list[tuple[int, str, int]]:
    return [(seat, name, game.totals[seat]) for seat, name in _people(nav, game.id, game.players)]
