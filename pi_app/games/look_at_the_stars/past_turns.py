"""Past turns of a player as drafts that can be changed: which one is meant, and what it is without what was tapped."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engines.look_at_the_stars.model import (
    DeclinePower,
    Draw,
    DrawShootingStar,
    Line,
    PowerUse,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import offers
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.lattice import line_names
from engines.look_at_the_stars.turn import drawn_slate
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.look_at_the_stars.draw import BOTH
from pi_app.games.look_at_the_stars.power import offers_of
from pi_app.games.look_at_the_stars.scene import ordered
from pi_app.table.session import Placed

Turn = Placed[StarsState, StarsAction]


class Mend(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is put right and how far that has come. `line`, `thing`: what was tapped to get here."""

    line: Line | None = None
    thing: tuple[str, str] | None = None
    n: int | None = None
    """The line of the record; None: where `line` or `thing` was drawn, else the last turn."""
    draft: Draft = Draft()
    """The turn as it shall be."""
    begun: bool = False
    """Whether `draft` says more than the record does."""
    passes: bool = False
    """Whether later drawings that would break a rule are passes."""


def draft_of_action(action: StarsAction) -> Draft:
    """A past turn as a draft."""
    match action:
        case Draw():
            at = action.powers[0].at if action.powers else ()
            return Draft(lines=tuple(ordered(*line) for line in action.lines), at=at)
        case DrawShootingStar():
            return Draft(star=(action.head, action.tail))
        case UsePower():
            return Draft(at=action.at)
        case _:
            return Draft()


def ordered_pair(at: tuple[str, ...]) -> Line | None:
    """Two points as a line; None where there are not two."""
    return ordered(at[0], at[1]) if len(at) == BOTH else None


def whole(draft: Draft, turn: Turn) -> bool:
    """Whether nothing is left to be said about the turn."""
    if isinstance(turn.action, UsePower | DeclinePower):
        return bool(draft.at)
    return draft.star is not None or len(draft.lines) == BOTH


def turn_of(turns: list[Turn], mend: Mend) -> Turn:
    """The turn that is meant: by its line in the record, by what was drawn in it, else the last one."""
    for turn in reversed(turns):
        was = draft_of_action(turn.action)
        if mend.n is not None:
            if turn.line == mend.n:
                return turn
        elif mend.line is not None:
            line = ordered(*mend.line)
            if line in was.lines or (was.star and set(was.star) == set(line)) or ordered_pair(was.at) == line:
                return turn
        elif mend.thing is not None and mend.thing[1] in was.at:
            return turn
    return turns[-1]


def without(draft: Draft, mend: Mend) -> Draft:
    """The turn without what was tapped."""
    if mend.line is not None:
        line = ordered(*mend.line)
        if draft.star is not None and set(draft.star) == set(line):
            return Draft()
        if ordered_pair(draft.at) == line:
            return Draft()
        return replace(draft, lines=tuple(x for x in draft.lines if x != line))
    if mend.thing is not None:
        return replace(draft, at=tuple(at for at in draft.at if at != mend.thing[1]))
    return draft


def places_of_turn(game: LookAtTheStars, turn: Turn, seat: int) -> int:
    """Where the power of a past turn could be drawn."""
    found = 0
    wanted = set(turn.action.shape) if isinstance(turn.action, UsePower) else None
    for copy, there in offers_of(game, turn.before, seat):
        if wanted is None or wanted == set(line_names(copy)):
            found |= there
    return found


# Powers that a corrected drawing earns travel with it, since a record has no place for one line more --------------

Offers = tuple[tuple[int, int], ...]
"""Complete copies of the power bonus, each with the places where its power may be drawn."""


def offers_after(game: LookAtTheStars, before: StarsState, action: Draw) -> Offers:
    """The copies that this drawing completes; none where it cannot be drawn at all."""
    plain = replace(action, powers=None)
    if any(not violation.overrulable for violation in game.check(before, plain)):
        return ()
    slate = drawn_slate(game.box, before, plain)
    return tuple(offers(game.box, before, slate)) if slate.fresh else ()


def places_of(found: Offers) -> int:
    """Where the power of any of the copies may be drawn."""
    places = 0
    for _copy, there in found:
        places |= there
    return places


def with_carried(action: Draw, found: Offers, at: tuple[str, ...]) -> Draw:
    """The drawing with the power of the first copy drawn there; all powers done without where nobody says where."""
    if not at or not found:
        return replace(action, powers=())
    return replace(action, powers=(PowerUse(line_names(found[0][0]), at),))
