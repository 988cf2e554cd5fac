"""What the table of Look at the Stars has begun and not yet put into the record: a drawing a player, a turned card.

Everybody draws at once, so it outlives what others do. It is kept in the journal beside the record and belongs to one
turn of one game: in any other it counts for nothing.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from engines.look_at_the_stars.model import PILE, Line, Phase, StarsState
from pi_app.presenters.navigator import Navigator
from pi_app.steps.draft import Draft as CommonDraft

KEY: Final = "look_at_the_stars"


class Doubt(msgspec.Struct, frozen=True):
    """Something of a reading that nobody has answered for yet: a `line` or a `shooting_star`, with its probability."""

    kind: str
    at: tuple[str, str]
    p: float


class Draft(CommonDraft, frozen=True, omit_defaults=True, kw_only=True):
    """A player's turn that is not yet part of the game."""

    lines: tuple[Line, ...] = ()
    star: tuple[str, str] | None = None
    """A shooting star: head and tail."""
    chosen: str | None = None
    """The point a finger chose."""
    at: tuple[str, ...] = ()
    """Where the power is to be drawn."""
    copy: int = 0
    """Which of the complete copies of the power bonus is used."""
    doubts: tuple[Doubt, ...] = ()


class Desk(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is begun in one turn of one game."""

    game: int = 0
    turn: int = 0
    seat: int | None = None
    """The player on the screen."""
    drafts: dict[str, Draft] = {}
    """By seat, as text."""
    turned: int = 0
    """How many quarter turns the night card is turned on the screen, anticlockwise."""
    suns: int = 0
    """After how many piles the table has seen the sun rise."""
    night: Draft = Draft()
    """The strokes by which the next night card is told."""


def desk_of(nav: Navigator) -> Desk:
    """The desk of the present turn; an empty one where the turn has only begun."""
    table, state, desk = nav.open_table, nav.state, nav.journal.kept(KEY, Desk)
    if desk.game != table.game_id:
        return Desk(game=table.game_id, turn=len(state.cards))
    if desk.turn != len(state.cards):
        return Desk(game=table.game_id, turn=len(state.cards), seat=desk.seat, suns=desk.suns)
    return desk


def store_desk(nav: Navigator, desk: Desk) -> None:
    """Remember the desk, and show nothing yet."""
    nav.journal.set_place(KEY, msgspec.json.encode(desk).decode())


def keep_desk(nav: Navigator, desk: Desk) -> None:
    """Remember the desk and show it."""
    store_desk(nav, desk)
    nav.changed()


def draft_of(nav: Navigator, seat: int) -> Draft:
    """What that player has begun in this turn."""
    return desk_of(nav).drafts.get(str(seat), Draft())


def put_draft(nav: Navigator, seat: int, draft: Draft) -> None:
    """Remember what that player has begun; they are on the screen from now on."""
    desk = desk_of(nav)
    others = {key: value for key, value in desk.drafts.items() if key != str(seat)}
    drafts = others if draft == Draft() else {**others, str(seat): draft}
    keep_desk(nav, replace(desk, seat=seat, drafts=drafts))


def drop_draft(nav: Navigator, seat: int) -> None:
    """Forget what that player had begun, without showing anything."""
    desk = desk_of(nav)
    drafts = {key: value for key, value in desk.drafts.items() if key != str(seat)}
    store_desk(nav, replace(desk, drafts=drafts))


def seat_shown(nav: Navigator) -> int:
    """The player on the screen: the one chosen, else the next person who has still to act, else who acted last."""
    state: StarsState = nav.state
    people, chosen = nav.people, desk_of(nav).seat
    waiting = [seat for seat in state.waiting if seat in people]
    if chosen is not None and (chosen in waiting or not waiting):
        return chosen
    after = [seat for seat in waiting if chosen is not None and seat > chosen]
    return (after or waiting or people or [0])[0]


def piles_played(state: StarsState) -> int:
    """How many piles are empty and their last card drawn by all."""
    played = len(state.cards) - (state.phase is Phase.DRAW)
    return max(0, played) // PILE
