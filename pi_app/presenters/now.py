"""What can be done now, in plain words; and the short steps that lead through a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from engines.registry import PAD
from pi_app.i18n import _, capital

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


_GUIDE: Final = "guide.{game}"


class NowLine(msgspec.Struct, frozen=True):
    """One thing that can be done, and by whom."""

    who: str
    what: str


def now_lines(nav: Navigator) -> tuple[NowLine, ...]:
    """Everything that can be done now; the app's own words where it has some (`what_now(nav)`)."""
    table = nav.open_table
    if table.over:
        return (NowLine("", _("The game is over. Tap a number to see why, or look at it step by step.")),)
    if table.header.pack == PAD:
        return (NowLine("", _("Tap a cell, type a sum such as 3+6+2, then Next. Add up when all is written.")),)
    if own := nav.app.what_now(nav):
        return tuple(NowLine("", words) for words in own)
    words, kinds = nav.app.action_words, nav.app.kinds_now(nav)
    lines = [NowLine(_who(nav, seats), capital(_(words[kind][0]))) for kind, seats in kinds.items() if kind in words]
    if not lines:
        lines = [NowLine("", _("Tell the screen what the table shows: a card, a tile, the dice."))]
    return tuple(lines)


def _who(nav: Navigator, seats: tuple[int, ...]) -> str:
    players = nav.open_table.players
    if len(seats) == len(players) > 1:
        return _("Everybody")
    return ", ".join(players[seat] for seat in seats)


# The first game ----------------------------------------------------------------------------------------------------


def guide_words(nav: Navigator) -> str | None:
    """The step of the guide that fits now; None where the guide is off, or has nothing to say."""
    table = nav.table
    if table is None or table.over or table.header.pack == PAD or not is_guided(nav):
        return None
    own = nav.app.guide(nav)
    if own is not None:
        return own or None
    words = nav.app.action_words
    steps = (words[kind][1] for kind in nav.app.kinds_now(nav) if kind in words)
    step = next((step for step in steps if step), None)
    return None if step is None else _(step)


def is_guided(nav: Navigator) -> bool:
    """Whether the guide leads through this game: until one was finished at this table, or as somebody chose."""
    game = nav.open_table.header.game
    chosen = nav.journal.place(_GUIDE.format(game=game))
    if chosen:
        return chosen == "on"
    return all(g.state != "finished" for g in nav.journal.games() if g.game == game)


def guide(nav: Navigator, *, on: bool) -> None:
    """Have the guide lead through games of this kind, or not; remembered at this table."""
    nav.journal.set_place(_GUIDE.format(game=nav.open_table.header.game), "on" if on else "off")
    nav.changed()
